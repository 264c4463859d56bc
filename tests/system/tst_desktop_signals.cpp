#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

/// The app, told to end by the system: it leaves nothing behind in the folder for temporary files.
class DesktopSignals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theScratchFolderGoesAway_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }
    void theScratchFolderGoesAway() {
        QFETCH(int, number);
        const QTemporaryDir temporary;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *folder : {"TMPDIR", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME"}) {
            const QString path = temporary.filePath(folder);
            QVERIFY(QDir().mkpath(path));
            environment.insert(folder, path);
        }
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("QT_QUICK_BACKEND", "software");
        environment.insert("ACTIONSCOPE_PREFERENCES", "none");
        environment.remove("DBUS_SESSION_BUS_ADDRESS");
        QProcess app;
        app.setProcessEnvironment(environment);
        app.setProgram(ACTIONSCOPE_DESKTOP_PROGRAM);
        app.setArguments({"--sample"});
        app.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        app.start();
        QVERIFY(app.waitForStarted());
        const QDir scratch(temporary.filePath("TMPDIR"));
        const auto folders = [&scratch] { return scratch.entryList({"actionscope-sample-*"}, QDir::Dirs); };
        const auto isMade = [&] {
            return folders().size() == 1 &&
                   QFileInfo::exists(scratch.filePath(folders().front() + "/sample/.actionscope/state.db"));
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMade(), 60000);
        QCOMPARE(::kill(static_cast<pid_t>(app.processId()), number), 0);
        QVERIFY(app.waitForFinished(60000));
        QCOMPARE(app.exitStatus(), QProcess::NormalExit);
        QCOMPARE(app.exitCode(), 128 + number);
        QCOMPARE(folders(), QStringList());
    }
};

QTEST_GUILESS_MAIN(DesktopSignals)
#include "tst_desktop_signals.moc"
