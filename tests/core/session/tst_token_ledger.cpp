#include "session_support.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;

/// ST9: what a session costs is known by kind, and near its budget the client is told.
class TokenLedgerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ST9_kindsAddUp() {
        TokenLedger ledger;
        ledger.add({.lists = 10, .listChanges = 4, .searches = 20, .context = 30, .results = 40, .bound = 99});
        ledger.add({.results = 1});
        ledger.setBound(7);
        QCOMPARE(ledger.use().sent(), std::uint64_t(101));
        QCOMPARE(ledger.use().listChanges, std::uint64_t(4));
        QCOMPARE(ledger.use().bound, std::uint64_t(7));
    }

    void ST9_firstAWarningThenAdvice() {
        using Level = BudgetNotice::Level;
        TokenLedger ledger;
        const auto spend = [&](std::uint64_t tokens) {
            ledger.add({.results = tokens});
            return ledger.takeNotice(1000);
        };
        QVERIFY(!spend(799));
        const auto warning = spend(1);
        QVERIFY(warning && warning->level == Level::Warning);
        QVERIFY(warning->text.find("800 of 1000") != std::string::npos);
        QVERIFY(!spend(49)); // told already
        QVERIFY(spend(1)->level == Level::Warning);
        QVERIFY(spend(100)->level == Level::Advice);
        const auto over = spend(50);
        QVERIFY(over->level == Level::Over);
        for (const char *what : {"truncate", "reduce", "compress"})
            QVERIFY2(over->text.find(what) != std::string::npos, what);
        QVERIFY(!spend(1));
        QVERIFY(spend(100'000)); // and goes on telling
    }

    void ST9_withoutABudgetNothingIsTold() {
        TokenLedger ledger;
        ledger.add({.results = ~std::uint64_t(0) / 2});
        QVERIFY(!ledger.takeNotice(0));
        QVERIFY(ledger.takeNotice(~std::uint64_t(0) / 2));
    }

    void ST9_noticesCostLittleOfWhatTheyWarnAbout() {
        TokenLedger ledger;
        std::uint64_t notices = 0, tokens = 0;
        for (int i = 0; i < 100'000; ++i) {
            ledger.add({.results = 1});
            if (const auto notice = ledger.takeNotice(100'000)) {
                ++notices;
                tokens += notice->text.size() / 4;
            }
        }
        QCOMPARE(notices, std::uint64_t(5));
        QVERIFY(tokens < 500);
    }

    void ST9_theSessionShowsIt() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto who = principal("a");
        const std::string id = *sessions.open(who, "c", "p");
        sessions.count(id, {.tokens = 5, .use = {.searches = 7}});
        sessions.setBoundTokens(id, 3);
        sessions.bound(id, {.tokenBudget = 14});
        const SessionInfo info = sessions.list().front();
        QCOMPARE(info.tokensSent, std::uint64_t(12));
        QCOMPARE(info.tokens.searches, std::uint64_t(7));
        QCOMPARE(info.tokens.bound, std::uint64_t(3));
        QCOMPARE(info.tokenBudget, std::uint64_t(14));
        QVERIFY(sessions.takeBudgetNotice(id));
        QVERIFY(!sessions.takeBudgetNotice(id));
    }
};

QTEST_GUILESS_MAIN(TokenLedgerTest)
#include "tst_token_ledger.moc"
