#include "evaluation/affinity.h"

#include <algorithm>
#include <numeric>

namespace actionscope::evaluation {

Affinity::Affinity(std::map<std::string, std::size_t, std::less<>> uses)
    : m_uses(std::move(uses)) {
    for (const auto &[service, count] : m_uses)
        m_most = std::max(m_most, count);
}

Result<Affinity> Affinity::fromAudit(const governance::AuditLog &log, const std::string &actor,
                                     std::optional<Timestamp> since) {
    governance::AuditFilter filter;
    filter.since = since;
    filter.actor = actor;
    filter.kinds = {"activation", "call"};
    const auto page = log.list(filter, AffinityRecords);
    if (!page)
        return fail(page.error());
    std::map<std::string, std::size_t, std::less<>> uses;
    for (const governance::AuditRecord &record : page->records)
        if (!record.event.service.empty() && (record.event.outcome == "activated" || record.event.outcome == "ok"))
            ++uses[record.event.service];
    return Affinity(std::move(uses));
}

double Affinity::of(std::string_view service) const {
    const auto found = m_uses.find(service);
    return found == m_uses.end() ? 0 : static_cast<double>(found->second) / static_cast<double>(m_most);
}

std::vector<std::size_t> warm(std::vector<retrieval::Hit> &hits, const catalog::Catalog &catalog,
                              const Affinity &affinity, double weight) {
    for (retrieval::Hit &hit : hits)
        hit.score += weight * (1 - hit.score) * affinity.of(catalog.serviceOf(hit.ordinal).info.id);
    std::vector<std::size_t> order(hits.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return hits[a].score > hits[b].score; });
    std::vector<retrieval::Hit> sorted;
    sorted.reserve(hits.size());
    for (const std::size_t at : order)
        sorted.push_back(std::move(hits[at]));
    hits = std::move(sorted);
    return order;
}

} // namespace actionscope::evaluation
