#pragma once
/// The tokenizers of published embedding models, read from `tokenizer.json` as Hugging Face's tokenizers library writes
/// it: normaliser, splitting into words, and then WordPiece, WordLevel or Unigram. Byte-pair encoding, regular
/// expressions and byte-level splitting are not supported and are named in the error.

#include "base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

/// Immutable; any thread.
class PieceTokenizer {
public:
    static constexpr std::size_t MaxPieces = 2'000'000;
    static constexpr std::size_t MaxTextBytes = 32'768; ///< more of a text is not read

    /// `where` names the file in errors. Errors: ParseError, Unsupported (naming what), Corrupt.
    [[nodiscard]] static Result<PieceTokenizer> read(std::string_view json, const std::string &where);
    /// Ids in order, those of unknown pieces left out.
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const;
    /// One more than the greatest id.
    [[nodiscard]] std::uint32_t size() const;

    struct Impl;

private:
    std::shared_ptr<const Impl> m_impl;
};

} // namespace actionscope::retrieval::detail
