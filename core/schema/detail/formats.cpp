#include "schema/detail/formats.h"

#include <arpa/inet.h>
#include <re2/re2.h>
#include <string>

namespace actionscope::schema::detail {

namespace {

re2::StringPiece piece(std::string_view text) { return {text.data(), text.size()}; }

int number(std::string_view digits) {
    int out = 0;
    for (const char c : digits)
        out = out * 10 + (c - '0');
    return out;
}

bool isDate(std::string_view text) {
    static const RE2 Form("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    if (!RE2::FullMatch(piece(text), Form))
        return false;
    static constexpr int Days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int year = number(text.substr(0, 4)), month = number(text.substr(5, 2)), day = number(text.substr(8, 2));
    if (month < 1 || month > 12 || day < 1)
        return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day <= Days[month - 1] + (month == 2 && leap ? 1 : 0);
}

/// RFC 3339; a 60th second only where UTC has its leap seconds.
bool isDateTime(std::string_view text) {
    static const RE2 Time(R"([Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+\-][0-9]{2}:[0-9]{2}))");
    if (text.size() < 20 || !isDate(text.substr(0, 10)) || !RE2::FullMatch(piece(text.substr(10)), Time))
        return false;
    const int hour = number(text.substr(11, 2)), minute = number(text.substr(14, 2)),
              second = number(text.substr(17, 2));
    int offset = 0;
    if (text.back() != 'Z' && text.back() != 'z') {
        const std::string_view zone = text.substr(text.size() - 6);
        if (number(zone.substr(1, 2)) > 23 || number(zone.substr(4, 2)) > 59)
            return false;
        offset = (number(zone.substr(1, 2)) * 60 + number(zone.substr(4, 2))) * (zone[0] == '-' ? -1 : 1);
    }
    const int utc = ((hour * 60 + minute - offset) % 1440 + 1440) % 1440;
    return hour < 24 && minute < 60 && (second < 60 || (second == 60 && utc == 1439));
}

bool isIpv4(std::string_view text) {
    in_addr address{};
    return text.size() < 16 && inet_pton(AF_INET, std::string(text).c_str(), &address) == 1;
}

bool isIpv6(std::string_view text) {
    in6_addr address{};
    return text.size() < 46 && text.find('\0') == std::string_view::npos &&
           inet_pton(AF_INET6, std::string(text).c_str(), &address) == 1;
}

bool isEmail(std::string_view text) {
    static const RE2 Form(
        R"re((?:[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\-]+)*|"(?:[^"\\\x00-\x1F\x7F-\x{10FFFF}]|\\[\x20-\x7E])*")@(?:([A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9\-]*[A-Za-z0-9])?)*)|\[([^\]]*)\]))re");
    re2::StringPiece host, literal;
    if (!RE2::FullMatch(piece(text), Form, &host, &literal))
        return false;
    if (!host.empty())
        return true;
    std::string_view address(literal.data(), literal.size());
    if (address.substr(0, 5) == "IPv6:")
        return isIpv6(address.substr(5));
    return isIpv4(address);
}

bool isUri(std::string_view text) {
    static const RE2 Form(
        R"([A-Za-z][A-Za-z0-9+.\-]*:(?://(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?)"
        R"((?:\[([^\]]*)\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::[0-9]*)?(?:/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*)?|)"
        R"((?:/?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*)?|/))"
        R"((?:\?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*)?)");
    re2::StringPiece address;
    if (!RE2::FullMatch(piece(text), Form, &address))
        return false;
    return address.empty() || address[0] == 'v' || isIpv6(std::string_view(address.data(), address.size()));
}

bool isUuid(std::string_view text) {
    static const RE2 Form("[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}");
    return RE2::FullMatch(piece(text), Form);
}

} // namespace

bool holdsFormat(std::string_view format, std::string_view text) {
    if (format == "date")
        return isDate(text);
    if (format == "date-time")
        return isDateTime(text);
    if (format == "email")
        return isEmail(text);
    if (format == "ipv4")
        return isIpv4(text);
    if (format == "ipv6")
        return isIpv6(text);
    if (format == "uri")
        return isUri(text);
    if (format == "uuid")
        return isUuid(text);
    return true;
}

} // namespace actionscope::schema::detail
