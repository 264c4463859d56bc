#include "program.h"

#include <csignal>
#include <random>

using namespace actionscope;
using namespace actionscope::test;

/// `kill -9` at any moment of whatever writes: what is found afterwards is the last good state, and the log is whole.
class CliKill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_bench.makeShop();
        for (int i = 0; i < 12; ++i)
            m_bench.write("one/part-" + std::to_string(i) + ".json", openApi("part", manyOperations(150)));
        for (int i = 0; i < 12; ++i)
            m_bench.write("two/part-" + std::to_string(i) + ".json", openApi("part", manyOperations(170)));
        EXPECT_STATUS(m_bench.in({"import", "one"}), 0);
        qInfo("seed %u", Seed);
    }

    void anImportKilledAnywhereLeavesEachServiceOldOrNew() {
        // How long a whole run takes bounds the moments worth trying.
        QElapsedTimer whole;
        whole.start();
        EXPECT_STATUS(m_bench.in({"import", "two"}), 0);
        const auto longest = static_cast<unsigned>(whole.elapsed()) + 20;
        bool two = true;
        for (unsigned round = 0; round < Rounds; ++round) {
            const QString source = two ? "one" : "two";
            killAfter({"import", source}, moment(round, longest));
            const json::value list = m_bench.in({"services", "list", "--json"}).document();
            QCOMPARE(list.as_array().size(), std::size_t(13));
            for (const json::value &service : list.as_array()) {
                const auto actions = service.at("actions").to_number<std::size_t>();
                QVERIFY2(actions == 150 || actions == 170 || service.at("id").as_string() == "shop",
                         json::serialize(service).c_str());
            }
            everythingIsWhole();
            // What a killed import left lying around, the next one clears away.
            EXPECT_STATUS(m_bench.in({"import", source}), 0);
            two = !two;
            for (const auto &[name, bytes] : m_bench.files("ws"))
                QVERIFY2(name.find(".tmp") == std::string::npos, name.c_str());
        }
    }

    void anEditKilledAnywhereLeavesTheFileOldOrNew() {
        const auto set = [](const char *tier) {
            return QStringList{"risk", "set", "shop.orders_get", "--tier", tier, "--reason", "Looked at it."};
        };
        QElapsedTimer whole;
        EXPECT_STATUS(m_bench.in(set("write")), 0);
        const std::string write = m_bench.read("ws/catalogs/shop.yaml");
        whole.start();
        EXPECT_STATUS(m_bench.in(set("destructive")), 0);
        const auto longest = static_cast<unsigned>(whole.elapsed()) + 20;
        const std::string destructive = m_bench.read("ws/catalogs/shop.yaml");
        for (unsigned round = 0; round < Rounds; ++round) {
            const std::string old = m_bench.read("ws/catalogs/shop.yaml");
            const std::size_t known = records("override");
            killAfter(set(old == write ? "destructive" : "write"), moment(round, longest));
            const std::string now = m_bench.read("ws/catalogs/shop.yaml");
            QVERIFY2(now == write || now == destructive, now.c_str());
            // Asking is opening: what was written but not recorded is recorded then.
            QCOMPARE(records("override"), known + (now == old ? 0 : 1));
            const json::value shown = m_bench.in({"risk", "show", "shop.orders_get", "--json"}).document();
            QCOMPARE(shown.at("tier").as_string(), now == write ? "write" : "destructive");
            everythingIsWhole();
        }
    }

    void aToggleKilledAnywhereIsDoneWithItsRecordOrNotAtAll() {
        QElapsedTimer whole;
        whole.start();
        EXPECT_STATUS(m_bench.in({"services", "enable", "shop"}), 0);
        const auto longest = static_cast<unsigned>(whole.elapsed()) + 20;
        for (unsigned round = 0; round < Rounds; ++round) {
            const bool before = searchable();
            const std::size_t records = toggleRecords();
            killAfter({"services", before ? "disable" : "enable", "shop"}, moment(round, longest));
            const bool changed = searchable() != before;
            QCOMPARE(toggleRecords(), records + (changed ? 1 : 0));
            everythingIsWhole();
        }
        EXPECT_STATUS(m_bench.in({"services", "enable", "shop"}), 0);
    }

private:
    static constexpr unsigned Seed = 20261121, Rounds = 10;

    /// Moments spread over the whole run, each by chance within its share of it.
    unsigned moment(unsigned round, unsigned longest) {
        const unsigned share = longest / Rounds + 1;
        return round * share + m_random() % share;
    }

    void killAfter(const QStringList &arguments, unsigned milliseconds) {
        const auto process = m_bench.start(QStringList{"-w", "ws"} + arguments);
        if (!process->waitForFinished(static_cast<int>(milliseconds)))
            process->kill();
        process->waitForFinished();
    }
    void everythingIsWhole() {
        QStringList verify{"audit", "verify", "--json"};
        if (!m_head.empty())
            verify << "--head" << QString::fromStdString(m_head);
        const Outcome verified = m_bench.in(verify);
        EXPECT_STATUS(verified, 0);
        m_head = stringMember(verified.document(), "head");
        if (searchable())
            QCOMPARE(m_bench.found("unpaid invoices").front(), std::string("shop.invoices_list"));
    }
    [[nodiscard]] bool searchable() const {
        const json::value list = m_bench.in({"services", "list", "--json"}).document();
        for (const json::value &entry : list.as_array()) {
            if (entry.at("id").as_string() == "shop")
                return entry.at("searchable").as_bool();
        }
        QTest::qFail("the shop is gone", __FILE__, __LINE__);
        return false;
    }
    [[nodiscard]] std::size_t toggleRecords() const { return records("toggle"); }
    [[nodiscard]] std::size_t records(const char *kind) const {
        return m_bench.in({"audit", "list", "--kind", kind, "--limit", "10000", "--json"})
            .document()
            .at("records")
            .as_array()
            .size();
    }

    Bench m_bench;
    std::mt19937 m_random{Seed};
    std::string m_head;
};

QTEST_GUILESS_MAIN(CliKill)
#include "tst_cli_kill.moc"
