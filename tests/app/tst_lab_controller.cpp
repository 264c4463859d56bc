#include "lab_controller.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// Search Lab over the real sample workspace.
class TestLabController : public QObject {
    Q_OBJECT
    WorkspaceSession m_session;

    void type(LabController &lab, const QString &query) {
        lab.setQuery(query);
        QTRY_VERIFY_WITH_TIMEOUT(!lab.isSearching(), 20000);
    }

private Q_SLOTS:
    void initTestCase() {
        LabController lab;
        lab.setSession(&m_session);
        QCOMPARE(lab.state(), QStringLiteral("firstRun"));
        m_session.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(m_session.isReady() && m_session.isIndexed(), 60000);
        QTRY_COMPARE(lab.state(), QStringLiteral("empty"));
    }
    void ranksWhatIsTyped() {
        LabController lab;
        lab.setSession(&m_session);
        QAbstractItemModelTester tester(lab.results(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        type(lab, QStringLiteral("open a bug report"));
        QCOMPARE(lab.state(), QStringLiteral("ready"));
        QVERIFY(lab.results()->count() > 0);
        QCOMPARE(lab.selected(), lab.results()->nameAt(0));
        for (int row = 1; row < lab.results()->count(); ++row)
            QVERIFY(lab.results()->rowAt(row - 1)->score >= lab.results()->rowAt(row)->score);
        type(lab, QStringLiteral("open a bug report about invoices"));
        type(lab, QString());
        QCOMPARE(lab.state(), QStringLiteral("empty"));
        QCOMPARE(lab.results()->count(), 0);
    }
    void everyExplanationAddsUp() {
        LabController lab;
        lab.setSession(&m_session);
        QAbstractItemModelTester tester(lab.explanation(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        lab.setLimit(50);
        for (const QString &sample : lab.samples()) {
            type(lab, sample);
            for (int row = 0; row < lab.results()->count(); ++row) {
                lab.select(lab.results()->nameAt(row));
                QVERIFY(qAbs(lab.explanation()->total() - lab.results()->rowAt(row)->score) <= 1e-6);
                QVERIFY(qAbs(lab.explanation()->sumOfParts() - lab.explanation()->total()) <= 1e-6);
                // Every part that is opened has the value of what it is made of.
                double part = 0, pieces = 0;
                bool opened = false;
                for (int i = 0; i < lab.explanation()->rowCount(); ++i) {
                    const QModelIndex index = lab.explanation()->index(i);
                    const double value = index.data(ExplanationModel::ValueRole).toDouble();
                    if (index.data(ExplanationModel::DepthRole).toInt() == 0) {
                        QVERIFY(!opened || qAbs(part - pieces) <= 1e-6);
                        part = value;
                        pieces = 0;
                        opened = false;
                    } else {
                        pieces += value;
                        opened = true;
                    }
                }
                QVERIFY(!opened || qAbs(part - pieces) <= 1e-6);
            }
        }
    }
    void keepsTheSelectionWhileItIsAmongTheResults() {
        LabController lab;
        lab.setSession(&m_session);
        type(lab, QStringLiteral("issues"));
        QVERIFY(lab.results()->count() > 2);
        const QString third = lab.results()->nameAt(2);
        lab.select(third);
        lab.setLimit(25);
        QTRY_VERIFY(!lab.isSearching());
        QCOMPARE(lab.selected(), third);
        lab.move(-1);
        QVERIFY(lab.selected() != third);
    }
    void saysWhyNothingIsFound() {
        LabController lab;
        lab.setSession(&m_session);
        type(lab, QStringLiteral("zxqv wvutq"));
        QCOMPARE(lab.state(), QStringLiteral("noMatch"));
        QVERIFY(!lab.hint().isEmpty());
    }
    void showsWhatIsBelowTheFloorOnlyWhenAsked() {
        LabController lab;
        lab.setSession(&m_session);
        lab.setLimit(100);
        // Hardly anything of this is there, so that some of what shares a word with it is below the floor.
        type(lab, QStringLiteral("order a pizza with extra cheese for the party and share it"));
        const int above = lab.results()->count();
        for (int row = 0; row < above; ++row)
            QVERIFY(lab.results()->rowAt(row)->aboveFloor);
        QVERIFY(lab.belowFloor() > 0);
        lab.setShowBelowFloor(true);
        QTRY_VERIFY(!lab.isSearching());
        QVERIFY(lab.results()->count() > above);
        QCOMPARE(lab.aboveFloor(), above);
    }
    void searchesInOneService() {
        LabController lab;
        lab.setSession(&m_session);
        lab.setScope(QStringLiteral("ledgerly"));
        type(lab, QStringLiteral("create"));
        QVERIFY(lab.results()->count() > 0);
        for (int row = 0; row < lab.results()->count(); ++row)
            QCOMPARE(lab.results()->rowAt(row)->service, QStringLiteral("ledgerly"));
    }
    void copiesTheExplanation() {
        LabController lab;
        lab.setSession(&m_session);
        type(lab, QStringLiteral("refund a payment"));
        const QString json = lab.copyText(QStringLiteral("json"));
        for (const char *key : {"\"lexical\"", "\"semantic\"", "\"priors\"", "\"graph\"", "\"floor\"", "\"total\""})
            QVERIFY2(json.contains(QLatin1String(key)), key);
        QVERIFY(lab.copyText(QStringLiteral("markdown")).contains(lab.selected()));
    }
};

QTEST_MAIN(TestLabController)
#include "tst_lab_controller.moc"
