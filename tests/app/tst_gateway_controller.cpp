// The gateway in the window: started on a real workspace, watched while a client talks to it, and stopped.
#include "gateway_controller.h"
#include "support/sample_session.h"
#include "support/wire_client.h"
#include "tokens_controller.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

using namespace actionscope;
using namespace actionscope::app;

class TestGatewayController : public QObject {
    Q_OBJECT

    struct Desk {
        QTemporaryDir folder;
        WorkspaceSession session;
        GatewayHost host{session};
        GatewayController page;
        TokensController tokens;
        Desk() {
            if (!test::openAndWait(session, test::sampleCopy(folder)))
                qFatal("the sample did not open");
            page.setSession(&session);
            page.setHost(&host);
            tokens.setSession(&session);
        }
        bool start() {
            host.startAnywhere();
            return QTest::qWaitFor([&] { return host.isRunning(); }, 20'000);
        }
        QString token() {
            tokens.create(QStringLiteral("laptop %1").arg(++made), QStringLiteral("agent"), QStringLiteral("list"));
            return QTest::qWaitFor([&] { return !tokens.secret().isEmpty(); }, 10'000) ? tokens.secret() : QString();
        }
        /// The answer to one message of a client with this token.
        test::WireAnswer say(const QString &token, const std::string &body, const std::string &sessionId = {}) {
            test::WireConnection connection(static_cast<std::uint16_t>(QUrl(host.url()).port()), 20'000);
            test::WireRequest request;
            request.body = body;
            request.with("Authorization", "Bearer " + token.toStdString());
            if (!sessionId.empty())
                request.with("Mcp-Session-Id", sessionId).with("MCP-Protocol-Version", "2025-06-18");
            connection.send(request.text());
            return connection.read();
        }
        int made = 0;
    };
    static constexpr const char *Hello =
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a \u202eclient","version":"1"}}})";

    static constexpr const char *Search =
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"gateway_search_actions","arguments":{"query":"canary"}}})";

private Q_SLOTS:
    void theTraceIsNarrowedToAMethod() {
        FramesModel trace;
        QAbstractItemModelTester tester(&trace, QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<gateway::Frame> frames;
        for (const char *what : {"initialize", "tools/call gateway_search_actions", "notifications/progress",
                                 "tools/call gateway_activate", "POST /tools/call", "ping"}) {
            gateway::Frame frame;
            frame.number = frames.size() + 1;
            frame.what = what;
            frames.push_back(frame);
        }
        trace.append(frames);
        QCOMPARE(trace.methods(),
                 QStringList({"POST /tools/call", "initialize", "notifications/progress", "ping", "tools/call"}));
        trace.setMethod("tools/call");
        QCOMPARE(trace.rowCount(), 2);
        trace.setText("activate");
        QCOMPARE(trace.rowCount(), 1);
        QCOMPARE(trace.index(0).data(FramesModel::NumberRole).toInt(), 4);
        trace.setText("");
        // What comes later is held against it too, and a new method is one more to choose.
        gateway::Frame later;
        later.number = 7;
        later.what = "resources/read";
        trace.append({later});
        QCOMPARE(trace.rowCount(), 2);
        QVERIFY(trace.methods().contains("resources/read"));
        trace.setMethod("");
        QCOMPARE(trace.rowCount(), 7);
        trace.setMethod("ping");
        trace.clear(); // another gateway: nothing of the earlier one goes on
        QVERIFY(trace.method().isEmpty());
        QVERIFY(trace.methods().isEmpty());
    }

    void aThousandMethodsAreNotAllRemembered() {
        FramesModel trace;
        std::vector<gateway::Frame> frames;
        for (std::uint64_t i = 1; i <= 1000; ++i) {
            gateway::Frame frame;
            frame.number = i;
            frame.what = "made/up" + std::to_string(i);
            frames.push_back(frame);
        }
        trace.append(frames);
        QCOMPARE(trace.rowCount(), 1000);
        QCOMPARE(trace.methods().size(), 100);
    }

    void aClientIsSeenWithItsFramesAndLetGo() {
        Desk desk;
        QCOMPARE(desk.page.state(), QString("empty"));
        QVERIFY(desk.start());
        QCOMPARE(desk.page.state(), QString("ready"));
        const QString token = desk.token();
        QVERIFY(token.startsWith("as_"));
        QCOMPARE(desk.say(token + "x", Hello).status, 401);
        const auto hello = desk.say(token, Hello);
        QCOMPARE(hello.status, 200);
        const std::string id = hello.header("mcp-session-id");
        QVERIFY(!id.empty());
        QCOMPARE(desk.say(token, Search, id).status, 200);
        QTRY_COMPARE(desk.page.sessions()->rowCount(), 1);
        QTRY_VERIFY(desk.page.frames()->rowCount() >= 2);
        desk.page.select(desk.page.sessions()->idAt(0));
        QVERIFY(desk.page.detail().value("client").toString().contains("U+202E"));
        QVERIFY(!desk.page.frame(0).value("what").toString().isEmpty());
        desk.page.frames()->setText("gateway_search");
        QCOMPARE(desk.page.frames()->rowCount(), 1);
        QVERIFY(!desk.page.frame(0).value("shape").toString().contains("canary"));
        desk.host.endSession(desk.page.selected());
        QTRY_COMPARE(desk.page.sessions()->rowCount(), 0);
        QVERIFY(desk.page.selected().isEmpty());
        QCOMPARE(desk.say(token, R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})", id).status, 404);
        // No value of a credential is anywhere in the trace.
        for (int row = 0; row < desk.page.frames()->rowCount(); ++row)
            QVERIFY(!desk.page.frame(row).value("shape").toString().contains(token));
    }

    void aTokenIsHeldOnlyUntilItIsLetGo() {
        Desk desk;
        const QString token = desk.token();
        QVERIFY(desk.host.snippets(token).at(0).toMap().value("text").toString().contains(token));
        desk.tokens.forgetSecret();
        QVERIFY(desk.tokens.secret().isEmpty());
        const auto listed = desk.session.workspace()->tokens()->list();
        QVERIFY(listed && listed->size() == 1);
        QCOMPARE(listed->front().spec.role, governance::Role::Agent);
        QSignalSpy failed(&desk.tokens, &TokensController::failed);
        desk.tokens.create(QStringLiteral("laptop 1"), QStringLiteral("agent"),
                           QStringLiteral("list")); // the name is taken
        QVERIFY(failed.wait(10'000));
        QVERIFY(desk.tokens.secret().isEmpty());
    }

    void aTakenPortFailsAndAFreeOneWorks() {
        Desk first, second;
        QVERIFY(first.start());
        second.host.setPort(QUrl(first.host.url()).port());
        second.host.start();
        QTRY_COMPARE_WITH_TIMEOUT(second.host.state(), QString("failed"), 20'000);
        QCOMPARE(second.page.state(), QString("error"));
        QVERIFY(!second.page.errorText().isEmpty());
        QVERIFY(second.start());
        QCOMPARE(second.page.state(), QString("ready"));
    }

    void aBrokenListOfServersIsSaidUntilItIsMended() {
        Desk desk;
        QVERIFY(desk.start());
        QVERIFY(desk.host.status().value("serversProblem").toString().isEmpty());
        const auto write = [&](const QByteArray &text) {
            QFile file(desk.session.folder() + "/servers.yaml");
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size());
        };
        write("servers:\n  - name: third\n    comand: [x]\n");
        QTRY_VERIFY_WITH_TIMEOUT(
            desk.host.status().value("serversProblem").toString().contains("servers.yaml:3:5: unknown key `comand`"),
            20'000);
        write("servers: []\n");
        QTRY_VERIFY_WITH_TIMEOUT(desk.host.status().value("serversProblem").toString().isEmpty(), 20'000);
    }

    void theCostIsCountedAndJudged() {
        Desk desk;
        QVERIFY(desk.start());
        QTRY_VERIFY_WITH_TIMEOUT(!desk.page.cost().isEmpty(), 20'000);
        const QVariantMap cost = desk.page.cost();
        QVERIFY(cost.value("listed").toDouble() < cost.value("everything").toDouble());
        QCOMPARE(cost.value("level").toString(), QString("good"));
    }

    void closingTheWorkspaceStopsIt() {
        Desk desk;
        QVERIFY(desk.start());
        const auto port = static_cast<std::uint16_t>(QUrl(desk.host.url()).port());
        desk.session.close();
        QTRY_COMPARE_WITH_TIMEOUT(desk.host.state(), QString("stopped"), 20'000);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, test::WireConnection(port, 1000));
    }

    void stoppingTwiceAndStartingAgainIsQuiet() {
        Desk desk;
        QVERIFY(desk.start());
        desk.host.stop();
        desk.host.stop();
        QTRY_COMPARE_WITH_TIMEOUT(desk.host.state(), QString("stopped"), 20'000);
        QVERIFY(desk.start());
        desk.host.setPaused(true);
        QVERIFY(desk.host.isPaused());
    }
};

QTEST_MAIN(TestGatewayController)
#include "tst_gateway_controller.moc"
