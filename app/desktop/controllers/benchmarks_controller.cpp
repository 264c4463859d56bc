#include "benchmarks_controller.h"

#include "base/file.h"
#include "convert.h"
#include "evaluation/report.h"
#include "workspace/gate_files.h"

#include <QLocale>
#include <algorithm>

namespace actionscope::app {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t MaxGatesBytes = 1ULL << 20;

QString number(double value, int decimals = 3) { return QLocale().toString(value, 'f', decimals); }

struct Judged {
    std::vector<evaluation::GateResult> results;
    QString problem;
};

/// The workspace's gates on one run. Without a file there are none.
Judged judge(const workspace::Workspace &workspace, const evaluation::Run &run) {
    const fs::path file = workspace::gatesFile(workspace);
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        return {};
    const auto gates = evaluation::readGates(file);
    if (!gates)
        return {{}, actionscope::app::errorText(gates.error())};
    std::optional<evaluation::Baseline> baseline;
    if (!gates->baseline.empty()) {
        auto read = evaluation::readBaseline(gates->baseline);
        if (!read)
            return {{}, actionscope::app::errorText(read.error())};
        baseline = std::move(*read);
    }
    return {evaluation::judgeGates(gates->gates, run, baseline ? &*baseline : nullptr), {}};
}

QString gateWord(const std::vector<evaluation::GateResult> &results) {
    if (results.empty())
        return {};
    return std::all_of(results.begin(), results.end(), [](const auto &gate) { return gate.holds; })
               ? QStringLiteral("holds")
               : QStringLiteral("fails");
}

QString setsOf(const evaluation::RunSummary &run) {
    QStringList names;
    for (const std::string &name : run.sets)
        names.append(toQString(name));
    return names.join(QStringLiteral(", "));
}

} // namespace

struct BenchmarksController::Listing {
    std::vector<workspace::QuerySetInfo> sets;
    std::vector<evaluation::RunSummary> runs;
    std::map<std::string, QString> gateOf; ///< of the newest runs
    QString gatesText;
};

BenchmarksController::BenchmarksController(QObject *parent)
    : QObject(parent)
    , m_sets({QStringLiteral("name"), QStringLiteral("file"), QStringLiteral("queries"), QStringLiteral("judgements"),
              QStringLiteral("noAnswer"), QStringLiteral("problem"), QStringLiteral("sentence")})
    , m_runs({QStringLiteral("id"), QStringLiteral("title"), QStringLiteral("preset"), QStringLiteral("sets"),
              QStringLiteral("when"), QStringLiteral("recall5"), QStringLiteral("ndcg5"), QStringLiteral("ndcg10"),
              QStringLiteral("mrr"), QStringLiteral("change"), QStringLiteral("p50"), QStringLiteral("p95"),
              QStringLiteral("gate"), QStringLiteral("sentence")})
    , m_metrics({QStringLiteral("name"), QStringLiteral("value"), QStringLiteral("interval"), QStringLiteral("scoped"),
                 QStringLiteral("scopedInterval"), QStringLiteral("sentence")})
    , m_slices({QStringLiteral("group"), QStringLiteral("label"), QStringLiteral("queries"), QStringLiteral("recall5"),
                QStringLiteral("ndcg5"), QStringLiteral("share"), QStringLiteral("sentence")})
    , m_hardest({QStringLiteral("text"), QStringLiteral("set"), QStringLiteral("rank"), QStringLiteral("ndcg"),
                 QStringLiteral("golds"), QStringLiteral("gold"), QStringLiteral("sentence")})
    , m_gates({QStringLiteral("text"), QStringLiteral("holds"), QStringLiteral("value"), QStringLiteral("problem"),
               QStringLiteral("sentence")}) {}

void BenchmarksController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, [this] {
        Q_EMIT changed();
        if (m_active)
            refresh();
    });
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        if (m_active)
            refresh();
    });
    connect(session->jobs(), &QAbstractItemModel::dataChanged, this, [this] {
        if (m_job != 0)
            Q_EMIT runningChanged();
    });
    Q_EMIT sessionChanged();
    refresh();
}

void BenchmarksController::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    Q_EMIT activeChanged();
    if (active)
        refresh();
}

QStringList BenchmarksController::presets() const {
    QStringList names;
    if (const auto snapshot = m_session ? m_session->snapshot() : nullptr) {
        for (const auto &preset : snapshot->presets.all())
            names.append(toQString(preset->name));
    }
    return names;
}

double BenchmarksController::progress() const {
    return m_job == 0 || !m_session ? -1 : m_session->jobs()->fraction(m_job);
}

void BenchmarksController::refresh() {
    if (const QString before = viewStateBeforeOpen(m_session); !before.isEmpty()) {
        m_sets.setRows({});
        m_runs.setRows({});
        m_selectedRun.clear();
        loadReport();
        setState(before, m_session ? m_session->errorText() : QString());
        return;
    }
    if (m_runs.count() == 0 && m_sets.count() == 0)
        setState(QStringLiteral("loading"));
    m_reading.run<Listing>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &) -> Result<Listing> {
            Listing listing;
            listing.sets = workspace.querySets();
            if (auto *store = workspace.experiments()) {
                auto runs = store->list(100);
                if (!runs)
                    return fail(runs.error());
                listing.runs = std::move(*runs);
                // Gates may need what only the whole run has; the ones at the top are what is looked at.
                constexpr std::size_t Judged = 20;
                std::error_code ignored;
                if (fs::exists(workspace::gatesFile(workspace), ignored)) {
                    for (std::size_t i = 0; i < listing.runs.size() && i < Judged; ++i) {
                        if (const auto run = store->get(listing.runs[i].id))
                            listing.gateOf[run->id] = gateWord(judge(workspace, *run).results);
                    }
                }
            }
            if (const auto text = readFile(workspace::gatesFile(workspace), MaxGatesBytes))
                listing.gatesText = toQString(*text);
            return listing;
        },
        this,
        [this](Result<Listing> listing) {
            if (!listing) {
                setState(QStringLiteral("error"), actionscope::app::errorText(listing.error()));
                return;
            }
            take(std::move(*listing));
        });
}

void BenchmarksController::take(Listing listing) {
    std::vector<QVariantMap> sets;
    m_setNames.clear();
    QStringList problems;
    for (const workspace::QuerySetInfo &info : listing.sets) {
        const QString name = revealed(info.name);
        const QString problem = info.problem ? actionscope::app::errorText(*info.problem) : QString();
        if (info.problem)
            problems.append(problem);
        else
            m_setNames.append(name);
        sets.push_back({{QStringLiteral("name"), name},
                        {QStringLiteral("file"), toQString(info.file.filename().string())},
                        {QStringLiteral("queries"), info.queries},
                        {QStringLiteral("judgements"), info.judgements},
                        {QStringLiteral("noAnswer"), info.noAnswer},
                        {QStringLiteral("problem"), problem},
                        {QStringLiteral("sentence"),
                         info.problem ? QStringLiteral("%1: %2").arg(name, problem)
                                      //: a query set: queries, judgements, queries that nothing answers
                                      : tr("%1: %2 queries, %3 judgements, %4 without an answer")
                                            .arg(name)
                                            .arg(info.queries)
                                            .arg(info.judgements)
                                            .arg(info.noAnswer)}});
    }
    std::vector<QVariantMap> runs;
    for (std::size_t i = 0; i < listing.runs.size(); ++i) {
        const evaluation::RunSummary &run = listing.runs[i];
        const auto before = std::find_if(listing.runs.begin() + static_cast<std::ptrdiff_t>(i) + 1, listing.runs.end(),
                                         [&](const auto &other) { return other.sets == run.sets; });
        QString change;
        if (before != listing.runs.end()) {
            const double difference = run.unscoped.ndcg10 - before->unscoped.ndcg10;
            change = qAbs(difference) < 0.0005
                         ? QStringLiteral("=")
                         : (difference > 0 ? QStringLiteral("▲") : QStringLiteral("▼")) + number(qAbs(difference));
        }
        const QString title = run.label.empty() ? toQString(run.preset) : revealed(run.label);
        const auto gate = listing.gateOf.find(run.id);
        const QString gateText = gate == listing.gateOf.end() ? QString() : gate->second;
        runs.push_back({{QStringLiteral("id"), toQString(run.id)},
                        {QStringLiteral("title"), title},
                        {QStringLiteral("preset"), toQString(run.preset)},
                        {QStringLiteral("sets"), setsOf(run)},
                        {QStringLiteral("when"), Say::age(toQDateTime(run.time))},
                        {QStringLiteral("recall5"), number(run.unscoped.recall5)},
                        {QStringLiteral("ndcg5"), number(run.unscoped.ndcg5)},
                        {QStringLiteral("ndcg10"), number(run.unscoped.ndcg10)},
                        {QStringLiteral("ndcg10Value"), run.unscoped.ndcg10},
                        {QStringLiteral("mrr"), number(run.unscoped.mrr10)},
                        {QStringLiteral("change"), change},
                        {QStringLiteral("p50"), durationText(run.p50Us)},
                        {QStringLiteral("p95"), durationText(run.p95Us)},
                        {QStringLiteral("gate"), gateText},
                        //: a run: its name, sets, recall@5, nDCG@10, the median time
                        {QStringLiteral("sentence"),
                         tr("%1 on %2: recall@5 %3, nDCG@10 %4, median %5")
                                 .arg(title, setsOf(run), number(run.unscoped.recall5), number(run.unscoped.ndcg10),
                                      durationText(run.p50Us)) +
                             (gateText.isEmpty()                   ? QString()
                              : gateText == QLatin1String("holds") ? QStringLiteral(", ") + tr("gates hold")
                                                                   : QStringLiteral(", ") + tr("a gate fails"))}});
    }
    m_sets.setRows(std::move(sets));
    m_runs.setRows(std::move(runs));
    if (m_gatesText != listing.gatesText) {
        m_gatesText = listing.gatesText;
        Q_EMIT gatesChanged();
    }
    if (m_runs.find(QStringLiteral("id"), m_selectedRun) < 0)
        m_selectedRun = m_runs.at(0).value(QStringLiteral("id")).toString();
    loadReport();
    if (m_sets.count() == 0 && m_runs.count() == 0)
        setState(QStringLiteral("empty"));
    else
        setState(problems.isEmpty() ? QStringLiteral("ready") : QStringLiteral("partial"),
                 problems.join(QLatin1Char('\n')));
}

void BenchmarksController::selectRun(const QString &id) {
    if (m_selectedRun == id)
        return;
    m_selectedRun = id;
    loadReport();
}

void BenchmarksController::loadReport() {
    m_history.clear();
    const QString sets =
        m_runs.at(m_runs.find(QStringLiteral("id"), m_selectedRun)).value(QStringLiteral("sets")).toString();
    for (int row = 0; row < m_runs.count() && m_history.size() < 20; ++row) {
        const QVariantMap run = m_runs.at(row);
        if (run.value(QStringLiteral("sets")).toString() == sets)
            m_history.prepend(run.value(QStringLiteral("ndcg10Value")));
    }
    if (m_selectedRun.isEmpty() || !m_session || !m_session->isReady()) {
        m_reporting.stop();
        m_report.clear();
        m_latency.clear();
        for (RowsModel *model : {&m_metrics, &m_slices, &m_hardest, &m_gates})
            model->setRows({});
        Q_EMIT reportChanged();
        return;
    }
    Q_EMIT reportChanged();
    m_reporting.run<RunReport>(
        *m_session,
        [id = toStdString(m_selectedRun)](workspace::Workspace &workspace, const Job &) -> Result<RunReport> {
            auto *store = workspace.experiments();
            if (store == nullptr)
                return fail(ErrorCode::NotFound, "state.db cannot be used, so no runs are kept");
            const auto run = store->get(id);
            if (!run)
                return fail(run.error());
            const Judged gates = judge(workspace, *run);
            RunReport report = makeReport(*run, gates.results, *workspace.snapshot());
            if (!gates.problem.isEmpty())
                report.warnings =
                    gates.problem + (report.warnings.isEmpty() ? QString() : QStringLiteral("\n")) + report.warnings;
            return report;
        },
        this,
        [this](Result<RunReport> report) {
            if (!report) {
                m_report = {{QStringLiteral("problem"), actionscope::app::errorText(report.error())}};
                m_latency.clear();
                for (RowsModel *model : {&m_metrics, &m_slices, &m_hardest, &m_gates})
                    model->setRows({});
                Q_EMIT reportChanged();
                return;
            }
            m_report = {{QStringLiteral("title"), report->title},
                        {QStringLiteral("facts"), report->facts},
                        {QStringLiteral("warnings"), report->warnings},
                        {QStringLiteral("latencyText"), report->latencyText},
                        {QStringLiteral("gatesFailed"), report->gatesFailed},
                        {QStringLiteral("markdown"), report->markdown}};
            m_latency = report->latency;
            m_metrics.setRows(std::move(report->metrics));
            m_slices.setRows(std::move(report->slices));
            m_hardest.setRows(std::move(report->hardest));
            m_gates.setRows(std::move(report->gates));
            Q_EMIT reportChanged();
        });
}

void BenchmarksController::run(const QStringList &sets, const QString &preset, const QString &label, int sample) {
    if (!m_session || !m_session->isReady() || m_job != 0)
        return;
    std::vector<std::string> names;
    for (const QString &set : sets)
        names.push_back(toStdString(set));
    if (names.empty())
        names.emplace_back("all");
    const std::string presetName = toStdString(preset), text = toStdString(label.trimmed());
    m_job = m_session->runJob<evaluation::Run>(
        tr("Measuring %1").arg(sets.isEmpty() ? tr("all query sets") : sets.join(QStringLiteral(", "))),
        [names, presetName, text, sample](workspace::Workspace &workspace, const Job &job) -> Result<evaluation::Run> {
            evaluation::ExperimentOptions options;
            options.queriesASet = static_cast<std::size_t>(std::max(0, sample));
            if (!presetName.empty()) {
                auto found = workspace.snapshot()->presets.get(presetName);
                if (!found)
                    return fail(found.error());
                options.preset = std::move(*found);
            }
            return workspace.runExperiment(names, options, text, job);
        },
        this,
        [this](Result<evaluation::Run> run) {
            m_job = 0;
            Q_EMIT runningChanged();
            if (!run) {
                if (run.error().code != ErrorCode::Cancelled)
                    Q_EMIT failed(actionscope::app::errorText(run.error()));
                return;
            }
            m_selectedRun = toQString(run->id);
            refresh();
            //: a finished run: its preset, recall@5, nDCG@10
            Q_EMIT runFinished(m_selectedRun, tr("%1: recall@5 %2, nDCG@10 %3")
                                                  .arg(toQString(run->preset), number(run->unscoped.mean.recall5),
                                                       number(run->unscoped.mean.ndcg10)));
        });
    Q_EMIT runningChanged();
}

void BenchmarksController::cancelRun() {
    if (m_job != 0 && m_session)
        m_session->jobs()->cancel(m_job);
}

void BenchmarksController::ended(const QString &name, const QString &summary, const Error *error) {
    if (error != nullptr) {
        Q_EMIT failed(actionscope::app::errorText(*error));
        return;
    }
    refresh();
    if (!summary.isEmpty())
        Q_EMIT imported(name, summary);
}

void BenchmarksController::removeRun(const QString &id) {
    if (!m_session || !m_session->isReady())
        return;
    m_session->query<bool>(
        [id = toStdString(id)](workspace::Workspace &workspace, const Job &) -> Result<bool> {
            auto *store = workspace.experiments();
            if (store == nullptr)
                return fail(ErrorCode::NotFound, "state.db cannot be used, so no runs are kept");
            if (auto removed = store->remove(id); !removed)
                return fail(removed.error());
            return true;
        },
        this, [this](Result<bool> done) { ended({}, {}, done ? nullptr : &done.error()); });
}

void BenchmarksController::exportReport(const QString &file) {
    const QString text = m_report.value(QStringLiteral("markdown")).toString();
    if (text.isEmpty() || !m_session || !m_session->isReady())
        return;
    m_session->query<bool>(
        [text = toStdString(text), file = toStdString(file)](workspace::Workspace &, const Job &) -> Result<bool> {
            if (auto written = writeFileAtomically(file, text); !written)
                return fail(written.error());
            return true;
        },
        this,
        [this, file](Result<bool> done) {
            if (done)
                Q_EMIT exported(file);
            else
                Q_EMIT failed(actionscope::app::errorText(done.error()));
        });
}

void BenchmarksController::setState(const QString &state, const QString &error) {
    m_state = state;
    m_error = error;
    Q_EMIT changed();
}

} // namespace actionscope::app
