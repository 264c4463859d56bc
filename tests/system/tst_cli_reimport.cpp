#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

/// Importing again: the same bytes for the same input, and a report of what is different otherwise.
class CliReimport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<Bench>();
        m_bench->makeShop();
    }

    void theSameInputGivesTheSameBytes() {
        const auto before = m_bench->files("ws");
        const json::value again = m_bench->in({"import", "shop.json", "--json"}).document();
        for (const char *count : {"added", "changed", "removed"})
            QCOMPARE(again.at(count).to_number<int>(), 0);
        QCOMPARE(m_bench->files("ws"), before);
        // In another workspace, too.
        EXPECT_STATUS(m_bench->run({"init", "other"}), 0);
        EXPECT_STATUS(m_bench->run({"-w", "other", "import", "shop.json"}), 0);
        QCOMPARE(m_bench->read("other/catalogs/shop.longtail.yaml"), before.at("catalogs/shop.longtail.yaml"));
        QCOMPARE(m_bench->read("other/sources/shop.json.zst"), before.at("sources/shop.json.zst"));
    }

    void oneChangedOperationIsASmallDifference() {
        auto operations = shopOperations();
        operations[2].summary = "Place an order for goods and services";
        const std::string before = m_bench->read("ws/catalogs/shop.longtail.yaml");
        m_bench->write("shop.json", openApi("shop", operations));
        EXPECT_STATUS(m_bench->in({"import", "shop.json"}), 0);
        std::istringstream was(before), is(m_bench->read("ws/catalogs/shop.longtail.yaml"));
        std::string oldLine, newLine;
        int different = 0;
        while (std::getline(was, oldLine)) {
            QVERIFY(std::getline(is, newLine));
            different += oldLine != newLine ? 1 : 0;
        }
        QVERIFY(!std::getline(is, newLine));
        // The operation's line, and the header's hash of the imported bytes.
        QVERIFY2(different <= 2, qPrintable(QString::number(different)));
    }

    void newChangedAndRemovedAreReported() {
        auto operations = shopOperations();
        operations[0].summary = "List all orders that were ever placed";
        operations.erase(operations.begin() + 1); // orders_get
        operations.push_back({"get", "/news", "news_list", "What is new"});
        operations.push_back({"get", "/news/{id}", "news_get", "One piece of news"});
        m_bench->write("shop.json", openApi("shop", operations));
        const json::value preview = m_bench->in({"import", "shop.json", "--preview", "--json"}).document();
        const json::value report = m_bench->in({"import", "shop.json", "--json"}).document();
        for (const json::value *document : {&preview, &report}) {
            QCOMPARE(document->at("added").to_number<int>(), 2);
            QCOMPARE(document->at("changed").to_number<int>(), 1);
            QCOMPARE(document->at("removed").to_number<int>(), 1);
            const json::array &changes = document->at("items").as_array().at(0).at("changes").as_array();
            QCOMPARE(changes.size(), std::size_t(4));
            QCOMPARE(stringMember(changes[0], "name"), std::string_view("shop.orders_list"));
            QCOMPARE(stringMember(changes[0], "kind"), std::string_view("changed"));
            QCOMPARE(stringMember(changes[0], "what"), std::string_view("description"));
            QCOMPARE(stringMember(changes[1], "kind"), std::string_view("removed"));
            QCOMPARE(stringMember(changes[2], "kind"), std::string_view("added"));
        }
        QCOMPARE(m_bench->found("pieces of news").front(), std::string("shop.news_get"));
        EXPECT_STATUS(m_bench->in({"actions", "show", "shop.orders_get"}), 1);
    }

    void overridesSurviveAndOrphansBecomeErrorsWithCandidates() {
        EXPECT_STATUS(m_bench->in({"risk", "set", "shop.orders_get", "--tier", "write"}), 0);
        EXPECT_STATUS(m_bench->in({"risk", "set", "shop.invoices_list", "--tier", "write"}), 0);
        EXPECT_STATUS(m_bench->in({"lint"}), 0);
        auto operations = shopOperations();
        operations[1].id = "order_get"; // renamed upstream
        m_bench->write("shop.json", openApi("shop", operations));
        const Outcome imported = m_bench->in({"import", "shop.json", "--json"});
        EXPECT_STATUS(imported, 0);
        QCOMPARE(imported.document().at("findings").as_array().size(), std::size_t(1));
        QCOMPARE(m_bench->in({"risk", "show", "shop.invoices_list", "--json"}).document().at("tier").as_string(),
                 "write");
        const Outcome lint = m_bench->in({"lint"});
        EXPECT_STATUS(lint, 1);
        QVERIFY2(lint.out.find("orders_get") != std::string::npos, lint.all().c_str());
        QVERIFY2(lint.out.find("order_get") != std::string::npos, lint.all().c_str());
        QVERIFY2(lint.out.find("shop.yaml:3:") != std::string::npos, lint.all().c_str());
    }

    void anEditLeavesAllOtherBytes() {
        const std::string hand = "\xef\xbb\xbf# A file with a history.\r\n"
                                 "service:   shop   # ours\r\n"
                                 "\r\n"
                                 "overrides:\r\n"
                                 "    # the first\r\n"
                                 "    - action:   'orders_list'\r\n"
                                 "      risk:     write    # it is logged\r\n"
                                 "      reason: \"Logged.\"\r\n"
                                 "\r\n"
                                 "    # the second\r\n"
                                 "    - {action: orders_get, risk: write, reason: Logged}\r\n"
                                 "# the end";
        m_bench->write("ws/catalogs/shop.yaml", hand);
        EXPECT_STATUS(m_bench->in({"risk", "set", "shop.orders_list", "--tier", "destructive", "--reason", "Logged."}),
                      0);
        std::string expected = hand;
        expected.replace(expected.find("write    # it"), 5, "destructive");
        QCOMPARE(m_bench->read("ws/catalogs/shop.yaml"), expected);
        EXPECT_STATUS(m_bench->in({"risk", "set", "shop.orders_list", "--tier", "write", "--reason", "Logged."}), 0);
        QCOMPARE(m_bench->read("ws/catalogs/shop.yaml"), hand);
        // Import does not touch what people wrote.
        EXPECT_STATUS(m_bench->in({"import", "shop.json"}), 0);
        QCOMPARE(m_bench->read("ws/catalogs/shop.yaml"), hand);
    }

    void theEnvironmentSwitchesServicesOffAndLocksThem() {
        m_bench->write("bank.json", openApi("bank", {{"get", "/accounts", "accounts_list", "List unpaid accounts"}}));
        EXPECT_STATUS(m_bench->in({"import", "bank.json"}), 0);
        m_bench->setVariable("DYNAMIC_DISCOVERY_DISABLED_SERVICES", "shop, nonexistent");
        const json::value list = m_bench->in({"services", "list", "--json"}).document();
        QCOMPARE(list.as_array().at(0).at("id").as_string(), "bank");
        QVERIFY(list.as_array().at(0).at("searchable").as_bool());
        QVERIFY(!list.as_array().at(1).at("searchable").as_bool());
        QVERIFY(list.as_array().at(1).at("locked_by_environment").as_bool());
        QCOMPARE(m_bench->found("unpaid"), std::vector<std::string>{"bank.accounts_list"});
        const Outcome refused = m_bench->in({"services", "enable", "shop"});
        EXPECT_STATUS(refused, 1);
        QVERIFY2(refused.says("DYNAMIC_DISCOVERY_DISABLED_SERVICES"), refused.all().c_str());
        m_bench->removeVariable("DYNAMIC_DISCOVERY_DISABLED_SERVICES");
        QCOMPARE(m_bench->found("unpaid").size(), std::size_t(2));
    }

    void namesAndOriginsStayStable() {
        // The id comes from --service; a second import under the same id from elsewhere says so.
        m_bench->write("elsewhere/openapi.json", openApi("shop", shopOperations()));
        const Outcome outcome = m_bench->in({"import", "elsewhere/openapi.json", "--service", "shop", "--json"});
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(outcome.document().at("changed").to_number<int>(), 0);
        QCOMPARE(outcome.document().at("warnings").as_array().size(), std::size_t(1));
    }

    void aPersonSeesTheRowsAndMayRenameASource() {
        auto operations = shopOperations();
        operations.erase(operations.begin() + 1); // orders_get
        m_bench->write("shop.json", openApi("shop", operations));
        const Outcome preview = m_bench->in({"import", "shop.json", "--preview"});
        EXPECT_STATUS(preview, 0);
        QVERIFY2(preview.out.find("shop.orders_get") != std::string::npos, preview.all().c_str());
        QVERIFY2(preview.out.find("removed") != std::string::npos, preview.all().c_str());
        m_bench->write("more/shop.json", openApi("shop", shopOperations()));
        const Outcome both = m_bench->in({"import", "shop.json", "more/shop.json", "--json"});
        EXPECT_STATUS(both, 1);
        const json::value clash = both.document().at("clashes").as_array().at(0);
        QCOMPARE(stringMember(clash, "source"), std::string_view("more/shop.json"));
        QCOMPARE(stringMember(clash, "other"), std::string_view("shop.json"));
        EXPECT_STATUS(m_bench->in({"import", "shop.json", "more/shop.json", "--rename", "more/shop.json=shop-2"}), 0);
        EXPECT_STATUS(m_bench->in({"actions", "show", "shop-2.orders_get"}), 0);
        EXPECT_STATUS(m_bench->in({"import", "shop.json", "--rename", "shop.json=Not an id"}), 2);
        EXPECT_STATUS(m_bench->in({"import", "shop.json", "--rename", "elsewhere.json=x"}), 1);
    }

private:
    std::unique_ptr<Bench> m_bench;
};

QTEST_GUILESS_MAIN(CliReimport)
#include "tst_cli_reimport.moc"
