#include "desktop_bus.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusPendingCall>

namespace actionscope::app {
namespace {

const QString Name = QStringLiteral("org.actionscope.Actionscope");
const QString Path = QStringLiteral("/org/actionscope/Actionscope");
constexpr int HandOverMs = 2000;
constexpr qsizetype MaxOpened = 10000;

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

void DesktopBus::notify(const QString &title, const QString &text) {
    if (!bus())
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    // The body may be read as mark-up by the desktop: what is not ours must not become a link.
    call << QStringLiteral("Actionscope") << 0U << QStringLiteral("org.actionscope.Actionscope") << title
         << text.toHtmlEscaped() << QStringList()
         << QVariantMap{{QStringLiteral("desktop-entry"), QStringLiteral("org.actionscope.Actionscope")}} << -1;
    QDBusConnection::sessionBus().asyncCall(call);
}

void DesktopBus::Activate(const QVariantMap &) { Q_EMIT activated(); }

void DesktopBus::Open(const QStringList &uris, const QVariantMap &) { Q_EMIT opened(uris.mid(0, MaxOpened)); }

void DesktopBus::ActivateAction(const QString &, const QVariantList &, const QVariantMap &) { Q_EMIT activated(); }

} // namespace actionscope::app
