/// The searcher against two slower ones on generated catalogs: the plain scoring of every document by the same index,
/// and one written here that knows nothing of the index and works from the text.

#include "base/executor.h"
#include "base/text.h"
#include "catalogs.h"
#include "retrieval/analyzer.h"
#include "retrieval/searcher.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

/// BM25F with service evidence as the headers describe it, straight from the text.
class Oracle {
public:
    Oracle(const catalog::Catalog &catalog, RankingOptions options)
        : m_catalog(catalog)
        , m_options(options) {
        for (catalog::Ordinal i = 0; i < catalog.size(); ++i)
            m_documents.push_back(read(i));
        m_counts.resize(catalog.services().size());
        for (catalog::Ordinal i = 0; i < catalog.size(); ++i) {
            for (const auto &[term, weight] : m_documents[i].weights) {
                ++m_frequency[term];
                ++m_counts[catalog.serviceIndexOf(i)][term];
            }
            m_totalLength += m_documents[i].length;
        }
        for (const auto &counts : m_counts) {
            double postings = 0;
            for (const auto &[term, count] : counts)
                postings += count;
            m_postings.push_back(postings);
            m_allPostings += postings;
        }
    }
    struct Result {
        double score;
        catalog::Ordinal ordinal;
    };
    std::vector<Result> search(const std::string &query, const std::vector<bool> &allowed, double floor) {
        const std::set<std::string> terms = termsOf(query);
        const double n = m_catalog.size(), s = static_cast<double>(m_catalog.services().size());
        const double lambda = s > 1 ? m_options.serviceEvidence : 0;
        double attainable = 0;
        std::map<std::string, std::pair<double, double>> idf;
        for (const std::string &term : terms) {
            double services = 0;
            for (const auto &counts : m_counts)
                services += counts.count(term);
            const double df = m_frequency.count(term) ? m_frequency[term] : 0;
            idf[term] = {std::log(1 + (n - df + .5) / (df + .5)), std::log(1 + (s - services + .5) / (services + .5))};
            attainable += (m_options.k1 + 1) * (idf[term].first + lambda * idf[term].second);
        }
        const double average = n > 0 && m_totalLength > 0 ? m_totalLength / n : 1;
        const double averageService = m_allPostings > 0 ? m_allPostings / s : 1;
        std::vector<Result> results;
        for (catalog::Ordinal i = 0; i < m_catalog.size(); ++i) {
            if (!allowed[i])
                continue;
            const std::uint32_t service = m_catalog.serviceIndexOf(i);
            double raw = 0, evidence = 0;
            for (const std::string &term : terms) {
                const auto weight = m_documents[i].weights.find(term);
                if (weight != m_documents[i].weights.end()) {
                    const double tf = std::min(weight->second, 12.7);
                    raw += idf[term].first * (m_options.k1 + 1) * tf /
                           (tf + m_options.k1 * (1 - m_options.b + m_options.b * m_documents[i].length / average));
                }
                const auto count = m_counts[service].find(term);
                if (count != m_counts[service].end())
                    evidence += lambda * idf[term].second * (m_options.k1 + 1) * count->second /
                                (count->second +
                                 m_options.k1 * (1 - m_options.b + m_options.b * m_postings[service] / averageService));
            }
            double score = raw == 0 ? 0 : (raw + evidence) / attainable;
            const std::string name = toLowerAscii(m_catalog.at(i).name());
            const bool named = toLowerAscii(query) == name ||
                               toLowerAscii(query) == m_catalog.services()[service].info.id + "." + name;
            if (named && m_options.exactName > 0)
                score += m_options.exactName * (1 - score);
            else if (!terms.empty() &&
                     (terms == termsOf(m_catalog.at(i).name()) || terms == termsOf(m_catalog.at(i).title())))
                score += m_options.sameWords * (1 - score);
            else if (raw == 0)
                continue;
            if (score >= floor)
                results.push_back({score, i});
        }
        std::stable_sort(results.begin(), results.end(),
                         [](const Result &a, const Result &b) { return a.score > b.score; });
        return results;
    }

private:
    struct Document {
        std::map<std::string, double> weights;
        double length = 0;
    };
    std::set<std::string> termsOf(std::string_view text) {
        std::set<std::string> terms;
        for (const auto &token : m_analyzer.analyze(text)) {
            if (!token.term.empty())
                terms.insert(token.term);
        }
        return terms;
    }
    Document read(catalog::Ordinal ordinal) {
        Document document;
        const auto add = [&](std::string_view text, double weight) {
            for (const auto &token : m_analyzer.analyze(text)) {
                if (token.term.empty())
                    continue;
                document.weights[token.term] += weight;
                document.length += weight;
            }
        };
        const catalog::CapabilityView action = m_catalog.at(ordinal);
        add(action.name(), 1.5);
        add(action.title(), 1);
        add(action.description(), 1);
        std::string path(action.path());
        while (path.find('{') != std::string::npos)
            path.erase(path.find('{'), path.find('}') - path.find('{') + 1);
        add(path, 1);
        for (const auto tag : action.tags())
            add(tag, 1);
        for (std::size_t i = 0; i < action.parameterCount(); ++i) {
            add(action.parameter(i).name, .7);
            add(action.parameter(i).description, .3);
        }
        const catalog::ServiceInfo &info = m_catalog.serviceOf(ordinal).info;
        add(info.id, 1);
        Analyzer plain({.stem = false, .stopWords = false});
        std::set<std::string> seen;
        for (const auto &token : plain.analyze(info.id))
            seen.insert(token.term);
        for (const auto &token : plain.analyze(info.title)) {
            if (seen.insert(token.term).second)
                add(token.term, 1);
        }
        return document;
    }

    const catalog::Catalog &m_catalog;
    RankingOptions m_options;
    Analyzer m_analyzer;
    std::vector<Document> m_documents;
    std::map<std::string, int> m_frequency;
    std::vector<std::map<std::string, int>> m_counts;
    std::vector<double> m_postings; // of each service
    double m_totalLength = 0, m_allPostings = 0;
};

struct Case {
    SearchRequest request;
    Visibility visibility;
};

Case makeCase(test::CatalogGenerator &random, const catalog::Catalog &catalog) {
    Case c;
    c.request.query = random.text(random.below(6) == 0 ? 60 : 6);
    if (catalog.size() > 0 && random.below(8) == 0)
        c.request.query =
            random.below(2) == 0
                ? std::string(catalog.at(static_cast<catalog::Ordinal>(random.below(catalog.size()))).name())
                : catalog.qualifiedName(static_cast<catalog::Ordinal>(random.below(catalog.size())));
    if (catalog.size() > 0 && random.below(6) == 0)
        c.request.query =
            "the " + std::string(catalog.at(static_cast<catalog::Ordinal>(random.below(catalog.size()))).title());
    if (random.below(5) == 0)
        c.request.query += " unheardof";
    c.request.limit = 1 + random.below(random.below(3) == 0 ? 100 : 12);
    constexpr double Floors[] = {0, 0, 0, 0.1, 0.3, 0.6};
    c.request.floor = Floors[random.below(6)];
    c.request.longTailOnly = random.below(4) == 0;
    c.request.kinds = random.below(4) == 0 ? 3U : random.below(6) == 0 ? 2U : 1U;
    c.request.countWithheld = random.below(2) == 0;
    if (!catalog.services().empty() && random.below(5) == 0)
        c.request.service = catalog.services()[random.below(catalog.services().size())].info.id;
    if (random.below(3) == 0) {
        for (std::size_t i = 0; i < catalog.services().size(); ++i)
            c.visibility.services.push_back(random.below(3) != 0);
    }
    if (random.below(4) == 0) {
        for (std::size_t i = 0; i < catalog.size(); ++i)
            c.visibility.actions.push_back(random.below(5) != 0);
    }
    return c;
}

std::vector<bool> allowedBy(const Case &c, const catalog::Catalog &catalog) {
    std::vector<bool> allowed;
    for (catalog::Ordinal i = 0; i < catalog.size(); ++i) {
        const catalog::CapabilityView action = catalog.at(i);
        const std::uint32_t service = catalog.serviceIndexOf(i);
        allowed.push_back((c.visibility.services.empty() || c.visibility.services[service] != 0) &&
                          (c.visibility.actions.empty() || c.visibility.actions[i] != 0) &&
                          (!c.request.service || catalog.services()[service].info.id == *c.request.service) &&
                          (c.request.kinds >> static_cast<unsigned>(action.kind()) & 1U) != 0 &&
                          (!c.request.longTailOnly || !action.curated()));
    }
    return allowed;
}

} // namespace

class TestSearchOracle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatScoringEverythingFinds_data() {
        QTest::addColumn<uint>("seed");
        for (uint seed = 1; seed <= 12; ++seed)
            QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << seed;
        // For hunting: any other seed by environment.
        if (const char *own = std::getenv("ACTIONSCOPE_TEST_SEED"))
            QTest::newRow("seed from the environment") << static_cast<uint>(std::atoi(own));
    }
    void findsWhatScoringEverythingFinds() {
        QFETCH(uint, seed);
        test::CatalogGenerator random(seed);
        const auto catalog = test::makeCatalog(random.services(seed % 3 == 0 ? 1 : 40));
        Executor executor(2);
        const auto index = Index::build(catalog, nullptr, executor);
        QVERIFY(index);
        RankingOptions options;
        if (seed % 4 == 0)
            options = {.k1 = 1.2,
                       .b = 0.4,
                       .serviceEvidence = 0.2,
                       .exactName = seed % 8 == 0 ? 0.0 : 0.5,
                       .sameWords = seed % 8 == 0 ? 0.3 : 0.0};
        const Searcher searcher(*index, options);
        Oracle oracle(*catalog, options);
        for (int round = 0; round < 40; ++round) {
            const Case c = makeCase(random, *catalog);
            const QString where = QString("seed %1, round %2, query \"%3\"")
                                      .arg(seed)
                                      .arg(round)
                                      .arg(QString::fromStdString(c.request.query));
            const auto fast = searcher.search(c.request, c.visibility);
            QVERIFY2(fast, qPrintable(where));
            const auto plain = searcher.searchExhaustively(c.request, c.visibility);
            QVERIFY2(fast->hits.size() == plain.size(), qPrintable(where));
            for (std::size_t i = 0; i < plain.size(); ++i) {
                QVERIFY2(fast->hits[i].ordinal == plain[i].ordinal, qPrintable(where));
                QVERIFY2(fast->hits[i].score == plain[i].score, qPrintable(where)); // to the last bit
            }
            // The independent one adds up in another order: equal but for rounding, so documents are compared by score.
            const auto known = oracle.search(c.request.query, allowedBy(c, *catalog), 0);
            std::map<catalog::Ordinal, double> scores;
            for (const auto &result : known)
                scores[result.ordinal] = result.score;
            for (std::size_t i = 0; i < plain.size(); ++i) {
                QVERIFY2(scores.count(plain[i].ordinal), qPrintable(where));
                QVERIFY2(std::abs(scores[plain[i].ordinal] - plain[i].score) < 1e-9, qPrintable(where));
                QVERIFY2(std::abs(known[i].score - plain[i].score) < 1e-9, qPrintable(where));
            }
            if (plain.size() < c.request.limit && plain.size() < known.size())
                QVERIFY2(known[plain.size()].score < c.request.floor + 1e-9, qPrintable(where));
        }
    }

    /// Services first, then actions within them: against the groups that the independent scores of everything make.
    void inStagesItFindsTheBestOfTheBestServices() {
        int deeper = 0, kept = 0;
        for (std::uint32_t seed = 300; seed < 312; ++seed) {
            test::CatalogGenerator random(seed);
            const auto catalog = test::makeCatalog(random.services(40));
            Executor executor(2);
            const auto index = Index::build(catalog, nullptr, executor);
            const Searcher searcher(*index);
            Oracle oracle(*catalog, {});
            for (int round = 0; round < 30; ++round) {
                Case c = makeCase(random, *catalog);
                c.request.stages = SearchStages{1 + random.below(12), 1 + random.below(20)};
                std::vector<std::uint8_t> wanted;
                if (random.below(2) == 0) {
                    for (std::size_t i = 0; i < catalog->size(); ++i)
                        wanted.push_back(random.below(3) != 0);
                    c.request.only = [&](const catalog::Catalog &, catalog::Ordinal i) { return wanted[i] != 0; };
                }
                const QString where = QString("seed %1, round %2").arg(seed).arg(round);
                const auto response = searcher.search(c.request, c.visibility);
                QVERIFY2(response, qPrintable(where));

                auto allowed = allowedBy(c, *catalog);
                for (std::size_t i = 0; i < wanted.size(); ++i)
                    allowed[i] = allowed[i] && wanted[i] != 0;
                std::map<std::uint32_t, std::vector<double>> groups;
                for (const auto &result : oracle.search(c.request.query, allowed, c.request.floor))
                    groups[catalog->serviceIndexOf(result.ordinal)].push_back(result.score);
                std::vector<double> expected; // of the best of each service, best service first
                std::size_t found = 0, at = 0, all = 0;
                for (const auto &[service, scores] : groups) {
                    expected.push_back(scores.front());
                    all += scores.size();
                }
                std::sort(expected.rbegin(), expected.rend());
                expected.resize(std::min(expected.size(), c.request.stages->services));
                std::set<std::uint32_t> seen;
                const std::vector<Hit> &hits = response->hits;
                while (at < hits.size()) {
                    const std::uint32_t service = catalog->serviceIndexOf(hits[at].ordinal);
                    QVERIFY2(seen.insert(service).second, qPrintable(where)); // one group a service
                    QVERIFY2(found < expected.size(), qPrintable(where));
                    QVERIFY2(std::abs(hits[at].score - expected[found]) < 1e-9, qPrintable(where));
                    const std::vector<double> &scores = groups[service];
                    const std::size_t most = std::min(scores.size(), c.request.stages->perService);
                    for (std::size_t i = 0; i < most; ++i, ++at) {
                        QVERIFY2(at < hits.size() && catalog->serviceIndexOf(hits[at].ordinal) == service &&
                                     allowed[hits[at].ordinal],
                                 qPrintable(where));
                        QVERIFY2(std::abs(hits[at].score - scores[i]) < 1e-9, qPrintable(where));
                        ++kept;
                    }
                    ++found;
                }
                QVERIFY2(found == expected.size(), qPrintable(where));
                deeper += all > 256 && found < groups.size() ? 1 : 0;
            }
        }
        QVERIFY(deeper > 10 && kept > 1000); // the cases do look further than the first pass
    }

    void stagesHaveTheirBounds() {
        const auto catalog =
            test::makeCatalog({test::makeService("a", {test::makeAction("get_thing", "Get a thing")})});
        Executor executor(1);
        const Searcher searcher(*Index::build(catalog, nullptr, executor));
        SearchRequest request;
        request.query = "thing";
        for (const auto &[services, each] : {std::pair<std::size_t, std::size_t>{0, 1}, {1, 0}, {51, 1}, {1, 51}}) {
            request.stages = SearchStages{services, each};
            const auto refused = searcher.search(request);
            QVERIFY(!refused && refused.error().code == ErrorCode::InvalidArgument);
            QVERIFY(refused.error().message.find("1 to 50") != std::string::npos);
        }
        request.stages = SearchStages{50, 50};
        request.explain = true;
        const auto response = searcher.search(request);
        QVERIFY(response && response->hits.size() == 1 && response->hits.front().explanation);
    }

    void countsWhatItHeldBack() {
        for (std::uint32_t seed = 100; seed < 106; ++seed) {
            test::CatalogGenerator random(seed);
            const auto catalog = test::makeCatalog(random.services(30));
            Executor executor(2);
            const auto index = Index::build(catalog, nullptr, executor);
            const Searcher searcher(*index);
            Oracle oracle(*catalog, {});
            for (int round = 0; round < 40; ++round) {
                Case c = makeCase(random, *catalog);
                c.request.countWithheld = true;
                c.request.floor = 0.25;
                const QString where = QString("seed %1, round %2").arg(seed).arg(round);
                const auto response = searcher.search(c.request, c.visibility);
                QVERIFY(response);
                std::uint32_t below = 0, off = 0, elsewhere = 0, refused = 0;
                double best = 0;
                const auto allowed = allowedBy(c, *catalog);
                Case open = c;
                open.visibility.services.clear();
                const auto inScope = allowedBy(open, *catalog);
                for (const auto &result : oracle.search(c.request.query, std::vector<bool>(catalog->size(), true), 0)) {
                    if (allowed[result.ordinal]) {
                        below += result.score < c.request.floor ? 1 : 0;
                        if (result.score < c.request.floor)
                            best = std::max(best, result.score);
                    } else if (result.score >= c.request.floor) {
                        const auto &grants = c.visibility.actions;
                        const bool granted = grants.empty() || grants[result.ordinal] != 0;
                        (!granted ? refused : inScope[result.ordinal] ? off : elsewhere) += 1;
                    }
                }
                QVERIFY2(response->withheld.belowFloor == below, qPrintable(where));
                QVERIFY2(response->withheld.serviceOff == off, qPrintable(where));
                QVERIFY2(response->withheld.outOfScope == elsewhere, qPrintable(where));
                QVERIFY2(response->withheld.notAllowed == refused, qPrintable(where));
                QVERIFY2(std::abs(response->withheld.bestBelowFloor - best) < 1e-9, qPrintable(where));
            }
        }
    }

    void explanationsAddUp() {
        for (std::uint32_t seed = 200; seed < 208; ++seed) {
            test::CatalogGenerator random(seed);
            const auto catalog = test::makeCatalog(random.services(20));
            Executor executor(2);
            const auto index = Index::build(catalog, nullptr, executor);
            RankingOptions options;
            if (seed % 2 == 1)
                options.exactName = 0.5;
            const Searcher searcher(*index, options);
            for (int round = 0; round < 30; ++round) {
                Case c = makeCase(random, *catalog);
                c.request.explain = true;
                const auto response = searcher.search(c.request, c.visibility);
                QVERIFY(response);
                for (const Hit &hit : response->hits) {
                    QVERIFY(hit.explanation);
                    const Explanation &e = *hit.explanation;
                    double sum = 0, terms = 0;
                    for (const auto &term : e.terms) {
                        QVERIFY(term.contribution > 0);
                        terms += term.contribution;
                    }
                    for (const auto &prior : e.priors)
                        sum += prior.contribution;
                    QVERIFY(std::abs(terms - e.lexicalTotal) < 1e-9);
                    QVERIFY(std::abs(terms + sum - e.total) < 1e-9);
                    QVERIFY(std::abs(e.total - hit.score) < 1e-9);
                    QVERIFY(hit.score > 0 && hit.score <= 1);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestSearchOracle)
#include "tst_search_oracle.moc"
