#pragma once
/// The vectors of one catalog snapshot: int8 rows by ordinal, scanned whole, or walked by HNSW above a size.
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
#include <span>
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
    /// The best `limit` among the documents that `allowed` lets pass, best first: HNSW with over-fetch where it is
    /// built, exact where the filter is narrow or it is not.
    [[nodiscard]] std::vector<std::pair<catalog::Ordinal, float>>
    nearest(const Query &query, std::size_t limit, const std::function<bool(catalog::Ordinal)> &allowed) const;

    struct Data;
    explicit VectorIndex(std::shared_ptr<const Data> data);

private:
    std::shared_ptr<const Data> m_data;
};

} // namespace actionscope::retrieval
