#pragma once
/// The embedding model that is shipped: a table with one vector for every word stem, trained by `app/trainer` from
/// public descriptions and WordNet. A text's vector is the sum of its words' vectors, made unit length: 12 words cost a
/// few microseconds. Rows are int8 with one scale each, which costs no quality (measured, tests/bench/RESULTS.md).

#include "retrieval/embedding.h"

#include <filesystem>

namespace actionscope::retrieval {

struct Neighbour {
    std::string term;
    double similarity; ///< cosine
};

class TokenTable final : public EmbeddingModel {
public:
    /// The table in the program's resources. Loading checks its checksum and takes milliseconds; it is done once.
    [[nodiscard]] static std::shared_ptr<const TokenTable> shipped();
    /// Errors: NotFound, Corrupt (what is wrong and where), Unsupported (a version of the format we do not know).
    [[nodiscard]] static Result<std::shared_ptr<const TokenTable>> load(const std::filesystem::path &file);
    [[nodiscard]] static Result<std::shared_ptr<const TokenTable>> fromBytes(std::string_view bytes,
                                                                             std::string_view where);

    [[nodiscard]] const ModelIdentity &identity() const override;
    [[nodiscard]] Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                              const Job &job) const override;
    [[nodiscard]] Result<void> embedQuery(std::string_view text, std::span<float> out) const override;

    [[nodiscard]] bool knows(std::string_view term) const; ///< a stem, as the analyser gives it
    /// The nearest stems, best first; empty for an unknown one. Scans the table: some 3 ms for 24,000 words.
    [[nodiscard]] std::vector<Neighbour> neighbours(std::string_view term, std::size_t limit, double least = 0) const;

private:
    struct Data;
    explicit TokenTable(std::shared_ptr<const Data> data);
    std::shared_ptr<const Data> m_data;
};

} // namespace actionscope::retrieval
