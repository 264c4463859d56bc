#include "sources.h"

#include "base/file.h"

#include <array>
#include <charconv>
#include <map>
#include <unordered_map>

namespace actionscope::trainer {
namespace {

// File formats: wndb(5WN) and wninput(5WN) of WordNet 3.0.
constexpr std::array<std::pair<char, std::string_view>, 4> Parts{
    {{'n', "noun"}, {'v', "verb"}, {'a', "adj"}, {'r', "adv"}}};
constexpr std::size_t MaxSense = 4; ///< rarer meanings of a word mislead more than they teach
constexpr std::uint64_t MaxFileBytes = 64ULL << 20;

class Columns {
public:
    explicit Columns(std::string_view line)
        : m_rest(line) {}
    std::string_view next() {
        const std::size_t begin = std::min(m_rest.find_first_not_of(' '), m_rest.size());
        m_rest.remove_prefix(begin);
        const std::size_t end = std::min(m_rest.find(' '), m_rest.size());
        const std::string_view column = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        return column;
    }
    std::size_t number(int base = 10) {
        const std::string_view column = next();
        std::size_t value = 0;
        std::from_chars(column.data(), column.data() + column.size(), value, base);
        return value;
    }

private:
    std::string_view m_rest;
};

struct Synset {
    std::vector<std::string> words;
    std::vector<std::pair<char, std::size_t>> related; ///< hypernyms and derivations, by part of speech and offset
    std::string gloss;
    std::vector<std::string> examples;
};

std::string plainWord(std::string_view word) {
    std::string plain(word.substr(0, word.find('('))); // "galore(ip)"
    for (char &c : plain) {
        if (c == '_')
            c = ' ';
    }
    return plain;
}

/// Calls `take` for every line that is no part of the licence at the head.
template <class Take> void forEachLine(std::string_view text, Take &&take) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (end > 0 && text.front() != ' ')
            take(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

Synset readSynset(std::string_view line, char part) {
    Synset synset;
    Columns columns(line.substr(0, line.find('|')));
    columns.next(); // offset
    columns.next(); // lexicographer file
    columns.next(); // type
    for (std::size_t count = columns.number(16); count > 0; --count) {
        synset.words.push_back(plainWord(columns.next()));
        columns.next();
    }
    for (std::size_t count = columns.number(); count > 0; --count) {
        const std::string_view symbol = columns.next();
        const std::size_t offset = columns.number();
        const std::string_view target = columns.next();
        columns.next();
        if ((symbol == "@" || symbol == "@i" || symbol == "+") && !target.empty())
            synset.related.emplace_back(target.front() == 's' ? 'a' : target.front(), offset);
    }
    (void)part;
    const std::size_t bar = line.find('|');
    std::string_view gloss = bar == std::string_view::npos ? std::string_view() : line.substr(bar + 1);
    while (!gloss.empty()) { // definition; "example"; "example"
        const std::size_t quote = gloss.find('"');
        synset.gloss += gloss.substr(0, quote);
        if (quote == std::string_view::npos)
            break;
        gloss.remove_prefix(quote + 1);
        const std::size_t end = std::min(gloss.find('"'), gloss.size());
        synset.examples.emplace_back(gloss.substr(0, end));
        gloss.remove_prefix(std::min(end + 1, gloss.size()));
    }
    return synset;
}

} // namespace

Result<Corpus> collectWordNet(const std::filesystem::path &folder) {
    std::map<char, std::unordered_map<std::size_t, Synset>> synsets;
    for (const auto &[part, name] : Parts) {
        const auto text = readFile(folder / ("data." + std::string(name)), MaxFileBytes);
        if (!text)
            return fail(text.error());
        forEachLine(*text, [&, letter = part](std::string_view line) {
            std::size_t offset = 0;
            std::from_chars(line.data(), line.data() + line.size(), offset);
            synsets[letter].emplace(offset, readSynset(line, letter));
        });
    }
    Corpus corpus;
    for (const auto &[part, name] : Parts) {
        const auto text = readFile(folder / ("index." + std::string(name)), MaxFileBytes);
        if (!text)
            return fail(text.error());
        const auto &own = synsets[part];
        forEachLine(*text, [&](std::string_view line) {
            Columns columns(line);
            const std::string lemma = plainWord(columns.next());
            columns.next(); // part of speech
            const std::size_t senses = columns.number();
            for (std::size_t count = columns.number(); count > 0; --count)
                columns.next(); // kinds of pointers
            columns.next();     // senses again
            columns.next();     // senses in the tagged corpus
            for (std::size_t sense = 0; sense < std::min(senses, MaxSense); ++sense) {
                const auto found = own.find(columns.number());
                if (found == own.end())
                    continue;
                const Synset &synset = found->second;
                corpus.pairs.push_back({Kind::WordGloss, lemma, synset.gloss});
                for (const std::string &word : synset.words) {
                    if (word != lemma)
                        corpus.pairs.push_back({Kind::WordSynonym, lemma, word});
                }
                for (const auto &[targetPart, offset] : synset.related) {
                    const auto &others = synsets[targetPart];
                    if (const auto target = others.find(offset); target != others.end())
                        corpus.pairs.push_back({Kind::WordHypernym, lemma, target->second.words.front()});
                }
                for (const std::string &example : synset.examples)
                    corpus.pairs.push_back({Kind::WordExample, example, lemma + " " + synset.gloss});
            }
        });
    }
    return corpus;
}

} // namespace actionscope::trainer
