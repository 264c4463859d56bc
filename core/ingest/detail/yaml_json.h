#pragma once
/// YAML of a rule file as JSON: what an inline schema is.

#include "base/json.h"
#include "catalog/rule_file.h"

namespace actionscope::ingest::detail {

/// Plain scalars get the types of YAML's core schema, quoted ones are text. Complains (catalog::RuleError) about keys
/// that occur twice or are no text, and numbers that JSON does not have. As deep as the file was allowed to be.
[[nodiscard]] json::value jsonOf(const catalog::RuleFile &file, const YAML::Node &node);

} // namespace actionscope::ingest::detail
