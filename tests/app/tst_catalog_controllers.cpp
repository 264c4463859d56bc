#include "audit_chain.h"
#include "catalog_controller.h"
#include "convert.h"
#include "import_controller.h"
#include "overview_controller.h"
#include "services_controller.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

namespace {

constexpr int Patience = 15'000;

void write(const QString &path, const QByteArray &text) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(text);
}

/// A description with `operations` GETs and one DELETE.
QByteArray description(const char *title, int operations, const char *extra = "") {
    QByteArray text = QByteArray("openapi: 3.0.3\ninfo: {title: ") + title + ", version: '1'}\npaths:\n";
    for (int i = 0; i < operations; ++i)
        text += "  /things/" + QByteArray::number(i) + ":\n    get: {operationId: get_thing_" + QByteArray::number(i) +
                ", summary: Get thing, responses: {'200': {description: ok}}}\n";
    text += "  /things:\n    delete: {operationId: wipe_things, summary: Delete all things, responses: {'204': "
            "{description: ok}}}\n";
    return text + extra;
}

} // namespace

class TestCatalogControllers : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<UndoStack> m_undo;
    std::unique_ptr<WorkspaceSession> m_session;

    void openSample() { QVERIFY(test::openAndWait(*m_session, test::sampleCopy(*m_folder))); }
    bool rows(CatalogController &controller, const QString &filter) {
        QSignalSpy filtered(&controller, &CatalogController::filtered);
        controller.filter()->setText(filter);
        return filtered.wait(Patience);
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_undo = std::make_unique<UndoStack>();
        m_session = std::make_unique<WorkspaceSession>();
    }
    void cleanup() { m_session.reset(); }

    // ---- Catalog
    // ---------------------------------------------------------------------------------------------------------

    void theCatalogGoesFromFirstRunToReady() {
        CatalogController controller;
        controller.setUndoStack(m_undo.get());
        controller.setSession(m_session.get());
        const QAbstractItemModelTester tester(controller.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(controller.state(), QString("firstRun"));
        openSample();
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        QCOMPARE(controller.shownCount(), controller.totalCount());
        QVERIFY(controller.totalCount() > 200);
        QVERIFY(controller.reviewCount() > 0);
        m_session->close();
        QCOMPARE(controller.state(), QString("firstRun"));
        QCOMPARE(controller.model()->rowCount(), 0);
    }

    void theSelectionSurvivesFilteringAndSorting() {
        openSample();
        CatalogController controller;
        controller.setSession(m_session.get());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        controller.select("harbor.issues_create");
        QVERIFY(controller.detail()->isPresent());
        QVERIFY(rows(controller, "issue"));
        QVERIFY(controller.selectedRow() >= 0);
        QVERIFY(rows(controller, "tier:catastrophic"));
        QCOMPARE(controller.selectedRow(), -1);
        QCOMPARE(controller.selected(), QString("harbor.issues_create"));
        QVERIFY(rows(controller, ""));
        QVERIFY(controller.selectedRow() >= 0);
        QSignalSpy filtered(&controller, &CatalogController::filtered);
        controller.setSort(int(CatalogColumn::Path), true);
        QVERIFY(filtered.wait(Patience));
        QCOMPARE(controller.model()->keyAt(controller.selectedRow()), QString("harbor.issues_create"));
    }

    void onlyTheNewestFilterAnswers() {
        openSample();
        CatalogController controller;
        controller.setSession(m_session.get());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        for (const char *text : {"i", "is", "iss", "issu", "issue", "issues_create"})
            controller.filter()->setText(text);
        QTRY_COMPARE_WITH_TIMEOUT(controller.shownCount(), 1, Patience);
        QTest::qWait(50);
        QCOMPARE(controller.model()->keyAt(0), QString("harbor.issues_create"));
    }

    void aFilterWithoutRowsSaysSo() {
        openSample();
        CatalogController controller;
        controller.setSession(m_session.get());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        QVERIFY(rows(controller, "nothing-is-called-so"));
        QCOMPARE(controller.state(), QString("noMatch"));
        QVERIFY(controller.countText().contains("0 shown"));
    }

    void facetsCountAndOfferWhatIsThere() {
        openSample();
        CatalogController controller;
        controller.setSession(m_session.get());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        int tiers = 0, services = 0;
        for (const FacetModel::Row &row : controller.facets()->rows()) {
            tiers += row.field == "tier" ? row.count : 0;
            services += row.field == "service";
        }
        QCOMPARE(tiers, controller.totalCount());
        QCOMPARE(services, 3);
    }

    void theDetailHasProseProvenanceAndSchema() {
        openSample();
        ActionDetail detail;
        detail.setSession(m_session.get());
        detail.setKey("harbor.issues_create");
        QVERIFY(detail.isPresent());
        QCOMPARE(detail.method(), QString("POST"));
        QVERIFY(detail.isCurated());
        QVERIFY(detail.description().contains("Open an issue"));
        QVERIFY(detail.parameters().size() > 2);
        QVERIFY2(detail.isFindable(), qPrintable(detail.findableText()));
        QVERIFY(detail.handLocation().startsWith("catalogs/harbor.yaml:"));
        QTRY_VERIFY_WITH_TIMEOUT(!detail.provenance().isEmpty(), Patience);
        QCOMPARE(detail.schemaState(), ActionDetail::SchemaState::NotAsked);
        detail.loadSchema();
        QTRY_COMPARE_WITH_TIMEOUT(detail.schemaState(), ActionDetail::SchemaState::Ready, Patience);
        QVERIFY(detail.schemaText().contains("\"properties\""));
        QVERIFY(detail.tokens() > 10);
        detail.setKey("harbor.gone");
        QVERIFY(!detail.isPresent());
        QCOMPARE(detail.schemaState(), ActionDetail::SchemaState::NotAsked);
    }

    void aProposalIsStagedAndShownInTheTable() {
        openSample();
        CatalogController controller;
        controller.setUndoStack(m_undo.get());
        controller.setSession(m_session.get());
        QTRY_COMPARE_WITH_TIMEOUT(controller.state(), QString("ready"), Patience);
        QCOMPARE(controller.propose({"harbor.issues_create"}, Tier::Destructive), 1);
        const int row = controller.model()->rowForKey("harbor.issues_create");
        QCOMPARE(controller.model()->index(row, int(CatalogColumn::Tier)).data(CatalogModel::ValueRole).toInt(),
                 int(Tier::Destructive));
        m_undo->undo();
        QCOMPARE(controller.model()->index(row, int(CatalogColumn::Tier)).data(CatalogModel::ValueRole).toInt(),
                 int(Tier::Write));
    }

    // ---- Services
    // --------------------------------------------------------------------------------------------------------

    void aToggleIsWrittenRecordedAndCanBeUndone() {
        openSample();
        ServicesController controller;
        controller.setUndoStack(m_undo.get());
        controller.setSession(m_session.get());
        QCOMPARE(controller.state(), QString("ready"));
        const auto searchable = [this] {
            const auto snapshot = m_session->snapshot();
            return snapshot->services[*snapshot->catalog->findService("ledgerly")].searchable();
        };
        QVERIFY(searchable());
        controller.setSearchable("ledgerly", false);
        QVERIFY2(!controller.model()
                      ->index(controller.model()->rowForKey("ledgerly"), 0)
                      .data(ServicesModel::ToggleRole)
                      .toBool(),
                 "the switch shows at once what was asked for");
        QTRY_VERIFY_WITH_TIMEOUT(!searchable(), Patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_undo->canUndo(), Patience);
        m_undo->undo();
        QTRY_VERIFY_WITH_TIMEOUT(searchable(), Patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_undo->canRedo(), Patience);
        governance::AuditFilter toggles;
        toggles.kinds = {"toggle"};
        const auto page = m_session->workspace()->audit()->list(toggles, 10);
        QVERIFY(page.has_value());
        QCOMPARE(page->records.size(), std::size_t(2));
    }

    void theAlwaysOnCostIsCounted() {
        openSample();
        ServicesController controller;
        controller.setSession(m_session.get());
        QTRY_VERIFY_WITH_TIMEOUT(controller.model()->tokensOf("harbor") > 100, Patience);
        controller.select("harbor");
        const QVariantMap detail = controller.detail();
        QVERIFY(detail["curated"].toInt() > 0);
        int actions = 0;
        for (const QVariant &n : detail["tiers"].toList())
            actions += n.toInt();
        QCOMPARE(actions, detail["actions"].toInt());
        QVERIFY(detail["imported"].toDateTime().isValid());
    }

    // ---- Overview
    // --------------------------------------------------------------------------------------------------------

    void theOverviewCountsAndVerifies() {
        OverviewController controller;
        controller.setSession(m_session.get());
        QCOMPARE(controller.state(), QString("firstRun"));
        openSample();
        QTRY_COMPARE_WITH_TIMEOUT(controller.countsState(), QString("ready"), Patience);
        int actions = 0;
        for (const QVariant &n : controller.tiers())
            actions += n.toInt();
        QCOMPARE(actions, controller.actionCount());
        QCOMPARE(controller.indexState(), QString("fresh"));
        AuditChain chain(*m_session);
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QString("verified"), Patience);
        QVERIFY(chain.head().section(':', 0, 0).toInt() > 0);
        QTRY_VERIFY_WITH_TIMEOUT(!controller.recent().isEmpty(), Patience);
        // What is added to the log shows without anybody asking.
        controller.setChain(&chain);
        const qsizetype before = controller.recent().size();
        governance::AuditEvent event;
        event.kind = governance::audit_kind::Export;
        QVERIFY(m_session->workspace()->record(std::move(event)));
        chain.look();
        QTRY_COMPARE_WITH_TIMEOUT(controller.recent().size(), before + 1, Patience);
        const auto links = [&] {
            QStringList found;
            for (const QVariant &need : controller.needs())
                found.append(need.toMap()["link"].toString());
            return found;
        };
        QVERIFY(links().contains("actionscope://catalog?q=flag:review"));
        QVERIFY(!links().contains("actionscope://risk"));
        StagedEdits::of(m_session.get())->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        QVERIFY(links().contains("actionscope://risk"));
    }

    // ---- Import
    // ----------------------------------------------------------------------------------------------------------

    void anImportIsReadShownAndThenWritten() {
        openSample();
        const QString file = m_folder->filePath("shop.yaml");
        write(file, description("Shop", 3));
        ImportController controller;
        controller.setSession(m_session.get());
        const int before = m_session->actionCount();
        QVERIFY(controller.begin({QUrl::fromLocalFile(file).toString()}));
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QCOMPARE(controller.serviceId(), QString("shop"));
        QCOMPARE(controller.actionCount(), 4);
        QCOMPARE(controller.addedCount(), 4);
        QCOMPARE(m_session->actionCount(), before);
        QSignalSpy finished(&controller, &ImportController::finished);
        controller.start();
        QVERIFY(finished.wait(Patience));
        QCOMPARE(controller.step(), ImportController::Step::Done);
        QTRY_COMPARE_WITH_TIMEOUT(m_session->actionCount(), before + 4, Patience);
        // Again, with one operation less: what changed is told before anything is written.
        write(file, description("Shop", 2));
        QVERIFY(controller.begin({file}));
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QCOMPARE(controller.removedCount(), 1);
        QCOMPARE(controller.addedCount(), 0);
        // Which one goes is listed by name.
        ImportChangesModel &changes = *controller.changes();
        QAbstractItemModelTester tester(&changes, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(changes.removed(), 1);
        QCOMPARE(changes.rowCount(), changes.removed() + changes.edited());
        changes.setKind(QStringLiteral("removed"));
        QCOMPARE(changes.rowCount(), 1);
        QVERIFY(changes.index(0).data(ImportChangesModel::NameRole).toString().startsWith(QStringLiteral("shop.")));
        QVERIFY(!changes.index(0).data(ImportChangesModel::WhatRole).toString().isEmpty());
        changes.setKind(QStringLiteral("added"));
        QCOMPARE(changes.rowCount(), 0);
        changes.setKind(QString());
        changes.setService(QStringLiteral("no such service"));
        QCOMPARE(changes.rowCount(), 0);
        controller.reset();
        QCOMPARE(changes.service(), QString());
    }

    void descriptionsWithOneIdAreToldApart() {
        openSample();
        QDir(m_folder->path()).mkpath("one");
        QDir(m_folder->path()).mkpath("two");
        const QString first = m_folder->filePath("one/shop.yaml"), second = m_folder->filePath("two/shop.yaml");
        write(first, description("Shop", 1));
        write(second, description("Shop", 2));
        ImportController controller;
        controller.setSession(m_session.get());
        controller.begin({first, second});
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QCOMPARE(controller.clashes().size(), 1);
        const QVariantMap clash = controller.clashes().first().toMap();
        QVERIFY(!clash["chosen"].toBool());
        QVERIFY2(clash["text"].toString().contains("one/shop.yaml") &&
                     clash["text"].toString().contains("two/shop.yaml"),
                 qPrintable(clash["text"].toString()));
        controller.setServiceIdOf(clash["source"].toString(), "Shop of Two");
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QCOMPARE(controller.serviceCount(), 2);
        QVERIFY(controller.items()->rowForKey("shop") >= 0);
        QVERIFY(controller.items()->rowForKey("shop-of-two") >= 0);
        QCOMPARE(controller.clashes().size(), 1);
        QVERIFY(controller.clashes().first().toMap()["chosen"].toBool());
        // Taken back, it clashes again.
        controller.setServiceIdOf(clash["source"].toString(), QString());
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QVERIFY(!controller.clashes().first().toMap()["chosen"].toBool());
    }

    void theServiceIdOfASingleFileCanBeChosen() {
        openSample();
        const QString file = m_folder->filePath("shop.yaml");
        write(file, description("Shop", 1));
        ImportController controller;
        controller.setSession(m_session.get());
        controller.begin({file});
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QVERIFY(controller.serviceIdEditable());
        controller.setServiceId("Corner Shop");
        QTRY_COMPARE_WITH_TIMEOUT(controller.serviceId(), QString("corner-shop"), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
    }

    void whatCannotBeReadIsSaidAndChangesNothing() {
        openSample();
        const QString file = m_folder->filePath("broken.json");
        write(file, "{\"openapi\": \"3.0.3\", ");
        ImportController controller;
        controller.setSession(m_session.get());
        const int before = m_session->actionCount();
        controller.begin({file});
        QTRY_VERIFY_WITH_TIMEOUT(controller.step() == ImportController::Step::Failed ||
                                     controller.step() == ImportController::Step::Preview,
                                 Patience);
        if (controller.step() == ImportController::Step::Preview) {
            QCOMPARE(controller.actionCount(), 0);
            QVERIFY(controller.skippedCount() > 0);
            controller.start();
            QCOMPARE(controller.step(), ImportController::Step::Preview);
        } else {
            QVERIFY(controller.errorText().contains("broken.json"));
        }
        QCOMPARE(m_session->actionCount(), before);
    }

    void withoutAWorkspaceOneIsMadeFirst() {
        const QString file = m_folder->filePath("shop.yaml");
        write(file, description("Shop", 1));
        ImportController controller;
        controller.setSession(m_session.get());
        controller.begin({file});
        QCOMPARE(controller.step(), ImportController::Step::Workspace);
        controller.setWorkspaceFolder(m_folder->filePath("made"));
        QVERIFY(!controller.workspaceExists());
        controller.useWorkspace();
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Preview, Patience);
        QVERIFY(controller.workspaceExists());
        QCOMPARE(controller.actionCount(), 2);
    }

    void aFolderThatCannotBeAWorkspaceIsToldAndTheDraftStays() {
        const QString file = m_folder->filePath("shop.yaml");
        write(file, description("Shop", 1));
        ImportController controller;
        controller.setSession(m_session.get());
        controller.begin({file});
        controller.setWorkspaceFolder("/proc/nothing-can-be-made-here");
        controller.useWorkspace();
        QTRY_COMPARE_WITH_TIMEOUT(controller.step(), ImportController::Step::Workspace, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(!controller.errorText().isEmpty(), Patience);
        QCOMPARE(controller.sources(), QStringList(file));
    }
};

QTEST_MAIN(TestCatalogControllers)
#include "tst_catalog_controllers.moc"
