#pragma once
/// What is wrong or doubtful in a catalog, and what changed between two.

#include "catalog/catalog.h"

#include <functional>
#include <string>
#include <vector>

namespace actionscope::catalog {

/// Findings of a whole snapshot: those of reading, orphan overrides with the nearest candidates, duplicate overrides, missing
/// or too short descriptions, duplicate descriptions within a service, hidden characters, unclear names. Sorted by file,
/// line, action. An action's place is its curated entry, else its line in the generated file as import writes that.
/// Rules: those of reading, `orphan-override`, `duplicate-override`, `duplicate-curated`, `missing-description`,
/// `short-description`, `duplicate-description`, `hidden-characters` (an error when they reorder text or are Unicode tags),
/// `unclear-name`, and those of the scan of text_scan.h (`instructions`, `tool-reference`, `exfiltration`, `encoded-payload`,
/// `look-alike`), errors where the text is withheld from models. `orphan-curated` comes from mergeCurated, which alone sees the import. Rules that need the tier (an override equal to the rule, a lowering without a reason) live in risk/.
[[nodiscard]] std::vector<Finding> lint(const Catalog &catalog);

/// One difference, from an agent's point of view.
struct Change {
    enum class Kind : std::uint8_t {
        ServiceRemoved, ActionRemoved, RequiredParameterAdded, ParameterRemoved, TypeChanged, PlaceChanged,
        MethodChanged, PathChanged, SecurityChanged, ServerChanged, // breaking
        Renamed, ServiceAdded, ActionAdded, OptionalParameterAdded, Deprecated, ProseChanged, TagsChanged,
    };
    Kind kind;
    bool breaking;
    std::string action;      ///< "service.action", the new name when it was renamed; the service's id when it is about that
    std::string detail;      ///< one line of what
};
std::string_view changeKindName(Change::Kind kind); ///< "action_removed"

/// Breaking changes first, then by action. What became optional counts as an optional parameter, what became required as a
/// required one. A change of a service's own server is one change, not one an action. A removed and an added action with equal method and path are one rename.
[[nodiscard]] std::vector<Change> diff(const Catalog &before, const Catalog &after);

} // namespace actionscope::catalog
