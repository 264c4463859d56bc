// Undo and redo, also when a step takes its time or fails.
#include "undo_stack.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace actionscope::app;

class TstUndoStack : public QObject {
    Q_OBJECT

private:
    int m_value = 0;
    void set(UndoStack &stack, int to) {
        const int from = m_value;
        m_value = to;
        stack.push(
            QStringLiteral("Set to %1").arg(to),
            [this, from](UndoStack::Done done) {
                m_value = from;
                done(true, {});
            },
            [this, to](UndoStack::Done done) {
                m_value = to;
                done(true, {});
            });
    }

private Q_SLOTS:
    void init() { m_value = 0; }

    void goesBackAndForthInWords() {
        UndoStack stack;
        QAbstractItemModelTester tester(&stack, QAbstractItemModelTester::FailureReportingMode::QtTest);
        set(stack, 1);
        set(stack, 2);
        QCOMPARE(stack.undoText(), QStringLiteral("Set to 2"));
        stack.undo();
        QCOMPARE(m_value, 1);
        QCOMPARE(stack.redoText(), QStringLiteral("Set to 2"));
        stack.undo();
        QCOMPARE(m_value, 0);
        QVERIFY(!stack.canUndo());
        stack.redo();
        stack.redo();
        QCOMPARE(m_value, 2);
        QVERIFY(!stack.canRedo());
    }

    void goesToAnyStepOneAfterTheOther() {
        UndoStack stack;
        for (int i = 1; i <= 4; ++i)
            set(stack, i);
        stack.goTo(1);
        QCOMPARE(m_value, 1);
        QCOMPARE(stack.position(), 1);
        stack.goTo(3);
        QCOMPARE(m_value, 3);
        stack.goTo(0);
        QCOMPARE(m_value, 0);
        stack.goTo(7);
        QCOMPARE(stack.position(), 0);
    }

    void aWalkThroughTheHistoryStopsAtAStepThatFails() {
        UndoStack stack;
        set(stack, 1);
        stack.push(
            QStringLiteral("Stuck"), [](UndoStack::Done done) { done(false, QStringLiteral("the disk is full")); },
            [](UndoStack::Done done) { done(true, {}); });
        set(stack, 3);
        stack.goTo(0);
        QCOMPARE(stack.position(), 2);
        QCOMPARE(m_value, 1);
        QVERIFY(!stack.isBusy());
        // What was left of the walk does not go on with the next step.
        stack.redo();
        QCOMPARE(stack.position(), 3);
    }

    void aNewStepForgetsWhatWasUndone() {
        UndoStack stack;
        set(stack, 1);
        stack.undo();
        set(stack, 5);
        QVERIFY(!stack.canRedo());
        QCOMPARE(stack.rowCount(), 1);
        stack.undo();
        QCOMPARE(m_value, 0);
    }

    void waitsForAStepThatTakesItsTime() {
        UndoStack stack;
        UndoStack::Done answer;
        stack.push(
            QStringLiteral("Save"), [&answer](UndoStack::Done done) { answer = std::move(done); },
            [](UndoStack::Done done) { done(true, {}); });
        stack.undo();
        QVERIFY(stack.isBusy());
        QVERIFY(!stack.canUndo());
        QVERIFY(!stack.canRedo());
        QSignalSpy undone(&stack, &UndoStack::undone);
        answer(true, {});
        answer(true, {}); // Only the first answer counts.
        QCOMPARE(undone.count(), 1);
        QVERIFY(stack.canRedo());
    }

    void aFailedStepStaysWhereItWas() {
        UndoStack stack;
        stack.push(
            QStringLiteral("Save"), [](UndoStack::Done done) { done(false, QStringLiteral("changed on disk")); },
            [](UndoStack::Done done) { done(true, {}); });
        QSignalSpy failed(&stack, &UndoStack::failed);
        stack.undo();
        QCOMPARE(failed.count(), 1);
        QCOMPARE(failed.first().at(1).toString(), QStringLiteral("changed on disk"));
        QVERIFY(stack.canUndo());
        QVERIFY(!stack.canRedo());
    }

    void clearingForgetsAnAnswerUnderWay() {
        UndoStack stack;
        UndoStack::Done answer;
        stack.push(
            QStringLiteral("Save"), [&answer](UndoStack::Done done) { answer = std::move(done); },
            [](UndoStack::Done done) { done(true, {}); });
        stack.undo();
        stack.clear();
        answer(true, {});
        QCOMPARE(stack.position(), 0);
        QCOMPARE(stack.rowCount(), 0);
        QVERIFY(!stack.isBusy());
    }

    void isBounded() {
        UndoStack stack;
        for (int i = 1; i <= 300; ++i)
            set(stack, i);
        QCOMPARE(stack.rowCount(), 200);
        while (stack.canUndo())
            stack.undo();
        QCOMPARE(m_value, 100);
    }
};

QTEST_GUILESS_MAIN(TstUndoStack)
#include "tst_undo_stack.moc"
