#pragma once
/// An embedding model for tests: every word has a fixed random direction, and a few words share one, so that texts
/// without a common word can be near.

#include "base/hash.h"
#include "retrieval/analyzer.h"
#include "retrieval/embedding.h"

#include <atomic>
#include <cmath>
#include <optional>

namespace actionscope::test {

class HashModel : public retrieval::EmbeddingModel {
public:
    explicit HashModel(std::uint32_t dimension = 48, std::string version = "1")
        : m_identity{"hash", std::move(version), dimension} {}
    const retrieval::ModelIdentity &identity() const override { return m_identity; }
    Result<void> embedDocuments(std::span<const retrieval::EmbeddedText> texts, std::span<float> out,
                                const Job &) const override {
        if (problem)
            return fail(*problem);
        embedded += texts.size();
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::string all;
            for (const auto &part : texts[i].parts)
                all += part.text + ' ';
            embed(all, out.subspan(i * m_identity.dimension, m_identity.dimension));
        }
        return {};
    }
    Result<void> embedQuery(std::string_view text, std::span<float> out) const override {
        if (problem)
            return fail(*problem);
        embed(text, out);
        return {};
    }

    mutable std::atomic<std::size_t> embedded{0}; ///< texts of documents so far
    std::optional<Error> problem;

private:
    void embed(std::string_view text, std::span<float> out) const {
        std::fill(out.begin(), out.end(), 0.0F);
        for (const auto &token : retrieval::threadAnalyzer().analyze(text)) {
            if (token.term.empty())
                continue;
            std::uint64_t state = hash64(token.term == "cancel" ? "delet" : token.term, 7);
            for (float &value : out) {
                state = hash64({reinterpret_cast<const char *>(&state), sizeof state}, 3);
                value += static_cast<float>(state % 2001) / 1000.0F - 1.0F;
            }
        }
        float squares = 0;
        for (const float value : out)
            squares += value * value;
        for (float &value : out)
            value = squares > 0 ? value / std::sqrt(squares) : 0;
    }
    retrieval::ModelIdentity m_identity;
};

} // namespace actionscope::test
