#include "desktop_bus.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace actionscope::app {
namespace {

const QString Name = QStringLiteral("org.actionscope.Actionscope");
const QString Path = QStringLiteral("/org/actionscope/Actionscope");
constexpr int HandOverMs = 2000;
constexpr qsizetype MaxOpened = 10000;
const QString Notifications = QStringLiteral("org.freedesktop.Notifications");
const QString NotificationsPath = QStringLiteral("/org/freedesktop/Notifications");

/// Null when there is no session bus; asking for one that is not there would try to start it.
QDBusConnectionInterface *bus() {
    return qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ? nullptr
                                                                   : QDBusConnection::sessionBus().interface();
}

} // namespace

DesktopBus::DesktopBus(QObject *parent)
    : QObject(parent) {}

bool DesktopBus::claim() {
    if (!bus())
        return false;
    QDBusConnection connection = QDBusConnection::sessionBus();
    return connection.registerObject(Path, this, QDBusConnection::ExportAllSlots) && connection.registerService(Name);
}

bool DesktopBus::handOver(const QStringList &what) {
    if (!bus() || !bus()->isServiceRegistered(Name))
        return false;
    QDBusMessage call =
        QDBusMessage::createMethodCall(Name, Path, QStringLiteral("org.freedesktop.Application"),
                                       what.isEmpty() ? QStringLiteral("Activate") : QStringLiteral("Open"));
    if (!what.isEmpty())
        call << what;
    call << QVariantMap();
    return QDBusConnection::sessionBus().call(call, QDBus::Block, HandOverMs).type() == QDBusMessage::ReplyMessage;
}

void DesktopBus::notify(const QString &title, const QString &text, const QString &link, bool urgent) {
    if (!bus())
        return;
    QDBusConnection connection = QDBusConnection::sessionBus();
    if (!m_listening) {
        connection.connect(Notifications, NotificationsPath, Notifications, QStringLiteral("ActionInvoked"), this,
                           SLOT(notificationActivated(uint, QString)));
        connection.connect(Notifications, NotificationsPath, Notifications, QStringLiteral("NotificationClosed"), this,
                           SLOT(notificationClosed(uint, uint)));
        m_listening = true;
    }
    QDBusMessage call =
        QDBusMessage::createMethodCall(Notifications, NotificationsPath, Notifications, QStringLiteral("Notify"));
    // "default" is a click on the notification itself.
    const QStringList actions{QStringLiteral("default"), tr("Show"), QStringLiteral("show"), tr("Show")};
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("org.actionscope.Actionscope")},
                            {QStringLiteral("urgency"), QVariant::fromValue<uchar>(urgent ? 2 : 1)}};
    const uint replaced = link.isEmpty() ? 0U : m_links.key(link, 0U);
    // The body may be read as mark-up by the desktop: what is not ours must not become a link.
    call << QStringLiteral("Actionscope") << replaced << QStringLiteral("org.actionscope.Actionscope") << title
         << text.toHtmlEscaped() << actions << hints << -1;
    auto *pending = new QDBusPendingCallWatcher(connection.asyncCall(call), this);
    connect(pending, &QDBusPendingCallWatcher::finished, this, [this, pending, link] {
        const QDBusPendingReply<uint> reply = *pending;
        pending->deleteLater();
        if (!reply.isError())
            m_links.insert(reply.value(), link);
    });
}

void DesktopBus::notificationActivated(uint id, const QString &) {
    if (!m_links.contains(id))
        return; // of another program: the signal goes to everybody
    const QString link = m_links.take(id);
    if (link.isEmpty())
        Q_EMIT activated();
    else
        Q_EMIT opened({link});
}

void DesktopBus::notificationClosed(uint id, uint) { m_links.remove(id); }

void DesktopBus::Activate(const QVariantMap &) { Q_EMIT activated(); }

void DesktopBus::Open(const QStringList &uris, const QVariantMap &) { Q_EMIT opened(uris.mid(0, MaxOpened)); }

void DesktopBus::ActivateAction(const QString &, const QVariantList &, const QVariantMap &) { Q_EMIT activated(); }

} // namespace actionscope::app
