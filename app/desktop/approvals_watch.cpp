#include "approvals_watch.h"

#include "convert.h"

#include <QSet>

#include <algorithm>

namespace actionscope::app {
using governance::Approval;
using governance::ApprovalState;

namespace {

bool same(const std::vector<Approval> &a, const std::vector<Approval> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Approval &x, const Approval &y) {
        return x.id == y.id && x.state == y.state && x.votes.size() == y.votes.size() && x.usesLeft == y.usesLeft &&
               x.expires == y.expires;
    });
}

} // namespace

int shownTier(const governance::FrozenRequest &request) {
    if (request.tier == "destructive")
        return request.gated ? Tier::Catastrophic : Tier::Destructive;
    return request.tier == "read" ? Tier::Read : Tier::Write;
}

ApprovalsWatch::ApprovalsWatch(WorkspaceSession &session, QObject *parent)
    : QObject(parent)
    , m_session(session) {
    m_timer.setInterval(IntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &ApprovalsWatch::refresh);
    connect(&session, &WorkspaceSession::stateChanged, this, [this] {
        clear();
        if (m_session.isReady()) {
            m_timer.start();
            refresh();
        } else {
            m_timer.stop();
        }
    });
}

void ApprovalsWatch::clear() {
    m_query.stop();
    m_asking = false;
    m_known = false;
    m_waiting = 0;
    m_catastrophic = false;
    m_oldestExpiry = {};
    m_all.clear();
    m_warned.clear();
    m_errorText.clear();
    Q_EMIT changed();
}

void ApprovalsWatch::refresh() {
    if (m_asking || !m_session.isReady())
        return;
    m_asking = true;
    m_query.run<std::vector<Approval>>(
        m_session,
        [](workspace::Workspace &workspace, const Job &) -> Result<std::vector<Approval>> {
            governance::ApprovalStore *store = workspace.approvals();
            if (!store)
                return std::vector<Approval>();
            governance::ApprovalFilter filter;
            filter.limit = Most;
            return store->list(filter);
        },
        this, [this](Result<std::vector<Approval>> found) { take(std::move(found)); });
}

void ApprovalsWatch::take(Result<std::vector<Approval>> found) {
    m_asking = false;
    const bool first = !m_known;
    m_known = true;
    if (!found) {
        m_errorText = app::errorText(found.error());
        return Q_EMIT changed();
    }
    if (!first && m_errorText.isEmpty() && same(m_all, *found))
        return warn({});
    QSet<QString> before;
    for (const Approval &approval : m_all)
        before.insert(toQString(approval.id));
    m_errorText.clear();
    m_all = std::move(*found);
    m_waiting = 0;
    m_catastrophic = false;
    m_oldestExpiry = {};
    QSet<QString> fresh;
    bool worst = false;
    for (const Approval &approval : m_all) {
        if (approval.state != ApprovalState::Waiting)
            continue;
        const bool catastrophic = shownTier(approval.request) == Tier::Catastrophic;
        ++m_waiting;
        const QDateTime expiry = toQDateTime(approval.expires);
        if (!m_oldestExpiry.isValid() || expiry < m_oldestExpiry)
            m_oldestExpiry = expiry;
        m_catastrophic |= catastrophic;
        if (!before.contains(toQString(approval.id))) {
            fresh.insert(toQString(approval.id));
            worst |= catastrophic;
        }
    }
    Q_EMIT changed();
    if (first)
        return warn({});
    warn(fresh);
    if (!fresh.isEmpty())
        Q_EMIT arrived(static_cast<int>(fresh.size()), worst);
}

void ApprovalsWatch::warn(const QSet<QString> &fresh) {
    const QDateTime now = m_clock();
    QHash<QString, int> warned;
    for (const Approval &approval : m_all) {
        if (approval.state != ApprovalState::Waiting)
            continue;
        const QString id = toQString(approval.id);
        const qint64 left = now.secsTo(toQDateTime(approval.expires));
        const int due = left <= LastWarnMinutes * 60 ? LastWarnMinutes : left <= WarnMinutes * 60 ? WarnMinutes : 0;
        const int before = m_warned.value(id, 0);
        if (due == 0 || (before != 0 && before <= due)) {
            if (before != 0)
                warned.insert(id, before);
            continue;
        }
        warned.insert(id, due);
        // What is over is no matter of haste any more.
        if (left > 0 && !fresh.contains(id))
            Q_EMIT expiring(id, toQString(approval.request.service + "." + approval.request.action), due);
    }
    m_warned = std::move(warned);
}

QString ApprovalsWatch::nextToExpire() const {
    const Approval *next = nullptr;
    for (const Approval &approval : m_all)
        if (approval.state == ApprovalState::Waiting && (!next || approval.expires < next->expires))
            next = &approval;
    return next ? toQString(next->id) : QString();
}

} // namespace actionscope::app
