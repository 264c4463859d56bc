#pragma once
/// Poisoning scan (BX7): what in a name or description could mislead a model or a person. Raw text is scanned, before
/// any normalising. Rules only; linear time.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

enum class ScanRule : std::uint8_t {
    HiddenCharacters, ///< zero-width, tag characters, private use, soft hyphens inside words
    Bidirectional,    ///< overrides and isolates
    Instructions,     ///< words addressed to the model: "ignore previous instructions", "do not tell the user", …
    ToolReference,    ///< prose that tells to call or not to call another tool first
    Exfiltration,     ///< asks for secrets, files, or the conversation to be passed as an argument
    EncodedPayload,   ///< long base64 or hexadecimal runs, data: URLs
    LookAlike,        ///< a name that differs from another service's only by confusable characters or one letter
};
std::string_view scanRuleName(ScanRule rule); ///< "hidden-characters"

struct ScanFinding {
    ScanRule rule;
    std::size_t begin = 0, end = 0; ///< bytes in the text
    std::string field;              ///< "description", "parameter repo", "name"
    std::string detail;             ///< one sentence, the text's invisible characters shown as tokens
    bool withhold = true;           ///< the text must not reach a model until a person accepts it
};

/// Findings in one text.
std::vector<ScanFinding> scanText(std::string_view text, std::string_view field);

/// The skeleton of a name: confusable letters of other scripts and digit look-alikes folded; equal skeletons look
/// alike.
std::string confusableSkeleton(std::string_view name);

} // namespace actionscope::catalog
