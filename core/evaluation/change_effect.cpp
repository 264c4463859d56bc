#include "evaluation/change_effect.h"

#include <algorithm>

namespace actionscope::evaluation {

ChangeEffect::ChangeEffect(const QuerySet &set, const retrieval::Searcher &before, retrieval::SearchRequest request,
                           retrieval::Visibility visibility)
    : m_visibility(std::move(visibility)) {
    const catalog::Catalog &catalog = before.index().catalog();
    const std::size_t count = std::min(set.queries.size(), EffectQueries);
    for (std::size_t i = 0; i < count; ++i) {
        const JudgedQuery &judged = set.queries[i * set.queries.size() / count];
        Query query{judged.text, {}, 0};
        for (const auto &[name, grade] : judged.judgements)
            if (const auto gold = catalog.find(name); gold && grade > 0)
                query.golds.push_back(*gold);
        if (judged.hasAnswer() && query.golds.empty())
            continue;
        std::sort(query.golds.begin(), query.golds.end());
        query.before = fare(before, request, query);
        m_queries.push_back(std::move(query));
    }
}

retrieval::Effect ChangeEffect::of(const retrieval::Searcher &after, retrieval::SearchRequest request) const {
    retrieval::Effect effect;
    effect.queries = static_cast<std::uint32_t>(m_queries.size());
    for (const Query &query : m_queries) {
        const std::size_t now = fare(after, request, query);
        effect.wins += now < query.before ? 1 : 0;
        effect.losses += now > query.before ? 1 : 0;
    }
    return effect;
}

std::size_t ChangeEffect::fare(const retrieval::Searcher &searcher, retrieval::SearchRequest &request,
                               const Query &query) const {
    request.query = query.text;
    request.explain = false;
    request.countWithheld = false;
    const auto found = searcher.search(request, m_visibility);
    if (!found)
        return 0; // what cannot be searched is equal before and after
    const auto &hits = found->hits;
    if (query.golds.empty())
        return hits.empty() ? 0 : 1;
    const auto first = std::find_if(hits.begin(), hits.end(), [&](const retrieval::Hit &hit) {
        return std::binary_search(query.golds.begin(), query.golds.end(), hit.ordinal);
    });
    // Nowhere is worse than any rank, whatever the limit of this request.
    return first == hits.end() ? SIZE_MAX : static_cast<std::size_t>(first - hits.begin());
}

} // namespace actionscope::evaluation
