#include "evaluation/confusion.h"

#include "base/text.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <unordered_map>

namespace actionscope::evaluation {
namespace {

using catalog::Ordinal;

constexpr std::size_t Depth = 100;
constexpr std::size_t Competitors = 20; ///< of one action, that are looked at
constexpr std::size_t AheadNamed = 3;
constexpr std::size_t MaxQueryWords = 40;

/// What an action says of itself first: its title, else the first sentence of its description.
std::string ownWords(const catalog::CapabilityView &action) {
    std::string_view text = action.description();
    std::size_t end = text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool stop = (text[i] == '.' || text[i] == '!' || text[i] == '?') &&
                          (i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n');
        if ((stop && i > 10) || (text[i] == '\n' && i > 10)) {
            end = i;
            break;
        }
    }
    std::string query(text.substr(0, end));
    if (query.find_first_not_of(" \t\r\n") == std::string::npos)
        query = action.title();
    std::size_t words = 0;
    for (std::size_t i = 0; i < query.size(); ++i) {
        if (query[i] == ' ' && ++words == MaxQueryWords) {
            query.resize(i);
            break;
        }
    }
    return query;
}

/// A term that an action is indexed by, and the word that first gave it.
struct Word {
    std::string term, word;
};

/// All of an action without the service's, which all of its actions share. Sorted by term, unique.
std::vector<Word> wordsOf(const catalog::CapabilityView &action) {
    auto &analyzer = retrieval::threadAnalyzer();
    std::map<std::string, std::string> words;
    const auto take = [&](std::string_view text) {
        for (const auto &token : analyzer.analyze(text)) {
            if (!token.term.empty())
                words.emplace(token.term, token.word);
        }
    };
    take(action.name());
    take(action.title());
    take(action.description());
    take(action.path());
    for (std::size_t i = 0; i < action.tagCount(); ++i)
        take(action.tag(i));
    for (std::size_t i = 0; i < action.parameterCount(); ++i)
        take(action.parameter(i).name);
    std::vector<Word> list;
    for (auto &[term, word] : words)
        list.push_back({term, std::move(word)});
    return list;
}

double jaccard(const std::vector<Word> &a, const std::vector<Word> &b) {
    std::size_t both = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const int order = a[i].term.compare(b[j].term);
        both += order == 0 ? 1 : 0;
        i += order <= 0 ? 1 : 0;
        j += order >= 0 ? 1 : 0;
    }
    const std::size_t any = a.size() + b.size() - both;
    return any == 0 ? 1 : static_cast<double>(both) / static_cast<double>(any);
}

/// What came of searching for an action's own words.
struct Probe {
    Ordinal action = 0;
    bool wordless = false;
    std::optional<HiddenAction> hidden;
    std::vector<std::pair<Ordinal, double>> competitors; ///< and the share of the own score that they reach
};

struct Edge {
    Ordinal a, b;
    double share; ///< the mean of both directions, where both were probed
};

class Mapper {
public:
    Mapper(const retrieval::Searcher &searcher, const ConfusionOptions &options, Executor &executor, const Job &job)
        : m_searcher(searcher)
        , m_catalog(searcher.index().catalog())
        , m_options(options)
        , m_executor(executor)
        , m_job(job) {}

    Result<ConfusionMap> map() {
        auto chosen = choose();
        if (!chosen)
            return fail(chosen.error());
        std::vector<Probe> probes(chosen->size());
        std::atomic<std::size_t> done{0};
        std::mutex reporting;
        std::optional<Error> error;
        m_executor.forEach(probes.size(), [&](std::size_t i) {
            if (m_job.cancelled())
                return;
            auto probe = this->probe((*chosen)[i]);
            const std::size_t now = done.fetch_add(1) + 1;
            const std::lock_guard lock(reporting);
            if (probe)
                probes[i] = std::move(*probe);
            else
                error = probe.error();
            if (now % 64 == 0 || now == probes.size())
                m_job.at("probing", now, probes.size());
        });
        if (error)
            return fail(std::move(*error));
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "the examination was cancelled");
        ConfusionMap map;
        map.actions = m_total;
        map.probed = static_cast<std::uint32_t>(probes.size());
        for (Probe &probe : probes) {
            map.wordless += probe.wordless ? 1 : 0;
            if (probe.hidden)
                map.hidden.push_back(std::move(*probe.hidden));
        }
        std::stable_sort(map.hidden.begin(), map.hidden.end(), [](const HiddenAction &a, const HiddenAction &b) {
            return (a.rank == 0 ? 1e9 : a.rank) > (b.rank == 0 ? 1e9 : b.rank);
        });
        cluster(probes, map);
        return map;
    }

private:
    Result<std::vector<Ordinal>> choose() {
        Ordinal first = 0, end = m_catalog.size();
        if (!m_options.service.empty()) {
            const auto index = m_catalog.findService(m_options.service);
            if (!index)
                return fail(ErrorCode::NotFound, "no service is called \"" + m_options.service + '"');
            first = m_catalog.services()[*index].first;
            end = m_catalog.services()[*index].end();
        }
        m_total = end - first;
        const std::size_t count = std::min<std::size_t>(m_total, std::max<std::size_t>(m_options.probes, 1));
        std::vector<Ordinal> chosen;
        for (std::size_t i = 0; i < count; ++i)
            chosen.push_back(first + static_cast<Ordinal>(i * m_total / count));
        return chosen;
    }

    Result<Probe> probe(Ordinal ordinal) const {
        Probe probe;
        probe.action = ordinal;
        retrieval::SearchRequest request;
        request.query = ownWords(m_catalog.at(ordinal));
        if (request.query.find_first_not_of(" \t\r\n") == std::string::npos) {
            probe.wordless = true;
            return probe;
        }
        request.preset = m_options.preset;
        request.limit = Depth;
        request.floor = 0;
        request.kinds = ~0U;
        const auto response = m_searcher.search(request);
        if (!response)
            return fail(response.error());
        const auto &hits = response->hits;
        std::vector<RankedGrade> ranked;
        double own = 0;
        for (const retrieval::Hit &hit : hits) {
            ranked.push_back({hit.ordinal == ordinal ? 1 : 0, hit.score});
            if (hit.ordinal == ordinal)
                own = hit.score;
        }
        const double rank = firstGoldRank(ranked);
        if (rank == 0 || rank > static_cast<double>(m_options.hiddenRank)) {
            HiddenAction hidden{ordinal, request.query, rank, {}};
            for (std::size_t i = 0; i < std::min(hits.size(), AheadNamed); ++i) {
                if (hits[i].ordinal != ordinal)
                    hidden.ahead.push_back(hits[i].ordinal);
            }
            probe.hidden = std::move(hidden);
        }
        if (own > 0) {
            for (const retrieval::Hit &hit : hits) {
                if (hit.ordinal == ordinal)
                    continue;
                if (hit.score < own * m_options.competing || probe.competitors.size() >= Competitors)
                    break;
                probe.competitors.emplace_back(hit.ordinal, std::min(1.0, hit.score / own));
            }
        }
        return probe;
    }

    const std::vector<Word> &words(Ordinal action) {
        auto [entry, fresh] = m_words.try_emplace(action);
        if (fresh)
            entry->second = wordsOf(m_catalog.at(action));
        return entry->second;
    }

    /// Pairs that compete in both directions, or in the one that was probed.
    std::vector<Edge> edgesOf(const std::vector<Probe> &probes) {
        std::unordered_map<std::uint64_t, double> shares; // from, to
        std::set<Ordinal> probed;
        const auto key = [](Ordinal from, Ordinal to) { return (std::uint64_t{from} << 32) | to; };
        for (const Probe &probe : probes) {
            probed.insert(probe.action);
            for (const auto &[other, share] : probe.competitors)
                shares.emplace(key(probe.action, other), share);
        }
        std::vector<Edge> edges;
        for (const Probe &probe : probes) {
            for (const auto &[other, share] : probe.competitors) {
                const bool both = probed.contains(other);
                const auto back = shares.find(key(other, probe.action));
                if (both && (back == shares.end() || other < probe.action))
                    continue;
                edges.push_back({probe.action, other, both ? (share + back->second) / 2 : share});
            }
        }
        std::sort(edges.begin(), edges.end(), [](const Edge &x, const Edge &y) {
            return std::tie(y.share, x.a, x.b) < std::tie(x.share, y.a, y.b);
        });
        return edges;
    }

    /// Strongest pairs first, so that what is cut where a cluster is full are its weakest links.
    void cluster(const std::vector<Probe> &probes, ConfusionMap &map) {
        std::unordered_map<Ordinal, std::size_t> home;
        std::vector<std::vector<Ordinal>> groups;
        std::map<std::pair<Ordinal, Ordinal>, double> strength;
        for (const Edge &edge : edgesOf(probes)) {
            strength[std::minmax(edge.a, edge.b)] = edge.share;
            const auto a = home.find(edge.a), b = home.find(edge.b);
            if (a == home.end() && b == home.end()) {
                home[edge.a] = home[edge.b] = groups.size();
                groups.push_back({edge.a, edge.b});
            } else if (a == home.end() || b == home.end()) {
                const std::size_t group = a == home.end() ? b->second : a->second;
                const Ordinal alone = a == home.end() ? edge.a : edge.b;
                if (groups[group].size() < m_options.clusterSize) {
                    groups[group].push_back(alone);
                    home[alone] = group;
                }
            } else if (a->second != b->second) {
                const std::size_t into = a->second, from = b->second;
                if (groups[into].size() + groups[from].size() > m_options.clusterSize)
                    continue;
                for (const Ordinal member : groups[from]) {
                    groups[into].push_back(member);
                    home[member] = into;
                }
                groups[from].clear();
            }
        }
        for (std::vector<Ordinal> &group : groups) {
            if (group.size() < 2)
                continue;
            if (m_job.cancelled())
                return;
            map.clusters.push_back(describe(std::move(group), strength));
        }
        std::stable_sort(map.clusters.begin(), map.clusters.end(), [](const Cluster &a, const Cluster &b) {
            return std::make_tuple(b.nearDuplicates, b.competition * b.similarity) <
                   std::make_tuple(a.nearDuplicates, a.competition * a.similarity);
        });
        if (map.clusters.size() > m_options.clusters) {
            map.clustersCut = static_cast<std::uint32_t>(map.clusters.size() - m_options.clusters);
            map.clusters.resize(m_options.clusters);
        }
    }

    Cluster describe(std::vector<Ordinal> members, const std::map<std::pair<Ordinal, Ordinal>, double> &strength) {
        std::sort(members.begin(), members.end()); // ordinals follow names
        Cluster cluster;
        std::map<std::string, std::pair<std::uint32_t, std::string>> uses; // of terms, and a word for each
        double pairs = 0, linked = 0;
        cluster.nearDuplicates = true;
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (const Word &word : words(members[i])) {
                auto &use = uses[word.term];
                ++use.first;
                use.second = word.word;
            }
            for (std::size_t j = i + 1; j < members.size(); ++j) {
                const double similarity = jaccard(words(members[i]), words(members[j]));
                cluster.similarity += similarity;
                cluster.nearDuplicates = cluster.nearDuplicates && similarity >= m_options.nearDuplicate;
                ++pairs;
                if (const auto edge = strength.find({members[i], members[j]}); edge != strength.end()) {
                    cluster.competition += edge->second;
                    ++linked;
                }
            }
        }
        cluster.similarity /= pairs;
        cluster.competition = linked == 0 ? 0 : cluster.competition / linked;
        const auto rarest = [&](std::vector<std::string> list) {
            std::stable_sort(list.begin(), list.end(),
                             [&](const std::string &a, const std::string &b) { return frequency(a) < frequency(b); });
            list.resize(std::min(list.size(), m_options.words));
            return list;
        };
        std::vector<std::string> shared;
        for (const auto &[term, use] : uses) {
            if (use.first == members.size())
                shared.push_back(use.second);
        }
        cluster.shared = rarest(std::move(shared));
        for (const Ordinal member : members) {
            std::vector<std::string> apart;
            for (const Word &word : words(member)) {
                if (uses[word.term].first == 1)
                    apart.push_back(word.word);
            }
            cluster.members.push_back({member, rarest(std::move(apart))});
        }
        return cluster;
    }

    /// In how many actions a word is: a search for it alone counts them.
    std::uint32_t frequency(const std::string &word) {
        auto [entry, fresh] = m_frequency.try_emplace(word, 0);
        if (fresh) {
            retrieval::SearchRequest request;
            request.query = word;
            request.limit = 1;
            request.floor = 0;
            request.kinds = ~0U;
            request.countWithheld = true;
            // By the keywords alone, whose matches are those that have the word.
            request.preset = m_keywords;
            if (const auto response = m_searcher.search(request))
                entry->second = response->withheld.matched;
        }
        return entry->second;
    }

    const retrieval::Searcher &m_searcher;
    const catalog::Catalog &m_catalog;
    const ConfusionOptions &m_options;
    Executor &m_executor;
    const Job &m_job;
    std::shared_ptr<const retrieval::Preset> m_keywords =
        std::make_shared<const retrieval::Preset>(*retrieval::findBuiltIn("keywords"));
    std::uint32_t m_total = 0;
    std::unordered_map<Ordinal, std::vector<Word>> m_words;
    std::unordered_map<std::string, std::uint32_t> m_frequency;
};

std::string listed(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

Result<ConfusionMap> mapConfusion(const retrieval::Searcher &searcher, const ConfusionOptions &options,
                                  Executor &executor, const Job &job) {
    return Mapper(searcher, options, executor, job).map();
}

std::vector<ConfusedPair> confusedPairs(const Run &run, std::size_t limit) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> pairs;
    for (const SetResult &set : run.sets) {
        for (const QueryResult &query : set.results) {
            for (const RankedAction &gold : query.golds) {
                for (const RankedAction &other : query.top) {
                    if (other.name == gold.name)
                        break;
                    // Another right answer ahead is no confusion.
                    if (other.grade < gold.grade)
                        pairs[{gold.name, other.name}].push_back(query.id);
                }
            }
        }
    }
    std::vector<ConfusedPair> list;
    for (auto &[names, queries] : pairs)
        list.push_back({names.first, names.second, std::move(queries)});
    std::stable_sort(list.begin(), list.end(),
                     [](const ConfusedPair &a, const ConfusedPair &b) { return a.queries.size() > b.queries.size(); });
    list.resize(std::min(list.size(), limit));
    return list;
}

std::vector<catalog::Finding> confusionFindings(const catalog::Catalog &catalog, const ConfusionMap &map) {
    using Severity = catalog::Finding::Severity;
    std::vector<catalog::Finding> findings;
    for (const HiddenAction &hidden : map.hidden) {
        std::vector<std::string> ahead;
        for (const Ordinal other : hidden.ahead)
            ahead.push_back(catalog.qualifiedName(other));
        const std::string rank = hidden.rank == 0 ? "not among the first 100"
                                                  : "at rank " + std::to_string(static_cast<int>(hidden.rank + 0.5));
        findings.push_back({Severity::Warning,
                            "not-found-by-own-words",
                            "a search for its own first sentence finds it " + rank +
                                (ahead.empty() ? std::string() : "; first come " + listed(ahead)) +
                                ": say what only this one does",
                            {},
                            catalog.qualifiedName(hidden.action)});
    }
    for (const Cluster &cluster : map.clusters) {
        std::vector<std::string> others, apart;
        for (const ClusterMember &member : cluster.members) {
            if (&member != &cluster.members.front() && others.size() < 5)
                others.push_back(catalog.qualifiedName(member.action));
            if (!member.apart.empty() && apart.size() < 5)
                apart.push_back(std::string(catalog.at(member.action).name()) + ": " + listed(member.apart));
        }
        if (cluster.members.size() > others.size() + 1)
            others.push_back(std::to_string(cluster.members.size() - others.size() - 1) + " more");
        std::string words;
        for (const std::string &member : apart)
            words += (words.empty() ? "" : "; ") + member;
        findings.push_back(
            {cluster.nearDuplicates ? Severity::Warning : Severity::Hint,
             cluster.nearDuplicates ? "near-duplicate" : "confusable",
             (cluster.nearDuplicates ? "says nearly the same as " : "competes for the same words with ") +
                 listed(others) + (words.empty() ? "; no word tells them apart" : "; told apart by " + words) +
                 ": curate their descriptions",
             {},
             catalog.qualifiedName(cluster.members.front().action)});
    }
    return findings;
}

} // namespace actionscope::evaluation
