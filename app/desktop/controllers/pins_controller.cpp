#include "pins_controller.h"

#include "base/json.h"
#include "convert.h"

#include <QDateTime>

#include <map>

namespace actionscope::app {
namespace {

/// What was and what is, a line a member that differs: "− path: /a", "+ path: /b". The digest of a schema says nothing
/// to a person.
QStringList differenceLines(const json::object &was, const json::object &is) {
    const auto line = [](const char *sign, std::string_view key, const json::value &value) {
        const QString text =
            value.is_string() ? revealed(std::string_view(value.get_string())) : revealed(json::serialize(value));
        return QString(QString::fromUtf8(sign) + toQString(std::string(key)) + QStringLiteral(": ") + text);
    };
    QStringList lines;
    const auto compare = [&](const auto &self, const json::object &before, const json::object &after,
                             const std::string &prefix) -> void {
        std::map<std::string, std::pair<const json::value *, const json::value *>> members;
        for (const auto &[key, value] : before)
            members[std::string(key)].first = &value;
        for (const auto &[key, value] : after)
            members[std::string(key)].second = &value;
        for (const auto &[key, pair] : members) {
            const auto &[old, now] = pair;
            if (key == "schema" || key == "hint" || (old && now && *old == *now))
                continue;
            if (key == "parameters" && old && now && old->is_object() && now->is_object()) {
                self(self, old->get_object(), now->get_object(), "parameter ");
                continue;
            }
            if (old)
                lines.append(line("\u2212 ", prefix + key, *old));
            if (now)
                lines.append(line("+ ", prefix + key, *now));
        }
    };
    compare(compare, was, is, std::string());
    return lines;
}

} // namespace

PinsController::PinsController(QObject *parent)
    : QObject(parent) {}

void PinsController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session) {
        connect(session, &WorkspaceSession::stateChanged, this, &PinsController::refresh);
        connect(session, &WorkspaceSession::snapshotChanged, this, &PinsController::refresh);
    }
    Q_EMIT sourceChanged();
    refresh();
}

void PinsController::setService(const QString &service) {
    if (m_service == service)
        return;
    m_service = service;
    Q_EMIT sourceChanged();
    refresh();
}

void PinsController::refresh() {
    m_query.stop();
    const auto snapshot = m_session && m_session->isReady() ? m_session->snapshot() : nullptr;
    m_blocked = 0;
    m_firstBlocked.clear();
    m_problem.clear();
    if (snapshot && snapshot->pins) {
        m_blocked = static_cast<int>(snapshot->pins->pending().size());
        if (m_blocked > 0) {
            const std::string &name = snapshot->pins->pending().begin()->first;
            m_firstBlocked = toQString(name.substr(0, name.find('.')));
        }
        m_problem = revealed(snapshot->pins->problem());
    }
    if (!snapshot || m_service.isEmpty()) {
        m_waiting.clear();
        return Q_EMIT changed();
    }
    Q_EMIT changed();
    m_query.run<QVariantList>(
        *m_session,
        [snapshot, service = m_service.toStdString()](workspace::Workspace &workspace,
                                                      const Job &job) -> Result<QVariantList> {
            std::map<std::string, QVariantMap> entries;
            const auto entryOf = [&](const std::string &name) -> QVariantMap & {
                QVariantMap &entry = entries[name];
                entry.insert(QStringLiteral("name"), revealed(name));
                return entry;
            };
            for (const auto &[name, change] : snapshot->pins->pending()) {
                if (!std::string_view(name).starts_with(service + "."))
                    continue;
                QStringList changes;
                for (const std::string &line : change.changes)
                    changes.append(revealed(line));
                QVariantMap &entry = entryOf(name);
                entry.insert(QStringLiteral("changes"), changes);
                entry.insert(QStringLiteral("difference"), differenceLines(change.was, change.is));
                entry.insert(QStringLiteral("renamedFrom"), revealed(change.renamedFrom));
                entry.insert(QStringLiteral("since"), toQDateTime(change.since));
            }
            if (const auto index = snapshot->catalog->findService(service)) {
                const catalog::Service &found = snapshot->catalog->services()[*index];
                for (catalog::Ordinal i = found.first; i < found.end(); ++i) {
                    if (job.cancelled())
                        return fail(ErrorCode::Cancelled, "outdated");
                    const workspace::AgentText text = workspace.agentText(*snapshot->catalog, i);
                    if (!text.withheld)
                        continue;
                    QStringList findings;
                    for (const catalog::ScanFinding &finding : text.findings)
                        findings.append(revealed(finding.field + ": " + finding.detail));
                    entryOf(snapshot->catalog->qualifiedName(i)).insert(QStringLiteral("findings"), findings);
                }
            }
            QVariantList list;
            for (auto &[name, entry] : entries) {
                for (const char *key : {"changes", "difference", "findings"})
                    if (!entry.contains(QLatin1String(key)))
                        entry.insert(QLatin1String(key), QStringList());
                list.append(entry);
            }
            return list;
        },
        this,
        [this](Result<QVariantList> found) {
            QVariantList list = found ? *found : QVariantList();
            if (list == m_waiting)
                return;
            m_waiting = std::move(list);
            Q_EMIT changed();
        });
}

void PinsController::accept(const QString &name) {
    if (!m_session)
        return;
    m_session->query<void>(
        [name = name.toStdString()](workspace::Workspace &workspace, const Job &) { return workspace.accept(name); },
        this,
        [this, name](Result<void> done) {
            if (done)
                Q_EMIT accepted(name);
            else
                Q_EMIT failed(app::errorText(done.error()));
            refresh();
        });
}

} // namespace actionscope::app
