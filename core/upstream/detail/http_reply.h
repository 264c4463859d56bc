#pragma once
/// An HTTP response as the result of a tool.

#include "governance/gatekeeper.h"
#include "net/http_exchange.h"

#include <cstdint>

namespace actionscope::upstream::detail {

/// Larger pictures are described, not sent to a model.
constexpr std::size_t MaxImageBytes = 1U << 20;

/// JSON becomes text and structured content (what is no object is wrapped as {"result": …}); other text becomes text; a
/// small picture (PNG, JPEG, GIF, WebP) an image; other bytes are described. Text beyond `shownBytes` is cut with a
/// note that says so, and structured content of that size is left out. Status 4xx and 5xx, and redirects, which are
/// never followed, are errors with the body as it came. `_meta` holds `actionscope/http`: the status and, when they are
/// there, Location, Link, Retry-After and the rate limits.
governance::DispatchReply replyOf(const net::HttpResponse &response, std::uint64_t shownBytes);

} // namespace actionscope::upstream::detail
