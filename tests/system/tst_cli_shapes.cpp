#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

/// Fails the test when `value` is no object or lacks one of `keys` (separated by spaces).
void hasKeys(const json::value &value, const char *keys) {
    QVERIFY2(value.is_object(), json::serialize(value).c_str());
    for (const QString &key : QString(keys).split(u' '))
        QVERIFY2(value.get_object().contains(key.toStdString()),
                 qPrintable(key + " is missing in " + QString::fromStdString(json::serialize(value))));
}

} // namespace

/// The names and shapes that others rely on, command by command.
class CliShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_bench.makeShop();
        m_bench.write(
            "ws/catalogs/shop.yaml",
            "service: shop\n"
            "curated:\n  - action: orders_list\n    description: All orders of one customer, newest first.\n"
            "overrides:\n  - action: admin_wipe\n    approval: admin\n    risk: destructive\n"
            "    reason: Everything goes.\n  - action: gone_away\n    risk: read\n    reason: It was here.\n");
    }

    void importReport() {
        const json::value report = ok({"import", "shop.json"});
        hasKeys(report, "services actions sources skipped warnings elapsed_ms added changed removed items findings");
        m_bench.write("mixed/good.json", openApi("good", {{"get", "/a", "one", "One"}}));
        m_bench.write("mixed/bad.json", "{\"openapi\": \"3.0.0\", ");
        const Outcome mixed = m_bench.in({"import", "mixed", "--preview", "--json"});
        EXPECT_STATUS(mixed, 0);
        const json::value document = mixed.document();
        QCOMPARE(document.at("skipped").as_array().size(), std::size_t(1));
        hasKeys(document.at("skipped").as_array().at(0), "source pointer reason");
        QCOMPARE(m_bench.in({"services", "list", "--json"}).document().as_array().size(), std::size_t(1));
    }

    void services() {
        for (const QStringList &command :
             {QStringList{"services", "list"}, {"services", "disable", "shop"}, {"services", "enable", "shop"}}) {
            const json::value list = ok(command);
            QCOMPARE(list.as_array().size(), std::size_t(1));
            hasKeys(list.as_array().at(0), "id title actions curated searchable locked_by_environment");
        }
        const json::value list = ok({"services", "list"});
        QCOMPARE(list.as_array().at(0).at("actions").to_number<std::size_t>(), shopOperations().size());
        QCOMPARE(list.as_array().at(0).at("curated").to_number<int>(), 1);
    }

    void actions() {
        const json::value list = ok({"actions", "list"});
        QCOMPARE(list.as_array().size(), shopOperations().size());
        hasKeys(list.as_array().at(0), "name service title method endpoint risk approval curated");
        QCOMPARE(ok({"actions", "list", "--tier", "catastrophic"}).as_array().size(), std::size_t(1));
        QCOMPARE(ok({"actions", "list", "--curated", "--service", "shop"}).as_array().size(), std::size_t(1));
        const json::value one = ok({"actions", "show", "shop.orders_get"});
        hasKeys(one, "name service title description method endpoint risk tier approval curated parameters signature "
                     "provenance source consequence server tags security");
        hasKeys(one.at("signature"), "name description inputSchema");
        const json::value &schema = one.at("signature").at("inputSchema");
        QCOMPARE(schema.at("type").as_string(), "object");
        QVERIFY(schema.at("properties").as_object().contains("id"));
        QCOMPARE(schema.at("required").as_array().at(0).as_string(), "id");
        hasKeys(one.at("source"), "from pointer format version sha256");
        QCOMPARE(one.at("source").at("pointer").as_string(), "/paths/~1orders~1{id}/get");
    }

    void search() {
        const json::value plain = ok({"search", "place an order"});
        hasKeys(plain, "query total_indexed elapsed_us floor hint results");
        QVERIFY(plain.at("hint").is_null());
        QCOMPARE(plain.at("total_indexed").to_number<std::size_t>(), shopOperations().size());
        const json::array &results = plain.at("results").as_array();
        QVERIFY(!results.empty());
        for (std::size_t i = 0; i < results.size(); ++i) {
            hasKeys(results.at(i), "rank name service title description method endpoint risk approval curated score "
                                   "explanation");
            QCOMPARE(results.at(i).at("rank").to_number<std::size_t>(), i + 1);
            QVERIFY(results.at(i).at("explanation").is_null());
            const double score = results.at(i).at("score").to_number<double>();
            QVERIFY(score > 0 && score <= 1);
        }
        const json::value explained =
            ok({"search", "place an order", "--explain", "--limit", "1", "--preset", "keywords"});
        QCOMPARE(explained.at("results").as_array().size(), std::size_t(1));
        const json::value &explanation = explained.at("results").as_array().at(0).at("explanation");
        hasKeys(explanation, "lexical semantic priors graph floor total");
        hasKeys(explanation.at("lexical"), "total terms");
        hasKeys(explanation.at("lexical").at("terms").as_array().at(0),
                "term field tf idf length_norm boost contribution");
        hasKeys(explanation.at("semantic"), "similarity contribution");
        for (const json::value &prior : explanation.at("priors").as_array())
            hasKeys(prior, "name value weight contribution");
        // With the floor at the top nothing passes, and the hint says why.
        const json::value none = ok({"search", "order goods somewhere", "--floor", "1"});
        QVERIFY(none.at("results").as_array().empty());
        QVERIFY(none.at("hint").is_string());
        QCOMPARE(none.at("floor").to_number<double>(), 1.0);
    }

    void risk() {
        const json::value shown = ok({"risk", "show", "shop.admin_wipe"});
        hasKeys(shown, "name tier approval provenance");
        QCOMPARE(shown.at("tier").as_string(), "destructive");
        QCOMPARE(shown.at("approval").as_string(), "admin");
        QVERIFY(shown.at("provenance").as_array().size() >= 2);
        for (const json::value &step : shown.at("provenance").as_array())
            hasKeys(step, "rule detail tier source");
        const json::value set = ok({"risk", "set", "shop.orders_create", "--approval", "admin", "--dry-run"});
        hasKeys(set, "name tier approval provenance before diff changed dry_run tier_changes");
        QVERIFY(!set.at("changed").as_bool());
        const json::value report = ok({"risk", "report"});
        hasKeys(report, "actions totals services disagreements");
        hasKeys(report.at("totals"), "read write destructive catastrophic");
        hasKeys(report.at("services").as_array().at(0), "id read write destructive catastrophic");
        bool searchByPost = false;
        for (const json::value &doubt : report.at("disagreements").as_array()) {
            hasKeys(doubt, "kind name message file line column");
            searchByPost = searchByPost || doubt.at("name").as_string() == "shop.stock_search";
        }
        QVERIFY2(searchByPost, json::serialize(report).c_str());
    }

    void lint() {
        const Outcome outcome = m_bench.in({"lint", "--json"});
        EXPECT_STATUS(outcome, 1); // one override matches nothing
        const json::value document = outcome.document();
        hasKeys(document, "errors warnings hints findings");
        QCOMPARE(document.at("errors").to_number<int>(), 1);
        bool orphan = false;
        for (const json::value &finding : document.at("findings").as_array()) {
            hasKeys(finding, "severity rule message file line column action");
            if (finding.at("severity").as_string() == "error") {
                orphan = true;
                QCOMPARE(finding.at("line").to_number<int>(), 10);
                QVERIFY(finding.at("file").as_string().ends_with("shop.yaml"));
            }
        }
        QVERIFY(orphan);
    }

    void diff() {
        auto operations = shopOperations();
        operations.erase(operations.begin());
        operations.push_back({"get", "/news", "news_list", "What is new"});
        m_bench.write("shop-2.json", openApi("shop", operations));
        const json::value document = ok({"diff", "shop.json", "shop-2.json"});
        hasKeys(document, "breaking changes");
        QCOMPARE(document.at("breaking").to_number<int>(), 1);
        const json::array &changes = document.at("changes").as_array();
        QCOMPARE(changes.size(), std::size_t(2));
        hasKeys(changes.at(0), "kind breaking action detail");
        QVERIFY(changes.at(0).at("breaking").as_bool());
        QVERIFY(!changes.at(1).at("breaking").as_bool());
        EXPECT_STATUS(m_bench.run({"diff", "shop.json", "shop-2.json", "--check"}), 1);
        EXPECT_STATUS(m_bench.run({"diff", "shop.json", "shop.json", "--check"}), 0);
        EXPECT_STATUS(m_bench.run({"diff", "ws", "shop-2.json"}), 0);
    }

    void eval() {
        m_bench.write("marks/one/actions.jsonl",
                      R"({"id":"shop.orders","service":"shop","name":"orders","description":"list all orders"})"
                      "\n"
                      R"({"id":"bank.payments","service":"bank","name":"payments","description":"send money abroad"})"
                      "\n");
        m_bench.write("marks/one/queries.jsonl", R"({"id":"q1","text":"orders"})"
                                                 "\n"
                                                 R"({"id":"q2","text":"send money"})"
                                                 "\n");
        m_bench.write("marks/one/qrels.tsv", "q1\tshop.orders\t1\nq2\tbank.payments\t1\n");
        m_bench.write("marks/catalog-only/actions.jsonl",
                      R"({"id":"shop.orders","service":"shop","name":"orders","description":"list all orders"})"
                      "\n");
        m_bench.write("marks/README.md", "About these.\n");
        const json::value one = ok({"eval", "marks/one", "--run", "run.tsv"});
        hasKeys(one, "actions queries unscoped scoped query_us");
        for (const char *mode : {"unscoped", "scoped"})
            hasKeys(one.at(mode), "recall@1 recall@5 recall@10 ndcg@5 ndcg@10 mrr@10");
        hasKeys(one.at("query_us"), "p50 p95");
        QCOMPARE(one.at("queries").to_number<int>(), 2);
        QCOMPARE(one.at("unscoped").at("recall@1").to_number<double>(), 1.0);
        QVERIFY(m_bench.read("run.tsv").starts_with("q1\t1\tshop.orders\t"));

        // What a shell makes of `marks/*`: a file and a catalog without queries are passed over with a word.
        const Outcome all = m_bench.run({"eval", "marks/README.md", "marks/catalog-only", "marks/one", "--json"});
        EXPECT_STATUS(all, 0);
        QVERIFY2(all.says("README.md: skipped"), all.all().c_str());
        QVERIFY2(all.says("catalog-only: skipped"), all.all().c_str());
        hasKeys(all.document(), "actions queries unscoped scoped query_us");

        m_bench.write("marks/two/actions.jsonl", m_bench.read("marks/one/actions.jsonl"));
        m_bench.write("marks/two/queries.jsonl", m_bench.read("marks/one/queries.jsonl"));
        m_bench.write("marks/two/qrels.tsv", "q1\tbank.payments\t1\nq2\tshop.orders\t1\n");
        const json::value several = ok({"eval", "marks"});
        hasKeys(several, "benchmarks means");
        QCOMPARE(several.at("benchmarks").as_array().size(), std::size_t(2));
        hasKeys(several.at("means"), "unscoped scoped");
        QCOMPARE(several.at("means").at("unscoped").at("recall@1").to_number<double>(), 0.5);
        EXPECT_STATUS(m_bench.run({"eval", "marks", "--run", "all.tsv"}), 2);
        EXPECT_STATUS(m_bench.run({"eval", "marks", "--run", "runs/"}), 0);
        QVERIFY(!m_bench.read("runs/two.tsv").empty());
        EXPECT_STATUS(m_bench.run({"eval", "marks/catalog-only"}), 1);
    }

    void bench() {
        m_bench.write("q.txt", "place an order\nunpaid invoices\n");
        m_bench.write("q.jsonl", "{\"id\":\"1\",\"text\":\"place an order\"}\n");
        m_bench.write("q.yaml",
                      "name: some\nqueries:\n  - id: a\n    text: orders\n    judgements: {shop.orders_list: 3}\n");
        for (const char *file : {"q.txt", "q.jsonl", "q.yaml"}) {
            const json::value document = ok({"bench", "search", "--queries", file, "--repeat", "3"});
            hasKeys(document, "queries p50_us p95_us p99_us index_build_ms index_bytes load_ms");
            QVERIFY(document.at("p50_us").to_number<double>() <= document.at("p99_us").to_number<double>());
            QVERIFY(document.at("index_bytes").to_number<double>() > 0);
        }
        QCOMPARE(ok({"bench", "search", "--queries", "q.txt"}).at("queries").to_number<int>(), 2);
    }

    void audit() {
        const json::value list = ok({"audit", "list", "--limit", "2"});
        hasKeys(list, "records more");
        QCOMPARE(list.at("records").as_array().size(), std::size_t(2));
        QVERIFY(list.at("more").as_bool());
        const json::value &newest = list.at("records").as_array().at(0);
        hasKeys(newest, "seq time kind actor service action outcome detail prev hash");
        QVERIFY(newest.at("seq").to_number<int>() > list.at("records").as_array().at(1).at("seq").to_number<int>());
        const json::value next =
            ok({"audit", "list", "--before", QString::number(list.at("next_before").to_number<int>())});
        QVERIFY(next.at("records").as_array().at(0).at("seq").to_number<int>() <
                list.at("next_before").to_number<int>());
        const json::value verified = ok({"audit", "verify"});
        hasKeys(verified, "intact checked checkpoints unsigned_tail head first_bad problem head_found");
        QVERIFY(verified.at("intact").as_bool());
        hasKeys(ok({"audit", "export", "--format", "jsonl", "-o", "out.jsonl"}), "records format file head");
    }

    void tailFollowsAndEndsCleanly() {
        for (const bool json : {true, false}) {
            QStringList arguments{"-w", "ws", "audit", "tail", "--limit", "1"};
            if (json)
                arguments << "--json";
            const auto tail = m_bench.start(arguments);
            QByteArray seen;
            QTRY_VERIFY_WITH_TIMEOUT((seen += tail->readAllStandardOutput()).size() > 20, 30000);
            EXPECT_STATUS(m_bench.in({"services", "disable", "shop"}), 0);
            EXPECT_STATUS(m_bench.in({"services", "enable", "shop"}), 0);
            QTRY_VERIFY_WITH_TIMEOUT((seen += tail->readAllStandardOutput()).count("toggle") >= 2, 30000);
            tail->terminate();
            Outcome outcome = Bench::wait(*tail, 30000);
            outcome.out = seen.toStdString() + outcome.out;
            EXPECT_STATUS(outcome, 0);
            if (json)
                QVERIFY(outcome.document().as_array().size() >= 3);
        }
    }

private:
    json::value ok(const QStringList &arguments) {
        const Outcome outcome = m_bench.in(arguments + QStringList{"--json"});
        Bench::expect(outcome);
        return outcome.document();
    }

    Bench m_bench;
};

QTEST_GUILESS_MAIN(CliShapes)
#include "tst_cli_shapes.moc"
