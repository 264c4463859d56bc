// Jobs, toasts and diffs: the small lists of the shell.
#include "diff_model.h"
#include "jobs_model.h"
#include "toast_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace actionscope;
using namespace actionscope::app;

class TstJobsModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aJobRunsThroughItsStates() {
        JobsModel jobs;
        QAbstractItemModelTester tester(&jobs, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy ended(&jobs, &JobsModel::ended);
        const int id = jobs.begin(QStringLiteral("Import"), [] {});
        QCOMPARE(jobs.runningCount(), 1);
        QCOMPARE(jobs.fraction(id), -1.0);
        jobs.progress(id, QStringLiteral("indexing"), 50, 200);
        QCOMPARE(jobs.fraction(id), 0.25);
        QVERIFY(jobs.summary().contains(QStringLiteral("50")));
        jobs.finish(id, JobsModel::End::Failed, QStringLiteral("disk full"));
        QCOMPARE(jobs.runningCount(), 0);
        QCOMPARE(jobs.index(0).data(JobsModel::StateRole).toString(), QStringLiteral("failed"));
        QCOMPARE(ended.count(), 1);
        jobs.progress(id, QStringLiteral("late"), 1, 2); // What arrives after the end changes nothing.
        QCOMPARE(jobs.index(0).data(JobsModel::StateRole).toString(), QStringLiteral("failed"));
        jobs.clearFinished();
        QCOMPARE(jobs.rowCount(), 0);
    }

    void cancelAsksTheJobToStop() {
        JobsModel jobs;
        int asked = 0;
        const int id = jobs.begin(QStringLiteral("Import"), [&asked] { ++asked; });
        jobs.cancel(id);
        QCOMPARE(asked, 1);
        jobs.finish(id, JobsModel::End::Cancelled, {});
        jobs.cancel(id);
        QCOMPARE(asked, 1);
    }

    void finishedJobsAreBounded() {
        JobsModel jobs;
        for (int i = 0; i < 80; ++i)
            jobs.finish(jobs.begin(QStringLiteral("Job"), [] {}), JobsModel::End::Done, {});
        QCOMPARE(jobs.rowCount(), 50);
    }

    void toastsGiveWayAndRunTheirAction() {
        ToastModel toasts;
        QAbstractItemModelTester tester(&toasts, QAbstractItemModelTester::FailureReportingMode::QtTest);
        int undone = 0;
        const int id = toasts.show(QStringLiteral("Saved"), QStringLiteral("success"), QStringLiteral("Undo"),
                                   [&undone] { ++undone; });
        toasts.runAction(id);
        QCOMPARE(undone, 1);
        QCOMPARE(toasts.rowCount(), 0);
        for (int i = 0; i < 9; ++i)
            toasts.show(QStringLiteral("Note"));
        QCOMPARE(toasts.rowCount(), 4);
    }

    void diffRowsSayWhatTheyAre() {
        using Kind = catalog::DiffLine::Kind;
        DiffModel diff;
        QAbstractItemModelTester tester(&diff, QAbstractItemModelTester::FailureReportingMode::QtTest);
        diff.setLines({{Kind::Hunk, 1, 1, "@@"},
                       {Kind::Removed, 1, 0, "a"},
                       {Kind::Added, 0, 1, "b\xE2\x80\xAE"},
                       {Kind::Hunk, 9, 9, "@@"}});
        QCOMPARE(diff.addedCount(), 1);
        QCOMPARE(diff.removedCount(), 1);
        QCOMPARE(diff.hunkCount(), 2);
        QCOMPARE(diff.index(2).data(DiffModel::TextRole).toString(), QStringLiteral("b⟦U+202E⟧"));
        QVERIFY(diff.index(2).data(DiffModel::SpokenRole).toString().startsWith(QStringLiteral("Added")));
        QCOMPARE(diff.nextHunk(0), 3);
        QCOMPARE(diff.nextHunk(3), 3);
        QCOMPARE(diff.nextHunk(3, true), 0);
    }
};

QTEST_MAIN(TstJobsModel)
#include "tst_jobs_model.moc"
