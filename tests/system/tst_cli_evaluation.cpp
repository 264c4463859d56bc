/// Measuring from the command line, on the sample workspace: query sets, runs, gates, calibration, tuning, lint.

#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

class CliEvaluation : public QObject {
    Q_OBJECT
    Bench m_bench;

    json::value ok(const QStringList &arguments) {
        const Outcome outcome = m_bench.in(arguments + QStringList{"--json"});
        Bench::expect(outcome);
        return outcome.document();
    }
    static double number(const json::value &value) { return value.to_number<double>(); }

private Q_SLOTS:
    void initTestCase() { Bench::expect(m_bench.run({"init", "--sample", "ws"})); }

    void querySetsAreListedAndShown() {
        const json::value sets = ok({"queries", "list"});
        QCOMPARE(stringMember(sets.at(0), "name"), std::string_view("everyday"));
        QVERIFY(number(sets.at(0).at("queries")) >= 30);
        QVERIFY(number(sets.at(0).at("no_answer")) > 0);
        const json::value everyday = ok({"queries", "show", "everyday"});
        const json::value &first = everyday.at("queries").at(0);
        QVERIFY(first.at("judgements").as_object().contains("harbor.issues_create"));
        QVERIFY(first.at("unknown").as_array().empty());
        QVERIFY(m_bench.in({"queries", "show", "weekly"}).says("everyday"));
    }
    void judgingTouchesOneQuery() {
        const std::string before = m_bench.read("ws/queries/everyday.yaml");
        ok({"queries", "judge", "everyday", "q01", "harbor.issues_get", "1"});
        const std::string after = m_bench.read("ws/queries/everyday.yaml");
        QVERIFY(after.find("harbor.issues_get: 1") != std::string::npos);
        QCOMPARE(std::count(after.begin(), after.end(), '\n'), std::count(before.begin(), before.end(), '\n'));
        ok({"queries", "judge", "everyday", "q01", "harbor.issues_get", "none"});
        QCOMPARE(ok({"queries", "show", "everyday"})
                     .at("queries")
                     .at(0)
                     .at("judgements")
                     .as_object()
                     .contains("harbor.issues_get"),
                 false);
        const Outcome unknown = m_bench.in({"queries", "judge", "everyday", "q01", "harbor.isues_get", "1"});
        EXPECT_STATUS(unknown, 1);
        QVERIFY(unknown.says("harbor.issues_get"));
        EXPECT_STATUS(m_bench.in({"queries", "judge", "everyday", "q01", "harbor.issues_get", "5"}), 2);
    }
    void aSetIsMadeAndUnmade() {
        ok({"queries", "add", "mine", "order a pizza"});
        const json::value added = ok({"queries", "add", "mine", "open a ticket", "--answer", "harbor.issues_create=3"});
        QCOMPARE(stringMember(added.at("query"), "id"), std::string_view("q2"));
        EXPECT_STATUS(m_bench.in({"queries", "add", "mine", "x", "--answer", "harbor.nothing=3"}), 1);
        EXPECT_STATUS(m_bench.in({"queries", "add", "no/name", "x"}), 1);
        ok({"queries", "remove", "mine", "q1"});
        QCOMPARE(ok({"queries", "show", "mine"}).at("queries").as_array().size(), std::size_t(1));
    }
    void aSynonymIsSavedAndTheCauseIsPrintedFirst() {
        const Outcome dry = m_bench.in({"synonyms", "add", "wombat", "cancel", "--dry-run"});
        EXPECT_STATUS(dry, 0);
        QVERIFY2(dry.out.find("+   - [wombat, cancel]") != std::string::npos, dry.all().c_str());
        QVERIFY(m_bench.read("ws/thesaurus.yaml").empty());
        const json::value saved = ok({"synonyms", "add", "wombat", "cancel"});
        QVERIFY(saved.at("written").as_bool() && saved.at("new_file").as_bool());
        QVERIFY(m_bench.read("ws/thesaurus.yaml").find("- [wombat, cancel]") != std::string::npos);
        const Outcome again = m_bench.in({"synonyms", "add", "cancel", "wombat"});
        EXPECT_STATUS(again, 1);
        QVERIFY(again.says("stand for each other already"));
        EXPECT_STATUS(m_bench.in({"synonyms", "add", "two words", "cancel"}), 1);
        std::filesystem::remove(m_bench.path("ws/thesaurus.yaml"));

        const Outcome why =
            m_bench.in({"why", "cancel the pipeline", "--action", "harbor.pipelines_cancel", "--floor", "0.99"});
        EXPECT_STATUS(why, 0);
        const std::size_t cause = why.out.find("First failed gate: Above the floor");
        QVERIFY2(cause != std::string::npos && why.out.find("First failed gate", cause + 1) == std::string::npos,
                 why.all().c_str());
        QVERIFY(why.out.find("floor 0.990", cause) != std::string::npos);
    }
    void setsTravel() {
        const json::value written = ok({"queries", "export", "everyday", "--format", "trec", "--output", "out"});
        QCOMPARE(written.at("files").as_array().size(), std::size_t(2));
        const json::value read =
            ok({"queries", "import", "out/everyday.qrels", "--queries", "out/everyday.topics.tsv", "--name", "again"});
        QCOMPARE(number(read.at("unknown")), 0.0);
        QCOMPARE(number(read.at("queries")), number(ok({"queries", "list"}).at(1).at("queries")));
        EXPECT_STATUS(m_bench.in({"queries", "import", "out/everyday.qrels", "--queries", "out/everyday.topics.tsv",
                                  "--name", "again"}),
                      1);
        m_bench.write("bad.csv", "query,action,grade\nsend it,mail.none,1\n");
        const Outcome bad = m_bench.in({"queries", "import", "bad.csv"});
        EXPECT_STATUS(bad, 1);
        QVERIFY2(bad.says("bad.csv:2"), bad.all().c_str());
        EXPECT_STATUS(m_bench.in({"queries", "export", "everyday", "--format", "xml"}), 2);
    }
    void nothingComesFromAnEmptyLog() {
        const json::value none = ok({"queries", "from-audit"});
        QVERIFY(none.at("file").is_null());
        QCOMPARE(number(none.at("searches")), 0.0);
    }
    void gatesDecideTheStatus() {
        const Outcome held = m_bench.in({"eval", "--set", "everyday", "--gate", "recall@10 >= 0.1", "--json"});
        EXPECT_STATUS(held, 0);
        QVERIFY(held.document().at("gates").at(0).at("holds").as_bool());
        const Outcome failed = m_bench.in({"eval", "--set", "everyday", "--gate", "recall@10 >= 0.999", "--json"});
        EXPECT_STATUS(failed, 1);
        QVERIFY(!failed.document().at("gates").at(0).at("holds").as_bool());
        const Outcome wrong = m_bench.in({"eval", "--set", "everyday", "--gate", "recal@10 >= 0.9"});
        EXPECT_STATUS(wrong, 1);
        QVERIFY2(wrong.says("expected one of recall@1"), wrong.all().c_str());
        // Against a baseline in a file, as CI has it.
        ok({"eval", "--set", "everyday", "--save-baseline", "base.json"});
        m_bench.write("gates.yaml",
                      "baseline: base.json\ngates:\n  - recall@5 drop <= 0.01\n  - everyday: ndcg@5 drop <= 0\n");
        const Outcome malformed = m_bench.in({"eval", "--set", "everyday", "--gate", "gates.yaml"});
        EXPECT_STATUS(malformed, 1); // a colon and a blank make a mapping of the second gate
        QVERIFY2(malformed.says("gates.yaml:4"), malformed.all().c_str());
        m_bench.write("gates.yaml",
                      "baseline: base.json\ngates:\n  - recall@5 drop <= 0.01\n  - 'everyday: ndcg@5 drop <= 0'\n");
        EXPECT_STATUS(m_bench.in({"eval", "--set", "everyday", "--gate", "gates.yaml"}), 0);
    }
    void runsAreKeptAndCompared() {
        const std::string first(stringMember(
            ok({"eval", "--set", "everyday", "--preset", "keywords", "--keep", "--label", "words"}), "id"));
        const std::string second(stringMember(ok({"eval", "--set", "everyday", "--keep"}), "id"));
        const json::value runs = ok({"runs", "list"});
        QCOMPARE(runs.as_array().size(), std::size_t(2));
        QCOMPARE(stringMember(runs.at(1), "label"), std::string_view("words"));
        QCOMPARE(stringMember(runs.at(1), "preset"), std::string_view("keywords"));
        const json::value compared =
            ok({"runs", "compare", QString::fromStdString(first), QString::fromStdString(second)});
        QVERIFY(compared.at("queries").as_array().size() >= 20);
        QVERIFY(ok({"runs", "show", QString::fromStdString(first)}).at("unscoped").as_object().contains("recall@5"));
        ok({"runs", "remove", QString::fromStdString(first)});
        EXPECT_STATUS(m_bench.in({"runs", "show", QString::fromStdString(first)}), 1);
    }
    void rankingsStandSideBySide() {
        const json::value document = ok({"eval", "--set", "everyday", "--compare", "all", "--report", "side.md"});
        const json::array *several = arrayMember(document, "comparisons");
        QVERIFY(several != nullptr || document.as_object().contains("comparison"));
        QVERIFY(m_bench.read("side.md").find("| keywords |") != std::string::npos ||
                m_bench.read("side.md").find("keywords → ") != std::string::npos);
    }
    void theFloorIsCalibrated() {
        const json::value c = ok({"calibrate", "--set", "everyday"});
        QVERIFY(number(c.at("answered")) > 10);
        QVERIFY(number(c.at("unanswered")) > 0);
        QVERIFY(number(c.at("suggested").at("lost")) <= 0.02);
        QVERIFY(!c.at("enough").as_bool()); // too few without an answer
        QCOMPARE(c.at("curve").as_array().size(), std::size_t(101));
        QVERIFY(m_bench.in({"calibrate", "--set", "everyday"}).out.find("take it for a guess") != std::string::npos);
    }
    void tuningWritesOnlyWhatHoldsOut() {
        const auto before = m_bench.files("ws");
        const json::value dry = ok({"tune", "--set", "everyday", "--rounds", "1", "--dry-run"});
        QVERIFY(dry.at("file").is_null());
        QVERIFY(!dry.at("caution").is_null()); // one family
        QVERIFY(m_bench.files("ws") == before);
        const json::value forced = ok({"tune", "--set", "everyday", "--rounds", "1", "--force", "--name", "forced"});
        QVERIFY(!forced.at("file").is_null());
        const std::string text = m_bench.read("ws/presets/forced.yaml");
        QVERIFY2(text.find("Held out: ") != std::string::npos, text.c_str());
        ok({"search", "open a ticket", "--preset", "forced"});
        EXPECT_STATUS(m_bench.in({"tune", "--set", "everyday", "--signal", "luck"}), 2);
        EXPECT_STATUS(m_bench.in({"tune", "--set", "everyday", "--preset", "keywords"}), 1);
    }
    void lintFindsWhatHides() {
        const json::value lint = ok({"lint", "--retrieval"});
        const json::value &map = lint.at("retrieval");
        QCOMPARE(number(map.at("probed")), number(map.at("actions")));
        for (const json::value &finding : lint.at("findings").as_array())
            QVERIFY(!stringMember(finding, "file").empty());
        QVERIFY(number(ok({"lint", "--retrieval", "--probes", "10"}).at("retrieval").at("probed")) == 10);
        QVERIFY(m_bench.in({"lint", "--retrieval", "--probes", "10"}).out.find("spread evenly") != std::string::npos);
        EXPECT_STATUS(m_bench.in({"lint", "--retrieval", "--service", "nobody"}), 1);
    }
    void discoverySavesTokens() {
        const json::value rows = ok({"bench", "tokens", "--tools", "10", "100"}).at("rows");
        QCOMPARE(rows.as_array().size(), std::size_t(2));
        QVERIFY(number(rows.at(1).at("everything")) > 5 * number(rows.at(0).at("everything")));
        QCOMPARE(number(rows.at(0).at("discovery")), number(rows.at(1).at("discovery")));
        QVERIFY(number(rows.at(1).at("saved")) > number(rows.at(0).at("saved")));
        EXPECT_STATUS(m_bench.in({"bench", "tokens", "--tools", "0"}), 1);
    }
};

QTEST_GUILESS_MAIN(CliEvaluation)
#include "tst_cli_evaluation.moc"
