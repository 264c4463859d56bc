#pragma once
/// Typed access to the members of YAML mappings, with complaints that say where.

#include "catalog/detail/yaml_tree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::catalog::detail {

/// Thrown inside this module while a tree is read, caught at its border: a reader of a dozen optional members would
/// otherwise drown in checks.
struct FieldError {
    Error error;
};
[[noreturn]] void complain(const YamlTree &tree, const YamlNode &node, std::string message);

/// `what` names the value in messages: "an override".
void expectMap(const YamlTree &tree, const YamlNode &node, std::string_view what);
void expectSequence(const YamlTree &tree, const YamlNode &node, std::string_view what);
/// Text of any scalar; empty for null. `key` names it in messages.
std::string textOf(const YamlTree &tree, const YamlNode &node, std::string_view key);
/// Text of the member `key`, empty when it is absent or null.
std::string textMember(const YamlTree &tree, const YamlNode &map, std::string_view key);
bool boolMember(const YamlTree &tree, const YamlNode &map, std::string_view key, bool otherwise);
/// A list of texts; one text alone counts as a list of one; empty when absent or null.
std::vector<std::string> textsMember(const YamlTree &tree, const YamlNode &map, std::string_view key);

/// A finding `unknown-key` for every member not in `known`, naming the nearest of them.
void findUnknownKeys(const YamlTree &tree, const YamlNode &map, std::span<const std::string_view> known,
                     std::vector<Finding> &findings);
/// The one of `known` that `word` was probably meant to be; empty when none is near.
std::string_view nearestOf(std::span<const std::string_view> known, std::string_view word);
/// `; did you mean "x"?`, or nothing.
std::string didYouMean(std::span<const std::string_view> known, std::string_view word);

} // namespace actionscope::catalog::detail
