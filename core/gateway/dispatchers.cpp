#include "gateway/services.h"

namespace actionscope::gateway {
namespace {

bool runsOnMcp(const governance::Target &target) {
    return std::string_view(target.catalog->serviceOf(target.ordinal).info.format).starts_with("mcp");
}

} // namespace

Result<json::object> Dispatchers::preview(const governance::DispatchRequest &request) const {
    return runsOnMcp(request.target) ? m_mcp.preview(request) : m_http.preview(request);
}

tl::expected<governance::DispatchReply, governance::DispatchError>
Dispatchers::dispatch(const governance::DispatchRequest &request) {
    return runsOnMcp(request.target) ? m_mcp.dispatch(request) : m_http.dispatch(request);
}

} // namespace actionscope::gateway
