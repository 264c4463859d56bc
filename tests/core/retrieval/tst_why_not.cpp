/// "Why isn't X found?": the gate that is named first is the one that is in the way, and every remedy gives what it
/// says.

#include "base/executor.h"
#include "catalog/overlay.h"
#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/thesaurus.h"
#include "retrieval/vector_index.h"
#include "retrieval/why_not.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

using namespace actionscope;
using namespace actionscope::retrieval;
using catalog::Ordinal;

namespace {

const GateFinding &gateOf(const WhyNot &why, FindGate gate) { return why.gates[static_cast<std::size_t>(gate)]; }

const Remedy *remedyOf(const WhyNot &why, Remedy::Kind kind) {
    const auto found =
        std::find_if(why.remedies.begin(), why.remedies.end(), [&](const Remedy &one) { return one.kind == kind; });
    return found == why.remedies.end() ? nullptr : &*found;
}

} // namespace

class WhyNotTest : public QObject {
    Q_OBJECT

    Executor m_executor{2};

    Searcher searcherOf(const std::shared_ptr<const catalog::Catalog> &catalog, bool withVectors = true) {
        auto index = *Index::build(catalog, nullptr, m_executor);
        std::shared_ptr<const VectorIndex> vectors;
        if (withVectors)
            vectors = *VectorIndex::build(catalog, std::make_shared<test::HashModel>(), nullptr, m_executor);
        return {std::move(index), std::move(vectors)};
    }
    Variations variationsOf(const Searcher &searcher) {
        Variations variations;
        variations.withCatalog =
            [&](std::shared_ptr<const catalog::Catalog> catalog) -> Result<std::shared_ptr<const Searcher>> {
            auto index = *Index::build(catalog, &searcher.index(), m_executor);
            std::shared_ptr<const VectorIndex> vectors;
            if (searcher.vectors() != nullptr)
                vectors =
                    *VectorIndex::build(catalog, searcher.vectors()->sharedModel(), searcher.vectors(), m_executor);
            return std::make_shared<const Searcher>(searcher.with(std::move(index), std::move(vectors)));
        };
        variations.withSynonym = [&](std::string_view word, std::string_view other) {
            const std::array<std::string, 2> group{std::string(word), std::string(other)};
            return std::make_shared<const Searcher>(searcher.with(searcher.thesaurus().withGroup(group)));
        };
        return variations;
    }
    static SearchRequest requestOf(const std::string &query, const char *preset = "default") {
        SearchRequest request;
        request.query = query;
        request.preset = std::make_shared<const Preset>(*findBuiltIn(preset));
        return request;
    }
    /// Rank and score by searching, as a check of what a remedy claims.
    static std::pair<std::size_t, double> found(const Searcher &searcher, SearchRequest request,
                                                const Visibility &visibility, Ordinal action) {
        const auto response = searcher.search(request, visibility);
        if (response)
            for (std::size_t i = 0; i < response->hits.size(); ++i)
                if (response->hits[i].ordinal == action)
                    return {i + 1, response->hits[i].score};
        return {0, 0};
    }

    /// Twenty actions with the words of the query, and one that has none of them.
    std::shared_ptr<const catalog::Catalog> m_tickets = [] {
        std::vector<catalog::Capability> actions;
        for (int i = 0; i < 20; ++i)
            actions.push_back(test::makeAction("close_ticket_" + std::to_string(i), "Close ticket",
                                               "Closes a ticket of the queue " + std::to_string(i)));
        actions.push_back(test::makeAction("transition_issue", "Transition issue", "Moves an issue to another state"));
        for (int i = 0; i < 30; ++i)
            actions.push_back(test::makeAction("other_" + std::to_string(i), "Weather", "Tells the weather"));
        return test::makeCatalog({test::makeService("desk", std::move(actions)),
                                  test::makeService("mail", {test::makeAction("send_mail", "Send mail")})});
    }();

private Q_SLOTS:
    void whatIsFoundPassedEveryGate() {
        const Searcher searcher = searcherOf(m_tickets);
        const Ordinal action = *m_tickets->find("mail.send_mail");
        const auto why = whyNot(searcher, requestOf("send mail"), {}, action, variationsOf(searcher));
        QVERIFY(why);
        QVERIFY(!why->failed);
        QCOMPARE(why->rank, 1U);
        QCOMPARE(why->gates.size(), findGates().size());
        QVERIFY(why->remedies.empty());
        for (const GateFinding &gate : why->gates)
            QVERIFY(gate.verdict == Verdict::Passed || gate.verdict == Verdict::Weak);
    }

    void wordsThatAreMissingAreNamedAndMended_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<bool>("vectors");
        QTest::newRow("default") << "default" << true;
        QTest::newRow("default without vectors") << "default" << false;
        QTest::newRow("keywords") << "keywords" << false;
    }
    void wordsThatAreMissingAreNamedAndMended() {
        QFETCH(const QString, preset);
        QFETCH(const bool, vectors);
        const Searcher searcher = searcherOf(m_tickets, vectors);
        const Ordinal action = *m_tickets->find("desk.transition_issue");
        const SearchRequest request = requestOf("close a ticket", preset.toUtf8().constData());
        const auto why = whyNot(searcher, request, {}, action, variationsOf(searcher));
        QVERIFY(why);
        QVERIFY(why->failed);
        QVERIFY(why->explanation);
        const GateFinding &words = gateOf(*why, FindGate::Keywords);
        QVERIFY(words.verdict == Verdict::Weak || words.verdict == Verdict::Failed);
        QVERIFY2(words.facts.find("\"close\"") != std::string::npos, words.facts.c_str());
        const Remedy *describe = remedyOf(*why, Remedy::Kind::Describe);
        QVERIFY(describe != nullptr);
        // What it says, it does: tried here once more by hand.
        const auto changed = *catalog::withDescription(*m_tickets, action, describe->description);
        const auto after = *variationsOf(searcher).withCatalog(changed);
        SearchRequest deep = request;
        deep.limit = 100;
        deep.floor = 1e-9;
        const auto [rank, score] = found(*after, deep, {}, action);
        QCOMPARE(rank, describe->rank);
        QVERIFY(std::abs(score - describe->score) < 1e-9);
    }

    void aServiceThatIsNotSearchedIsNamedAndTheRestIsToldAsIfItWere() {
        const Searcher searcher = searcherOf(m_tickets);
        SearchRequest request = requestOf("send mail");
        request.service = "desk";
        const Ordinal action = *m_tickets->find("mail.send_mail");
        const auto why = whyNot(searcher, request, {}, action, {});
        QVERIFY(why);
        QCOMPARE(why->failed, std::optional(FindGate::Surface));
        QCOMPARE(gateOf(*why, FindGate::Limit).verdict, Verdict::NotReached);
        QCOMPARE(why->rank, 1U);
        QVERIFY(remedyOf(*why, Remedy::Kind::Surface) != nullptr);
        QVERIFY(remedyOf(*why, Remedy::Kind::Surface)->suffices);
    }

    void aFloorThatIsTooHighIsMendedByALowerOne() {
        const Searcher searcher = searcherOf(m_tickets);
        SearchRequest request = requestOf("transition the weather");
        request.limit = 100;
        request.floor = 1e-9;
        const Ordinal action = *m_tickets->find("desk.transition_issue");
        const double score = found(searcher, request, {}, action).second;
        QVERIFY(score > 0);
        request.floor = score + 0.05;
        const auto why = whyNot(searcher, request, {}, action, {});
        QVERIFY(why);
        QCOMPARE(why->failed, std::optional(FindGate::Floor));
        QVERIFY(std::abs(why->score - score) < 1e-9);
        const Remedy *lower = remedyOf(*why, Remedy::Kind::Floor);
        QVERIFY(lower != nullptr);
        QVERIFY(lower->suffices);
        request.floor = lower->value;
        QVERIFY(found(searcher, request, {}, action).first != 0);
    }

    void remediesGiveWhatTheySay_data() {
        QTest::addColumn<std::uint32_t>("seed");
        for (std::uint32_t seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    /// On generated catalogs, for actions that are not found: ranks, scores and whether it suffices are those of a
    /// search with the change made.
    void remediesGiveWhatTheySay() {
        QFETCH(const std::uint32_t, seed);
        test::CatalogGenerator random(seed);
        std::shared_ptr<const catalog::Catalog> catalog;
        do
            catalog = test::makeCatalog(random.services(5));
        while (catalog->size() < 30);
        const Searcher searcher = searcherOf(catalog, random.below(3) != 0);
        const Variations variations = variationsOf(searcher);
        for (int round = 0; round < 6; ++round) {
            SearchRequest request =
                requestOf(random.text(4) + ' ' + random.word(), random.below(4) == 0 ? "keywords" : "default");
            request.limit = 1 + random.below(5);
            request.floor = static_cast<double>(random.below(40)) / 100;
            request.kinds = 3;
            const auto action = static_cast<Ordinal>(random.below(catalog->size()));
            const auto why = whyNot(searcher, request, {}, action, variations);
            QVERIFY(why);
            const auto [rank, score] = found(searcher, request, {}, action);
            QCOMPARE(!why->failed, rank != 0);
            if (rank != 0)
                QVERIFY(why->rank == rank && std::abs(why->score - score) < 1e-9);
            for (const Remedy &remedy : why->remedies) {
                SearchRequest changed = request;
                std::shared_ptr<const Searcher> after = std::make_shared<const Searcher>(searcher);
                switch (remedy.kind) {
                case Remedy::Kind::Floor:
                    changed.floor = remedy.value;
                    break;
                case Remedy::Kind::Limit:
                    changed.limit = remedy.limit;
                    break;
                case Remedy::Kind::Weight: {
                    auto preset = std::make_shared<Preset>(*request.preset);
                    preset->weights[static_cast<std::size_t>(*remedy.signal)] = remedy.value;
                    QVERIFY(checkPreset(*preset));
                    changed.preset = preset;
                    QVERIFY(remedy.suffices);
                    break;
                }
                case Remedy::Kind::Synonym:
                    after = variations.withSynonym(remedy.word, remedy.other);
                    break;
                case Remedy::Kind::Describe:
                    after = *variations.withCatalog(*catalog::withDescription(*catalog, action, remedy.description));
                    break;
                case Remedy::Kind::Service:
                case Remedy::Kind::Surface:
                    QFAIL("nothing is hidden here");
                }
                const auto [then, scored] = found(*after, changed, {}, action);
                const QString told = QString("%1: #%2 %3, and it is #%4 %5 (limit %6, floor %7)")
                                         .arg(QString::fromStdString(remedy.change))
                                         .arg(remedy.rank)
                                         .arg(remedy.score)
                                         .arg(then)
                                         .arg(scored)
                                         .arg(request.limit)
                                         .arg(request.floor);
                QVERIFY2((then != 0) == remedy.suffices, qPrintable(told));
                if (then != 0)
                    QVERIFY2(then == remedy.rank && std::abs(scored - remedy.score) < 1e-9, qPrintable(told));
            }
            QVERIFY(std::is_sorted(why->remedies.begin(), why->remedies.end(), [](const Remedy &a, const Remedy &b) {
                return std::pair(!a.suffices, a.price) < std::pair(!b.suffices, b.price);
            }));
        }
    }

    void itIsToldForEveryRanker_data() {
        QTest::addColumn<QString>("preset");
        for (const Preset &preset : builtInPresets())
            QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
    }
    /// Score and explanation of any action, found or not, add up.
    void itIsToldForEveryRanker() {
        QFETCH(const QString, preset);
        test::CatalogGenerator random(7);
        std::shared_ptr<const catalog::Catalog> catalog;
        do
            catalog = test::makeCatalog(random.services(4));
        while (catalog->size() < 30);
        const Searcher searcher = searcherOf(catalog);
        for (int round = 0; round < 10; ++round) {
            SearchRequest request = requestOf(random.text(5) + " create", preset.toUtf8().constData());
            request.kinds = 3;
            const auto action = static_cast<Ordinal>(random.below(catalog->size()));
            const auto why = whyNot(searcher, request, {}, action, {});
            QVERIFY(why);
            QCOMPARE(!why->failed, found(searcher, request, {}, action).first != 0);
            QVERIFY(why->explanation);
            if (why->rank != 0)
                QVERIFY2(std::abs(why->explanation->total - why->score) < 1e-6,
                         qPrintable(QString("%1 %2").arg(why->explanation->total).arg(why->score)));
        }
    }

    void anEmptyQueryAndAForeignServiceAreNoCrash() {
        const Searcher searcher = searcherOf(m_tickets);
        const Ordinal action = *m_tickets->find("mail.send_mail");
        for (const char *query : {"", "   ", "the of and", "\xff\xfe", "🙂"}) {
            const auto why = whyNot(searcher, requestOf(query), {}, action, variationsOf(searcher));
            QVERIFY(why);
            QVERIFY(why->failed);
        }
        SearchRequest request = requestOf("send mail");
        request.service = "nowhere";
        const auto why = whyNot(searcher, request, {}, action, {});
        QVERIFY(why);
        QCOMPARE(why->failed, std::optional(FindGate::Surface));
    }

    void itCanBeCancelled() {
        const Searcher searcher = searcherOf(m_tickets);
        std::stop_source stop;
        stop.request_stop();
        const auto why = whyNot(searcher, requestOf("close a ticket"), {}, *m_tickets->find("desk.transition_issue"),
                                variationsOf(searcher), Job{{}, stop.get_token()});
        QVERIFY(!why);
        QCOMPARE(why.error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(WhyNotTest)
#include "tst_why_not.moc"
