#include "gateway_host.h"

#include "convert.h"
#include "keychain.h"
#include "workspace/layout.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>

#include <thread>

namespace actionscope::app {
namespace {

/// A gateway and the workspace it serves: the workspace goes last.
struct Served {
    std::shared_ptr<workspace::Workspace> workspace;
    std::unique_ptr<gateway::Gateway> gateway;
    ~Served() { gateway.reset(); }
};

QString indented(const QJsonObject &object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented)).trimmed();
}

} // namespace

GatewayHost::GatewayHost(WorkspaceSession &session, QObject *parent)
    : QObject(parent)
    , m_session(session) {
    connect(&session, &WorkspaceSession::stateChanged, this, [this] {
        if (m_gateway && !m_session.isReady())
            stop();
    });
}

GatewayHost::~GatewayHost() {
    m_subscription = {};
    m_gateway.reset();
    // What still stops gets its time too: the process must not end in the middle of a call.
    if (m_stopper.joinable())
        m_stopper.join();
}

QVariantMap GatewayHost::status() const {
    return {{QStringLiteral("sessions"), static_cast<int>(m_status.sessions)},
            {QStringLiteral("streams"), static_cast<int>(m_status.streams)},
            {QStringLiteral("runningCalls"), static_cast<int>(m_status.runningCalls)},
            {QStringLiteral("requests"), static_cast<double>(m_status.requests)},
            {QStringLiteral("searches"), static_cast<double>(m_status.searches)},
            {QStringLiteral("calls"), static_cast<double>(m_status.calls)},
            {QStringLiteral("refused"), static_cast<double>(m_status.refused)},
            {QStringLiteral("serversProblem"), revealed(m_status.serversProblem)}};
}

void GatewayHost::setPort(int port) {
    if (port == m_port || port < 0 || port > 65535)
        return;
    m_port = port;
    Q_EMIT stateChanged();
}

void GatewayHost::setState(const QString &state, const QString &errorText) {
    m_state = state;
    m_errorText = errorText;
    Q_EMIT stateChanged();
}

void GatewayHost::start() { startOn(m_port); }
void GatewayHost::startAnywhere() { startOn(0); }

void GatewayHost::startOn(int port) {
    if (m_gateway || m_state == QLatin1String("starting") || !m_session.isReady())
        return;
    setState(QStringLiteral("starting"));
    const std::shared_ptr<workspace::Workspace> workspace = m_session.workspace();
    m_session.query<std::shared_ptr<Served>>(
        [workspace, port](workspace::Workspace &, const Job &) -> Result<std::shared_ptr<Served>> {
            gateway::GatewayOptions options = gateway::optionsOf(workspace->snapshot()->settings);
            options.secrets = std::make_unique<KeychainStore>(workspace::Layout{workspace->folder()}.keys());
            options.listen = "127.0.0.1:" + std::to_string(port);
            auto started = gateway::Gateway::start(*workspace, std::move(options));
            if (!started)
                return fail(started.error());
            auto served = std::make_shared<Served>();
            served->workspace = workspace;
            served->gateway = std::move(*started);
            return served;
        },
        this,
        [this](Result<std::shared_ptr<Served>> served) {
            if (!served)
                return setState(QStringLiteral("failed"), app::errorText(served.error()));
            m_gateway = std::shared_ptr<gateway::Gateway>(*served, (*served)->gateway.get());
            m_url = toQString(m_gateway->url());
            m_startedAt = QDateTime::currentDateTime();
            m_subscription = m_gateway->onChange([self = QPointer<GatewayHost>(this)] {
                // From the gateway's thread: the object lives as long as the subscription.
                QMetaObject::invokeMethod(
                    self.data(),
                    [self] {
                        if (self)
                            self->poll();
                    },
                    Qt::QueuedConnection);
            });
            setState(QStringLiteral("running"));
            poll();
        });
}

void GatewayHost::stop() {
    if (!m_gateway)
        return;
    m_subscription = {};
    setState(QStringLiteral("stopping"));
    // Running calls get their time; that must not hold the window.
    const QPointer<GatewayHost> self(this);
    if (m_stopper.joinable())
        m_stopper.join(); // an earlier one, which is done
    m_stopper = std::thread([self, gateway = std::exchange(m_gateway, nullptr)]() mutable {
        gateway->stop();
        gateway.reset();
        QMetaObject::invokeMethod(
            qApp,
            [self] {
                if (self && self->m_state == QLatin1String("stopping")) {
                    self->m_status = {};
                    self->m_url.clear();
                    self->setState(QStringLiteral("stopped"));
                    Q_EMIT self->statusChanged();
                    Q_EMIT self->activity();
                }
            },
            Qt::QueuedConnection);
    });
}

void GatewayHost::setPaused(bool paused) {
    if (!m_gateway || paused == m_status.paused)
        return;
    m_gateway->pauseActivations(paused);
    poll();
}

void GatewayHost::endSession(const QString &id) {
    if (m_gateway)
        m_gateway->endSession(id.toStdString());
    poll();
}

void GatewayHost::poll() {
    if (!m_gateway)
        return;
    m_status = m_gateway->status();
    Q_EMIT statusChanged();
    Q_EMIT activity();
}

QVariantList GatewayHost::snippets(const QString &token) const {
    const QString bearer = QStringLiteral("Bearer ") + (token.isEmpty() ? QStringLiteral("YOUR_TOKEN") : token);
    const QString address =
        (m_url.isEmpty() ? QStringLiteral("http://127.0.0.1:%1").arg(m_port) : m_url) + QStringLiteral("/mcp");
    const QJsonObject headers{{QStringLiteral("Authorization"), bearer}};
    const QJsonObject remote{{QStringLiteral("type"), QStringLiteral("http")},
                             {QStringLiteral("url"), address},
                             {QStringLiteral("headers"), headers}};
    const QJsonObject local{{QStringLiteral("command"), QStringLiteral("actionscope")},
                            {QStringLiteral("args"), QJsonArray{QStringLiteral("-w"), m_session.folder(),
                                                                QStringLiteral("serve"), QStringLiteral("--stdio")}}};
    const auto wrap = [](const QString &key, const QJsonObject &server) {
        return indented({{key, QJsonObject{{QStringLiteral("actionscope"), server}}}});
    };
    const auto snippet = [](const char *id, const QString &title, const QString &where, const QString &text) {
        return QVariant(QVariantMap{{QStringLiteral("id"), QLatin1String(id)},
                                    {QStringLiteral("title"), title},
                                    {QStringLiteral("where"), where},
                                    {QStringLiteral("text"), text}});
    };
    const QString servers = QStringLiteral("mcpServers");
    return {
        snippet("claude-code", QStringLiteral("Claude Code"), tr("a terminal"),
                QStringLiteral("claude mcp add --transport http actionscope %1 --header \"Authorization: %2\"")
                    .arg(address, bearer)),
        snippet("cursor", QStringLiteral("Cursor"), QStringLiteral("~/.cursor/mcp.json"), wrap(servers, remote)),
        snippet("vscode", QStringLiteral("VS Code"), QStringLiteral(".vscode/mcp.json"),
                wrap(QStringLiteral("servers"), remote)),
        snippet(
            "inspector", QStringLiteral("MCP Inspector"), tr("a terminal"),
            QStringLiteral("npx @modelcontextprotocol/inspector --cli %1 --transport http --header \"Authorization: "
                           "%2\" --method tools/list")
                .arg(address, bearer)),
        snippet("http", tr("Any client over HTTP"), tr("its list of servers"), wrap(servers, remote)),
        snippet("stdio", tr("Any client that starts programs"), tr("its list of servers"), wrap(servers, local)),
    };
}

} // namespace actionscope::app
