#pragma once
/// The search index of one catalog snapshot: immutable, built from segments, saved to and mapped from the cache.
///
/// BM25F over name, title, description, path, tags, parameter names and prose, service: term frequencies are summed
/// over fields with weights, the length is the joint weighted one, k1 2.0, b .75. Weighted
/// frequencies are kept in tenths (fields weigh 0.3 to 1.5), so that saving, loading and merging are exact.

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace actionscope::retrieval {

struct IndexStatistics {
    std::uint32_t documents = 0;
    std::uint32_t terms = 0;
    std::uint64_t postings = 0;
    std::uint64_t bytes = 0; ///< of the search structures in memory
    double averageLength = 0;
    std::uint32_t reusedServices = 0; ///< taken from the previous index without analysing
};

/// Immutable; any thread. Documents are the catalog's ordinals.
class Index {
public:
    /// Analyses every service that `previous` does not hold with the same content, on `executor`, and merges. Result
    /// does not depend on `previous` or on the number of threads. Errors: Cancelled.
    [[nodiscard]] static Result<std::shared_ptr<const Index>> build(std::shared_ptr<const catalog::Catalog> catalog,
                                                                    const Index *previous, Executor &executor,
                                                                    const Job &job = {});
    /// Writes the whole index. Not synced: it is derived data; a torn file is found by its checksum at load.
    [[nodiscard]] Result<void> save(const std::filesystem::path &path) const;
    /// Maps what save() wrote. Errors: NotFound, Corrupt, Conflict when it is of another catalog or version: rebuild
    /// then.
    [[nodiscard]] static Result<std::shared_ptr<const Index>> load(const std::filesystem::path &path,
                                                                   std::shared_ptr<const catalog::Catalog> catalog);

    [[nodiscard]] const catalog::Catalog &catalog() const;
    [[nodiscard]] IndexStatistics statistics() const;
    /// Changes exactly when the indexed content does: hash over the services' definitions and the analyser's version.
    [[nodiscard]] std::string version() const;

    struct Data;
    explicit Index(std::shared_ptr<const Data> data);
    [[nodiscard]] const Data &data() const { return *m_data; } ///< for Searcher

private:
    std::shared_ptr<const Data> m_data;
};

} // namespace actionscope::retrieval
