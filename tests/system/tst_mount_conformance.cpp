/// A mounted server before the public conformance suite: every scenario there is for servers, through the gateway, with
/// the fixture server (clients/fixture_server.mjs) behind it over pipes and over HTTP.
/// tests/system/counterparts.sh fetches the suite; without it there is nothing to test against.

#include "gateway.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr const char *Scenarios[] = {"server-initialize",
                                     "logging-set-level",
                                     "ping",
                                     "completion-complete",
                                     "tools-list",
                                     "tools-call-simple-text",
                                     "tools-call-image",
                                     "tools-call-audio",
                                     "tools-call-embedded-resource",
                                     "tools-call-mixed-content",
                                     "tools-call-with-logging",
                                     "tools-call-error",
                                     "tools-call-with-progress",
                                     "tools-call-sampling",
                                     "tools-call-elicitation",
                                     "json-schema-2020-12",
                                     "elicitation-sep1034-defaults",
                                     "server-sse-polling",
                                     "server-sse-multiple-streams",
                                     "elicitation-sep1330-enums",
                                     "resources-list",
                                     "resources-read-text",
                                     "resources-read-binary",
                                     "resources-templates-read",
                                     "resources-subscribe",
                                     "resources-unsubscribe",
                                     "prompts-list",
                                     "prompts-get-simple",
                                     "prompts-get-with-args",
                                     "prompts-get-embedded-resource",
                                     "prompts-get-with-image",
                                     "dns-rebinding-protection"};

} // namespace

class TestMountConformance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!haveCounterparts())
            QSKIP("the counterparts are not there; tests/system/counterparts.sh fetches them");
        const QString fixture = ACTIONSCOPE_SOURCE_DIR "/tests/system/clients/fixture_server.mjs";
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("ACTIONSCOPE_COUNTERPARTS", counterparts());
        m_fixture.setProcessEnvironment(environment);
        m_fixture.start(counterparts() + "/node", {fixture, "--http"});
        while (!m_fixture.canReadLine() && m_fixture.waitForReadyRead(30'000)) {
        }
        const QString port = QString::fromUtf8(m_fixture.readLine()).trimmed();
        QVERIFY2(!port.isEmpty(), m_fixture.readAllStandardError().constData());

        m_bench = std::make_unique<GatewayBench>();
        // A started server gets few variables of ours: `env` hands on the one that it needs.
        GatewayBench::expect(m_bench->in({"import", "--yes", "--service", "pipes",
                                          "mcp+stdio:/usr/bin/env ACTIONSCOPE_COUNTERPARTS='" + counterparts() + "' '" +
                                              counterparts() + "/node' '" + fixture + "'"}));
        GatewayBench::expect(
            m_bench->in({"import", "--yes", "--service", "http", "mcp+http://127.0.0.1:" + port + "/mcp"}));
        m_bench->serve({"--no-auth"});
        for (const char *mount : {"pipes", "http"}) {
            const QTemporaryDir folder; // results are written into the working directory
            QProcess suite;
            suite.setWorkingDirectory(folder.path());
            suite.setProcessChannelMode(QProcess::MergedChannels);
            suite.start(counterparts() + "/node",
                        {counterparts() + "/node_modules/conformance/dist/index.js", "server", "--suite", "all",
                         "--url", QString::fromStdString(m_bench->url()) + "/mcp/" + mount});
            QVERIFY(suite.waitForFinished(280'000));
            m_said[mount] = QString::fromUtf8(suite.readAll());
        }
    }
    void scenario_data() {
        QTest::addColumn<QString>("mount");
        QTest::addColumn<QString>("name");
        for (const char *mount : {"pipes", "http"})
            for (const char *name : Scenarios)
                QTest::addRow("%s %s", mount, name) << mount << name;
    }
    void scenario() {
        QFETCH(QString, mount);
        QFETCH(QString, name);
        // "✓ ping: 1 passed, 0 failed"; a warning takes the tick away, and a scenario without checks proves nothing.
        const QRegularExpression passed("✓ " + QRegularExpression::escape(name) + ": [1-9][0-9]* passed, 0 failed\n");
        QVERIFY2(passed.match(m_said[mount]).hasMatch(), m_said[mount].toUtf8().constData());
    }
    void noScenarioIsLeftOut() {
        const QRegularExpression line("^[✓✗] ([a-z0-9-]+): ", QRegularExpression::MultilineOption);
        std::size_t count = 0;
        for (auto at = line.globalMatch(m_said["http"]); at.hasNext(); ++count) {
            const QString name = at.next().captured(1);
            QVERIFY2(std::find(std::begin(Scenarios), std::end(Scenarios), name) != std::end(Scenarios),
                     name.toUtf8().constData());
        }
        QCOMPARE(count, std::size(Scenarios));
    }
    void cleanupTestCase() {
        if (m_bench)
            QCOMPARE(m_bench->stop(), 0);
        m_fixture.closeWriteChannel(); // it ends with its input
        m_fixture.waitForFinished(5'000);
    }

private:
    QProcess m_fixture;
    std::unique_ptr<GatewayBench> m_bench;
    std::map<QString, QString> m_said;
};

QTEST_GUILESS_MAIN(TestMountConformance)
#include "tst_mount_conformance.moc"
