#include "overview_controller.h"

#include "audit_chain.h"
#include "catalog_columns.h"
#include "convert.h"
#include "evaluation/query_set.h"
#include "workspace/layout.h"

#include <QLocale>
#include <QUrl>

#include <algorithm>

namespace actionscope::app {
namespace {

int number(const json::object &detail, std::string_view key) {
    const json::value *value = detail.if_contains(key);
    return value && value->is_int64()    ? static_cast<int>(value->as_int64())
           : value && value->is_uint64() ? static_cast<int>(value->as_uint64())
                                         : 0;
}

QString recordText(const governance::AuditEvent &event) {
    const QString about = revealed(event.action.empty() ? event.service : event.action);
    if (event.kind == governance::audit_kind::Import)
        return OverviewController::tr("Imported %1 in %2", "actions, services")
            .arg(OverviewController::tr("%Ln action(s)", "", number(event.detail, "actions")),
                 OverviewController::tr("%Ln service(s)", "", number(event.detail, "services")));
    if (event.kind == governance::audit_kind::Toggle)
        return event.outcome == "on" ? OverviewController::tr("Tool search on for %1").arg(about)
                                     : OverviewController::tr("Tool search off for %1").arg(about);
    if (event.kind == governance::audit_kind::Override && !about.isEmpty())
        return OverviewController::tr("Risk of %1 edited").arg(about);
    const QString what = revealed(event.kind);
    //: a line of the audit log: kind of event, action or service
    return about.isEmpty() ? what : OverviewController::tr("%1 · %2").arg(what, about);
}

QVariantMap need(const char *kind, const QString &text, const QString &action, const QString &link,
                 const char *severity) {
    return {{QStringLiteral("kind"), QLatin1String(kind)},
            {QStringLiteral("text"), text},
            {QStringLiteral("action"), action},
            {QStringLiteral("link"), link},
            {QStringLiteral("severity"), QLatin1String(severity)}};
}

constexpr std::size_t Listed = 5;

/// Queries that people judged for this workspace; where there are none, titles from all over its catalog.
QStringList searchesToTry(const workspace::Workspace &workspace, const catalog::Catalog &catalog) {
    QStringList texts;
    std::vector<std::filesystem::path> files;
    std::error_code ignored;
    for (const auto &entry :
         std::filesystem::directory_iterator(workspace::Layout{workspace.folder()}.queries(), ignored))
        if (entry.path().extension() == ".yaml")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto &file : files)
        if (const auto set = evaluation::readQuerySet(file))
            for (const auto &query : set->queries)
                if (query.hasAnswer() && texts.size() < static_cast<qsizetype>(Listed))
                    texts.append(revealed(query.text));
    for (std::size_t i = 0; texts.isEmpty() || (files.empty() && i < Listed); ++i) {
        if (i >= Listed)
            break;
        const auto from = static_cast<std::uint32_t>(std::uint64_t(catalog.size()) * (2 * i + 1) / (2 * Listed));
        for (std::uint32_t ordinal = from; ordinal < catalog.size(); ++ordinal) {
            const std::string_view title = catalog.at(ordinal).title();
            if (title.size() < 12 || title.size() > 48 || title.find(' ') == std::string_view::npos)
                continue;
            if (const QString text = revealed(title); !texts.contains(text)) {
                texts.append(text);
                break;
            }
        }
    }
    return texts;
}

} // namespace

OverviewController::OverviewController(QObject *parent)
    : QObject(parent) {}

void OverviewController::setChain(AuditChain *chain) {
    if (m_chain == chain)
        return;
    if (m_chain)
        m_chain->disconnect(this);
    m_chain = chain;
    // It tells of records that were added, too.
    if (chain)
        connect(chain, &AuditChain::changed, this, &OverviewController::readRecent);
    Q_EMIT sessionChanged();
    Q_EMIT changed();
}

void OverviewController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    if (m_staged)
        m_staged->disconnect(this);
    m_session = session;
    m_staged = StagedEdits::of(session);
    if (session) {
        connect(session, &WorkspaceSession::snapshotChanged, this, &OverviewController::takeSnapshot);
        connect(session, &WorkspaceSession::stateChanged, this, &OverviewController::changed);
        connect(session, &WorkspaceSession::busyChanged, this, &OverviewController::changed);
    }
    if (m_staged)
        connect(m_staged, &StagedEdits::changed, this, &OverviewController::changed);
    Q_EMIT sessionChanged();
    takeSnapshot();
}

QString OverviewController::state() const {
    if (const QString early = viewStateBeforeOpen(m_session); !early.isEmpty())
        return early;
    if (m_session->actionCount() == 0)
        return m_session->problems().isEmpty() ? QStringLiteral("firstRun") : QStringLiteral("error");
    return m_session->problems().isEmpty() ? QStringLiteral("ready") : QStringLiteral("partial");
}

QString OverviewController::errorText() const {
    QStringList lines;
    if (m_session) {
        if (!m_session->errorText().isEmpty())
            lines.append(m_session->errorText());
        const QVariantList problems = m_session->problems();
        for (const QVariant &problem : problems)
            lines.append(problem.toMap().value(QStringLiteral("text")).toString());
    }
    return lines.join(QLatin1Char('\n'));
}

int OverviewController::actionCount() const { return m_session ? m_session->actionCount() : 0; }
int OverviewController::serviceCount() const { return m_session ? m_session->serviceCount() : 0; }

QVariantList OverviewController::tiers() const {
    QVariantList list;
    for (const int n : m_counts.tiers)
        list.append(n);
    return list;
}

QString OverviewController::indexState() const {
    if (!m_session || !m_session->isIndexed())
        return m_session && m_session->isBusy() ? QStringLiteral("building") : QStringLiteral("missing");
    return m_session->indexCurrent() ? QStringLiteral("fresh") : QStringLiteral("building");
}

double OverviewController::indexBytes() const {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    return snapshot && snapshot->index ? double(snapshot->index->statistics().bytes) : 0;
}

int OverviewController::indexTerms() const {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    return snapshot && snapshot->index ? static_cast<int>(snapshot->index->statistics().terms) : 0;
}

QDateTime OverviewController::indexedAt() const { return m_session ? m_session->indexedAt() : QDateTime(); }

void OverviewController::takeSnapshot() {
    const auto snapshot = m_session ? m_session->snapshot() : nullptr;
    m_findable = 0;
    if (snapshot)
        m_findable =
            static_cast<int>(std::count_if(snapshot->services.begin(), snapshot->services.end(),
                                           [](const workspace::ServiceState &state) { return state.searchable(); }));
    if (!snapshot) {
        m_countQuery.stop();
        m_recentQuery.stop();
        m_countsKnown = false;
        m_counts = {};
        m_recent.clear();
        Q_EMIT changed();
        return;
    }
    count();
    readRecent();
    Q_EMIT changed();
}

void OverviewController::count() {
    m_countQuery.run<Counts>(
        *m_session,
        [snapshot = m_session->snapshot()](workspace::Workspace &workspace, const Job &job) -> Result<Counts> {
            Counts counts;
            const catalog::Catalog &catalog = *snapshot->catalog;
            for (const catalog::Service &service : catalog.services()) {
                if (job.cancelled())
                    return fail(ErrorCode::Cancelled, "outdated");
                counts.curated += static_cast<int>(service.curatedCount);
                for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
                    const risk::Classification &risk = (*snapshot->risk)[service.first + i];
                    const catalog::CapabilityView action = service.segment->at(i);
                    ++counts.tiers[static_cast<std::size_t>(shownTier(risk))];
                    const bool undescribed = action.title().empty() && action.description().empty();
                    counts.review += !risk.overridden && (risk.review || undescribed);
                }
            }
            counts.tries = searchesToTry(workspace, catalog);
            for (const catalog::Service &service : catalog.services())
                counts.largest.emplace_back(toQString(service.info.id), static_cast<int>(service.segment->size()));
            std::stable_sort(counts.largest.begin(), counts.largest.end(),
                             [](const auto &a, const auto &b) { return a.second > b.second; });
            counts.largest.resize(std::min(counts.largest.size(), Listed));
            for (const catalog::Finding &finding : workspace.lint())
                counts.orphans += finding.severity == catalog::Finding::Severity::Error;
            return counts;
        },
        this,
        [this](Result<Counts> counts) {
            if (!counts)
                return;
            m_counts = *counts;
            m_countsKnown = true;
            Q_EMIT changed();
        });
}

void OverviewController::readRecent() {
    if (!m_session || !m_session->workspace())
        return;
    m_recentQuery.run<std::vector<governance::AuditRecord>>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &) -> Result<std::vector<governance::AuditRecord>> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            auto page = (*log)->list({}, Listed);
            if (!page)
                return fail(page.error());
            return std::move(page->records);
        },
        this,
        [this](Result<std::vector<governance::AuditRecord>> records) {
            m_recent.clear();
            if (records)
                for (const governance::AuditRecord &record : *records)
                    m_recent.append(QVariantMap{
                        {QStringLiteral("text"), recordText(record.event)},
                        {QStringLiteral("time"), toQDateTime(record.time)},
                        {QStringLiteral("link"), QStringLiteral("actionscope://audit/%1").arg(record.seq)}});
            Q_EMIT changed();
        });
}

QVariantList OverviewController::needs() const {
    QVariantList list;
    if (!m_session)
        return list;
    if (m_chain && m_chain->state() == QLatin1String("broken"))
        list.append(need("audit", tr("The audit chain is broken: %1").arg(m_chain->detail()), tr("See where"),
                         QStringLiteral("actionscope://audit"), "error"));
    const int problems = static_cast<int>(m_session->problems().size());
    if (problems > 0)
        list.append(need("problems", tr("%n file(s) could not be used", "", problems), tr("See which"),
                         QStringLiteral("actionscope://services?q=state:problem"), "error"));
    if (m_counts.orphans > 0)
        list.append(need(
            "lint",
            tr("%n error(s) in hand-written catalogs, such as an override that matches nothing", "", m_counts.orphans),
            tr("See Risk"), QStringLiteral("actionscope://risk"), "error"));
    if (m_staged && m_staged->count() > 0)
        list.append(need("staged", tr("%n staged risk edit(s) are not saved", "", m_staged->count()), tr("Review"),
                         QStringLiteral("actionscope://risk"), "warning"));
    if (m_counts.review > 0)
        list.append(need("review", tr("%Ln action(s) need review", "", m_counts.review), tr("Open the filter"),
                         QStringLiteral("actionscope://catalog?q=flag:review"), "info"));
    const int hiddenServices = serviceCount() - m_findable;
    if (hiddenServices > 0)
        list.append(need("services", tr("%n service(s) are switched off for tool search", "", hiddenServices),
                         tr("See which"), QStringLiteral("actionscope://services?q=state:off"), "info"));
    return list;
}

QVariantList OverviewController::tries() const {
    QVariantList list;
    for (const QString &text : m_counts.tries)
        list.append(QVariantMap{{QStringLiteral("text"), text},
                                {QStringLiteral("link"), QStringLiteral("actionscope://lab?q=") +
                                                             QString::fromLatin1(QUrl::toPercentEncoding(text))}});
    return list;
}

QVariantList OverviewController::largest() const {
    QVariantList list;
    for (const auto &[id, actions] : m_counts.largest)
        list.append(QVariantMap{{QStringLiteral("text"), id},
                                {QStringLiteral("count"), actions},
                                {QStringLiteral("link"), QStringLiteral("actionscope://services/") + id}});
    return list;
}

void OverviewController::retry() {
    if (!m_session || !m_session->snapshot())
        return;
    count();
    readRecent();
}

} // namespace actionscope::app
