#pragma once
/// The JSON that INTERFACES fixes, made from the core's types in one place (those of searches:
/// workspace/search_json.h), so that every command prints the same shapes.

#include "base/json.h"
#include "catalog/catalog.h"
#include "risk/risk_policy.h"
#include "workspace/workspace.h"

#include <cstddef>
#include <string>

namespace actionscope::cli {

/// One element of `services list`.
json::object serviceJson(const workspace::Snapshot &snapshot, std::size_t index);

/// One element of `actions list`.
json::object actionJson(const workspace::Snapshot &snapshot, catalog::Ordinal ordinal);

/// `{"name","tier","approval","provenance":[{"rule","detail","tier","source",…}]}`.
json::object riskJson(const std::string &name, const risk::Provenance &provenance);
json::array provenanceJson(const risk::Provenance &provenance);

/// `{"severity","rule","message","file","line","column","action"}`.
json::object findingJson(const catalog::Finding &finding);

/// "added", "changed", "removed".
std::string_view changeWord(workspace::ImportReport::Change::Kind kind);

/// The answer of `import`.
json::object importJson(const workspace::ImportReport &report);

/// One parameter: `{"name","in","required","type","description"}`.
json::object parameterJson(const catalog::ParameterView &parameter);

/// "read", "write", "destructive", or "catastrophic" for the last behind the admin gate: the word that people see.
std::string_view shownTier(const risk::Classification &classification);

} // namespace actionscope::cli
