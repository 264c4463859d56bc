#pragma once
/// Which actions hide or stand in for each other: actions that their own description does not find, near-duplicates,
/// and clusters that compete for the same queries, with the words that would tell their members apart (BX12).

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "evaluation/experiment.h"
#include "retrieval/searcher.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::evaluation {

struct ConfusionOptions {
    /// Actions whose own words are searched for, spread evenly over the catalog: bounds the time on a large one.
    std::size_t probes = 5000;
    std::size_t hiddenRank = 10;  ///< worse than this: its description does not find it
    double competing = 0.9;       ///< share of an action's own score that a competitor reaches
    double nearDuplicate = 0.9;   ///< Jaccard similarity of the words of name, title, description and parameters
    std::size_t clusterSize = 12; ///< larger ones are split at their weakest links
    std::size_t clusters = 200;   ///< kept, the tightest first
    std::size_t words = 5;        ///< to tell apart, a member
    std::shared_ptr<const retrieval::Preset> preset = {};
    std::string service = {}; ///< only probe this service's actions; empty: all
};

struct HiddenAction {
    catalog::Ordinal action = 0;
    std::string query;                   ///< its own first sentence
    double rank = 0;                     ///< expected over ties; 0: not in the first 100
    std::vector<catalog::Ordinal> ahead; ///< up to three that come first
};

struct ClusterMember {
    catalog::Ordinal action = 0;
    std::vector<std::string>
        apart; ///< words that it alone of the cluster has, rarest in the catalog first; may be empty
};
struct Cluster {
    std::vector<ClusterMember> members; ///< by name
    std::vector<std::string> shared;    ///< words that all have, rarest first
    double similarity = 0;              ///< mean Jaccard similarity of its pairs
    double competition = 0;             ///< mean share of the own score that members reach on each other's words
    bool nearDuplicates = false;        ///< each pair is one
};

struct ConfusionMap {
    std::uint32_t actions = 0, probed = 0; ///< probed < actions: a sample, say so
    std::uint32_t wordless = 0;            ///< have neither title nor description to be found by
    std::vector<HiddenAction> hidden;      ///< worst first
    std::vector<Cluster> clusters;         ///< tightest first
    std::uint32_t clustersCut = 0;         ///< beyond `clusters`
    [[nodiscard]] bool sampled() const { return probed < actions; }
};

/// Progress is "probing". Deterministic. Errors: Cancelled; NotFound for an unknown service; those of Searcher::search.
[[nodiscard]] Result<ConfusionMap> mapConfusion(const retrieval::Searcher &searcher, const ConfusionOptions &options,
                                                Executor &executor, const Job &job = {});

/// An action that comes before a right answer, and for which queries.
struct ConfusedPair {
    std::string gold, other;
    std::vector<std::string> queries; ///< ids
};
/// Of a run's labelled queries: who outranks whom in the first ten, most queries first.
[[nodiscard]] std::vector<ConfusedPair> confusedPairs(const Run &run, std::size_t limit = 100);

/// The map as findings of `lint --retrieval`: rules `not-found-by-own-words` and `near-duplicate` (warnings),
/// `confusable` (a hint). Places are filled in by whoever knows the files.
[[nodiscard]] std::vector<catalog::Finding> confusionFindings(const catalog::Catalog &catalog, const ConfusionMap &map);

} // namespace actionscope::evaluation
