#pragma once
/// The history of experiments: implemented by storage, in state.db.

#include "evaluation/experiment.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation {

/// What lists show, without reading what every query got.
struct RunSummary {
    std::string id, label, preset;
    std::vector<std::string> sets;
    Timestamp time;
    std::uint32_t queries = 0, noAnswer = 0;
    Metrics unscoped, scoped;    ///< `scoped.queries` 0: no set has services
    double emptyShare = 0;       ///< of all queries without an answer
    double p50Us = 0, p95Us = 0; ///< medians over sets
};
[[nodiscard]] RunSummary summaryOf(const Run &run);
[[nodiscard]] json::object summaryToJson(const RunSummary &summary);
/// Errors: ParseError.
[[nodiscard]] Result<RunSummary> summaryFromJson(const json::value &value);

constexpr std::size_t MaxRunBytes = 64U << 20; ///< of one run as JSON
constexpr std::size_t MaxRuns = 500;           ///< the oldest ones make room

/// Any thread. Runs are no records of what happened to others, so they are not in the audit log and may be deleted.
class ExperimentStore {
public:
    virtual ~ExperimentStore() = default;
    /// Gives the run its id. Errors: LimitExceeded beyond MaxRunBytes; PermissionDenied when read only; IoError, Busy.
    [[nodiscard]] virtual Result<std::string> add(const Run &run) = 0;
    /// Newest first.
    [[nodiscard]] virtual Result<std::vector<RunSummary>> list(std::size_t limit = 100) const = 0;
    /// Errors: NotFound; Corrupt.
    [[nodiscard]] virtual Result<Run> get(std::string_view id) const = 0;
    /// Errors: NotFound, and those of add().
    [[nodiscard]] virtual Result<void> remove(std::string_view id) = 0;
};

} // namespace actionscope::evaluation
