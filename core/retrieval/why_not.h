#pragma once
/// "Why isn't X found?" (BX3): the gates that an action passed or failed for a query, in their order, and what would
/// bring it in, each with what it costs and what it would give.
///
/// For the person at the program only: the answer tells that an action exists, also to one who may not find it.

#include "base/progress.h"
#include "base/result.h"
#include "retrieval/candidates.h"
#include "retrieval/searcher.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::retrieval {

enum class FindGate : std::uint8_t {
    Catalog,  ///< it is in the catalog
    Indexed,  ///< and in the index that is searched
    Service,  ///< its service can be found: toggle and environment
    Allowed,  ///< the asker may find it
    Surface,  ///< it is of the kind, service and surface that is searched
    Keywords, ///< it shares words with the query
    Meaning,  ///< it is near to the query by meaning
    Floor,    ///< its score reaches the floor
    Limit,    ///< its rank is within the limit
};
struct FindGateInfo {
    FindGate gate;
    std::string_view key;   ///< "catalog", …: in JSON
    std::string_view label; ///< for people, English; a key for translation
};
[[nodiscard]] std::span<const FindGateInfo, 9> findGates();

enum class Verdict : std::uint8_t { Passed, Weak, Failed, NotReached };
[[nodiscard]] std::string_view verdictName(Verdict verdict); ///< "passed", "weak", "failed", "not_reached"

struct GateFinding {
    FindGate gate;
    Verdict verdict;
    std::string facts; ///< one line, English
};

/// What became of labelled queries under a change: how many have their best answer at a better rank, and how many at a
/// worse one.
struct Effect {
    std::uint32_t wins = 0, losses = 0, queries = 0;
};

/// A change that would help, tried.
struct Remedy {
    enum class Kind : std::uint8_t {
        Service,  ///< let the service be found
        Surface,  ///< search where the action is
        Synonym,  ///< a word of the query stands for one of the action's
        Describe, ///< another description
        Limit,    ///< more results
        Floor,    ///< a lower floor
        Weight,   ///< another weight of one signal of the preset
    } kind;
    std::string change; ///< "synonym close = transition": one line, English
    /// How deep it cuts, for the order in which remedies are offered: 1 for a switch, a synonym, a longer list; a new
    /// description 1 and .5 a word; a lower floor 3 and 10 times by how much, since it concerns every query; a weight 3
    /// and twice by how much of its range.
    double price = 0;
    std::size_t rank = 0; ///< what the action then has; 0: beyond the candidates
    double score = 0;
    bool suffices = false; ///< it would be found; if not, this is needed but not enough
    std::optional<Effect> effect;
    // What to do, by kind:
    std::string word, other;      ///< Synonym: of the query, of the action
    std::string description;      ///< Describe: the whole new text
    double value = 0;             ///< Floor: the new one; Weight: the new one
    double before = 0;            ///< the one in place
    std::optional<Signal> signal; ///< Weight
    std::size_t limit = 0;        ///< Limit
};
[[nodiscard]] std::string_view remedyName(Remedy::Kind kind); ///< "synonym", …

struct WhyNot {
    std::vector<GateFinding> gates;  ///< all nine, in their order
    std::optional<FindGate> failed;  ///< the first that failed; none: it is found
    std::optional<FindGate> because; ///< the weak one before it that the failure comes from
    std::size_t rank = 0;            ///< among what could be found; 0: beyond the candidates, or no candidate
    double score = 0, floor = 0;
    std::optional<Explanation> explanation;
    std::vector<Remedy> remedies; ///< those that suffice first, then by price
};

/// How a searcher would be made from what is changed. Unset: such remedies are not tried.
struct Variations {
    /// Errors: Cancelled, and those of building.
    std::function<Result<std::shared_ptr<const Searcher>>(std::shared_ptr<const catalog::Catalog>)> withCatalog = {};
    std::function<std::shared_ptr<const Searcher>(std::string_view word, std::string_view other)> withSynonym = {};
    /// What a change does to labelled queries.
    std::function<std::optional<Effect>(const Searcher &, const SearchRequest &)> effect = {};
    /// Words of the action that are near to a word of the query, the nearest first: (term, similarity).
    std::function<std::vector<std::pair<std::string, double>>(std::string_view term)> neighbours = {};
    /// Told the cause as soon as it is known, before any remedy is tried: trying takes many times as long as judging.
    std::function<void(const WhyNot &)> judged = {};
};

/// The gates from Surface on for an action of the searcher's index; those before it count as passed. The request's
/// preset must be set. Some searches, and for every description that is tried one incremental index build. Errors:
/// those of Searcher::candidates; Cancelled.
[[nodiscard]] Result<WhyNot> whyNot(const Searcher &searcher, const SearchRequest &request,
                                    const Visibility &visibility, catalog::Ordinal action,
                                    const Variations &variations = {}, const Job &job = {});

/// Sufficing ones first, then by price.
void sortRemedies(std::vector<Remedy> &remedies);

} // namespace actionscope::retrieval
