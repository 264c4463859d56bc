#pragma once
/// An exchanger for the one URL that a person configured.

#include "base/result.h"
#include "net/http_exchange.h"

#include <memory>
#include <string>

namespace actionscope::net {

/// May contact the host and port of `url` besides public addresses. `setting` names where the URL stands. Errors:
/// InvalidArgument for what is no absolute http(s) URL, or plain http beyond the loopback interface when `needsTls`.
Result<std::unique_ptr<HttpExchanger>> exchangerFor(const std::string &url, const std::string &setting, bool needsTls);

/// Is the host of this origin ("http://127.0.0.1:8080") the loopback interface by its name?
bool isLoopbackOrigin(std::string_view origin);

} // namespace actionscope::net
