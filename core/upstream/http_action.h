#pragma once
/// An HTTP action made into a request: every parameter exactly where its description puts it, and nowhere else.

#include "base/json.h"
#include "base/result.h"
#include "catalog/segment.h"
#include "ingest/schema.h"
#include "net/http_exchange.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream {

/// As the description says it.
using SecurityScheme = ingest::SecurityScheme;

/// Builds the request without credentials. `schema` is the input schema with its `x-in`, `x-name`, `x-style`,
/// `x-explode`, `x-content-type`, `x-collection-format`, `x-whole`, `x-media-type`, `x-body-required`
/// (ingest/schema.h). A property without `x-in` travels in the path when the path names it, else in the query of
/// methods without a body, else in the body.
///
/// Path values are percent-encoded as one segment. A value that would make a dot segment, `.` or `..`, also behind an
/// encoded slash or encoded once more, is refused: percent-encoding does not protect from it, since most servers decode
/// a path before they resolve dot segments. Query styles are form, spaceDelimited, pipeDelimited and deepObject, and
/// the collection formats of Swagger 2; `allowReserved` is not followed, everything that could mean something is
/// encoded. A member of an exploded object that is called as another parameter is refused. Bodies are JSON, forms,
/// multipart/form-data, text and bytes; bytes are given as base64 or as a data: URL. Arguments that the schema does not
/// know are refused unless its `additionalProperties` takes them into the body.
///
/// Errors: InvalidArgument (a path parameter that is missing or empty, line breaks in a header, a server that is no
/// absolute http(s) URL or holds a variable without default), Unsupported (a media type we do not write).
[[nodiscard]] Result<net::HttpRequest> buildRequest(const catalog::CapabilityView &action, std::string_view server,
                                                    const json::value &schema, const json::object &arguments);

/// Is `url` on the origin of `server` and below its path, without user name, fragment and dot segments? Errors:
/// InvalidArgument. The dispatcher asks once more right before it sends.
[[nodiscard]] Result<void> checkBelow(std::string_view url, std::string_view server);

} // namespace actionscope::upstream
