#pragma once
/// Writing into a `thesaurus.yaml`: the bytes that a group is about and no others.

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace actionscope::retrieval {

/// `text` with a group of its own for two words, at the end of the groups (of a list in brackets: at its beginning);
/// comments, order and quoting stay. An empty text makes a new file. It is parsed again and has exactly that group
/// more. Errors: InvalidArgument for what is not one word, or words of one stem; AlreadyExists when the two stand
/// together already, in the file or in the shipped groups; those of Thesaurus::withText; Unsupported when the file is
/// of a shape that cannot be spliced safely: the message says what to write by hand.
[[nodiscard]] Result<std::string> addSynonym(std::string_view text, std::string_view word, std::string_view other,
                                             const std::filesystem::path &file);

} // namespace actionscope::retrieval
