#include "gateway_controller.h"

#include "base/json.h"
#include "convert.h"

#include <QDateTime>

namespace actionscope::app {
namespace {

constexpr std::size_t FramesAtOnce = 2000;

} // namespace

GatewayController::GatewayController(QObject *parent)
    : QObject(parent) {}

void GatewayController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session) {
        connect(session, &WorkspaceSession::stateChanged, this, [this] {
            m_cost.clear();
            Q_EMIT costChanged();
            Q_EMIT stateChanged();
        });
    }
    Q_EMIT sourceChanged();
    Q_EMIT stateChanged();
    findCost();
}

void GatewayController::setHost(GatewayHost *host) {
    if (m_host == host)
        return;
    if (m_host)
        m_host->disconnect(this);
    m_host = host;
    if (host) {
        connect(host, &GatewayHost::stateChanged, this, [this] {
            take();
            if (m_host->isRunning())
                findCost();
            Q_EMIT stateChanged();
        });
        connect(host, &GatewayHost::activity, this, &GatewayController::take);
    }
    Q_EMIT sourceChanged();
    take();
    Q_EMIT stateChanged();
    // The tray may have started it before anybody looked at the page.
    findCost();
}

QString GatewayController::state() const {
    if (const QString early = viewStateBeforeOpen(m_session); !early.isEmpty())
        return early;
    if (!m_host)
        return QStringLiteral("loading");
    const QString state = m_host->state();
    if (state == QLatin1String("failed"))
        return QStringLiteral("error");
    if (state == QLatin1String("starting"))
        return QStringLiteral("loading");
    return state == QLatin1String("stopped") ? QStringLiteral("empty") : QStringLiteral("ready");
}

QString GatewayController::errorText() const {
    if (m_session && !m_session->errorText().isEmpty())
        return m_session->errorText();
    return m_host ? m_host->errorText() : QString();
}

void GatewayController::take() {
    const auto gateway = m_host ? m_host->gateway() : nullptr;
    if (m_seen != gateway.get()) {
        m_seen = gateway.get();
        m_frames.clear();
    }
    if (!gateway) {
        m_sessions.setSessions({});
        return Q_EMIT selectionChanged();
    }
    m_sessions.setSessions(gateway->sessions());
    // All of them: what is left behind under load would be overtaken by the gateway's own ring.
    for (std::size_t asked = 0; m_following && asked < FramesModel::Most; asked += FramesAtOnce) {
        std::vector<gateway::Frame> frames = gateway->frames(m_frames.lastNumber(), FramesAtOnce);
        const bool last = frames.size() < FramesAtOnce;
        m_frames.append(std::move(frames));
        if (last)
            break;
    }
    if (!m_selected.isEmpty() && !m_sessions.find(m_selected))
        select(QString());
    Q_EMIT selectionChanged();
}

void GatewayController::select(const QString &id) {
    if (m_selected == id)
        return;
    m_selected = id;
    m_frames.setSession(id);
    Q_EMIT selectionChanged();
}

void GatewayController::setFollowing(bool following) {
    if (m_following == following)
        return;
    m_following = following;
    if (following)
        take();
    Q_EMIT followingChanged();
}

QVariantMap GatewayController::detail() const {
    const session::SessionInfo *info = m_sessions.find(m_selected);
    if (!info)
        return {};
    QVariantList activations;
    for (const session::Activation &activation : info->activations)
        activations.append(QVariantMap{
            {QStringLiteral("action"), toQString(activation.qualified)},
            {QStringLiteral("confirmedBy"), toQString(governance::confirmedByName(activation.confirmedBy))},
            {QStringLiteral("expires"), toQDateTime(activation.expires)},
            {QStringLiteral("uses"), static_cast<int>(activation.uses)},
            {QStringLiteral("pinned"), activation.pinned},
        });
    return {{QStringLiteral("id"), m_selected},
            {QStringLiteral("client"), revealed(info->client)},
            {QStringLiteral("protocol"), revealed(info->protocol)},
            {QStringLiteral("principal"), revealed(info->principal.name)},
            {QStringLiteral("role"), toQString(governance::roleName(info->principal.role))},
            {QStringLiteral("user"), revealed(info->principal.user)},
            {QStringLiteral("organisation"), revealed(info->principal.organisation)},
            {QStringLiteral("profile"), revealed(info->principal.profile)},
            {QStringLiteral("started"), toQDateTime(info->started)},
            {QStringLiteral("tokens"), static_cast<double>(info->tokensSent)},
            {QStringLiteral("pseudonyms"), static_cast<int>(info->pseudonyms)},
            {QStringLiteral("activations"), activations}};
}

QVariantMap GatewayController::frame(int row) const {
    const gateway::Frame *frame = m_frames.at(row);
    if (!frame)
        return {};
    return {{QStringLiteral("what"), revealed(frame->what)},
            {QStringLiteral("summary"), revealed(frame->summary)},
            {QStringLiteral("principal"), revealed(frame->principal)},
            {QStringLiteral("session"), toQString(frame->session)},
            {QStringLiteral("bytes"), static_cast<double>(frame->bytes)},
            {QStringLiteral("shape"), frame->shape.is_null() ? QString() : revealed(prettyJson(frame->shape), true)}};
}

void GatewayController::findCost() {
    const auto gateway = m_host ? m_host->gateway() : nullptr;
    if (!gateway || !m_session || !m_session->isReady())
        return;
    m_session->query<gateway::TokenCost>(
        [gateway](workspace::Workspace &, const Job &) -> Result<gateway::TokenCost> { return gateway->tokenCost(); },
        this,
        [this](Result<gateway::TokenCost> cost) {
            if (!cost)
                return;
            QVariantList services;
            std::sort(cost->services.begin(), cost->services.end(),
                      [](const auto &a, const auto &b) { return a.always > b.always; });
            for (std::size_t i = 0; i < cost->services.size() && i < 10; ++i)
                services.append(
                    QVariantMap{{QStringLiteral("service"), toQString(cost->services[i].service)},
                                {QStringLiteral("always"), static_cast<double>(cost->services[i].always)},
                                {QStringLiteral("everything"), static_cast<double>(cost->services[i].everything)}});
            const int tools = static_cast<int>(cost->listedTools);
            m_cost = {{QStringLiteral("everything"), static_cast<double>(cost->everything)},
                      {QStringLiteral("listed"), static_cast<double>(cost->listed)},
                      {QStringLiteral("listedTools"), tools},
                      {QStringLiteral("level"), tools > AlarmTools  ? QStringLiteral("alarm")
                                                : tools > WarnTools ? QStringLiteral("warn")
                                                                    : QStringLiteral("good")},
                      {QStringLiteral("searchMedian"), static_cast<double>(cost->searchMedian)},
                      {QStringLiteral("searchMax"), static_cast<double>(cost->searchMax)},
                      {QStringLiteral("listChanges"), static_cast<double>(cost->listChanges)},
                      {QStringLiteral("listChangeTokens"), static_cast<double>(cost->listChangeTokens)},
                      {QStringLiteral("services"), services}};
            Q_EMIT costChanged();
        });
}

} // namespace actionscope::app
