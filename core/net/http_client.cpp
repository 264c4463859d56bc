#include "net/http_client.h"

#include "base/text.h"
#include "net/detail/curl.h"

#include <algorithm>

namespace actionscope::net {
namespace {

using Clock = std::chrono::steady_clock;

using detail::Easy, detail::initialise, detail::parseUrl, detail::part, detail::Url;

/// One request, and what came of it.
struct Transfer {
    const FetchLimits &limits;
    const Job &job;
    std::string body;
    std::string location;
    bool tooLarge = false;

    static std::size_t write(char *bytes, std::size_t size, std::size_t count, void *self) {
        auto &transfer = *static_cast<Transfer *>(self);
        if (transfer.body.size() + size * count > transfer.limits.bytes) {
            transfer.tooLarge = true;
            return 0;
        }
        transfer.body.append(bytes, size * count);
        return size * count;
    }
    static int progress(void *self, curl_off_t total, curl_off_t done, curl_off_t, curl_off_t) {
        const auto &transfer = *static_cast<Transfer *>(self);
        transfer.job.at("downloading", static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(total));
        return transfer.job.cancelled() ? 1 : 0;
    }
};

Error tooLarge(const std::string &url, const FetchLimits &limits) {
    return {ErrorCode::LimitExceeded,
            "the answer is larger than " + std::to_string(limits.bytes) +
                " bytes (raise limits.download_bytes in actionscope.yaml to fetch it)",
            {url}};
}

Error transferError(CURLcode code, const Transfer &transfer, const std::string &url, const char *detail) {
    switch (code) {
    case CURLE_ABORTED_BY_CALLBACK:
        return {ErrorCode::Cancelled, "cancelled", {url}};
    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED:
        if (transfer.tooLarge || code == CURLE_FILESIZE_EXCEEDED)
            return tooLarge(url, transfer.limits);
        break;
    case CURLE_OPERATION_TIMEDOUT:
        return {ErrorCode::NetworkError,
                "no complete answer within " + std::to_string(transfer.limits.timeout.count()) +
                    " ms (limits.download_timeout_ms)",
                {url}};
    case CURLE_PARTIAL_FILE:
        return {ErrorCode::NetworkError, "the connection ended in the middle of the answer", {url}};
    default:
        break;
    }
    std::string message = std::string("cannot fetch: ") + curl_easy_strerror(code);
    if (*detail)
        message += std::string(" (") + detail + ")";
    return {ErrorCode::NetworkError, std::move(message), {url}};
}

} // namespace

std::string originOf(std::string_view text) {
    const Url url = parseUrl(std::string(text));
    const std::string scheme = toLowerAscii(part(url, CURLUPART_SCHEME));
    const std::string host = toLowerAscii(part(url, CURLUPART_HOST));
    if ((scheme != "http" && scheme != "https") || host.empty())
        return {};
    const std::string port = part(url, CURLUPART_PORT);
    std::string origin = scheme + "://" + host;
    if (!port.empty() && port != (scheme == "http" ? "80" : "443"))
        origin += ':' + port;
    return origin;
}

Result<Fetched> fetch(const std::string &url, const FetchLimits &limits, const Job &job) {
    initialise();
    const std::string origin = originOf(url);
    const Url parsed = parseUrl(url);
    if (origin.empty() || !parsed)
        return fail(ErrorCode::InvalidArgument, "not an http or https URL", {detail::shownUrl(url)});
    if (!part(parsed, CURLUPART_USER).empty() || !part(parsed, CURLUPART_PASSWORD).empty())
        return fail(ErrorCode::InvalidArgument,
                    "the URL holds a user name or password; download the file yourself and import it from disk",
                    {detail::shownUrl(url)});
    const Clock::time_point deadline = Clock::now() + limits.timeout;
    std::string current = url;
    for (int hop = 0;; ++hop) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        Transfer transfer{limits, job, {}, {}, false};
        if (left.count() <= 0)
            return fail(transferError(CURLE_OPERATION_TIMEDOUT, transfer, current, ""));
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "cancelled", {current});
        const Easy easy(curl_easy_init());
        if (!easy)
            return fail(ErrorCode::Internal, "the HTTP client cannot be set up", {current});
        char detail[CURL_ERROR_SIZE] = "";
        CURL *handle = easy.get();
        curl_easy_setopt(handle, CURLOPT_URL, current.c_str());
        curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(left.count()));
        curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, detail);
        curl_easy_setopt(handle, CURLOPT_USERAGENT, "actionscope");
        curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
        // Every encoding that libcurl undoes; the size cap is on what comes out.
        curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
        curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(limits.bytes));
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Transfer::write);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
        curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &Transfer::progress);
        curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
        const CURLcode code = curl_easy_perform(handle);
        if (code != CURLE_OK)
            return fail(transferError(code, transfer, current, detail));
        long status = 0;
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        if (status == 200) {
            Fetched fetched{std::move(transfer.body), current, {}};
            const char *type = nullptr;
            if (curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type) == CURLE_OK && type) {
                const std::string_view whole(type);
                fetched.contentType = toLowerAscii(whole.substr(0, whole.find_first_of("; \t")));
            }
            return fetched;
        }
        const char *next = nullptr;
        curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &next);
        const bool redirects =
            (status == 301 || status == 302 || status == 303 || status == 307 || status == 308) && next;
        if (!redirects)
            return fail(ErrorCode::NetworkError, "the server answered with status " + std::to_string(status),
                        {current});
        const std::string target(next);
        if (originOf(target) != origin)
            return fail(ErrorCode::NetworkError,
                        "the server redirects to another origin, " + detail::shownUrl(target) +
                            "; redirects are followed within " + origin + " only (import from there if you trust it)",
                        {current});
        if (!part(parseUrl(target), CURLUPART_USER).empty())
            return fail(ErrorCode::NetworkError, "the server redirects to a URL with a user name", {current});
        if (hop >= limits.redirects)
            return fail(ErrorCode::LimitExceeded, "more than " + std::to_string(limits.redirects) + " redirects",
                        {current});
        current = target;
    }
}

} // namespace actionscope::net
