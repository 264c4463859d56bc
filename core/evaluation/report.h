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
    const Run *against = nullptr;           ///< compared with, or null
    const Comparison *comparison = nullptr; ///< of both, or null
    const std::vector<GateResult> *gates = nullptr;
};
/// Tables of means, sets, gates, the comparison with its greatest wins and losses, slices, the hardest queries,
/// latency, and how it was run. Texts of queries are escaped.
[[nodiscard]] std::string markdownReport(const ReportParts &parts);

} // namespace actionscope::evaluation
