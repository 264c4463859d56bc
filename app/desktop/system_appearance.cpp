#include "system_appearance.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QGuiApplication>
#include <QPalette>

namespace actionscope::app {
namespace {

const QString Service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString Path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString Interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString Space = QStringLiteral("org.freedesktop.appearance");

} // namespace

SystemAppearance::SystemAppearance(QObject *parent)
    : QObject(parent) {
    // Without a session bus address Qt would try to launch one; a screenshot run or a test has no desktop to follow.
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    // By message: a slot that takes QDBusVariant is refused without a word in Qt 6.4.
    bus.connect(Service, Path, Interface, QStringLiteral("SettingChanged"), this, SLOT(settingChanged(QDBusMessage)));
    ask(QStringLiteral("color-scheme"));
    ask(QStringLiteral("contrast"));
}

bool SystemAppearance::dark() const {
    if (m_colorScheme != 0)
        return m_colorScheme == 1;
    return QGuiApplication::palette().color(QPalette::Window).lightnessF() < 0.5;
}

void SystemAppearance::ask(const QString &key) {
    QDBusMessage call = QDBusMessage::createMethodCall(Service, Path, Interface, QStringLiteral("Read"));
    call << Space << key;
    auto *watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher *done) {
        const QDBusPendingReply<QDBusVariant> reply = *done;
        done->deleteLater();
        // An error means no portal, or one that does not know the key: both are "no preference".
        if (!reply.isError())
            take(key, reply.value().variant());
    });
}

void SystemAppearance::settingChanged(const QDBusMessage &message) {
    const QVariantList arguments = message.arguments();
    if (arguments.size() == 3 && arguments.at(0).toString() == Space)
        take(arguments.at(1).toString(), arguments.at(2));
}

void SystemAppearance::take(const QString &key, const QVariant &value) {
    // `Read` wraps the value in a second variant; `SettingChanged` in one.
    QVariant inner = value;
    while (inner.canConvert<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    const int number = inner.toInt();
    if (key == QLatin1String("color-scheme") && number != m_colorScheme) {
        m_colorScheme = number;
        Q_EMIT changed();
    } else if (key == QLatin1String("contrast") && number != m_contrast) {
        m_contrast = number;
        Q_EMIT changed();
    }
}

} // namespace actionscope::app
