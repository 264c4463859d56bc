#include "net/address_rules.h"

#include "base/text.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <charconv>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <optional>
#include <sys/socket.h>

namespace actionscope::net {
namespace {

using Bytes = std::array<std::uint8_t, 16>;

/// A range of addresses and what people call it. IPv4 ranges are kept in mapped form (::ffff:a.b.c.d).
struct Range {
    const char *network;
    unsigned prefix;
    const char *name;
};

// Addresses where clouds hand out credentials to whoever asks from the machine: AWS, Azure, Google and most others,
// the AWS container endpoints, Azure's wire server, Alibaba, Oracle, and AWS over IPv6.
constexpr Range Metadata[] = {
    {"169.254.169.254", 32, ""}, {"169.254.170.2", 32, ""},   {"169.254.170.23", 32, ""},
    {"168.63.129.16", 32, ""},   {"100.100.100.200", 32, ""}, {"192.0.0.192", 32, ""},
    {"fd00:ec2::254", 128, ""},  {"fd00:ec2::23", 128, ""},   {"fd20:ce::254", 128, ""},
};

// IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and its updates); the more exact range first.
constexpr Range Special[] = {
    {"0.0.0.0", 32, "the unspecified address"},
    {"0.0.0.0", 8, "an address of \"this network\" (RFC 791)"},
    {"10.0.0.0", 8, "a private address (RFC 1918)"},
    {"100.64.0.0", 10, "a shared address of a provider (RFC 6598)"},
    {"127.0.0.0", 8, "a loopback address"},
    {"169.254.0.0", 16, "a link-local address"},
    {"172.16.0.0", 12, "a private address (RFC 1918)"},
    {"192.0.0.0", 24, "a reserved address (RFC 6890)"},
    {"192.0.2.0", 24, "a documentation address"},
    {"192.88.99.0", 24, "a reserved address (RFC 7526)"},
    {"192.168.0.0", 16, "a private address (RFC 1918)"},
    {"198.18.0.0", 15, "a benchmarking address (RFC 2544)"},
    {"198.51.100.0", 24, "a documentation address"},
    {"203.0.113.0", 24, "a documentation address"},
    {"224.0.0.0", 4, "a multicast address"},
    {"255.255.255.255", 32, "the broadcast address"},
    {"240.0.0.0", 4, "a reserved address (RFC 1112)"},
    {"::", 128, "the unspecified address"},
    {"::1", 128, "a loopback address"},
    {"64:ff9b:1::", 48, "a local translation address (RFC 8215)"},
    {"fc00::", 7, "a private address (RFC 4193)"},
    {"fe80::", 10, "a link-local address"},
    {"fec0::", 10, "a site-local address"},
    {"ff00::", 8, "a multicast address"},
    {"2001:db8::", 32, "a documentation address"},
    {"3fff::", 20, "a documentation address"},
    {"2001::", 23, "a reserved address (RFC 2928)"},
};

Bytes mapped(const void *fourBytes) {
    Bytes out{};
    out[10] = out[11] = 0xFF;
    std::memcpy(&out[12], fourBytes, 4);
    return out;
}

bool isMapped(const Bytes &address) {
    static constexpr std::array<std::uint8_t, 12> Prefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    return std::equal(Prefix.begin(), Prefix.end(), address.begin());
}

/// Strict: dotted decimal or RFC 4291, optionally in brackets, no zone.
std::optional<Bytes> parseAddress(std::string_view text) {
    if (text.size() > 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    const std::string whole(text);
    Bytes out{};
    if (whole.find('\0') != std::string::npos)
        return {};
    in_addr four{};
    if (::inet_pton(AF_INET, whole.c_str(), &four) == 1)
        return mapped(&four);
    if (::inet_pton(AF_INET6, whole.c_str(), out.data()) == 1)
        return out;
    return {};
}

bool inside(const Bytes &address, const std::uint8_t *network, unsigned prefix) {
    const unsigned whole = prefix / 8;
    if (std::memcmp(address.data(), network, whole) != 0)
        return false;
    const unsigned rest = prefix % 8;
    return rest == 0 || ((address[whole] ^ network[whole]) >> (8 - rest)) == 0;
}

bool inside(const Bytes &address, const Range &range) {
    const Bytes network = *parseAddress(range.network);
    const bool isFour = std::string_view(range.network).find(':') == std::string_view::npos;
    return inside(address, network.data(), range.prefix + (isFour ? 96 : 0));
}

/// The IPv4 address that an IPv6 address leads to by its form, in mapped form; nothing when it is none of those forms.
std::optional<Bytes> embedded(const Bytes &address) {
    const auto starts = [&](std::initializer_list<std::uint8_t> prefix) {
        return std::equal(prefix.begin(), prefix.end(), address.begin());
    };
    if (isMapped(address))
        return {};
    if (starts({0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) // NAT64, RFC 6052
        return mapped(&address[12]);
    if (starts({0x20, 0x02})) // 6to4, RFC 3056
        return mapped(&address[2]);
    if (starts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) && (address[12] || address[13] || address[14])) // RFC 4291 2.5.5.1
        return mapped(&address[12]);
    if (starts({0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0})) // translated, RFC 2765
        return mapped(&address[12]);
    if ((address[8] == 0x00 || address[8] == 0x02) && address[9] == 0 && address[10] == 0x5E && address[11] == 0xFE)
        return mapped(&address[12]); // ISATAP, RFC 5214
    return {};
}

/// Empty for a public address.
std::string specialClass(const Bytes &address) {
    for (const Range &range : Metadata) {
        if (inside(address, range))
            return "a cloud metadata address";
    }
    for (const Range &range : Special) {
        if (inside(address, range))
            return range.name;
    }
    if (const auto inner = embedded(address)) {
        const std::string what = specialClass(*inner);
        return what.empty() ? what : what + " inside an IPv6 address";
    }
    // Only 2000::/3 is given out as global unicast (RFC 4291 and IANA's registry).
    if (!isMapped(address) && (address[0] & 0xE0U) != 0x20)
        return "a reserved address (RFC 4291)";
    return {};
}

bool isMetadata(const Bytes &address) {
    const auto inner = embedded(address);
    return std::any_of(std::begin(Metadata), std::end(Metadata),
                       [&](const Range &range) { return inside(address, range) || (inner && inside(*inner, range)); });
}

/// Lower case, without the dot that a fully qualified name may end in.
std::string hostKey(std::string_view host) {
    if (!host.empty() && host.back() == '.')
        host.remove_suffix(1);
    return toLowerAscii(host);
}

std::optional<std::uint32_t> number(std::string_view text, std::uint32_t most) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value > most)
        return {};
    return value;
}

bool isHostName(std::string_view text) {
    return !text.empty() && text.size() <= 253 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    });
}

} // namespace

Result<AddressRules> AddressRules::create(const std::vector<std::string> &allowed) {
    AddressRules rules;
    for (const std::string &entry : allowed) {
        const auto wrong = [&](const std::string &why) {
            return fail(ErrorCode::InvalidArgument,
                        "network.allow: '" + std::string(truncateUtf8(revealInvisible(entry), 200)) + "' " + why +
                            "; write a host name, an address, or a network such as 10.1.0.0/16, each with a port if "
                            "you like (127.0.0.1:8080, [::1]:8080)");
        };
        std::string_view text = entry;
        Rule rule;
        // A port follows the last colon, unless that colon belongs to a bare IPv6 address.
        const std::size_t colon = text.rfind(':');
        const bool bracketed = text.starts_with('[');
        const bool isBareSix = !bracketed && std::count(text.begin(), text.end(), ':') > 1;
        const std::size_t close = text.find(']');
        if (colon != std::string_view::npos && !isBareSix &&
            !(bracketed && close != std::string_view::npos && colon < close)) {
            const auto port = number(text.substr(colon + 1), 65535);
            if (!port || *port == 0)
                return wrong("has no port between 1 and 65535 after its colon");
            rule.port = static_cast<std::uint16_t>(*port);
            text = text.substr(0, colon);
        }
        const std::size_t slash = text.find('/');
        const std::string_view host = text.substr(0, slash);
        if (const auto address = parseAddress(host)) {
            const bool isFour = host.find(':') == std::string_view::npos;
            rule.prefix = 128;
            if (slash != std::string_view::npos) {
                const auto bits = number(text.substr(slash + 1), isFour ? 32 : 128);
                if (!bits)
                    return wrong("has no number of bits that fits its address");
                rule.prefix = *bits + (isFour ? 96 : 0);
            }
            Bytes network = *address;
            for (unsigned bit = rule.prefix; bit < 128; ++bit) {
                const auto mask = static_cast<std::uint8_t>(0x80U >> (bit % 8));
                if (network[bit / 8] & mask)
                    return wrong("has bits set beyond its prefix");
            }
            std::memcpy(rule.network, network.data(), network.size());
        } else {
            rule.host = hostKey(host);
            if (slash != std::string_view::npos || !isHostName(rule.host) ||
                rule.host.find_first_not_of("0123456789.") == std::string::npos)
                return wrong("cannot be read");
        }
        rules.m_rules.push_back(std::move(rule));
    }
    return rules;
}

Result<void> AddressRules::check(std::string_view host, std::uint16_t port, std::string_view address) const {
    const std::string shown(truncateUtf8(revealInvisible(host), 253));
    const auto parsed = parseAddress(address);
    if (!parsed)
        return fail(ErrorCode::PermissionDenied, "'" + std::string(truncateUtf8(revealInvisible(address), 100)) +
                                                     "' of " + shown + " is no numeric address");
    const std::string special = specialClass(*parsed);
    if (special.empty())
        return {};
    const std::string name = hostKey(host);
    const bool exactOnly = isMetadata(*parsed);
    for (const Rule &rule : m_rules) {
        if (rule.port != 0 && rule.port != port)
            continue;
        if (rule.host.empty() ? (!exactOnly || rule.prefix == 128) && inside(*parsed, rule.network, rule.prefix)
                              : !exactOnly && rule.host == name)
            return {};
    }
    std::string text(address);
    return fail(ErrorCode::PermissionDenied,
                (text == shown ? shown : shown + " (" + text + ")") + " is " + special +
                    ", which is not contacted unless network.allow in actionscope.yaml lists it" +
                    (exactOnly ? " by exactly this address" : ""));
}

Result<void> AddressRules::checkAll(std::string_view host, std::uint16_t port,
                                    const std::vector<std::string> &addresses) const {
    for (const std::string &address : addresses) {
        if (auto checked = check(host, port, address); !checked)
            return checked;
    }
    return {};
}

Result<std::vector<std::string>> AddressRules::resolve(const std::string &host, std::uint16_t port) const {
    Result<std::vector<std::string>> addresses = systemAddresses(host);
    if (!addresses)
        return addresses;
    if (auto checked = checkAll(host, port, *addresses); !checked)
        return fail(checked.error());
    return addresses;
}

Result<std::vector<std::string>> systemAddresses(const std::string &host) {
    std::string name = host;
    if (name.size() > 2 && name.front() == '[' && name.back() == ']')
        name = name.substr(1, name.size() - 2);
    const std::string shown(truncateUtf8(revealInvisible(name), 253));
    if (name.empty() || name.find('\0') != std::string::npos)
        return fail(ErrorCode::NetworkError, "'" + shown + "' is no host name");
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo *list = nullptr;
    const int code = ::getaddrinfo(name.c_str(), nullptr, &hints, &list);
    if (code != 0)
        return fail(ErrorCode::NetworkError, "the name " + shown + " does not resolve: " + ::gai_strerror(code));
    const std::unique_ptr<addrinfo, void (*)(addrinfo *)> owner(list, ::freeaddrinfo);
    std::vector<std::string> addresses;
    for (const addrinfo *entry = list; entry; entry = entry->ai_next) {
        char text[NI_MAXHOST] = "";
        // A link-local address comes with its zone here ("fe80::1%eth0"), which check() then takes for no address.
        if (::getnameinfo(entry->ai_addr, entry->ai_addrlen, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0 &&
            std::find(addresses.begin(), addresses.end(), text) == addresses.end())
            addresses.emplace_back(text);
    }
    if (addresses.empty())
        return fail(ErrorCode::NetworkError, "the name " + shown + " has no address");
    return addresses;
}

std::string addressClass(std::string_view address) {
    const auto parsed = parseAddress(address);
    if (!parsed)
        return {};
    std::string special = specialClass(*parsed);
    return special.empty() ? "a public address" : special;
}

} // namespace actionscope::net
