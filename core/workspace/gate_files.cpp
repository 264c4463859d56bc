#include "workspace/gate_files.h"

#include "evaluation/gate.h"
#include "evaluation/report.h"
#include "workspace/workspace.h"

namespace actionscope::workspace {
namespace {

constexpr std::uint64_t MostGateBytes = 1ULL << 20, MostBaselineBytes = 64ULL << 20;
constexpr std::string_view Prefix = "baseline-", Suffix = ".json";

/// The file of a run that is kept, from its name; nothing for another name.
Result<FilePlan> planBaseline(const Workspace &workspace, const std::filesystem::path &file) {
    const std::string name = file.filename().string();
    const evaluation::ExperimentStore *store = workspace.experiments();
    const bool ours = name.size() > Prefix.size() + Suffix.size() && name.starts_with(Prefix) && name.ends_with(Suffix);
    if (!ours || store == nullptr)
        return fail(ErrorCode::NotFound,
                    "there is no baseline \"" + name + "\"; write one with `eval … --save-baseline FILE`",
                    {file.string()});
    const auto run = store->get(name.substr(Prefix.size(), name.size() - Prefix.size() - Suffix.size()));
    if (!run)
        return fail(run.error());
    auto plan = beginPlan(file, MostBaselineBytes, "64 MiB of a baseline");
    if (!plan)
        return plan;
    plan->name = name;
    plan->after = prettyJson(evaluation::evaluationToJson(*run)) + '\n';
    plan->saved = "baseline saved";
    plan->facts = {{"run", run->id}};
    return plan;
}

} // namespace

std::filesystem::path gatesFile(const Workspace &workspace) { return workspace.folder() / "gates.txt"; }
std::string baselineName(const std::string &run) { return std::string(Prefix) + run + std::string(Suffix); }

Result<FilePlan> planGates(const Workspace &workspace, std::string text) {
    auto plan = beginPlan(gatesFile(workspace), MostGateBytes, "1 MiB of gates");
    if (!plan)
        return plan;
    if (text.find_first_not_of(" \t\r\n") == std::string::npos)
        text.clear();
    else if (text.back() != '\n')
        text += '\n';
    if (!text.empty()) {
        const auto gates = evaluation::parseGates(text, plan->path);
        if (!gates)
            return fail(gates.error());
        if (!gates->baseline.empty() && !fileStamp(gates->baseline)) {
            auto baseline = planBaseline(workspace, gates->baseline);
            if (!baseline)
                return baseline;
            plan->first.push_back(std::move(*baseline));
        }
    }
    plan->name = "gates.txt";
    plan->after = std::move(text);
    plan->diff = catalog::diffLines(plan->before, plan->after);
    plan->saved = "gates saved";
    plan->removed = "gates removed";
    return plan;
}

} // namespace actionscope::workspace
