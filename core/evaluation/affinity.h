#pragma once
/// Affinity of one user (ST11): the services of what they activated and called well warm the ranking of their next
/// searches. Off by default: tests/bench/RESULTS.md has when it helped and when it did harm.

#include "catalog/catalog.h"
#include "governance/audit_log.h"
#include "retrieval/searcher.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation {

constexpr std::size_t AffinityRecords = 500; ///< of the log that are looked at: the newest

/// How much somebody uses each service, in shares of the one they use most.
class Affinity {
public:
    /// Activations and good calls of `actor` ("gateway:bot") since then, the newest AffinityRecords of them. Errors:
    /// those of the log.
    [[nodiscard]] static Result<Affinity> fromAudit(const governance::AuditLog &log, const std::string &actor,
                                                    std::optional<Timestamp> since);
    explicit Affinity(std::map<std::string, std::size_t, std::less<>> uses = {});
    [[nodiscard]] double of(std::string_view service) const; ///< 0 … 1
    [[nodiscard]] bool empty() const { return m_most == 0; }

private:
    std::map<std::string, std::size_t, std::less<>> m_uses;
    std::size_t m_most = 0;
};

/// The order of `hits` when each has the score `score + weight × (1 − score) × affinity`, which takes its place: scores
/// stay within 0 … 1, and hits of equal affinity stay in their order. Returns the old places in the new order. `weight`
/// 0 … 1.
[[nodiscard]] std::vector<std::size_t> warm(std::vector<retrieval::Hit> &hits, const catalog::Catalog &catalog,
                                            const Affinity &affinity, double weight);

} // namespace actionscope::evaluation
