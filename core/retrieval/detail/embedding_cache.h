#pragma once
/// Vectors of documents on disk by the hash of their text, so that a slow model is asked once for each text: after a
/// cancelled build, after a catalog changed, in the next session.
///
/// One file a model, of records that are only ever appended; a record that a crash left half written is dropped.
/// Numbers are int8 with one scale, which is what the vector index makes of them anyway.

#include "base/hash.h"
#include "base/result.h"
#include "retrieval/embedding.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace actionscope::retrieval::detail {

/// Any thread; other processes may append to the file at the same time.
class EmbeddingCache {
public:
    /// An empty folder path: nothing is kept on disk. A file of another model, or one that is damaged, is begun anew.
    EmbeddingCache(std::filesystem::path folder, const ModelIdentity &model);

    /// False when the text is not there.
    [[nodiscard]] bool find(std::string_view text, std::span<float> out) const;
    /// Keeps the vectors of `texts` (rows one after the other), in memory and on disk. Errors: those of writing; the
    /// vectors are then kept in memory.
    [[nodiscard]] Result<void> add(std::span<const std::string_view> texts, std::span<const float> rows);
    [[nodiscard]] std::size_t size() const;

    /// The dimension that a cache file of this model name and version was made with; 0 when there is none. So an
    /// endpoint that is down does not keep its vectors from being used.
    [[nodiscard]] static std::uint32_t knownDimension(const std::filesystem::path &folder, const ModelIdentity &model);

private:
    struct KeyHash {
        std::size_t operator()(const std::array<std::uint64_t, 2> &key) const { return key[0]; }
    };
    using Key = std::array<std::uint64_t, 2>; ///< the first half of a SHA-256
    static Key keyOf(std::string_view text);
    void load();
    void keep(const Key &key, float scale, const std::int8_t *values);

    std::filesystem::path m_file; ///< empty: none
    ModelIdentity m_model;
    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    std::unordered_map<Key, std::size_t, KeyHash> m_rows;
    std::vector<float> m_scales;
    std::vector<std::int8_t> m_values;
};

} // namespace actionscope::retrieval::detail
