#pragma once
/// What the Benchmarks page tells of one run.

#include "evaluation/experiment.h"
#include "evaluation/gate.h"
#include "risk/risk_policy.h"
#include "workspace/workspace.h"

#include <QString>
#include <QVariantMap>
#include <vector>

namespace actionscope::app {

/// Everything ready to be shown; made off the GUI thread.
struct RunReport {
    QString id, title, facts, warnings;
    /// Maps of label, queries, recall5, ndcg5, share (of 1), sentence: by tier of the right answers, by service, by
    /// length of the query.
    std::vector<QVariantMap> slices; ///< also with `group`: "tier", "service", "length"
    /// Maps of text, set, key, rank, ndcg, golds, sentence.
    std::vector<QVariantMap> hardest;
    /// Maps of label, count, share (of the highest).
    QVariantList latency;
    QString latencyText; ///< "p50 0.41 ms · p95 1.20 ms · p99 1.71 ms"
    /// Maps of text, holds, value, problem, sentence.
    std::vector<QVariantMap> gates;
    int gatesFailed = 0;
    /// Maps of name, value, interval, scoped, scopedInterval, sentence.
    std::vector<QVariantMap> metrics;
    QString markdown;
};

/// `now` gives the tiers; right answers that it does not have count as no tier.
RunReport makeReport(const evaluation::Run &run, const std::vector<evaluation::GateResult> &gates,
                     const workspace::Snapshot &now);
/// "≥ 80 queries needed" is elsewhere; this is "41 µs", "1.2 ms".
QString durationText(double us);
QString tierLabelOf(const evaluation::QueryResult &query, const workspace::Snapshot &now);

} // namespace actionscope::app
