#include "retrieval/query_cache.h"

#include <QTest>
#include <atomic>
#include <thread>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

/// Gives the length of the text, counts how often it was asked, and fails on demand.
class CountingModel final : public EmbeddingModel {
public:
    const ModelIdentity &identity() const override { return m_identity; }
    Result<void> embedDocuments(std::span<const EmbeddedText>, std::span<float>, const Job &) const override {
        return {};
    }
    Result<void> embedQuery(std::string_view text, std::span<float> out) const override {
        ++asked;
        if (fails)
            return fail(ErrorCode::NetworkError, "down");
        out[0] = static_cast<float>(text.size());
        return {};
    }
    mutable std::atomic<int> asked = 0;
    std::atomic<bool> fails = false;

private:
    ModelIdentity m_identity{"counting", "1", 1};
};

float ask(const QueryCache &cache, std::string_view text) {
    float value = -1;
    return cache.embedQuery(text, {&value, 1}) ? value : -1;
}

} // namespace

class TestQueryCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aQueryIsEmbeddedOnce() {
        const auto model = std::make_shared<CountingModel>();
        const QueryCache cache(model);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(ask(cache, "delete a repository"), 19.0F);
        QCOMPARE(model->asked.load(), 1);
        QCOMPARE(cache.statistics().hits, 2U);
        QCOMPARE(cache.identity(), model->identity());
    }

    void theLeastRecentlyUsedIsGivenUp() {
        const auto model = std::make_shared<CountingModel>();
        const QueryCache cache(model, 2);
        ask(cache, "a");
        ask(cache, "bb");
        ask(cache, "a");   // used again
        ask(cache, "ccc"); // bb goes
        QCOMPARE(model->asked.load(), 3);
        ask(cache, "a");
        QCOMPARE(model->asked.load(), 3);
        ask(cache, "bb");
        QCOMPARE(model->asked.load(), 4);
        QCOMPARE(cache.statistics().kept, 2U);
    }

    void failuresAreNotKept() {
        const auto model = std::make_shared<CountingModel>();
        const QueryCache cache(model);
        model->fails = true;
        QCOMPARE(ask(cache, "x"), -1.0F);
        model->fails = false;
        QCOMPARE(ask(cache, "x"), 1.0F);
    }

    void hugeQueriesAndNoCapacityPassThrough() {
        const auto model = std::make_shared<CountingModel>();
        const QueryCache none(model, 0), cache(model);
        ask(none, "x");
        ask(none, "x");
        const std::string huge(1'000'000, 'x');
        ask(cache, huge);
        ask(cache, huge);
        QCOMPARE(model->asked.load(), 4);
        QCOMPARE(cache.statistics().kept, 0U);
    }

    void manyThreadsMayAsk() {
        const auto model = std::make_shared<CountingModel>();
        const QueryCache cache(model, 16);
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 2000; ++i) {
                    const std::string text(static_cast<std::size_t>((i * (t + 1)) % 40), 'x');
                    if (ask(cache, text) != static_cast<float>(text.size()))
                        ++wrong;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QVERIFY(cache.statistics().kept <= 16);
    }
};

QTEST_GUILESS_MAIN(TestQueryCache)
#include "tst_query_cache.moc"
