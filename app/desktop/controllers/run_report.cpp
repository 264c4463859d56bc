#include "run_report.h"

#include "convert.h"
#include "evaluation/report.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace actionscope::app {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(RunReport)
};

QString number(double value, int decimals = 3) { return QLocale().toString(value, 'f', decimals); }

void addSlices(RunReport &report, const QString &group, const std::vector<evaluation::Slice> &slices) {
    constexpr std::size_t MostSlices = 30;
    for (std::size_t i = 0; i < slices.size() && i < MostSlices; ++i) {
        const evaluation::Slice &slice = slices[i];
        const QString label = revealed(slice.label);
        report.slices.push_back(
            {{QStringLiteral("group"), group},
             {QStringLiteral("label"), label},
             {QStringLiteral("queries"), static_cast<int>(slice.mean.queries)},
             {QStringLiteral("recall5"), number(slice.mean.recall5)},
             {QStringLiteral("ndcg5"), number(slice.mean.ndcg5)},
             {QStringLiteral("share"), slice.mean.ndcg5},
             //: a group of queries, how many, recall@5, nDCG@5
             {QStringLiteral("sentence"), Words::tr("%1, %2 queries: recall@5 %3, nDCG@5 %4")
                                              .arg(label)
                                              .arg(slice.mean.queries)
                                              .arg(number(slice.mean.recall5), number(slice.mean.ndcg5))}});
    }
}

} // namespace

QString durationText(double us) {
    return us < 1000 ? Words::tr("%1 µs").arg(QLocale().toString(us, 'f', 0))
                     : Words::tr("%1 ms").arg(QLocale().toString(us / 1000, 'f', us < 10'000 ? 2 : 0));
}

QString tierLabelOf(const evaluation::QueryResult &query, const workspace::Snapshot &now) {
    int best = -1, grade = 0;
    for (const evaluation::RankedAction &gold : query.golds) {
        const auto ordinal = now.catalog->find(gold.name);
        if (!ordinal || gold.grade <= grade)
            continue;
        grade = gold.grade;
        best = displayTier((*now.risk)[*ordinal]);
    }
    return best < 0 ? QString() : tierName(best);
}

RunReport makeReport(const evaluation::Run &run, const std::vector<evaluation::GateResult> &gates,
                     const workspace::Snapshot &now) {
    using evaluation::Metric;
    RunReport report;
    report.id = toQString(run.id);
    report.title = run.label.empty() ? toQString(run.preset) : revealed(run.label);
    QStringList facts{Words::tr("preset %1").arg(toQString(run.preset))};
    if (!run.model.empty())
        facts.append(Words::tr("vectors %1").arg(revealed(run.model)));
    else
        facts.append(Words::tr("keywords only"));
    facts.append(Words::tr("seed %1").arg(run.seed));
    facts.append(revealed(run.environment));
    report.facts = facts.join(QStringLiteral(" · "));
    QStringList warnings;
    std::uint32_t excluded = 0;
    for (const evaluation::SetResult &set : run.sets) {
        excluded += set.excluded;
        for (const std::string &warning : set.warnings) {
            if (warnings.size() < 20)
                warnings.append(revealed(warning));
        }
    }
    if (excluded > 0)
        warnings.prepend(Words::tr("%n query(s) were not measured.", "", static_cast<int>(excluded)));
    report.warnings = warnings.join(QLatin1Char('\n'));

    for (const Metric metric : evaluation::allMetrics()) {
        const QString name = toQString(evaluation::metricKey(metric));
        const auto interval = [&](const evaluation::Summary &summary) {
            const evaluation::Interval &i = summary.interval(metric);
            return QStringLiteral("%1–%2").arg(number(i.low), number(i.high));
        };
        const bool scoped = run.scoped.mean.queries > 0;
        const QString value = number(run.unscoped.mean.of(metric));
        report.metrics.push_back(
            {{QStringLiteral("name"), name},
             {QStringLiteral("value"), value},
             {QStringLiteral("interval"), interval(run.unscoped)},
             {QStringLiteral("scoped"), scoped ? number(run.scoped.mean.of(metric)) : QStringLiteral("–")},
             {QStringLiteral("scopedInterval"), scoped ? interval(run.scoped) : QString()},
             //: a metric, its value and interval
             {QStringLiteral("sentence"), Words::tr("%1 %2, interval %3").arg(name, value, interval(run.unscoped))}});
    }

    addSlices(report, QStringLiteral("tier"), evaluation::sliceRun(run, [&](const auto &, const auto &query) {
                  return toStdString(tierLabelOf(query, now));
              }));
    addSlices(report, QStringLiteral("service"), evaluation::sliceRun(run, evaluation::serviceLabel));
    addSlices(report, QStringLiteral("length"), evaluation::sliceRun(run, evaluation::lengthLabel));

    for (const evaluation::HardQuery &hard : evaluation::hardestQueries(run)) {
        QStringList golds;
        for (const evaluation::RankedAction &gold : hard.query->golds)
            golds.append(toQString(gold.name));
        const QString rank = hard.query->firstRank == 0 ? Words::tr("not in the first 100")
                                                        : QStringLiteral("#%1").arg(qRound(hard.query->firstRank));
        const QString text = revealed(hard.query->text);
        report.hardest.push_back(
            {{QStringLiteral("text"), text},
             {QStringLiteral("set"), toQString(hard.set->name)},
             {QStringLiteral("rank"), rank},
             {QStringLiteral("ndcg"), number(hard.query->unscoped.ndcg10)},
             {QStringLiteral("golds"), golds.join(QStringLiteral(", "))},
             {QStringLiteral("gold"), golds.value(0)},
             //: a query, nDCG@10, rank of the first right answer, the right answers
             {QStringLiteral("sentence"),
              Words::tr("%1: nDCG@10 %2, first right answer %3, right would be %4")
                  .arg(text, number(hard.query->unscoped.ndcg10), rank, golds.join(QStringLiteral(", ")))}});
    }

    evaluation::LatencyHistogram all;
    std::vector<double> us;
    for (const evaluation::SetResult &set : run.sets) {
        for (const evaluation::QueryResult &query : set.results)
            us.push_back(query.us);
    }
    if (!us.empty())
        all = evaluation::LatencyHistogram::of(std::move(us));
    const std::uint32_t most = std::max(1U, *std::max_element(all.counts.begin(), all.counts.end()));
    std::size_t last = all.counts.size();
    while (last > 1 && all.counts[last - 1] == 0)
        --last;
    std::size_t first = 0;
    while (first + 1 < last && all.counts[first] == 0)
        ++first;
    for (std::size_t bin = first; bin < last; ++bin)
        report.latency.append(
            QVariantMap{{QStringLiteral("label"), durationText(evaluation::LatencyHistogram::lowerUs(bin))},
                        {QStringLiteral("count"), all.counts[bin]},
                        {QStringLiteral("share"), double(all.counts[bin]) / most}});
    report.latencyText = QStringLiteral("p50 %1 · p95 %2 · p99 %3")
                             .arg(durationText(all.p50), durationText(all.p95), durationText(all.p99));

    for (const evaluation::GateResult &gate : gates) {
        report.gatesFailed += gate.holds ? 0 : 1;
        const QString text = revealed(gate.gate.text);
        const QString verdict = gate.holds ? Words::tr("holds") : Words::tr("fails");
        report.gates.push_back({{QStringLiteral("text"), text},
                                {QStringLiteral("holds"), gate.holds},
                                {QStringLiteral("value"), gate.problem.empty() ? number(gate.value) : QString()},
                                {QStringLiteral("problem"), revealed(gate.problem)},
                                {QStringLiteral("sentence"), QStringLiteral("%1: %2").arg(text, verdict)}});
    }
    evaluation::ReportParts parts;
    parts.run = &run;
    parts.gates = &gates;
    report.markdown = toQString(evaluation::markdownReport(parts));
    return report;
}

} // namespace actionscope::app
