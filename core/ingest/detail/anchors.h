#pragma once
/// Names inside a description (JSON Schema 2020-12): `$anchor` and `$id`, which a `$ref` may use instead of a pointer.

#include "base/json.h"

#include <string_view>

namespace actionscope::ingest::detail {

/// Rewrites references by name to the pointers they stand for. An `$id` is resolved against that of the schema around
/// it (RFC 3986), and so is a reference before it is looked up: the address of a schema in the document, alone or with
/// a pointer or a `$anchor` after `#`. Where that leads nowhere, an address that is word for word an `$id`, or an
/// anchor that the document has once, will do. A name that occurs twice is left alone, as which one is meant depends on
/// resources that nobody has. `text` is what the document was
/// read from; without such names it is not walked. References beyond 64 MiB of pointers stay as they are. Returns
/// whether anything changed.
bool pointAtNames(json::value &document, std::string_view text);

/// Whether the keys of this member's object are names given by the author, so that a key like `default` or `$ref` there
/// is no keyword.
bool holdsNames(std::string_view key);
/// Whether the member holds data rather than description. (Vendor extensions are looked through: some keep schemas
/// there.)
bool holdsData(std::string_view key);

} // namespace actionscope::ingest::detail
