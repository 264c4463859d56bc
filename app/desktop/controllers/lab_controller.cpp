#include "lab_controller.h"

#include "catalog/generated_file.h"
#include "convert.h"
#include "evaluation/query_set.h"
#include "lab_rows.h"
#include "retrieval/explanation_tree.h"
#include "workspace/layout.h"
#include "workspace/search_json.h"

#include <QLocale>
#include <algorithm>

namespace actionscope::app {

/// What a worker makes of one search: ready to be shown.
struct LabController::Answer {
    std::vector<LabRow> rows;
    QVariantList gone;
    std::shared_ptr<const catalog::Catalog> catalog;
    double floor = 0;
    retrieval::Withheld withheld;
    QString hint;
    std::uint32_t indexed = 0;
    qint64 elapsedUs = 0;
    bool stale = false;
    QString reduced;
    std::shared_ptr<const LabCandidates> candidates;        ///< null: weights are tried by searching
    std::shared_ptr<const workspace::SearchOutcome> before; ///< of the baseline
};

LabController::LabController(QObject *parent)
    : QObject(parent) {
    m_settle.setSingleShot(true);
    m_settle.setInterval(150);
    connect(&m_settle, &QTimer::timeout, this, [this] {
        // The query is the same: its candidates go on being moved until the answer with their successors is here.
        const auto candidates = m_candidates;
        search();
        m_candidates = candidates;
    });
    connect(&m_tuning, &LabTuning::configurationChanged, this, [this](bool research) {
        if (research || !rescore())
            search();
    });
    connect(&m_tuning, &LabTuning::baselineChanged, this, &LabController::search);
}

void LabController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::snapshotChanged, this, &LabController::takeSnapshot);
    connect(session, &WorkspaceSession::stateChanged, this, [this] {
        readSamples();
        takeSnapshot();
    });
    m_tuning.setSession(session);
    readSamples();
    takeSnapshot();
    Q_EMIT sessionChanged();
}

void LabController::setQuery(const QString &query) {
    if (m_query == query)
        return;
    m_query = query;
    Q_EMIT queryChanged();
    search();
}

void LabController::setScope(const QString &scope) {
    if (m_scope == scope)
        return;
    m_scope = scope;
    Q_EMIT scopeChanged();
    search();
}

void LabController::setLimit(int limit) {
    limit = std::clamp(limit, 1, 100);
    if (m_limit == limit)
        return;
    m_limit = limit;
    Q_EMIT limitChanged();
    search();
}

void LabController::setShowBelowFloor(bool show) {
    if (m_showBelowFloor == show)
        return;
    m_showBelowFloor = show;
    Q_EMIT showBelowFloorChanged();
    search();
}

int LabController::aboveFloor() const {
    int above = 0;
    for (int row = 0; row < m_results.count(); ++row)
        above += m_results.rowAt(row)->aboveFloor ? 1 : 0;
    return above;
}

QVariantList LabController::legend() const {
    QVariantList parts;
    QStringList known;
    for (int row = 0; row < m_results.count(); ++row) {
        for (const QVariant &part : m_results.rowAt(row)->parts) {
            const QVariantMap map = part.toMap();
            const QString key = map.value(QStringLiteral("key")).toString();
            if (!known.contains(key)) {
                known.append(key);
                parts.append(map);
            }
        }
    }
    const QStringList families{QStringLiteral("keywords"), QStringLiteral("meaning"), QStringLiteral("graph"),
                               QStringLiteral("prior"), QStringLiteral("penalty")};
    std::stable_sort(parts.begin(), parts.end(), [&](const QVariant &a, const QVariant &b) {
        const auto place = [&](const QVariant &part) {
            const QVariantMap map = part.toMap();
            return std::pair(families.indexOf(map.value(QStringLiteral("kind")).toString()),
                             map.value(QStringLiteral("shade")).toInt());
        };
        return place(a) < place(b);
    });
    return parts;
}

void LabController::rerun() { search(); }

void LabController::takeSnapshot() {
    QStringList services;
    if (const auto snapshot = m_session->snapshot()) {
        for (const catalog::Service &service : snapshot->catalog->services())
            services.append(toQString(service.info.id));
    }
    if (services != m_services) {
        m_services = services;
        Q_EMIT servicesChanged();
        if (!m_scope.isEmpty() && !m_services.contains(m_scope)) {
            m_scope.clear();
            Q_EMIT scopeChanged();
        }
    }
    search();
}

void LabController::readSamples() {
    const QStringList general{tr("create an issue"),
                              tr("list invoices of a customer"),
                              tr("share a folder with a team"),
                              tr("cancel a running pipeline"),
                              tr("refund a payment"),
                              tr("revoke an api token")};
    if (m_samples.isEmpty()) {
        m_samples = general;
        Q_EMIT samplesChanged();
    }
    if (!m_session->isReady())
        return;
    m_session->query<QStringList>(
        [](workspace::Workspace &workspace, const Job &) -> Result<QStringList> {
            QStringList texts;
            const std::filesystem::path folder = workspace::Layout{workspace.folder()}.queries();
            std::error_code ignored;
            for (const auto &entry : std::filesystem::directory_iterator(folder, ignored)) {
                if (entry.path().extension() != ".yaml")
                    continue;
                if (const auto set = evaluation::readQuerySet(entry.path())) {
                    for (const auto &query : set->queries) {
                        if (query.hasAnswer() && texts.size() < 6)
                            texts.append(revealed(query.text));
                    }
                }
            }
            return texts;
        },
        this,
        [this](Result<QStringList> texts) {
            if (texts && !texts->isEmpty() && *texts != m_samples) {
                m_samples = *texts;
                Q_EMIT samplesChanged();
            }
        });
}

void LabController::setLive(bool live) {
    if (m_live == live)
        return;
    m_live = live;
    Q_EMIT liveChanged();
    if (live && !m_candidates)
        search();
}

void LabController::search() {
    m_settle.stop();
    m_candidates.reset();
    const auto snapshot = m_session == nullptr ? nullptr : m_session->snapshot();
    const bool nothingTyped = m_query.trimmed().isEmpty();
    if (!snapshot || snapshot->catalog->size() == 0 || !snapshot->index || nothingTyped) {
        m_latest.stop();
        m_results.setRows({});
        m_reduced.clear();
        m_gone.clear();
        m_hint.clear();
        m_figures.clear();
        m_matched = m_belowFloor = 0;
        m_stale = false;
        if (m_searching) {
            m_searching = false;
            Q_EMIT searchingChanged();
        }
        if (!snapshot || snapshot->catalog->size() == 0)
            setState(m_session != nullptr && m_session->state() == WorkspaceSession::State::Opening
                         ? QStringLiteral("loading")
                         : QStringLiteral("firstRun"));
        else
            setState(snapshot->index ? QStringLiteral("empty") : QStringLiteral("loading"));
        showSelection();
        return;
    }
    if (!m_searching) {
        m_searching = true;
        Q_EMIT searchingChanged();
    }
    retrieval::SearchRequest request;
    request.query = toStdString(m_query);
    if (!m_scope.isEmpty())
        request.service = toStdString(m_scope);
    request.limit = static_cast<std::size_t>(m_limit);
    request.explain = true;
    request.countWithheld = true;
    // An untouched configuration is the workspace's own, with the floor of its settings.
    const LabTuning::Entry baseline = m_tuning.baseline();
    request.preset = m_tuning.current();
    const bool below = m_showBelowFloor;
    m_latest.run<Answer>(
        *m_session,
        [request, baseline, below, live = m_live](workspace::Workspace &workspace, const Job &) -> Result<Answer> {
            retrieval::SearchRequest asked = request;
            const auto now = workspace.snapshot();
            const double floor = *request.preset == *now->preset ? now->floor : request.preset->floor;
            asked.floor = below ? 0.0 : floor;
            auto outcome = workspace.search(asked);
            if (!outcome)
                return fail(outcome.error());
            Answer answer;
            answer.catalog = outcome->catalog;
            answer.floor = floor;
            answer.withheld = outcome->response.withheld;
            answer.hint = revealed(outcome->response.hint);
            answer.indexed = outcome->response.indexed;
            answer.elapsedUs = outcome->response.elapsedUs;
            answer.stale = !now->indexIsCurrent();
            answer.reduced = revealed(outcome->response.reduced);
            for (std::size_t i = 0; i < outcome->response.hits.size(); ++i) {
                answer.rows.push_back(makeLabRow(*outcome, i));
                answer.rows.back().aboveFloor = answer.rows.back().score >= answer.floor;
            }
            if (baseline) {
                asked.preset = baseline;
                asked.floor = below ? 0.0 : baseline->floor;
                asked.limit = 100;
                asked.explain = asked.countWithheld = false;
                auto before = workspace.search(asked);
                if (!before)
                    return fail(before.error());
                answer.before = std::make_shared<const workspace::SearchOutcome>(std::move(*before));
                answer.gone = compareWithBaseline(answer.rows, *answer.before, request.limit);
            }
            if (live) {
                // Rankings that are no sum of signals have none; their weights do not matter either.
                if (auto candidates = candidatesOf(workspace, request))
                    answer.candidates = std::make_shared<const LabCandidates>(std::move(*candidates));
            }
            return answer;
        },
        this,
        [this](Result<Answer> answer) {
            m_searching = false;
            Q_EMIT searchingChanged();
            if (answer) {
                take(std::move(*answer));
                return;
            }
            m_error = actionscope::app::errorText(answer.error());
            m_results.setRows({});
            setState(QStringLiteral("error"));
            showSelection();
        });
}

bool LabController::rescore() {
    const auto snapshot = m_session->snapshot();
    if (!m_candidates || !snapshot)
        return false;
    if (m_searching) {
        // Its answer would be of the weights before.
        m_latest.stop();
        m_searching = false;
        Q_EMIT searchingChanged();
    }
    const LabTuning::Entry preset = m_tuning.current();
    workspace::SearchOutcome outcome;
    outcome.catalog = m_candidates->catalog;
    outcome.response.hits = retrieval::rescore(m_candidates->set, *preset, static_cast<std::size_t>(m_limit));
    m_floor = *preset == *snapshot->preset ? snapshot->floor : preset->floor;
    std::vector<LabRow> rows;
    for (std::size_t i = 0; i < outcome.response.hits.size(); ++i) {
        const retrieval::Hit &hit = outcome.response.hits[i];
        if (hit.score < m_floor && !m_showBelowFloor)
            break;
        const auto known = &snapshot->index->catalog() == outcome.catalog.get() && snapshot->indexIsCurrent();
        outcome.risk.push_back(known ? (*snapshot->risk)[hit.ordinal] : risk::Classification{});
        LabRow row = makeLabRow(outcome, i);
        row.aboveFloor = row.score >= m_floor;
        row.parts = signalParts(m_candidates->set, hit, *preset);
        rows.push_back(std::move(row));
    }
    m_gone = m_before ? compareWithBaseline(rows, *m_before, static_cast<std::size_t>(m_limit)) : QVariantList();
    const bool none = rows.empty();
    m_results.setRows(std::move(rows));
    if (!m_picked || m_results.rowForName(m_selected) < 0)
        m_selected = m_results.nameAt(0);
    setState(none ? QStringLiteral("noMatch") : QStringLiteral("ready"));
    // The explanation follows when the slider rests: it needs the words, which candidates do not keep.
    m_settle.start();
    return true;
}

void LabController::take(Answer answer) {
    m_candidates = std::move(answer.candidates);
    m_before = std::move(answer.before);
    m_reduced = answer.reduced;
    m_tuning.setVectors(m_reduced.isEmpty());
    m_catalog = std::move(answer.catalog);
    m_floor = answer.floor;
    m_hint = answer.hint;
    m_gone = std::move(answer.gone);
    m_stale = answer.stale;
    m_matched = static_cast<int>(answer.withheld.matched);
    m_belowFloor = static_cast<int>(answer.withheld.belowFloor);
    //: %1 actions that share a word with the query, %2 milliseconds
    m_figures = tr("%1 candidates · %2 ms")
                    .arg(QLocale().toString(m_matched), QLocale().toString(double(answer.elapsedUs) / 1000.0, 'f', 1));
    const bool none = answer.rows.empty();
    m_results.setRows(std::move(answer.rows));
    // What a person picked stays selected through a re-rank; what was merely first gives way to the new first.
    if (!m_picked || m_results.rowForName(m_selected) < 0) {
        m_selected = m_results.nameAt(0);
        m_picked = false;
    }
    setState(none ? QStringLiteral("noMatch") : QStringLiteral("ready"));
    showSelection();
}

void LabController::setState(const QString &state) {
    m_state = state;
    Q_EMIT resultsChanged();
}

void LabController::select(const QString &name) {
    m_picked = !name.isEmpty();
    if (m_selected == name)
        return;
    m_selected = name;
    showSelection();
}

void LabController::move(int steps) {
    if (m_results.count() == 0)
        return;
    const int row = std::clamp(selectedRow() + steps, 0, m_results.count() - 1);
    select(m_results.nameAt(row));
}

void LabController::showSelection() {
    const LabRow *row = m_results.rowAt(selectedRow());
    m_analysis.clear();
    m_document.clear();
    m_sentence.clear();
    if (row == nullptr || !m_catalog) {
        m_explanation.clear();
        Q_EMIT selectionChanged();
        return;
    }
    m_explanation.setTree(retrieval::explanationTree(row->explanation));
    m_analysis = analysisOf(row->explanation);
    m_sentence = sentenceFor(*row);
    if (const auto ordinal = m_catalog->find(toStdString(row->name))) {
        const catalog::Service &service = m_catalog->serviceOf(*ordinal);
        const catalog::CapabilityView action = m_catalog->at(*ordinal);
        QVariantList parameters;
        for (std::size_t i = 0; i < action.parameterCount(); ++i) {
            const catalog::ParameterView p = action.parameter(i);
            parameters.append(QVariantMap{{QStringLiteral("name"), revealed(p.name)},
                                          {QStringLiteral("place"), toQString(catalog::placeName(p.place))},
                                          {QStringLiteral("type"), revealed(p.type)},
                                          {QStringLiteral("required"), p.required},
                                          {QStringLiteral("description"), revealed(p.description)}});
        }
        const std::string file = catalog::writeGeneratedFile(service.info, {action.toCapability()});
        const std::size_t line = file.rfind("\n- ");
        m_document = {
            {QStringLiteral("name"), row->name},
            {QStringLiteral("title"), row->title},
            {QStringLiteral("description"), revealed(action.description(), true)},
            {QStringLiteral("method"), row->method},
            {QStringLiteral("endpoint"), row->endpoint},
            {QStringLiteral("service"), revealed(service.info.title)},
            {QStringLiteral("parameters"), parameters},
            {QStringLiteral("tier"), row->tier},
            {QStringLiteral("curated"), row->curated},
            {QStringLiteral("source"), revealed(service.info.source)},
            {QStringLiteral("file"),
             QString(QStringLiteral("catalogs/") + toQString(service.info.id) + QStringLiteral(".longtail.yaml"))},
            {QStringLiteral("yaml"), line == std::string::npos ? QString() : revealed(file.substr(line + 1), true)}};
    }
    Q_EMIT selectionChanged();
}

QString LabController::copyText(const QString &format) const {
    const LabRow *row = m_results.rowAt(selectedRow());
    if (row == nullptr)
        return {};
    if (format == QLatin1String("json"))
        return toQString(prettyJson(workspace::explanationToJson(row->explanation)));
    QString text = QStringLiteral("**%1** %2\n\n| part | value |\n|---|---|\n")
                       .arg(row->name, QLocale::c().toString(row->score, 'f', 4));
    for (int i = 0; i < m_explanation.rowCount(); ++i) {
        const QModelIndex index = m_explanation.index(i);
        text += QStringLiteral("| %1%2 | %3 |\n")
                    .arg(QString(index.data(ExplanationModel::DepthRole).toInt() * 2, QChar(0x00A0)),
                         index.data(ExplanationModel::LabelRole).toString(),
                         QLocale::c().toString(index.data(ExplanationModel::ValueRole).toDouble(), 'f', 4));
    }
    return text;
}

} // namespace actionscope::app
