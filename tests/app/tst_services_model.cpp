#include "filter_model.h"
#include "import_report_model.h"
#include "services_model.h"
#include "support/snapshot_builder.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

namespace {

test::SnapshotBuilder someServices() {
    test::SnapshotBuilder builder;
    builder.action("harbor", "one").capability.curated = true;
    builder.action("harbor", "two");
    builder.action("ledgerly", "three");
    builder.action("driftbox", "four");
    builder.service("harbor").source = "descriptions/harbor.yaml";
    builder.service("ledgerly").format = "openapi 3.0.3";
    builder.hide("ledgerly");
    builder.hide("driftbox", true);
    return builder;
}

QStringList keys(const ServicesModel &model) {
    QStringList keys;
    for (int row = 0; row < model.rowCount(); ++row)
        keys.append(model.keyAt(row));
    return keys;
}

} // namespace

class TestServicesModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsCuratedAndLongTail() {
        ServicesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(someServices().build());
        QCOMPARE(keys(model), QStringList({"driftbox", "harbor", "ledgerly"}));
        QCOMPARE(model.index(1, ServicesModel::Curated).data().toString(), QString("1"));
        QCOMPARE(model.index(1, ServicesModel::LongTail).data().toString(), QString("1"));
        QCOMPARE(model.curatedSum(), 1);
        QCOMPARE(model.longTailSum(), 3);
        QCOMPARE(model.findableCount(), 1);
    }

    void theCostIsUnknownUntilItIsCountedAndNothingWithoutCuratedActions() {
        ServicesModel model;
        model.setSnapshot(someServices().build());
        QCOMPARE(model.index(1, ServicesModel::Cost).data().toString(), QString("…"));
        QCOMPARE(model.index(0, ServicesModel::Cost).data().toString(), QString("0"));
        ServiceFacts facts;
        facts.alwaysOnTokens.insert("harbor", 120);
        model.setFacts(facts);
        QCOMPARE(model.index(1, ServicesModel::Cost).data().toString(), QString("≈ 120 tok"));
        QCOMPARE(model.tokenSum(), 120);
    }

    void theEnvironmentLocksASwitch() {
        ServicesModel model;
        model.setSnapshot(someServices().build());
        const QModelIndex locked = model.index(0, ServicesModel::Findable);
        QVERIFY(locked.data(ServicesModel::LockedRole).toBool());
        QVERIFY(!locked.data(ServicesModel::ToggleRole).toBool());
        QVERIFY(locked.data().toString().contains("DYNAMIC_DISCOVERY_DISABLED_SERVICES"));
        const QModelIndex off = model.index(2, ServicesModel::Findable);
        QVERIFY(!off.data(ServicesModel::LockedRole).toBool());
        QVERIFY(!off.data(ServicesModel::ToggleRole).toBool());
    }

    void aSwitchShowsWhatWasAskedForUntilTheNextSnapshot() {
        ServicesModel model;
        const auto builder = someServices();
        model.setSnapshot(builder.build());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setPending("harbor", false);
        QVERIFY(!changed.isEmpty());
        QVERIFY(!model.index(1, 0).data(ServicesModel::ToggleRole).toBool());
        QCOMPARE(model.findableCount(), 0);
        model.setPending("harbor", std::nullopt);
        QVERIFY(model.index(1, 0).data(ServicesModel::ToggleRole).toBool());
    }

    void aServiceThatCouldNotBeReadHasARowThatSaysWhy() {
        auto builder = someServices();
        builder.problem("legacy", "tab in indentation");
        ServicesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(builder.build());
        const int row = model.rowForKey("legacy");
        QVERIFY(row >= 0);
        QVERIFY(model.index(row, 0).data(ServicesModel::ProblemRole).toString().contains("tab in indentation"));
        QCOMPARE(model.index(row, ServicesModel::Curated).data().toString(), QString("–"));
        QVERIFY(model.rowName(row).contains("could not be read"));
    }

    void filtersAndSorts() {
        ServicesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(someServices().build());
        model.setTerms({{"state", "off", false}});
        QCOMPARE(keys(model), QStringList({"driftbox", "ledgerly"}));
        model.setTerms({{"state", "off", false}, {"state", "locked", true}});
        QCOMPARE(keys(model), QStringList({"ledgerly"}));
        model.setTerms({{"", "HARB", false}});
        QCOMPARE(keys(model), QStringList({"harbor"}));
        model.setTerms({});
        model.setSort(ServicesModel::LongTail, true);
        QCOMPARE(model.keyAt(0), QString("driftbox"));
        model.setSort(ServicesModel::Curated, true);
        QCOMPARE(model.keyAt(0), QString("harbor"));
    }

    void anImportReportListsServicesAndWhatWasLeftOut() {
        workspace::ImportReport report;
        report.items.push_back({"b", "B", "openapi 3.0.3", "b.yaml", 10, 9, 1, 0, {5, 3, 1, 1}, {}, 0});
        report.items.push_back({"a", "A", "swagger 2.0", "a.json", 20, 0, 0, 2, {20, 0, 0, 0}, {}, 0});
        report.skipped.push_back({"c.json", "/paths/~1x/get", "no responses"});
        report.warnings.push_back("two operations had one id");
        report.findings.push_back(
            {catalog::Finding::Severity::Error, "orphan-override", "nothing is called x", {"a.yaml", 4, 3}, {}});
        ImportReportModel items;
        const QAbstractItemModelTester tester(&items, QAbstractItemModelTester::FailureReportingMode::QtTest);
        items.setItems(report.items);
        QCOMPARE(items.rowCount(), 2);
        QCOMPARE(items.index(0, ImportReportModel::Risky).data().toString(), QString("2"));
        items.sortBy(ImportReportModel::Actions, false);
        QCOMPARE(items.keyAt(0), QString("a"));
        QCOMPARE(items.rowForKey("b"), 1);
        ImportNotesModel notes;
        const QAbstractItemModelTester notesTester(&notes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        notes.setReport(report);
        QCOMPARE(notes.count(), 3);
        QCOMPARE(notes.index(0).data(ImportNotesModel::SeverityRole).toString(), QString("error"));
        QCOMPARE(notes.index(0).data(ImportNotesModel::WhereRole).toString(), QString("a.yaml:4:3"));
        QCOMPARE(notes.index(1).data(ImportNotesModel::WhereRole).toString(), QString("c.json /paths/~1x/get"));
        QVERIFY(notes.asText().contains("two operations had one id"));
    }
};

QTEST_GUILESS_MAIN(TestServicesModel)
#include "tst_services_model.moc"
