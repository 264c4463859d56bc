#include "services_controller.h"

#include "base/json.h"
#include "catalog_columns.h"
#include "context/token_count.h"
#include "convert.h"
#include "workspace/layout.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

namespace actionscope::app {
namespace {

/// Tokens that a tool list spends on one action: a quarter of its characters, as Context cost says everywhere.
std::size_t charactersOf(workspace::Workspace &workspace, const workspace::Snapshot &snapshot,
                         catalog::Ordinal ordinal) {
    const catalog::CapabilityView action = snapshot.catalog->at(ordinal);
    const auto schema = workspace.inputSchema(snapshot, ordinal);
    return action.name().size() + action.description().size() + (schema ? json::serialize(*schema).size() : 0);
}

QDateTime writtenAt(const workspace::Layout &layout, const std::string &service) {
    QDateTime latest;
    for (const auto &path : {layout.generatedFile(service), layout.handFile(service)}) {
        const QFileInfo file(toQString(path.string()));
        // The generated file is what an import writes; a hand-written one only counts where there is no import.
        if (file.exists())
            return file.lastModified();
    }
    return latest;
}

} // namespace

ServicesController::ServicesController(QObject *parent)
    : QObject(parent)
    , m_model(this)
    , m_filter(this) {
    const auto field = [](const char *name, const QString &label, const QStringList &values) {
        return QVariantMap{{QStringLiteral("name"), QLatin1String(name)},
                           {QStringLiteral("label"), label},
                           {QStringLiteral("values"), values}};
    };
    m_filter.setFields({field("state", tr("State"),
                              {QStringLiteral("on"), QStringLiteral("off"), QStringLiteral("locked"),
                               QStringLiteral("problem"), QStringLiteral("curated")}),
                        field("format", tr("Format"), {}), field("source", tr("Source"), {})});
    connect(&m_filter, &FilterModel::termsChanged, this, [this] {
        m_model.setTerms(m_filter.terms());
        Q_EMIT stateChanged();
        Q_EMIT selectionChanged();
    });
}

void ServicesController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    m_requests.clear();
    if (session) {
        connect(session, &WorkspaceSession::snapshotChanged, this, &ServicesController::takeSnapshot);
        connect(session, &WorkspaceSession::stateChanged, this, &ServicesController::stateChanged);
    }
    Q_EMIT sessionChanged();
    takeSnapshot();
}

void ServicesController::setUndoStack(UndoStack *undo) {
    m_undo = undo;
    Q_EMIT sessionChanged();
}

QString ServicesController::state() const {
    if (const QString early = viewStateBeforeOpen(m_session); !early.isEmpty())
        return early;
    if (m_model.totalCount() == 0)
        return m_session->problems().isEmpty() ? QStringLiteral("firstRun") : QStringLiteral("error");
    if (m_model.rowCount() == 0)
        return QStringLiteral("noMatch");
    return m_session->problems().isEmpty() ? QStringLiteral("ready") : QStringLiteral("partial");
}

QString ServicesController::errorText() const {
    if (!m_session)
        return {};
    QStringList lines;
    if (!m_session->errorText().isEmpty())
        lines.append(m_session->errorText());
    const QVariantList problems = m_session->problems();
    for (const QVariant &problem : problems)
        lines.append(problem.toMap().value(QStringLiteral("text")).toString());
    return lines.join(QLatin1Char('\n'));
}

void ServicesController::takeSnapshot() {
    m_model.setSnapshot(m_session ? m_session->snapshot() : nullptr);
    // Something is always looked at, so that the first arrow key goes on from it.
    if (m_selected.isEmpty() && m_model.rowCount() > 0)
        m_selected = m_model.keyAt(0);
    Q_EMIT stateChanged();
    Q_EMIT selectionChanged();
    Q_EMIT detailChanged();
    findFacts();
}

void ServicesController::findFacts() {
    m_factsQuery.stop();
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    if (!snapshot)
        return;
    m_factsQuery.run<ServiceFacts>(
        *m_session,
        [snapshot](workspace::Workspace &workspace, const Job &job) -> Result<ServiceFacts> {
            ServiceFacts facts;
            const workspace::Layout layout{workspace.folder()};
            for (const catalog::Service &service : snapshot->catalog->services()) {
                if (job.cancelled())
                    return fail(ErrorCode::Cancelled, "outdated");
                const QString id = toQString(service.info.id);
                facts.importedAt.insert(id, writtenAt(layout, service.info.id));
                if (service.curatedCount == 0)
                    continue;
                std::size_t characters = 0;
                for (std::uint32_t i = 0; i < service.segment->size(); ++i)
                    if (service.segment->at(i).curated())
                        characters += charactersOf(workspace, *snapshot, service.first + i);
                facts.alwaysOnTokens.insert(id, static_cast<int>(context::estimateTokens(characters)));
            }
            return facts;
        },
        this,
        [this](Result<ServiceFacts> facts) {
            if (!facts)
                return;
            m_model.setFacts(std::move(*facts));
            Q_EMIT detailChanged();
            Q_EMIT stateChanged();
        });
}

void ServicesController::select(const QString &id) {
    if (m_selected == id)
        return;
    m_selected = id;
    Q_EMIT selectionChanged();
    Q_EMIT detailChanged();
}

void ServicesController::sortBy(int column) {
    if (column < 0 || column >= ServicesModel::ColumnCount)
        return;
    m_descending = column == m_sortColumn && !m_descending;
    m_sortColumn = column;
    m_model.setSort(m_sortColumn, m_descending);
    Q_EMIT sortChanged();
    Q_EMIT selectionChanged();
}

QVariantMap ServicesController::detail() const {
    if (m_selected.isEmpty())
        return {};
    QVariantMap map{{QStringLiteral("id"), m_selected}, {QStringLiteral("problem"), m_model.problemOf(m_selected)}};
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const auto index = snapshot ? snapshot->catalog->findService(m_selected.toStdString()) : std::nullopt;
    if (!index)
        return map.value(QStringLiteral("problem")).toString().isEmpty() ? QVariantMap() : map;
    const catalog::Service &service = snapshot->catalog->services()[*index];
    QVariantList tiers{0, 0, 0, 0};
    std::array<int, 4> counts{};
    for (std::uint32_t i = service.first; i < service.end(); ++i)
        ++counts[static_cast<std::size_t>(shownTier((*snapshot->risk)[i]))];
    for (qsizetype i = 0; i < 4; ++i)
        tiers[i] = counts[static_cast<std::size_t>(i)];
    const workspace::ServiceState state = snapshot->services[*index];
    const int curated = static_cast<int>(service.curatedCount);
    map.insert({{QStringLiteral("title"), revealed(service.info.title)},
                {QStringLiteral("description"), revealed(service.info.description, true)},
                {QStringLiteral("version"), revealed(service.info.version)},
                {QStringLiteral("format"), revealed(service.info.format)},
                {QStringLiteral("source"), revealed(service.info.source)},
                {QStringLiteral("server"), revealed(service.info.server)},
                {QStringLiteral("sha256"), toQString(service.info.sha256)},
                {QStringLiteral("actions"), static_cast<int>(service.segment->size())},
                {QStringLiteral("curated"), curated},
                {QStringLiteral("longTail"), static_cast<int>(service.segment->size()) - curated},
                {QStringLiteral("tiers"), tiers},
                {QStringLiteral("tokens"), curated == 0 ? 0 : m_model.tokensOf(m_selected)},
                {QStringLiteral("imported"), m_model.importedAt(m_selected)},
                {QStringLiteral("toggle"), state.toggle},
                {QStringLiteral("locked"), state.lockedByEnvironment},
                {QStringLiteral("handFile"), service.hand ? toQString(service.hand->path.string()) : QString()}});
    return map;
}

void ServicesController::setSearchable(const QString &id, bool on) {
    const int row = m_model.rowForKey(id);
    if (row < 0 || m_model.index(row, 0).data(ServicesModel::ToggleRole).toBool() == on)
        return;
    const QPointer<ServicesController> self(this);
    const QString folder = m_session->folder();
    const auto step = [self, id, folder](bool to) {
        return [self, id, folder, to](UndoStack::Done done) {
            if (!self || !self->m_session || self->m_session->folder() != folder)
                return done(false, tr("This step belongs to a workspace that is no longer open."));
            self->request(id, to, done);
        };
    };
    //: undo steps; %1 is a service
    const QString text = on ? tr("Turn tool search on for %1").arg(id) : tr("Turn tool search off for %1").arg(id);
    request(id, on, [self, step, on, text](bool ok, const QString &) {
        // Only what really happened can be taken back.
        if (ok && self && self->m_undo)
            self->m_undo->push(text, step(!on), step(on));
    });
}

void ServicesController::request(const QString &id, bool on, const UndoStack::Done &done) {
    m_model.setPending(id, on);
    Q_EMIT stateChanged();
    m_requests.push_back({m_session->folder(), id, on, done});
    if (m_requests.size() == 1)
        runNext();
}

void ServicesController::runNext() {
    const Request &next = m_requests.front();
    if (!m_session->workspace() || m_session->folder() != next.folder)
        return answer(fail(ErrorCode::Cancelled, "the workspace was closed before the service was switched"));
    m_session->query<void>(
        [service = next.id.toStdString(), on = next.on](workspace::Workspace &workspace, const Job &) {
            return workspace.setSearchable(service, on);
        },
        this, [this](Result<void> set) { answer(std::move(set)); });
}

void ServicesController::answer(Result<void> set) {
    if (m_requests.empty())
        return;
    const Request answered = std::move(m_requests.front());
    m_requests.pop_front();
    // A later wish for the same service is still to come.
    const auto later = std::find_if(m_requests.rbegin(), m_requests.rend(),
                                    [&](const Request &request) { return request.id == answered.id; });
    m_model.setPending(answered.id, later == m_requests.rend() ? std::nullopt : std::optional(later->on));
    const QString message = set ? QString() : app::errorText(set.error());
    if (!set)
        Q_EMIT failed(message);
    Q_EMIT detailChanged();
    Q_EMIT stateChanged();
    answered.done(set.has_value(), message);
    if (!m_requests.empty())
        runNext();
}

bool ServicesController::openHandFile(const QString &id) const {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    const auto index = snapshot ? snapshot->catalog->findService(id.toStdString()) : std::nullopt;
    if (!index || !snapshot->catalog->services()[*index].hand)
        return false;
    return QDesktopServices::openUrl(
        QUrl::fromLocalFile(toQString(snapshot->catalog->services()[*index].hand->path.string())));
}

} // namespace actionscope::app
