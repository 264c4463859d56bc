// Links, and where back and forward lead.
#include "navigator.h"
#include "route.h"

#include <QSignalSpy>
#include <QtTest>

using namespace actionscope::app;

class TstNavigator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksSurviveARoundTrip_data() {
        QTest::addColumn<QString>("link");
        QTest::newRow("page") << QStringLiteral("actionscope://catalog");
        QTest::newRow("path") << QStringLiteral("actionscope://audit/48211");
        QTest::newRow("query") << QStringLiteral("actionscope://lab?q=create%20issue&sel=github.issues_create");
        QTest::newRow("reserved") << QStringLiteral("actionscope://lab?q=a%26b%3Dc%23d%2Be");
        QTest::newRow("unicode") << QStringLiteral("actionscope://lab?q=%C3%BCber");
    }
    void linksSurviveARoundTrip() {
        QFETCH(QString, link);
        const auto route = Route::parse(link);
        QVERIFY(route);
        QCOMPARE(route->toString(), link);
        QCOMPARE(*Route::parse(route->toString()), *route);
    }

    void readsThePartsOfALink() {
        const auto route = Route::parse(QStringLiteral("actionscope://lab?q=create%20issue&cfg=B"));
        QVERIFY(route);
        QCOMPARE(route->page, QStringLiteral("lab"));
        QCOMPARE(route->params.value(QStringLiteral("q")), QStringLiteral("create issue"));
        QCOMPARE(route->params.value(QStringLiteral("cfg")), QStringLiteral("B"));
    }

    void aPlusIsASpace() {
        const auto route = Route::parse(QStringLiteral("actionscope://lab?q=create+issue"));
        QVERIFY(route);
        QCOMPARE(route->params.value(QStringLiteral("q")), QStringLiteral("create issue"));
        QCOMPARE(Route::parse(QStringLiteral("actionscope://lab?q=c%2B%2B"))->params.value(QStringLiteral("q")), QStringLiteral("c++"));
    }

    void refusesWhatIsNoLinkOfOurs_data() {
        QTest::addColumn<QString>("link");
        QTest::newRow("empty") << QString();
        QTest::newRow("other scheme") << QStringLiteral("https://lab?q=x");
        QTest::newRow("no page") << QStringLiteral("actionscope://");
        QTest::newRow("user") << QStringLiteral("actionscope://a@lab");
        QTest::newRow("port") << QStringLiteral("actionscope://lab:80");
        QTest::newRow("bad key") << QStringLiteral("actionscope://lab?a%20b=c");
        QTest::newRow("page with a dot") << QStringLiteral("actionscope://la.b");
        QTest::newRow("too long") << QStringLiteral("actionscope://lab?q=") +
                                         QString(Route::MaxLength, QLatin1Char('x'));
    }
    void refusesWhatIsNoLinkOfOurs() {
        QFETCH(QString, link);
        QVERIFY(!Route::parse(link));
    }

    void goesBackAndForward() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab"), QStringLiteral("catalog")});
        QVERIFY(navigator.openPage(QStringLiteral("lab")));
        QVERIFY(!navigator.canGoBack());
        QVERIFY(navigator.openLink(QStringLiteral("actionscope://catalog?q=x")));
        QVERIFY(navigator.canGoBack());
        QSignalSpy shown(&navigator, &Navigator::navigated);
        navigator.back();
        QCOMPARE(navigator.page(), QStringLiteral("lab"));
        QCOMPARE(shown.count(), 1);
        navigator.forward();
        QCOMPARE(navigator.link(), QStringLiteral("actionscope://catalog?q=x"));
        QVERIFY(!navigator.canGoForward());
    }

    void aNewStepForgetsWhatWasForward() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab"), QStringLiteral("catalog"), QStringLiteral("risk")});
        navigator.openPage(QStringLiteral("lab"));
        navigator.openPage(QStringLiteral("catalog"));
        navigator.back();
        navigator.openPage(QStringLiteral("risk"));
        QVERIFY(!navigator.canGoForward());
        navigator.back();
        QCOMPARE(navigator.page(), QStringLiteral("lab"));
    }

    void typingIsOneEntryAndOpeningAnother() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab")});
        navigator.openPage(QStringLiteral("lab"));
        QSignalSpy shown(&navigator, &Navigator::navigated);
        navigator.update({{QStringLiteral("q"), QStringLiteral("a")}});
        navigator.update({{QStringLiteral("q"), QStringLiteral("ab")}});
        QVERIFY(!navigator.canGoBack());
        navigator.push({{QStringLiteral("q"), QStringLiteral("ab")}, {QStringLiteral("sel"), QStringLiteral("x.y")}});
        QCOMPARE(shown.count(), 0);
        navigator.back();
        QCOMPARE(navigator.link(), QStringLiteral("actionscope://lab?q=ab"));
        QCOMPARE(shown.count(), 1);
    }

    void returnsToAPageAsItWasLeft() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab"), QStringLiteral("catalog")});
        navigator.openPage(QStringLiteral("lab"));
        navigator.update({{QStringLiteral("q"), QStringLiteral("issue")}});
        navigator.openPage(QStringLiteral("catalog"));
        navigator.openPage(QStringLiteral("lab"));
        QCOMPARE(navigator.params().value(QStringLiteral("q")).toString(), QStringLiteral("issue"));
    }

    void refusesPagesThatDoNotExist() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab")});
        navigator.openPage(QStringLiteral("lab"));
        QVERIFY(!navigator.openPage(QStringLiteral("nowhere")));
        QVERIFY(!navigator.openLink(QStringLiteral("actionscope://nowhere")));
        QCOMPARE(navigator.page(), QStringLiteral("lab"));
    }

    void historyIsBounded() {
        Navigator navigator;
        navigator.setPages({QStringLiteral("lab")});
        navigator.openPage(QStringLiteral("lab"));
        for (int i = 0; i < 1000; ++i)
            navigator.push({{QStringLiteral("q"), QString::number(i)}});
        int steps = 0;
        for (; navigator.canGoBack(); ++steps)
            navigator.back();
        QCOMPARE(steps, 199);
    }
};

QTEST_GUILESS_MAIN(TstNavigator)
#include "tst_navigator.moc"
