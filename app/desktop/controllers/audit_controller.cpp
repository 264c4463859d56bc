#include "audit_controller.h"

#include "audit_chain.h"
#include "base/file.h"
#include "convert.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <cstdio>
#include <memory>

namespace actionscope::app {
namespace {

constexpr std::size_t PageSize = 200;
constexpr int BinCount = 60;

/// Facets in the order in which they are shown; the field names are those of the filter.
struct FacetColumn {
    const char *column, *title;
};
constexpr FacetColumn Facets[] = {
    {"kind", QT_TRANSLATE_NOOP("AuditFacets", "Event")},  {"outcome", QT_TRANSLATE_NOOP("AuditFacets", "Outcome")},
    {"tier", QT_TRANSLATE_NOOP("AuditFacets", "Tier")},   {"service", QT_TRANSLATE_NOOP("AuditFacets", "Service")},
    {"actor", QT_TRANSLATE_NOOP("AuditFacets", "Actor")}, {"session", QT_TRANSLATE_NOOP("AuditFacets", "Session")}};
constexpr std::size_t FacetValues = 8; ///< shown of each

/// "kind" of the log is "event" on screen.
QString fieldOf(const char *column) {
    return QLatin1String(column) == QLatin1String("kind") ? QStringLiteral("event") : QLatin1String(column);
}

} // namespace

/// All that one reading of the log gives the page.
struct AuditController::Overview {
    governance::AuditPage page;
    std::uint64_t total = 0, shown = 0, newest = 0;
    std::vector<std::vector<governance::FacetCount>> facets;
    std::vector<std::uint64_t> bins;
    Timestamp start{}, end{};
};

AuditController::AuditController(QObject *parent)
    : QObject(parent)
    , m_records(this)
    , m_filter(this) {
    defineFields();
    m_tail.setInterval(500);
    connect(&m_tail, &QTimer::timeout, this, &AuditController::lookForNew);
    connect(&m_records, &AuditModel::moreWanted, this, &AuditController::loadOlder);
    connect(&m_filter, &FilterModel::termsChanged, this, &AuditController::reload);
}

void AuditController::defineFields() {
    QVariantList fields;
    for (const FacetColumn &facet : Facets)
        fields.append(QVariantMap{{QStringLiteral("name"), fieldOf(facet.column)},
                                  {QStringLiteral("label"), QCoreApplication::translate("AuditFacets", facet.title)},
                                  {QStringLiteral("values"), QStringList()}});
    fields.append(QVariantMap{{QStringLiteral("name"), QStringLiteral("action")},
                              {QStringLiteral("label"), tr("Action")},
                              {QStringLiteral("values"), QStringList()}});
    m_filter.setFields(fields);
}

void AuditController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    m_session = session;
    connect(session, &WorkspaceSession::stateChanged, this, &AuditController::reload);
    reload();
    Q_EMIT sessionChanged();
}

void AuditController::setActive(bool active) {
    if (m_active == active)
        return;
    m_active = active;
    if (active) {
        reload();
        m_tail.start();
    } else {
        m_tail.stop();
    }
    Q_EMIT activeChanged();
}

void AuditController::setHours(int hours) {
    if (m_hours == hours)
        return;
    m_hours = hours;
    m_brush.reset();
    Q_EMIT hoursChanged();
    reload();
}

void AuditController::setFollowing(bool following) {
    if (m_following == following)
        return;
    m_following = following;
    Q_EMIT followingChanged();
    if (following && m_waiting > 0)
        reload();
}

governance::AuditFilter AuditController::coreFilter() const {
    governance::AuditFilter filter;
    for (const FilterTerm &term : m_filter.terms()) {
        const std::string value = toStdString(term.value);
        if (term.field.isEmpty()) {
            filter.text += (filter.text.empty() ? "" : " ") + value;
            continue;
        }
        const std::string column = term.field == QLatin1String("event") ? "kind" : toStdString(term.field);
        if (term.negated)
            filter.exclude.emplace_back(column, value);
        else if (column == "kind")
            filter.kinds.push_back(value);
        else if (column == "outcome")
            filter.outcome = value;
        else if (column == "tier")
            filter.tier = value;
        else if (column == "service" || column == "action")
            filter.action = value;
        else if (column == "actor")
            filter.actor = value;
        else if (column == "session")
            filter.session = value;
    }
    if (m_brush) {
        filter.since = m_brush->first;
        filter.until = m_brush->second;
    } else if (m_hours > 0) {
        filter.since = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()) -
                       std::chrono::hours(m_hours);
    }
    return filter;
}

void AuditController::refresh() { reload(); }

void AuditController::reload() {
    if (m_session == nullptr || !m_session->isReady()) {
        m_latest.stop();
        m_records.reset({});
        m_total = m_shown = 0;
        setState(m_session != nullptr && m_session->state() == WorkspaceSession::State::Opening
                     ? QStringLiteral("loading")
                     : QStringLiteral("firstRun"));
        return;
    }
    if (m_state == QLatin1String("firstRun") || m_state == QLatin1String("error"))
        setState(QStringLiteral("loading"));
    const governance::AuditFilter filter = coreFilter();
    const int hours = m_hours;
    m_latest.run<Overview>(
        *m_session,
        [filter, hours](workspace::Workspace &workspace, const Job &) -> Result<Overview> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            Overview overview;
            auto page = (*log)->list(filter, PageSize);
            if (!page)
                return fail(page.error());
            overview.page = std::move(*page);
            const auto head = (*log)->head();
            if (!head)
                return fail(head.error());
            overview.newest = head->seq;
            overview.total = head->seq;
            const auto count = (*log)->count(filter);
            if (!count)
                return fail(count.error());
            overview.shown = *count;
            for (const FacetColumn &facet : Facets)
                overview.facets.push_back(
                    (*log)->facet(facet.column, filter).value_or(std::vector<governance::FacetCount>()));
            const Timestamp now =
                std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
            overview.end = now + std::chrono::seconds(1);
            overview.start = now - std::chrono::hours(hours);
            if (hours == 0) {
                const auto first = (*log)->get(1);
                overview.start = first && *first ? (*first)->time : now - std::chrono::hours(1);
            }
            governance::AuditFilter wide = filter;
            wide.since.reset();
            wide.until.reset();
            overview.bins =
                (*log)->histogram(wide, overview.start, overview.end, BinCount).value_or(std::vector<std::uint64_t>());
            return overview;
        },
        this,
        [this](Result<Overview> overview) {
            if (!overview) {
                m_error = actionscope::app::errorText(overview.error());
                setState(QStringLiteral("error"));
                return;
            }
            m_total = overview->total;
            m_shown = overview->shown;
            m_newest = overview->newest;
            m_waiting = 0;
            Q_EMIT waitingChanged();
            m_records.reset(std::move(overview->page));
            std::vector<FacetModel::Row> rows;
            for (std::size_t i = 0; i < overview->facets.size(); ++i) {
                std::size_t shown = 0;
                for (const governance::FacetCount &count : overview->facets[i]) {
                    if (++shown > FacetValues)
                        break;
                    const QString value = revealed(count.value);
                    rows.push_back({QCoreApplication::translate("AuditFacets", Facets[i].title),
                                    fieldOf(Facets[i].column), value, i == 0 ? auditKindText(count.value) : value,
                                    static_cast<int>(count.count)});
                }
            }
            m_facets.setRows(std::move(rows));
            m_binStart = overview->start;
            m_binEnd = overview->end;
            m_bins.clear();
            m_binMaximum = 0;
            const auto width = (m_binEnd - m_binStart) / BinCount;
            for (std::size_t i = 0; i < overview->bins.size(); ++i) {
                const QDateTime start = toQDateTime(m_binStart + width * static_cast<std::int64_t>(i));
                m_binMaximum = std::max(m_binMaximum, double(overview->bins[i]));
                m_bins.append(QVariantMap{{QStringLiteral("start"), start},
                                          {QStringLiteral("label"), QLocale().toString(start, QLocale::ShortFormat)},
                                          {QStringLiteral("count"), double(overview->bins[i])}});
            }
            Q_EMIT binsChanged();
            setState(m_total == 0                ? QStringLiteral("empty")
                     : m_records.rowCount() == 0 ? QStringLiteral("noMatch")
                                                 : QStringLiteral("ready"));
            showSelection();
        });
}

void AuditController::loadOlder() {
    if (m_session == nullptr || m_records.rowCount() == 0)
        return;
    const governance::AuditFilter filter = coreFilter();
    const std::uint64_t before = m_records.oldestSeq();
    m_older.run<governance::AuditPage>(
        *m_session,
        [filter, before](workspace::Workspace &workspace, const Job &) -> Result<governance::AuditPage> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            return (*log)->list(filter, PageSize, before);
        },
        this,
        [this](Result<governance::AuditPage> page) {
            // An error leaves the rows that are there; the next scroll asks again.
            m_records.append(page ? std::move(*page) : governance::AuditPage{{}, true});
        });
}

void AuditController::lookForNew() {
    if (m_session == nullptr || !m_session->isReady() || m_state == QLatin1String("error"))
        return;
    struct Newer {
        std::uint64_t head = 0;
        std::vector<governance::AuditRecord> records;
    };
    governance::AuditFilter filter = coreFilter();
    if (m_brush)
        return;
    const std::uint64_t after = m_newest;
    m_newer.run<Newer>(
        *m_session,
        [filter, after](workspace::Workspace &workspace, const Job &) -> Result<Newer> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            Newer newer;
            const auto head = (*log)->head();
            if (!head)
                return fail(head.error());
            newer.head = head->seq;
            if (head->seq > after) {
                auto page = (*log)->listAfter(filter, PageSize, after);
                if (!page)
                    return fail(page.error());
                newer.records = std::move(page->records);
            }
            return newer;
        },
        this,
        [this](Result<Newer> newer) {
            if (!newer || newer->head <= m_newest)
                return;
            if (!m_following) {
                if (m_waiting != static_cast<int>(newer->records.size())) {
                    m_waiting = static_cast<int>(newer->records.size());
                    Q_EMIT waitingChanged();
                }
                return;
            }
            // Facets, counts and timeline move too, so the page is read again; the selection is kept by key.
            reload();
        });
}

void AuditController::exportTo(const QString &path, const QString &format) {
    if (m_session == nullptr || !m_session->isReady())
        return;
    const governance::AuditFilter filter = coreFilter();
    const auto kind = format == QLatin1String("csv") ? governance::ExportFormat::Csv : governance::ExportFormat::Jsonl;
    const std::string file = toStdString(path);
    m_session->runJob<std::uint64_t>(
        tr("Export the audit log"),
        [filter, kind, file](workspace::Workspace &workspace, const Job &job) -> Result<std::uint64_t> {
            const auto log = auditLogOf(workspace);
            if (!log)
                return fail(log.error());
            const std::string temporary = file + ".part";
            const std::unique_ptr<std::FILE, int (*)(std::FILE *)> out(std::fopen(temporary.c_str(), "wb"),
                                                                       &std::fclose);
            if (!out)
                return fail(fileError(errno, "write", temporary));
            auto written = governance::exportAudit(
                **log, filter, kind,
                [&](std::string_view text) -> Result<void> {
                    if (std::fwrite(text.data(), 1, text.size(), out.get()) != text.size())
                        return fail(fileError(errno, "write", temporary));
                    return {};
                },
                job);
            if (!written || std::fflush(out.get()) != 0) {
                std::remove(temporary.c_str());
                return written ? fail(fileError(errno, "write", temporary)) : fail(written.error());
            }
            if (std::rename(temporary.c_str(), file.c_str()) != 0)
                return fail(fileError(errno, "write", file));
            governance::AuditEvent event;
            event.kind = governance::audit_kind::Export;
            event.outcome = "done";
            event.detail = {{"records", *written},
                            {"format", kind == governance::ExportFormat::Csv ? "csv" : "jsonl"},
                            {"file", std::filesystem::path(file).filename().string()}};
            if (auto recorded = workspace.record(std::move(event)); !recorded)
                return fail(recorded.error());
            return written;
        },
        this,
        [this, path](Result<std::uint64_t> written) {
            if (written)
                Q_EMIT exported(path, double(*written));
            else
                Q_EMIT failed(actionscope::app::errorText(written.error()));
        });
}

void AuditController::brush(int firstBin, int lastBin) {
    if (firstBin < 0 || lastBin < firstBin) {
        if (!m_brush)
            return;
        m_brush.reset();
    } else {
        const auto width = (m_binEnd - m_binStart) / BinCount;
        m_brush = {m_binStart + width * firstBin, m_binStart + width * (lastBin + 1)};
    }
    reload();
}

void AuditController::select(const QString &key) {
    if (m_selected == key)
        return;
    m_selected = key;
    showSelection();
}

void AuditController::showSelection() {
    m_detail.clear();
    if (const governance::AuditRecord *record = m_records.recordAt(m_records.rowForKey(m_selected))) {
        const json::object object = governance::toJson(*record);
        QVariantList fields;
        const auto add = [&](const QString &name, const QString &value) {
            if (!value.isEmpty())
                fields.append(QVariantMap{{QStringLiteral("name"), name}, {QStringLiteral("value"), value}});
        };
        const governance::AuditEvent &event = record->event;
        add(tr("Event"), auditKindText(event.kind));
        add(tr("Time"), toQString(formatTimestamp(record->time)));
        add(tr("Actor"), revealed(event.actor));
        add(tr("On behalf of"), revealed(event.principal));
        add(tr("Organisation"), revealed(event.organisation));
        add(tr("Session"), revealed(event.session));
        add(tr("Service or action"), auditSubject(*record));
        add(tr("Tier"), auditTier(*record) < 0 ? QString() : tierName(auditTier(*record)));
        add(tr("Outcome"), revealed(event.outcome));
        add(tr("Index version"), revealed(event.indexVersion));
        for (const auto &member : event.detail) {
            const std::string value =
                member.value().is_string() ? std::string(member.value().get_string()) : json::serialize(member.value());
            add(revealed(std::string_view(member.key())), revealed(value));
        }
        m_detail = {{QStringLiteral("seq"), double(record->seq)},
                    {QStringLiteral("fields"), fields},
                    {QStringLiteral("subject"), auditSubject(*record)},
                    {QStringLiteral("json"), revealed(prettyJson(object), true)},
                    {QStringLiteral("prev"), toQString(record->prev)},
                    {QStringLiteral("hash"), toQString(record->hash)}};
    }
    Q_EMIT selectionChanged();
}

QString AuditController::copyText() const { return m_detail.value(QStringLiteral("json")).toString(); }

void AuditController::setState(const QString &state) {
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace actionscope::app
