#include "upstream_controller.h"

#include "convert.h"
#include "keychain.h"
#include "upstream/credentials.h"
#include "workspace/layout.h"

#include <QUuid>

#include <algorithm>

namespace actionscope::app {
using upstream::Connection;
using upstream::SecretPlace;
using upstream::ServerState;

namespace {

struct Kept {
    Connection connection;
    bool ready = false;
    std::string problem;
};

QString stateText(ServerState state) {
    switch (state) {
    case ServerState::Disabled:
        return UpstreamController::tr("Off");
    case ServerState::Starting:
        return UpstreamController::tr("Starting…");
    case ServerState::Ready:
        return UpstreamController::tr("Connected");
    case ServerState::Failed:
        return UpstreamController::tr("Failed");
    case ServerState::BackingOff:
        return UpstreamController::tr("Waits before it is tried again");
    }
    return {};
}

QString placeName(SecretPlace place) {
    switch (place) {
    case SecretPlace::Environment:
        return QStringLiteral("environment");
    case SecretPlace::Keychain:
        return QStringLiteral("keychain");
    case SecretPlace::File:
        return QStringLiteral("file");
    case SecretPlace::None:
        break;
    }
    return {};
}

QString connectionText(const Kept &kept) {
    const QString name = revealed(kept.connection.secret.name);
    if (!kept.problem.empty())
        return revealed(kept.problem);
    switch (kept.connection.secret.place) {
    case SecretPlace::Environment:
        return kept.ready ? UpstreamController::tr("Ready: the secret is in the environment variable %1").arg(name)
                          : UpstreamController::tr("Needs a secret: set the environment variable %1 and start again")
                                .arg(name);
    case SecretPlace::File:
        return kept.ready ? UpstreamController::tr("Ready: the secret is in the encrypted file")
                          : UpstreamController::tr("Needs a secret");
    case SecretPlace::Keychain:
        return kept.ready
                   ? UpstreamController::tr("Ready: the secret is %1 of the keychain. The command line cannot read it "
                                            "there.")
                         .arg(name)
                   : UpstreamController::tr("Needs a secret");
    case SecretPlace::None:
        break;
    }
    return UpstreamController::tr("Ready: no secret is needed");
}

} // namespace

UpstreamController::UpstreamController(QObject *parent)
    : QObject(parent) {}

void UpstreamController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session) {
        connect(session, &WorkspaceSession::stateChanged, this, &UpstreamController::refresh);
        connect(session, &WorkspaceSession::snapshotChanged, this, &UpstreamController::refresh);
    }
    Q_EMIT sourceChanged();
    refresh();
}

void UpstreamController::setHost(GatewayHost *host) {
    if (m_host == host)
        return;
    if (m_host)
        m_host->disconnect(this);
    m_host = host;
    if (host) {
        connect(host, &GatewayHost::stateChanged, this, &UpstreamController::takeServers);
        connect(host, &GatewayHost::activity, this, &UpstreamController::takeServers);
    }
    Q_EMIT sourceChanged();
    takeServers();
}

void UpstreamController::setService(const QString &service) {
    if (m_service == service)
        return;
    m_service = service;
    Q_EMIT sourceChanged();
    refresh();
}

void UpstreamController::takeServers() {
    const auto gateway = m_host && m_host->isRunning() ? m_host->gateway() : nullptr;
    QVariantList servers;
    for (const upstream::ServerHealth &health : gateway ? gateway->servers() : std::vector<upstream::ServerHealth>()) {
        QStringList log;
        for (std::size_t i = health.log.size() - std::min<std::size_t>(health.log.size(), LogLines);
             i < health.log.size(); ++i)
            log.append(revealed(health.log[i]));
        servers.append(QVariantMap{
            {QStringLiteral("name"), revealed(health.name)},
            {QStringLiteral("state"), toQString(upstream::serverStateName(health.state))},
            {QStringLiteral("stateText"), stateText(health.state)},
            {QStringLiteral("problem"), revealed(health.problem)},
            {QStringLiteral("log"), log},
            {QStringLiteral("tools"), static_cast<int>(health.tools)},
            {QStringLiteral("restarts"), static_cast<int>(health.restarts)},
            {QStringLiteral("bad"), health.state == ServerState::Failed || health.state == ServerState::BackingOff},
        });
    }
    // The gateway tells of much that is no change here; rows that a person reads are not made anew for it.
    if (servers == m_servers)
        return;
    m_servers = servers;
    Q_EMIT serversChanged();
}

void UpstreamController::refresh() {
    m_query.stop();
    if (!m_session || !m_session->isReady() || m_service.isEmpty()) {
        m_connections.clear();
        m_errorText.clear();
        return Q_EMIT connectionsChanged();
    }
    m_query.run<std::vector<Kept>>(
        *m_session,
        [service = m_service.toStdString()](workspace::Workspace &workspace, const Job &) -> Result<std::vector<Kept>> {
            const workspace::Layout layout{workspace.folder()};
            auto all = upstream::readConnections(layout.connections());
            if (!all)
                return fail(all.error());
            const KeychainStore secrets(layout.keys());
            std::vector<Kept> found;
            for (Connection &connection : *all) {
                if (connection.service != service)
                    continue;
                Kept kept{std::move(connection), false, {}};
                if (kept.connection.secret.place == SecretPlace::None) {
                    kept.ready = true;
                } else {
                    const auto secret = secrets.read(kept.connection.secret);
                    kept.ready = secret && secret->has_value();
                    if (!secret)
                        kept.problem = secret.error().message;
                }
                found.push_back(std::move(kept));
            }
            return found;
        },
        this,
        [this](Result<std::vector<Kept>> found) {
            m_connections.clear();
            m_errorText = found ? QString() : app::errorText(found.error());
            for (const Kept &kept : found ? *found : std::vector<Kept>())
                m_connections.append(QVariantMap{
                    {QStringLiteral("slug"), revealed(kept.connection.slug)},
                    {QStringLiteral("scheme"), revealed(kept.connection.scheme)},
                    {QStringLiteral("place"), placeName(kept.connection.secret.place)},
                    {QStringLiteral("name"), revealed(kept.connection.secret.name)},
                    {QStringLiteral("ready"), kept.ready},
                    {QStringLiteral("text"), connectionText(kept)},
                });
            Q_EMIT connectionsChanged();
        });
}

void UpstreamController::retry(const QString &name) {
    const auto gateway = m_host ? m_host->gateway() : nullptr;
    if (!gateway)
        return;
    if (const auto asked = gateway->retryServer(name.toStdString()); !asked)
        Q_EMIT failed(app::errorText(asked.error()));
    takeServers();
}

void UpstreamController::setSecret(const QString &slug, const QString &secret) {
    if (!m_session || secret.isEmpty())
        return;
    m_session->query<void>(
        [slug = slug.toStdString(), secret = secret.toStdString()](workspace::Workspace &workspace,
                                                                   const Job &) -> Result<void> {
            const workspace::Layout layout{workspace.folder()};
            auto all = upstream::readConnections(layout.connections());
            if (!all)
                return fail(all.error());
            const auto at = std::find_if(all->begin(), all->end(),
                                         [&](const Connection &connection) { return connection.slug == slug; });
            if (at == all->end())
                return fail(ErrorCode::NotFound, "connections.yaml names no connection " + slug + " any more");
            return KeychainStore(layout.keys()).write(at->secret, secret);
        },
        this,
        [this, slug](Result<void> written) {
            if (!written)
                return Q_EMIT failed(app::errorText(written.error()));
            Q_EMIT stored(slug);
            refresh();
        });
}

void UpstreamController::addConnection(const QString &secret) {
    if (!m_session || m_service.isEmpty() || secret.isEmpty())
        return;
    Connection connection;
    connection.service = m_service.toStdString();
    connection.slug = connection.service + "-main";
    m_session->query<void>(
        [connection, secret = secret.toStdString()](workspace::Workspace &workspace, const Job &) -> Result<void> {
            const workspace::Layout layout{workspace.folder()};
            KeychainStore secrets(layout.keys());
            Connection added = connection;
            // The keychain is the person's, not the workspace's: the name keeps workspaces apart.
            added.secret = {SecretPlace::Keychain,
                            connection.slug + "-" + QUuid::createUuid().toString(QUuid::Id128).left(8).toStdString()};
            // The secret first: a connection without one is of no use, a secret without a connection does no harm.
            if (auto kept = secrets.writeToKeychain(added.secret.name, secret); !kept) {
                if (kept.error().code != ErrorCode::Unsupported)
                    return kept;
                added.secret = {SecretPlace::File, connection.slug};
                if (auto written = secrets.write(added.secret, secret); !written)
                    return written;
            }
            return workspace.addConnection(added);
        },
        this,
        [this, slug = toQString(connection.slug)](Result<void> added) {
            if (!added)
                return Q_EMIT failed(app::errorText(added.error()));
            Q_EMIT stored(slug);
            refresh();
        });
}

} // namespace actionscope::app
