#include "gateway/detail/http_listen.h"

#include <boost/asio/ip/v6_only.hpp>
#include <charconv>

namespace actionscope::gateway::detail {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

} // namespace

bool isLoopback(const std::string &host) {
    if (sameName(host, "localhost"))
        return true;
    error_code error;
    const auto address = asio::ip::make_address(host, error);
    return !error && address.is_loopback();
}

Result<Address> parseListen(const std::string &listen) {
    const auto wrong = [&] {
        return fail(ErrorCode::InvalidArgument,
                    "`" + listen + "` is no address to listen on: write HOST:PORT, such as 127.0.0.1:7433 or [::1]:0");
    };
    const std::size_t colon = listen.rfind(':');
    if (colon == std::string::npos)
        return wrong();
    Address address{listen.substr(0, colon), 0};
    if (address.host.starts_with('[')) {
        if (!address.host.ends_with(']'))
            return wrong();
        address.host = address.host.substr(1, address.host.size() - 2);
    } else if (address.host.find(':') != std::string::npos) {
        return wrong();
    }
    const char *begin = listen.data() + colon + 1, *end = listen.data() + listen.size();
    const auto [stopped, error] = std::from_chars(begin, end, address.port);
    if (error != std::errc() || stopped != end || address.host.empty())
        return wrong();
    return address;
}

Result<Bound> bindAll(const HttpServerOptions &options, asio::io_context &io) {
    error_code error;
    Bound bound;
    Tcp::resolver resolver(io);
    const auto found = resolver.resolve(options.host, std::to_string(options.port), Tcp::resolver::passive, error);
    if (error)
        return fail(ErrorCode::InvalidArgument, "cannot listen on " + options.host + ": " + error.message());
    std::uint16_t port = options.port;
    for (const auto &entry : found) {
        Tcp::endpoint endpoint = entry.endpoint();
        endpoint.port(port);
        auto acceptor = std::make_shared<Tcp::acceptor>(io);
        acceptor->open(endpoint.protocol(), error);
        if (!error)
            acceptor->set_option(asio::socket_base::reuse_address(true), error);
        if (!error && endpoint.address().is_v6())
            acceptor->set_option(asio::ip::v6_only(true), error);
        if (!error)
            acceptor->bind(endpoint, error);
        if (!error)
            acceptor->listen(asio::socket_base::max_listen_connections, error);
        if (error) {
            // A name such as localhost may stand for an address that this machine does not have.
            if (found.size() > 1 && (error == boost::system::errc::address_family_not_supported ||
                                     error == boost::system::errc::address_not_available))
                continue;
            std::string message =
                "cannot listen on " + options.host + ":" + std::to_string(port) + ": " + error.message();
            if (error == asio::error::address_in_use)
                message += "; another program has this port (see it with `ss -ltnp`): end it, or choose another "
                           "with --listen HOST:PORT";
            return fail(ErrorCode::IoError, std::move(message));
        }
        port = acceptor->local_endpoint(error).port();
        bound.acceptors.push_back(std::move(acceptor));
    }
    if (bound.acceptors.empty())
        return fail(ErrorCode::IoError, "cannot listen on " + options.host + ": " + error.message());
    bound.port = port;
    return bound;
}

} // namespace actionscope::gateway::detail
