#pragma once
/// A hand-written file from a tree that is already there, so that an edit parses each text once.

#include "catalog/detail/yaml_tree.h"

namespace actionscope::catalog::detail {

/// What parseHandFile does after the parse. Errors: ParseError with line and column.
[[nodiscard]] Result<HandFile> readHandTree(const YamlTree &tree, const std::filesystem::path &path);

} // namespace actionscope::catalog::detail
