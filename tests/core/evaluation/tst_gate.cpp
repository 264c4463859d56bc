#include "evaluation/gate.h"
#include "evaluation/report.h"
#include "evaluation_fixture.h"

#include "base/file.h"

#include <QTemporaryDir>

using namespace actionscope;
using namespace actionscope::evaluation;

class TestGate : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    std::filesystem::path file(const char *name, const std::string &text) {
        auto path = std::filesystem::path(m_dir.path().toStdString()) / name;
        Q_UNUSED(writeFileAtomically(path, text, {.sync = false}));
        return path;
    }
    static Run measured(double recall5) {
        Run run;
        SetResult a;
        a.name = "a";
        a.queries = a.unscoped.mean.queries = 10;
        a.unscoped.mean.recall5 = recall5;
        a.scoped = a.unscoped;
        a.scoped->mean.recall5 = 0.9;
        a.noAnswer = 4;
        a.emptyShare = 0.75;
        a.latency.p95 = 300;
        SetResult b = a;
        b.name = "b";
        b.unscoped.mean.recall5 = recall5 + 0.1;
        b.noAnswer = 0;
        b.emptyShare = 0;
        b.latency.p95 = 700;
        run.sets = {a, b};
        run.unscoped.mean.queries = run.scoped.mean.queries = 20;
        run.unscoped.mean.recall5 = recall5 + 0.05;
        run.scoped.mean.recall5 = 0.9;
        return run;
    }
    static GateResult judge(const char *line, const Run &run, const Baseline *baseline = nullptr) {
        return judgeGates({*parseGate(line)}, run, baseline).front();
    }
private Q_SLOTS:
    void judges_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("holds");
        QTest::newRow("mean") << "recall@5 >= .75" << true;
        QTest::newRow("mean, just missed") << "recall@5>0.75" << false;
        QTest::newRow("a set") << "b: recall@5 >= 0.8" << true;
        QTest::newRow("a set that fails") << "a: recall@5 >= 0.71" << false;
        QTest::newRow("scoped") << "scoped recall@5 >= 0.9" << true;
        QTest::newRow("unscoped, said") << "a: unscoped recall@5 <= 0.7" << true;
        QTest::newRow("the empty ones") << "empty >= 0.75" << true;
        QTest::newRow("the slowest") << "p95_us < 700" << false;
        QTest::newRow("the slowest, bounded") << "p95_us <= 700" << true;
    }
    void judges() {
        QFETCH(QString, line);
        QFETCH(bool, holds);
        const GateResult result = judge(line.toUtf8().constData(), measured(0.7));
        QVERIFY2(result.problem.empty(), result.problem.c_str());
        QCOMPARE(result.holds, holds);
    }
    void judgesDropsAgainstTheBaseline() {
        const auto path = file("baseline.json", json::serialize(evaluationToJson(measured(0.7))));
        const auto baseline = readBaseline(path);
        QVERIFY2(baseline, baseline ? "" : baseline.error().toString().c_str());
        const Run now = measured(0.695);
        QVERIFY(judge("recall@5 drop <= .01", now, &*baseline).holds);
        QVERIFY(judge("a: recall@5 drop <= .005", now, &*baseline).holds); // to the digit
        QVERIFY(!judge("recall@5 drop <= .004", now, &*baseline).holds);
        QVERIFY(judge("recall@5 drop <= 0", measured(0.8), &*baseline).holds); // better is no drop
        QVERIFY(judge("scoped recall@5 drop <= 0", now, &*baseline).holds);
        QCOMPARE(*judge("recall@5 drop <= .004", now, &*baseline).before, 0.75);
    }
    void theBaselineOfARunIsThatOfItsJson() {
        const Run run = measured(0.7);
        const auto read = readBaseline(file("again.json", json::serialize(evaluationToJson(run))));
        const Baseline made = baselineOf(run);
        QCOMPARE(read->entries.size(), made.entries.size());
        for (std::size_t i = 0; i < made.entries.size(); ++i) {
            QCOMPARE(read->entries[i].set, made.entries[i].set);
            QCOMPARE(read->entries[i].unscoped.recall5, made.entries[i].unscoped.recall5);
            QCOMPARE(read->entries[i].scoped->recall5, made.entries[i].scoped->recall5);
        }
    }
    void whatCannotBeJudgedDoesNotHold() {
        const Run run = measured(0.7);
        QVERIFY(judge("recall@5 drop <= .01", run).problem.find("no baseline") != std::string::npos);
        QVERIFY(judge("c: recall@5 >= 0", run).problem.find("not measured") != std::string::npos);
        QVERIFY(judge("b: empty >= 0", run).problem.find("without an answer") != std::string::npos);
        Baseline other;
        other.entries.push_back({"z", {}, {}});
        QVERIFY(!judge("a: recall@5 drop <= 1", run, &other).holds);
        Run none;
        QVERIFY(!judge("recall@5 <= 1", none).holds);
    }
    void saysWhatAGateIs_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("nothing") << "" << 1;
        QTest::newRow("another metric") << "recall@3 >= 1" << 1;
        QTest::newRow("no relation") << "recall@5 0.7" << 10;
        QTest::newRow("no number") << "recall@5 >= much" << 13;
        QTest::newRow("no end") << "recall@5 >=" << 12;
        QTest::newRow("nan") << "recall@5 >= nan" << 13;
        QTest::newRow("too much") << "recall@5 >= .7 please" << 16;
        QTest::newRow("a drop of latency") << "p95_us drop <= 3" << 8;
    }
    void saysWhatAGateIs() {
        QFETCH(QString, line);
        QFETCH(int, column);
        const auto gate = parseGate(line.toStdString());
        QVERIFY(!gate);
        QCOMPARE(int(gate.error().where.column), column);
    }
    void readsFiles() {
        const auto plain = readGates(file("gates.txt", "# CI\nrecall@5 >= .7\n\nscoped  ndcg@5 drop<=.01\n"));
        QVERIFY(plain);
        QCOMPARE(plain->gates.size(), std::size_t(2));
        QCOMPARE(plain->gates[1].text, std::string("scoped ndcg@5 drop <= .01"));
        QCOMPARE(plain->gates[1].where.line, 4U);
        QVERIFY(plain->baseline.empty());
        const auto against = readGates(file("drops.txt", "baseline: runs/old one.json\nrecall@5 drop <= .01\n"));
        QVERIFY(against && against->gates.size() == 1);
        QCOMPARE(against->baseline.filename().string(), std::string("old one.json"));
        // A set of that name is none the less one.
        const auto set = readGates(file("set.txt", "baseline: recall@5 >= .7\n"));
        QVERIFY(set && set->baseline.empty() && set->gates.front().set == "baseline");
        const auto yaml =
            readGates(file("gates.yaml", "baseline: b.json\ngates:\n  - recall@5 >= .7\n  - 'a: empty > 0'\n"));
        QVERIFY2(yaml, yaml ? "" : yaml.error().toString().c_str());
        QCOMPARE(yaml->gates.size(), std::size_t(2));
        QCOMPARE(yaml->gates[1].set, std::string("a"));
        QCOMPARE(yaml->baseline.filename().string(), std::string("b.json"));
    }
    void saysWhereAFileIsWrong() {
        const auto at = [&](const char *name, const std::string &text) {
            const auto gates = readGates(file(name, text));
            return gates ? std::string("read") : gates.error().toString();
        };
        QVERIFY(at("w.txt", "recall@5 >= .7\nrecal@5 > 1\n").find("w.txt:2:1") != std::string::npos);
        QVERIFY(at("b.txt", "baseline: a.json\nrecall@5 > 0\nbaseline: b.json\n").find("b.txt:3") != std::string::npos);
        QVERIFY(at("w.yaml", "gates:\n  - recall@5 >= .7\n  - nonsense\n").find("w.yaml:3:5") != std::string::npos);
        QVERIFY(at("k.yaml", "gate: []\n").find("k.yaml:1") != std::string::npos);
        QVERIFY(at("empty.txt", "# nothing\n").find("no gate") != std::string::npos);
        QVERIFY(at("list.yaml", "gates: [[a]]\n").find("list.yaml:1") != std::string::npos);
        QVERIFY(!readGates(m_dir.path().toStdString() + "/missing.txt"));
        QVERIFY(!readBaseline(file("n.json", "{\"benchmarks\":[{}]}")));
        QVERIFY(!readBaseline(file("m.json", "[")));
    }
};

QTEST_GUILESS_MAIN(TestGate)
#include "tst_gate.moc"
