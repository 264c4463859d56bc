#include "retrieval/analyzer.h"

#include "base/hash.h"
#include "base/text.h"

#include <array>
#include <libstemmer.h>
#include <unordered_map>
#include <utf8proc.h>

namespace actionscope::retrieval {
namespace {

enum class Class : unsigned char { Separator, Lower, Upper, Digit, Apostrophe, Other };

constexpr std::array<Class, 256> makeClasses() {
    std::array<Class, 256> classes{};
    for (int c = 'a'; c <= 'z'; ++c)
        classes[std::size_t(c)] = Class::Lower;
    for (int c = 'A'; c <= 'Z'; ++c)
        classes[std::size_t(c)] = Class::Upper;
    for (int c = '0'; c <= '9'; ++c)
        classes[std::size_t(c)] = Class::Digit;
    classes['\''] = Class::Apostrophe;
    for (int c = 0x80; c <= 0xFF; ++c)
        classes[std::size_t(c)] = Class::Other;
    return classes;
}
constexpr std::array<Class, 256> Classes = makeClasses();

constexpr std::string_view TypographicApostrophe = "\u2019";

Class classOf(char c) { return Classes[static_cast<unsigned char>(c)]; }

/// Scripts written without spaces whose words are found by pairs of characters: Han, kana, Hangul (Unicode 15 blocks).
bool isCjk(utf8proc_int32_t c) {
    return (c >= 0x3005 && c <= 0x3007) || (c >= 0x3041 && c <= 0x30FF) || (c >= 0x3131 && c <= 0x318E) ||
           (c >= 0x31F0 && c <= 0x31FF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
           (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF66 && c <= 0xFF9F) ||
           (c >= 0x20000 && c <= 0x323AF);
}

} // namespace

void Tokenizer::addPiece(std::uint32_t begin, std::uint32_t end, std::uint32_t from, std::uint32_t to) {
    if (begin == end)
        return;
    const std::string_view word = std::string_view(m_folded).substr(begin, end - begin);
    m_pieces.push_back({begin, static_cast<std::uint32_t>(truncateUtf8(word, MaxWordBytes).size()), from, to});
}

void Tokenizer::closeCamelWord(std::uint32_t to) {
    const auto end = static_cast<std::uint32_t>(m_folded.size());
    std::uint32_t begin = m_wordBegin, from = m_wordFrom;
    for (const Border &border : m_borders) {
        addPiece(begin, border.folded, from, border.from);
        begin = border.folded;
        from = border.from;
    }
    addPiece(begin, end, from, to);
    if (!m_borders.empty())
        addPiece(m_wordBegin, end, m_wordFrom, to);
    m_borders.clear();
    m_wordBegin = end;
    m_wordFrom = to;
    m_last = Kind::None;
}

void Tokenizer::closeCjk() {
    const auto last = static_cast<std::uint32_t>(m_folded.size());
    for (std::size_t i = 0; i < m_cjk.size(); ++i) {
        const bool single = m_cjk.size() == 1;
        if (i + 1 == m_cjk.size() && !single)
            break;
        const std::size_t end = i + (single ? 1 : 2);
        m_pieces.push_back({m_cjk[i].begin, (end < m_cjk.size() ? m_cjk[end].begin : last) - m_cjk[i].begin,
                            m_cjk[i].from, m_cjk[end - 1].to});
    }
    m_cjk.clear();
    m_wordBegin = last;
}

/// Reads one run of word characters into m_pieces. False at the end of the text.
bool Tokenizer::nextRun() {
    m_folded.clear();
    m_pieces.clear();
    m_borders.clear();
    m_cjk.clear();
    const std::size_t size = m_text.size();
    while (m_at < size && classOf(m_text[m_at]) == Class::Separator)
        ++m_at;
    if (m_at >= size)
        return false;
    m_wordBegin = 0;
    m_wordFrom = static_cast<std::uint32_t>(m_at);
    m_last = Kind::None;
    std::uint32_t end = m_wordFrom;
    while (m_at < size) {
        const char c = m_text[m_at];
        Class kind = classOf(c);
        const auto at = static_cast<std::uint32_t>(m_at);
        end = at;
        if (kind == Class::Separator)
            break;
        std::size_t width = 1;
        if (kind == Class::Other) {
            if (m_text.substr(m_at, TypographicApostrophe.size()) == TypographicApostrophe) {
                kind = Class::Apostrophe;
                width = TypographicApostrophe.size();
            } else {
                const std::size_t length = readNonAscii(m_at);
                if (length == 0)
                    break; // a separator beyond ASCII; readNonAscii has stepped over it
                m_at += length;
                end = static_cast<std::uint32_t>(m_at);
                continue;
            }
        }
        if (!m_cjk.empty()) {
            closeCjk();
            m_wordFrom = at;
        }
        if (kind == Class::Apostrophe) {
            const std::size_t next = m_at + width;
            const bool possessive = next < size && (m_text[next] == 's' || m_text[next] == 'S') &&
                                    (next + 1 >= size || classOf(m_text[next + 1]) == Class::Separator);
            m_at = next + (possessive ? 1 : 0);
            m_last = Kind::None; // "O'Brien" is one word
            if (possessive)
                break;
            continue;
        }
        if (kind == Class::Upper) {
            const bool acronymEnd =
                m_last == Kind::Upper && m_at + 1 < size && classOf(m_text[m_at + 1]) == Class::Lower;
            if (m_last == Kind::Lower || m_last == Kind::Digit || acronymEnd)
                closeCamelWord(at);
            m_folded += static_cast<char>(c - 'A' + 'a');
            m_last = Kind::Upper;
        } else {
            const bool digit = kind == Class::Digit;
            if (m_last != Kind::None && digit != (m_last == Kind::Digit))
                m_borders.push_back({static_cast<std::uint32_t>(m_folded.size()), at});
            m_folded += c;
            m_last = digit ? Kind::Digit : Kind::Lower;
        }
        ++m_at;
        end = static_cast<std::uint32_t>(m_at);
    }
    if (!m_cjk.empty())
        closeCjk();
    else
        closeCamelWord(end);
    return true;
}

/// Handles one character beyond ASCII at `at`. Returns its length in bytes; 0 when it separates words (m_at is then
/// past it).
std::size_t Tokenizer::readNonAscii(std::size_t at) {
    const auto *bytes = reinterpret_cast<const utf8proc_uint8_t *>(m_text.data()) + at;
    utf8proc_int32_t c = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(m_text.size() - at), &c);
    const auto from = static_cast<std::uint32_t>(at);
    if (length <= 0) {
        m_at = at + 1;
        return 0;
    }
    const auto used = static_cast<std::size_t>(length);
    if (isCjk(c)) {
        if (m_folded.size() > m_wordBegin && m_cjk.empty())
            closeCamelWord(from);
        m_cjk.push_back({static_cast<std::uint32_t>(m_folded.size()), from, static_cast<std::uint32_t>(at + used)});
        m_folded += m_text.substr(at, used);
        return used;
    }
    const utf8proc_category_t category = utf8proc_category(c);
    const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    const bool digit = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
    const bool mark = category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME;
    if (!letter && !digit && !mark) {
        m_at = at + used;
        return 0;
    }
    if (!m_cjk.empty()) {
        closeCjk();
        m_wordFrom = from;
    }
    if (letter && category == UTF8PROC_CATEGORY_LU && (m_last == Kind::Lower || m_last == Kind::Digit))
        closeCamelWord(from);
    else if (!mark && m_last != Kind::None && digit != (m_last == Kind::Digit))
        m_borders.push_back({static_cast<std::uint32_t>(m_folded.size()), from});
    std::array<utf8proc_int32_t, 24> folded{};
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(
        c, folded.data(), folded.size(),
        static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE |
                                       UTF8PROC_STRIPMARK),
        &boundary);
    for (utf8proc_ssize_t i = 0; i < count && i < static_cast<utf8proc_ssize_t>(folded.size()); ++i) {
        std::array<utf8proc_uint8_t, 4> encoded{};
        const utf8proc_ssize_t bytesOut = utf8proc_encode_char(folded[static_cast<std::size_t>(i)], encoded.data());
        m_folded.append(reinterpret_cast<const char *>(encoded.data()), static_cast<std::size_t>(bytesOut));
    }
    if (!mark)
        m_last = digit ? Kind::Digit : category == UTF8PROC_CATEGORY_LU ? Kind::Upper : Kind::Lower;
    return used;
}

struct Analyzer::Impl {
    struct StemmerDeleter {
        void operator()(sb_stemmer *stemmer) const { sb_stemmer_delete(stemmer); }
    };
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return hash64(text); }
    };
    static constexpr std::size_t FirstWords = 2'000;  ///< places made at once: growing costs more than stemming
    static constexpr std::size_t CacheWords = 50'000; ///< then it starts anew: long-lived threads see many words

    AnalyzerOptions options;
    std::unique_ptr<sb_stemmer, StemmerDeleter> stemmer;
    std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> stems;
    Tokenizer tokenizer;

    [[nodiscard]] std::string stem(std::string_view word) const {
        for (const char c : word) {
            if (c < 'a' || c > 'z')
                return std::string(word); // numbers, mixtures and other scripts have no English endings
        }
        const sb_symbol *stemmed = sb_stemmer_stem(stemmer.get(), reinterpret_cast<const sb_symbol *>(word.data()),
                                                   static_cast<int>(word.size()));
        return {reinterpret_cast<const char *>(stemmed), static_cast<std::size_t>(sb_stemmer_length(stemmer.get()))};
    }
};

Analyzer::Analyzer(AnalyzerOptions options)
    : m_impl(std::make_unique<Impl>()) {
    m_impl->options = options;
    m_impl->stems.reserve(Impl::FirstWords);
    if (options.stem)
        m_impl->stemmer.reset(sb_stemmer_new("english", "ISO_8859_1"));
}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer &&) noexcept = default;
Analyzer &Analyzer::operator=(Analyzer &&) noexcept = default;

std::string_view Analyzer::term(std::string_view word) {
    Impl &impl = *m_impl;
    if (const auto known = impl.stems.find(word); known != impl.stems.end())
        return known->second;
    if (impl.stems.size() >= Impl::CacheWords)
        impl.stems.clear();
    std::string term;
    if (!impl.options.stopWords || !isStopWord(word))
        term = impl.stemmer ? impl.stem(word) : std::string(word);
    return impl.stems.emplace(std::string(word), std::move(term)).first->second;
}

std::vector<Analyzer::Token> Analyzer::analyze(std::string_view text) {
    std::vector<Token> tokens;
    m_impl->tokenizer.split(text, [&](const Tokenizer::Word &word) {
        tokens.push_back({std::string(text.substr(word.begin, word.end - word.begin)), std::string(term(word.text)),
                          word.begin, word.end});
    });
    return tokens;
}

Analyzer &threadAnalyzer(AnalyzerOptions options) {
    thread_local std::array<std::unique_ptr<Analyzer>, 4> analyzers;
    auto &analyzer = analyzers[(options.stem ? 1U : 0U) + (options.stopWords ? 2U : 0U)];
    if (!analyzer)
        analyzer = std::make_unique<Analyzer>(options);
    return *analyzer;
}

} // namespace actionscope::retrieval
