/// Vectors of a catalog: the same numbers from every kernel, from scratch or in steps, in memory or from the disk.

#include "base/file.h"
#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/detail/int8_kernels.h"
#include "retrieval/vector_index.h"

#include <QTemporaryDir>
#include <QTest>
#include <random>

using namespace actionscope;
using namespace actionscope::retrieval;
using actionscope::test::HashModel;

class TestVectorIndex : public QObject {
    Q_OBJECT

    Executor m_executor{2};
    std::shared_ptr<const HashModel> m_model = std::make_shared<HashModel>();
    std::shared_ptr<const catalog::Catalog> m_catalog;

    std::shared_ptr<const VectorIndex> build(std::shared_ptr<const catalog::Catalog> catalog,
                                             const VectorIndex *previous = nullptr) {
        auto built = VectorIndex::build(std::move(catalog), m_model, previous, m_executor);
        return built ? *built : nullptr;
    }
    VectorIndex::Query query(std::string_view text) const {
        std::vector<float> vector(m_model->identity().dimension);
        (void)m_model->embedQuery(text, vector);
        return VectorIndex::quantise(vector);
    }
    std::vector<float> cosines(const VectorIndex &index, std::string_view text) const {
        std::vector<float> found(index.statistics().documents);
        index.scan(query(text), found);
        return found;
    }

private Q_SLOTS:
    void initTestCase() {
        std::uint32_t seed = 5;
        while (!m_catalog || m_catalog->size() < 300)
            m_catalog = test::makeCatalog(test::CatalogGenerator(seed++).services(12));
    }

    void everyKernelGivesTheSame() {
        std::mt19937 random(11);
        for (const std::size_t dimension : {1U, 63U, 64U, 65U, 128U, 384U, 4096U}) {
            const std::size_t stride = detail::rowStride(dimension), rows = 37;
            std::vector<std::int8_t> memory((rows + 1) * stride + detail::RowAlignment);
            auto *aligned = memory.data() + (detail::RowAlignment -
                                             reinterpret_cast<std::uintptr_t>(memory.data()) % detail::RowAlignment) %
                                                detail::RowAlignment;
            std::vector<float> factors(rows);
            for (std::size_t row = 0; row <= rows; ++row) {
                // The extremes must not overflow anything.
                for (std::size_t i = 0; i < dimension; ++i)
                    aligned[row * stride + i] =
                        static_cast<std::int8_t>(row % 5 == 0   ? -127
                                                 : row % 5 == 1 ? 127
                                                                : static_cast<int>(random() % 255) - 127);
            }
            for (float &factor : factors)
                factor = static_cast<float>(random() % 1000) / 1000.0F;
            std::vector<std::vector<float>> found;
            for (const detail::Int8Kernel &kernel : detail::int8Kernels()) {
                if (!kernel.supported())
                    continue;
                found.emplace_back(rows);
                kernel.scan(
                    {aligned, factors.data(), rows, stride, aligned + rows * stride, 0.37F, found.back().data()});
            }
            for (const auto &other : found)
                QVERIFY(other == found.front());
            std::int64_t dot = 0;
            for (std::size_t i = 0; i < dimension; ++i)
                dot += std::int64_t{aligned[i]} * aligned[rows * stride + i];
            QCOMPARE(found.front()[0], static_cast<float>(dot) * 0.37F * factors[0]);
        }
    }

    void cosinesAreThoseOfTheModel() {
        const auto index = build(m_catalog);
        QVERIFY(index);
        const auto found = cosines(*index, "create thinga thingb");
        std::vector<float> wanted(m_model->identity().dimension), vector(wanted.size());
        QVERIFY(m_model->embedQuery("create thinga thingb", wanted));
        for (catalog::Ordinal i = 0; i < m_catalog->size(); i += 7) {
            const EmbeddedText text = embeddedText(m_catalog->at(i), m_catalog->serviceOf(i).info);
            QVERIFY(m_model->embedDocuments({&text, 1}, vector, {}));
            float cosine = 0;
            for (std::size_t k = 0; k < vector.size(); ++k)
                cosine += vector[k] * wanted[k];
            QVERIFY2(std::abs(cosine - found[i]) < 0.02F, qPrintable(QString::number(i)));
        }
    }

    void aPartIsScannedAsInTheWhole() {
        const auto index = build(m_catalog);
        const auto all = cosines(*index, "list thingc");
        for (const std::uint32_t first : {0U, 1U, 17U, m_catalog->size() - 1}) {
            std::vector<float> part(std::min<std::size_t>(33, m_catalog->size() - first));
            index->scan(query("list thingc"), first, part);
            for (std::size_t i = 0; i < part.size(); ++i)
                QCOMPARE(part[i], all[first + i]);
        }
    }

    void nearestAreTheBestThatAreAllowed() {
        const auto index = build(m_catalog);
        const auto all = cosines(*index, "update thingd");
        const auto odd = [](catalog::Ordinal i) { return i % 2 == 1; };
        const auto nearest = index->nearest(query("update thingd"), 15, odd);
        QCOMPARE(nearest.size(), std::size_t{15});
        std::vector<std::pair<float, catalog::Ordinal>> sorted;
        for (catalog::Ordinal i = 1; i < all.size(); i += 2)
            sorted.emplace_back(-all[i], i);
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < nearest.size(); ++i) {
            QCOMPARE(nearest[i].first, sorted[i].second);
            QCOMPARE(nearest[i].second, -sorted[i].first);
        }
    }

    void whatDidNotChangeIsNotEmbeddedAgain() {
        test::CatalogGenerator generator(9);
        auto services = generator.services(8);
        while (services.size() < 3)
            services = generator.services(8);
        const auto before = build(test::makeCatalog(services));
        // One service is gone, one is new, and of another one action changed.
        services.erase(services.begin());
        services.push_back(generator.service(99));
        catalog::Service &changed = services.front();
        std::vector<catalog::Capability> actions;
        for (std::uint32_t i = 0; i < changed.segment->size(); ++i)
            actions.push_back(changed.segment->at(i).toCapability());
        actions.push_back(test::makeAction("a_new_one", "Cancel thinga"));
        changed.segment = *catalog::Segment::build(actions);
        const auto catalog = test::makeCatalog(services);
        const std::size_t fresh = services.back().segment->size() + 1;

        const std::size_t embedded = m_model->embedded;
        const auto stepwise = build(catalog, before.get());
        QVERIFY(m_model->embedded - embedded <= fresh);
        QVERIFY(stepwise->statistics().reused >= catalog->size() - fresh);
        const QTemporaryDir folder;
        const auto file = [&](const char *name) { return std::filesystem::path(folder.path().toStdString()) / name; };
        QVERIFY(stepwise->save(file("stepwise")));
        QVERIFY(build(catalog)->save(file("scratch")));
        QVERIFY(*readFile(file("stepwise"), 1U << 30) == *readFile(file("scratch"), 1U << 30));
    }

    void anotherModelTakesNothingOver() {
        const auto before = build(m_catalog);
        const auto other = std::make_shared<HashModel>(48, "2");
        const auto built = VectorIndex::build(m_catalog, other, before.get(), m_executor);
        QVERIFY(built);
        QCOMPARE((*built)->statistics().reused, 0U);
        QCOMPARE(other->embedded.load(), std::size_t{m_catalog->size()});
    }

    void savedVectorsComeBack() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "vectors.bin";
        const auto index = build(m_catalog);
        QVERIFY(index->save(file));
        const auto loaded = VectorIndex::load(file, m_catalog, m_model);
        QVERIFY2(loaded, loaded ? "" : loaded.error().toString().c_str());
        QVERIFY(cosines(**loaded, "send thinge") == cosines(*index, "send thinge"));
        QVERIFY((*loaded)->statistics().bytes <= 300 * std::uint64_t{m_catalog->size()} + 4096);

        const auto none = VectorIndex::load(folder.path().toStdString() + "/none", m_catalog, m_model);
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        const auto otherModel = VectorIndex::load(file, m_catalog, std::make_shared<HashModel>(48, "2"));
        QCOMPARE(otherModel.error().code, ErrorCode::Conflict);
        const auto otherSize = VectorIndex::load(file, m_catalog, std::make_shared<HashModel>(49));
        QCOMPARE(otherSize.error().code, ErrorCode::Conflict);
        const auto otherCatalog =
            VectorIndex::load(file, test::makeCatalog(test::CatalogGenerator(1000).services(12)), m_model);
        QCOMPARE(otherCatalog.error().code, ErrorCode::Conflict);
    }

    void damagedFilesAreRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "vectors.bin";
        QVERIFY(build(m_catalog)->save(file));
        const std::string good = *readFile(file, 1U << 30);
        const auto refused = [&](const std::string &bytes) {
            (void)writeFileAtomically(file, bytes, {.sync = false});
            const auto loaded = VectorIndex::load(file, m_catalog, m_model);
            return !loaded && (loaded.error().code == ErrorCode::Corrupt || loaded.error().code == ErrorCode::Conflict);
        };
        QVERIFY(refused(""));
        QVERIFY(refused(good.substr(0, good.size() / 2)));
        QVERIFY(refused(good + "x"));
        std::mt19937 random(3);
        for (int i = 0; i < 200; ++i) {
            std::string bytes = good;
            bytes[i < 64 ? static_cast<std::size_t>(i) : random() % bytes.size()] ^=
                static_cast<char>(1 + random() % 255);
            QVERIFY(refused(bytes));
        }
    }

    void aModelThatFailsSaysSo() {
        auto model = std::make_shared<HashModel>();
        model->problem = Error{ErrorCode::NetworkError, "nobody answers", {}};
        const auto built = VectorIndex::build(m_catalog, model, nullptr, m_executor);
        QCOMPARE(built.error().message, std::string("nobody answers"));
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = VectorIndex::build(m_catalog, m_model, nullptr, m_executor, {.stop = stop.get_token()});
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }

    void noNumbersAreNoVector() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(VectorIndex::quantise(std::vector<float>{1, nan, 0}).scale, 0.0F);
        QCOMPARE(VectorIndex::quantise(std::vector<float>{0, 0, 0}).scale, 0.0F);
        const auto index = build(m_catalog);
        for (const float cosine : cosines(*index, "")) // no word, no vector
            QCOMPARE(cosine, 0.0F);
    }

    void anEmptyCatalogHasNoVectors() {
        const auto index = build(test::makeCatalog({}));
        QVERIFY(index);
        QVERIFY(index->nearest(query("create"), 10, {}).empty());
    }
};

QTEST_APPLESS_MAIN(TestVectorIndex)
#include "tst_vector_index.moc"
