#pragma once
/// The body of a request in the media type that its description takes.

#include "base/json.h"
#include "base/result.h"
#include "upstream/detail/parameter_styles.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream::detail {

struct Body {
    std::string contentType; ///< with the boundary of a multipart one
    std::string bytes;
};

/// What there is to send: the whole body as one argument, or its members.
struct BodyArguments {
    std::string_view mediaType; ///< of the schema
    const Argument *whole = nullptr;
    std::vector<Argument> members;
};

/// JSON of any kind, forms, multipart/form-data, and text or bytes as one value. Bytes are given as base64 or as a
/// data: URL, which also names their type. Errors: InvalidArgument (no base64), Unsupported naming the media type.
Result<Body> writeBody(const BodyArguments &arguments);

} // namespace actionscope::upstream::detail
