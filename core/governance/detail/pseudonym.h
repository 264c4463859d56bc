#pragma once
/// What stands in for a personal value: of its kind and shape, findable again by the same detectors, and nobody's.

#include "governance/privacy.h"

#include <optional>
#include <string>
#include <string_view>

namespace actionscope::governance::detail {

/// What the schema at a place demands of a string.
struct TextDemands {
    std::string pattern; ///< empty: none
    std::optional<std::size_t> shortest, longest;
    bool fixed = false; ///< an enum or const: its values are nobody's data
};

/// A candidate for `original`. `random` are 32 bytes that decide it. Mail addresses lie under example.invalid,
/// addresses of the Internet in reserved ranges, social security numbers in those that are never issued; cards,
/// accounts and ids keep their separators and pass their checksums.
std::string makePseudonym(std::string_view original, PersonalKind kind, std::string_view random);

/// The same length and classes of characters, everything else at random: for patterns that the usual form does not fit.
std::string shapePreserving(std::string_view original, std::string_view random);

/// Whether a pseudonym keeps what the schema demands.
bool fits(std::string_view pseudonym, const TextDemands &demands);

/// Shortest form of a name or mail address for at most `longest` characters; empty when there is no room.
std::string shortPseudonym(PersonalKind kind, std::size_t longest, std::string_view random);

} // namespace actionscope::governance::detail
