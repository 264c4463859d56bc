#include "tray_watch.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace actionscope::app {
namespace {

const QString Watcher = QStringLiteral("org.kde.StatusNotifierWatcher");
const QString Path = QStringLiteral("/StatusNotifierWatcher");

} // namespace

TrayWatch::TrayWatch(const QString &platform, QObject *parent)
    : QObject(parent) {
    // Asking for a bus that is not there would try to start one.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
        !(platform.startsWith(QLatin1String("xcb")) || platform.startsWith(QLatin1String("wayland"))))
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    m_watcher.setConnection(bus);
    m_watcher.addWatchedService(Watcher);
    connect(&m_watcher, &QDBusServiceWatcher::serviceRegistered, this, &TrayWatch::ask);
    connect(&m_watcher, &QDBusServiceWatcher::serviceUnregistered, this, [this] { set(false); });
    for (const char *change : {"StatusNotifierHostRegistered", "StatusNotifierHostUnregistered"})
        bus.connect(Watcher, Path, Watcher, QLatin1String(change), this, SLOT(ask()));
    // The question below would start the watcher where the bus knows how to.
    if (bus.interface()->isServiceRegistered(Watcher))
        ask();
}

void TrayWatch::ask() {
    QDBusMessage call = QDBusMessage::createMethodCall(Watcher, Path, QStringLiteral("org.freedesktop.DBus.Properties"),
                                                       QStringLiteral("Get"));
    call << Watcher << QStringLiteral("IsStatusNotifierHostRegistered");
    auto *pending = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(pending, &QDBusPendingCallWatcher::finished, this, [this, pending] {
        const QDBusPendingReply<QDBusVariant> reply = *pending;
        pending->deleteLater();
        set(!reply.isError() && reply.value().variant().toBool());
    });
}

void TrayWatch::set(bool available) {
    if (available == m_available)
        return;
    m_available = available;
    Q_EMIT availableChanged();
}

} // namespace actionscope::app
