#include "workspace/workspace.h"

#include "workspace/visibility.h"
#include "workspace_fixture.h"

#include <atomic>

using namespace actionscope;
using namespace actionscope::test;
using workspace::Snapshot;
using workspace::Workspace;

class WorkspaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES"); }

    void aFolderThatIsNoWorkspaceIsRefused() {
        const Folder folder;
        const auto opened = Workspace::open(folder.path());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::NotFound);
        QVERIFY(QString::fromStdString(opened.error().message).contains("actionscope init"));
    }

    void makingOneTwiceIsRefused() {
        const Folder folder;
        QVERIFY(Workspace::create(folder / "ws", false));
        const auto again = Workspace::create(folder / "ws", false);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
    }

    void theSecondOpeningGivesTheSame() {
        const Folder folder;
        const auto first = openShop(folder);
        const auto second = openShop(folder);
        QCOMPARE(second->snapshot()->catalog->size(), std::uint32_t(shopOperations().size()));
        QCOMPARE(first->snapshot()->index->version(), second->snapshot()->index->version());
        QVERIFY(*first->snapshot()->risk == *second->snapshot()->risk);
        QCOMPARE(found(*first, "unpaid invoices"), found(*second, "unpaid invoices"));
        QCOMPARE(found(*second, "unpaid invoices").front(), std::string("shop.invoices_list"));
    }

    void aServiceThatIsOffIsNotFound() {
        const Folder folder;
        const auto workspace = openShop(folder);
        QVERIFY(!found(*workspace, "invoices").empty());
        QVERIFY(workspace->setSearchable("shop", false));
        QVERIFY(found(*workspace, "invoices").empty());
        QVERIFY(!workspace->snapshot()->services[0].searchable());
        QVERIFY(workspace->setSearchable("shop", true));
        QVERIFY(!found(*workspace, "invoices").empty());
    }

    void anUnknownServiceIsNotToggledAndTheNearestIsNamed() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto set = workspace->setSearchable("shp", false);
        QVERIFY(!set);
        QCOMPARE(set.error().code, ErrorCode::NotFound);
        QVERIFY(QString::fromStdString(set.error().message).contains("\"shop\""));
    }

    void theEnvironmentLocksAService() {
        const Folder folder;
        const auto workspace = openShop(folder);
        qputenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES", "shop");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(workspace->snapshot()->services[0].lockedByEnvironment);
        QVERIFY(workspace->snapshot()->services[0].toggle);
        QVERIFY(found(*workspace, "invoices").empty());
        const auto on = workspace->setSearchable("shop", true);
        QVERIFY(!on);
        QCOMPARE(on.error().code, ErrorCode::PermissionDenied);
        qunsetenv("DYNAMIC_DISCOVERY_DISABLED_SERVICES");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(!found(*workspace, "invoices").empty());
    }

    void theDenylistCanComeFromAFileAndIsReadAgain() {
        const Folder folder;
        folder.write("env", "");
        workspace::OpenOptions options;
        options.envFile = folder / "env";
        const auto workspace = openShop(folder, options);
        QVERIFY(workspace->snapshot()->services[0].searchable());
        folder.write("env", "DYNAMIC_DISCOVERY_DISABLED_SERVICES=shop\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(!workspace->snapshot()->services[0].searchable());
    }

    void visibilityFollowsIdsWhenTheIndexIsOfAnEarlierCatalog() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto earlier = workspace->snapshot();
        folder.write("other.json", openApi("another", manyOperations(3)));
        expectValue(workspace->import({(folder / "other.json").string()}, {}, {}));
        expectValue(workspace->setSearchable("other", false));
        // The earlier catalog had the shop as its only service; the new one has it behind another that is off.
        const auto visibility = workspace::visibilityOf(*workspace->snapshot(), *earlier->catalog);
        QCOMPARE(visibility.services, std::vector<std::uint8_t>{1});
        const auto current = workspace::visibilityOf(*workspace->snapshot(), *workspace->snapshot()->catalog);
        QCOMPARE(current.services, (std::vector<std::uint8_t>{0, 1}));
    }

    void refreshIsQuietWhenNothingChanged() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto before = workspace->snapshot();
        QVERIFY(!expectValue(workspace->refresh()));
        QCOMPARE(workspace->snapshot().get(), before.get());
    }

    void refreshNoticesAnEditByHand() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto action = *workspace->snapshot()->catalog->find("shop.orders_list");
        QCOMPARE((*workspace->snapshot()->risk)[action].tier, risk::Tier::Read);
        folder.write(
            "ws/catalogs/shop.yaml",
            "service: shop\noverrides:\n  - action: orders_list\n    risk: write\n    reason: It is logged.\n");
        QVERIFY(expectValue(workspace->refresh()));
        QCOMPARE((*workspace->snapshot()->risk)[action].tier, risk::Tier::Write);
        // The old index serves on until the new one is built.
        QVERIFY(!found(*workspace, "invoices").empty());
        QVERIFY(workspace->ensureIndex());
        QVERIFY(workspace->snapshot()->indexIsCurrent());
    }

    void refreshNoticesWhatAnotherProcessToggledAndImported() {
        const Folder folder;
        const auto mine = openShop(folder);
        const auto theirs = openShop(folder);
        expectValue(theirs->setSearchable("shop", false));
        folder.write("other.json", openApi("another", manyOperations(3)));
        expectValue(theirs->import({(folder / "other.json").string()}, {}, {}));
        QVERIFY(expectValue(mine->refresh()));
        QCOMPARE(mine->snapshot()->catalog->services().size(), std::size_t(2));
        QVERIFY(!mine->snapshot()->services[1].toggle);
    }

    void aBrokenHandFileKeepsTheLastGoodStateAndIsOneProblem() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write(
            "ws/catalogs/shop.yaml",
            "service: shop\noverrides:\n  - action: orders_list\n    risk: write\n    reason: It is logged.\n");
        expectValue(workspace->refresh());
        folder.write("ws/catalogs/shop.yaml", "service: shop\noverrides: [\n");
        expectValue(workspace->refresh());
        const auto action = *workspace->snapshot()->catalog->find("shop.orders_list");
        QCOMPARE((*workspace->snapshot()->risk)[action].tier, risk::Tier::Write);
        QCOMPARE(workspace->snapshot()->problems.size(), std::size_t(1));
        QVERIFY(workspace->snapshot()->problems[0].error.where.line > 0);
        for (int i = 0; i < 3; ++i)
            expectValue(workspace->refresh());
        QCOMPARE(workspace->snapshot()->problems.size(), std::size_t(1));
        // A process that starts now has no last good state; it opens all the same.
        const auto fresh = openShop(folder);
        QCOMPARE(fresh->snapshot()->problems.size(), std::size_t(1));
        QVERIFY(!found(*fresh, "invoices").empty());
        expectValue(fresh->refresh());
        QCOMPARE(fresh->snapshot()->problems.size(), std::size_t(1));
        folder.write("ws/catalogs/shop.yaml", "service: shop\n");
        expectValue(fresh->refresh());
        QVERIFY(fresh->snapshot()->problems.empty());
    }

    void brokenSettingsKeepThoseInForce() {
        const Folder folder;
        folder.write("x", "");
        const auto workspace = openShop(folder);
        folder.write("ws/actionscope.yaml", "search: {floor: 0.5}\n");
        QVERIFY(expectValue(workspace->refresh()));
        QCOMPARE(workspace->snapshot()->settings.floor, 0.5);
        folder.write("ws/actionscope.yaml", "search: {floor: 7}\n");
        QVERIFY(expectValue(workspace->refresh()));
        QCOMPARE(workspace->snapshot()->settings.floor, 0.5);
        QCOMPARE(workspace->snapshot()->problems.size(), std::size_t(1));
        QVERIFY(!expectValue(workspace->refresh()));
    }

    void anEditMadeWhileAnImportRunsIsNotOverlooked() {
        const Folder folder;
        const auto workspace = openShop(folder);
        Job job;
        bool edited = false;
        // The import has read the hand-written files by the time it reads the descriptions.
        job.report = [&](const Progress &progress) {
            if (progress.phase == "importing" && !edited) {
                edited = true;
                folder.write("ws/catalogs/shop.yaml", "service: shop\noverrides:\n  - action: orders_list\n"
                                                      "    risk: write\n    reason: It is logged.\n");
            }
        };
        expectValue(workspace->import({(folder / "shop.json").string()}, {}, job));
        QVERIFY(edited);
        expectValue(workspace->refresh());
        const auto action = *workspace->snapshot()->catalog->find("shop.orders_list");
        QCOMPARE((*workspace->snapshot()->risk)[action].tier, risk::Tier::Write);
    }

    void generationsGrowAndSubscribersSeeEachSnapshot() {
        const Folder folder;
        const auto workspace = openShop(folder);
        std::vector<std::uint64_t> seen;
        const std::uint64_t start = workspace->snapshot()->generation;
        {
            const auto subscription = workspace->onChange(
                [&](const std::shared_ptr<const Snapshot> &snapshot) { seen.push_back(snapshot->generation); });
            expectValue(workspace->setSearchable("shop", false));
            expectValue(workspace->setSearchable("shop", true));
        }
        QCOMPARE(seen, (std::vector<std::uint64_t>{start + 1, start + 2}));
        expectValue(workspace->setSearchable("shop", false));
        QCOMPARE(seen.size(), std::size_t(2));
        QCOMPARE(workspace->snapshot()->generation, start + 3);
    }

    void anEndingSubscriptionWaitsForItsCallback() {
        const Folder folder;
        const auto workspace = openShop(folder);
        std::atomic<bool> inside{false}, finished{false};
        auto subscription =
            std::make_unique<workspace::Subscription>(workspace->onChange([&](const std::shared_ptr<const Snapshot> &) {
                inside = true;
                QTest::qSleep(100);
                finished = true;
            }));
        std::thread writer([&] { (void)workspace->setSearchable("shop", false); });
        while (!inside)
            QTest::qSleep(1);
        subscription.reset();
        QVERIFY(finished);
        writer.join();
    }

    void readOnlyChangesNothingAndKnowsTheToggles() {
        const Folder folder;
        expectValue(openShop(folder)->setSearchable("shop", false));
        workspace::OpenOptions options;
        options.readOnly = true;
        const auto workspace = openShop(folder, options);
        QVERIFY(workspace->readOnly());
        QVERIFY(!workspace->snapshot()->services[0].toggle);
        const auto set = workspace->setSearchable("shop", true);
        QVERIFY(!set);
        QCOMPARE(set.error().code, ErrorCode::PermissionDenied);
        QVERIFY(!workspace->import({(folder / "shop.json").string()}, {}, {}));
    }

    void aSecondImportAtOnceIsBusy() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto lock = FileLock::tryAcquire(folder / "ws/.actionscope/import.lock");
        QVERIFY(lock);
        const auto report = workspace->import({(folder / "shop.json").string()}, {}, {});
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Busy);
    }

    void togglesAndEditsOfThisProcessDoNotWaitForAnImport() {
        const Folder folder;
        const auto workspace = openShop(folder);
        Job job;
        bool done = false;
        job.report = [&](const Progress &progress) {
            if (progress.phase != "importing" || done)
                return;
            done = true;
            // Both would wait for ever here if the import held what they need.
            expectValue(workspace->setSearchable("shop", false));
            catalog::Override value;
            value.action = "orders_list";
            value.risk = catalog::Tier::Write;
            const std::vector<std::pair<std::string, catalog::Edit>> edits{{"shop", catalog::SetOverride{value}}};
            expectValue(workspace->applyEdits(expectValue(workspace->planEdits(edits)), edits));
            expectValue(workspace->refresh());
        };
        folder.write("shop.json", openApi("shop", {{"get", "/orders", "orders_list", "List the orders"}}));
        expectValue(workspace->import({(folder / "shop.json").string()}, {}, job));
        QVERIFY(done);
        // All three are in force.
        const auto snapshot = workspace->snapshot();
        QCOMPARE(snapshot->catalog->size(), 1U);
        QVERIFY(!snapshot->services[0].toggle);
        QCOMPARE((*snapshot->risk)[0].tier, risk::Tier::Write);
        QVERIFY(snapshot->indexIsCurrent());
    }

    void twoThreadsMayAskForTheIndexAtOnce() {
        const Folder folder;
        openShop(folder);
        std::filesystem::remove(folder / "ws/.actionscope/cache/index.bin");
        workspace::OpenOptions options;
        options.buildIndex = false;
        const auto workspace = openShop(folder, options);
        QVERIFY(!workspace->snapshot()->index);
        std::thread other([&] { (void)workspace->ensureIndex(); });
        QVERIFY(workspace->ensureIndex());
        other.join();
        QVERIFY(workspace->snapshot()->indexIsCurrent());
    }

    void aCancelledImportChangesNothing() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const std::string before = folder.read("ws/catalogs/shop.longtail.yaml");
        folder.write("shop.json", openApi("shop", manyOperations(20)));
        std::stop_source stop;
        Job job{[&](const Progress &progress) {
                    if (progress.phase == "importing")
                        stop.request_stop();
                },
                stop.get_token()};
        const auto report = workspace->import({(folder / "shop.json").string()}, {}, job);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Cancelled);
        QCOMPARE(folder.read("ws/catalogs/shop.longtail.yaml"), before);
        QVERIFY(!found(*workspace, "invoices").empty());
        for (const auto &entry : std::filesystem::directory_iterator(folder / "ws/catalogs"))
            QVERIFY2(entry.path().filename().string().find(".tmp") == std::string::npos, entry.path().c_str());
    }

    void previewWritesNothing() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("shop.json", openApi("shop", manyOperations(4)));
        const auto head = expectValue(workspace->audit()->head());
        const std::string before = folder.read("ws/catalogs/shop.longtail.yaml");
        const auto report = expectValue(workspace->previewImport({(folder / "shop.json").string()}, {}, {}));
        QCOMPARE(report.items.size(), std::size_t(1));
        QCOMPARE(report.items[0].added, 4U);
        QCOMPARE(report.items[0].removed, std::uint32_t(shopOperations().size()));
        QCOMPARE(folder.read("ws/catalogs/shop.longtail.yaml"), before);
        QCOMPARE(expectValue(workspace->audit()->head()).seq, head.seq);
    }

    void ofTwoSourcesWithOneIdTheFirstIsTakenHoweverManyThreads() {
        for (int round = 0; round < 8; ++round) {
            const Folder folder;
            folder.write("in/a/openapi.json", openApi("first", {{"get", "/a", "one", "One"}}));
            folder.write("in/b/openapi.json", openApi("first", {{"get", "/b", "two", "Two"}}));
            expectValue(Workspace::create(folder / "ws", false));
            const auto workspace = expectValue(Workspace::open(folder / "ws", {.threads = 4}));
            const auto report = expectValue(workspace->import(
                {(folder / "in/a/openapi.json").string(), (folder / "in/b/openapi.json").string()}, {}, {}));
            QCOMPARE(report.services, 1U);
            QCOMPARE(report.skipped.size(), std::size_t(1));
            QVERIFY(workspace->snapshot()->catalog->find("first.one"));
        }
    }
};

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "tst_workspace.moc"
