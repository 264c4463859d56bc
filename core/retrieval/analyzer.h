#pragma once
/// Text analysis: from prose, identifiers, paths and queries to the terms that the index holds.
///
/// Words are runs of letters and digits. They are split at camelCase borders and between letters and digits; a word
/// that mixes letters and digits is kept whole as well ("oauth2" gives oauth, 2 and oauth2). Case is folded, accents
/// are dropped, apostrophes vanish ("user's" is user, "don't" is dont). Stop words are left out; the verbs of APIs
/// (get, list, set, find, …) are none. What remains is stemmed by Snowball's English stemmer. Runs of Chinese, Japanese
/// and Korean become overlapping pairs of characters. What this is worth on labelled sets stands in
/// tests/bench/RESULTS.md.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval {

struct AnalyzerOptions {
    bool stem = true;
    bool stopWords = true; ///< leave them out
    friend bool operator==(const AnalyzerOptions &, const AnalyzerOptions &) = default;
};

/// Longer words are cut: nobody types them, and a base64 blob must not fill the vocabulary.
constexpr std::size_t MaxWordBytes = 64;

/// Splits text into folded words. Reuses its buffers: one thread at a time.
class Tokenizer {
public:
    struct Word {
        std::string_view text;            ///< folded; valid during the call
        std::uint32_t begin = 0, end = 0; ///< where it stands in the input, in bytes
    };
    /// Calls `sink(const Word &)` for every word in order. Bytes that are no UTF-8 separate words.
    template <class Sink> void split(std::string_view text, Sink &&sink) {
        m_text = text;
        m_at = 0;
        while (nextRun()) {
            for (const Piece &piece : m_pieces)
                sink(Word{std::string_view(m_folded).substr(piece.begin, piece.size), piece.from, piece.to});
        }
    }

private:
    struct Piece {
        std::uint32_t begin, size; ///< in m_folded
        std::uint32_t from, to;    ///< in the input
    };
    bool nextRun();
    std::size_t readNonAscii(std::size_t at);
    void closeCjk();
    void closeCamelWord(std::uint32_t to);
    void addPiece(std::uint32_t begin, std::uint32_t end, std::uint32_t from, std::uint32_t to);

    enum class Kind : unsigned char { None, Lower, Upper, Digit };
    struct Character {
        std::uint32_t begin, from, to;
    };
    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_folded;
    std::vector<Piece> m_pieces;
    std::vector<Character> m_cjk;
    // Of the camelCase word being read: where it starts, and the borders between letters and digits inside it.
    struct Border {
        std::uint32_t folded, from;
    };
    std::vector<Border> m_borders;
    std::uint32_t m_wordBegin = 0, m_wordFrom = 0;
    Kind m_last = Kind::None;
};

/// Words to terms. Not thread-safe: each thread has its own (`threadAnalyzer()`).
class Analyzer {
public:
    explicit Analyzer(AnalyzerOptions options = {});
    ~Analyzer();
    Analyzer(Analyzer &&) noexcept;
    Analyzer &operator=(Analyzer &&) noexcept;

    /// The term of a folded word; empty for a stop word. Valid until the next call.
    [[nodiscard]] std::string_view term(std::string_view word);

    struct Token {
        std::string word; ///< as typed
        std::string term; ///< empty for a stop word
        std::uint32_t begin = 0, end = 0;
    };
    /// Every word of `text` in order, with repetitions.
    [[nodiscard]] std::vector<Token> analyze(std::string_view text);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// This thread's analyser for `options`: setting one up costs more than analysing a query.
Analyzer &threadAnalyzer(AnalyzerOptions options = {});

/// Whether `word` (folded) is left out of index and queries.
bool isStopWord(std::string_view word);

} // namespace actionscope::retrieval
