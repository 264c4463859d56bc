#pragma once
/// Query embeddings that were asked for before (CD13): a person types, a slider moves, two presets are compared, and
/// each time the same text is embedded again. Worth it for models that take longer than a look-up: endpoints and large
/// tables.

#include "retrieval/embedding.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace actionscope::retrieval {

/// `model` with the vectors of its last `capacity` queries kept, the least recently used one given up first. Failures
/// are not kept. Documents and identity are the model's. Any thread; two threads that ask for a text at once may both
/// reach the model.
class QueryCache final : public EmbeddingModel {
public:
    static constexpr std::size_t Capacity = 512;      ///< 512 × 384 numbers are 0.8 MB
    static constexpr std::size_t MaxKeptBytes = 4096; ///< longer queries are embedded each time

    explicit QueryCache(std::shared_ptr<const EmbeddingModel> model, std::size_t capacity = Capacity);
    ~QueryCache() override;

    [[nodiscard]] const ModelIdentity &identity() const override;
    [[nodiscard]] Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                              const Job &job) const override;
    [[nodiscard]] Result<void> embedQuery(std::string_view text, std::span<float> out) const override;
    [[nodiscard]] bool local() const override;

    struct Statistics {
        std::uint64_t hits = 0, misses = 0;
        std::size_t kept = 0;
    };
    [[nodiscard]] Statistics statistics() const;

private:
    struct Data;
    std::unique_ptr<Data> m_data;
};

} // namespace actionscope::retrieval
