#include "workspace/preset_files.h"

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

Result<FilePlan> planPreset(const Workspace &workspace, const retrieval::Preset &preset, std::string_view base,
                            const std::vector<std::string> &evidence) {
    if (auto checked = retrieval::checkPreset(preset); !checked)
        return fail(checked.error());
    auto begun =
        beginPlan(fileOf(Layout{workspace.folder()}.presets(), preset.name), MaxPresetBytes, "the cap of a preset");
    if (!begun)
        return begun;
    FilePlan &plan = *begun;
    plan.name = preset.name;
    plan.saved = "preset saved";
    plan.removed = "preset removed";
    plan.facts = {{"preset", preset.name}};
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
    return begun;
}

} // namespace actionscope::workspace
