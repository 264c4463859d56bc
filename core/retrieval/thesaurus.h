#pragma once
/// Words that people and descriptions of APIs use for the same thing: "remove" and "delete"; and phrases that mean
/// what their words do not say: "get rid of". The shipped ones are written by hand
/// (resources/retrieval/thesaurus.yaml); a workspace adds its own in `thesaurus.yaml`.

#include "base/result.h"
#include "retrieval/analyzer.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace actionscope::retrieval {

/// Immutable; any thread.
class Thesaurus {
public:
    /// The groups that are part of the program.
    [[nodiscard]] static std::shared_ptr<const Thesaurus> shipped();
    /// The shipped ones and those of `file`: `{groups: [[shipment, consignment], …], phrases: {bill of lading:
    /// [shipment], …}}`. A phrase that is shipped too has the meanings of the file. A missing file adds nothing.
    /// Errors: ParseError with line and column (unknown keys, no list of words, a group of one word, a meaning of
    /// several words, a phrase of one); LimitExceeded past 1 MiB, MaxGroups, MaxPhrases, MaxPhraseWords or MaxMeanings.
    [[nodiscard]] static Result<std::shared_ptr<const Thesaurus>> withFile(const std::filesystem::path &file);
    /// The same of text; `name` stands for the file in messages.
    [[nodiscard]] static Result<std::shared_ptr<const Thesaurus>> withText(const std::string &text,
                                                                           const std::string &name);

    /// This one and a group of words that mean the same.
    [[nodiscard]] std::shared_ptr<const Thesaurus> withGroup(std::span<const std::string> words) const;
    /// The terms (stems) that stand in a group with `term`, ascending and without itself. Empty for most.
    [[nodiscard]] std::span<const std::string> related(std::string_view term) const;
    [[nodiscard]] std::size_t groups() const { return m_groups; }

    /// What several words mean together.
    struct Phrase {
        std::vector<std::string> words;    ///< at least two; stems, and stop words as they are
        std::vector<std::string> meanings; ///< stems, at least one, the best first
    };
    struct Match {
        const Phrase *phrase;              ///< lives as long as the thesaurus
        std::vector<std::uint32_t> tokens; ///< which of the query's, ascending
    };
    /// The phrases of a query in order, none over another's words, the longest first where several begin. Words are
    /// compared by their stems, but the first one does not stand for its forms in -s and -ed. A verb and
    /// its adverb may stand apart, "turn the heating off", by up to MaxBetween words without a punctuation mark;
    /// "in", "on" and "over", which more often belong to what follows, by one pronoun. At most MaxMatches.
    [[nodiscard]] std::vector<Match> phrasesOf(std::string_view query, std::span<const Analyzer::Token> tokens) const;
    [[nodiscard]] std::size_t phrases() const { return m_phrases.size(); }

    static constexpr std::size_t MaxGroups = 20'000, MaxPhrases = 20'000;
    static constexpr std::size_t MaxPhraseWords = 8, MaxMeanings = 16;
    static constexpr std::size_t MaxBetween = 3, MaxMatches = 16;

private:
    Result<void> add(const std::string &yaml, const std::string &name);
    void addGroup(const std::vector<std::string> &terms);
    void addPhrase(Phrase phrase);
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const;
    };
    std::unordered_map<std::string, std::vector<std::string>, Hash, std::equal_to<>> m_related;
    std::unordered_map<std::string, Phrase, Hash, std::equal_to<>> m_phrases; ///< by their words with blanks between
    std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> m_longest; ///< words, by the first of them
    std::size_t m_groups = 0;
};

} // namespace actionscope::retrieval
