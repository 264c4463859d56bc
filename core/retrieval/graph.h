#pragma once
/// Which capabilities belong together (CD5), and how results that do lift each other (CD6).

#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace actionscope::retrieval {

enum class Relation : std::uint8_t { DependsOn, ComposedWith, TaggedWith, SameCategory };
struct RelationInfo {
    Relation relation;
    std::string_view name; ///< "DEPENDS_ON", …
    double weight;         ///< 1.0, 0.5, 0.3 a shared tag, 0.1
};
[[nodiscard]] std::span<const RelationInfo, 4> relations();

struct Edge {
    catalog::Ordinal other;
    Relation relation;
    float weight;
};

/// Immutable; any thread. Edges that follow from tags and categories are kept as groups, not as pairs: a tag shared by
/// 3,000 actions would be nine million of them.
class RelationGraph {
public:
    /// `composed`: lists of names that are used together (presets of `profiles/*.yaml`). Unknown names are left out.
    [[nodiscard]] static std::shared_ptr<const RelationGraph>
    build(std::shared_ptr<const catalog::Catalog> catalog, const std::vector<std::vector<std::string>> &composed = {},
          const Job &job = {});
    /// Of one capability, strongest first, at most `limit`.
    [[nodiscard]] std::vector<Edge> edges(catalog::Ordinal capability, std::size_t limit = 100) const;

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
    /// Neighbours that are both results lift each other by factor · edge weight · the other's score; one that is not a
    /// result but is linked by DEPENDS_ON or COMPOSED_WITH comes in at parent score · factor · weight, if `allowed`.
    /// Re-sorted. Under 1 ms for 100 results among 125,207 capabilities. Gives every boost, for the explanation.
    std::vector<Boost> rerank(std::vector<Scored> &results, double factor,
                              const std::function<bool(catalog::Ordinal)> &allowed) const;

    struct Statistics {
        std::uint32_t nodes = 0;
        std::uint64_t edges = 0; ///< pairs, counted as if each were stored
    };
    [[nodiscard]] Statistics statistics() const;

    struct Data;
    explicit RelationGraph(std::shared_ptr<const Data> data);

private:
    std::shared_ptr<const Data> m_data;
};
constexpr double GraphFactor = 0.15;

} // namespace actionscope::retrieval
