#include "retrieval/query_cache.h"

#include "base/hash.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace actionscope::retrieval {

struct QueryCache::Data {
    struct Entry {
        std::string text;
        std::vector<float> vector;
    };
    struct TextHash {
        std::size_t operator()(std::string_view text) const { return hash64(text); }
    };
    std::shared_ptr<const EmbeddingModel> model;
    std::size_t capacity = 0;
    mutable std::mutex mutex;
    // Guarded by mutex:
    std::list<Entry> entries;                                                          ///< most recently used first
    std::unordered_map<std::string_view, std::list<Entry>::iterator, TextHash> byText; ///< keys lie in the entries
    std::uint64_t hits = 0, misses = 0;
};

QueryCache::QueryCache(std::shared_ptr<const EmbeddingModel> model, std::size_t capacity)
    : m_data(std::make_unique<Data>()) {
    m_data->model = std::move(model);
    m_data->capacity = capacity;
}
QueryCache::~QueryCache() = default;

const ModelIdentity &QueryCache::identity() const { return m_data->model->identity(); }
bool QueryCache::local() const { return m_data->model->local(); }

Result<void> QueryCache::embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                        const Job &job) const {
    return m_data->model->embedDocuments(texts, out, job);
}

Result<void> QueryCache::embedQuery(std::string_view text, std::span<float> out) const {
    Data &data = *m_data;
    if (data.capacity == 0 || text.size() > MaxKeptBytes)
        return data.model->embedQuery(text, out);
    {
        const std::lock_guard lock(data.mutex);
        if (const auto found = data.byText.find(text); found != data.byText.end()) {
            if (out.size() != found->second->vector.size())
                return fail(ErrorCode::Internal, "the place for a vector has another size than the vector");
            data.entries.splice(data.entries.begin(), data.entries, found->second);
            std::copy(found->second->vector.begin(), found->second->vector.end(), out.begin());
            ++data.hits;
            return {};
        }
        ++data.misses;
    }
    // Not under the lock: an endpoint may take seconds.
    if (auto embedded = data.model->embedQuery(text, out); !embedded)
        return embedded;
    const std::lock_guard lock(data.mutex);
    if (data.byText.contains(text))
        return {}; // another thread was quicker
    data.entries.push_front({std::string(text), {out.begin(), out.end()}});
    data.byText.emplace(data.entries.front().text, data.entries.begin());
    if (data.entries.size() > data.capacity) {
        data.byText.erase(data.entries.back().text);
        data.entries.pop_back();
    }
    return {};
}

QueryCache::Statistics QueryCache::statistics() const {
    const std::lock_guard lock(m_data->mutex);
    return {m_data->hits, m_data->misses, m_data->entries.size()};
}

} // namespace actionscope::retrieval
