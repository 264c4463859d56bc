/// The two kinds of files that tables of byte pairs come in.
#include "base/json.h"
#include "base/text.h"
#include "context/detail/byte_pairs.h"

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utf8proc.h>

namespace actionscope::context {
namespace {

using Table = TokenCounter::Table;

std::optional<std::string> fromBase64(std::string_view text) {
    constexpr std::string_view Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (text.ends_with('='))
        text.remove_suffix(1);
    if (text.empty() || text.size() % 4 == 1)
        return std::nullopt;
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char letter : text) {
        const std::size_t value = Alphabet.find(letter);
        if (value == std::string_view::npos)
            return std::nullopt;
        bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0xffffff;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes += static_cast<char>(bits >> held & 0xff);
        }
    }
    return bytes;
}

Error tooMany(const std::string &where) {
    return {ErrorCode::LimitExceeded,
            "the table has more than " + std::to_string(TokenCounter::MaxTableTokens) + " tokens, which is the cap",
            {where}};
}

/// Byte-level vocabularies write each byte as a printable letter: itself where it is one, else from U+0100 on in order.
std::array<int, 0x144> bytesOfLetters() {
    std::array<int, 0x144> bytes{};
    bytes.fill(-1);
    int next = 0x100;
    for (int byte = 0; byte < 256; ++byte) {
        const bool printable =
            (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
        bytes[static_cast<std::size_t>(printable ? byte : next++)] = byte;
    }
    return bytes;
}

std::optional<std::string> bytesOf(std::string_view letters) {
    static const auto Bytes = bytesOfLetters();
    std::string bytes;
    while (!letters.empty()) {
        utf8proc_int32_t code = 0;
        const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(letters.data()),
                                           static_cast<utf8proc_ssize_t>(letters.size()), &code);
        if (size <= 0 || static_cast<std::size_t>(code) >= Bytes.size() || Bytes[static_cast<std::size_t>(code)] < 0)
            return std::nullopt;
        bytes += static_cast<char>(Bytes[static_cast<std::size_t>(code)]);
        letters.remove_prefix(static_cast<std::size_t>(size));
    }
    return bytes;
}

/// What the pre-tokenizers say, as far as it changes how a text falls apart. False when nothing works on bytes.
bool readSplitting(const json::object &step, Table::Splitting &how, int depth = 0) {
    const std::string_view type = stringMember(step, "type");
    if (type == "ByteLevel") {
        if (boolMember(step, "use_regex", true))
            how = {.anyPrefix = false, .digits = 0, .keepsLineBreaks = false, .anyCase = false};
        return true;
    }
    if (type == "Split") {
        const json::object *pattern = objectMember(step, "pattern");
        const std::string_view regex = pattern ? stringMember(*pattern, "Regex") : std::string_view();
        if (regex.find("\\p{N}{1,3}") != std::string_view::npos)
            how.digits = 3;
        else if (regex.find("\\p{N}+") != std::string_view::npos)
            how.digits = 0;
        else if (regex.find("\\p{N}") != std::string_view::npos)
            how.digits = 1;
        return false;
    }
    bool onBytes = false;
    if (const json::array *steps = arrayMember(step, "pretokenizers"); steps && depth < 4)
        for (const json::value &inner : *steps)
            if (inner.is_object())
                onBytes = readSplitting(inner.get_object(), how, depth + 1) || onBytes;
    return onBytes;
}

} // namespace

Result<std::shared_ptr<const Table>> readRankLines(std::string_view text, const std::string &where) {
    auto table = std::make_shared<Table>();
    std::uint32_t line = 0;
    while (!text.empty()) {
        ++line;
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (row.ends_with('\r'))
            row.remove_suffix(1);
        if (row.empty())
            continue;
        const std::size_t space = row.find(' ');
        const std::string_view number = space == std::string_view::npos ? "" : row.substr(space + 1);
        std::uint32_t rank = 0;
        const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), rank);
        auto bytes = fromBase64(row.substr(0, std::min(space, row.size())));
        if (!bytes || number.empty() || error != std::errc() || rest != number.data() + number.size())
            return fail(ErrorCode::ParseError,
                        "a line of a rank file is a token in base64, a space, and its rank (and a tokenizer.json "
                        "begins with a brace)",
                        {where, line, 1});
        if (bytes->size() > TokenCounter::MaxTokenBytes)
            return fail(ErrorCode::LimitExceeded,
                        "a token has " + std::to_string(bytes->size()) + " bytes, and the cap is " +
                            std::to_string(TokenCounter::MaxTokenBytes),
                        {where, line, 1});
        table->add(std::move(*bytes), rank);
        if (table->size() > TokenCounter::MaxTableTokens)
            return fail(tooMany(where));
    }
    if (table->size() == 0)
        return fail(ErrorCode::ParseError, "the file holds no tokens", {where});
    return table;
}

Result<std::shared_ptr<const Table>> readTokenizerJson(std::string_view text, const std::string &where) {
    const auto root = parseJson(text, where, {64});
    if (!root)
        return fail(root.error());
    const auto unsupported = [&](const std::string &what) {
        return fail(ErrorCode::Unsupported,
                    what + ": byte-level byte-pair encoding can be counted with, and rank files; leave "
                           "context.tokenizer out to estimate",
                    {where});
    };
    const json::object *model = objectMember(*root, "model");
    if (!model)
        return fail(ErrorCode::ParseError, "a tokenizer.json has a member `model`", {where});
    const std::string_view type = stringMember(*model, "type");
    const json::array *merges = arrayMember(*model, "merges");
    if ((!type.empty() && type != "BPE") || !merges)
        return unsupported("its model is of the type " + (type.empty() ? "?" : std::string(type.substr(0, 40))));
    auto table = std::make_shared<Table>();
    const json::object *before = objectMember(*root, "pre_tokenizer");
    if (!before || !readSplitting(*before, table->splitting))
        return unsupported("its words are not split into bytes");
    std::uint32_t rank = 0;
    for (const json::value &merge : *merges) {
        std::string joined;
        if (const json::array *pair = merge.if_array()) {
            if (pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string())
                joined = std::string((*pair)[0].get_string()) + std::string((*pair)[1].get_string());
        } else if (const json::string *line = merge.if_string()) {
            const std::string_view both = *line;
            if (const std::size_t space = both.find(' '); space != std::string_view::npos)
                joined = std::string(both.substr(0, space)) + std::string(both.substr(space + 1));
        }
        auto bytes = bytesOf(joined);
        if (!bytes || bytes->empty())
            return fail(ErrorCode::ParseError, "merge " + std::to_string(rank + 1) + " is no pair of byte-level pieces",
                        {where});
        if (bytes->size() > TokenCounter::MaxTokenBytes)
            return fail(ErrorCode::LimitExceeded,
                        "merge " + std::to_string(rank + 1) + " makes a token of " + std::to_string(bytes->size()) +
                            " bytes, and the cap is " + std::to_string(TokenCounter::MaxTokenBytes),
                        {where});
        table->add(std::move(*bytes), rank++);
        if (table->size() > TokenCounter::MaxTableTokens)
            return fail(tooMany(where));
    }
    if (table->size() == 0)
        return fail(ErrorCode::ParseError, "its list of merges is empty", {where});
    return table;
}

} // namespace actionscope::context
