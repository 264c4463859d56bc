#include "workspace/preset_files.h"

#include "base/hash.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

constexpr std::uint64_t MaxPresetBytes = 1ULL << 20;
constexpr std::string_view EvidenceMark = "# measured: ";

/// The file of `folder` that holds the preset `name`, whatever it is called.
std::filesystem::path fileOf(const std::filesystem::path &folder, const std::string &name) {
    std::error_code ignored;
    std::vector<std::filesystem::path> files;
    for (const auto &entry : std::filesystem::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".yaml")
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path &file : files) {
        const auto text = readFile(file, MaxPresetBytes);
        if (!text)
            continue;
        if (const auto preset = retrieval::parsePreset(*text, file.string()); preset && preset->name == name)
            return file;
    }
    return folder / (name + ".yaml");
}

/// The comment lines that a file begins with, without those an earlier save measured.
std::string headOf(std::string_view text) {
    std::string head;
    while (!text.empty() && (text.front() == '#' || text.front() == '\n')) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, end);
        if (line.substr(0, EvidenceMark.size()) != EvidenceMark)
            head += line;
        text.remove_prefix(end);
    }
    if (!head.empty() && head.back() != '\n')
        head += '\n';
    return head;
}

std::string oneLine(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text;
}

} // namespace

Result<PresetPlan> planPreset(const Workspace &workspace, const retrieval::Preset &preset, std::string_view base,
                              const std::vector<std::string> &evidence) {
    if (auto checked = retrieval::checkPreset(preset); !checked)
        return fail(checked.error());
    PresetPlan plan;
    plan.name = preset.name;
    plan.path = fileOf(Layout{workspace.folder()}.presets(), preset.name);
    plan.stamp = fileStamp(plan.path);
    if (plan.stamp) {
        auto text = readFile(plan.path, MaxPresetBytes);
        if (!text)
            return fail(text.error());
        plan.before = std::move(*text);
    }
    plan.after = headOf(plan.before);
    for (const std::string &line : evidence)
        plan.after += std::string(EvidenceMark) + oneLine(line) + '\n';
    plan.after += retrieval::writePreset(preset, base);
    // What is written means what was asked for, or it is not written.
    const auto again = retrieval::parsePreset(plan.after, plan.path.string());
    if (!again)
        return fail(again.error());
    if (*again != preset)
        return fail(ErrorCode::Internal, "the preset would read back as another one; nothing was written",
                    {plan.path.string()});
    plan.diff = catalog::diffLines(plan.before, plan.after);
    return plan;
}

Result<void> applyPreset(Workspace &workspace, const PresetPlan &plan) {
    if (workspace.readOnly())
        return fail(ErrorCode::PermissionDenied, "this workspace is open read only");
    if (fileStamp(plan.path) != plan.stamp)
        return fail(ErrorCode::Conflict,
                    "the file changed on disk since it was read; nothing was written, look at it and try again",
                    {plan.path.string()});
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
    event.outcome = plan.after.empty() ? "preset removed" : "preset saved";
    event.detail = {{"preset", plan.name},
                    {"file", plan.path.lexically_relative(workspace.folder()).string()},
                    {"sha256", toHex(sha256(plan.after))}};
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

PresetPlan reversed(const PresetPlan &plan) {
    PresetPlan back = plan;
    std::swap(back.before, back.after);
    back.stamp = fileStamp(plan.path);
    back.diff = catalog::diffLines(back.before, back.after);
    return back;
}

} // namespace actionscope::workspace
