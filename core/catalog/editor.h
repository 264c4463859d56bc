#pragma once
/// Surgical edits of hand-written catalogs: only the bytes of the entry that changes are touched.
///
/// No emitter keeps comments, quoting and order, so nothing is re-emitted: the entry is located by the parser's marks, its
/// bytes are spliced, the result is parsed again and must mean exactly the intended change. Otherwise nothing is written and
/// the caller gets the snippet for a person to paste. Comments, order, quoting, indentation, CRLF, BOM and a missing final
/// newline stay as they are.

#include "base/result.h"
#include "catalog/hand_file.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace actionscope::catalog {

/// Adds an override for `value.action` (or `value.match`), or replaces the one there is. Members that the new value lacks
/// are removed; members that stay equal keep their bytes.
struct SetOverride {
    Override value;
};
/// Removes the override by name or by match.
struct RemoveOverride {
    std::string action;
    std::optional<Match> match = {};
    std::string reason = {}; ///< for the audit log, when removing it lowers risk
};
/// Sets all that a curated action says, adding the entry when there is none: like an override, what the new value lacks is
/// removed.
struct SetCurated {
    Curated value;
};
/// Takes what is curated of an action away: it is again as it was imported, and listed no more.
struct RemoveCurated {
    std::string action;
};
using Edit = std::variant<SetOverride, RemoveOverride, SetCurated, RemoveCurated>;

/// A new text of a file and how it differs.
struct EditedText {
    std::string text;
    std::size_t firstChanged = 0; ///< byte offset of the splice in the old text
    std::size_t removedBytes = 0, addedBytes = 0; ///< of the whole changed range
};

/// Applies `edits` in order to `text` (may be empty: a new file for `service` is made).
/// Errors: ParseError when the text is not a hand file; NotFound for removing what is not there; Unsupported when the entry
/// uses anchors, merge keys or a shape that cannot be spliced safely: the message then ends with the snippet to paste.
[[nodiscard]] Result<EditedText> applyEdits(std::string_view text, const std::string &service,
                                            const std::vector<Edit> &edits, const YamlLimits &limits = {});

/// The YAML of one entry as applyEdits would insert it, for pasting by hand.
std::string snippet(const Edit &edit);

/// A unified diff (three lines of context) of two texts, for the review sheet; empty when they are equal.
struct DiffLine {
    enum class Kind : std::uint8_t { Context, Added, Removed, Hunk };
    Kind kind;
    std::uint32_t oldLine, newLine; ///< from 1; 0 where there is none
    std::string text;
};
std::vector<DiffLine> diffLines(std::string_view before, std::string_view after, std::size_t context = 3);

} // namespace actionscope::catalog
