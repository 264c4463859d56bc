/// `actionscope serve` before the public conformance suite: what a gateway owes by itself, whatever is behind it.
/// tests/system/counterparts.sh fetches the suite; without it there is nothing to test against.

#include "gateway.h"

using namespace actionscope;
using namespace actionscope::test;

class TestGatewayConformance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        if (!haveCounterparts())
            QSKIP("the counterparts are not there; tests/system/counterparts.sh fetches them");
        m_bench = std::make_unique<GatewayBench>();
        m_bench->serve({"--no-auth"});
    }
    void scenario_data() {
        QTest::addColumn<QString>("suite");
        for (const char *scenario :
             {"server-initialize", "ping", "tools-list", "server-sse-multiple-streams", "dns-rebinding-protection"})
            QTest::newRow(scenario) << QString("conformance");
        QTest::newRow("server-session-lifecycle") << QString("conformance-next");
    }
    void scenario() {
        QFETCH(QString, suite);
        const QTemporaryDir folder; // results are written into the working directory
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(counterparts() + "/node",
                      {counterparts() + "/node_modules/" + suite + "/dist/index.js", "server", "--url",
                       QString::fromStdString(m_bench->url() + "/mcp"), "--scenario", QTest::currentDataTag()});
        QVERIFY(process.waitForFinished(120'000));
        const QByteArray said = process.readAll();
        // "Passed: 2/2, 0 failed, 0 warnings"; a scenario without checks proves nothing.
        const QRegularExpressionMatch passed =
            QRegularExpression("Passed: (\\d+)/(\\d+), 0 failed, 0 warnings").match(QString::fromUtf8(said));
        QVERIFY2(process.exitCode() == 0 && passed.hasMatch(), said.constData());
        QVERIFY2(passed.captured(1) == passed.captured(2) && passed.captured(1).toInt() > 0, said.constData());
    }
    void cleanupTestCase() {
        if (m_bench)
            QCOMPARE(m_bench->stop(), 0);
    }

private:
    std::unique_ptr<GatewayBench> m_bench;
};

QTEST_GUILESS_MAIN(TestGatewayConformance)
#include "tst_gateway_conformance.moc"
