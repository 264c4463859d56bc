// The app on a session bus of its own: theme from the portal, links into the running window, notifications, the tray.
// Skipped where there is no dbus-daemon.
#include "desktop_bus.h"
#include "system_appearance.h"
#include "tray_watch.h"

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

/// What shows notifications on a desktop: numbers them, and tells who clicked.
class FakeNotifications : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

public:
    FakeNotifications()
        : bus(QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("notifications"))) {
        bus.registerObject(QStringLiteral("/org/freedesktop/Notifications"), this,
                           QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
        bus.registerService(QStringLiteral("org.freedesktop.Notifications"));
    }
    ~FakeNotifications() override { QDBusConnection::disconnectFromBus(QStringLiteral("notifications")); }
    struct Note {
        uint number, replaced;
        QString title, text;
        QStringList actions;
        uint urgency;
    };
    QList<Note> notes;
    QDBusConnection bus;

public Q_SLOTS:
    uint Notify(const QString &, uint replaced, const QString &, const QString &title, const QString &text,
                const QStringList &actions, const QVariantMap &hints, int) {
        const uint number = replaced != 0 ? replaced : static_cast<uint>(notes.size() + 1);
        notes.append({number, replaced, title, text, actions, hints.value(QStringLiteral("urgency")).toUInt()});
        return number;
    }

Q_SIGNALS:
    void ActionInvoked(uint id, const QString &action);
    void NotificationClosed(uint id, uint reason);
};

/// The place where panels and icons find each other.
class FakeTray : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.kde.StatusNotifierWatcher")
    Q_PROPERTY(bool IsStatusNotifierHostRegistered MEMBER host)

public:
    bool host = false;

Q_SIGNALS:
    void StatusNotifierHostRegistered();
    void StatusNotifierHostUnregistered();
};

class TstDesktopBus : public QObject {
    Q_OBJECT

private:
    QProcess m_daemon;

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(!DesktopBus::handOver({QStringLiteral("actionscope://lab")})); // Without a bus: a quiet no.
        DesktopBus().notify(QStringLiteral("x"), QStringLiteral("y"));
        QVERIFY(!TrayWatch(QStringLiteral("xcb")).isAvailable());
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

    void aNotificationLeadsToWhatItIsAboutAndDecidesNothing() {
        FakeNotifications desktop;
        DesktopBus bus;
        QSignalSpy opened(&bus, &DesktopBus::opened);
        QSignalSpy activated(&bus, &DesktopBus::activated);
        const QString link = QStringLiteral("actionscope://approvals/a-1");
        bus.notify(QStringLiteral("1 approval waiting"), QStringLiteral("<a href='x'>look</a>"), link);
        QVERIFY(QTest::qWaitFor([&] { return desktop.notes.size() == 1; }, 5000));
        QCOMPARE(desktop.notes[0].title, QStringLiteral("1 approval waiting"));
        QVERIFY(!desktop.notes[0].text.contains(QLatin1Char('<'))); // no mark-up of others
        QCOMPARE(desktop.notes[0].actions.size(), 4);
        QCOMPARE(desktop.notes[0].actions[0], QStringLiteral("default"));
        QCOMPARE(desktop.notes[0].actions[2], QStringLiteral("show"));
        QCOMPARE(desktop.notes[0].urgency, 1U);
        QTest::qWait(200); // the number comes back
        // More about the same takes its place; what is about something else does not.
        bus.notify(QStringLiteral("It expires"), QStringLiteral("soon"), link, true);
        bus.notify(QStringLiteral("Import"), QStringLiteral("Finished."));
        QVERIFY(QTest::qWaitFor([&] { return desktop.notes.size() == 3; }, 5000));
        QCOMPARE(desktop.notes[1].replaced, desktop.notes[0].number);
        QCOMPARE(desktop.notes[1].urgency, 2U);
        QCOMPARE(desktop.notes[2].replaced, 0U);
        QTest::qWait(200);

        Q_EMIT desktop.ActionInvoked(99, QStringLiteral("default")); // another program's
        Q_EMIT desktop.ActionInvoked(desktop.notes[1].number, QStringLiteral("show"));
        QVERIFY(QTest::qWaitFor([&] { return opened.count() > 0; }, 5000));
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toStringList(), QStringList{link});
        QCOMPARE(activated.count(), 0);
        Q_EMIT desktop.ActionInvoked(desktop.notes[2].number, QStringLiteral("default"));
        QVERIFY(QTest::qWaitFor([&] { return activated.count() == 1; }, 5000));

        // One that somebody put away is nobody's any more.
        bus.notify(QStringLiteral("again"), QStringLiteral("x"), link);
        QVERIFY(QTest::qWaitFor([&] { return desktop.notes.size() == 4; }, 5000));
        QCOMPARE(desktop.notes[3].replaced, 0U);
        QTest::qWait(200);
        Q_EMIT desktop.NotificationClosed(desktop.notes[3].number, 2);
        Q_EMIT desktop.ActionInvoked(desktop.notes[3].number, QStringLiteral("default"));
        QTest::qWait(200);
        QCOMPARE(opened.count(), 1);
    }

    void theTrayIsThereWhileSomebodyShowsIt() {
        TrayWatch watch(QStringLiteral("xcb"));
        QVERIFY(!watch.isAvailable());
        FakeTray tray;
        QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("tray"));
        QVERIFY(bus.registerObject(QStringLiteral("/StatusNotifierWatcher"), &tray,
                                   QDBusConnection::ExportAllProperties | QDBusConnection::ExportAllSignals));
        QSignalSpy changed(&watch, &TrayWatch::availableChanged);
        QVERIFY(bus.registerService(QStringLiteral("org.kde.StatusNotifierWatcher")));
        QTest::qWait(200);
        QVERIFY(!watch.isAvailable()); // a place, and no panel that shows it
        tray.host = true;
        Q_EMIT tray.StatusNotifierHostRegistered();
        QVERIFY(QTest::qWaitFor([&] { return watch.isAvailable(); }, 5000));
        QVERIFY(QTest::qWaitFor([&] { return changed.count() == 1; }, 5000));
        // One that starts later sees it, and a platform without tray icons never does.
        TrayWatch later(QStringLiteral("wayland"));
        QVERIFY(QTest::qWaitFor([&] { return later.isAvailable(); }, 5000));
        QVERIFY(!TrayWatch(QStringLiteral("offscreen")).isAvailable());
        QVERIFY(bus.unregisterService(QStringLiteral("org.kde.StatusNotifierWatcher")));
        QVERIFY(QTest::qWaitFor([&] { return !watch.isAvailable(); }, 5000));
        QDBusConnection::disconnectFromBus(QStringLiteral("tray"));
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
