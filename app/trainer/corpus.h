#pragma once
/// The training text: what is collected from the sources, and what training reads. It can be written to a file of one
/// record a line, so that collecting (a minute) and training (a minute) are repeated apart.

#include "base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::trainer {

/// Where a record comes from; each has its weight in the mix of batches.
enum class Kind : std::uint8_t {
    Operation,    ///< an operation of an OpenAPI description
    Tool,         ///< a tool of an MCP server
    Property,     ///< name ↔ description of a property or parameter
    Schema,       ///< name ↔ description of a schema
    WordGloss,    ///< WordNet: a word ↔ its definition
    WordSynonym,  ///< WordNet: a word ↔ another of its sense
    WordHypernym, ///< WordNet: a word ↔ what it is a kind of, or derived from
    WordExample,  ///< WordNet: a sentence ↔ the word that it shows
    Intent,       ///< something a person said ↔ the name of what was meant
    Utterance,    ///< two ways in which people said the same
    Package,      ///< Debian: one line about a program ↔ its longer description
    Thesaurus,    ///< a word ↔ a word of like meaning
};
constexpr std::size_t KindCount = 12;
/// "op", "mcp", "prop", …: on the command line and in corpus files.
[[nodiscard]] std::string_view kindKey(Kind kind);

/// An operation or a tool: texts that all describe one action. Lists are joined by spaces.
struct Action {
    Kind kind = Kind::Operation;
    std::string group;  ///< provider or server: operations of one are each other's hard negatives
    std::string source; ///< description file
    std::string method; ///< "GET", …
    std::string title, name, path, tags, parameters, body, service, response;
    std::vector<std::string> sentences; ///< of the description
};

struct Pair {
    Kind kind = Kind::Property;
    std::string left, right;
};

struct Corpus {
    std::vector<Action> actions;
    std::vector<Pair> pairs;
    void append(Corpus &&other);
    /// Keeps the first of equal records.
    void removeDuplicates();
};

[[nodiscard]] std::string writeCorpus(const Corpus &corpus);
/// Errors: ParseError with the line.
[[nodiscard]] Result<Corpus> readCorpus(std::string_view text, const std::string &file);

} // namespace actionscope::trainer
