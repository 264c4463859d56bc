/// CD10: success, partial or failed with a score, told by the request or judged by the heuristic of outcome.h.
#include "context/outcome.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::context;

class TestOutcome : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWhatTheRequestTells_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<double>("score");
        QTest::newRow("word") << QByteArray(R"({"status":"partial"})") << QByteArray("partial") << 0.5;
        QTest::newRow("number") << QByteArray(R"({"status":0.8})") << QByteArray("success") << 0.8;
        QTest::newRow("number at the border") << QByteArray(R"({"outcome":0.35})") << QByteArray("partial") << 0.35;
        QTest::newRow("low number") << QByteArray(R"({"score":0.2})") << QByteArray("failed") << 0.2;
        QTest::newRow("zero") << QByteArray(R"({"score":0})") << QByteArray("failed") << 0.0;
        QTest::newRow("true") << QByteArray(R"({"success":true})") << QByteArray("success") << 1.0;
        QTest::newRow("false") << QByteArray(R"({"status":false})") << QByteArray("failed") << 0.0;
        QTest::newRow("word and score") << QByteArray(R"({"status":"success","score":0.6})") << QByteArray("success")
                                        << 0.6;
        QTest::newRow("told before judged")
            << QByteArray(R"({"success":true,"error":"boom"})") << QByteArray("success") << 1.0;
    }
    void takesWhatTheRequestTells() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, status);
        QFETCH(double, score);
        const auto outcome = readOutcome(parseJson(body.toStdString())->as_object(), {.error = true});
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(std::string(outcomeName(outcome->status))), status);
        QCOMPARE(outcome->score, score);
        QVERIFY(outcome->told);
    }

    void judgesTheRest_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("degraded");
        QTest::addColumn<bool>("recovered");
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<double>("score");
        const auto row = [](const char *name, const char *body, bool degraded, bool recovered, const char *status,
                            double score) {
            QTest::newRow(name) << QByteArray(body) << degraded << recovered << QByteArray(status) << score;
        };
        row("nothing to say against it", "{}", false, false, "success", 1);
        row("an error", R"({"error":"timeout"})", false, false, "failed", 0);
        row("an empty error is none", R"({"error":""})", false, false, "success", 1);
        row("half of the calls failed", R"({"tool_calls":4,"tool_failures":2})", false, false, "success", 0.75);
        row("all of the calls failed", R"({"tool_calls":3,"tool_failures":3})", false, false, "partial", 0.5);
        row("no answer", R"({"answer":""})", false, false, "partial", 0.5);
        row("an answer", R"({"answer":"Done."})", false, false, "success", 1);
        row("no answer and no call that worked", R"({"answer":false,"tool_calls":1,"tool_failures":1})", false, false,
            "failed", 0);
        row("degraded", "{}", true, false, "partial", 0.7);
        row("recovered", "{}", true, true, "success", 0.9);
    }
    void judgesTheRest() {
        QFETCH(QByteArray, body);
        QFETCH(bool, degraded);
        QFETCH(bool, recovered);
        QFETCH(QByteArray, status);
        QFETCH(double, score);
        const auto outcome =
            readOutcome(parseJson(body.toStdString())->as_object(), {.degraded = degraded, .recovered = recovered});
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(std::string(outcomeName(outcome->status))), status);
        QCOMPARE(outcome->score, score);
        QVERIFY(!outcome->told);
        QCOMPARE(outcome->reasons.empty(), score == 1);
    }

    void refusesWhatIsNone_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *body, const char *says) {
            QTest::newRow(body) << QByteArray(body) << QByteArray(says);
        };
        row(R"({"status":"great"})", "`status` is success, partial or failed");
        row(R"({"status":1.2})", "`status` is");
        row(R"({"score":-0.1})", "`score` is a number from 0 to 1");
        row(R"({"score":"much"})", "`score`");
        row(R"({"success":"yes"})", "`success` is true or false");
        row(R"({"status":"success","success":false})", "give one of them");
        row(R"({"answer":7})", "`answer`");
        row(R"({"tool_calls":-1})", "`tool_calls`");
        row(R"({"tool_calls":1,"tool_failures":2})", "more than");
        row(R"({"statut":"success"})", "there is no member `statut`");
    }
    void refusesWhatIsNone() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, says);
        const auto outcome = readOutcome(parseJson(body.toStdString())->as_object());
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::InvalidArgument);
        QVERIFY2(outcome.error().message.find(says.toStdString()) != std::string::npos,
                 outcome.error().message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestOutcome)
#include "tst_outcome.moc"
