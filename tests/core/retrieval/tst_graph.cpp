/// The relationship graph against a plain one written here, which compares every pair of capabilities.

#include "base/text.h"
#include "catalogs.h"
#include "retrieval/graph.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

using namespace actionscope;
using namespace actionscope::retrieval;
using catalog::Ordinal;

namespace {

using Lists = std::vector<std::vector<std::string>>;

std::shared_ptr<const RelationGraph> graphOf(std::shared_ptr<const catalog::Catalog> catalog, const Lists &lists = {}) {
    return *RelationGraph::build(std::move(catalog), lists);
}

catalog::Capability tagged(const std::string &name, std::vector<std::string> tags) {
    catalog::Capability action = test::makeAction(name, "");
    action.tags = std::move(tags);
    return action;
}

catalog::Capability requiring(const std::string &name, std::vector<std::string> required) {
    catalog::Capability action = test::makeAction(name, "");
    action.requires_ = std::move(required);
    return action;
}

/// Every relation of every pair, as CD5 says it.
class Reference {
public:
    Reference(const catalog::Catalog &catalog, const Lists &lists)
        : m_size(catalog.size()) {
        std::vector<catalog::Capability> all;
        for (Ordinal i = 0; i < m_size; ++i)
            all.push_back(catalog.at(i).toCapability());
        std::map<std::pair<int, std::string>, int> groups;
        for (const catalog::Capability &one : all)
            ++groups[{static_cast<int>(one.kind), one.category}];
        for (Ordinal a = 0; a < m_size; ++a) {
            for (Ordinal b = 0; b < m_size; ++b) {
                if (a == b)
                    continue;
                if (needs(catalog, all, a, b) || needs(catalog, all, b, a))
                    m_edges[{a, b}].push_back({Relation::DependsOn, 1.0});
                if (std::any_of(lists.begin(), lists.end(), [&](const std::vector<std::string> &list) {
                        return count(list, catalog.qualifiedName(a)) && count(list, catalog.qualifiedName(b));
                    }))
                    m_edges[{a, b}].push_back({Relation::ComposedWith, 0.5});
                std::set<std::string> own, common;
                for (const std::string &tag : all[a].tags)
                    own.insert(toLowerAscii(tag));
                for (const std::string &tag : all[b].tags)
                    if (own.contains(toLowerAscii(tag)))
                        common.insert(toLowerAscii(tag));
                if (common.size() >= 2)
                    m_edges[{a, b}].push_back({Relation::TaggedWith, 0.3 * static_cast<double>(common.size())});
                const int group = groups[{static_cast<int>(all[a].kind), all[a].category}];
                if (!all[a].category.empty() && all[a].category == all[b].category && all[a].kind == all[b].kind &&
                    group <= 8)
                    m_edges[{a, b}].push_back({Relation::SameCategory, 0.1});
            }
        }
    }
    struct Kind {
        Relation relation;
        double weight;
    };
    std::vector<Edge> edges(Ordinal a) const {
        std::vector<Edge> result;
        for (Ordinal b = 0; b < m_size; ++b)
            for (const Kind &kind : between(a, b))
                result.push_back({b, kind.relation, static_cast<float>(kind.weight)});
        std::sort(result.begin(), result.end(), [](const Edge &x, const Edge &y) {
            return std::tuple(-x.weight, x.relation, x.other) < std::tuple(-y.weight, y.relation, y.other);
        });
        return result;
    }
    std::uint64_t count() const {
        std::uint64_t pairs = 0;
        for (const auto &[pair, kinds] : m_edges)
            pairs += pair.first < pair.second ? kinds.size() : 0;
        return pairs;
    }
    std::map<Ordinal, double> rerank(const std::map<Ordinal, double> &results, double factor,
                                     const std::set<Ordinal> &hidden) const {
        std::map<Ordinal, double> after = results;
        for (const auto &[a, score] : results)
            for (Ordinal b = 0; b < m_size; ++b)
                for (const Kind &kind : between(a, b)) {
                    if (results.contains(b))
                        after[a] += factor * kind.weight;
                    else if (kind.relation <= Relation::ComposedWith && !hidden.contains(b) && score > 0)
                        after[b] = std::max(after[b], score * factor * kind.weight);
                }
        return after;
    }

private:
    static bool count(const std::vector<std::string> &list, const std::string &name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    }
    static bool needs(const catalog::Catalog &catalog, const std::vector<catalog::Capability> &all, Ordinal a,
                      Ordinal b) {
        for (std::string id : all[a].requires_) {
            for (const char *kind : {"tool:", "action:", "skill:"})
                if (id.rfind(kind, 0) == 0)
                    id = id.substr(std::string(kind).size());
            if (const auto exact = catalog.find(id)) {
                if (*exact == b)
                    return true;
                continue;
            }
            std::vector<Ordinal> own, any;
            for (Ordinal i = 0; i < all.size(); ++i)
                if (all[i].name == id) {
                    any.push_back(i);
                    if (catalog.serviceIndexOf(i) == catalog.serviceIndexOf(a))
                        own.push_back(i);
                }
            if ((own.size() == 1 && own[0] == b) || (own.empty() && any.size() == 1 && any[0] == b))
                return true;
        }
        return false;
    }
    const std::vector<Kind> &between(Ordinal a, Ordinal b) const {
        static const std::vector<Kind> None;
        const auto found = m_edges.find({a, b});
        return found == m_edges.end() ? None : found->second;
    }
    Ordinal m_size;
    std::map<std::pair<Ordinal, Ordinal>, std::vector<Kind>> m_edges;
};

struct Generated {
    std::shared_ptr<const catalog::Catalog> catalog;
    Lists lists;
};

/// Few tags, categories and names, so that every kind of edge occurs often, and requirements of every form.
Generated generate(std::uint32_t seed) {
    test::CatalogGenerator random(seed);
    std::vector<catalog::Service> services;
    std::vector<std::string> names;
    for (std::size_t s = 0; s < 1 + random.below(4); ++s) {
        std::vector<catalog::Capability> actions;
        for (std::size_t i = 0; i < 1 + random.below(15); ++i) {
            catalog::Capability action = test::makeAction("a" + std::to_string(i), "");
            action.kind = random.below(3) == 0 ? catalog::Kind::Tool : catalog::Kind::Action;
            for (std::size_t t = random.below(5); t > 0; --t)
                action.tags.push_back(std::string(random.below(2) == 0 ? "Tag" : "tag") +
                                      static_cast<char>('a' + random.below(5)));
            if (random.below(2) == 0)
                action.category = std::string(1, static_cast<char>('x' + random.below(3)));
            for (std::size_t r = random.below(3); r > 0; --r) {
                const std::string name = "a" + std::to_string(random.below(20));
                const std::string service = "s" + std::to_string(random.below(4));
                switch (random.below(4)) {
                case 0:
                    action.requires_.push_back(name);
                    break;
                case 1:
                    action.requires_.push_back("tool:" + name);
                    break;
                case 2:
                    action.requires_.push_back(service + '.' + name);
                    break;
                default:
                    action.requires_.push_back("action:" + service + '.' + name);
                    break;
                }
            }
            names.push_back("s" + std::to_string(s) + '.' + action.name);
            actions.push_back(std::move(action));
        }
        services.push_back(test::makeService("s" + std::to_string(s), std::move(actions)));
    }
    Lists lists(random.below(4));
    for (std::vector<std::string> &list : lists)
        for (std::size_t i = random.below(6); i > 0; --i)
            list.push_back(random.below(8) == 0 ? "s0.unknown" : names[random.below(names.size())]);
    return {test::makeCatalog(std::move(services)), std::move(lists)};
}

} // namespace

class GraphTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void edgesAndTheirNumberAreThoseOfEveryPairCompared_data() {
        QTest::addColumn<std::uint32_t>("seed");
        for (std::uint32_t seed = 1; seed <= 60; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }
    void edgesAndTheirNumberAreThoseOfEveryPairCompared() {
        QFETCH(const std::uint32_t, seed);
        const Generated made = generate(seed);
        const auto graph = graphOf(made.catalog, made.lists);
        const Reference reference(*made.catalog, made.lists);
        for (Ordinal i = 0; i < made.catalog->size(); ++i) {
            QCOMPARE(graph->edges(i, 10'000), reference.edges(i));
            for (const Edge &edge : graph->edges(i, 10'000)) {
                const auto between = graph->between(i, edge.other);
                QVERIFY(std::find(between.begin(), between.end(), edge) != between.end());
            }
        }
        QCOMPARE(graph->statistics().nodes, made.catalog->size());
        QCOMPARE(graph->statistics().edges, reference.count());
        QVERIFY(graph->statistics().complete);
    }

    void reRankingIsThatOfEveryPairCompared_data() { edgesAndTheirNumberAreThoseOfEveryPairCompared_data(); }
    void reRankingIsThatOfEveryPairCompared() {
        QFETCH(const std::uint32_t, seed);
        const Generated made = generate(seed);
        const auto graph = graphOf(made.catalog, made.lists);
        const Reference reference(*made.catalog, made.lists);
        test::CatalogGenerator random(seed + 1000);
        std::map<Ordinal, double> before;
        std::set<Ordinal> hidden;
        for (Ordinal i = 0; i < made.catalog->size(); ++i) {
            if (random.below(3) == 0)
                before[i] = static_cast<double>(random.below(1000)) / 1000 - 0.1;
            else if (random.below(4) == 0)
                hidden.insert(i);
        }
        std::vector<RelationGraph::Scored> results;
        for (const auto &[ordinal, score] : before)
            results.push_back({ordinal, score});
        const auto boosts =
            graph->rerank(results, GraphFactor, [&](Ordinal ordinal) { return !hidden.contains(ordinal); });

        const std::map<Ordinal, double> expected = reference.rerank(before, GraphFactor, hidden);
        QCOMPARE(results.size(), expected.size());
        std::map<Ordinal, double> sums = before;
        for (const RelationGraph::Boost &boost : boosts)
            sums[boost.of] += boost.contribution;
        for (std::size_t i = 0; i < results.size(); ++i) {
            const RelationGraph::Scored &result = results[i];
            QVERIFY(std::abs(result.score - expected.at(result.ordinal)) < 1e-12);
            QVERIFY(std::abs(result.score - sums.at(result.ordinal)) < 1e-12); // the explanation adds up
            QCOMPARE(result.pulledIn, !before.contains(result.ordinal));
            QVERIFY(i == 0 || results[i - 1].score > result.score ||
                    (results[i - 1].score == result.score && results[i - 1].ordinal < result.ordinal));
        }
    }

    void oneSharedTagIsNoEdgeTwoAre() {
        const auto catalog = test::makeCatalog({test::makeService(
            "s", {tagged("a", {"mail", "team"}), tagged("b", {"mail", "TEAM", "team"}), tagged("c", {"mail", "x"})})});
        const auto graph = graphOf(catalog);
        QCOMPARE(graph->edges(0), (std::vector<Edge>{{1, Relation::TaggedWith, 0.6F}}));
        QCOMPARE(graph->edges(2), std::vector<Edge>());
    }

    void aGroupOfNineIsNoCategoryAnyMore() {
        const auto sizeOf = [](int members) {
            std::vector<catalog::Capability> actions;
            for (int i = 0; i < members; ++i) {
                actions.push_back(test::makeAction("a" + std::to_string(i), ""));
                actions.back().category = "mail";
            }
            return graphOf(test::makeCatalog({test::makeService("s", std::move(actions))}))->statistics().edges;
        };
        QCOMPARE(sizeOf(1), 0U);
        QCOMPARE(sizeOf(8), 28U);
        QCOMPARE(sizeOf(9), 0U);
    }

    void aRequirementThatNamesTwoIsLeftOutAndCounted() {
        const auto catalog = test::makeCatalog(
            {test::makeService("a", {test::makeAction("send", "")}),
             test::makeService("b", {test::makeAction("send", "")}),
             test::makeService("c", {requiring("notify", {"send", "nobody"}), requiring("own", {"notify"})})});
        const auto graph = graphOf(catalog);
        QCOMPARE(graph->edges(2), (std::vector<Edge>{{3, Relation::DependsOn, 1.0F}}));
        QCOMPARE(graph->statistics().unresolved, 2U);
    }

    void whatIsRequiredComesInUnlessItMayNot() {
        const auto catalog = test::makeCatalog(
            {test::makeService("s", {requiring("publish", {"login"}), test::makeAction("login", "")})});
        const auto graph = graphOf(catalog);
        const Ordinal login = *catalog->find("s.login"), publish = *catalog->find("s.publish");
        std::vector<RelationGraph::Scored> results{{publish, 0.8}};
        graph->rerank(results, GraphFactor, [](Ordinal) { return true; });
        QCOMPARE(results.size(), 2U);
        QCOMPARE(results[1].ordinal, login);
        QVERIFY(results[1].pulledIn);
        QCOMPARE(results[1].score, 0.8 * 0.15);
        results = {{publish, 0.8}};
        graph->rerank(results, GraphFactor, [](Ordinal) { return false; });
        QCOMPARE(results.size(), 1U);
    }

    void twoTagsOnEveryActionCostNoSquare() {
        std::vector<catalog::Capability> actions;
        constexpr std::size_t Many = 60'000;
        for (std::size_t i = 0; i < Many; ++i)
            actions.push_back(tagged("a" + std::to_string(i), {"api", "v1", "t" + std::to_string(i)}));
        const auto graph = graphOf(test::makeCatalog({test::makeService("s", std::move(actions))}));
        // 1.8 billion edges: neither stored nor walked one by one; counting stops and says so.
        QVERIFY(!graph->statistics().complete);
        QCOMPARE(graph->edges(7, 50).size(), 50U);
        std::vector<RelationGraph::Scored> results;
        for (Ordinal i = 0; i < 100; ++i)
            results.push_back({i * 600, 0.5});
        QCOMPARE(graph->rerank(results, GraphFactor, [](Ordinal) { return true; }).size(), 100U * 99U);
        QCOMPARE(results.size(), 100U);
    }

    void whatAllRequireBringsInACappedNumber() {
        std::vector<catalog::Capability> actions{test::makeAction("hub", "")};
        for (std::size_t i = 0; i < 5'000; ++i)
            actions.push_back(requiring("a" + std::to_string(i), {"hub"}));
        const auto catalog = test::makeCatalog({test::makeService("s", std::move(actions))});
        std::vector<RelationGraph::Scored> results{{*catalog->find("s.hub"), 0.9}};
        graphOf(catalog)->rerank(results, GraphFactor, [](Ordinal) { return true; });
        QCOMPARE(results.size(), 1 + MaxPulledIn);
    }

    void aListOfEverythingIsNoRelation() {
        std::vector<catalog::Capability> actions;
        Lists lists(1);
        for (std::size_t i = 0; i <= MaxComposedList; ++i) {
            actions.push_back(test::makeAction("a" + std::to_string(i), ""));
            lists[0].push_back("s.a" + std::to_string(i));
        }
        const auto catalog = test::makeCatalog({test::makeService("s", std::move(actions))});
        QCOMPARE(graphOf(catalog, lists)->statistics().edges, 0U);
        lists[0].pop_back();
        QCOMPARE(graphOf(catalog, lists)->statistics().edges, MaxComposedList * (MaxComposedList - 1) / 2);
    }

    void buildingCanBeCancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto graph = RelationGraph::build(test::makeCatalog({}), {}, Job{{}, stop.get_token()});
        QVERIFY(!graph);
        QCOMPARE(graph.error().code, ErrorCode::Cancelled);
    }

    void anEmptyCatalogHasAnEmptyGraph() {
        const auto graph = graphOf(test::makeCatalog({}));
        QCOMPARE(graph->statistics().edges, 0U);
        std::vector<RelationGraph::Scored> results;
        QVERIFY(graph->rerank(results, GraphFactor, [](Ordinal) { return true; }).empty());
    }
};

QTEST_APPLESS_MAIN(GraphTest)
#include "tst_graph.moc"
