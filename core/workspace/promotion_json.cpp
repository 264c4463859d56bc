#include "workspace/promotion.h"

#include <array>
#include <cmath>

namespace actionscope::workspace {
namespace {

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

json::array texts(const std::vector<std::string> &list) {
    json::array array;
    for (const std::string &text : list)
        array.emplace_back(text);
    return array;
}

} // namespace

json::array diffToJson(const EditPlan &plan) {
    json::array files;
    for (const EditPlan::FileChange &file : plan.files) {
        json::array lines;
        for (const catalog::DiffLine &line : file.diff) {
            static constexpr std::array<std::string_view, 4> Kinds{"context", "added", "removed", "hunk"};
            lines.push_back({{"kind", Kinds[static_cast<std::size_t>(line.kind)]},
                             {"old_line", line.oldLine},
                             {"new_line", line.newLine},
                             {"text", line.text}});
        }
        files.push_back({{"file", file.path.string()}, {"lines", std::move(lines)}});
    }
    return files;
}

json::value curatedToJson(const std::optional<catalog::Curated> &entry) {
    if (!entry)
        return nullptr;
    json::object parameters;
    for (const auto &[name, prose] : entry->parameters)
        parameters[name] = prose;
    return json::object{{"title", entry->title},
                        {"description", entry->description},
                        {"parameters", std::move(parameters)},
                        {"tags", texts(entry->tags)}};
}

json::object curationToJson(const CurationPlan &plan) {
    json::array checks;
    for (const CurationCheck &check : plan.checks)
        checks.push_back({{"id", check.id}, {"verdict", verdictName(check.verdict)}, {"sentence", check.sentence}});
    return {{"name", plan.name},
            {"removes", plan.removes},
            {"before", curatedToJson(plan.before)},
            {"entry", plan.removes ? json::value() : curatedToJson(plan.entry)},
            {"tokens_before", plan.tokensBefore},
            {"tokens", plan.tokens},
            {"checks", std::move(checks)},
            {"refused", plan.refused()},
            {"diff", diffToJson(plan.plan)},
            {"undo", texts(undoArguments(plan))},
            {"effect", plan.effect ? json::value(descriptionPreviewToJson(*plan.effect)) : json::value()},
            {"effect_missing", plan.effectMissing.empty() ? json::value() : json::value(plan.effectMissing)}};
}

json::object adoptionToJson(const evaluation::ActionAdoption &use) {
    return {{"activations", use.activations},
            {"sessions", use.sessions},
            {"organisations", use.organisations},
            {"calls", use.calls},
            {"succeeded", use.succeeded},
            {"success", use.calls == 0 ? json::value() : json::value(rounded(use.successShare()))},
            {"shown", use.shown},
            {"found", use.found},
            {"found_first", use.foundFirst},
            {"mean_rank", use.found == 0 ? json::value() : json::value(rounded(use.meanRank()))},
            {"last_use", formatTimestamp(use.lastUse)}};
}

json::object promotionsToJson(const PromotionList &list, const PromotionOptions &options) {
    json::array candidates;
    for (const PromotionCandidate &candidate : list.candidates) {
        json::object one{{"rank", candidates.size() + 1},
                         {"name", candidate.use.name},
                         {"title", candidate.title},
                         {"risk", catalog::tierName(candidate.risk.tier)},
                         {"approval", catalog::approvalName(candidate.risk.approval)},
                         {"evidence", rounded(candidate.evidence)},
                         {"tokens", candidate.tokens}};
        for (auto &member : adoptionToJson(candidate.use))
            one[member.key()] = member.value();
        candidates.push_back(std::move(one));
    }
    const bool covered = list.logBegins && *list.logBegins <= list.since;
    return {{"since", formatTimestamp(list.since)},
            {"until", formatTimestamp(list.until)},
            {"log_begins", list.logBegins ? json::value(formatTimestamp(*list.logBegins)) : json::value()},
            {"window_covered", covered},
            {"sessions_needed", options.thresholds.promotionSessions},
            {"organisations_needed", options.thresholds.promotionOrganisations},
            {"curated_actions", list.curatedActions},
            {"curated_tokens", list.curatedTokens},
            {"below", list.below},
            {"gone", list.gone},
            {"more", list.more},
            {"candidates", std::move(candidates)}};
}

json::object draftToJson(const PromotionDraft &draft) {
    json::array parameters;
    for (const catalog::ParameterDraft &parameter : draft.prose.parameters)
        parameters.push_back({{"name", parameter.name},
                              {"prose", parameter.prose},
                              {"required", parameter.required},
                              {"changed", parameter.changed}});
    return {{"description", draft.prose.description},
            {"parameters", std::move(parameters)},
            {"notes", texts(draft.prose.notes)}};
}

} // namespace actionscope::workspace
