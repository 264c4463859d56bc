#include "net/configured_url.h"

#include "net/http_client.h"

namespace actionscope::net {
namespace {

std::string_view authorityOf(std::string_view origin) { return origin.substr(origin.find("://") + 3); }

std::string_view hostOf(std::string_view authority) {
    return authority.substr(0, authority.starts_with('[') ? authority.find(']') + 1 : authority.find(':'));
}

} // namespace

bool isLoopbackOrigin(std::string_view origin) {
    const std::string_view host = hostOf(authorityOf(origin));
    return host == "localhost" || addressClass(host) == "a loopback address";
}

Result<std::unique_ptr<HttpExchanger>> exchangerFor(const std::string &url, const std::string &setting, bool needsTls) {
    const std::string origin = originOf(url);
    if (origin.empty())
        return fail(ErrorCode::InvalidArgument, setting + " is no absolute http or https URL");
    const bool isTls = origin.starts_with("https:");
    if (needsTls && !isTls && !isLoopbackOrigin(origin))
        return fail(ErrorCode::InvalidArgument,
                    setting + " has to be an https URL: " + origin + " could be answered by anyone on the way");
    std::string target(authorityOf(origin));
    if (hostOf(target).size() == target.size())
        target += isTls ? ":443" : ":80";
    Result<AddressRules> rules = AddressRules::create({target});
    if (!rules)
        return fail(ErrorCode::InvalidArgument, setting + " names no host that can be contacted");
    return std::make_unique<HttpExchanger>(std::move(*rules));
}

} // namespace actionscope::net
