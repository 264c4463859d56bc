#pragma once
/// Runs as documents: the JSON that INTERFACES fixes, and Markdown for people.

#include "base/json.h"
#include "evaluation/experiment.h"
#include "evaluation/gate.h"

#include <string>
#include <vector>

namespace actionscope::evaluation {

/// One set: `{"name","actions","queries","unscoped":{…},"scoped":{…},"query_us":{"p50","p95"}, …}`. `scoped` is
/// `unscoped` where there is one service.
[[nodiscard]] json::object setToJson(const SetResult &set);
/// One set: its object, with what is said of the run beside; several: `{"benchmarks":[…],"means":{"unscoped","scoped",
/// "scoped_with_services"}}`.
[[nodiscard]] json::object evaluationToJson(const Run &run);
[[nodiscard]] json::object comparisonToJson(const Comparison &comparison);
[[nodiscard]] json::object gateToJson(const GateResult &gate);

struct ReportParts {
    const Run *run = nullptr;
    /// What it is compared with: another run, and compareRuns(other, run). Of one the report has every query that
    /// differs most, of several a table with a line each.
    struct Against {
        const Run *run = nullptr;
        const Comparison *comparison = nullptr;
    };
    std::vector<Against> against = {};
    const std::vector<GateResult> *gates = nullptr;
};
/// Tables of means, sets, gates, the comparison with its greatest wins and losses, slices, the hardest queries,
/// latency, and how it was run. Texts of queries are escaped.
[[nodiscard]] std::string markdownReport(const ReportParts &parts);

} // namespace actionscope::evaluation
