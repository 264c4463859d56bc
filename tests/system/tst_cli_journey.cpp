#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

/// The way of a maintainer through the program, one step after the other in one workspace.
class CliJourney : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSampleWorkspaceIsReadyToSearch() {
        const Outcome made = m_bench.run({"init", "--sample", "ws", "--json"});
        EXPECT_STATUS(made, 0);
        QCOMPARE(made.document().at("services").to_number<int>(), 3);
        QVERIFY(made.document().at("actions").to_number<int>() > 200);
        const auto names = m_bench.found("raise a PR from my feature branch");
        QVERIFY(std::find(names.begin(), names.end(), "harbor.merge_requests_create") != names.end());
    }

    void anImportAddsAService() {
        m_bench.write("shop.json", openApi("shop", shopOperations()));
        const Outcome imported = m_bench.in({"import", "shop.json", "--json"});
        EXPECT_STATUS(imported, 0);
        const json::value report = imported.document();
        QCOMPARE(report.at("services").to_number<std::size_t>(), std::size_t(1));
        QCOMPARE(report.at("actions").to_number<std::size_t>(), shopOperations().size());
        QVERIFY(report.at("skipped").as_array().empty());
        QCOMPARE(m_bench.found("unpaid invoices").front(), std::string("shop.invoices_list"));
    }

    void anExactNameIsFoundFirst() {
        QCOMPARE(m_bench.found("shop.stock_search").front(), std::string("shop.stock_search"));
        QCOMPARE(m_bench.found("stock_search").front(), std::string("shop.stock_search"));
    }

    void everyResultExplainsItself() {
        const Outcome outcome = m_bench.in({"search", "place an order for goods", "--explain", "--json"});
        EXPECT_STATUS(outcome, 0);
        const json::value document = outcome.document();
        const json::array &results = document.at("results").as_array();
        QVERIFY(!results.empty());
        for (const json::value &result : results) {
            const json::value &explanation = result.at("explanation");
            double sum = explanation.at("semantic").at("contribution").to_number<double>();
            double terms = 0;
            for (const json::value &term : explanation.at("lexical").at("terms").as_array())
                terms += term.at("contribution").to_number<double>();
            QVERIFY(std::abs(terms - explanation.at("lexical").at("total").to_number<double>()) < 1e-6);
            sum += terms;
            for (const char *part : {"priors", "graph"}) {
                for (const json::value &entry : explanation.at(part).as_array())
                    sum += entry.at("contribution").to_number<double>();
            }
            QVERIFY(std::abs(sum - explanation.at("total").to_number<double>()) < 1e-6);
            QVERIFY(std::abs(sum - result.at("score").to_number<double>()) < 1e-6);
        }
    }

    void whatDoesNotExistGivesAHintAndNoResult() {
        const Outcome outcome = m_bench.in({"search", "xyzzy plugh", "--json"});
        EXPECT_STATUS(outcome, 0);
        QVERIFY(outcome.document().at("results").as_array().empty());
        QVERIFY(!outcome.document().at("hint").as_string().empty());
    }

    void aServiceIsSwitchedOffAndOn() {
        const Outcome off = m_bench.in({"services", "disable", "shop", "--json"});
        EXPECT_STATUS(off, 0);
        QVERIFY(!off.document().as_array().at(0).at("searchable").as_bool());
        for (const std::string &name : m_bench.found("unpaid invoices"))
            QVERIFY2(!name.starts_with("shop."), name.c_str());
        EXPECT_STATUS(m_bench.in({"services", "enable", "shop"}), 0);
        QCOMPARE(m_bench.found("unpaid invoices").front(), std::string("shop.invoices_list"));
    }

    void aRiskTierIsRaisedAsAChangeOfAFile() {
        const Outcome set = m_bench.in({"risk", "set", "shop.orders_update", "--tier", "destructive", "--json"});
        EXPECT_STATUS(set, 0);
        QCOMPARE(set.document().at("tier").as_string(), "destructive");
        QCOMPARE(set.document().at("before").at("tier").as_string(), "write");
        QVERIFY(m_bench.read("ws/catalogs/shop.yaml").find("orders_update") != std::string::npos);
        const json::value shown = m_bench.in({"risk", "show", "shop.orders_update", "--json"}).document();
        QCOMPARE(shown.at("tier").as_string(), "destructive");
        QCOMPARE(shown.at("provenance").as_array().back().at("tier").as_string(), "destructive");
    }

    void loweringNeedsAReason() {
        const std::string before = m_bench.read("ws/catalogs/shop.yaml");
        const Outcome refused = m_bench.in({"risk", "set", "shop.orders_update", "--tier", "read"});
        EXPECT_STATUS(refused, 1);
        QVERIFY2(refused.says("--reason"), refused.all().c_str());
        QCOMPARE(m_bench.read("ws/catalogs/shop.yaml"), before);
        const Outcome done = m_bench.in(
            {"risk", "set", "shop.orders_update", "--tier", "write", "--reason", "Addresses can be set back."});
        EXPECT_STATUS(done, 0);
        QVERIFY2(done.out.find("+") != std::string::npos, done.all().c_str());
        QVERIFY(m_bench.read("ws/catalogs/shop.yaml").find("Addresses can be set back.") != std::string::npos);
    }

    void aRehearsalWritesNothing() {
        const auto before = m_bench.files("ws");
        const std::string head = m_bench.head();
        EXPECT_STATUS(m_bench.in({"risk", "set", "shop.orders_list", "--tier", "write", "--dry-run"}), 0);
        QCOMPARE(m_bench.files("ws"), before);
    }

    void anOverrideIsTakenAway() {
        EXPECT_STATUS(m_bench.in({"risk", "set", "shop.orders_get", "--tier", "write"}), 0);
        EXPECT_STATUS(m_bench.in({"risk", "unset", "shop.orders_get"}), 1);
        EXPECT_STATUS(m_bench.in({"risk", "unset", "shop.orders_get", "--reason", "It only reads."}), 0);
        QCOMPARE(m_bench.in({"risk", "show", "shop.orders_get", "--json"}).document().at("tier").as_string(), "read");
    }

    void theLogHasAllOfIt() {
        const json::value list = m_bench.in({"audit", "list", "--limit", "100", "--json"}).document();
        std::map<std::string, int> kinds;
        for (const json::value &record : list.at("records").as_array())
            kinds[std::string(record.at("kind").as_string())]++;
        QCOMPARE(kinds["import"], 2);
        QCOMPARE(kinds["toggle"], 2);
        QCOMPARE(kinds["override"], 4);
        const json::value one =
            m_bench.in({"audit", "list", "--kind", "override", "--action", "shop.orders_update", "--json"}).document();
        QCOMPARE(one.at("records").as_array().size(), std::size_t(2));
        QCOMPARE(one.at("records").as_array().at(0).at("detail").at("reason").as_string(),
                 "Addresses can be set back.");
        const json::value none = m_bench.in({"audit", "list", "--since", "2199-01-01", "--json"}).document();
        QVERIFY(none.at("records").as_array().empty());
    }

    void theLogProvesItself() {
        const std::string head = m_bench.head();
        QVERIFY(head.find(':') != std::string::npos);
        EXPECT_STATUS(m_bench.in({"audit", "verify", "--head", QString::fromStdString(head)}), 0);
        // A head that this chain never had: its tail was cut off, or it is another log.
        const std::string number = head.substr(0, head.find(':'));
        const QString other = QString::fromStdString(number + ':' + std::string(64, '0'));
        const Outcome missing = m_bench.in({"audit", "verify", "--head", other, "--json"});
        EXPECT_STATUS(missing, 1);
        QVERIFY(!missing.document().at("head_found").as_bool());
        const QString later = QString::fromStdString("999999:" + std::string(64, 'a'));
        EXPECT_STATUS(m_bench.in({"audit", "verify", "--head", later}), 1);
        const json::value verified =
            m_bench.in({"audit", "list", "--kind", "verify", "--outcome", "intact", "--json"}).document();
        QVERIFY(verified.at("records").as_array().size() >= 2);
    }

    void theLogIsExported() {
        const Outcome lines = m_bench.in({"audit", "export", "--format", "jsonl"});
        EXPECT_STATUS(lines, 0);
        std::istringstream text(lines.out);
        std::string line;
        std::uint64_t expected = 1;
        while (std::getline(text, line)) {
            const auto record = parseJson(line);
            QVERIFY(record);
            QCOMPARE(record->at("seq").to_number<std::uint64_t>(), expected++);
        }
        const Outcome table =
            m_bench.in({"audit", "export", "--format", "csv", "--output", "audit.csv", "--kind", "export", "--json"});
        EXPECT_STATUS(table, 0);
        QCOMPARE(table.document().at("records").to_number<int>(), 1);
        QVERIFY(m_bench.read("audit.csv").find("export") != std::string::npos);
    }

    void nothingIsLeftLyingAround() {
        for (const auto &[name, bytes] : m_bench.files(""))
            QVERIFY2(name.find(".tmp") == std::string::npos && name.find(".part") == std::string::npos, name.c_str());
    }

private:
    Bench m_bench;
};

QTEST_GUILESS_MAIN(CliJourney)
#include "tst_cli_journey.moc"
