#include "catalog_model.h"
#include "convert.h"
#include "facet_model.h"
#include "support/snapshot_builder.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

namespace {

std::shared_ptr<const CatalogResult> everything(std::shared_ptr<const workspace::Snapshot> snapshot,
                                                CatalogOrder order = {}) {
    return runCatalogQuery(CatalogColumns::build(std::move(snapshot), nullptr, nullptr, {}), {}, order, {});
}

} // namespace

class TestCatalogModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsOneRowAnAction() {
        test::SnapshotBuilder builder;
        auto &action = builder.action("harbor", "issues_create", catalog::Method::Post, "/issues");
        action.capability.curated = true;
        builder.action("harbor", "issues_list");
        CatalogModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setResult(everything(builder.build()), {});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), CatalogColumnCount);
        const auto text = [&](int column) { return model.index(0, column).data().toString(); };
        QCOMPARE(text(0), QString("harbor.issues_create"));
        QCOMPARE(text(1), QString("POST"));
        QCOMPARE(text(2), QString("/issues"));
        QCOMPARE(text(3), QString("Write"));
        QCOMPARE(text(4), QString("Curated"));
        QCOMPARE(text(5), QString("harbor"));
        QCOMPARE(text(6), QString("Reviewed"));
        QCOMPARE(model.index(0, 3).data(CatalogModel::ValueRole).toInt(), int(Tier::Write));
        QCOMPARE(model.rowName(0), QString("harbor.issues_create, Write, POST /issues, Curated"));
    }

    void findsRowsByKeyAfterFilteringAndSorting() {
        const auto columns = CatalogColumns::build(test::randomSnapshot(4, 3, 500), nullptr, nullptr, {});
        CatalogModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const CatalogOrder order : {CatalogOrder{}, CatalogOrder{CatalogColumn::Path, true}}) {
            model.setResult(runCatalogQuery(columns, {}, order, {}), order);
            for (const int row : {0, 17, 499})
                QCOMPARE(model.rowForKey(model.keyAt(row)), row);
        }
        QCOMPARE(model.rowForKey("svc0.nothing"), -1);
        QCOMPARE(model.rowForKey(""), -1);
        model.setResult(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.rowForKey("svc0.issue_get_1"), -1);
    }

    void typeAheadGoesByTheActionsOwnNameThenByTheWholeKey() {
        test::SnapshotBuilder builder;
        builder.action("alpha", "Zebra");
        builder.action("beta", "apple");
        builder.action("gamma", "apply");
        CatalogModel model;
        model.setResult(everything(builder.build()), {});
        QCOMPARE(model.keyAt(model.rowForPrefix("z", -1)), QString("alpha.Zebra"));
        QCOMPARE(model.keyAt(model.rowForPrefix("app", -1)), QString("beta.apple"));
        QCOMPARE(model.keyAt(model.rowForPrefix("app", 1)), QString("gamma.apply"));
        QCOMPARE(model.keyAt(model.rowForPrefix("app", 2)), QString("beta.apple"));
        QCOMPARE(model.keyAt(model.rowForPrefix("gamma.", 0)), QString("gamma.apply"));
        QCOMPARE(model.rowForPrefix("q", 0), -1);
    }

    void stagedTiersShowBothAndMarkTheCells() {
        test::SnapshotBuilder builder;
        builder.action("a", "one");
        CatalogModel model;
        model.setResult(everything(builder.build()), {});
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setStagedTiers({{"a.one", int(Tier::Destructive)}});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(model.index(0, 3).data().toString(), QString("Read → Destructive*"));
        QCOMPARE(model.index(0, 3).data(CatalogModel::ValueRole).toInt(), int(Tier::Destructive));
        model.setStagedTiers({});
        QCOMPARE(model.index(0, 3).data().toString(), QString("Read"));
    }

    void catalogTextIsShownWithItsHiddenCharacters() {
        test::SnapshotBuilder builder;
        builder.action("a", "sly", catalog::Method::Get, "/files/\u202Egpj");
        CatalogModel model;
        model.setResult(everything(builder.build()), {});
        const QString path = model.index(0, 2).data().toString();
        QVERIFY2(path.contains("⟦U+202E⟧"), qPrintable(path));
        QVERIFY(!path.contains(QChar(0x202E)));
    }

    void theScrollBubbleShowsWhatIsSortedBy() {
        test::SnapshotBuilder builder;
        builder.action("a", "one", catalog::Method::Get, "/zeta");
        CatalogModel model;
        model.setResult(everything(builder.build()), {});
        QCOMPARE(model.sortKeyText(0), QString("a.one"));
        const CatalogOrder byPath{CatalogColumn::Path, false};
        model.setResult(everything(builder.build(), byPath), byPath);
        QCOMPARE(model.sortKeyText(0), QString("/zeta"));
    }

    void facetRowsChangeWithAsFewSignalsAsPossible() {
        FacetModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto row = [](const char *section, const char *value, int count) {
            return FacetModel::Row{section, "field", value, value, count};
        };
        model.setRows(
            {row("Tier", "read", 5), row("Tier", "write", 3), row("Service", "a", 5), row("Service", "b", 3)});
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset), removed(&model, &QAbstractItemModel::rowsRemoved),
            inserted(&model, &QAbstractItemModel::rowsInserted), changed(&model, &QAbstractItemModel::dataChanged);
        model.setRows(
            {row("Tier", "read", 1), row("Tier", "write", 3), row("Service", "a", 5), row("Service", "b", 3)});
        QCOMPARE(changed.count(), 1);
        QCOMPARE(removed.count() + inserted.count() + reset.count(), 0);
        model.setRows({row("Tier", "read", 1), row("Tier", "write", 3), row("Service", "b", 3)});
        QCOMPARE(removed.count(), 1);
        QCOMPARE(removed.first().at(1).toInt(), 2);
        QCOMPARE(inserted.count() + reset.count(), 0);
        model.setRows(
            {row("Tier", "read", 1), row("Tier", "write", 3), row("Service", "c", 9), row("Service", "b", 3)});
        QCOMPARE(inserted.count(), 1);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(model.index(2).data(FacetModel::ValueRole).toString(), QString("c"));
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(TestCatalogModel)
#include "tst_catalog_model.moc"
