#include "workspace/search_json.h"
#include "workspace/what_if.h"

namespace actionscope::workspace {
namespace {

json::value effectJson(const std::optional<retrieval::Effect> &effect) {
    if (!effect)
        return nullptr;
    return json::object{{"wins", effect->wins}, {"losses", effect->losses}, {"queries", effect->queries}};
}

json::value rankJson(std::size_t rank) { return rank == 0 ? json::value() : json::value(rank); }

json::object remedyJson(const retrieval::Remedy &remedy) {
    using Kind = retrieval::Remedy::Kind;
    json::object entry{{"kind", retrieval::remedyName(remedy.kind)},
                       {"change", remedy.change},
                       {"price", remedy.price},
                       {"suffices", remedy.suffices},
                       {"rank", rankJson(remedy.rank)},
                       {"score", remedy.score},
                       {"effect", effectJson(remedy.effect)}};
    switch (remedy.kind) {
    case Kind::Synonym:
        entry["word"] = remedy.word;
        entry["other"] = remedy.other;
        break;
    case Kind::Describe:
        entry["description"] = remedy.description;
        break;
    case Kind::Limit:
        entry["limit"] = remedy.limit;
        entry["before"] = remedy.before;
        break;
    case Kind::Weight:
        entry["signal"] = retrieval::signals()[static_cast<std::size_t>(*remedy.signal)].key;
        [[fallthrough]];
    case Kind::Floor:
        entry["value"] = remedy.value;
        entry["before"] = remedy.before;
        break;
    case Kind::Service:
    case Kind::Surface:
        break;
    }
    return entry;
}

} // namespace

json::object whyNotToJson(const WhyNotAnswer &answer) {
    const retrieval::WhyNot &why = answer.why;
    json::array gates, remedies, nearest;
    for (const retrieval::GateFinding &finding : why.gates)
        gates.push_back({{"gate", retrieval::findGates()[static_cast<std::size_t>(finding.gate)].key},
                         {"verdict", retrieval::verdictName(finding.verdict)},
                         {"facts", finding.facts}});
    for (const retrieval::Remedy &remedy : why.remedies)
        remedies.push_back(remedyJson(remedy));
    for (const std::string &name : answer.nearest)
        nearest.emplace_back(name);
    const auto gate = [](const std::optional<retrieval::FindGate> &which) {
        return which ? json::value(retrieval::findGates()[static_cast<std::size_t>(*which)].key) : json::value();
    };
    return {{"query", answer.question.query},
            {"action", answer.question.action},
            {"preset", answer.preset},
            {"found", !why.failed},
            {"rank", rankJson(why.rank)},
            {"score", why.score},
            {"floor", why.floor},
            {"limit", answer.question.limit},
            {"failed", gate(why.failed)},
            {"because", gate(why.because)},
            {"gates", std::move(gates)},
            {"remedies", std::move(remedies)},
            {"nearest", std::move(nearest)},
            {"explanation", why.explanation ? json::value(explanationToJson(*why.explanation)) : json::value()}};
}

json::object descriptionPreviewToJson(const DescriptionPreview &preview) {
    json::array queries;
    for (const DescriptionPreview::Query &query : preview.queries)
        queries.push_back({{"set", query.set},
                           {"id", query.id},
                           {"text", query.text},
                           {"gold", query.isGold},
                           {"before", rankJson(query.before)},
                           {"after", rankJson(query.after)},
                           {"first_before", rankJson(query.firstBefore)},
                           {"first_after", rankJson(query.firstAfter)}});
    const auto means = [](const DescriptionPreview::Means &mean) {
        return json::object{{"recall@5", mean.recall5}, {"ndcg@5", mean.ndcg5}};
    };
    return {{"action", preview.action},
            {"preset", preview.preset},
            {"old_description", preview.oldDescription},
            {"new_description", preview.newDescription},
            {"tried", preview.tried},
            {"effect", effectJson(preview.effect)},
            {"before", means(preview.before)},
            {"after", means(preview.after)},
            {"build_ms", preview.buildMs},
            {"queries", std::move(queries)}};
}

} // namespace actionscope::workspace
