#pragma once
/// What every route demands of a request before anything else looks at it: Host, Origin, credential, rate (WIRE §2
/// 1–3).

#include "base/clock.h"
#include "base/result.h"
#include "gateway/detail/http_types.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <unordered_map>

namespace actionscope::gateway::detail {

/// Whose credential is this bearer token? Nothing: nobody's. Called on network threads, often: it must be quick.
using Authenticator = std::function<Result<std::optional<governance::Principal>>(std::string_view bearer)>;

/// Tokens that refill evenly, one bucket a key.
class RateLimiter {
public:
    explicit RateLimiter(unsigned perMinute)
        : m_perMinute(perMinute) {}
    /// Seconds to wait; 0: go on.
    [[nodiscard]] unsigned wait(const std::string &key);

private:
    struct Bucket {
        double level = 0;
        std::chrono::steady_clock::time_point filled;
    };
    static constexpr std::size_t MaxKeys = 20'000;
    const unsigned m_perMinute;
    std::mutex m_mutex;
    std::unordered_map<std::string, Bucket> m_buckets;
};

struct GuardOptions {
    std::vector<std::string> hosts;   ///< besides loopback; "name" for any port, or "name:port"
    std::vector<std::string> origins; ///< besides loopback, whole: "https://app.example.com"
    Authenticator authenticate;       ///< empty: everybody is `local`
    std::function<bool(std::string_view bearer)> slowCredential; ///< whether `authenticateSlowly` is to judge it
    Authenticator authenticateSlowly;                            ///< may wait for the network
    governance::Principal local;
    std::string metadataUrl; ///< of the protected-resource document; empty: there is none
    unsigned requestsPerMinute = 6000;
};

class RequestGuard {
public:
    explicit RequestGuard(GuardOptions options);

    struct Refusal {
        int status = 403;
        std::string code, message; ///< a word for programs, a sentence for people
        HeaderList headers;
    };
    /// Fills in `request.origin` and `request.principal`. `open`: the route needs no credential. The rate is the
    /// principal's. A slow credential only gets `request.unchecked`: nothing may be done before `judgeSlowly`.
    [[nodiscard]] std::optional<Refusal> judge(HttpRequest &request, bool open);
    /// The rest of it, on a worker.
    [[nodiscard]] std::optional<Refusal> judgeSlowly(HttpRequest &request);
    [[nodiscard]] bool answersBrowsers() const { return !m_options.origins.empty(); }

private:
    [[nodiscard]] bool hostAllowed(std::string_view host) const;
    [[nodiscard]] bool originAllowed(std::string_view origin) const;
    [[nodiscard]] std::string challenge() const;
    [[nodiscard]] std::optional<Refusal> admit(HttpRequest &request,
                                               const Result<std::optional<governance::Principal>> &principal);
    [[nodiscard]] std::optional<Refusal> checkRate(const HttpRequest &request);
    const GuardOptions m_options;
    RateLimiter m_rates;
};

/// Whether an Accept header takes the media type: by name, by `type/*` or `*/*`, unless with q=0.
bool accepts(std::string_view accept, std::string_view type);
/// The media type of a Content-Type header, without parameters, in lower case.
std::string mediaType(std::string_view contentType);

} // namespace actionscope::gateway::detail
