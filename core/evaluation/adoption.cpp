#include "evaluation/adoption.h"

#include "base/hash.h"

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::evaluation {
namespace {

constexpr std::size_t PageSize = 1000;

struct Seen {
    ActionAdoption use;
    std::unordered_set<std::uint64_t> sessions, organisations;
};

/// The ranks of the last searches, by the id that activations name.
class Ranks {
public:
    void keep(const governance::AuditEvent &search) {
        const std::uint64_t id = hash64(search.searchId);
        auto &ranks = m_ranks[id];
        if (ranks.empty())
            m_order.push_back(id);
        ranks.clear();
        for (const governance::RankShown &shown : search.ranks)
            ranks.emplace_back(hash64(shown.name), shown.rank);
        if (m_order.size() > RememberedSearches) {
            m_ranks.erase(m_order.front());
            m_order.pop_front();
        }
    }
    /// 0 when the search is not known or did not show it.
    [[nodiscard]] std::uint32_t of(std::string_view searchId, std::string_view name) const {
        const auto search = searchId.empty() ? m_ranks.end() : m_ranks.find(hash64(searchId));
        if (search == m_ranks.end())
            return 0;
        const std::uint64_t wanted = hash64(name);
        for (const auto &[shown, rank] : search->second)
            if (shown == wanted)
                return rank;
        return 0;
    }

private:
    std::unordered_map<std::uint64_t, std::vector<std::pair<std::uint64_t, std::uint32_t>>> m_ranks;
    std::deque<std::uint64_t> m_order;
};

/// A caller without a session is one for a day: whoever calls by handle alone would else count once a call or never.
std::uint64_t sessionKey(const governance::AuditRecord &record) {
    const governance::AuditEvent &event = record.event;
    if (!event.session.empty())
        return hash64(event.session);
    return hash64((event.principal.empty() ? event.actor : event.principal) + '\n' +
                  formatTimestamp(record.time).substr(0, 10));
}

} // namespace

Result<Adoption> adoptionFromAudit(const governance::AuditLog &log, const AdoptionWindow &window, const Job &job) {
    governance::AuditFilter filter;
    filter.since = window.since;
    filter.until = window.until;
    filter.kinds = {"search", "activation", "call"};
    const auto total = log.count(filter);
    if (!total)
        return fail(total.error());
    Adoption out;
    std::map<std::string, Seen> actions;
    std::map<std::string, std::uint64_t> shown;
    std::unordered_set<std::uint64_t> sessions;
    Ranks ranks;
    std::uint64_t after = 0;
    for (bool more = true; more;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the audit log was cancelled");
        const auto page = log.listAfter(filter, PageSize, after);
        if (!page)
            return fail(page.error());
        for (const governance::AuditRecord &record : page->records) {
            after = record.seq;
            ++out.records;
            if (!out.first)
                out.first = record.time;
            const governance::AuditEvent &event = record.event;
            if (event.kind == "search") {
                for (const governance::RankShown &rank : event.ranks)
                    ++shown[rank.name];
                if (!event.searchId.empty() && !event.ranks.empty())
                    ranks.keep(event);
                continue;
            }
            if (event.service.empty() || event.action.empty())
                continue;
            const std::string name = event.service + '.' + event.action;
            const bool activated = event.kind == "activation" && event.outcome == "activated";
            // An attempt has no outcome yet: that stands in the record that follows it.
            const bool called = event.kind == "call" && event.outcome != "attempt";
            if (!activated && !called)
                continue;
            Seen &seen = actions[name];
            seen.use.lastUse = std::max(seen.use.lastUse, record.time);
            if (called) {
                ++seen.use.calls;
                seen.use.succeeded += event.outcome == "ok" ? 1 : 0;
                continue;
            }
            ++seen.use.activations;
            seen.sessions.insert(sessionKey(record));
            sessions.insert(sessionKey(record));
            seen.organisations.insert(hash64(event.organisation));
            if (const std::uint32_t rank = ranks.of(event.searchId, name); rank > 0) {
                ++seen.use.found;
                seen.use.foundFirst += rank == 1 ? 1 : 0;
                seen.use.rankSum += rank;
            }
        }
        job.at("reading the log", out.records, *total);
        more = page->more;
    }
    out.sessions = sessions.size();
    for (auto &[name, seen] : actions) {
        seen.use.name = name;
        seen.use.sessions = seen.sessions.size();
        seen.use.organisations = seen.organisations.size();
        if (const auto times = shown.find(name); times != shown.end())
            seen.use.shown = times->second;
        out.actions.push_back(std::move(seen.use));
    }
    return out;
}

} // namespace actionscope::evaluation
