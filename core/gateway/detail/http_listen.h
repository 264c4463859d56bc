#pragma once
/// Where the server listens: names to bound sockets. Only for the server's own files.

#include "gateway/detail/http_server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <memory>
#include <vector>

namespace actionscope::gateway::detail {

struct Bound {
    std::uint16_t port = 0; ///< of all of them
    std::vector<std::shared_ptr<boost::asio::ip::tcp::acceptor>> acceptors;
};
/// Binds and listens on all that the host of the options stands for. Errors: InvalidArgument, IoError (in use).
[[nodiscard]] Result<Bound> bindAll(const HttpServerOptions &options, boost::asio::io_context &io);

} // namespace actionscope::gateway::detail
