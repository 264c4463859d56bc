#pragma once
/// The embedding model that is shipped: a table with one vector for every word stem, trained by `app/trainer` from
/// public descriptions and WordNet. A text's vector is the sum of its words' vectors, made unit length: 12 words cost a
/// few microseconds. Rows are int8 with one scale each, which costs no quality (measured, tests/bench/RESULTS.md).

#include "retrieval/embedding.h"

#include <filesystem>
#include <functional>

namespace actionscope::retrieval {

struct Neighbour {
    std::string term;
    double similarity; ///< cosine
};

/// One word of a table that is being written.
struct TokenRow {
    std::string term; ///< a stem as the analyser gives it, or "m:GET", …: that a document is called with that method
    std::vector<float> values;
};
/// The bytes of a table file, which fromBytes() reads: magic, version, dimension, number of rows, SHA-256 of what
/// follows; a scale and int8 values for every row; the terms, sorted. Equal rows give equal bytes, whatever their
/// order. Errors: InvalidArgument (no rows, rows of unequal or unusable size, a term twice, numbers that are not
/// finite).
[[nodiscard]] Result<std::string> encodeTokenTable(std::vector<TokenRow> rows);

class TokenTable final : public EmbeddingModel {
public:
    /// The table in the program itself. Loading checks its checksum and takes milliseconds; it is done once.
    [[nodiscard]] static std::shared_ptr<const TokenTable> shipped();
    /// Errors: NotFound, Corrupt (what is wrong and where), Unsupported (a version of the format we do not know).
    [[nodiscard]] static Result<std::shared_ptr<const TokenTable>> load(const std::filesystem::path &file);
    /// Copies what it needs of `bytes`; `where` names them in errors.
    [[nodiscard]] static Result<std::shared_ptr<const TokenTable>> fromBytes(std::string_view bytes,
                                                                             std::string_view where);
    ~TokenTable() override;

    [[nodiscard]] const ModelIdentity &identity() const override;
    [[nodiscard]] Result<void> embedDocuments(std::span<const EmbeddedText> texts, std::span<float> out,
                                              const Job &job) const override;
    [[nodiscard]] Result<void> embedQuery(std::string_view text, std::span<float> out) const override;

    [[nodiscard]] bool knows(std::string_view term) const; ///< a stem, as the analyser gives it
    [[nodiscard]] std::size_t size() const;                ///< words
    void forEachTerm(const std::function<void(std::string_view)> &sink) const;
    /// The nearest stems, best first; empty for an unknown one. Scans the table: some 3 ms for 24,000 words.
    [[nodiscard]] std::vector<Neighbour> neighbours(std::string_view term, std::size_t limit, double least = 0) const;

private:
    struct Data;
    explicit TokenTable(std::unique_ptr<const Data> data);
    std::unique_ptr<const Data> m_data;
};

} // namespace actionscope::retrieval
