#include "base/executor.h"
#include "base/file.h"
#include "catalogs.h"
#include "retrieval/detail/index_data.h"
#include "retrieval/searcher.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>

using namespace actionscope;
using namespace actionscope::retrieval;
using test::makeAction;
using test::makeCatalog;
using test::makeService;

class TestIndex : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    Executor m_executor{2};
    [[nodiscard]] std::filesystem::path file() const {
        return std::filesystem::path(m_dir.path().toStdString()) / "index";
    }
    std::shared_ptr<const Index> build(std::shared_ptr<const catalog::Catalog> catalog,
                                       const Index *previous = nullptr) {
        const auto index = Index::build(std::move(catalog), previous, m_executor);
        return index ? *index : nullptr;
    }
    static std::shared_ptr<const catalog::Catalog> twoServices() {
        return makeCatalog({makeService("mail", {makeAction("send_message", "Send a message"),
                                                 makeAction("list_threads", "List threads")}),
                            makeService("files", {makeAction("delete_file", "Delete a file")})});
    }
private Q_SLOTS:
    void doesNotDependOnThreads() {
        test::CatalogGenerator random(7);
        const auto catalog = makeCatalog(random.services(60));
        Executor one(1), many(4);
        const auto a = Index::build(catalog, nullptr, one), b = Index::build(catalog, nullptr, many);
        QVERIFY(a && b);
        QVERIFY((*a)->data().bytes == (*b)->data().bytes);
    }

    void takesUnchangedServicesFromThePreviousIndex() {
        for (std::uint32_t seed = 1; seed <= 12; ++seed) {
            test::CatalogGenerator random(seed);
            std::vector<catalog::Service> services = random.services(30);
            const auto before = build(makeCatalog(services));
            // One service is imported again and differs, one is new, one is gone.
            std::vector<catalog::Service> changed = services;
            if (changed.size() > 2) {
                changed.erase(changed.begin() + std::ptrdiff_t(random.below(changed.size())));
                const std::string id = changed[0].info.id;
                changed[0] = random.service(777);
                changed[0].info.id = id;
            }
            changed.push_back(random.service(999));
            const auto catalog = makeCatalog(changed);
            const auto merged = build(catalog, before.get());
            const auto full = build(catalog);
            QVERIFY2(merged->data().bytes == full->data().bytes, qPrintable(QString("seed %1").arg(seed)));
            QCOMPARE(full->statistics().reusedServices, 0U);
            QVERIFY(merged->statistics().reusedServices + 2 >= changed.size());
        }
    }

    void analysesAServiceAgainWhenItsTextChanged() {
        auto services = std::vector<catalog::Service>{makeService("mail", {makeAction("send", "Send a message")})};
        const auto before = build(makeCatalog(services));
        services[0] = makeService("mail", {makeAction("send", "Send a postcard")}); // of equal length
        const auto after = build(makeCatalog(services), before.get());
        QCOMPARE(after->statistics().reusedServices, 0U);
        QVERIFY(after->version() != before->version());
        QCOMPARE(Searcher(after).search({.query = "postcard", .floor = 0})->hits.size(), std::size_t(1));
    }

    void versionFollowsTheContentOnly() {
        QCOMPARE(build(twoServices())->version(), build(twoServices())->version());
        const auto other = makeCatalog({makeService("mail", {makeAction("send_message", "Send a letter")})});
        QVERIFY(build(other)->version() != build(twoServices())->version());
    }

    void indexesAnEmptyCatalog() {
        const auto index = build(makeCatalog({}));
        QVERIFY(index);
        QCOMPARE(index->statistics().documents, 0U);
        const auto response = Searcher(index).search({.query = "anything"});
        QVERIFY(response);
        QVERIFY(response->hint.find("Nothing is indexed") != std::string::npos);
    }

    void canBeCancelled() {
        test::CatalogGenerator random(3);
        std::stop_source stop;
        stop.request_stop();
        const auto index =
            Index::build(makeCatalog(random.services(20)), nullptr, m_executor, {.stop = stop.get_token()});
        QVERIFY(!index);
        QCOMPARE(index.error().code, ErrorCode::Cancelled);
    }

    void reportsProgressUpToTheEnd() {
        test::CatalogGenerator random(3);
        const auto catalog = makeCatalog(random.services(20));
        std::atomic<std::uint64_t> last{0};
        const Job job{.report = [&](const Progress &progress) { last = progress.done; }};
        QVERIFY(Index::build(catalog, nullptr, m_executor, job));
        QCOMPARE(last.load(), std::uint64_t(catalog->size()));
    }

    void loadsWhatItSaved() {
        test::CatalogGenerator random(11);
        const auto catalog = makeCatalog(random.services(30));
        const auto index = build(catalog);
        QVERIFY(index->save(file()));
        const auto loaded = Index::load(file(), catalog);
        QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
        QVERIFY((*loaded)->data().bytes == index->data().bytes);
        QCOMPARE((*loaded)->version(), index->version());
        const auto a = Searcher(index).search({.query = "create thinga", .floor = 0});
        const auto b = Searcher(*loaded).search({.query = "create thinga", .floor = 0});
        QCOMPARE(a->hits.size(), b->hits.size());
    }

    void refusesAnIndexOfAnotherCatalog() {
        const auto index = build(twoServices());
        QVERIFY(index->save(file()));
        const auto other = makeCatalog({makeService("mail", {makeAction("send_message", "Send a letter"),
                                                             makeAction("list_threads", "List threads")}),
                                        makeService("files", {makeAction("delete_file", "Delete a file")})});
        const auto loaded = Index::load(file(), other);
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::Conflict);
        QCOMPARE(Index::load(file(), makeCatalog({})).error().code, ErrorCode::Conflict);
    }

    void saysThatThereIsNone() {
        const auto loaded = Index::load(file() += "-missing", twoServices());
        QVERIFY(!loaded);
        QCOMPARE(loaded.error().code, ErrorCode::NotFound);
    }

    void noticesEveryFlippedBit() {
        const auto catalog = twoServices();
        QVERIFY(build(catalog)->save(file()));
        const std::string good = *readFile(file(), 1 << 20);
        for (std::size_t i = 0; i < good.size(); ++i) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ (1 << (i % 8)));
            QVERIFY(writeFileAtomically(file(), bad, {.sync = false}));
            const auto loaded = Index::load(file(), catalog);
            QVERIFY2(!loaded, qPrintable(QString("byte %1").arg(i)));
            QVERIFY(loaded.error().code == ErrorCode::Corrupt || loaded.error().code == ErrorCode::Conflict);
        }
    }

    void noticesACutOffEnd() {
        const auto catalog = twoServices();
        QVERIFY(build(catalog)->save(file()));
        const std::string good = *readFile(file(), 1 << 20);
        for (std::size_t size = 0; size < good.size(); size += 5) {
            QVERIFY(writeFileAtomically(file(), good.substr(0, size), {.sync = false}));
            QVERIFY2(!Index::load(file(), catalog), qPrintable(QString("%1 bytes").arg(size)));
        }
        QVERIFY(writeFileAtomically(file(), good + std::string(8, '\0'), {.sync = false}));
        QVERIFY(!Index::load(file(), catalog));
    }

    void isSafeToSearchWhateverTheBytes() {
        // A checksum can be forged. Whatever passes the check of offsets may give nonsense, but must not read outside.
        const auto catalog = twoServices();
        const auto index = build(catalog);
        const std::string good(index->data().bytes);
        std::mt19937 random(5);
        for (int round = 0; round < 4000; ++round) {
            auto storage = std::make_shared<std::vector<std::uint64_t>>(good.size() / 8);
            std::memcpy(storage->data(), good.data(), good.size());
            auto *bytes = reinterpret_cast<std::uint8_t *>(storage->data());
            for (std::uint32_t i = 1 + random() % 3; i > 0; --i)
                bytes[random() % good.size()] = static_cast<std::uint8_t>(random());
            auto data = Index::Data::fromBytes({reinterpret_cast<const char *>(bytes), good.size()}, storage, catalog);
            if (!data)
                continue;
            const Searcher searcher(std::make_shared<const Index>(std::move(*data)));
            QVERIFY(searcher.search({.query = "send message file list delete", .floor = 0, .explain = true}));
        }
    }

    void shortestLengthsAreNeverTooLong() {
        for (std::uint64_t length = 0; length <= UINT32_MAX; length += 1 + length / 37) {
            const auto code = detail::shortestLengthCode(static_cast<std::uint32_t>(length));
            QVERIFY(detail::lengthOfCode(code) <= length);
            QVERIFY(length < 16 || detail::lengthOfCode(code) * 9ULL >= length * 8ULL);
        }
    }
};

QTEST_GUILESS_MAIN(TestIndex)
#include "tst_index.moc"
