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
/// `x-explode`, `x-collection-format`, `x-whole`, `x-media-type` (ingest/schema.h). Path values are percent-encoded as
/// one segment, dot segments included (%2E); query styles form, spaceDelimited, pipeDelimited, deepObject; JSON, form
/// and multipart bodies. Errors: InvalidArgument (a path parameter that is missing or empty, CR or LF in a header, a
/// relative server, variables in it without default), Unsupported (a media type we do not write).
[[nodiscard]] Result<net::HttpRequest> buildRequest(const catalog::CapabilityView &action, std::string_view server,
                                                    const json::value &schema, const json::object &arguments);

} // namespace actionscope::upstream
