#pragma once
/// Who is meant by a principal on the command line.

#include "base/result.h"
#include "governance/principal.h"

#include <string>

namespace actionscope::workspace {
class Workspace;
}

namespace actionscope::cli {

/// A token by id or name (a live one before others), or attributes: "role=agent,org=acme,user=ana,profile=support".
[[nodiscard]] Result<governance::Principal> principalOf(const workspace::Workspace &workspace, const std::string &text);

} // namespace actionscope::cli
