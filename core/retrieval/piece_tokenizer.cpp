#include "retrieval/detail/piece_tokenizer.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utf8proc.h>

namespace actionscope::retrieval::detail {
namespace {

using Codepoint = utf8proc_int32_t;
using Text = std::vector<Codepoint>;

Text decode(std::string_view text) {
    Text points;
    const auto *bytes = reinterpret_cast<const utf8proc_uint8_t *>(text.data());
    for (std::size_t at = 0; at < text.size();) {
        Codepoint point = 0;
        const utf8proc_ssize_t length =
            utf8proc_iterate(bytes + at, static_cast<utf8proc_ssize_t>(text.size() - at), &point);
        if (length > 0)
            points.push_back(point);
        at += length > 0 ? static_cast<std::size_t>(length) : 1;
    }
    return points;
}

void append(std::string &out, Codepoint point) {
    utf8proc_uint8_t bytes[4];
    const utf8proc_ssize_t length = utf8proc_encode_char(point, bytes);
    out.append(reinterpret_cast<const char *>(bytes), static_cast<std::size_t>(std::max<utf8proc_ssize_t>(length, 0)));
}

std::string encodeUtf8(const Text &text) {
    std::string out;
    for (const Codepoint point : text)
        append(out, point);
    return out;
}

bool isSpace(Codepoint c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || utf8proc_category(c) == UTF8PROC_CATEGORY_ZS || c == 0x2028 ||
           c == 0x2029 || c == 0x85;
}
bool isControl(Codepoint c) {
    if (c == '\t' || c == '\n' || c == '\r')
        return false;
    const utf8proc_category_t category = utf8proc_category(c);
    return category >= UTF8PROC_CATEGORY_CC && category <= UTF8PROC_CATEGORY_CO;
}
/// Signs of ASCII count as punctuation although Unicode calls some of them symbols: as BERT has it.
bool isPunctuation(Codepoint c) {
    if ((c >= 33 && c <= 47) || (c >= 58 && c <= 64) || (c >= 91 && c <= 96) || (c >= 123 && c <= 126))
        return true;
    const utf8proc_category_t category = utf8proc_category(c);
    return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}
bool isWord(Codepoint c) {
    const utf8proc_category_t category = utf8proc_category(c);
    return c == '_' || (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO);
}
bool isHan(Codepoint c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

/// Unicode normalisation by utf8proc; text that it cannot take stays.
Text mapped(const Text &text, int options) {
    const std::string in = encodeUtf8(text);
    utf8proc_uint8_t *out = nullptr;
    const utf8proc_ssize_t length =
        utf8proc_map(reinterpret_cast<const utf8proc_uint8_t *>(in.data()), static_cast<utf8proc_ssize_t>(in.size()),
                     &out, static_cast<utf8proc_option_t>(options | UTF8PROC_STABLE));
    if (length < 0)
        return text;
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(out, &std::free);
    return decode({reinterpret_cast<const char *>(out), static_cast<std::size_t>(length)});
}

Text lowered(Text text) {
    for (Codepoint &point : text)
        point = utf8proc_tolower(point);
    return text;
}

Text withoutMarks(const Text &text) {
    Text kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
                 [](Codepoint c) { return utf8proc_category(c) != UTF8PROC_CATEGORY_MN; });
    return kept;
}

Text trimmed(const Text &text) {
    auto first = std::find_if_not(text.begin(), text.end(), isSpace);
    auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), isSpace).base();
    return {first, last};
}

Text replaced(const Text &text, const Text &what, const Text &by) {
    if (what.empty())
        return text;
    Text out;
    for (auto at = text.begin();;) {
        const auto found = std::search(at, text.end(), what.begin(), what.end());
        out.insert(out.end(), at, found);
        if (found == text.end())
            return out;
        out.insert(out.end(), by.begin(), by.end());
        at = found + static_cast<std::ptrdiff_t>(what.size());
    }
}

Text bertNormalised(const Text &text, bool clean, bool chinese, bool strip, bool lower) {
    Text out;
    for (const Codepoint c : text) {
        if (clean && (c == 0 || c == 0xFFFD || isControl(c)))
            continue;
        if (clean && isSpace(c)) {
            out.push_back(' ');
        } else if (chinese && isHan(c)) {
            out.insert(out.end(), {' ', c, ' '});
        } else {
            out.push_back(c);
        }
    }
    if (strip)
        out = withoutMarks(mapped(out, UTF8PROC_DECOMPOSE));
    return lower ? lowered(std::move(out)) : out;
}

using Normalise = std::function<Text(const Text &)>;
using Words = std::vector<Text>;
using Split = std::function<Words(const Words &)>;

/// Splits every word at single characters: those that `separates` vanish, those that `stands` alone become words.
template <class Separates, class Stands> Words splitAt(const Words &words, Separates &&separates, Stands &&stands) {
    Words out;
    for (const Text &word : words) {
        Text current;
        const auto close = [&] {
            if (!current.empty())
                out.push_back(std::move(current));
            current.clear();
        };
        for (const Codepoint c : word) {
            if (separates(c)) {
                close();
            } else if (stands(c)) {
                close();
                out.push_back({c});
            } else {
                current.push_back(c);
            }
        }
        close();
    }
    return out;
}

/// Runs of word characters, and runs of other signs: `\w+|[^\w\s]+`.
Words splitRuns(const Words &words) {
    Words out;
    for (const Text &word : words) {
        Text current;
        bool inWord = false;
        for (const Codepoint c : word) {
            if (!current.empty() && (isSpace(c) || isWord(c) != inWord)) {
                out.push_back(std::move(current));
                current.clear();
            }
            if (isSpace(c))
                continue;
            inWord = isWord(c);
            current.push_back(c);
        }
        if (!current.empty())
            out.push_back(std::move(current));
    }
    return out;
}

/// Spaces become `mark`, and words begin with it.
Words metaspace(const Words &words, Codepoint mark, bool prepend, bool split) {
    Words out;
    for (Text word : words) {
        std::replace_if(
            word.begin(), word.end(), [](Codepoint c) { return c == ' '; }, mark);
        if (prepend && !word.empty() && word.front() != mark)
            word.insert(word.begin(), mark);
        if (!split) {
            out.push_back(std::move(word));
            continue;
        }
        Text current;
        for (const Codepoint c : word) {
            if (c == mark && !current.empty()) {
                out.push_back(std::move(current));
                current.clear();
            }
            current.push_back(c);
        }
        if (!current.empty())
            out.push_back(std::move(current));
    }
    return out;
}

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return hash64(text); }
};

} // namespace

struct PieceTokenizer::Impl {
    enum class Model { WordPiece, WordLevel, Unigram };
    Model model = Model::WordPiece;
    std::vector<Normalise> normalise;
    std::vector<Split> split;
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> pieces;
    std::vector<double> scores; ///< of Unigram, by id
    double unknownScore = 0;
    std::optional<std::uint32_t> unknown;
    std::string prefix = "##";
    std::size_t maxWord = 100; ///< characters; longer words are unknown
    std::size_t maxPiece = 0;  ///< bytes of the longest piece
    std::uint32_t size = 0;

    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view piece) const {
        const auto found = pieces.find(piece);
        return found == pieces.end() ? std::nullopt : std::optional(found->second);
    }

    void encodeWord(const Text &word, std::vector<std::uint32_t> &ids) const {
        if (model == Model::Unigram)
            return bestPieces(word, ids);
        if (model == Model::WordLevel) {
            if (const auto id = find(encodeUtf8(word)))
                ids.push_back(*id);
            return;
        }
        if (word.size() > maxWord)
            return;
        // The longest piece that fits, again and again; a word with a part that no piece fits is unknown as a whole.
        const std::size_t before = ids.size();
        for (std::size_t begin = 0; begin < word.size();) {
            std::size_t end = word.size();
            std::optional<std::uint32_t> id;
            for (; end > begin && !id; --end) {
                std::string piece = begin > 0 ? prefix : std::string();
                for (std::size_t i = begin; i < end; ++i)
                    append(piece, word[i]);
                id = find(piece);
            }
            if (!id) {
                ids.resize(before);
                return;
            }
            ids.push_back(*id);
            begin = end + 1;
        }
    }

    /// The split with the greatest sum of scores (Viterbi).
    void bestPieces(const Text &word, std::vector<std::uint32_t> &ids) const {
        constexpr double None = -std::numeric_limits<double>::infinity();
        struct Step {
            double score = None;
            std::size_t from = 0;
            std::optional<std::uint32_t> id;
        };
        std::vector<Step> best(word.size() + 1);
        best[0].score = 0;
        for (std::size_t begin = 0; begin < word.size(); ++begin) {
            std::string piece;
            for (std::size_t end = begin + 1; end <= word.size(); ++end) {
                append(piece, word[end - 1]);
                if (piece.size() > maxPiece && end > begin + 1)
                    break;
                const auto id = find(piece);
                if (!id && end > begin + 1)
                    continue;
                const double score = best[begin].score + (id ? scores[*id] : unknownScore);
                if (score > best[end].score)
                    best[end] = {score, begin, id};
            }
        }
        std::vector<std::uint32_t> backwards;
        for (std::size_t at = word.size(); at > 0; at = best[at].from) {
            if (best[at].id)
                backwards.push_back(*best[at].id);
        }
        ids.insert(ids.end(), backwards.rbegin(), backwards.rend());
    }
};

namespace {

class Reader {
public:
    Reader(PieceTokenizer::Impl &impl, const std::string &where)
        : m_impl(impl)
        , m_where(where) {}

    Result<void> read(const json::value &root) {
        const json::value *model = member(root, "model");
        if (!model || !model->is_object())
            return corrupt("it has no \"model\"");
        Result<void> done = readNormaliser(member(root, "normalizer"));
        if (done)
            done = readSplit(member(root, "pre_tokenizer"));
        return done ? readModel(*model) : done;
    }

private:
    using Impl = PieceTokenizer::Impl;

    tl::unexpected<Error> corrupt(const std::string &what) const {
        return fail(ErrorCode::Corrupt, m_where + " is no usable tokenizer: " + what);
    }
    tl::unexpected<Error> unsupported(std::string_view what, std::string_view name) const {
        return fail(ErrorCode::Unsupported,
                    m_where + " needs the " + std::string(what) + " \"" +
                        revealInvisible(truncateUtf8(toValidUtf8(name), 60)) +
                        "\", which is not supported; models with WordPiece, WordLevel or Unigram tokenizers are "
                        "(potion-base and most of model2vec's)");
    }
    static bool isNone(const json::value *value) { return !value || value->is_null(); }

    Result<void> readNormaliser(const json::value *value) {
        if (isNone(value))
            return {};
        const std::string_view type = stringMember(*value, "type");
        if (type == "Sequence") {
            const json::array *parts = arrayMember(*value, "normalizers");
            for (const json::value &part : parts ? *parts : json::array{}) {
                if (!part.is_object())
                    return corrupt("a normalizer is no object");
                if (auto done = readNormaliser(&part); !done)
                    return done;
            }
            return {};
        }
        const auto add = [&](Normalise step) { m_impl.normalise.push_back(std::move(step)); };
        if (type == "BertNormalizer") {
            const bool lower = boolMember(*value, "lowercase", true), clean = boolMember(*value, "clean_text", true),
                       chinese = boolMember(*value, "handle_chinese_chars", true),
                       strip = boolMember(*value, "strip_accents", lower); // null: as lowercase
            add([=](const Text &text) { return bertNormalised(text, clean, chinese, strip, lower); });
        } else if (type == "Lowercase") {
            add([](const Text &text) { return lowered(text); });
        } else if (type == "StripAccents") {
            add(withoutMarks);
        } else if (type == "Strip") {
            add(trimmed);
        } else if (type == "NFD" || type == "NFC" || type == "NFKD" || type == "NFKC") {
            const int options = (type.ends_with('D') ? UTF8PROC_DECOMPOSE : UTF8PROC_COMPOSE) |
                                (type.size() == 4 ? UTF8PROC_COMPAT : 0);
            add([options](const Text &text) { return mapped(text, options); });
        } else if (type == "Precompiled") {
            // SentencePiece's table of characters: NFKC with spaces for other white space, but for rare ones.
            add([](const Text &text) {
                Text out = mapped(text, UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
                std::erase_if(out, isControl);
                std::replace_if(out.begin(), out.end(), isSpace, ' ');
                return out;
            });
        } else if (type == "Prepend") {
            const Text mark = decode(stringMember(*value, "prepend"));
            add([mark](const Text &text) {
                Text out = text.empty() ? Text() : mark;
                out.insert(out.end(), text.begin(), text.end());
                return out;
            });
        } else if (type == "Replace") {
            return readReplace(*value);
        } else {
            return unsupported("normalizer", type);
        }
        return {};
    }

    Result<void> readReplace(const json::value &value) {
        const json::value *pattern = member(value, "pattern");
        const Text by = decode(stringMember(value, "content"));
        const std::string_view regex = pattern ? stringMember(*pattern, "Regex") : std::string_view();
        if (regex == " {2,}" || regex == " +" || regex == "\\s+") {
            m_impl.normalise.emplace_back([by, anySpace = regex.front() == '\\'](const Text &text) {
                Text out;
                for (std::size_t i = 0; i < text.size();) {
                    const auto counts = [&](Codepoint c) { return anySpace ? isSpace(c) : c == ' '; };
                    if (!counts(text[i])) {
                        out.push_back(text[i++]);
                        continue;
                    }
                    while (i < text.size() && counts(text[i]))
                        ++i;
                    out.insert(out.end(), by.begin(), by.end());
                }
                return out;
            });
            return {};
        }
        if (!regex.empty() || !pattern)
            return unsupported("normalizer that replaces", regex);
        const Text what = decode(stringMember(*pattern, "String"));
        m_impl.normalise.emplace_back([what, by](const Text &text) { return replaced(text, what, by); });
        return {};
    }

    Result<void> readSplit(const json::value *value) {
        if (isNone(value))
            return {};
        const std::string_view type = stringMember(*value, "type");
        const auto none = [](Codepoint) { return false; };
        const auto add = [&](Split step) { m_impl.split.push_back(std::move(step)); };
        if (type == "Sequence") {
            const json::array *parts = arrayMember(*value, "pretokenizers");
            for (const json::value &part : parts ? *parts : json::array{}) {
                if (!part.is_object())
                    return corrupt("a pre_tokenizer is no object");
                if (auto done = readSplit(&part); !done)
                    return done;
            }
        } else if (type == "BertPreTokenizer") {
            add([](const Words &words) { return splitAt(words, isSpace, isPunctuation); });
        } else if (type == "Whitespace") {
            add(splitRuns);
        } else if (type == "WhitespaceSplit") {
            add([none](const Words &words) { return splitAt(words, isSpace, none); });
        } else if (type == "Punctuation") {
            add([none](const Words &words) { return splitAt(words, none, isPunctuation); });
        } else if (type == "Metaspace") {
            const Text mark = decode(stringMember(*value, "replacement"));
            if (mark.size() != 1)
                return corrupt("its Metaspace has no mark of one character");
            const std::string_view scheme = stringMember(*value, "prepend_scheme");
            const bool prepend = scheme.empty() ? boolMember(*value, "add_prefix_space", true) : scheme != "never";
            const bool split = boolMember(*value, "split", true);
            add([=, c = mark.front()](const Words &words) { return metaspace(words, c, prepend, split); });
        } else {
            return unsupported("pre_tokenizer", type);
        }
        return {};
    }

    bool addPiece(std::string_view piece, std::uint64_t id) {
        if (id >= PieceTokenizer::MaxPieces)
            return false;
        m_impl.pieces.emplace(std::string(piece), static_cast<std::uint32_t>(id));
        m_impl.maxPiece = std::max(m_impl.maxPiece, piece.size());
        m_impl.size = std::max(m_impl.size, static_cast<std::uint32_t>(id) + 1);
        return true;
    }

    Result<void> readModel(const json::value &model) {
        std::string_view type = stringMember(model, "type");
        const json::value *vocabulary = member(model, "vocab");
        if (type.empty()) // older files leave it out
            type = vocabulary && vocabulary->is_array()        ? "Unigram"
                   : !stringMember(model, "unk_token").empty() ? "WordPiece"
                                                               : "unnamed";
        if (type == "Unigram")
            return readUnigram(model, vocabulary);
        if (type != "WordPiece" && type != "WordLevel")
            return unsupported("tokenizer model", type);
        m_impl.model = type == "WordPiece" ? Impl::Model::WordPiece : Impl::Model::WordLevel;
        if (!vocabulary || !vocabulary->is_object() || vocabulary->get_object().empty())
            return corrupt("its vocabulary is missing");
        for (const auto &entry : vocabulary->get_object()) {
            if (!entry.value().is_int64() || entry.value().get_int64() < 0 ||
                !addPiece(entry.key(), static_cast<std::uint64_t>(entry.value().get_int64())))
                return corrupt("a piece has a number that is not from 0 to 2,000,000");
        }
        m_impl.unknown = m_impl.find(stringMember(model, "unk_token"));
        if (const json::value *prefix = member(model, "continuing_subword_prefix"); prefix && prefix->is_string())
            m_impl.prefix = std::string_view(prefix->get_string());
        if (const json::value *most = member(model, "max_input_chars_per_word"); most && most->is_int64())
            m_impl.maxWord = static_cast<std::size_t>(std::clamp<std::int64_t>(most->get_int64(), 1, 1000));
        return {};
    }

    Result<void> readUnigram(const json::value &model, const json::value *vocabulary) {
        m_impl.model = Impl::Model::Unigram;
        if (!vocabulary || !vocabulary->is_array() || vocabulary->get_array().empty())
            return corrupt("its vocabulary is missing");
        double least = 0;
        for (const json::value &entry : vocabulary->get_array()) {
            const json::array *pair = entry.if_array();
            if (!pair || pair->size() != 2 || !(*pair)[0].is_string() || !(*pair)[1].is_number())
                return corrupt("a piece is no pair of text and score");
            const auto score = (*pair)[1].to_number<double>();
            if (!std::isfinite(score) || !addPiece((*pair)[0].get_string(), m_impl.scores.size()))
                return corrupt("it has more than 2,000,000 pieces or a score that is no number");
            m_impl.scores.push_back(score);
            least = std::min(least, score);
        }
        m_impl.unknownScore = least - 10; // as SentencePiece has it
        const json::value *unknown = member(model, "unk_id");
        if (unknown && unknown->is_int64() && unknown->get_int64() >= 0)
            m_impl.unknown = static_cast<std::uint32_t>(unknown->get_int64());
        return {};
    }

    Impl &m_impl;
    const std::string &m_where;
};

} // namespace

Result<PieceTokenizer> PieceTokenizer::read(std::string_view json, const std::string &where) {
    const auto root = parseJson(json, where, {.maxDepth = 64});
    if (!root)
        return fail(root.error());
    auto impl = std::make_shared<Impl>();
    if (auto done = Reader(*impl, where).read(*root); !done)
        return fail(done.error());
    PieceTokenizer tokenizer;
    tokenizer.m_impl = std::move(impl);
    return tokenizer;
}

std::vector<std::uint32_t> PieceTokenizer::encode(std::string_view text) const {
    Text points = decode(truncateUtf8(text, MaxTextBytes));
    for (const Normalise &step : m_impl->normalise)
        points = step(points);
    Words words{std::move(points)};
    for (const Split &step : m_impl->split)
        words = step(words);
    std::vector<std::uint32_t> ids;
    for (const Text &word : words)
        m_impl->encodeWord(word, ids);
    if (m_impl->unknown)
        std::erase(ids, *m_impl->unknown);
    return ids;
}

std::uint32_t PieceTokenizer::size() const { return m_impl->size; }

} // namespace actionscope::retrieval::detail
