#pragma once
/// Policies that the product itself writes: drafts of rules that a person read and put in force.

#include "base/result.h"

#include <string>
#include <string_view>

namespace actionscope::workspace {

class Workspace;

/// Adds a file to `policies/` and records it; it is in force from the next `Workspace::refresh` on. `name` is letters,
/// digits, - _ and . before ".yaml". What cannot be recorded is not kept. Errors: those of PolicySet::load (nothing is
/// written then); AlreadyExists; InvalidArgument for another name; PermissionDenied when the workspace is read-only.
/// Any thread.
[[nodiscard]] Result<void> addPolicyFile(Workspace &workspace, const std::string &name, std::string_view yaml);

} // namespace actionscope::workspace
