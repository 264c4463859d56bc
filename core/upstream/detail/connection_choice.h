#pragma once
/// Which connections a call travels with: those that together give what one alternative of the action's security asks
/// for.

#include "base/result.h"
#include "upstream/credentials.h"
#include "upstream/http_action.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream::detail {

/// A connection, and the scheme that its secret is for.
struct Credential {
    Connection connection;
    SecurityScheme scheme;
};

struct ConnectionChoice {
    std::vector<Credential> credentials; ///< what is put into the request, in the order of the alternative
    std::string server;                  ///< that a connection names; empty: the description's
    bool namesConnection = false;        ///< there is one, be it without a secret
};

/// `connections` are those of the service, the one to be preferred first. `requested` is the slug that the call names;
/// it is then one of the credentials. `wanted` are the action's alternatives as import writes them ("oauth: read, write
/// + key", "none"). Of the alternatives that connections can give whole, the one with the most preferred connection is
/// taken; where none can be given whole and a connection would fit one only in part, nothing is sent. An action that
/// asks for nothing we know of gets the preferred connection, by the scheme that it names.
/// Errors: InvalidArgument, naming what is missing and how to add it.
[[nodiscard]] Result<ConnectionChoice> chooseConnections(const std::vector<Connection> &connections,
                                                         std::string_view requested,
                                                         const std::vector<SecurityScheme> &schemes,
                                                         const std::vector<std::string_view> &wanted,
                                                         std::string_view service);

} // namespace actionscope::upstream::detail
