#pragma once
/// Following `$ref`s inside one document. Nothing here reads a file or the network.

#include "base/json.h"

#include <optional>
#include <string>
#include <string_view>

namespace actionscope::ingest::detail {

/// The most references followed one after the other before a chain counts as a cycle.
constexpr int MaxReferenceChain = 32;

/// The steps of a JSON pointer (RFC 6901) below `root`; null when there is no such value. With `throughReferences` a
/// step that an object lacks is looked for in what the object's own `$ref` points to. "" is `root` itself.
const json::value *atPointer(const json::value &root, std::string_view pointer, bool throughReferences = false);

/// The value of `value`'s member `$ref`, or empty when it is no reference.
std::string_view referenceOf(const json::value &value);

/// What `reference` ("#/components/…", percent-encoding allowed) points to in `root`; null for anything else.
const json::value *target(const json::value &root, std::string_view reference);

/// Follows references from `value` to something that is none; null when the chain breaks or runs in a circle.
const json::value *resolve(const json::value &root, const json::value *value);

/// One step of a JSON pointer as the key it stands for: `~1` → `/`, `~0` → `~`.
std::string unescapedStep(std::string_view step);

/// `%7B` → `{`; a lone `%` stays.
std::string percentDecoded(std::string_view text);

} // namespace actionscope::ingest::detail
