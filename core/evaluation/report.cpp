#include "evaluation/report.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace actionscope::evaluation {
namespace {

json::object metricsJson(const Metrics &metrics) {
    json::object object;
    for (const Metric metric : allMetrics())
        object[metricKey(metric)] = metrics.of(metric);
    return object;
}

json::object intervalsJson(const Summary &summary) {
    json::object object;
    for (const Metric metric : allMetrics())
        object[metricKey(metric)] = json::array{summary.interval(metric).low, summary.interval(metric).high};
    return object;
}

const Summary &scopedOf(const SetResult &set) { return set.scoped ? *set.scoped : set.unscoped; }

/// Each set counts the same, also those whose catalog has one service: scoped and unscoped are the same there.
Metrics scopedMeanOfAll(const Run &run) {
    std::vector<Metrics> means;
    for (const SetResult &set : run.sets) {
        if (set.queries > 0)
            means.push_back(scopedOf(set).mean);
    }
    return macroMean(means);
}

std::string fixed(double value, int digits = 3) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string signedFixed(double value) { return (value >= 0 ? "+" : "") + fixed(value); }

/// Text of others in a table of Markdown: one line, nothing that it would take for markup.
std::string cell(std::string_view text, std::size_t most = 120) {
    const std::string clean = revealInvisible(toValidUtf8(text));
    std::string out;
    for (const char c : truncateUtf8(clean, most)) {
        if (std::string_view("|`*_<>[]\\#&!").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out + (clean.size() > most ? "…" : "");
}

std::string intervalText(const Interval &interval) {
    return '[' + fixed(interval.low) + ", " + fixed(interval.high) + ']';
}

std::string summaryRow(const std::string &name, const std::string &mode, const Summary &summary) {
    std::string row = "| " + name + " | " + mode + " | " + std::to_string(summary.mean.queries) + " |";
    for (const Metric metric : allMetrics())
        row += ' ' + fixed(summary.mean.of(metric)) + " |";
    return row + ' ' + intervalText(summary.interval(Metric::Recall5)) + " | " +
           intervalText(summary.interval(Metric::Ndcg5)) + " |\n";
}

std::string rankText(double rank) {
    if (rank == 0)
        return "–";
    return rank == std::floor(rank) ? fixed(rank, 0) : fixed(rank, 1);
}

void metricTable(const Run &run, std::string &text) {
    text += "| set | mode | queries |";
    std::string rule = "|---|---|---|";
    for (const Metric metric : allMetrics()) {
        text += ' ' + std::string(metricKey(metric)) + " |";
        rule += "---|";
    }
    text += " recall@5, 95 % | ndcg@5, 95 % |\n" + rule + "---|---|\n";
    for (const SetResult &set : run.sets) {
        text += summaryRow(cell(set.name) + " (" + std::to_string(set.actions) + ")", "unscoped", set.unscoped);
        if (set.scoped)
            text += summaryRow("", "scoped", *set.scoped);
    }
    if (run.sets.size() > 1) {
        text += summaryRow("**mean of " + std::to_string(run.sets.size()) + "**", "unscoped", run.unscoped);
        if (run.scoped.mean.queries > 0)
            text += summaryRow("**mean of those with services**", "scoped", run.scoped);
    }
    text += '\n';
}

void gateTable(const std::vector<GateResult> &gates, std::string &text) {
    text += "## Gates\n\n| gate | measured | |\n|---|---|---|\n";
    for (const GateResult &gate : gates)
        text += "| " + cell(gate.gate.text) + " | " + (gate.problem.empty() ? fixed(gate.value) : cell(gate.problem)) +
                " | " + (gate.holds ? "holds" : "**does not hold**") + " |\n";
    text += '\n';
}

void comparisonTables(const Comparison &comparison, const Run &before, const Run &after, std::string &text) {
    text += "## " + cell(before.preset) + " → " + cell(after.preset) + "\n\n| metric | mode | " + cell(before.preset) +
            " | " + cell(after.preset) + " | Δ | 95 % | p | queries needed |\n|---|---|---|---|---|---|---|---|\n";
    for (const MetricComparison &row : comparison.metrics) {
        const Significance &s = row.significance;
        text += "| " + std::string(metricKey(row.metric)) + " | " + (row.scoped ? "scoped" : "unscoped") + " | " +
                fixed(row.before) + " | " + fixed(row.after) + " | " + signedFixed(s.difference) + " | " +
                intervalText(s.interval) + " | " + fixed(s.p) + " | " +
                (s.evidence()           ? "–"
                 : s.queriesNeeded == 0 ? "no difference"
                                        : "≈ " + std::to_string(s.queriesNeeded)) +
                " |\n";
    }
    text += "\nAn interval that holds 0 is not yet evidence. Per query by nDCG@10: " + std::to_string(comparison.wins) +
            " wins, " + std::to_string(comparison.ties) + " ties, " + std::to_string(comparison.losses) + " losses.";
    if (comparison.noAnswer > 0)
        text += " Of " + std::to_string(comparison.noAnswer) + " queries without an answer " +
                std::to_string(comparison.emptyBefore) + " came back empty, now " +
                std::to_string(comparison.emptyAfter) + '.';
    if (comparison.unpaired > 0)
        text += ' ' + std::to_string(comparison.unpaired) + " queries are in one of the runs only and do not count.";
    text += "\n\n| query | set | nDCG@10 | Δ | first right rank |\n|---|---|---|---|---|\n";
    std::size_t shown = 0;
    for (const QueryComparison &query : comparison.queries) {
        if (std::abs(query.difference()) < TieWidth || ++shown > 20)
            break;
        text += "| " + cell(query.text) + " | " + cell(query.set) + " | " + fixed(query.before, 2) + " → " +
                fixed(query.after, 2) + " | " + signedFixed(query.difference()) + " | " + rankText(query.firstBefore) +
                " → " + rankText(query.firstAfter) + " |\n";
    }
    text += '\n';
}

/// Rankings side by side: means, what the run has over each, and how long a search takes.
void rankingTable(const ReportParts &parts, std::string &text) {
    const auto median = [](const Run &run, double LatencyHistogram::*which) {
        std::vector<double> values;
        for (const SetResult &set : run.sets)
            values.push_back(set.latency.*which);
        std::sort(values.begin(), values.end());
        return values.empty() ? 0.0 : values[values.size() / 2];
    };
    const auto row = [&](const Run &run, const Comparison *comparison) {
        std::string line = "| " + cell(run.preset) + " | " + fixed(run.unscoped.mean.recall1) + " | " +
                           fixed(run.unscoped.mean.recall5) + " | " + fixed(run.unscoped.mean.recall10) + " | " +
                           fixed(run.unscoped.mean.ndcg5) + " | " + fixed(run.unscoped.mean.mrr10) + " | " +
                           (run.scoped.mean.queries > 0 ? fixed(run.scoped.mean.recall5) : "–") + " | ";
        for (const Metric metric : {Metric::Recall5, Metric::Ndcg5}) {
            const MetricComparison *found = nullptr;
            if (comparison != nullptr) {
                for (const MetricComparison &one : comparison->metrics) {
                    if (one.metric == metric && !one.scoped)
                        found = &one;
                }
            }
            line += (found == nullptr ? std::string("–")
                                      : signedFixed(found->significance.difference) + ' ' +
                                            intervalText(found->significance.interval)) +
                    " | ";
        }
        line += comparison == nullptr ? std::string("–")
                                      : std::to_string(comparison->wins) + " / " + std::to_string(comparison->losses);
        return line + " | " + fixed(median(run, &LatencyHistogram::p50), 0) + " | " +
               fixed(median(run, &LatencyHistogram::p95), 0) + " |\n";
    };
    text += "## Rankings side by side\n\n| ranking | recall@1 | recall@5 | recall@10 | ndcg@5 | mrr@10 | scoped "
            "recall@5 | " +
            cell(parts.run->preset) +
            " has over it: recall@5, 95 % | ndcg@5, 95 % | queries won / lost | p50 µs | p95 µs "
            "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    text += row(*parts.run, nullptr);
    for (const ReportParts::Against &other : parts.against)
        text += row(*other.run, other.comparison);
    text += "\nMeans over sets; latencies are medians over sets. An interval that holds 0 is not yet evidence.\n\n";
}

void sliceTable(const char *title, const std::vector<Slice> &slices, std::string &text) {
    if (slices.size() < 2)
        return;
    text += "| " + std::string(title) + " | queries | recall@5 | ndcg@10 |\n|---|---|---|---|\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(slices.size(), 15); ++i)
        text += "| " + cell(slices[i].label) + " | " + std::to_string(slices[i].mean.queries) + " | " +
                fixed(slices[i].mean.recall5) + " | " + fixed(slices[i].mean.ndcg10) + " |\n";
    text += '\n';
}

void latencyTable(const Run &run, std::string &text) {
    text += "## Latency of one search\n\nWall time, microseconds, while " + cell(run.environment) +
            " measured in parallel.\n\n| set | p50 | p95 | p99 |\n|---|---|---|---|\n";
    for (const SetResult &set : run.sets)
        text += "| " + cell(set.name) + " | " + fixed(set.latency.p50, 0) + " | " + fixed(set.latency.p95, 0) + " | " +
                fixed(set.latency.p99, 0) + " |\n";
    text += '\n';
}

} // namespace

json::object setToJson(const SetResult &set) {
    json::array histogram, warnings;
    for (const std::uint32_t count : set.latency.counts)
        histogram.push_back(count);
    for (const std::string &warning : set.warnings)
        warnings.push_back(json::value(toValidUtf8(warning)));
    return {{"name", set.name},
            {"family", set.family},
            {"actions", set.actions},
            {"services", set.services},
            {"queries", set.queries},
            {"no_answer", set.noAnswer},
            {"excluded", set.excluded},
            {"unscoped", metricsJson(set.unscoped.mean)},
            {"unscoped_95", intervalsJson(set.unscoped)},
            {"scoped", metricsJson(scopedOf(set).mean)},
            {"scoped_95", intervalsJson(scopedOf(set))},
            {"empty", set.noAnswer == 0 ? json::value() : json::value(set.emptyShare)},
            {"floor", set.floor},
            {"query_us",
             {{"p50", set.latency.p50},
              {"p95", set.latency.p95},
              {"p99", set.latency.p99},
              {"histogram", std::move(histogram)}}},
            {"index_version", set.indexVersion},
            {"warnings", std::move(warnings)}};
}

json::object evaluationToJson(const Run &run) {
    json::object object;
    if (run.sets.size() == 1) {
        object = setToJson(run.sets.front());
    } else {
        json::array list;
        for (const SetResult &set : run.sets)
            list.push_back(setToJson(set));
        object["benchmarks"] = std::move(list);
        object["means"] = {{"unscoped", metricsJson(run.unscoped.mean)},
                           {"scoped", metricsJson(scopedMeanOfAll(run))},
                           {"scoped_with_services", metricsJson(run.scoped.mean)},
                           {"unscoped_95", intervalsJson(run.unscoped)},
                           {"scoped_with_services_95", intervalsJson(run.scoped)}};
    }
    object["preset"] = run.preset;
    object["model"] = run.model.empty() ? json::value() : json::value(run.model);
    object["environment"] = run.environment;
    object["seed"] = run.seed;
    return object;
}

json::object comparisonToJson(const Comparison &comparison) {
    json::array metrics, queries;
    for (const MetricComparison &row : comparison.metrics) {
        const Significance &s = row.significance;
        metrics.push_back(json::object{{"metric", metricKey(row.metric)},
                                       {"scoped", row.scoped},
                                       {"before", row.before},
                                       {"after", row.after},
                                       {"difference", s.difference},
                                       {"interval_95", json::array{s.interval.low, s.interval.high}},
                                       {"p", s.p},
                                       {"evidence", s.evidence()},
                                       {"queries", s.queries},
                                       {"queries_needed", s.queriesNeeded}});
    }
    for (const QueryComparison &query : comparison.queries)
        queries.push_back(json::object{{"set", query.set},
                                       {"id", query.id},
                                       {"text", toValidUtf8(query.text)},
                                       {"before", query.before},
                                       {"after", query.after},
                                       {"first_before", query.firstBefore},
                                       {"first_after", query.firstAfter}});
    return {{"metrics", std::move(metrics)},
            {"wins", comparison.wins},
            {"ties", comparison.ties},
            {"losses", comparison.losses},
            {"unpaired", comparison.unpaired},
            {"no_answer", comparison.noAnswer},
            {"empty_before", comparison.emptyBefore},
            {"empty_after", comparison.emptyAfter},
            {"queries", std::move(queries)}};
}

json::object gateToJson(const GateResult &gate) {
    return {{"gate", gate.gate.text},
            {"holds", gate.holds},
            {"value", gate.problem.empty() ? json::value(gate.value) : json::value()},
            {"before", gate.before ? json::value(*gate.before) : json::value()},
            {"problem", gate.problem.empty() ? json::value() : json::value(gate.problem)}};
}

std::string markdownReport(const ReportParts &parts) {
    const Run &run = *parts.run;
    std::string text = "# " + (run.label.empty() ? "Retrieval with preset " + cell(run.preset) : cell(run.label)) +
                       "\n\n" + "Preset " + cell(run.preset) + "; " +
                       (run.model.empty() ? "no vectors" : "vectors of " + cell(run.model)) + "; seed " +
                       std::to_string(run.seed) + "; " + cell(run.environment) + ".\n\n";
    metricTable(run, text);
    std::uint32_t none = 0, excluded = 0;
    for (const SetResult &set : run.sets) {
        none += set.noAnswer;
        excluded += set.excluded;
    }
    if (none > 0) {
        text += "| set | queries without an answer | came back empty | floor |\n|---|---|---|---|\n";
        for (const SetResult &set : run.sets) {
            if (set.noAnswer > 0)
                text += "| " + cell(set.name) + " | " + std::to_string(set.noAnswer) + " | " + fixed(set.emptyShare) +
                        " | " + fixed(set.floor) + " |\n";
        }
        text += '\n';
    }
    if (excluded > 0)
        text += std::to_string(excluded) +
                " queries are not counted: nothing that answers them is in the catalog any more.\n\n";
    if (parts.gates != nullptr && !parts.gates->empty())
        gateTable(*parts.gates, text);
    if (parts.against.size() == 1)
        comparisonTables(*parts.against[0].comparison, *parts.against[0].run, run, text);
    else if (!parts.against.empty())
        rankingTable(parts, text);
    text += "## Where it is weak\n\n";
    sliceTable("length", sliceRun(run, lengthLabel), text);
    if (run.sets.size() == 1)
        sliceTable("service", sliceRun(run, serviceLabel), text);
    text += "| hardest queries | set | nDCG@10 | first right rank | right |\n|---|---|---|---|---|\n";
    for (const HardQuery &hard : hardestQueries(run)) {
        text += "| " + cell(hard.query->text) + " | " + cell(hard.set->name) + " | " +
                fixed(hard.query->unscoped.ndcg10, 2) + " | " + rankText(hard.query->firstRank) + " | " +
                cell(hard.query->golds.empty() ? "" : hard.query->golds.front().name) +
                (hard.query->golds.size() > 1 ? " and others" : "") + " |\n";
    }
    text += '\n';
    latencyTable(run, text);
    return text +
           "recall@k: share of the right actions in the first k. nDCG: gain is the grade, discount log2. mrr@10: "
           "reciprocal rank of the first right one. all_golds@10: all right ones in the first ten. Ties count by "
           "their expected value; intervals are bootstrap ones over queries.\n";
}

} // namespace actionscope::evaluation
