#pragma once
/// Which addresses may be contacted. Private, loopback, link-local, shared, multicast, documentation and metadata
/// addresses are refused unless the workspace lists them; the address that was checked is the one connected to.

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::net {

/// Immutable; any thread.
class AddressRules {
public:
    AddressRules() = default; ///< public addresses only
    /// The entries of the workspace's `network.allow` list: a host name ("wiki.intern"), an address, or a network in
    /// CIDR notation ("10.1.0.0/16", "::1/128"), each with an optional port ("127.0.0.1:8080", "[::1]:8080",
    /// "10.1.0.0/16:443"). A cloud metadata address is allowed only by an entry that is this very address: no network
    /// and no host name opens it. Errors: InvalidArgument naming the entry that cannot be read.
    [[nodiscard]] static Result<AddressRules> create(const std::vector<std::string> &allowed);

    /// Is this numeric address of `host` at `port` one that may be contacted? IPv4 inside IPv6 (mapped, NAT64, 6to4,
    /// ISATAP) is judged as the IPv4 address that it leads to; an entry of the list has to name mapped ones by their
    /// IPv4 form and the others by their own. Errors: PermissionDenied, saying which class of address it is and which
    /// setting lists exceptions.
    [[nodiscard]] Result<void> check(std::string_view host, std::uint16_t port, std::string_view address) const;
    /// `check` for all of them: a name that also resolves to a private address is an attack or a mistake.
    [[nodiscard]] Result<void> checkAll(std::string_view host, std::uint16_t port,
                                        const std::vector<std::string> &addresses) const;

    /// Resolves `host` once and returns the numeric addresses when all of them pass. Blocks for DNS. Errors:
    /// NetworkError when the name does not resolve; PermissionDenied.
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

/// The numeric addresses of a name as the system resolves it, without any check, in the system's order. Also takes
/// the numeric forms that the C library does ("2130706433", "0x7f.1"). Blocks. Errors: NetworkError.
[[nodiscard]] Result<std::vector<std::string>> systemAddresses(const std::string &host);

/// "a public address", "a private address (RFC 1918)", "a link-local address", "a cloud metadata address", …; empty
/// when `address` is not numeric.
std::string addressClass(std::string_view address);

} // namespace actionscope::net
