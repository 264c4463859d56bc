#include "tokens_controller.h"

#include "convert.h"
#include "governance/token_store.h"

#include <QDateTime>

namespace actionscope::app {
namespace {

Result<governance::TokenStore *> storeOf(workspace::Workspace &workspace) {
    if (governance::TokenStore *tokens = workspace.tokens())
        return tokens;
    return fail(ErrorCode::Corrupt, "the state of the workspace cannot be used: there are no tokens");
}

governance::AuditEvent eventOfPerson(const workspace::Workspace &workspace) {
    governance::AuditEvent event;
    event.actor = "app:" + workspace.person().user;
    event.principal = workspace.person().id;
    return event;
}

} // namespace

TokensController::TokensController(QObject *parent)
    : QObject(parent) {}

TokensController::~TokensController() { forgetSecret(); }

void TokensController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session)
        connect(session, &WorkspaceSession::stateChanged, this, [this] {
            forgetSecret();
            refresh();
        });
    Q_EMIT sessionChanged();
    refresh();
}

void TokensController::refresh() {
    m_query.stop();
    if (!m_session || !m_session->isReady()) {
        m_tokens.clear();
        m_live = 0;
        m_errorText.clear();
        return Q_EMIT changed();
    }
    m_query.run<std::vector<governance::TokenInfo>>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &) -> Result<std::vector<governance::TokenInfo>> {
            auto store = storeOf(workspace);
            if (!store)
                return fail(store.error());
            return (*store)->list();
        },
        this,
        [this](Result<std::vector<governance::TokenInfo>> listed) {
            m_tokens.clear();
            m_live = 0;
            m_errorText = listed ? QString() : app::errorText(listed.error());
            const auto now = std::chrono::time_point_cast<Timestamp::duration>(std::chrono::system_clock::now());
            for (const governance::TokenInfo &token : listed ? *listed : std::vector<governance::TokenInfo>()) {
                const bool live = governance::isLive(token, now);
                m_live += live;
                m_tokens.append(QVariantMap{
                    {QStringLiteral("id"), toQString(token.id)},
                    {QStringLiteral("name"), revealed(token.spec.name)},
                    {QStringLiteral("role"), toQString(governance::roleName(token.spec.role))},
                    {QStringLiteral("exposure"), toQString(governance::exposureName(token.spec.exposure))},
                    {QStringLiteral("created"), toQDateTime(token.created)},
                    {QStringLiteral("state"), live            ? QStringLiteral("live")
                                              : token.revoked ? QStringLiteral("revoked")
                                                              : QStringLiteral("expired")},
                });
            }
            Q_EMIT changed();
        });
}

void TokensController::create(const QString &name, const QString &role, const QString &exposure) {
    if (!m_session)
        return;
    governance::TokenSpec spec;
    spec.name = name.trimmed().toStdString();
    spec.role = governance::roleFromName(role.toStdString()).value_or(governance::Role::Agent);
    spec.exposure = governance::exposureFromName(exposure.toStdString()).value_or(governance::Exposure::List);
    m_session->query<std::string>(
        [spec](workspace::Workspace &workspace, const Job &) -> Result<std::string> {
            auto store = storeOf(workspace);
            if (!store)
                return fail(store.error());
            auto made = (*store)->create(spec, eventOfPerson(workspace));
            if (!made)
                return fail(made.error());
            return made->secret;
        },
        this,
        [this](Result<std::string> secret) {
            if (!secret)
                return Q_EMIT failed(app::errorText(secret.error()));
            m_secret = toQString(*secret);
            Q_EMIT secretChanged();
            refresh();
        });
}

void TokensController::revoke(const QString &id) {
    if (!m_session)
        return;
    m_session->query<governance::TokenInfo>(
        [id = id.toStdString()](workspace::Workspace &workspace, const Job &) -> Result<governance::TokenInfo> {
            auto store = storeOf(workspace);
            if (!store)
                return fail(store.error());
            return (*store)->revoke(id, eventOfPerson(workspace));
        },
        this,
        [this](Result<governance::TokenInfo> token) {
            if (!token)
                Q_EMIT failed(app::errorText(token.error()));
            else
                Q_EMIT revoked(revealed(token->spec.name));
            refresh();
        });
}

void TokensController::forgetSecret() {
    if (m_secret.isEmpty())
        return;
    m_secret.fill(QLatin1Char('\0'));
    m_secret.clear();
    Q_EMIT secretChanged();
}

} // namespace actionscope::app
