#include "compare_controller.h"

#include "convert.h"

#include <QLocale>
#include <algorithm>

namespace actionscope::app {
namespace {

using evaluation::Metric;

QString number(double value, int decimals = 3) { return QLocale().toString(value, 'f', decimals); }

QString withSign(double value) {
    if (qAbs(value) < 0.0005)
        return number(0);
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number(qAbs(value));
}

QString changeOf(double difference) {
    return qAbs(difference) < 0.0005 ? QStringLiteral("same")
           : difference > 0          ? QStringLiteral("up")
                                     : QStringLiteral("down");
}

QString metricName(Metric metric) {
    switch (metric) {
    case Metric::Ndcg5:
        return QStringLiteral("nDCG@5");
    case Metric::Ndcg10:
        return QStringLiteral("nDCG@10");
    case Metric::Mrr10:
        return QStringLiteral("MRR");
    case Metric::AllGolds10:
        return CompareController::tr("all right ones@10");
    default:
        return toQString(evaluation::metricKey(metric));
    }
}

/// Whether a difference is more than chance, and how many queries it would take to know.
QString evidenceWord(const evaluation::Significance &s) {
    if (s.evidence())
        //: a difference that its confidence interval keeps away from zero
        return CompareController::tr("evidence");
    if (s.queriesNeeded == 0)
        return CompareController::tr("no difference");
    //: %1 a number of queries
    return CompareController::tr("not yet evidence, needs ≈ %1 queries")
        .arg(QLocale().toString(static_cast<qulonglong>(std::min<std::uint64_t>(s.queriesNeeded, 1'000'000))));
}

QString intervalText(const evaluation::Interval &interval) {
    return QStringLiteral("[%1, %2]").arg(withSign(interval.low), withSign(interval.high));
}

/// "6→1", "–→3": ranks of the first right answer.
QString ranksText(double before, double after) {
    const auto one = [](double rank) {
        return rank == 0 ? QStringLiteral("–") : QLocale().toString(rank, 'f', rank == qRound(rank) ? 0 : 1);
    };
    return one(before) + QStringLiteral("→") + one(after);
}

evaluation::ExperimentOptions optionsFor(const LabTuning::Entry &preset, const workspace::Snapshot &now) {
    evaluation::ExperimentOptions options;
    options.preset = preset;
    options.floor = *preset == *now.preset ? now.floor : preset->floor;
    return options;
}

QString keyOf(const QString &set, const std::string &id) { return set + QLatin1Char('/') + toQString(id); }

} // namespace

QString gradeName(int grade) {
    switch (grade) {
    case 0:
        return CompareController::tr("not relevant");
    case 1:
        return CompareController::tr("weak");
    case 2:
        return CompareController::tr("good");
    case 3:
        return CompareController::tr("perfect");
    default:
        return CompareController::tr("not judged");
    }
}

CompareController::CompareController(QObject *parent)
    : QObject(parent)
    , m_metrics({QStringLiteral("metric"), QStringLiteral("scope"), QStringLiteral("before"), QStringLiteral("after"),
                 QStringLiteral("delta"), QStringLiteral("interval"), QStringLiteral("change"),
                 QStringLiteral("evidence"), QStringLiteral("word"), QStringLiteral("sentence")})
    , m_queries({QStringLiteral("key"), QStringLiteral("text"), QStringLiteral("before"), QStringLiteral("after"),
                 QStringLiteral("delta"), QStringLiteral("change"), QStringLiteral("share"), QStringLiteral("ranks"),
                 QStringLiteral("sentence")})
    , m_listA({QStringLiteral("name"), QStringLiteral("rank"), QStringLiteral("score"), QStringLiteral("grade"),
               QStringLiteral("gradeText"), QStringLiteral("change"), QStringLiteral("changeText"),
               QStringLiteral("sentence")})
    , m_listB({QStringLiteral("name"), QStringLiteral("rank"), QStringLiteral("score"), QStringLiteral("grade"),
               QStringLiteral("gradeText"), QStringLiteral("change"), QStringLiteral("changeText"),
               QStringLiteral("sentence")})
    , m_judgements({QStringLiteral("name"), QStringLiteral("grade"), QStringLiteral("gradeText")})
    , m_presets({QStringLiteral("name"), QStringLiteral("current"), QStringLiteral("recall5"),
                 QStringLiteral("recall5Interval"), QStringLiteral("ndcg5"), QStringLiteral("ndcg5Interval"),
                 QStringLiteral("scopedRecall5"), QStringLiteral("mrr"), QStringLiteral("p50"), QStringLiteral("p95"),
                 QStringLiteral("delta"), QStringLiteral("change"), QStringLiteral("word"),
                 QStringLiteral("sentence")}) {
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(150);
    connect(&m_debounce, &QTimer::timeout, this, &CompareController::measure);
}

void CompareController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, [this] {
        if (m_presetsState == QLatin1String("ready")) {
            m_presetsState = QStringLiteral("stale");
            Q_EMIT presetsChanged();
        }
        schedule();
    });
    Q_EMIT sourceChanged();
    schedule();
}

void CompareController::setTuning(LabTuning *tuning) {
    if (m_tuning == tuning)
        return;
    m_tuning = tuning;
    connect(tuning, &LabTuning::configurationChanged, this, &CompareController::schedule);
    connect(tuning, &LabTuning::baselineChanged, this, &CompareController::schedule);
    Q_EMIT sourceChanged();
    schedule();
}

void CompareController::setUndoStack(UndoStack *undo) {
    m_undo = undo;
    Q_EMIT sourceChanged();
}

void CompareController::setSet(const QString &set) {
    if (m_set == set)
        return;
    m_set = set;
    m_a.reset();
    m_b.reset();
    m_selected.clear();
    m_presets.setRows({});
    m_presetsState.clear();
    Q_EMIT setChanged();
    Q_EMIT presetsChanged();
    schedule();
}

void CompareController::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    Q_EMIT activeChanged();
    if (active && m_outdated)
        schedule();
}

QString CompareController::titleA() const {
    if (!m_tuning)
        return {};
    return m_tuning->isPinned() ? m_tuning->baselineTitle() : m_tuning->preset();
}

QString CompareController::titleB() const { return m_tuning ? m_tuning->title() : QString(); }

void CompareController::refresh() { schedule(); }

void CompareController::schedule() {
    m_outdated = true;
    m_measuring.stop();
    if (!m_session || !m_tuning || !m_session->isIndexed() || m_set.isEmpty()) {
        setState(QStringLiteral("noSet"));
        return;
    }
    setState(m_b ? QStringLiteral("stale") : QStringLiteral("loading"));
    if (m_active)
        m_debounce.start();
}

void CompareController::measure() {
    if (!m_session || !m_tuning)
        return;
    m_outdated = false;
    // Without a pinned baseline the preset itself is what a change of it is compared with.
    const auto snapshot = m_session->snapshot();
    LabTuning::Entry a = m_tuning->baseline();
    if (!a && snapshot)
        a = snapshot->presets.find(toStdString(m_tuning->preset()));
    const LabTuning::Entry b = m_tuning->current();
    if (!a)
        a = b;
    const std::string name = toStdString(m_set);
    m_measuring.run<Measured>(
        *m_session,
        [a, b, name](workspace::Workspace &workspace, const Job &job) -> Result<Measured> {
            Measured result;
            auto set = workspace.querySet(name);
            if (!set)
                return fail(set.error());
            result.set = std::move(*set);
            const auto labelled = workspace.labelledSets({name});
            if (!labelled)
                return fail(labelled.error());
            for (const auto &[preset, target] : {std::pair(a, &result.a), std::pair(b, &result.b)}) {
                auto run = evaluation::runExperiment(*labelled, optionsFor(preset, *workspace.snapshot()),
                                                     workspace.executor(), job);
                if (!run)
                    return fail(run.error());
                *target = std::make_shared<const evaluation::Run>(std::move(*run));
            }
            auto compared = evaluation::compareRuns(*result.a, *result.b);
            if (!compared)
                return fail(compared.error());
            result.comparison = std::move(*compared);
            return result;
        },
        this,
        [this](Result<Measured> measured) {
            if (!measured) {
                m_a.reset();
                m_b.reset();
                m_comparison = {};
                showMetrics();
                showQueries();
                setState(QStringLiteral("error"), actionscope::app::errorText(measured.error()));
                return;
            }
            m_a = std::move(measured->a);
            m_b = std::move(measured->b);
            m_comparison = std::move(measured->comparison);
            m_querySet = std::move(measured->set);
            showMetrics();
            showQueries();
            setState(QStringLiteral("ready"));
        });
}

void CompareController::showMetrics() {
    std::vector<QVariantMap> rows;
    m_conclusion.clear();
    for (const evaluation::MetricComparison &metric : m_comparison.metrics) {
        const evaluation::Significance &s = metric.significance;
        const QString name = metricName(metric.metric);
        const QString scope = metric.scoped ? tr("in its service") : tr("whole catalog");
        const QString word = evidenceWord(s);
        if (metric.metric == Metric::Ndcg10 && !metric.scoped) {
            if (s.evidence())
                m_conclusion = s.difference > 0 ? tr("B is better on nDCG@10: the interval stays above 0.")
                                                : tr("B is worse on nDCG@10: the interval stays below 0.");
            else if (s.queriesNeeded == 0)
                m_conclusion = tr("No difference on nDCG@10.");
            else
                //: %1 a number of queries
                m_conclusion = tr("The interval crosses 0: not yet evidence. Needs ≈ %1 queries.")
                                   .arg(QLocale().toString(static_cast<qulonglong>(s.queriesNeeded)));
        }
        rows.push_back({{QStringLiteral("metric"), name},
                        {QStringLiteral("scope"), scope},
                        {QStringLiteral("before"), number(metric.before)},
                        {QStringLiteral("after"), number(metric.after)},
                        {QStringLiteral("delta"), withSign(metric.after - metric.before)},
                        {QStringLiteral("interval"), intervalText(s.interval)},
                        {QStringLiteral("change"), changeOf(metric.after - metric.before)},
                        {QStringLiteral("evidence"), s.evidence()},
                        {QStringLiteral("word"), word},
                        //: metric, scope, before, after, difference, interval, verdict
                        {QStringLiteral("sentence"),
                         tr("%1, %2: %3 to %4, difference %5, interval %6, %7")
                             .arg(name, scope, number(metric.before), number(metric.after),
                                  withSign(metric.after - metric.before), intervalText(s.interval), word)}});
    }
    if (m_comparison.noAnswer > 0) {
        const double difference = double(m_comparison.emptyAfter) - double(m_comparison.emptyBefore);
        const auto of = [this](std::uint32_t n) { return QStringLiteral("%1/%2").arg(n).arg(m_comparison.noAnswer); };
        rows.push_back(
            {{QStringLiteral("metric"), tr("empty when none right")},
             {QStringLiteral("scope"), tr("whole catalog")},
             {QStringLiteral("before"), of(m_comparison.emptyBefore)},
             {QStringLiteral("after"), of(m_comparison.emptyAfter)},
             {QStringLiteral("delta"), QLocale().toString(difference, 'f', 0)},
             {QStringLiteral("interval"), QString()},
             {QStringLiteral("change"), changeOf(difference)},
             {QStringLiteral("evidence"), false},
             {QStringLiteral("word"), QString()},
             {QStringLiteral("sentence"), tr("Queries that nothing answers and that find nothing: %1, then %2")
                                              .arg(of(m_comparison.emptyBefore), of(m_comparison.emptyAfter))}});
    }
    m_metrics.setRows(std::move(rows));
}

const evaluation::QueryResult *CompareController::resultOf(const evaluation::Run &run, const QString &key) const {
    for (const evaluation::SetResult &set : run.sets) {
        for (const evaluation::QueryResult &query : set.results) {
            if (keyOf(toQString(set.name), query.id) == key)
                return &query;
        }
    }
    return nullptr;
}

void CompareController::showQueries() {
    constexpr std::size_t MostRows = 2000;
    std::vector<QVariantMap> rows;
    double greatest = 0.0005;
    for (const evaluation::QueryComparison &query : m_comparison.queries)
        greatest = std::max(greatest, qAbs(query.difference()));
    for (const evaluation::QueryComparison &query : m_comparison.queries) {
        const QString change = changeOf(query.difference());
        const QString key = keyOf(toQString(query.set), query.id);
        bool shown = m_filter == QLatin1String("all") ||
                     (m_filter == QLatin1String("wins") && change == QLatin1String("up")) ||
                     (m_filter == QLatin1String("losses") && change == QLatin1String("down")) ||
                     (m_filter == QLatin1String("ties") && change == QLatin1String("same"));
        if (m_filter == QLatin1String("unrated") && m_b) {
            const evaluation::QueryResult *result = resultOf(*m_b, key);
            shown = result != nullptr && std::any_of(result->top.begin(), result->top.end(),
                                                     [](const auto &action) { return action.grade < 0; });
        }
        if (!shown || rows.size() == MostRows)
            continue;
        const QString text = revealed(query.text);
        rows.push_back({{QStringLiteral("key"), key},
                        {QStringLiteral("text"), text},
                        {QStringLiteral("before"), number(query.before, 2)},
                        {QStringLiteral("after"), number(query.after, 2)},
                        {QStringLiteral("delta"),
                         change == QLatin1String("same")
                             ? QStringLiteral("=")
                             : (change == QLatin1String("up") ? QStringLiteral("▲") : QStringLiteral("▼")) +
                                   number(qAbs(query.difference()), 2)},
                        {QStringLiteral("change"), change},
                        {QStringLiteral("share"), qAbs(query.difference()) / greatest},
                        {QStringLiteral("ranks"), ranksText(query.firstBefore, query.firstAfter)},
                        //: a query, nDCG before and after, ranks of the first right answer
                        {QStringLiteral("sentence"), tr("%1: %2 to %3, first right answer %4")
                                                         .arg(text, number(query.before, 2), number(query.after, 2),
                                                              ranksText(query.firstBefore, query.firstAfter))}});
    }
    m_queries.setRows(std::move(rows));
    if (m_queries.find(QStringLiteral("key"), m_selected) < 0)
        m_selected = m_queries.at(0).value(QStringLiteral("key")).toString();
    showSelection();
}

void CompareController::setFilter(const QString &filter) {
    if (m_filter == filter)
        return;
    m_filter = filter;
    Q_EMIT filterChanged();
    showQueries();
}

void CompareController::select(const QString &key) {
    if (m_selected == key)
        return;
    m_selected = key;
    showSelection();
}

QString CompareController::selectedText() const {
    const evaluation::QueryResult *query = m_b ? resultOf(*m_b, m_selected) : nullptr;
    return query == nullptr ? QString() : revealed(query->text);
}

void CompareController::showSelection() {
    const evaluation::QueryResult *a = m_a ? resultOf(*m_a, m_selected) : nullptr;
    const evaluation::QueryResult *b = m_b ? resultOf(*m_b, m_selected) : nullptr;
    const auto rowsOf = [this](const evaluation::QueryResult *query, const evaluation::QueryResult *other) {
        std::vector<QVariantMap> rows;
        if (query == nullptr)
            return rows;
        for (std::size_t i = 0; i < query->top.size(); ++i) {
            const evaluation::RankedAction &action = query->top[i];
            const int rank = static_cast<int>(i) + 1;
            QString change, text;
            if (other != nullptr) {
                const auto found = std::find_if(other->top.begin(), other->top.end(),
                                                [&](const auto &o) { return o.name == action.name; });
                const int was = found == other->top.end() ? 0 : static_cast<int>(found - other->top.begin()) + 1;
                change = was == 0      ? QStringLiteral("new")
                         : was == rank ? QStringLiteral("same")
                         : was > rank  ? QStringLiteral("up")
                                       : QStringLiteral("down");
                text = was == 0      ? tr("NEW", "a result that the baseline does not have; short")
                       : was == rank ? QStringLiteral("=")
                       : was > rank  ? QStringLiteral("▲%1").arg(was - rank)
                                     : QStringLiteral("▼%1").arg(rank - was);
            }
            const int grade = gradeOf(toQString(action.name));
            rows.push_back({{QStringLiteral("name"), toQString(action.name)},
                            {QStringLiteral("rank"), rank},
                            {QStringLiteral("score"), number(action.score, 4)},
                            {QStringLiteral("grade"), grade},
                            {QStringLiteral("gradeText"), gradeName(grade)},
                            {QStringLiteral("change"), change},
                            {QStringLiteral("changeText"), text},
                            //: rank, action, its judgement
                            {QStringLiteral("sentence"),
                             tr("%1, %2, %3").arg(rank).arg(toQString(action.name), gradeName(grade))}});
        }
        return rows;
    };
    m_listA.setRows(rowsOf(a, nullptr));
    m_listB.setRows(rowsOf(b, a));
    std::vector<QVariantMap> judged;
    if (const evaluation::JudgedQuery *query = m_querySet.find(toStdString(m_selected.section(QLatin1Char('/'), 1)))) {
        for (const auto &[name, grade] : query->judgements)
            judged.push_back({{QStringLiteral("name"), toQString(name)},
                              {QStringLiteral("grade"), grade},
                              {QStringLiteral("gradeText"), gradeName(grade)}});
        std::stable_sort(judged.begin(), judged.end(), [](const QVariantMap &x, const QVariantMap &y) {
            return x.value(QStringLiteral("grade")).toInt() > y.value(QStringLiteral("grade")).toInt();
        });
    }
    m_judgements.setRows(std::move(judged));
    Q_EMIT selectionChanged();
}

int CompareController::gradeOf(const QString &action) const {
    const evaluation::JudgedQuery *query = m_querySet.find(toStdString(m_selected.section(QLatin1Char('/'), 1)));
    if (query == nullptr)
        return -1;
    const auto found = query->judgements.find(toStdString(action));
    return found == query->judgements.end() ? -1 : found->second;
}

void CompareController::writeJudgement(const QString &id, const QString &action, int grade, UndoStack::Done done) {
    evaluation::QuerySetEdit edit;
    edit.kind = evaluation::QuerySetEdit::Kind::Judge;
    edit.id = toStdString(id);
    edit.action = toStdString(action);
    if (grade >= 0)
        edit.grade = grade;
    const std::string set = toStdString(m_set);
    m_session->query<bool>(
        [set, edit](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            if (auto written = workspace.editQuerySet(set, edit); !written)
                return fail(written.error());
            return true;
        },
        this,
        [this, action, grade, done = std::move(done)](Result<bool> ok) {
            done(ok.has_value(), ok ? QString() : actionscope::app::errorText(ok.error()));
            if (ok) {
                schedule();
                Q_EMIT judged(action, grade);
            }
        });
}

void CompareController::judge(const QString &action, int grade) {
    const int before = gradeOf(action);
    const QString id = m_selected.section(QLatin1Char('/'), 1);
    if (!m_session || id.isEmpty() || action.isEmpty() || grade > evaluation::MaxGrade || grade < -1 || grade == before)
        return;
    const auto write = [self = QPointer<CompareController>(this), id, action](int to) {
        return [self, id, action, to](const UndoStack::Done &done) {
            if (self && self->m_session)
                self->writeJudgement(id, action, to, done);
            else
                done(false, tr("The workspace was closed."));
        };
    };
    const auto undo = write(before), redo = write(grade);
    redo([this, action, grade, undo, redo](bool ok, const QString &message) {
        if (!ok)
            Q_EMIT failed(message);
        else if (m_undo)
            //: undo step: action, judgement
            m_undo->push(tr("Judge %1: %2").arg(action, gradeName(grade)), undo, redo);
    });
}

void CompareController::comparePresets() {
    if (!m_session || !m_session->isReady() || m_set.isEmpty() || m_presetsState == QLatin1String("loading"))
        return;
    m_presetsState = QStringLiteral("loading");
    Q_EMIT presetsChanged();
    const std::string name = toStdString(m_set);
    const LabTuning::Entry tried = m_tuning && m_tuning->isModified() ? m_tuning->current() : nullptr;
    const QString set = m_set;
    m_session->runJob<std::vector<PresetRun>>(
        tr("Comparing all presets on %1").arg(m_set),
        [name, tried](workspace::Workspace &workspace, const Job &job) -> Result<std::vector<PresetRun>> {
            const auto labelled = workspace.labelledSets({name});
            if (!labelled)
                return fail(labelled.error());
            const auto now = workspace.snapshot();
            std::vector<LabTuning::Entry> presets = now->presets.all();
            if (tried) {
                auto changed = std::make_shared<retrieval::Preset>(*tried);
                changed->name += "*";
                presets.push_back(std::move(changed));
            }
            std::vector<PresetRun> runs;
            for (const LabTuning::Entry &preset : presets) {
                auto run = evaluation::runExperiment(*labelled, optionsFor(preset, *now), workspace.executor(), job);
                if (!run)
                    return fail(run.error());
                run->preset = preset->name;
                runs.push_back({std::make_shared<const evaluation::Run>(std::move(*run)), {}, preset == now->preset});
            }
            const auto current =
                std::find_if(runs.begin(), runs.end(), [](const PresetRun &run) { return run.current; });
            for (PresetRun &run : runs) {
                if (run.current || current == runs.end())
                    continue;
                if (auto compared = evaluation::compareRuns(*current->run, *run.run, Metric::Ndcg5))
                    run.against = std::move(*compared);
            }
            return runs;
        },
        this,
        [this, set](Result<std::vector<PresetRun>> runs) {
            if (set != m_set)
                return;
            if (!runs) {
                m_presetsState = runs.error().code == ErrorCode::Cancelled ? QString() : QStringLiteral("error");
                m_presetsError = actionscope::app::errorText(runs.error());
                Q_EMIT presetsChanged();
                return;
            }
            showPresets(*runs);
            m_presetsState = QStringLiteral("ready");
            Q_EMIT presetsChanged();
        });
}

void CompareController::showPresets(const std::vector<PresetRun> &runs) {
    std::vector<QVariantMap> rows;
    m_presetsAbout.clear();
    for (const PresetRun &one : runs) {
        const evaluation::Run &run = *one.run;
        const evaluation::Summary &summary = run.unscoped;
        const auto interval = [&](Metric metric) {
            const evaluation::Interval &i = summary.interval(metric);
            return QStringLiteral("%1–%2").arg(number(i.low), number(i.high));
        };
        double p50 = 0, p95 = 0;
        for (const evaluation::SetResult &set : run.sets) {
            p50 = std::max(p50, set.latency.p50);
            p95 = std::max(p95, set.latency.p95);
        }
        QString delta, word, change = QStringLiteral("same");
        if (one.current) {
            word = tr("in force");
        } else if (one.against) {
            for (const evaluation::MetricComparison &metric : one.against->metrics) {
                if (metric.metric != Metric::Ndcg5 || metric.scoped)
                    continue;
                delta = withSign(metric.after - metric.before);
                change = changeOf(metric.after - metric.before);
                word = evidenceWord(metric.significance);
            }
        }
        if (m_presetsAbout.isEmpty())
            m_presetsAbout = revealed(run.environment);
        const QString name = toQString(run.preset);
        const bool scoped = run.scoped.mean.queries > 0;
        rows.push_back(
            {{QStringLiteral("name"), name},
             {QStringLiteral("current"), one.current},
             {QStringLiteral("recall5"), number(summary.mean.recall5)},
             {QStringLiteral("recall5Interval"), interval(Metric::Recall5)},
             {QStringLiteral("ndcg5"), number(summary.mean.ndcg5)},
             {QStringLiteral("ndcg5Interval"), interval(Metric::Ndcg5)},
             {QStringLiteral("scopedRecall5"), scoped ? number(run.scoped.mean.recall5) : QStringLiteral("–")},
             {QStringLiteral("mrr"), number(summary.mean.mrr10)},
             {QStringLiteral("p50"), number(p50 / 1000, 2)},
             {QStringLiteral("p95"), number(p95 / 1000, 2)},
             {QStringLiteral("delta"), delta},
             {QStringLiteral("change"), change},
             {QStringLiteral("word"), word},
             //: preset, recall@5, nDCG@5, difference to the preset in force, verdict, median in milliseconds
             {QStringLiteral("sentence"), tr("%1: recall@5 %2, nDCG@5 %3, %4 %5, median %6 ms")
                                              .arg(name, number(summary.mean.recall5), number(summary.mean.ndcg5),
                                                   delta, word, number(p50 / 1000, 2))}});
    }
    m_presets.setRows(std::move(rows));
}

void CompareController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
