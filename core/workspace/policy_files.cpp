#include "workspace/policy_files.h"

#include "base/file.h"
#include "governance/policy.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

constexpr std::size_t MaxNameBytes = 200;

bool isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

} // namespace

Result<void> addPolicyFile(Workspace &workspace, const std::string &name, std::string_view yaml) {
    if (workspace.readOnly())
        return fail(ErrorCode::PermissionDenied, "the workspace is open for reading only");
    if (name.size() > MaxNameBytes || !name.ends_with(".yaml") || name.front() == '.' ||
        !std::all_of(name.begin(), name.end(), isPlain))
        return fail(ErrorCode::InvalidArgument, "a policy file is named with letters, digits, - _ and ., and ends in "
                                                ".yaml, not \"" +
                                                    name + "\"");
    const std::filesystem::path folder = Layout{workspace.folder()}.policies(), file = folder / name;
    std::error_code failed;
    if (std::filesystem::exists(file, failed))
        return fail(ErrorCode::AlreadyExists,
                    "there is a policy file " + name + " already: edit it, or choose another name");
    std::filesystem::create_directories(folder, failed);
    // Not named *.yaml, so that nobody reads it before it is known to be right.
    const std::filesystem::path draft = folder / (name + ".draft");
    if (auto written = writeFileAtomically(draft, yaml); !written)
        return written;
    const auto checked = governance::PolicySet::loadFiles({draft});
    std::filesystem::remove(draft, failed);
    if (!checked)
        return fail(checked.error());
    if (auto written = writeFileAtomically(file, yaml, {.mustNotExist = true}); !written)
        return written;
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Setting;
    event.outcome = "policy added";
    event.detail = {{"file", "policies/" + name}, {"rules", (*checked)->ruleCount()}};
    if (auto recorded = workspace.record(std::move(event)); !recorded) {
        std::filesystem::remove(file, failed);
        return recorded;
    }
    return {};
}

} // namespace actionscope::workspace
