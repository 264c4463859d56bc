#include "session_support.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;
using namespace std::chrono_literals;

/// ST6: a search that repeats a recent one is answered with a note.
class RedundantSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ST6_nearlyTheSameIsNoted_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<bool>("noted");
        QTest::newRow("the same") << "close an issue"
                                  << "close an issue" << true;
        QTest::newRow("order, case and fillers") << "list open issues of a repository"
                                                 << "List a repository's open ISSUES" << true;
        QTest::newRow("one word more of four") << "send chat message channel"
                                               << "send chat message channel now" << true;
        QTest::newRow("another state") << "list open issues"
                                       << "list closed issues" << false;
        QTest::newRow("another verb") << "create invoice"
                                      << "delete invoice" << false;
        QTest::newRow("fillers alone") << "the"
                                       << "how to" << false;
        QTest::newRow("nothing") << ""
                                 << "" << false;
        QTest::newRow("another script") << "открыть счёт"
                                        << "счёт открыть" << true;
    }
    void ST6_nearlyTheSameIsNoted() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(bool, noted);
        RecentSearches searches;
        const Timestamp now{1790000000s};
        QVERIFY(!searches.searched({}, first.toStdString(), "gateway", "s-1", now));
        const auto found = searches.searched({}, second.toStdString(), "gateway", "s-2", now + 20s);
        QCOMPARE(found.has_value(), noted);
        if (found) {
            QCOMPARE(found->earlier, std::string("s-1"));
            QCOMPARE(found->ago, 20s);
            QVERIFY(noteFor(*found).find("s-1") != std::string::npos);
        }
    }

    void ST6_anotherServiceIsAnotherSearch() {
        RecentSearches searches;
        const Timestamp now{1790000000s};
        QVERIFY(!searches.searched({}, "list users", "gateway github", "s-1", now));
        QVERIFY(!searches.searched({}, "list users", "gateway slack", "s-2", now));
        QVERIFY(searches.searched({}, "list users", "gateway github", "s-3", now));
    }

    void ST6_afterTheWindowItIsNew() {
        RecentSearches searches;
        const Timestamp now{1790000000s};
        QVERIFY(!searches.searched({}, "list users", "g", "s-1", now));
        QVERIFY(searches.searched({}, "list users", "g", "s-2", now + 300s));
        QVERIFY(!searches.searched({}, "list users", "g", "s-3", now + 601s));
    }

    void ST6_profilesLimitSearchesAnHour() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto who = principal("a");
        const std::string id = *sessions.open(who, "c", "p");
        QVERIFY(sessions.admitSearch(id));
        sessions.bound(id, {.searchesPerHour = 2});
        QVERIFY(sessions.admitSearch(id));
        QVERIFY(sessions.admitSearch(id));
        const auto third = sessions.admitSearch(id);
        QVERIFY(!third && third.error().message.find("searches_per_hour") != std::string::npos);
        clock.advance(1h);
        QVERIFY(sessions.admitSearch(id));
    }
};

QTEST_GUILESS_MAIN(RedundantSearchTest)
#include "tst_redundant_search.moc"
