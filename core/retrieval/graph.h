#pragma once
/// Which capabilities belong together (CD5), and how results that do lift each other (CD6).

#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval {

/// All of them hold in both directions. A pair may be related in several ways, each of which is an edge.
enum class Relation : std::uint8_t {
    DependsOn,    ///< one of the two requires the other
    ComposedWith, ///< both are in one list of a profile
    TaggedWith,   ///< they share two tags or more; tags are compared without regard to ASCII case
    SameCategory, ///< both are of a group of 2 to 8 capabilities of one kind and category
};
struct RelationInfo {
    Relation relation;
    std::string_view name; ///< "DEPENDS_ON", …
    double weight;         ///< 1.0, 0.5, 0.3 a shared tag, 0.1
};
[[nodiscard]] std::span<const RelationInfo, 4> relations();
[[nodiscard]] const RelationInfo &info(Relation relation);

struct Edge {
    catalog::Ordinal other;
    Relation relation;
    float weight;
    friend bool operator==(const Edge &, const Edge &) = default;
};

constexpr double GraphFactor = 0.15; ///< CD6
// Caps, against catalogs that were made to be slow. What is past them is left out of the graph.
constexpr std::size_t MaxGraphTags = 32;              ///< of one capability: its first ones
constexpr std::size_t MaxGraphRequirements = 64;      ///< of one capability: its first ones
constexpr std::size_t MaxComposedList = 256;          ///< names; a longer list says nothing about any two of them
constexpr std::size_t MaxComposedLists = 64;          ///< of one capability
constexpr std::size_t MaxPulledIn = 100;              ///< by one re-ranking: the best
constexpr std::size_t MaxNeighboursLookedAt = 20'000; ///< by one re-ranking, for pulling in
constexpr std::uint64_t MaxPairsCounted = 20'000'000; ///< steps that statistics() may cost, some 100 ms

/// Immutable; any thread. Edges that follow from tags, categories and lists are kept as groups, not as pairs: two tags
/// shared by 3,000 actions would be nine million of them.
class RelationGraph {
public:
    /// `composed`: lists of qualified names that are used together (presets of `profiles/*.yaml`). What a capability
    /// requires is named as "service.name", as "name" of its own service, or, when only one capability has it, as
    /// "name"; "tool:", "skill:" and the like before it are allowed. Names that are unknown or name several are left
    /// out. Some 100 ms for 125,207 actions. Errors: Cancelled.
    [[nodiscard]] static Result<std::shared_ptr<const RelationGraph>>
    build(std::shared_ptr<const catalog::Catalog> catalog, const std::vector<std::vector<std::string>> &composed = {},
          const Job &job = {});
    /// Of one capability, strongest first, then by relation and ordinal; at most `limit`. Linear in the number of
    /// capabilities that share a tag with it.
    [[nodiscard]] std::vector<Edge> edges(catalog::Ordinal capability, std::size_t limit = 100) const;
    /// The edges between two.
    [[nodiscard]] std::vector<Edge> between(catalog::Ordinal a, catalog::Ordinal b) const;

    struct Scored {
        catalog::Ordinal ordinal;
        double score;
        bool pulledIn = false; ///< was no result itself
    };
    struct Boost {
        catalog::Ordinal of, from;
        Relation relation;
        double weight, contribution;
    };
    /// CD6. Two related results add factor · edge weight to each other's score, for each of their edges. What is no
    /// result but is related to one by DEPENDS_ON or COMPOSED_WITH comes in at the result's score before any boost ·
    /// factor · edge weight, by its best such result, if `allowed`. Re-sorted, equal scores in order of name.
    /// `results` are distinct and finite. Quadratic in their number and independent of the catalog's size: under 1 ms
    /// for 100. Gives every boost, for the explanation: a score is what it was, plus its boosts' contributions.
    std::vector<Boost> rerank(std::vector<Scored> &results, double factor,
                              const std::function<bool(catalog::Ordinal)> &allowed) const;

    struct Statistics {
        std::uint32_t nodes = 0;
        std::uint64_t edges = 0;      ///< counted as if each were stored
        std::uint32_t unresolved = 0; ///< requirements that name no capability or several
        bool complete = true;         ///< false: counting was stopped at MaxPairsCounted, `edges` is a lower bound
    };
    [[nodiscard]] const Statistics &statistics() const;
    [[nodiscard]] const catalog::Catalog &catalog() const;

    struct Data;
    explicit RelationGraph(std::shared_ptr<const Data> data);

private:
    std::shared_ptr<const Data> m_data;
};

/// A graph that is built when it is first asked for: most searches never do. Any thread.
class RelationGraphSource {
public:
    RelationGraphSource(std::shared_ptr<const catalog::Catalog> catalog,
                        std::vector<std::vector<std::string>> composed = {})
        : m_catalog(std::move(catalog))
        , m_composed(std::move(composed)) {}
    [[nodiscard]] const RelationGraph &get() const;
    [[nodiscard]] const catalog::Catalog &catalog() const { return *m_catalog; }

private:
    std::shared_ptr<const catalog::Catalog> m_catalog;
    std::vector<std::vector<std::string>> m_composed;
    mutable std::once_flag m_once;
    mutable std::shared_ptr<const RelationGraph> m_graph;
};

} // namespace actionscope::retrieval
