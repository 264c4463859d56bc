#include "lab_metrics.h"

#include "convert.h"

#include <QLocale>

namespace actionscope::app {
namespace {

/// ".87" as people say it among figures from 0 to 1, "1.00" for all.
QString share(double value, int decimals = 3) { return QLocale().toString(value, 'f', decimals); }

QVariantMap figure(const QString &name, double now, const double *before) {
    QVariantMap map{{QStringLiteral("name"), name},
                    {QStringLiteral("value"), share(now)},
                    {QStringLiteral("delta"), QString()},
                    {QStringLiteral("change"), QString()}};
    QString sentence = LabMetrics::tr("%1 %2", "a metric and its value").arg(name, share(now));
    if (before != nullptr) {
        const double difference = now - *before;
        const bool same = qAbs(difference) < 0.0005;
        map[QStringLiteral("change")] = same             ? QStringLiteral("same")
                                        : difference > 0 ? QStringLiteral("up")
                                                         : QStringLiteral("down");
        map[QStringLiteral("delta")] =
            same ? QStringLiteral("=")
                 : (difference > 0 ? QStringLiteral("▲") : QStringLiteral("▼")) + share(qAbs(difference));
        sentence = same ? LabMetrics::tr("%1, unchanged", "a metric").arg(sentence)
                   //: %1 a metric and its value, %2 by how much it is better or worse than the baseline
                   : difference > 0 ? LabMetrics::tr("%1, up by %2").arg(sentence, share(difference))
                                    : LabMetrics::tr("%1, down by %2").arg(sentence, share(-difference));
    }
    map[QStringLiteral("sentence")] = sentence;
    return map;
}

QString evidenceLine(const evaluation::Run &run, const QString &set) {
    const evaluation::Metrics &m = run.unscoped.mean;
    const auto number = [](double value) { return QString::number(value, 'f', 3); };
    return QStringLiteral("%1, %2 queries, %3: recall@5 %4, nDCG@5 %5, MRR@10 %6")
        .arg(set)
        .arg(m.queries)
        .arg(toQString(run.preset), number(m.recall5), number(m.ndcg5), number(m.mrr10));
}

} // namespace

QVariantList metricFigures(const evaluation::Run &now, const evaluation::Run *before) {
    QVariantList figures;
    const auto add = [&](const QString &name, evaluation::Metric metric) {
        const double was = before == nullptr ? 0 : before->unscoped.mean.of(metric);
        figures.append(figure(name, now.unscoped.mean.of(metric), before == nullptr ? nullptr : &was));
    };
    if (now.unscoped.mean.queries > 0) {
        add(QStringLiteral("R@5"), evaluation::Metric::Recall5);
        add(QStringLiteral("nDCG@5"), evaluation::Metric::Ndcg5);
        add(QStringLiteral("nDCG@10"), evaluation::Metric::Ndcg10);
        add(QStringLiteral("MRR"), evaluation::Metric::Mrr10);
    }
    const auto emptyOf = [](const evaluation::Run &run, std::uint32_t &all) {
        double empty = 0;
        all = 0;
        for (const evaluation::SetResult &set : run.sets) {
            all += set.noAnswer;
            empty += set.emptyShare * set.noAnswer;
        }
        return all == 0 ? 0.0 : empty / all;
    };
    std::uint32_t all = 0;
    const double empty = emptyOf(now, all);
    if (all > 0) {
        std::uint32_t ignored = 0;
        const double was = before == nullptr ? 0 : emptyOf(*before, ignored);
        //: share of the queries that nothing answers which rightly find nothing
        figures.append(figure(LabMetrics::tr("rightly empty"), empty, before == nullptr ? nullptr : &was));
    }
    return figures;
}

LabMetrics::LabMetrics(QObject *parent)
    : QObject(parent) {
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(150);
    connect(&m_debounce, &QTimer::timeout, this, &LabMetrics::measure);
}

void LabMetrics::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, [this] {
        m_outdated = true;
        if (m_active)
            readSets();
    });
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        m_outdated = true;
        if (m_active)
            readSets();
    });
    Q_EMIT sourceChanged();
    m_outdated = true;
    if (m_active)
        readSets();
}

void LabMetrics::setTuning(LabTuning *tuning) {
    if (m_tuning == tuning)
        return;
    m_tuning = tuning;
    connect(tuning, &LabTuning::configurationChanged, this, &LabMetrics::schedule);
    connect(tuning, &LabTuning::baselineChanged, this, &LabMetrics::schedule);
    Q_EMIT sourceChanged();
}

void LabMetrics::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    Q_EMIT activeChanged();
    if (active && m_outdated)
        readSets();
    if (!active && m_debounce.isActive()) {
        m_debounce.stop();
        m_outdated = true;
    }
}

void LabMetrics::setSet(const QString &set) {
    if (m_set == set || (!set.isEmpty() && !m_sets.contains(set)))
        return;
    m_set = set;
    m_run.reset();
    Q_EMIT setChanged();
    schedule();
}

void LabMetrics::refresh() {
    m_baselineRun.reset();
    readSets();
}

void LabMetrics::readSets() {
    if (!m_session || !m_session->isReady() || !m_session->isIndexed()) {
        m_sets.clear();
        m_run.reset();
        Q_EMIT setsChanged();
        setState(QStringLiteral("noSet"));
        return;
    }
    m_reading.run<QStringList>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &) -> Result<QStringList> {
            QStringList names;
            for (const workspace::QuerySetInfo &info : workspace.querySets()) {
                if (!info.problem && info.queries > 0)
                    names.append(toQString(info.name));
            }
            return names;
        },
        this,
        [this](Result<QStringList> names) {
            if (!names)
                return;
            if (*names != m_sets) {
                m_sets = *names;
                Q_EMIT setsChanged();
            }
            if (!m_sets.contains(m_set)) {
                m_set = m_sets.value(0);
                m_run.reset();
                Q_EMIT setChanged();
            }
            schedule();
        });
}

void LabMetrics::schedule() {
    m_outdated = true;
    m_measuring.stop();
    if (m_set.isEmpty() || !m_tuning) {
        setState(QStringLiteral("noSet"));
        return;
    }
    setState(m_run ? QStringLiteral("stale") : QStringLiteral("loading"));
    if (m_active)
        m_debounce.start();
}

void LabMetrics::measure() {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    if (!snapshot || !m_tuning)
        return;
    m_outdated = false;
    const LabTuning::Entry now = m_tuning->current(), baseline = m_tuning->baseline();
    const bool known = m_baselineRun && m_baselineOf == baseline && m_baselineSet == m_set &&
                       m_baselineGeneration == snapshot->generation;
    const std::vector<std::string> names{toStdString(m_set)};
    m_measuring.run<Measured>(
        *m_session,
        [now, baseline = known ? nullptr : baseline, names](workspace::Workspace &workspace,
                                                            const Job &job) -> Result<Measured> {
            const auto sets = workspace.labelledSets(names);
            if (!sets)
                return fail(sets.error());
            const auto run = [&](const LabTuning::Entry &preset) -> Result<std::shared_ptr<const evaluation::Run>> {
                evaluation::ExperimentOptions options;
                options.preset = preset;
                options.scoped = false;
                const auto current = workspace.snapshot();
                options.floor = *preset == *current->preset ? current->floor : preset->floor;
                options.resampling.resamples = 100; // the strip shows no intervals
                auto measured = evaluation::runExperiment(*sets, options, workspace.executor(), job);
                if (!measured)
                    return fail(measured.error());
                return std::make_shared<const evaluation::Run>(std::move(*measured));
            };
            Measured result;
            result.generation = workspace.snapshot()->generation;
            if (baseline) {
                auto before = run(baseline);
                if (!before)
                    return fail(before.error());
                result.before = std::move(*before);
            }
            auto after = run(now);
            if (!after)
                return fail(after.error());
            result.now = std::move(*after);
            return result;
        },
        this,
        [this, baseline](Result<Measured> measured) {
            if (!measured) {
                m_run.reset();
                m_figures.clear();
                setState(QStringLiteral("error"), actionscope::app::errorText(measured.error()));
                return;
            }
            m_run = measured->now;
            if (measured->before) {
                m_baselineRun = measured->before;
                m_baselineOf = baseline;
                m_baselineSet = m_set;
                m_baselineGeneration = measured->generation;
            }
            if (!baseline)
                m_baselineRun.reset();
            show();
        });
}

void LabMetrics::show() {
    m_figures = metricFigures(*m_run, m_baselineRun.get());
    std::uint32_t queries = 0;
    for (const evaluation::SetResult &set : m_run->sets)
        queries += set.queries + set.noAnswer;
    //: name of a query set and how many queries it has
    m_about = tr("%1 · %Ln queries", "", static_cast<int>(queries)).arg(m_set);
    m_evidence = {evidenceLine(*m_run, m_set)};
    if (m_baselineRun)
        m_evidence.append(QStringLiteral("before: ") + evidenceLine(*m_baselineRun, m_set));
    setState(QStringLiteral("ready"));
}

QStringList LabMetrics::evidence() const { return m_state == QLatin1String("ready") ? m_evidence : QStringList(); }

void LabMetrics::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
