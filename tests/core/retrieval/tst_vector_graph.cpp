/// The nearest vectors by a walk over a graph: nearly those of the exact scan, exactly what may be seen, and nothing
/// that a damaged file could lead astray.

#include "base/file.h"
#include "base/hash.h"
#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/searcher.h"
#include "retrieval/vector_index.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <random>
#include <set>

using namespace actionscope;
using namespace actionscope::retrieval;
using actionscope::test::HashModel;

namespace {

constexpr std::size_t Wanted = 100;
using Found = std::vector<std::pair<catalog::Ordinal, float>>;

/// What share of `exact` was found; a document that is as near as the last of them counts as well.
double recall(const Found &found, const Found &exact) {
    std::size_t hit = 0;
    for (const auto &[document, cosine] : found)
        hit += cosine >= exact.back().second ? 1 : 0;
    return static_cast<double>(hit) / static_cast<double>(exact.size());
}

} // namespace

class TestVectorGraph : public QObject {
    Q_OBJECT

    Executor m_executor{2};
    std::shared_ptr<const HashModel> m_model = std::make_shared<HashModel>(64);
    std::shared_ptr<const catalog::Catalog> m_catalog;
    std::shared_ptr<const VectorIndex> m_exact, m_walked;

    /// Texts of some words of a topic and some of none, as actions of services are.
    static std::string text(std::mt19937 &random) {
        const std::uint32_t topic = random() % 80;
        std::string words;
        for (std::size_t i = 0; i < 7; ++i)
            words += (random() % 3 == 0 ? "any" + std::to_string(random() % 400)
                                        : "topic" + std::to_string(topic) + "x" + std::to_string(random() % 12)) +
                     ' ';
        return words;
    }
    VectorIndex::Query query(const std::string &words) const {
        std::vector<float> vector(m_model->identity().dimension);
        (void)m_model->embedQuery(words, vector);
        return VectorIndex::quantise(vector);
    }

private Q_SLOTS:
    void initTestCase() {
        std::mt19937 random(3);
        std::vector<catalog::Service> services;
        for (int s = 0; s < 8; ++s) {
            std::vector<catalog::Capability> actions;
            for (int i = 0; i < 800; ++i)
                actions.push_back(test::makeAction("a" + std::to_string(i), text(random)));
            services.push_back(test::makeService("s" + std::to_string(s), std::move(actions)));
        }
        m_catalog = test::makeCatalog(std::move(services));
        m_exact = *VectorIndex::build(m_catalog, m_model, nullptr, m_executor);
        m_walked = *m_exact->withGraph();
    }

    void itFindsNineteenOfTwentyOfTheNearest() {
        QVERIFY(m_walked->hasGraph() && m_walked->statistics().graph && !m_exact->hasGraph());
        std::mt19937 random(4);
        double sum = 0;
        std::size_t missed = 0;
        const int queries = 100;
        for (int i = 0; i < queries; ++i) {
            const auto vector = query(text(random));
            const Found found = m_walked->nearest(vector, Wanted, {}), exact = m_exact->nearest(vector, Wanted, {});
            QCOMPARE(found.size(), Wanted);
            sum += recall(found, exact);
            missed += found != exact ? 1 : 0;
            // Cosines are those of the scan, to the last bit, and the order is the same.
            std::vector<float> cosines(m_catalog->size());
            m_exact->scan(vector, cosines);
            for (std::size_t k = 0; k < found.size(); ++k) {
                QCOMPARE(found[k].second, cosines[found[k].first]);
                QVERIFY(k == 0 || found[k - 1].second > found[k].second ||
                        (found[k - 1].second == found[k].second && found[k - 1].first < found[k].first));
            }
        }
        QVERIFY2(sum / queries >= 0.95, qPrintable(QString::number(sum / queries)));
        QVERIFY(missed > 0); // else it was the scan that answered
    }

    void whatMayNotBeSeenIsNeverFound() {
        std::mt19937 random(5);
        double sum = 0;
        for (int i = 0; i < 60; ++i) {
            const auto vector = query(text(random));
            const std::uint32_t salt = random();
            const auto allowed = [salt](catalog::Ordinal document) {
                return hash64({reinterpret_cast<const char *>(&document), sizeof document}, salt) % 3 != 0;
            };
            const Found found = m_walked->nearest(vector, Wanted, allowed),
                        exact = m_exact->nearest(vector, Wanted, allowed);
            QCOMPARE(found.size(), Wanted);
            for (const auto &each : found)
                QVERIFY(allowed(each.first));
            sum += recall(found, exact);
        }
        QVERIFY2(sum / 60 >= 0.95, qPrintable(QString::number(sum / 60)));
    }

    void aNarrowFilterIsAnsweredExactly() {
        std::mt19937 random(6);
        const auto few = [](catalog::Ordinal document) { return document % 40 == 7; };
        const auto one = [](catalog::Ordinal document) { return document == 4710; };
        const auto none = [](catalog::Ordinal) { return false; };
        const std::function<bool(catalog::Ordinal)> filters[] = {few, one, none};
        for (int i = 0; i < 20; ++i) {
            const auto vector = query(text(random));
            for (const auto &allowed : filters) {
                for (const std::size_t limit : {1U, 10U, 100U, 1000U})
                    QVERIFY(m_walked->nearest(vector, limit, allowed) == m_exact->nearest(vector, limit, allowed));
            }
            QVERIFY(m_walked->nearest(vector, 5000, {}) == m_exact->nearest(vector, 5000, {}));
            QVERIFY(m_walked->nearest(vector, 0, {}).empty());
        }
        const auto nothing = query("");
        QVERIFY(m_walked->nearest(nothing, 10, {}) == m_exact->nearest(nothing, 10, {}));
    }

    void aSmallCatalogIsScanned() {
        for (const std::size_t actions : {0U, 1U, 2U, 50U}) {
            std::vector<catalog::Capability> few;
            std::mt19937 random(7);
            for (std::size_t i = 0; i < actions; ++i)
                few.push_back(test::makeAction("a" + std::to_string(i), text(random)));
            const auto catalog = test::makeCatalog({test::makeService("s", std::move(few))});
            const auto exact = *VectorIndex::build(catalog, m_model, nullptr, m_executor);
            const auto walked = *exact->withGraph();
            const auto vector = query(text(random));
            QVERIFY(walked->nearest(vector, 10, {}) == exact->nearest(vector, 10, {}));
        }
    }

    void itIsKeptBesideTheVectors() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "vectors.hnsw";
        QVERIFY(m_exact->withSavedGraph(file).error().code == ErrorCode::NotFound);
        QVERIFY(!m_exact->saveGraph(file));
        QVERIFY(m_walked->saveGraph(file));
        const auto loaded = m_exact->withSavedGraph(file);
        QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
        std::mt19937 random(8);
        for (int i = 0; i < 20; ++i) {
            const auto vector = query(text(random));
            QVERIFY((*loaded)->nearest(vector, Wanted, {}) == m_walked->nearest(vector, Wanted, {}));
        }
        // The same vectors give the same bytes.
        const std::string bytes = *readFile(file, 1U << 30, "a test");
        QVERIFY((*m_exact->withGraph())->saveGraph(file));
        QVERIFY(*readFile(file, 1U << 30, "a test") == bytes);
        QVERIFY(bytes.size() < 160 * m_catalog->size());
        QVERIFY(!(*loaded)->withoutGraph()->hasGraph());

        const auto other = *VectorIndex::build(m_catalog, std::make_shared<HashModel>(64, "2"), nullptr, m_executor);
        const auto foreign = other->withSavedGraph(file);
        QVERIFY(!foreign && foreign.error().code == ErrorCode::Conflict);
    }

    void aDamagedFileLeadsNowhere() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "vectors.hnsw";
        std::mt19937 random(9);
        std::vector<catalog::Capability> actions;
        for (int i = 0; i < 700; ++i)
            actions.push_back(test::makeAction("a" + std::to_string(i), text(random)));
        const auto catalog = test::makeCatalog({test::makeService("s", std::move(actions))});
        const auto exact = *VectorIndex::build(catalog, m_model, nullptr, m_executor);
        QVERIFY((*exact->withGraph())->saveGraph(file));
        const std::string bytes = *readFile(file, 1U << 30, "a test");
        constexpr std::size_t ChecksumAt = 16, HeaderBytes = 48;
        int refused = 0, taken = 0;
        for (int round = 0; round < 400; ++round) {
            std::string damaged = bytes;
            if (round % 4 == 0)
                damaged.resize(random() % damaged.size());
            for (std::size_t flips = round % 4 == 0 ? 0 : 1 + random() % 3; flips > 0; --flips)
                damaged[random() % (round % 2 == 0 ? HeaderBytes : damaged.size())] = static_cast<char>(random());
            // Half of them with a checksum that fits, as somebody would write who means harm.
            if (round % 8 >= 3 && damaged.size() > HeaderBytes) {
                std::memset(damaged.data() + ChecksumAt, 0, 8);
                const std::uint64_t sum = hash64(std::string_view(damaged).substr(HeaderBytes),
                                                 hash64(std::string_view(damaged).substr(0, HeaderBytes)));
                std::memcpy(damaged.data() + ChecksumAt, &sum, 8);
            }
            QVERIFY(writeFileAtomically(file, damaged, {.sync = false}));
            const auto loaded = exact->withSavedGraph(file);
            if (!loaded) {
                ++refused;
                QVERIFY(loaded.error().code == ErrorCode::Corrupt || loaded.error().code == ErrorCode::Conflict);
                continue;
            }
            ++taken;
            for (const auto &[document, cosine] : (*loaded)->nearest(query(text(random)), 5, {}))
                QVERIFY(document < catalog->size() && std::isfinite(cosine));
        }
        QVERIFY2(refused > 200 && taken > 0, qPrintable(QString("%1 %2").arg(refused).arg(taken)));
    }

    void itCanBeCancelled() {
        std::stop_source stop;
        int reports = 0;
        Job job;
        job.stop = stop.get_token();
        job.report = [&](const Progress &) {
            if (++reports == 3)
                stop.request_stop();
        };
        const auto made = m_exact->withGraph(job);
        QVERIFY(!made && made.error().code == ErrorCode::Cancelled);
    }

    void thePresetGraphRanksWithItAsWithoutNearly() {
        const auto index = *Index::build(m_catalog, nullptr, m_executor);
        const Searcher exact(index, m_exact), walked(index, m_walked);
        std::mt19937 random(10);
        std::size_t same = 0, all = 0;
        Visibility narrow;
        narrow.services = {0, 0, 0, 1, 0, 0, 0, 0};
        narrow.actions.assign(m_catalog->size(), 0);
        for (catalog::Ordinal i = 2500; i < 2700; ++i)
            narrow.actions[i] = 1;
        for (int i = 0; i < 40; ++i) {
            SearchRequest request;
            request.query = text(random);
            request.floor = 0;
            request.explain = true;
            request.preset = std::make_shared<Preset>(*findBuiltIn("graph"));
            const auto a = exact.search(request), b = walked.search(request);
            std::set<catalog::Ordinal> found;
            for (const Hit &hit : a->hits)
                found.insert(hit.ordinal);
            all += found.size();
            for (const Hit &hit : b->hits) {
                same += found.count(hit.ordinal);
                QVERIFY(std::abs(hit.explanation->total - hit.score) < 1e-6);
            }
            // Where few may be seen, and in rankings that look at all, nothing changes.
            const auto c = exact.search(request, narrow), d = walked.search(request, narrow);
            QCOMPARE(c->hits.size(), d->hits.size());
            for (std::size_t k = 0; k < c->hits.size(); ++k)
                QVERIFY(c->hits[k].ordinal == d->hits[k].ordinal && c->hits[k].score == d->hits[k].score);
            for (const char *preset : {"default", "expert-tiers"}) {
                request.preset = std::make_shared<Preset>(*findBuiltIn(preset));
                const auto e = exact.search(request), f = walked.search(request);
                QCOMPARE(e->hits.size(), f->hits.size());
                for (std::size_t k = 0; k < e->hits.size(); ++k)
                    QVERIFY(e->hits[k].ordinal == f->hits[k].ordinal && e->hits[k].score == f->hits[k].score);
            }
        }
        QVERIFY2(static_cast<double>(same) >= 0.95 * static_cast<double>(all), qPrintable(QString::number(same)));
    }

    void theSettingHasThreeValues() {
        for (const VectorSearch each : {VectorSearch::Exact, VectorSearch::Hnsw, VectorSearch::Auto})
            QVERIFY(vectorSearchFrom(vectorSearchKey(each)) == each);
        QVERIFY(!vectorSearchFrom("fast"));
        QVERIFY(wantsGraph(VectorSearch::Hnsw, 1) && !wantsGraph(VectorSearch::Exact, 10'000'000));
        QVERIFY(wantsGraph(VectorSearch::Auto, AutoHnswDocuments));
        QVERIFY(!wantsGraph(VectorSearch::Auto, AutoHnswDocuments - 1));
    }
};

QTEST_APPLESS_MAIN(TestVectorGraph)
#include "tst_vector_graph.moc"
