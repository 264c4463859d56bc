#pragma once
/// Gates: claims that a run must fulfil, for CI and for the Benchmarks page.
///
/// One line each:
///
///     [SET:] [scoped] METRIC >= NUMBER         also <=, > and <
///     [SET:] [scoped] METRIC drop <= NUMBER    against the stored baseline
///
/// and at most one line `baseline: FILE` with a file beside it.
///
/// METRIC is recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10, all_golds@10, empty (share of the queries without
/// an answer that come back empty), p50_us or p95_us. Without a set the mean of all counts (p50_us, p95_us: the
/// greatest).

#include "base/result.h"
#include "evaluation/experiment.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation {

struct Gate {
    std::string set;    ///< empty: the mean
    std::string metric; ///< as above
    bool scoped = false;
    bool drop = false; ///< against the baseline
    enum class Relation : std::uint8_t { AtLeast, AtMost, Above, Below } relation = Relation::AtLeast;
    double bound = 0;
    std::string text; ///< as it was written, spaces evened
    Location where;
};

struct GateFile {
    std::vector<Gate> gates;
    std::filesystem::path baseline; ///< beside the file; empty: none is named
};

/// Errors: ParseError saying what was expected, with the column.
[[nodiscard]] Result<Gate> parseGate(std::string_view line);
/// A YAML file: `{baseline: FILE, gates: [LINE, …]}`, or plain lines as above with # comments. Errors: NotFound,
/// ParseError with line and column.
[[nodiscard]] Result<GateFile> readGates(const std::filesystem::path &file);
/// The same of text that is, or would be, in `file`.
[[nodiscard]] Result<GateFile> parseGates(const std::string &text, const std::filesystem::path &file);
/// The file that a line `baseline: FILE` names; nothing for another line.
[[nodiscard]] std::optional<std::string> baselineLine(std::string_view line);
/// What `eval --json` printed, or `--save-baseline` wrote: what drops are taken against.
struct Baseline {
    struct Entry {
        std::string set; ///< empty: the mean
        Metrics unscoped;
        std::optional<Metrics> scoped;
    };
    std::vector<Entry> entries;
};
[[nodiscard]] Result<Baseline> readBaseline(const std::filesystem::path &file);
[[nodiscard]] Baseline baselineOf(const Run &run);

struct GateResult {
    Gate gate;
    bool holds = false;
    double value = 0;             ///< measured: of a drop, before - now
    std::optional<double> before; ///< of the baseline, where the gate is a drop
    std::string problem;          ///< why it could not be judged; then it does not hold
};
[[nodiscard]] std::vector<GateResult> judgeGates(const std::vector<Gate> &gates, const Run &run,
                                                 const Baseline *baseline);

} // namespace actionscope::evaluation
