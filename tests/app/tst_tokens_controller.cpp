// Tokens in Settings: made, shown once, revoked; and the connections and servers behind the services.
#include "support/sample_session.h"
#include "tokens_controller.h"
#include "upstream/credentials.h"
#include "upstream_controller.h"
#include "workspace/layout.h"

#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

class TestTokensController : public QObject {
    Q_OBJECT

    struct Desk {
        QTemporaryDir folder;
        QString path = test::sampleCopy(folder);
        WorkspaceSession session;
        TokensController tokens;
        GatewayHost host{session};
        UpstreamController upstream;
        void open() {
            if (!test::openAndWait(session, path))
                qFatal("the sample did not open");
            tokens.setSession(&session);
            upstream.setSession(&session);
            upstream.setHost(&host);
        }
        void write(const char *name, const QByteArray &text) const {
            QFile file(path + QLatin1Char('/') + QLatin1String(name));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                qFatal("cannot write");
        }
    };

private Q_SLOTS:
    void madeShownOnceAndRevoked() {
        Desk desk;
        desk.open();
        QSignalSpy failed(&desk.tokens, &TokensController::failed);
        desk.tokens.create("ci", "approver", "list");
        QTRY_COMPARE_WITH_TIMEOUT(desk.tokens.tokens().size(), 1, 10'000);
        const QString secret = desk.tokens.secret();
        QVERIFY(secret.startsWith("as_"));
        QCOMPARE(desk.tokens.live(), 1);
        const QVariantMap token = desk.tokens.tokens().at(0).toMap();
        QCOMPARE(token.value("role").toString(), QString("approver"));
        for (const QVariant &value : token)
            QVERIFY(!value.toString().contains(secret));
        desk.tokens.create("ci", "agent", "list"); // the name is taken
        QVERIFY(failed.wait(10'000));
        desk.tokens.forgetSecret();
        QVERIFY(desk.tokens.secret().isEmpty());
        QVERIFY(*desk.session.workspace()->tokens()->authenticate(secret.toStdString()));
        desk.tokens.revoke(token.value("id").toString());
        QTRY_COMPARE_WITH_TIMEOUT(desk.tokens.live(), 0, 10'000);
        QVERIFY(!*desk.session.workspace()->tokens()->authenticate(secret.toStdString()));
        QCOMPARE(desk.tokens.tokens().at(0).toMap().value("state").toString(), QString("revoked"));
        desk.tokens.revoke(token.value("id").toString());
        QVERIFY(failed.wait(10'000));
    }

    void closingLetsTheSecretGo() {
        Desk desk;
        desk.open();
        desk.tokens.create("ci", "agent", "stable");
        QTRY_VERIFY_WITH_TIMEOUT(!desk.tokens.secret().isEmpty(), 10'000);
        desk.session.close();
        QVERIFY(desk.tokens.secret().isEmpty());
        QCOMPARE(desk.tokens.tokens().size(), 0);
    }

    void aConnectionNeedsItsSecretAndGetsIt() {
        Desk desk;
        desk.write("connections.yaml", "connections:\n"
                                       "  - slug: harbor-main\n    service: harbor\n    secret: {file: harbor}\n"
                                       "  - slug: other\n    service: ledgerly\n    secret: {env: NOT_SET_ANYWHERE}\n");
        desk.open();
        desk.upstream.setService("harbor");
        QTRY_COMPARE_WITH_TIMEOUT(desk.upstream.connections().size(), 1, 10'000);
        QVERIFY(!desk.upstream.connections().at(0).toMap().value("ready").toBool());
        desk.upstream.setSecret("harbor-main", "hrb-canary");
        QTRY_VERIFY_WITH_TIMEOUT(desk.upstream.connections().at(0).toMap().value("ready").toBool(), 10'000);
        const workspace::Layout layout{desk.session.workspace()->folder()};
        QCOMPARE(**upstream::openSecretStore(layout.keys())->read({upstream::SecretPlace::File, "harbor"}),
                 std::string("hrb-canary"));
        QVERIFY(!test::contentsOf(desk.path + "/connections.yaml").contains("canary"));
        QSignalSpy failed(&desk.upstream, &UpstreamController::failed);
        desk.upstream.setSecret("other", "x"); // the environment is not ours to write
        QVERIFY(failed.wait(10'000));
        desk.upstream.setService("ledgerly");
        QTRY_VERIFY_WITH_TIMEOUT(
            desk.upstream.connections().size() == 1 &&
                desk.upstream.connections().at(0).toMap().value("text").toString().contains("NOT_SET_ANYWHERE"),
            10'000);
    }

    void aServiceWithoutOneGetsAConnection() {
        Desk desk;
        desk.open();
        desk.upstream.setService("driftbox");
        QSignalSpy stored(&desk.upstream, &UpstreamController::stored);
        desk.upstream.addConnection("dbx-canary");
        QVERIFY(stored.wait(10'000));
        QTRY_COMPARE_WITH_TIMEOUT(desk.upstream.connections().size(), 1, 10'000);
        QVERIFY(desk.upstream.connections().at(0).toMap().value("ready").toBool());
        QVERIFY(test::contentsOf(desk.path + "/connections.yaml").contains("driftbox-main"));
    }

    void aFileThatCannotBeReadIsSaid() {
        Desk desk;
        desk.write("connections.yaml", "connections:\n  - slug: a\n    service: harbor\n    secret: in the clear\n");
        desk.open();
        desk.upstream.setService("harbor");
        QTRY_VERIFY_WITH_TIMEOUT(!desk.upstream.errorText().isEmpty(), 10'000);
        QCOMPARE(desk.upstream.connections().size(), 0);
    }

    void aServerThatFailsSaysWhyAndIsTriedAgain() {
        Desk desk;
        desk.write("servers.yaml", "servers:\n  - name: legacy\n"
                                   "    command: [/bin/sh, -c, \"echo no licence found >&2; exit 3\"]\n");
        desk.open();
        desk.host.startAnywhere();
        QTRY_VERIFY_WITH_TIMEOUT(desk.host.isRunning(), 20'000);
        const auto server = [&] {
            return desk.upstream.servers().isEmpty() ? QVariantMap() : desk.upstream.servers().at(0).toMap();
        };
        QTRY_VERIFY_WITH_TIMEOUT(server().value("bad").toBool(), 20'000);
        QCOMPARE(server().value("name").toString(), QString("legacy"));
        QVERIFY(server().value("problem").toString().contains('3'));
        QVERIFY(server().value("log").toStringList().join(' ').contains("no licence found"));
        QSignalSpy failed(&desk.upstream, &UpstreamController::failed);
        desk.upstream.retry("legacy");
        QCOMPARE(failed.size(), 0);
        desk.upstream.retry("nobody");
        QCOMPARE(failed.size(), 1);
        desk.host.stop();
        QTRY_VERIFY_WITH_TIMEOUT(desk.upstream.servers().isEmpty(), 20'000);
    }
};

QTEST_MAIN(TestTokensController)
#include "tst_tokens_controller.moc"
