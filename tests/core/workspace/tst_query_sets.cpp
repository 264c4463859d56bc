/// Query sets of a workspace: what a person judges is in the file and in the log.

#include "workspace_fixture.h"

#include <algorithm>

using namespace actionscope;
using namespace actionscope::workspace;
using evaluation::QuerySetEdit;
using test::expectValue;

class TestQuerySets : public QObject {
    Q_OBJECT

    static std::vector<governance::AuditRecord> settings(const Workspace &workspace) {
        governance::AuditFilter filter;
        filter.kinds = {"setting"};
        auto records = expectValue(workspace.audit()->list(filter, 100)).records;
        std::reverse(records.begin(), records.end());
        return records;
    }

private Q_SLOTS:
    void everyEditIsRecorded() {
        const test::Folder folder;
        const auto workspace = test::openShop(folder);
        QuerySetEdit add;
        add.kind = QuerySetEdit::Kind::Add;
        add.query.id = "q1";
        add.query.text = "where is the parcel of ana@example.com";
        add.query.judgements = {{"shop.orders_get", 3}};
        expectValue(workspace->editQuerySet("mine", add)); // makes the file
        QuerySetEdit judge;
        judge.id = "q1";
        judge.action = "shop.orders_list";
        judge.grade = 1;
        expectValue(workspace->editQuerySet("mine", judge));
        expectValue(workspace->editQuerySet("mine", judge)); // changes nothing, so there is nothing to record
        judge.grade.reset();
        expectValue(workspace->editQuerySet("mine", judge));
        const std::string before = folder.read("ws/queries/mine.yaml");
        QuerySetEdit remove;
        remove.kind = QuerySetEdit::Kind::Remove;
        remove.id = "q1";
        expectValue(workspace->editQuerySet("mine", remove));
        evaluation::QuerySet whole;
        whole.name = "mine";
        whole.queries = {add.query};
        expectValue(workspace->saveQuerySet(whole, true));

        const auto records = settings(*workspace);
        std::vector<std::string> outcomes;
        for (const auto &record : records) {
            outcomes.push_back(record.event.outcome);
            QCOMPARE(record.event.detail.at("set"), json::value("mine"));
            QCOMPARE(record.event.detail.at("file"), json::value("queries/mine.yaml"));
            // What people search for stays in the file.
            QVERIFY(json::serialize(record.event.detail).find("ana@") == std::string::npos);
        }
        QCOMPARE(outcomes, (std::vector<std::string>{"query added", "query judged", "query judged", "query removed",
                                                     "query set saved"}));
        QCOMPARE(records[1].event.detail.at("action"), json::value("shop.orders_list"));
        QCOMPARE(records[1].event.detail.at("grade"), json::value(1));
        QVERIFY(records[2].event.detail.at("grade").is_null());
        QCOMPARE(records[3].event.detail.at("query"), json::value("q1"));
    }

    void whatCannotBeRecordedIsNotWritten() {
        const test::Folder folder;
        {
            const auto workspace = test::openShop(folder);
            folder.write("ws/queries/mine.yaml", "name: mine # ours\nqueries: []\n");
        }
        std::filesystem::remove(folder / "ws/.actionscope/state.db-wal");
        folder.write("ws/.actionscope/state.db", "no database");
        const auto workspace = test::openShop(folder);
        QuerySetEdit add;
        add.kind = QuerySetEdit::Kind::Add;
        add.query.id = "q1";
        add.query.text = "list orders";
        add.query.judgements = {{"shop.orders_list", 3}};
        const auto edited = workspace->editQuerySet("mine", add);
        QVERIFY(!edited && edited.error().message.find("could not be recorded") != std::string::npos);
        QCOMPARE(folder.read("ws/queries/mine.yaml"), std::string("name: mine # ours\nqueries: []\n"));
        QVERIFY(!workspace->editQuerySet("other", add));
        QVERIFY(!std::filesystem::exists(folder / "ws/queries/other.yaml"));
        evaluation::QuerySet whole;
        whole.name = "whole";
        whole.queries = {add.query};
        QVERIFY(!workspace->saveQuerySet(whole, false));
        QVERIFY(!std::filesystem::exists(folder / "ws/queries/whole.yaml"));
    }
};

QTEST_GUILESS_MAIN(TestQuerySets)
#include "tst_query_sets.moc"
