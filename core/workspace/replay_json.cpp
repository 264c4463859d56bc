#include "workspace/replay.h"

namespace actionscope::workspace {
namespace {

template <class T> json::value orNull(const std::optional<T> &value) {
    return value ? json::value(*value) : json::value();
}

json::array texts(const std::vector<std::string> &list) {
    json::array array;
    for (const std::string &text : list)
        array.emplace_back(json::string(text));
    return array;
}

json::object searchJson(const RecordedSearch &search) {
    json::array hits;
    for (const RecordedHit &hit : search.hits) {
        json::object parts;
        for (const auto &[signal, part] : hit.parts)
            parts[signal] = part;
        hits.push_back(
            json::object{{"rank", hit.rank}, {"name", hit.name}, {"score", hit.score}, {"parts", std::move(parts)}});
    }
    return {{"query", search.query},     {"queries", texts(search.queries)}, {"facade", search.facade},
            {"service", search.service}, {"provider", search.provider},      {"profile", search.profile},
            {"preset", search.preset},   {"preset_mark", search.presetMark}, {"index_version", search.indexVersion},
            {"limit", search.limit},     {"floor", orNull(search.floor)},    {"all", search.all},
            {"reduced", search.reduced}, {"hits", std::move(hits)}};
}

json::object callJson(const RecordedCall &call) {
    return {{"facade", call.facade},
            {"gate", call.gate},
            {"confirmed_by", call.confirmedBy},
            {"arguments", call.arguments},
            {"sent", call.sent},
            {"answered", call.answered},
            {"status", orNull(call.status)},
            {"bytes", orNull(call.bytes)},
            {"elapsed_us", orNull(call.elapsedUs)},
            {"policies", texts(call.policies)},
            {"approval", call.approval}};
}

} // namespace

std::string_view stepKindName(StepKind kind) {
    switch (kind) {
    case StepKind::Started:
        return "started";
    case StepKind::Search:
        return "search";
    case StepKind::Activation:
        return "activation";
    case StepKind::Denial:
        return "denial";
    case StepKind::Call:
        return "call";
    case StepKind::Approval:
        return "approval";
    case StepKind::Deactivation:
        return "deactivation";
    case StepKind::List:
        return "list";
    case StepKind::Passage:
        return "passage";
    case StepKind::Ended:
        return "ended";
    case StepKind::Other:
        return "other";
    }
    return {};
}

json::object sessionJson(const SessionSummary &session) {
    return {{"id", session.id},
            {"client", session.client},
            {"protocol", session.protocol},
            {"principal", session.principal},
            {"actor", session.actor},
            {"organisation", session.organisation},
            {"profile", session.profile},
            {"mount", session.mount},
            {"from", formatTimestamp(session.from)},
            {"to", formatTimestamp(session.to)},
            {"ended", session.ended},
            {"records", session.records},
            {"searches", session.searches},
            {"activations", session.activations},
            {"deactivations", session.deactivations},
            {"calls", session.calls},
            {"denials", session.denials}};
}

json::object stepJson(const ReplayStep &step) {
    json::object object{{"seq", step.seq},
                        {"time", formatTimestamp(step.time)},
                        {"kind", stepKindName(step.kind)},
                        {"title", step.title},
                        {"detail", step.detail},
                        {"outcome", step.outcome},
                        {"name", step.action},
                        {"tier", step.tier},
                        {"principal", step.principal},
                        {"search_id", step.searchId},
                        {"tokens", orNull(step.tokens)},
                        {"context_tokens", step.context},
                        {"active", texts(step.active)},
                        {"lacks", step.lacks},
                        {"trusted", step.trusted}};
    if (step.search)
        object["search"] = searchJson(*step.search);
    if (step.call)
        object["call"] = callJson(*step.call);
    return object;
}

json::object replayJson(const SessionReplay &replay) {
    json::array steps;
    for (const ReplayStep &step : replay.steps)
        steps.push_back(stepJson(step));
    return {{"session", sessionJson(replay.session)},
            {"steps", std::move(steps)},
            {"context_tokens", replay.context},
            {"context_is_whole", replay.contextIsWhole},
            {"chain",
             {{"checked", replay.chain.checked},
              {"intact", replay.chain.intact},
              {"first_bad", replay.chain.intact ? json::value() : json::value(replay.chain.firstBad)},
              {"problem", replay.chain.problem}}},
            {"notes", texts(replay.notes)},
            {"cut", replay.cut}};
}

} // namespace actionscope::workspace
