/// Questions about the ranking that change nothing: `why` and `preview-edit`, on the sample workspace.

#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

class CliWhatIf : public QObject {
    Q_OBJECT
    Bench m_bench;

    json::value ok(const QStringList &arguments) {
        const Outcome outcome = m_bench.in(arguments + QStringList{"--json"});
        Bench::expect(outcome);
        return outcome.document();
    }
    static std::string verdict(const json::value &why, std::string_view gate) {
        for (const json::value &finding : why.at("gates").as_array()) {
            if (stringMember(finding, "gate") == gate)
                return std::string(stringMember(finding, "verdict"));
        }
        return {};
    }
    static double number(const json::value &value) { return value.to_number<double>(); }

private Q_SLOTS:
    void init() {
        std::filesystem::remove_all(m_bench.path("ws"));
        Bench::expect(m_bench.run({"init", "--sample", "ws"}));
    }

    void whatIsFoundPassesEveryGate() {
        const json::value why = ok({"why", "open a ticket", "--action", "harbor.issues_create"});
        QVERIFY(why.at("found").as_bool());
        QVERIFY(why.at("failed").is_null());
        std::vector<std::string> order;
        for (const json::value &finding : why.at("gates").as_array()) {
            order.emplace_back(stringMember(finding, "gate"));
            QVERIFY(stringMember(finding, "verdict") == "passed" || stringMember(finding, "verdict") == "weak");
        }
        QCOMPARE(order, (std::vector<std::string>{"catalog", "indexed", "service", "allowed", "surface", "keywords",
                                                  "meaning", "floor", "limit"}));
        // The rank and the score are those of the search itself.
        const json::value found = ok({"search", "open a ticket"});
        const auto &hit = found.at("results").at(static_cast<std::size_t>(number(why.at("rank"))) - 1);
        QCOMPARE(stringMember(hit, "name"), std::string_view("harbor.issues_create"));
        QVERIFY(std::abs(number(hit.at("score")) - number(why.at("score"))) < 1e-6);
    }

    void theFirstGateThatFailsIsNamed_data() {
        QTest::addColumn<QStringList>("question");
        QTest::addColumn<QString>("failed");
        QTest::newRow("a name that is nowhere") << QStringList{"open a ticket", "--action", "harbor.nope"} << "catalog";
        QTest::newRow("a service that is switched off")
            << QStringList{"open a ticket", "--action", "harbor.issues_create"} << "service";
        QTest::newRow("another service is searched")
            << QStringList{"list shares", "--action", "driftbox.shares_list", "--service", "harbor"} << "surface";
        QTest::newRow("only the long tail is searched")
            << QStringList{"list shares", "--action", "driftbox.files_search", "--long-tail"} << "surface";
        QTest::newRow("a floor above its score")
            << QStringList{"stop sharing", "--action", "driftbox.shares_revoke", "--floor", "0.99"} << "floor";
        QTest::newRow("a limit before its rank")
            << QStringList{"list shares", "--action", "driftbox.shares_search", "--limit", "1"} << "limit";
        QTest::newRow("neither a word nor a meaning in common")
            << QStringList{"hand the parcel to the courier", "--action", "driftbox.shares_list"} << "meaning";
    }
    void theFirstGateThatFailsIsNamed() {
        QFETCH(QStringList, question);
        QFETCH(QString, failed);
        if (failed == "service")
            ok({"services", "disable", "harbor"});
        const auto before = m_bench.files("ws");
        const json::value why = ok(QStringList{"why"} + question);
        QVERIFY(m_bench.files("ws") == before);
        QVERIFY(!why.at("found").as_bool());
        QCOMPARE(stringMember(why, "failed"), std::string_view(failed.toStdString()));
        QCOMPARE(verdict(why, failed.toStdString()), std::string("failed"));
        bool reached = true;
        for (const json::value &finding : why.at("gates").as_array()) {
            QCOMPARE(stringMember(finding, "verdict") == "not_reached", !reached);
            reached = reached && stringMember(finding, "verdict") != "failed";
        }
        const Outcome text = m_bench.in(QStringList{"why"} + question);
        EXPECT_STATUS(text, 0);
        QVERIFY2(text.out.find("First failed gate: ") != std::string::npos, text.all().c_str());
    }

    void aRemedyThatSufficesDoesSo() {
        const QStringList question{"why", "hand the parcel to the courier", "--action", "driftbox.shares_list"};
        const json::value why = ok(question + QStringList{"--set", "everyday"});
        const json::array &remedies = why.at("remedies").as_array();
        const auto describe = std::find_if(remedies.begin(), remedies.end(), [](const json::value &remedy) {
            return stringMember(remedy, "kind") == "describe" && remedy.at("suffices").as_bool();
        });
        QVERIFY(describe != remedies.end());
        QVERIFY(!describe->at("effect").is_null()); // what it would do to the labelled queries
        // Tried on the labelled queries, the very same description, it finds what the remedy said.
        ok({"queries", "add", "parcel", "hand the parcel to the courier", "--answer", "driftbox.shares_list=3"});
        const json::value tried =
            ok({"preview-edit", "driftbox.shares_list", "--description",
                QString::fromStdString(std::string(stringMember(*describe, "description"))), "--set", "parcel"});
        QCOMPARE(number(tried.at("queries").at(0).at("after")), number(describe->at("rank")));
    }

    void anEditIsPreviewedAndNotSaved() {
        ok({"queries", "add", "mine", "hand the parcel to the courier", "--answer", "driftbox.shares_list=3"});
        const auto before = m_bench.files("ws");
        const json::value tried = ok({"preview-edit", "driftbox.shares_list", "--description",
                                      "Hand the parcel to the courier", "--set", "mine"});
        const json::value &query = tried.at("queries").at(0);
        QCOMPARE(number(query.at("after")), 1.0);
        QVERIFY(number(tried.at("after").at("recall@5")) > number(tried.at("before").at("recall@5")));
        QVERIFY(m_bench.files("ws") == before);
        // Nor is it what the next search sees.
        const json::value found = ok({"search", "hand the parcel to the courier"});
        for (const json::value &hit : found.at("results").as_array())
            QVERIFY(stringMember(hit, "name") != "driftbox.shares_list");
        const Outcome text =
            m_bench.in({"preview-edit", "driftbox.shares_list", "--description", "Hand the parcel to the courier"});
        EXPECT_STATUS(text, 0);
        QVERIFY2(text.out.find("Nothing was saved") != std::string::npos, text.all().c_str());
    }

    void whatCannotBeAskedIsRefused() {
        EXPECT_STATUS(m_bench.in({"why", "open a ticket"}), 2); // no --action
        EXPECT_STATUS(m_bench.in({"why", "open", "--action", "harbor.issues_create", "--preset", "nobody"}), 2);
        EXPECT_STATUS(m_bench.in({"why", "open", "--action", "harbor.issues_create", "--set", "weekly"}), 1);
        const Outcome unknown = m_bench.in({"preview-edit", "harbor.isues_create", "--description", "x"});
        EXPECT_STATUS(unknown, 1);
        QVERIFY2(unknown.says("harbor.issues_create"), unknown.all().c_str()); // the nearest name
        EXPECT_STATUS(m_bench.in({"preview-edit", "harbor.issues_create"}), 2);
        EXPECT_STATUS(m_bench.in({"preview-edit", "harbor.issues_create", "--description", "x", "--set", "weekly"}), 1);
    }
};

QTEST_GUILESS_MAIN(CliWhatIf)
#include "tst_cli_what_if.moc"
