#include "program.h"

#include <sys/mount.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::test;

/// A workspace on a small file system of its own that fills up. Mounting needs root; without it there is nothing to
/// see.
class CliDiskFull : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<Bench>();
        std::filesystem::create_directories(m_bench->path("disk"));
        m_mounted = ::mount("none", m_bench->path("disk").c_str(), "tmpfs", 0, "size=6m") == 0;
        if (!m_mounted)
            QSKIP("a small file system cannot be mounted here (that needs root)");
        m_bench->write("shop.json", openApi("shop", shopOperations()));
        EXPECT_STATUS(m_bench->run({"init", "disk/ws"}), 0);
        EXPECT_STATUS(in({"import", "shop.json"}), 0);
        EXPECT_STATUS(in({"risk", "set", "shop.orders_get", "--tier", "write"}), 0);
        m_before = m_bench->files("disk/ws");
    }
    void cleanup() {
        if (m_mounted)
            ::umount2(m_bench->path("disk").c_str(), MNT_DETACH);
    }

    void anImportThatDoesNotFitLeavesEverythingAsItWas() {
        for (int i = 0; i < 20; ++i)
            m_bench->write("many/part-" + std::to_string(i) + ".json", openApi("part", manyOperations(2000)));
        const Outcome outcome = in({"import", "many"});
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("No space left"), outcome.all().c_str());
        everythingIsAsItWas();
    }

    void onAFullDiskNothingIsChangedAndEverythingIsRead_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("import") << QStringList{"import", "shop.json"};
        QTest::newRow("import of something new") << QStringList{"import", "other.json"};
        QTest::newRow("override") << QStringList{"risk", "set", "shop.orders_get", "--tier", "destructive"};
        QTest::newRow("first override of a service")
            << QStringList{"risk", "set", "bank.list", "--tier", "destructive"};
        QTest::newRow("toggle") << QStringList{"services", "disable", "shop"};
    }
    void onAFullDiskNothingIsChangedAndEverythingIsRead() {
        QFETCH(QStringList, command);
        m_bench->write("other.json", openApi("other", manyOperations(300)));
        m_bench->write("bank.json", openApi("bank", {{"get", "/list", "list", "List accounts"}}));
        EXPECT_STATUS(in({"import", "bank.json"}), 0);
        m_before = m_bench->files("disk/ws");
        fill();
        const Outcome outcome = in(command);
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("disk") || outcome.says("space") || outcome.says("full"), outcome.all().c_str());
        everythingIsAsItWas();
        const Outcome verify = in({"audit", "verify"});
        EXPECT_STATUS(verify, 0);
        // With room again, the same command does its work.
        std::filesystem::remove(m_bench->path("disk/ballast"));
        EXPECT_STATUS(in(command), 0);
        EXPECT_STATUS(in({"audit", "verify"}), 0);
    }

private:
    [[nodiscard]] Outcome in(const QStringList &arguments) const {
        return m_bench->run(QStringList{"-w", "disk/ws"} + arguments);
    }
    void fill() const {
        std::ofstream ballast(m_bench->path("disk/ballast"), std::ios::binary);
        ballast.rdbuf()->pubsetbuf(nullptr, 0);
        const std::string block(4096, 'x');
        while (ballast.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
        }
    }
    void everythingIsAsItWas() const {
        QCOMPARE(m_bench->files("disk/ws"), m_before);
        const Outcome search = in({"search", "unpaid invoices", "--floor", "0", "--json"});
        EXPECT_STATUS(search, 0);
        QCOMPARE(search.document().at("results").as_array().at(0).at("name").as_string(), "shop.invoices_list");
    }

    std::unique_ptr<Bench> m_bench;
    std::map<std::string, std::string> m_before;
    bool m_mounted = false;
};

QTEST_GUILESS_MAIN(CliDiskFull)
#include "tst_cli_disk_full.moc"
