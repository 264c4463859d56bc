#pragma once
/// Prose for an action, drafted from what the catalog says of it already (GD14). Nothing is invented: words are chosen,
/// cleaned and put in order, and what the source does not say stays open for a person.

#include "catalog/capability.h"
#include "catalog/segment.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog {

struct ParameterDraft {
    std::string name;
    std::string prose; ///< empty: the source says nothing that is fit for a model
    bool required = false;
    bool changed = false; ///< other than what the source says
};

struct ProseDraft {
    std::string description; ///< one or two sentences, the first begins with a verb; empty only without any words
    std::vector<ParameterDraft> parameters; ///< required ones first, else in the source's order
    std::vector<std::string> notes;         ///< what was left out or is missing, a sentence each
};

constexpr std::size_t DraftBytes = 240;          ///< of a description: two sentences of usual length
constexpr std::size_t DraftParameterBytes = 120; ///< what the curated tools show of a parameter

/// Linear in the action's texts.
[[nodiscard]] ProseDraft draftProse(const CapabilityView &action);

/// `text` without markup: links become their words, code its content, tags, pictures, tables and headings go; blanks
/// are single. One line.
[[nodiscard]] std::string withoutMarkup(std::string_view text);
/// The sentences of `text` (which has no markup): an abbreviation or a number with a point does not end one.
[[nodiscard]] std::vector<std::string> sentencesOf(std::string_view text);
/// Whether a sentence tells about the vendor, its documentation, its plans or its versions, and nothing of what the
/// action does: "See the docs for more information."
[[nodiscard]] bool isFluff(std::string_view sentence);
/// The sentence with its verb first, as an instruction: "This endpoint allows you to create an issue." becomes "Create
/// an issue.". Unchanged when it has no such beginning.
[[nodiscard]] std::string verbFirst(std::string_view sentence);
/// Whether it begins with a verb as instructions do: "List", "Create".
[[nodiscard]] bool beginsWithVerb(std::string_view sentence);

} // namespace actionscope::catalog
