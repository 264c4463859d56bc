#include "workspace/file_plan.h"

#include "base/hash.h"
#include "workspace/workspace.h"

namespace actionscope::workspace {

Result<FilePlan> beginPlan(const std::filesystem::path &path, std::uint64_t most, std::string_view cap) {
    FilePlan plan;
    plan.path = path;
    // The stamp is taken before the bytes, so that whoever writes between the two is noticed.
    plan.stamp = fileStamp(path);
    if (plan.stamp) {
        auto text = readFile(path, most, cap);
        if (!text)
            return fail(text.error());
        plan.before = std::move(*text);
    }
    return plan;
}

Result<void> applyFile(Workspace &workspace, const FilePlan &plan) {
    if (workspace.readOnly())
        return fail(ErrorCode::PermissionDenied, "this workspace is open read only");
    if (fileStamp(plan.path) != plan.stamp)
        return fail(ErrorCode::Conflict,
                    "the file changed on disk since it was read; nothing was written, look at it and try again",
                    {plan.path.string()});
    for (const FilePlan &other : plan.first)
        if (auto applied = applyFile(workspace, other); !applied)
            return applied;
    std::error_code error;
    std::filesystem::create_directories(plan.path.parent_path(), error);
    const auto put = [&](const std::string &text, std::optional<FileStamp> expected, bool isNew) -> Result<void> {
        if (!text.empty())
            return writeFileAtomically(plan.path, text, {.expected = expected, .mustNotExist = isNew});
        std::filesystem::remove(plan.path, error);
        if (error)
            return fail(ErrorCode::IoError, "cannot remove the file: " + error.message(), {plan.path.string()});
        return {};
    };
    if (auto written = put(plan.after, plan.stamp, !plan.stamp); !written)
        return written;
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Setting;
    event.outcome = plan.after.empty() ? plan.removed : plan.saved;
    event.detail = plan.facts;
    event.detail["file"] = plan.path.lexically_relative(workspace.folder()).string();
    event.detail["sha256"] = toHex(sha256(plan.after));
    if (auto recorded = workspace.record(std::move(event)); !recorded) {
        (void)put(plan.before, {}, false);
        return fail(recorded.error().code,
                    "the change was not saved because it could not be recorded: " + recorded.error().message,
                    recorded.error().where);
    }
    if (auto refreshed = workspace.refresh(); !refreshed)
        return fail(refreshed.error());
    return {};
}

FilePlan reversed(const FilePlan &plan) {
    FilePlan back = plan;
    back.first.clear();
    std::swap(back.before, back.after);
    back.stamp = fileStamp(plan.path);
    back.diff = catalog::diffLines(back.before, back.after);
    return back;
}

} // namespace actionscope::workspace
