#include "risk_controller.h"

#include "convert.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// The Risk page over the real sample workspace: from a proposal to the bytes of the file.
class TestRiskController : public QObject {
    Q_OBJECT
    WorkspaceSession m_session;
    const QString m_action = QStringLiteral("harbor.pipelines_cancel");

    QByteArray file() const {
        QFile file(m_session.folder() + QStringLiteral("/catalogs/harbor.yaml"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase() {
        m_session.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(m_session.isReady() && m_session.isIndexed(), 60000);
    }
    void listsOverridesAndWhatElseMatters() {
        RiskController risk;
        QAbstractItemModelTester tester(risk.actions(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        risk.setSession(&m_session);
        QTRY_COMPARE(risk.state(), QStringLiteral("ready"));
        QCOMPARE(risk.actions()->rowCount(), risk.counts().value(QStringLiteral("overrides")).toInt());
        QVERIFY(risk.counts().value(QStringLiteral("catastrophic")).toInt() > 5);
        risk.setView(QStringLiteral("disagreements"));
        QCOMPARE(risk.actions()->rowCount(), risk.counts().value(QStringLiteral("disagreements")).toInt());
        risk.setFilter(QStringLiteral("no such action"));
        QCOMPARE(risk.state(), QStringLiteral("noMatch"));
    }
    void provenanceEndsInTheEffectiveTier() {
        RiskController risk;
        risk.setSession(&m_session);
        QTRY_COMPARE(risk.state(), QStringLiteral("ready"));
        for (const char *view : {"overrides", "catastrophic", "destructive"}) {
            risk.setView(QLatin1String(view));
            for (int row = 0; row < risk.actions()->rowCount(); ++row) {
                risk.select(risk.actions()->keyAt(row));
                QVERIFY(!risk.steps().isEmpty());
                int decided = -1;
                for (const QVariant &step : risk.steps()) {
                    if (step.toMap().value(QStringLiteral("outcome")) == QLatin1String("decides"))
                        decided = step.toMap().value(QStringLiteral("tier")).toInt();
                }
                QCOMPARE(decided, risk.action().value(QStringLiteral("tier")).toInt());
            }
        }
    }
    void stagesReviewsSavesAndUndoes() {
        UndoStack undo;
        RiskController risk;
        risk.setSession(&m_session);
        risk.staged()->setUndoStack(&undo);
        QTRY_COMPARE(risk.state(), QStringLiteral("ready"));
        const QByteArray before = file();
        QCOMPARE(risk.staged()->proposeTier({m_action}, Tier::Destructive), 1);
        QTRY_VERIFY(risk.staged()->canSave());
        QCOMPARE(file(), before); // staging writes nothing
        QVERIFY(risk.diff()->addedCount() > 0);
        QCOMPARE(risk.diff()->removedCount(), 0);
        QCOMPARE(risk.impactCount(), 1);
        risk.staged()->setReason(m_action, QStringLiteral("Cancels paid runs"));
        QTRY_VERIFY(risk.staged()->canSave());
        risk.staged()->save();
        QTRY_COMPARE_WITH_TIMEOUT(risk.staged()->count(), 0, 20000);
        const QByteArray after = file();
        QVERIFY(after.contains("pipelines_cancel"));
        // Everything that stood there stands there still, in order.
        qsizetype at = 0;
        for (const QByteArray &line : before.split('\n')) {
            at = after.indexOf(line, at);
            QVERIFY2(at >= 0, line.constData());
        }
        undo.undo();
        QTRY_VERIFY_WITH_TIMEOUT(risk.staged()->count() > 0, 20000);
        QCOMPARE(file(), after); // undoing after saving stages the way back
        risk.staged()->discardAll();
    }
    void showsTheImpactOfAPlanThatWasThereFirst() {
        RiskController first;
        first.setSession(&m_session);
        QTRY_COMPARE(first.state(), QStringLiteral("ready"));
        const QString action = QStringLiteral("harbor.pipelines_start");
        first.staged()->proposeTier({action}, Tier::Destructive);
        QTRY_VERIFY(first.staged()->canSave());
        RiskController second; // Catalog staged the change, Risk is opened after it
        second.setSession(&m_session);
        QTRY_COMPARE(second.impactCount(), 1);
        QTRY_COMPARE(second.impact().size(), 1);
        first.staged()->discardAll();
        QTRY_COMPARE(first.staged()->count(), 0);
    }
    void loweringNeedsAReason() {
        RiskController risk;
        risk.setSession(&m_session);
        QTRY_COMPARE(risk.state(), QStringLiteral("ready"));
        const QString action = QStringLiteral("harbor.repositories_delete");
        risk.staged()->proposeTier({action}, Tier::Write);
        QTRY_VERIFY(!risk.staged()->missingReasons().isEmpty());
        QVERIFY(!risk.staged()->canSave());
        risk.staged()->setReason(action, QStringLiteral("A scratch server"));
        QTRY_VERIFY(risk.staged()->canSave());
        risk.staged()->discardAll();
        QTRY_COMPARE(risk.staged()->count(), 0);
    }
};

QTEST_MAIN(TestRiskController)
#include "tst_risk_controller.moc"
