#include "evaluation/confusion.h"
#include "evaluation_fixture.h"

#include <algorithm>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::evaluation::test;

class TestConfusion : public QObject {
    Q_OBJECT
    Executor m_executor{2};

    static std::vector<Action> shop() {
        std::vector<Action> actions{
            {"shop", "orders_cancel", "Cancel an order of a customer"},
            {"shop", "orders_abort", "Cancel an order of a customer"},
            {"shop", "invoices_print", "Print the invoice on paper"},
            {"desk", "tickets_close", "Close a ticket that was answered with thanks"},
            {"desk", "tickets_reopen", "Close a ticket that was answered with grief"},
            {"desk", "silent", ""},
        };
        // Twelve that say what `hidden` says, in fewer words.
        for (int i = 0; i < 12; ++i)
            actions.push_back({"news", "letter" + std::to_string(i), "Weekly digest"});
        actions.push_back({"news", "hidden",
                           "Weekly digest. It is sent to everybody who asked for it at the door, in the shop or by "
                           "post, and to nobody else, whatever the season."});
        return actions;
    }
    std::shared_ptr<const retrieval::Searcher> m_searcher = searcherOf(shop(), m_executor);
    const catalog::Catalog &catalog() const { return m_searcher->index().catalog(); }
    Result<ConfusionMap> map(ConfusionOptions options = {}, const Job &job = {}) {
        return mapConfusion(*m_searcher, options, m_executor, job);
    }
    const Cluster *clusterOf(const ConfusionMap &map, const char *name) const {
        const auto ordinal = catalog().find(name);
        for (const Cluster &cluster : map.clusters) {
            if (std::any_of(cluster.members.begin(), cluster.members.end(),
                            [&](const ClusterMember &member) { return member.action == *ordinal; }))
                return &cluster;
        }
        return nullptr;
    }
private Q_SLOTS:
    void findsWhatItsOwnWordsDoNotFind() {
        const auto m = map();
        QVERIFY(m);
        QCOMPARE(m->actions, std::uint32_t(shop().size()));
        QCOMPARE(m->probed, m->actions);
        QVERIFY(!m->sampled());
        QCOMPARE(m->wordless, 1U);
        QCOMPARE(m->hidden.size(), std::size_t(1));
        QCOMPARE(catalog().qualifiedName(m->hidden[0].action), std::string("news.hidden"));
        QCOMPARE(m->hidden[0].query, std::string("Weekly digest"));
        QCOMPARE(m->hidden[0].rank, 13.0);
        QCOMPARE(m->hidden[0].ahead.size(), std::size_t(3));
    }
    void clustersWhatCompetes() {
        const auto m = map({.competing = 0.6});
        QVERIFY(m);
        const Cluster *tickets = clusterOf(*m, "desk.tickets_close");
        QVERIFY(tickets != nullptr);
        QCOMPARE(tickets->members.size(), std::size_t(2));
        QCOMPARE(tickets->members[0].action, *catalog().find("desk.tickets_close"));
        // What tells them apart is in one of them only.
        for (const ClusterMember &member : tickets->members)
            QVERIFY(!member.apart.empty());
        const auto &apart = tickets->members[0].apart;
        QVERIFY(std::find(apart.begin(), apart.end(), "thanks") != apart.end());
        QVERIFY(std::find(tickets->shared.begin(), tickets->shared.end(), "answered") != tickets->shared.end());
        QVERIFY(tickets->similarity > 0 && tickets->similarity < 1);
        QVERIFY(clusterOf(*m, "shop.invoices_print") == nullptr);
    }
    void namesNearDuplicates() {
        const auto m = map({.competing = 0.6, .nearDuplicate = 0.6});
        QVERIFY(m);
        const Cluster *orders = clusterOf(*m, "shop.orders_cancel");
        QVERIFY(orders != nullptr && orders->nearDuplicates);
        const auto findings = confusionFindings(catalog(), *m);
        const auto finding = [&](const char *rule, const char *action) {
            return std::any_of(findings.begin(), findings.end(),
                               [&](const catalog::Finding &f) { return f.rule == rule && f.action == action; });
        };
        QVERIFY(finding("near-duplicate", "shop.orders_abort"));
        QVERIFY(finding("not-found-by-own-words", "news.hidden"));
        QVERIFY(!finding("confusable", "shop.orders_abort"));
    }
    void boundsClusters() {
        const auto m = map({.competing = 0.6, .clusterSize = 4});
        QVERIFY(m);
        for (const Cluster &cluster : m->clusters)
            QVERIFY(cluster.members.size() <= 4);
        const auto few = map({.competing = 0.6, .clusters = 1});
        QCOMPARE(few->clusters.size(), std::size_t(1));
        QVERIFY(few->clustersCut > 0);
    }
    void saysThatItSampled() {
        const auto m = map({.probes = 5});
        QVERIFY(m);
        QCOMPARE(m->probed, 5U);
        QVERIFY(m->sampled());
        const auto desk = map({.service = "desk"});
        QCOMPARE(desk->actions, 3U);
        QCOMPARE(map({.service = "dusk"}).error().code, ErrorCode::NotFound);
    }
    void isTheSameEachTime() {
        const auto a = map(), b = map();
        QCOMPARE(a->clusters.size(), b->clusters.size());
        for (std::size_t i = 0; i < a->clusters.size(); ++i) {
            QCOMPARE(a->clusters[i].members.size(), b->clusters[i].members.size());
            QCOMPARE(a->clusters[i].members[0].action, b->clusters[i].members[0].action);
            QCOMPARE(a->clusters[i].members[0].apart, b->clusters[i].members[0].apart);
        }
    }
    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(map({}, {{}, stop.get_token()}).error().code, ErrorCode::Cancelled);
    }
    void namesWhoStandsBeforeARightAnswer() {
        Run run;
        SetResult set;
        QueryResult query;
        query.id = "q1";
        query.golds = {{"a.right", 0.5, 3}, {"a.good", 0.7, 2}};
        query.top = {{"b.wrong", 0.9, -1}, {"a.good", 0.7, 2}, {"a.right", 0.5, 3}};
        set.results = {query, query};
        set.results[1].id = "q2";
        set.results[1].top = {{"b.wrong", 0.9, 0}};
        run.sets = {set};
        const auto pairs = confusedPairs(run);
        QCOMPARE(pairs.size(), std::size_t(3)); // wrong before right, wrong before good, good before right
        QCOMPARE(pairs[0].other, std::string("b.wrong"));
        QCOMPARE(pairs[0].queries, (std::vector<std::string>{"q1", "q2"}));
        QCOMPARE(confusedPairs(run, 1).size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestConfusion)
#include "tst_confusion.moc"
