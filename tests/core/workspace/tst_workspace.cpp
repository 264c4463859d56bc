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
        QCOMPARE(workspace->snapshot()->floor, 0.5);
        folder.write("ws/actionscope.yaml", "search: {floor: 7}\n");
        QVERIFY(expectValue(workspace->refresh()));
        QCOMPARE(workspace->snapshot()->floor, 0.5);
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

    void thePreviewListsWhatChangesAndTheImportTheSame() {
        const Folder folder;
        const auto workspace = openShop(folder);
        auto operations = shopOperations();
        operations[0].summary = "List every order there ever was"; // orders_list
        operations[1].path = "/orders/{order}";                    // orders_get
        operations[2] = {"get", "/orders/new", "orders_create", "Place an order for goods"};
        operations.pop_back();
        operations.push_back({"get", "/news", "news_list", "What is new"});
        const std::string gone = "shop." + shopOperations().back().id;
        folder.write("shop.json", openApi("shop", operations));
        const std::vector<std::string> sources{(folder / "shop.json").string()};
        const auto preview = expectValue(workspace->previewImport(sources, {}, {}));
        const auto report = expectValue(workspace->import(sources, {}, {}));
        for (const auto *each : {&preview, &report}) {
            const auto &item = each->items.at(0);
            std::vector<std::string> lines;
            for (const auto &change : item.changes)
                lines.push_back(std::to_string(change.kind) + ' ' + change.name + ": " + change.what);
            QCOMPARE(lines.size(), std::size_t(5));
            QCOMPARE(lines[0], std::string("1 shop.orders_create: signature (was POST /orders), tier write → read"));
            QCOMPARE(lines[1],
                     std::string("1 shop.orders_get: signature (was GET /orders/{id}, order is new and required, id is "
                                 "gone)"));
            QCOMPARE(lines[2], std::string("1 shop.orders_list: description"));
            QVERIFY(lines[3].starts_with("2 " + gone + ": "));
            QCOMPARE(lines[4], std::string("0 shop.news_list: GET /news"));
            QCOMPARE(item.changesCut, 0U);
            QCOMPARE(item.added, 1U);
            QCOMPARE(item.changed, 3U);
            QCOMPARE(item.removed, 1U);
        }
        QVERIFY(expectValue(workspace->import(sources, {}, {})).items.at(0).changes.empty());
    }

    void aLongListOfChangesIsCutAndSaysByHowMany() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("shop.json", openApi("shop", manyOperations(1200)));
        const auto report = expectValue(workspace->previewImport({(folder / "shop.json").string()}, {}, {}));
        const auto &item = report.items.at(0);
        QCOMPARE(item.changes.size(), workspace::ImportReport::ListedChanges);
        QCOMPARE(item.changesCut, item.added + item.removed - workspace::ImportReport::ListedChanges);
        // What went away is never what the cap cuts off in favour of what is new.
        QCOMPARE(std::size_t(std::count_if(item.changes.begin(), item.changes.end(),
                                           [](const auto &change) { return change.kind == change.Removed; })),
                 shopOperations().size());
    }

    void sourcesThatWantOneIdAreListedAndCanBeRenamed() {
        const Folder folder;
        folder.write("in/a-b.json", openApi("one", {{"get", "/a", "one", "One"}}));
        folder.write("in/a/b.json", openApi("two", {{"get", "/b", "two", "Two"}}));
        folder.write("more/a-b.json", openApi("three", {{"get", "/c", "three", "Three"}}));
        folder.write("more/openapi.json", openApi("a b", {{"get", "/d", "four", "Four"}}));
        expectValue(Workspace::create(folder / "ws", false));
        const auto workspace = expectValue(Workspace::open(folder / "ws", {.threads = 2}));
        const auto at = [&](const std::string &name) { return (folder / name).string(); };
        const std::vector<std::string> sources{at("in"), at("more/a-b.json"), at("more/openapi.json")};
        auto preview = expectValue(workspace->previewImport(sources, {}, {}));
        QCOMPARE(preview.services, 2U);
        QCOMPARE(preview.clashes.size(), std::size_t(3));
        QCOMPARE(preview.clashes[0].source, at("in/a/b.json"));
        QCOMPARE(preview.clashes[0].wanted, std::string("a-b"));
        QCOMPARE(preview.clashes[0].other, at("in/a-b.json"));
        QCOMPARE(preview.clashes[0].given, std::string("a-b-2"));
        QCOMPARE(preview.clashes[1].source, at("more/a-b.json"));
        QCOMPARE(preview.clashes[1].other, at("in/a-b.json"));
        QCOMPARE(preview.clashes[1].given, std::string());
        QCOMPARE(preview.clashes[2].source, at("more/openapi.json"));
        workspace::ImportOptions options;
        for (std::size_t i = 0; i < preview.clashes.size(); ++i)
            options.serviceIdBySource[preview.clashes[i].source] = "own-" + std::to_string(i);
        const auto report = expectValue(workspace->import(sources, options, {}));
        QVERIFY(report.clashes.empty());
        QVERIFY(report.skipped.empty());
        for (const char *name : {"a-b.one", "own-0.two", "own-1.three", "own-2.four"})
            QVERIFY2(workspace->snapshot()->catalog->find(name), name);
        // A source that would replace a service of another source is a clash with what is there.
        preview = expectValue(workspace->previewImport({at("more/a-b.json")}, {}, {}));
        QCOMPARE(preview.clashes.size(), std::size_t(1));
        QCOMPARE(preview.clashes[0].other, at("in/a-b.json"));
        QCOMPARE(preview.clashes[0].given, std::string("a-b"));
    }

    void aRenameThatFitsNoSourceOrIsNoIdIsRefused() {
        const Folder folder;
        const auto workspace = openShop(folder);
        workspace::ImportOptions options;
        options.serviceIdBySource["elsewhere.json"] = "x";
        const std::vector<std::string> sources{(folder / "shop.json").string()};
        const auto unknown = workspace->previewImport(sources, options, {});
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::InvalidArgument);
        options.serviceIdBySource = {{sources[0], "Not An Id"}};
        const auto noId = workspace->previewImport(sources, options, {});
        QVERIFY(!noId);
        QCOMPARE(noId.error().code, ErrorCode::InvalidArgument);
        // One id for two sources: the first by the command line has it.
        folder.write("other.json", openApi("other", manyOperations(2)));
        options.serviceIdBySource = {{(folder / "other.json").string(), "shop"}};
        const auto both =
            expectValue(workspace->previewImport({sources[0], (folder / "other.json").string()}, options, {}));
        QCOMPARE(both.services, 1U);
        QCOMPARE(both.items[0].title, std::string("shop"));
        QCOMPARE(both.clashes.size(), std::size_t(1));
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
