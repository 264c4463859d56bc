#pragma once
/// Adds a connection to `connections.yaml` without touching what stands in it.

#include "upstream/credentials.h"

#include <filesystem>

namespace actionscope::upstream {

/// Appends one entry, or makes the file. Its secret is read from the environment variable or the name in the encrypted
/// file that `connection.secret` names, without one from the file under the slug; `server`, `user` and the members of
/// OAuth 2 are a person's to add. Errors: InvalidArgument (a slug of other characters than letters, digits, - _
/// ., or longer than 64); AlreadyExists; Unsupported, with the lines to add by hand, when the file is not of a form
/// that can be appended to; those of reading and writing. Whoever calls it serialises writers.
[[nodiscard]] Result<void> addConnection(const std::filesystem::path &file, const Connection &connection);

} // namespace actionscope::upstream
