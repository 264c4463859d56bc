#pragma once
/// The vectors of one catalog snapshot: int8 rows by ordinal, scanned whole; or, where only the nearest are asked for,
/// walked by HNSW when it was built.
///
/// Saved apart from the keyword index, since a model may be slow to answer: until vectors of the current catalog are
/// there, searching goes on with keywords and says so. Dot products of int8 are integers, so that every kernel (AVX-512
/// VNNI, AVX2, plain; chosen when the program starts) gives the same ranking.

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "retrieval/embedding.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::retrieval {

struct VectorStatistics {
    ModelIdentity model;
    std::uint32_t documents = 0;
    std::uint64_t bytes = 0;
    std::uint32_t reused = 0; ///< taken from the previous index or the cache without embedding
    bool graph = false;       ///< HNSW is built
};

/// How the nearest vectors are found (`search.vectors`). Rankers that weigh every document (the default one) scan all
/// vectors whatever this says: what they measure against is the mean and the deviation of all cosines.
enum class VectorSearch : std::uint8_t {
    Exact, ///< by comparing with all
    Hnsw,  ///< by a walk over a graph; not quite all of the nearest are found
    Auto,  ///< by a walk from AutoHnswDocuments on
};
/// "exact", "hnsw", "auto".
[[nodiscard]] std::string_view vectorSearchKey(VectorSearch search);
[[nodiscard]] std::optional<VectorSearch> vectorSearchFrom(std::string_view key);
/// An estimate, not yet a measurement (tests/bench/RESULTS.md says from what): below this the exact scan is quick enough
/// that building a graph does not pay.
constexpr std::uint32_t AutoHnswDocuments = 500'000;
[[nodiscard]] inline bool wantsGraph(VectorSearch search, std::uint32_t documents) {
    return search == VectorSearch::Hnsw || (search == VectorSearch::Auto && documents >= AutoHnswDocuments);
}

namespace detail {
class VectorGraph;
}

/// Immutable; any thread.
class VectorIndex {
public:
    /// Embeds what `previous` does not hold under the same hash of its text. Result does not depend on `previous` or on
    /// the number of threads. Errors: Cancelled; those of the model (what was embedded until then is kept by the
    /// model's cache).
    [[nodiscard]] static Result<std::shared_ptr<const VectorIndex>>
    build(std::shared_ptr<const catalog::Catalog> catalog, std::shared_ptr<const EmbeddingModel> model,
          const VectorIndex *previous, Executor &executor, const Job &job = {});
    [[nodiscard]] Result<void> save(const std::filesystem::path &path) const;
    /// Maps what save() wrote. Errors: NotFound, Corrupt, Conflict when it is of another catalog or model: rebuild
    /// then.
    [[nodiscard]] static Result<std::shared_ptr<const VectorIndex>>
    load(const std::filesystem::path &path, std::shared_ptr<const catalog::Catalog> catalog,
         std::shared_ptr<const EmbeddingModel> model);

    /// The same vectors with a graph for nearest(). Rows are linked one after the other on this thread: a minute for
    /// half a million of them. Errors: Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const VectorIndex>> withGraph(const Job &job = {}) const;
    /// The same vectors with the graph that saveGraph() wrote for just them. Errors: NotFound, Corrupt, Conflict (of
    /// other vectors): build it then.
    [[nodiscard]] Result<std::shared_ptr<const VectorIndex>> withSavedGraph(const std::filesystem::path &path) const;
    [[nodiscard]] std::shared_ptr<const VectorIndex> withoutGraph() const;
    [[nodiscard]] bool hasGraph() const { return m_graph != nullptr; }
    /// Errors: NotFound when there is none; those of writing.
    [[nodiscard]] Result<void> saveGraph(const std::filesystem::path &path) const;

    [[nodiscard]] const EmbeddingModel &model() const;
    [[nodiscard]] std::shared_ptr<const EmbeddingModel> sharedModel() const;
    [[nodiscard]] const catalog::Catalog &catalog() const;
    [[nodiscard]] VectorStatistics statistics() const;

    /// A query vector as it is compared: int8 and the factor that turns a dot product into a cosine.
    struct Query {
        std::vector<std::int8_t> values;
        float scale = 0; ///< 0: the model knows nothing of the query
    };
    [[nodiscard]] static Query quantise(std::span<const float> vector);
    /// Cosine of every document to the query, by ordinal; 0 where the document has no vector. Exact over the int8 rows.
    void scan(const Query &query, std::span<float> cosines) const;
    /// The same for the documents from `first` on, as many as `cosines` has room for.
    void scan(const Query &query, catalog::Ordinal first, std::span<float> cosines) const;
    /// The best `limit` among the documents that `allowed` (all when empty) lets pass, best first. With a graph, by a
    /// walk that fetches the more the fewer pass; exact without one, and where few pass or the walk finds too little.
    /// Cosines are those of scan() either way.
    [[nodiscard]] std::vector<std::pair<catalog::Ordinal, float>>
    nearest(const Query &query, std::size_t limit, const std::function<bool(catalog::Ordinal)> &allowed) const;

    struct Data;
    explicit VectorIndex(std::shared_ptr<const Data> data, std::shared_ptr<const detail::VectorGraph> graph = nullptr);

private:
    [[nodiscard]] std::vector<std::pair<catalog::Ordinal, float>>
    walk(const Query &query, std::size_t limit, const std::function<bool(catalog::Ordinal)> &allowed) const;
    std::shared_ptr<const Data> m_data;
    std::shared_ptr<const detail::VectorGraph> m_graph; ///< over rows of m_data; null: nearest() scans
};

} // namespace actionscope::retrieval
