#include "catalog/overlay.h"
#include "evaluation/change_effect.h"
#include "evaluation/labelled_set.h"
#include "evaluation/metrics.h"
#include "retrieval/thesaurus.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"
#include "workspace/detail/workspace_state.h"
#include "workspace/visibility.h"
#include "workspace/what_if.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>

namespace actionscope::workspace {
namespace {

using retrieval::FindGate;
using retrieval::Searcher;
using retrieval::Verdict;

/// The searcher of another catalog, made from the parts of one that stay.
Result<std::shared_ptr<const Searcher>>
rebuilt(const Searcher &searcher, std::shared_ptr<const catalog::Catalog> catalog, Executor &executor, const Job &job) {
    auto index = retrieval::Index::build(catalog, &searcher.index(), executor, job);
    if (!index)
        return fail(index.error());
    std::shared_ptr<const retrieval::VectorIndex> vectors;
    if (const retrieval::VectorIndex *old = searcher.vectors()) {
        auto built = retrieval::VectorIndex::build(std::move(catalog), old->sharedModel(), old, executor, job);
        if (!built)
            return fail(built.error());
        vectors = std::move(*built);
    }
    return std::make_shared<const Searcher>(searcher.with(std::move(*index), std::move(vectors)));
}

std::string surfaceOf(const catalog::Service &service, const catalog::CapabilityView &view) {
    return service.info.id + " · " + (view.curated() ? "curated" : "long tail") +
           (service.info.source.empty() ? std::string() : " · " + service.info.source);
}

/// Of an action that search never gets to see.
WhyNotAnswer stopped(WhyNotQuestion question, std::string preset, FindGate gate, std::string passedFacts,
                     std::string facts) {
    WhyNotAnswer answer;
    answer.question = std::move(question);
    answer.preset = std::move(preset);
    answer.why.failed = gate;
    for (const retrieval::FindGateInfo &info : retrieval::findGates())
        answer.why.gates.push_back({info.gate,
                                    info.gate == gate  ? Verdict::Failed
                                    : info.gate < gate ? Verdict::Passed
                                                       : Verdict::NotReached,
                                    info.gate == gate  ? facts
                                    : info.gate < gate ? passedFacts
                                                       : std::string()});
    return answer;
}

} // namespace

Result<WhyNotAnswer> Workspace::whyNot(WhyNotQuestion question, const Job &job) const {
    const auto now = m_impl->snapshot();
    const auto engine = searcher();
    if (!engine)
        return fail(ErrorCode::NotFound, "the index is still being built");
    const auto preset = question.preset ? question.preset : now->preset;
    const auto current = now->catalog->find(question.action);
    if (!current) {
        WhyNotAnswer answer = stopped(question, preset->name, FindGate::Catalog, {}, "no action has this name");
        answer.nearest = now->catalog->nearest(question.action);
        for (std::size_t i = 0; i < answer.nearest.size(); ++i)
            answer.why.gates[0].facts += (i == 0 ? "; the nearest are " : ", ") + answer.nearest[i];
        return answer;
    }
    const std::uint32_t serviceIndex = now->catalog->serviceIndexOf(*current);
    const catalog::Service &service = now->catalog->services()[serviceIndex];
    const std::string inCatalog = surfaceOf(service, now->catalog->at(*current));
    const auto indexed = engine->index().catalog().find(question.action);
    if (!indexed)
        return stopped(std::move(question), preset->name, FindGate::Indexed, inCatalog,
                       "it came with the last change, and the index is still of the time before");

    retrieval::SearchRequest request;
    request.query = question.query;
    request.preset = preset;
    request.service = question.service;
    request.limit = question.limit;
    request.floor = question.floor >= 0 ? question.floor : preset == now->preset ? now->floor : preset->floor;
    request.longTailOnly = question.longTailOnly;
    const governance::Principal *who = question.asker ? &*question.asker : nullptr;
    const auto visibility = m_impl->visibility(*now, who);

    std::optional<evaluation::QuerySet> set;
    if (!question.set.empty()) {
        auto read = querySet(question.set);
        if (!read)
            return fail(read.error());
        set = std::move(*read);
    }
    std::optional<evaluation::ChangeEffect> effects; // made when the first remedy is tried
    retrieval::Variations variations;
    variations.withCatalog = [&](std::shared_ptr<const catalog::Catalog> catalog) {
        return rebuilt(*engine, std::move(catalog), m_impl->executor, job);
    };
    variations.withSynonym = [&](std::string_view word, std::string_view other) {
        const std::array<std::string, 2> group{std::string(word), std::string(other)};
        return std::make_shared<const Searcher>(engine->with(engine->thesaurus().withGroup(group)));
    };
    if (set)
        variations.effect = [&](const Searcher &after,
                                const retrieval::SearchRequest &changed) -> std::optional<retrieval::Effect> {
            if (!effects)
                effects.emplace(*set, *engine, request, *visibility);
            return effects->of(after, changed);
        };
    variations.neighbours = [](std::string_view term) {
        constexpr std::size_t Most = 200;
        std::vector<std::pair<std::string, double>> near;
        for (retrieval::Neighbour &one : retrieval::TokenTable::shipped()->neighbours(term, Most))
            near.emplace_back(std::move(one.term), one.similarity);
        return near;
    };

    // What only the workspace knows of the first gates. What failed first is what counts.
    const ServiceState &state = now->services[serviceIndex];
    const catalog::Tier tier = (*now->risk)[*current].tier;
    const bool allowed =
        who == nullptr || now->access->allows(*who, service.info.id, now->catalog->at(*current).name(), tier);
    const auto complete = [&](WhyNotAnswer &answer) {
        const auto put = [&](FindGate gate, Verdict verdict, std::string facts) {
            retrieval::GateFinding &finding = answer.why.gates[static_cast<std::size_t>(gate)];
            finding.facts = std::move(facts);
            finding.verdict = verdict;
            if (verdict == Verdict::Failed && (!answer.why.failed || *answer.why.failed > gate)) {
                answer.why.failed = gate;
                answer.why.because.reset();
            }
        };
        put(FindGate::Catalog, Verdict::Passed, inCatalog);
        put(FindGate::Indexed, Verdict::Passed,
            now->indexIsCurrent() ? std::to_string(engine->index().statistics().documents) + " actions"
                                  : "the index is of an earlier catalog and is being built anew");
        put(FindGate::Service, state.searchable() ? Verdict::Passed : Verdict::Failed,
            state.lockedByEnvironment ? service.info.id + " is named in DYNAMIC_DISCOVERY_DISABLED_SERVICES"
            : state.toggle            ? "switched on"
                                      : service.info.id + " is switched off for search");
        put(FindGate::Allowed, allowed ? Verdict::Passed : Verdict::Failed,
            who == nullptr
                ? "the person at this program is not limited"
                : now->access->explain(*who, service.info.id, now->catalog->at(*current).name(), tier).reason);
        for (retrieval::GateFinding &finding : answer.why.gates)
            if (answer.why.failed && finding.gate > *answer.why.failed)
                finding.verdict = Verdict::NotReached;
    };
    if (question.judged)
        variations.judged = [&](const retrieval::WhyNot &cause) {
            WhyNotAnswer early{question, cause, preset->name, {}};
            early.question.judged = {};
            complete(early);
            question.judged(early);
        };
    auto why = retrieval::whyNot(*engine, request, *visibility, *indexed, variations, job);
    if (!why)
        return fail(why.error());
    WhyNotAnswer answer{std::move(question), std::move(*why), preset->name, {}};
    answer.question.judged = {};
    complete(answer);
    if (!state.searchable()) {
        retrieval::Remedy remedy;
        remedy.kind = retrieval::Remedy::Kind::Service;
        remedy.change = state.lockedByEnvironment
                            ? "take " + service.info.id + " out of DYNAMIC_DISCOVERY_DISABLED_SERVICES"
                            : "switch " + service.info.id + " on for search";
        remedy.price = 1;
        remedy.rank = answer.why.rank;
        remedy.score = answer.why.score;
        remedy.suffices = allowed && remedy.rank != 0 && remedy.rank <= request.limit && remedy.score >= request.floor;
        answer.why.remedies.insert(answer.why.remedies.begin(), std::move(remedy));
    }
    // Beside a switch that is off or a rule that forbids, nothing is enough by itself.
    for (retrieval::Remedy &remedy : answer.why.remedies)
        if (remedy.kind != retrieval::Remedy::Kind::Service)
            remedy.suffices = remedy.suffices && state.searchable() && allowed;
    retrieval::sortRemedies(answer.why.remedies);
    return answer;
}

Result<DescriptionPreview> Workspace::previewDescription(const std::string &action, const std::string &description,
                                                         const std::vector<std::string> &sets,
                                                         std::shared_ptr<const retrieval::Preset> preset,
                                                         const Job &job) const {
    const auto now = m_impl->snapshot();
    if (const auto current = findAction(*now, action); !current)
        return fail(current.error());
    const auto labelled = labelledSets(sets);
    if (!labelled)
        return fail(labelled.error());
    if (labelled->empty())
        return fail(ErrorCode::NotFound, "there is no query set to try the description on; write one to queries/");
    const Searcher &before = *labelled->front().searcher;
    const catalog::Catalog &catalog = before.index().catalog();
    const auto ordinal = catalog.find(action);
    if (!ordinal)
        return fail(ErrorCode::NotFound, "\"" + action + "\" is not in the index yet; it is being built");
    if (!preset)
        preset = now->preset;

    DescriptionPreview preview;
    preview.action = action;
    preview.preset = preset->name;
    preview.oldDescription = catalog.at(*ordinal).description();
    preview.newDescription = description;
    auto changed = catalog::withDescription(catalog, *ordinal, description);
    if (!changed)
        return fail(changed.error());
    const auto started = std::chrono::steady_clock::now();
    const auto after = rebuilt(before, std::move(*changed), m_impl->executor, job);
    if (!after)
        return fail(after.error());
    preview.buildMs =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - started).count();

    constexpr std::size_t Deep = 100;
    std::uint32_t answered = 0;
    for (const evaluation::LabelledSet &set : *labelled) {
        for (const evaluation::LabelledQuery &query : set.queries) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "Trying the description was cancelled.");
            DescriptionPreview::Query row{set.name, query.id, query.text, false, 0, 0, 0, 0};
            retrieval::SearchRequest request;
            request.query = query.text;
            request.preset = preset;
            request.limit = Deep;
            request.floor = 0;
            std::vector<int> golds;
            for (const auto &[judged, grade] : query.judgements) {
                if (grade > 0)
                    golds.push_back(grade);
                row.isGold = row.isGold || (judged == *ordinal && grade > 0);
            }
            const auto measure = [&](const Searcher &searcher, std::size_t &own, std::size_t &first,
                                     DescriptionPreview::Means &means) -> Result<void> {
                const auto found = searcher.search(request, set.visibility);
                if (!found)
                    return fail(found.error());
                std::vector<evaluation::RankedGrade> ranked;
                for (std::size_t i = 0; i < found->hits.size(); ++i) {
                    const retrieval::Hit &hit = found->hits[i];
                    const auto judged = std::find_if(query.judgements.begin(), query.judgements.end(),
                                                     [&](const auto &one) { return one.first == hit.ordinal; });
                    const int grade = judged == query.judgements.end() ? 0 : judged->second;
                    ranked.push_back({grade, hit.score});
                    own = hit.ordinal == *ordinal ? i + 1 : own;
                    first = first == 0 && grade > 0 ? i + 1 : first;
                }
                const evaluation::Metrics metrics = evaluation::measure(ranked, golds);
                means.recall5 += metrics.recall5;
                means.ndcg5 += metrics.ndcg5;
                return {};
            };
            if (auto done = measure(before, row.before, row.firstBefore, preview.before); !done)
                return fail(done.error());
            if (auto done = measure(**after, row.after, row.firstAfter, preview.after); !done)
                return fail(done.error());
            ++preview.tried;
            answered += golds.empty() ? 0 : 1;
            const auto place = [](std::size_t rank) { return rank == 0 ? Deep + 1 : rank; };
            preview.effect.wins += place(row.firstAfter) < place(row.firstBefore) ? 1 : 0;
            preview.effect.losses += place(row.firstAfter) > place(row.firstBefore) ? 1 : 0;
            if (row.before != row.after || row.firstBefore != row.firstAfter)
                preview.queries.push_back(std::move(row));
        }
    }
    preview.effect.queries = answered;
    for (DescriptionPreview::Means *means : {&preview.before, &preview.after}) {
        means->recall5 /= std::max(1U, answered);
        means->ndcg5 /= std::max(1U, answered);
    }
    std::stable_sort(preview.queries.begin(), preview.queries.end(), [](const auto &a, const auto &b) {
        const auto change = [](const DescriptionPreview::Query &query) {
            const auto place = [](std::size_t rank) {
                return static_cast<std::ptrdiff_t>(rank == 0 ? Deep + 1 : rank);
            };
            return std::abs(place(query.before) - place(query.after));
        };
        return a.isGold != b.isGold ? a.isGold : change(a) > change(b);
    });
    return preview;
}

} // namespace actionscope::workspace
