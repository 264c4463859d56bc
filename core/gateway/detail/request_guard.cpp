#include "gateway/detail/request_guard.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace actionscope::gateway::detail {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isPort(std::string_view text) {
    return !text.empty() && text.size() <= 5 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "name:port" and "[::1]:port" in parts; nothing when it is neither.
struct HostPort {
    std::string_view host, port;
};
std::optional<HostPort> split(std::string_view text) {
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        const std::string_view rest = text.substr(end + 1);
        if (!rest.empty() && (rest.front() != ':' || !isPort(rest.substr(1))))
            return std::nullopt;
        return HostPort{text.substr(0, end + 1), rest.empty() ? rest : rest.substr(1)};
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        return HostPort{text, {}};
    if (!isPort(text.substr(colon + 1)))
        return std::nullopt;
    return HostPort{text.substr(0, colon), text.substr(colon + 1)};
}

bool isLoopbackName(std::string_view host) {
    return sameName(host, "localhost") || host == "127.0.0.1" || host == "[::1]";
}

} // namespace

unsigned RateLimiter::wait(const std::string &key) {
    if (m_perMinute == 0)
        return 0;
    const auto now = std::chrono::steady_clock::now();
    const double capacity = m_perMinute, perSecond = capacity / 60;
    const std::lock_guard lock(m_mutex);
    // A bucket that is full again says nothing: dropping those keeps the table small.
    if (m_buckets.size() > MaxKeys)
        std::erase_if(m_buckets,
                      [&](const auto &entry) { return now - entry.second.filled > std::chrono::minutes(1); });
    const auto [at, fresh] = m_buckets.try_emplace(key, Bucket{capacity, now});
    Bucket &bucket = at->second;
    if (!fresh) {
        const double elapsed = std::chrono::duration<double>(now - bucket.filled).count();
        bucket.level = std::min(capacity, bucket.level + elapsed * perSecond);
        bucket.filled = now;
    }
    if (bucket.level >= 1) {
        bucket.level -= 1;
        return 0;
    }
    return std::max(1U, static_cast<unsigned>(std::ceil((1 - bucket.level) / perSecond)));
}

RequestGuard::RequestGuard(GuardOptions options)
    : m_options(std::move(options))
    , m_rates(m_options.requestsPerMinute) {}

bool RequestGuard::hostAllowed(std::string_view host) const {
    const auto parts = split(host);
    if (!parts)
        return false;
    if (isLoopbackName(parts->host))
        return true;
    return std::any_of(m_options.hosts.begin(), m_options.hosts.end(), [&](const std::string &allowed) {
        return sameName(allowed, host) || sameName(allowed, parts->host);
    });
}

bool RequestGuard::originAllowed(std::string_view origin) const {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!origin.starts_with(scheme))
            continue;
        const auto parts = split(origin.substr(scheme.size()));
        if (parts && isLoopbackName(parts->host))
            return true;
    }
    return std::any_of(m_options.origins.begin(), m_options.origins.end(),
                       [&](const std::string &allowed) { return sameName(allowed, origin); });
}

std::optional<RequestGuard::Refusal> RequestGuard::judge(HttpRequest &request, bool open) {
    if (request.countOf("Host") != 1 || !hostAllowed(request.header("Host")))
        return Refusal{
            403,
            "host_not_allowed",
            "this Host is not one that the gateway answers to (gateway.allowed_hosts): requests of web pages "
            "under other names are refused",
            {}};
    if (const std::size_t origins = request.countOf("Origin"); origins > 0) {
        const std::string_view origin = request.header("Origin");
        if (origins > 1 || !originAllowed(origin))
            return Refusal{
                403, "origin_not_allowed", "this Origin may not use the gateway (gateway.allowed_origins)", {}};
        request.origin = std::string(origin);
    }
    if (!m_options.authenticate) {
        request.principal = m_options.local;
        return open ? std::nullopt : checkRate(request);
    }
    if (open)
        return std::nullopt;
    const std::string_view header = trimmed(request.header("Authorization"));
    if (request.countOf("Authorization") != 1 || header.size() <= 7 || !sameName(header.substr(0, 7), "Bearer "))
        return Refusal{401,
                       "unauthorized",
                       "a token is needed: send `Authorization: Bearer TOKEN` (actionscope tokens create makes one)",
                       {{"WWW-Authenticate", challenge()}}};
    const std::string_view bearer = trimmed(header.substr(7));
    if (m_options.authenticateSlowly && m_options.slowCredential(bearer)) {
        request.unchecked = bearer;
        return std::nullopt;
    }
    return admit(request, m_options.authenticate(bearer));
}

std::optional<RequestGuard::Refusal> RequestGuard::judgeSlowly(HttpRequest &request) {
    const std::string bearer = std::exchange(request.unchecked, {});
    return admit(request, m_options.authenticateSlowly(bearer));
}

std::string RequestGuard::challenge() const {
    std::string text = "Bearer realm=\"actionscope\"";
    if (!m_options.metadataUrl.empty())
        text += ", resource_metadata=\"" + m_options.metadataUrl + '"';
    return text;
}

std::optional<RequestGuard::Refusal>
RequestGuard::admit(HttpRequest &request, const Result<std::optional<governance::Principal>> &principal) {
    if (!principal)
        return Refusal{
            503, "unavailable", "tokens cannot be checked now: " + principal.error().message, {{"Retry-After", "5"}}};
    if (!*principal)
        return Refusal{401,
                       "unauthorized",
                       "this token is unknown, expired or revoked",
                       {{"WWW-Authenticate", challenge() + ", error=\"invalid_token\""}}};
    request.principal = **principal;
    return checkRate(request);
}

std::optional<RequestGuard::Refusal> RequestGuard::checkRate(const HttpRequest &request) {
    const unsigned seconds = m_rates.wait(request.principal.id);
    if (seconds == 0)
        return std::nullopt;
    return Refusal{429,
                   "rate_limited",
                   "more than " + std::to_string(m_options.requestsPerMinute) +
                       " requests a minute of one principal (gateway.requests_per_minute)",
                   {{"Retry-After", std::to_string(seconds)}}};
}

bool accepts(std::string_view accept, std::string_view type) {
    const std::string_view family = type.substr(0, type.find('/'));
    while (!accept.empty()) {
        const std::size_t comma = accept.find(',');
        std::string_view entry = trimmed(accept.substr(0, comma));
        accept = comma == std::string_view::npos ? std::string_view() : accept.substr(comma + 1);
        const std::size_t semicolon = entry.find(';');
        const std::string_view name = trimmed(entry.substr(0, semicolon));
        const bool matches = name == "*/*" || sameName(name, type) ||
                             (name.ends_with("/*") && sameName(name.substr(0, name.size() - 2), family));
        if (!matches)
            continue;
        bool refused = false;
        while (entry.find(';') != std::string_view::npos) {
            entry = trimmed(entry.substr(entry.find(';') + 1));
            const std::string_view parameter = trimmed(entry.substr(0, entry.find(';')));
            if (parameter.size() >= 3 && sameName(parameter.substr(0, 2), "q="))
                refused = parameter.substr(2).find_first_not_of("0.") == std::string_view::npos;
        }
        if (!refused)
            return true;
    }
    return false;
}

std::string mediaType(std::string_view contentType) {
    return toLowerAscii(trimmed(contentType.substr(0, contentType.find(';'))));
}

} // namespace actionscope::gateway::detail
