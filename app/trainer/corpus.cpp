#include "corpus.h"

#include "base/hash.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

namespace actionscope::trainer {
namespace {

constexpr std::array<std::string_view, KindCount> Keys{"op",     "mcp",   "prop",   "schema", "wn_gloss", "wn_syn",
                                                       "wn_hyp", "wn_ex", "intent", "utt",    "package",  "thes"};
constexpr char SentenceBorder = '\x1f';
constexpr std::size_t ActionColumns = 13, PairColumns = 3;

bool isAction(Kind kind) { return kind == Kind::Operation || kind == Kind::Tool; }

void addColumn(std::string &line, std::string_view text) {
    line += '\t';
    for (const char c : text)
        line += c == '\t' || c == '\n' || c == '\r' || c == SentenceBorder ? ' ' : c;
}

std::vector<std::string_view> split(std::string_view text, char border) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(border);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

std::string actionLine(const Action &action) {
    std::string line(kindKey(action.kind));
    for (const std::string *text :
         {&action.group, &action.source, &action.method, &action.title, &action.name, &action.path, &action.tags,
          &action.parameters, &action.body, &action.service, &action.response})
        addColumn(line, *text);
    line += '\t';
    for (std::size_t i = 0; i < action.sentences.size(); ++i) {
        if (i > 0)
            line += SentenceBorder;
        std::string cleaned;
        addColumn(cleaned, action.sentences[i]);
        line += cleaned.substr(1);
    }
    return line;
}

std::string pairLine(const Pair &pair) {
    std::string line(kindKey(pair.kind));
    addColumn(line, pair.left);
    addColumn(line, pair.right);
    return line;
}

/// What makes two operations the same to training: versions of one description repeat most of them.
std::uint64_t identityOf(const Action &action) {
    std::string text =
        action.group + '\n' + action.method + '\n' + action.title + '\n' + action.name + '\n' + action.path + '\n';
    for (const std::string &sentence : action.sentences)
        text += sentence + '\n';
    return hash64(text);
}

} // namespace

std::string_view kindKey(Kind kind) { return Keys[static_cast<std::size_t>(kind)]; }

void Corpus::append(Corpus &&other) {
    std::move(other.actions.begin(), other.actions.end(), std::back_inserter(actions));
    std::move(other.pairs.begin(), other.pairs.end(), std::back_inserter(pairs));
}

void Corpus::removeDuplicates() {
    std::unordered_set<std::uint64_t> seen;
    std::erase_if(actions, [&](const Action &action) { return !seen.insert(identityOf(action)).second; });
    std::erase_if(pairs, [&](const Pair &pair) { return !seen.insert(hash64(pairLine(pair))).second; });
}

std::string writeCorpus(const Corpus &corpus) {
    std::string text;
    for (const Action &action : corpus.actions)
        text += actionLine(action) + '\n';
    for (const Pair &pair : corpus.pairs)
        text += pairLine(pair) + '\n';
    return text;
}

Result<Corpus> readCorpus(std::string_view text, const std::string &file) {
    Corpus corpus;
    std::uint32_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::vector<std::string_view> columns = split(text.substr(0, end), '\t');
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto key = std::find(Keys.begin(), Keys.end(), columns.front());
        if (key == Keys.end()) {
            return fail(ErrorCode::ParseError, "a line begins with one of op, mcp, prop, …", {file, number, 1});
        }
        const auto kind = static_cast<Kind>(key - Keys.begin());
        if (columns.size() != (isAction(kind) ? ActionColumns : PairColumns))
            return fail(ErrorCode::ParseError, "the line has another number of columns", {file, number, 1});
        const auto column = [&](std::size_t i) { return std::string(columns[i]); };
        if (!isAction(kind)) {
            corpus.pairs.push_back({kind, column(1), column(2)});
            continue;
        }
        Action action{.kind = kind,
                      .group = column(1),
                      .source = column(2),
                      .method = column(3),
                      .title = column(4),
                      .name = column(5),
                      .path = column(6),
                      .tags = column(7),
                      .parameters = column(8),
                      .body = column(9),
                      .service = column(10),
                      .response = column(11),
                      .sentences = {}};
        if (!columns[12].empty()) {
            for (const std::string_view sentence : split(columns[12], SentenceBorder))
                action.sentences.emplace_back(sentence);
        }
        corpus.actions.push_back(std::move(action));
    }
    return corpus;
}

} // namespace actionscope::trainer
