#include "program.h"

#include <random>
#include <sqlite3.h>
#include <sys/prctl.h>
#include <sys/stat.h>

using namespace actionscope;
using namespace actionscope::test;

/// Files of `.actionscope` that are not what they should be.
class CliDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<Bench>();
        m_bench->makeShop();
        QVERIFY(!found().empty());
        m_expected = searchResults();
    }

    void damagedCachesAreRebuilt_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("damage");
        for (const char *file : {"catalog.bin", "index.bin"}) {
            for (const char *damage :
                 {"removed", "empty", "truncated", "flipped", "garbage", "folder", "other version"})
                QTest::addRow("%s %s", file, damage) << file << damage;
        }
    }
    void damagedCachesAreRebuilt() {
        QFETCH(QString, file);
        QFETCH(QString, damage);
        const std::string name = "ws/.actionscope/cache/" + file.toStdString();
        const std::string good = m_bench->read(name);
        QVERIFY(good.size() > 100);
        std::mt19937 random(20261121);
        for (int round = 0; round < (damage == "flipped" || damage == "truncated" ? 12 : 1); ++round) {
            std::string bad = good;
            if (damage == "removed") {
                std::filesystem::remove(m_bench->path(name));
            } else if (damage == "folder") {
                std::filesystem::remove(m_bench->path(name));
                std::filesystem::create_directory(m_bench->path(name));
            } else {
                if (damage == "empty")
                    bad.clear();
                else if (damage == "truncated")
                    bad.resize(random() % bad.size());
                else if (damage == "garbage")
                    bad.assign(bad.size(), '\x5a');
                else if (damage == "other version")
                    bad[6] = static_cast<char>(bad[6] + 1);
                else
                    bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
                m_bench->write(name, bad);
            }
            const Outcome outcome = m_bench->in({"search", "unpaid invoices", "--floor", "0", "--json"});
            EXPECT_STATUS(outcome, 0);
            QVERIFY2(outcome.err.empty(), outcome.all().c_str());
            QCOMPARE(searchResults(), m_expected);
            if (damage == "folder")
                std::filesystem::remove(m_bench->path(name));
        }
        if (damage != "folder")
            QCOMPARE(m_bench->read(name).size(), good.size());
    }

    void withoutTheCacheFolderEverythingWorks() {
        std::filesystem::remove_all(m_bench->path("ws/.actionscope/cache"));
        QCOMPARE(searchResults(), m_expected);
        QVERIFY(std::filesystem::exists(m_bench->path("ws/.actionscope/cache/index.bin")));
    }

    void aDamagedGeneratedCatalogIsNamedAndTheCacheServesOn() {
        const std::string good = m_bench->read("ws/catalogs/shop.longtail.yaml");
        m_bench->write("ws/catalogs/shop.longtail.yaml", good.substr(0, good.size() / 2));
        const Outcome outcome = m_bench->in({"search", "unpaid invoices", "--floor", "0", "--json"});
        EXPECT_STATUS(outcome, 0);
        QVERIFY2(outcome.says("shop.longtail.yaml:"), outcome.all().c_str());
        QVERIFY(!outcome.document().at("results").as_array().empty());
        EXPECT_STATUS(m_bench->in({"lint"}), 1);
        // Importing again mends it.
        EXPECT_STATUS(m_bench->in({"import", "shop.json"}), 0);
        QCOMPARE(m_bench->read("ws/catalogs/shop.longtail.yaml"), good);
        QVERIFY(m_bench->in({"search", "orders"}).err.empty());
    }

    void aMissingSourceCopyOnlyCostsTheSchema() {
        std::filesystem::remove(m_bench->path("ws/sources/shop.json.zst"));
        const Outcome outcome = m_bench->in({"actions", "show", "shop.orders_get", "--json"});
        EXPECT_STATUS(outcome, 0);
        QVERIFY(outcome.document().at("signature").at("inputSchema").is_null());
        QVERIFY(outcome.document().at("schema_error").as_string().find("import it again") != std::string::npos);
        m_bench->write("ws/sources/shop.json.zst", "no zstd at all");
        EXPECT_STATUS(m_bench->in({"actions", "show", "shop.orders_get"}), 0);
    }

    void aDamagedStateIsSaidAndTheCatalogsOpenForReading_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("garbage") << QByteArray(8192, '\x5a');
        QTest::newRow("text") << QByteArray("this is no database\n");
    }
    void aDamagedStateIsSaidAndTheCatalogsOpenForReading() {
        QFETCH(QByteArray, bytes);
        removeJournal();
        m_bench->write("ws/.actionscope/state.db", bytes.toStdString());
        readsButDoesNotWrite("state.db");
        QCOMPARE(m_bench->read("ws/.actionscope/state.db"), bytes.toStdString());
    }

    void aStateOfANewerVersionIsRefusedAndLeftAlone() {
        removeJournal();
        sql("PRAGMA user_version = 4711");
        const std::string before = m_bench->read("ws/.actionscope/state.db");
        readsButDoesNotWrite("4711");
        QCOMPARE(m_bench->read("ws/.actionscope/state.db"), before);
    }

    void aMissingStateIsMadeAnew() {
        const std::string head = m_bench->head();
        removeJournal();
        std::filesystem::remove(m_bench->path("ws/.actionscope/state.db"));
        EXPECT_STATUS(m_bench->in({"services", "disable", "shop"}), 0);
        EXPECT_STATUS(m_bench->in({"audit", "verify"}), 0);
        // Only a head kept elsewhere tells that there was another log.
        EXPECT_STATUS(m_bench->in({"audit", "verify", "--head", QString::fromStdString(head)}), 1);
    }

    void aRewrittenRecordIsFoundAndNamed() {
        for (const char *word : {"disable", "enable", "disable", "enable"})
            EXPECT_STATUS(m_bench->in({"services", word, "shop"}), 0);
        removeJournal();
        // The table's name and guards are the store's own business; what is in it is what a forger would change.
        std::string changed;
        QVERIFY2(forge(changed), changed.c_str());
        const Outcome outcome = m_bench->in({"audit", "verify", "--json"});
        EXPECT_STATUS(outcome, 1);
        const json::value document = outcome.document();
        QVERIFY(!document.at("intact").as_bool());
        QCOMPARE(document.at("first_bad").to_number<int>(), 3);
        QVERIFY2(outcome.says("record 3"), outcome.all().c_str());
    }

    void aFolderThatCannotBeWrittenIsStillSearched() {
        // A workspace on a medium that is read-only: taken away are the rights, and root's power to ignore that.
        QProcess chmod;
        chmod.start("chmod", {"-R", "a-w", QString::fromStdString(m_bench->path("ws"))});
        QVERIFY(chmod.waitForFinished());
        const auto run = [&](const QStringList &arguments) {
            QProcess process;
            process.setProgram(ACTIONSCOPE_PROGRAM);
            process.setArguments(arguments);
            process.setWorkingDirectory(QString::fromStdString(m_bench->path()));
            process.setChildProcessModifier([] { ::prctl(PR_CAPBSET_DROP, 1 /* CAP_DAC_OVERRIDE */); });
            process.start();
            return Bench::wait(process);
        };
        const Outcome search = run({"-w", "ws", "search", "unpaid invoices", "--floor", "0", "--json"});
        const Outcome set = run({"-w", "ws", "risk", "set", "shop.orders_get", "--tier", "write"});
        chmod.start("chmod", {"-R", "u+w", QString::fromStdString(m_bench->path("ws"))});
        QVERIFY(chmod.waitForFinished());
        EXPECT_STATUS(search, 0);
        QVERIFY(!search.document().at("results").as_array().empty());
        EXPECT_STATUS(set, 1);
    }

private:
    [[nodiscard]] std::vector<std::string> found() const { return m_bench->found("unpaid invoices"); }
    /// Names and scores of some searches, as text.
    [[nodiscard]] std::string searchResults() const {
        std::string all;
        for (const char *query : {"unpaid invoices", "place an order", "wipe"}) {
            const json::value document =
                m_bench->in({"search", query, "--floor", "0", "--explain", "--json"}).document();
            all += json::serialize(document.at("results")) + '\n';
        }
        return all;
    }
    /// The write-ahead log would hide what is done to the file itself.
    void removeJournal() const {
        sql("PRAGMA wal_checkpoint(TRUNCATE)");
        for (const char *ending : {"-wal", "-shm"})
            std::filesystem::remove(m_bench->path(std::string("ws/.actionscope/state.db") + ending));
    }
    void sql(const char *statement) const {
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(m_bench->path("ws/.actionscope/state.db").c_str(), &database), SQLITE_OK);
        char *message = nullptr;
        const int result = sqlite3_exec(database, statement, nullptr, nullptr, &message);
        QVERIFY2(result == SQLITE_OK, message);
        sqlite3_close(database);
    }
    /// Turns the outcome of record 3 around, past whatever triggers guard the table.
    bool forge(std::string &problem) const {
        sqlite3 *database = nullptr;
        sqlite3_open(m_bench->path("ws/.actionscope/state.db").c_str(), &database);
        std::vector<std::string> triggers;
        sqlite3_exec(
            database, "SELECT name FROM sqlite_master WHERE type = 'trigger'",
            [](void *list, int, char **values, char **) {
                static_cast<std::vector<std::string> *>(list)->push_back(values[0]);
                return 0;
            },
            &triggers, nullptr);
        for (const std::string &trigger : triggers)
            sqlite3_exec(database, ("DROP TRIGGER " + trigger).c_str(), nullptr, nullptr, nullptr);
        char *message = nullptr;
        const int result =
            sqlite3_exec(database, "UPDATE audit SET actor = 'cli:nobody' WHERE seq = 3", nullptr, nullptr, &message);
        if (message != nullptr)
            problem = message;
        const int changes = sqlite3_changes(database);
        sqlite3_close(database);
        return result == SQLITE_OK && changes == 1;
    }
    void readsButDoesNotWrite(const char *says) const {
        const Outcome search = m_bench->in({"search", "unpaid invoices", "--floor", "0", "--json"});
        EXPECT_STATUS(search, 0);
        QVERIFY2(search.says("warning: ") && search.says(says), search.all().c_str());
        QVERIFY(!search.document().at("results").as_array().empty());
        EXPECT_STATUS(m_bench->in({"services", "list"}), 0);
        EXPECT_STATUS(m_bench->in({"actions", "show", "shop.orders_get"}), 0);
        const auto before = m_bench->files("ws");
        for (const QStringList &command : {QStringList{"risk", "set", "shop.orders_get", "--tier", "write"},
                                           {"services", "disable", "shop"},
                                           {"import", "shop.json"},
                                           {"audit", "list"},
                                           {"audit", "verify"}}) {
            const Outcome outcome = m_bench->in(command);
            EXPECT_STATUS(outcome, 1);
            QVERIFY2(outcome.says(says), outcome.all().c_str());
        }
        QCOMPARE(m_bench->files("ws"), before);
    }

    std::unique_ptr<Bench> m_bench;
    std::string m_expected;
};

QTEST_GUILESS_MAIN(CliDamage)
#include "tst_cli_damage.moc"
