#include "storage/state_store.h"
#include "workspace_fixture.h"

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::test;
using workspace::Workspace;
using Edits = std::vector<std::pair<std::string, catalog::Edit>>;

namespace {

constexpr const char *Hand = "# What we say about the shop.\r\n"
                             "service: shop\r\n"
                             "overrides:\r\n"
                             "  # Nobody may do this alone.\r\n"
                             "  - action:   admin_wipe   # the big one\r\n"
                             "    approval: admin\r\n"
                             "    reason: 'No way back.'\r\n"
                             "  - {action: orders_create, risk: destructive, reason: \"Money moves.\"}\r\n";

Edits set(const std::string &action, std::optional<catalog::Tier> tier, const std::string &reason,
          std::optional<catalog::Approval> approval = {}) {
    catalog::Override value;
    value.action = action;
    value.risk = tier;
    value.approval = approval;
    value.reason = reason;
    return {{"shop", catalog::SetOverride{value}}};
}

Edits remove(const std::string &action, const std::string &reason) {
    catalog::RemoveOverride removal;
    removal.action = action;
    removal.reason = reason;
    return {{"shop", removal}};
}

risk::Classification riskOf(const Workspace &workspace, const std::string &name) {
    return expectValue(workspace.explainRisk(name)).result;
}

governance::AuditFilter overrideRecords() {
    governance::AuditFilter filter;
    filter.kinds = {"override"};
    return filter;
}

} // namespace

class WorkspaceEditsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<Folder>();
        openShop(*m_folder);
        m_folder->write("ws/catalogs/shop.yaml", Hand);
        m_workspace = openShop(*m_folder);
    }
    void cleanup() { m_workspace.reset(); }

    void raisingNeedsNoReason() {
        const Edits edits = set("orders_list", catalog::Tier::Write, "");
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QVERIFY(plan.lowered.empty());
        QCOMPARE(plan.tierChanges.size(), std::size_t(1));
        QVERIFY(m_workspace->applyEdits(plan, edits));
        QCOMPARE(riskOf(*m_workspace, "shop.orders_list").tier, risk::Tier::Write);
    }

    void loweringNeedsAReason_data() {
        QTest::addColumn<int>("which");
        QTest::newRow("a lower tier") << 0;
        QTest::newRow("the gate taken away") << 1;
        QTest::newRow("a raising override removed") << 2;
        QTest::newRow("a lower tier by match") << 3;
    }
    void loweringNeedsAReason() {
        QFETCH(int, which);
        const auto edits = [&](const std::string &reason) {
            if (which == 0)
                return set("orders_delete", catalog::Tier::Read, reason);
            if (which == 1)
                return set("admin_wipe", catalog::Tier::Destructive, reason, catalog::Approval::None);
            if (which == 2)
                return remove("orders_create", reason);
            catalog::Override value;
            value.match = catalog::Match{"/orders/**", catalog::Method::Delete, {}};
            value.risk = catalog::Tier::Write;
            value.reason = reason;
            return Edits{{"shop", catalog::SetOverride{value}}};
        };
        const std::string before = m_folder->read("ws/catalogs/shop.yaml");
        for (const char *none : {"", "  \t"}) {
            const auto plan = expectValue(m_workspace->planEdits(edits(none)));
            QVERIFY(!plan.lowered.empty());
            QCOMPARE(plan.missingReason, plan.lowered);
            const auto applied = m_workspace->applyEdits(plan, edits(none));
            QVERIFY(!applied);
            QCOMPARE(applied.error().code, ErrorCode::InvalidArgument);
            QCOMPARE(m_folder->read("ws/catalogs/shop.yaml"), before);
        }
        const auto plan = expectValue(m_workspace->planEdits(edits("Looked at it together.")));
        QVERIFY(!plan.lowered.empty());
        QVERIFY(plan.missingReason.empty());
        QVERIFY(m_workspace->applyEdits(plan, edits("Looked at it together.")));
        const auto page = expectValue(m_workspace->audit()->list({}, 1));
        QCOMPARE(page.records[0].event.kind, std::string("override"));
        QCOMPARE(std::string(page.records[0].event.detail.at("reason").as_string()),
                 std::string("Looked at it together."));
        QVERIFY(!page.records[0].event.detail.at("changes").as_array().empty());
    }

    void anEditLeavesAllOtherBytes() {
        const Edits edits = set("orders_create", catalog::Tier::Write, "Money moves later.");
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QVERIFY(m_workspace->applyEdits(plan, edits));
        const std::string before = Hand, after = m_folder->read("ws/catalogs/shop.yaml");
        const std::size_t entry = before.find("  - {action: orders_create");
        QCOMPARE(after.substr(0, entry), before.substr(0, entry));
        QVERIFY(after.find("\n", entry) == after.size() - 1);
        QVERIFY(after.ends_with("\r\n"));
        QCOMPARE(riskOf(*m_workspace, "shop.orders_create").tier, risk::Tier::Write);
    }

    void thePlanShowsWhatMovesAndWritesNothing() {
        const Edits edits = set("orders_delete", catalog::Tier::Destructive, "", catalog::Approval::Admin);
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QCOMPARE(plan.files.size(), std::size_t(1));
        QVERIFY(!plan.files[0].diff.empty());
        QCOMPARE(plan.tierChanges.size(), std::size_t(1));
        QVERIFY(risk::isCatastrophic(plan.tierChanges[0].after));
        QCOMPARE(m_folder->read("ws/catalogs/shop.yaml"), std::string(Hand));
    }

    void aFileThatChangedMeanwhileIsNotOverwritten() {
        const Edits edits = set("orders_list", catalog::Tier::Write, "");
        const auto plan = expectValue(m_workspace->planEdits(edits));
        const std::string theirs = std::string(Hand) + "# a line of somebody else\r\n";
        m_folder->write("ws/catalogs/shop.yaml", theirs);
        const auto applied = m_workspace->applyEdits(plan, edits);
        QVERIFY(!applied);
        QCOMPARE(applied.error().code, ErrorCode::Conflict);
        QCOMPARE(m_folder->read("ws/catalogs/shop.yaml"), theirs);
    }

    void aCatalogThatChangedSinceTheReviewIsLookedAtAgain() {
        // When it was planned, the match raised a reading action; since then its action deletes.
        catalog::Override value;
        value.match = catalog::Match{"/invoices", {}, {}};
        value.risk = catalog::Tier::Write;
        const Edits edits{{"shop", catalog::SetOverride{value}}};
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QVERIFY(plan.lowered.empty());
        auto operations = shopOperations();
        operations.resize(2);
        operations.push_back({"delete", "/invoices", "invoices_delete", "Remove all invoices"});
        m_folder->write("shop.json", openApi("shop", operations));
        expectValue(m_workspace->import({(*m_folder / "shop.json").string()}, {}, {}));
        const auto applied = m_workspace->applyEdits(plan, edits);
        QVERIFY(!applied);
        QVERIFY(QString::fromStdString(applied.error().message).contains("shop.invoices_delete"));
        QCOMPARE(m_folder->read("ws/catalogs/shop.yaml"), std::string(Hand));
    }

    void theFirstEditOfAServiceMakesItsFile() {
        std::filesystem::remove(*m_folder / "ws/catalogs/shop.yaml");
        expectValue(m_workspace->refresh());
        const Edits edits = set("orders_list", catalog::Tier::Write, "Logged.");
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QVERIFY(!plan.files[0].stamp);
        QVERIFY(m_workspace->applyEdits(plan, edits));
        QVERIFY(m_folder->read("ws/catalogs/shop.yaml").starts_with("service: shop\n"));
        QCOMPARE(riskOf(*openShop(*m_folder), "shop.orders_list").tier, risk::Tier::Write);
    }

    void settingWhatIsThereAlreadyChangesNoFile() {
        catalog::Override same;
        same.action = "orders_create";
        same.risk = catalog::Tier::Destructive;
        same.reason = "Money moves.";
        const auto plan = expectValue(m_workspace->planEdits({{"shop", catalog::SetOverride{same}}}));
        QVERIFY(plan.files.empty());
    }

    void anUnknownServiceIsRefused() {
        const auto plan = m_workspace->planEdits({{"nowhere", remove("x", "").front().second}});
        QVERIFY(!plan);
        QCOMPARE(plan.error().code, ErrorCode::NotFound);
    }

    void everyEditIsOneRecordInAnIntactChain() {
        Edits edits = set("orders_list", catalog::Tier::Write, "Logged.");
        const Edits second = set("invoices_list", catalog::Tier::Write, "Logged, too.");
        edits.insert(edits.end(), second.begin(), second.end());
        const auto before = expectValue(m_workspace->audit()->head());
        const auto plan = expectValue(m_workspace->planEdits(edits));
        QVERIFY(m_workspace->applyEdits(plan, edits));
        const auto page = expectValue(m_workspace->audit()->listAfter({}, 10, before.seq));
        QCOMPARE(page.records.size(), std::size_t(2));
        QCOMPARE(page.records[0].event.action, std::string("orders_list"));
        QCOMPARE(page.records[1].event.action, std::string("invoices_list"));
        QVERIFY(expectValue(m_workspace->audit()->verify(std::nullopt)).intact);
    }

    void searchesShowTheNewTierAtOnce() {
        const Edits edits = set("invoices_list", catalog::Tier::Destructive, "");
        expectValue(m_workspace->applyEdits(expectValue(m_workspace->planEdits(edits)), edits));
        retrieval::SearchRequest request;
        request.query = "unpaid invoices";
        const auto outcome = expectValue(m_workspace->search(request));
        QVERIFY(!outcome.risk.empty());
        QCOMPARE(outcome.risk[0].tier, risk::Tier::Destructive);
    }

    void aProcessKilledBetweenTheFileAndItsRecordLeavesNothingUnrecorded() {
        const Edits edits = set("orders_list", catalog::Tier::Write, "It is logged.");
        m_workspace.reset();
        QVERIFY(killedWhileEditing(edits));
        QVERIFY(QString::fromStdString(m_folder->read("ws/catalogs/shop.yaml")).contains("It is logged."));
        QCOMPARE(overridesRecorded(), std::size_t(0));
        m_workspace = openShop(*m_folder);
        QCOMPARE(riskOf(*m_workspace, "shop.orders_list").tier, risk::Tier::Write);
        const auto page = expectValue(m_workspace->audit()->list(overrideRecords(), 10));
        QCOMPARE(page.records.size(), std::size_t(1));
        const auto &event = page.records[0].event;
        QCOMPARE(event.action, std::string("orders_list"));
        QCOMPARE(stringMember(event.detail, "reason"), std::string_view("It is logged."));
        QVERIFY(event.detail.at("recovered").as_bool());
        // Once, whoever else opens it.
        m_workspace = openShop(*m_folder);
        QCOMPARE(overridesRecorded(), std::size_t(1));
        QVERIFY(expectValue(m_workspace->audit()->verify({})).intact);
    }

    void anEditThatNeverReachedItsFileIsNotRecorded() {
        const Edits edits = set("orders_list", catalog::Tier::Write, "It is logged.");
        m_workspace.reset();
        QVERIFY(killedWhileEditing(edits));
        // What is found is not what was about to be written.
        m_folder->write("ws/catalogs/shop.yaml", Hand);
        m_workspace = openShop(*m_folder);
        QCOMPARE(overridesRecorded(), std::size_t(0));
        m_folder->write("ws/catalogs/shop.yaml", Hand);
        m_workspace = openShop(*m_folder);
        QCOMPARE(overridesRecorded(), std::size_t(0));
    }

    void whoIsStillRunningRecordsWhatAKilledOneLeftBeforeItsOwnEdit() {
        const auto running = openShop(*m_folder);
        m_workspace.reset();
        QVERIFY(killedWhileEditing(set("orders_list", catalog::Tier::Write, "The first.")));
        expectValue(running->refresh());
        const Edits edits = set("orders_get", catalog::Tier::Write, "The second.");
        expectValue(running->applyEdits(expectValue(running->planEdits(edits)), edits));
        const auto page = expectValue(running->audit()->list(overrideRecords(), 10));
        QCOMPARE(page.records.size(), std::size_t(2));
        QCOMPARE(stringMember(page.records[0].event.detail, "reason"), std::string_view("The second."));
        QCOMPARE(stringMember(page.records[1].event.detail, "reason"), std::string_view("The first."));
    }

private:
    /// A process of its own makes the edit and is killed when the file is new and its record not yet begun: the record
    /// is the first to ask for the time after the file was replaced.
    bool killedWhileEditing(const Edits &edits) const {
        class Killer final : public Clock {
        public:
            explicit Killer(std::filesystem::path file)
                : m_file(std::move(file)) {}
            [[nodiscard]] Timestamp now() const override {
                if (readFile(m_file, 1 << 20).value_or("") != Hand)
                    ::raise(SIGKILL);
                return SystemClock().now();
            }

        private:
            std::filesystem::path m_file;
        };
        const pid_t child = ::fork();
        if (child == 0) {
            const Killer clock(*m_folder / "ws/catalogs/shop.yaml");
            workspace::OpenOptions options;
            options.clock = &clock;
            options.threads = 1;
            auto workspace = Workspace::open(*m_folder / "ws", options);
            if (workspace) {
                if (const auto plan = (*workspace)->planEdits(edits))
                    (void)(*workspace)->applyEdits(*plan, edits);
            }
            ::_exit(1);
        }
        int status = 0;
        return child > 0 && ::waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    }
    [[nodiscard]] std::size_t overridesRecorded() const {
        SystemClock clock;
        const auto store = expectValue(storage::StateStore::open(*m_folder / "ws/.actionscope/state.db",
                                                                 *m_folder / "ws/.actionscope/keys", clock));
        return expectValue(store->audit().count(overrideRecords()));
    }

    std::unique_ptr<Folder> m_folder;
    std::unique_ptr<Workspace> m_workspace;
};

QTEST_GUILESS_MAIN(WorkspaceEditsTest)
#include "tst_workspace_edits.moc"
