#pragma once
/// Which addresses may be contacted. Private, loopback, link-local, shared, multicast, documentation and metadata
/// addresses are refused unless the workspace lists them; the address that was checked is the one connected to.

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::net {

/// An entry of the workspace's `network.allow` list: a host name ("wiki.intern"), an address, or a network in CIDR
/// notation ("10.1.0.0/16", "::1/128"), each with an optional port ("127.0.0.1:8080", "[::1]:8080").
struct AllowedTarget {
    std::string text; ///< as written
};

/// Immutable; any thread.
class AddressRules {
public:
    AddressRules() = default; ///< public addresses only
    /// Errors: InvalidArgument naming the entry that cannot be read.
    [[nodiscard]] static Result<AddressRules> create(const std::vector<std::string> &allowed);

    /// Is this numeric address (IPv4, IPv6, IPv4-mapped, NAT64 and 6to4 unwrapped) of `host` at `port` one that may be
    /// contacted? Errors: PermissionDenied, saying which class of address it is and which setting lists exceptions.
    [[nodiscard]] Result<void> check(std::string_view host, std::uint16_t port, std::string_view address) const;

    /// Resolves `host` once and returns the numeric addresses that pass; all of them must, since a name that also
    /// resolves to a private address is an attack or a mistake. Blocks for DNS. Errors: NetworkError when the name does
    /// not resolve; PermissionDenied.
    [[nodiscard]] Result<std::vector<std::string>> resolve(const std::string &host, std::uint16_t port) const;

private:
    struct Rule {
        std::string host;              ///< lower case, or empty for a network
        std::uint8_t network[16] = {}; ///< IPv6 form
        unsigned prefix = 0;           ///< bits of 128
        std::uint16_t port = 0;        ///< 0: any
    };
    std::vector<Rule> m_rules;
};

/// "a public address", "a private address (RFC 1918)", "a link-local address", "a cloud metadata address", …; empty
/// when `address` is not numeric.
std::string addressClass(std::string_view address);

} // namespace actionscope::net
