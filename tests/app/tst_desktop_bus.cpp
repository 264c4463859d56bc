// The app on a session bus of its own: theme from the portal, links into the running window. Skipped where there is no
// dbus-daemon.
#include "desktop_bus.h"
#include "system_appearance.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDBusVariant>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QtTest>

using namespace actionscope::app;

/// A settings portal that says what it is told to.
class FakePortal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    uint colorScheme = 1;
    void change(uint scheme) {
        colorScheme = scheme;
        QDBusMessage signal = QDBusMessage::createSignal(QStringLiteral("/org/freedesktop/portal/desktop"),
                                                         QStringLiteral("org.freedesktop.portal.Settings"),
                                                         QStringLiteral("SettingChanged"));
        signal << QStringLiteral("org.freedesktop.appearance") << QStringLiteral("color-scheme")
               << QVariant::fromValue(QDBusVariant(scheme));
        QDBusConnection(QStringLiteral("portal")).send(signal);
    }

public Q_SLOTS:
    QDBusVariant Read(const QString &, const QString &key) {
        // The portal wraps its answer twice.
        return QDBusVariant(QVariant::fromValue(QDBusVariant(key == QLatin1String("color-scheme") ? colorScheme : 0U)));
    }
};

class TstDesktopBus : public QObject {
    Q_OBJECT

private:
    QProcess m_daemon;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(!DesktopBus::handOver({QStringLiteral("actionscope://lab")})); // Without a bus: a quiet no.
        DesktopBus::notify(QStringLiteral("x"), QStringLiteral("y"));
        const QString program = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
        if (program.isEmpty())
            QSKIP("no dbus-daemon here");
        m_daemon.start(program,
                       {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        QVERIFY(m_daemon.waitForReadyRead(10000));
        qputenv("DBUS_SESSION_BUS_ADDRESS", m_daemon.readLine().trimmed());
        QVERIFY(QDBusConnection::sessionBus().isConnected());
    }
    void cleanupTestCase() {
        if (m_daemon.state() != QProcess::Running)
            return;
        QDBusConnection::disconnectFromBus(QStringLiteral("qt_default_session_bus"));
        m_daemon.terminate();
        m_daemon.waitForFinished(5000);
    }

    void followsTheColourSchemeOfThePortal() {
        FakePortal portal;
        QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("portal"));
        QVERIFY(bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &portal,
                                   QDBusConnection::ExportAllSlots));
        QVERIFY(bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        SystemAppearance appearance;
        QVERIFY(!appearance.dark());
        QVERIFY(QTest::qWaitFor([&] { return appearance.dark(); }, 5000));
        QSignalSpy changed(&appearance, &SystemAppearance::changed);
        portal.change(2);
        QVERIFY(QTest::qWaitFor([&] { return !appearance.dark(); }, 5000));
        QCOMPARE(changed.count(), 1);
        QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
    }

    void aSecondStartHandsItsLinkToTheFirst() {
        DesktopBus first;
        QVERIFY(first.claim());
        QSignalSpy opened(&first, &DesktopBus::opened);
        // Through a connection of its own, as another process would.
        QDBusConnection other = QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("second"));
        QDBusMessage call = QDBusMessage::createMethodCall(
            QStringLiteral("org.actionscope.Actionscope"), QStringLiteral("/org/actionscope/Actionscope"),
            QStringLiteral("org.freedesktop.Application"), QStringLiteral("Open"));
        call << QStringList{QStringLiteral("actionscope://audit/7")} << QVariantMap();
        other.asyncCall(call);
        QVERIFY(QTest::qWaitFor([&] { return opened.count() == 1; }, 5000));
        QCOMPARE(opened.first().first().toStringList(), QStringList{QStringLiteral("actionscope://audit/7")});
        QDBusConnection::disconnectFromBus(QStringLiteral("second"));
    }
};

int main(int argc, char *argv[]) {
    // Whatever bus the machine has, this test brings its own.
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    QGuiApplication application(argc, argv);
    TstDesktopBus test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_desktop_bus.moc"
