#include "net/http_exchange.h"

#include "base/text.h"
#include "net/detail/curl.h"
#include "net/http_client.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <condition_variable>
#include <cstring>
#include <list>
#include <mutex>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace actionscope::net {
namespace {

using detail::Easy, detail::List, detail::part, detail::Url;
using SteadyTime = std::chrono::steady_clock::time_point;
using std::chrono::milliseconds;

/// Idle connections that are kept, in all and for one origin.
constexpr std::size_t MaxIdle = 64, MaxIdlePerOrigin = 8;

struct MultiDeleter {
    void operator()(CURLM *multi) const { curl_multi_cleanup(multi); }
};

/// A transfer handle with the connection that it keeps. The multi handle is there to be woken by a stop request.
struct Line {
    std::string key;
    std::unique_ptr<CURLM, MultiDeleter> multi{curl_multi_init()};
    Easy easy{curl_easy_init()};
};

bool isToken(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

/// What frames a message or belongs to the connection is the client's own business: a value that contradicts it makes
/// two readers see two different requests.
bool belongsToConnection(std::string_view lowerCaseName) {
    static constexpr std::string_view Names[] = {
        "host",    "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te",
        "trailer", "expect",         "http2-settings"};
    return lowerCaseName.starts_with("proxy-") ||
           std::find(std::begin(Names), std::end(Names), lowerCaseName) != std::end(Names);
}

std::string_view trimmed(std::string_view text) {
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

Result<List> headerList(const HttpRequest &request) {
    List list;
    const auto append = [&list](const std::string &line) {
        curl_slist *longer = curl_slist_append(list.get(), line.c_str());
        if (longer) {
            static_cast<void>(list.release());
            list.reset(longer);
        }
        return longer != nullptr;
    };
    bool hasType = false;
    bool ok = append("Expect:");
    for (const auto &[name, value] : request.headers) {
        const std::string key = toLowerAscii(name);
        const std::string shown(truncateUtf8(revealInvisible(name), 100));
        if (!isToken(name))
            return fail(ErrorCode::InvalidArgument, "'" + shown + "' is no name for a header");
        if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos)
            return fail(ErrorCode::InvalidArgument,
                        "the value of the header '" + shown + "' holds a line break or a NUL, which headers cannot");
        if (belongsToConnection(key))
            return fail(ErrorCode::InvalidArgument,
                        "the header '" + shown + "' belongs to the connection and cannot be set by a request");
        hasType = hasType || key == "content-type";
        // libcurl takes "Name:" for an order to leave the header out, and "Name;" for one without a value.
        const std::string_view content = trimmed(value);
        ok = ok && append(content.empty() ? name + ";" : name + ": " + std::string(content));
    }
    // Without one libcurl would say that any body is a form.
    if (!hasType)
        ok = ok && append("Content-Type:");
    if (!ok)
        return fail(ErrorCode::Internal, "the HTTP client cannot be set up");
    return list;
}

/// The same address however it is written.
bool sameAddress(const std::string &a, const std::string &b) {
    std::uint8_t x[16], y[16];
    for (const int family : {AF_INET, AF_INET6}) {
        if (::inet_pton(family, a.c_str(), x) == 1 && ::inet_pton(family, b.c_str(), y) == 1)
            return std::memcmp(x, y, family == AF_INET ? 4 : 16) == 0;
    }
    return false;
}

/// One request on its way.
struct Transfer {
    const HttpRequest &request;
    const ResponseSink &sink;
    const std::vector<std::string> &addresses;
    HttpResponse head;
    ExchangeStage stage = ExchangeStage::NotConnected;
    std::uint64_t headerBytes = 0, bodyBytes = 0;
    SteadyTime lastByte = std::chrono::steady_clock::now();
    bool headDone = false;
    bool ended = false; ///< by the sink
    bool sentTwice = false, headersTooLarge = false, bodyTooLarge = false, outOfMemory = false, wrongAddress = false;

    static curl_socket_t openSocket(void *self, curlsocktype, curl_sockaddr *address) {
        auto &transfer = *static_cast<Transfer *>(self);
        char text[INET6_ADDRSTRLEN] = "";
        if (address->family == AF_INET)
            ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in *>(&address->addr)->sin_addr, text, sizeof text);
        else if (address->family == AF_INET6)
            ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6 *>(&address->addr)->sin6_addr, text,
                        sizeof text);
        // The last word on where a connection goes: whatever happened to names before, only a checked address is left.
        if (std::none_of(transfer.addresses.begin(), transfer.addresses.end(),
                         [&](const std::string &checked) { return sameAddress(checked, text); })) {
            transfer.wrongAddress = true;
            return CURL_SOCKET_BAD;
        }
        return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    }

    static int beforeRequest(void *self, char *, char *, int, int) {
        auto &transfer = *static_cast<Transfer *>(self);
        // libcurl sends a request again when a kept connection turns out to be dead. It may have been carried out.
        if (transfer.stage != ExchangeStage::NotConnected) {
            transfer.sentTwice = true;
            return CURL_PREREQFUNC_ABORT;
        }
        transfer.stage = ExchangeStage::Sent;
        return CURL_PREREQFUNC_OK;
    }

    static std::size_t onHeader(char *bytes, std::size_t size, std::size_t count, void *self) {
        auto &transfer = *static_cast<Transfer *>(self);
        try {
            return transfer.header({bytes, size * count}) ? size * count : 0;
        } catch (const std::exception &) {
            transfer.outOfMemory = true;
            return 0;
        }
    }

    static std::size_t onBody(char *bytes, std::size_t size, std::size_t count, void *self) {
        auto &transfer = *static_cast<Transfer *>(self);
        try {
            return transfer.body({bytes, size * count}) ? size * count : 0;
        } catch (const std::exception &) {
            transfer.outOfMemory = true;
            return 0;
        }
    }

private:
    bool header(std::string_view line) {
        stage = ExchangeStage::ResponseBegun;
        lastByte = std::chrono::steady_clock::now();
        headerBytes += line.size();
        if (headerBytes > request.maxHeaderBytes) {
            headersTooLarge = true;
            return false;
        }
        if (headDone) // trailers of a chunked body
            return true;
        if (line.starts_with("HTTP/")) {
            head = {};
            const std::size_t space = line.find(' ');
            if (space != std::string_view::npos)
                std::from_chars(line.data() + space + 1, line.data() + line.size(), head.status);
            return true;
        }
        if (trimmed(line).empty()) {
            if (head.status >= 100 && head.status < 200)
                return true; // an interim response; the real one follows
            headDone = true;
            if (sink.onHead && !sink.onHead(head)) {
                ended = true;
                return false;
            }
            return true;
        }
        if ((line.front() == ' ' || line.front() == '\t') && !head.headers.empty()) { // obsolete folding
            head.headers.back().second += ' ' + std::string(trimmed(line));
            return true;
        }
        const std::size_t colon = line.find(':');
        if (colon != std::string_view::npos)
            head.headers.emplace_back(toLowerAscii(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
        return true;
    }

    bool body(std::string_view bytes) {
        lastByte = std::chrono::steady_clock::now();
        bodyBytes += bytes.size();
        if (request.maxResponseBytes != 0 && bodyBytes > request.maxResponseBytes) {
            bodyTooLarge = true;
            return false;
        }
        if (sink.onBody && !sink.onBody(bytes)) {
            ended = true;
            return false;
        }
        return true;
    }
};

Error tooLarge(const std::string &origin, std::uint64_t bytes) {
    return {ErrorCode::LimitExceeded, origin + " answered with more than " + std::to_string(bytes) +
                                          " bytes (limits.response_bytes in actionscope.yaml moves the cap)"};
}

ExchangeError transferError(CURLcode code, const Transfer &transfer, const std::string &origin, const char *detail,
                            bool idle) {
    const HttpRequest &request = transfer.request;
    ExchangeError out{{ErrorCode::NetworkError, {}, {}}, transfer.stage, false};
    std::string &message = out.error.message;
    if (transfer.headersTooLarge) {
        out.error = {ErrorCode::LimitExceeded, origin + " answered with more than " +
                                                   std::to_string(request.maxHeaderBytes) + " bytes of headers"};
    } else if (transfer.bodyTooLarge || code == CURLE_FILESIZE_EXCEEDED) {
        out.error = tooLarge(origin, request.maxResponseBytes);
    } else if (transfer.outOfMemory || code == CURLE_OUT_OF_MEMORY) {
        out.error = {ErrorCode::LimitExceeded, "the answer of " + origin + " does not fit the memory of this machine"};
    } else if (transfer.wrongAddress) {
        out.error = {ErrorCode::PermissionDenied,
                     "a connection to " + origin + " would have gone to an address that was not checked"};
    } else if (idle) {
        message = origin + " sent nothing for " + std::to_string(request.idleTimeout.count()) + " ms";
        out.timedOut = true;
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
        const bool connecting = transfer.stage == ExchangeStage::NotConnected;
        const milliseconds most =
            connecting && (request.timeout.count() == 0 || request.connectTimeout < request.timeout)
                ? request.connectTimeout
                : request.timeout;
        message = (connecting ? "no connection to " + origin : "no complete answer from " + origin) + " within " +
                  std::to_string(most.count()) + " ms";
        out.timedOut = true;
    } else if (transfer.sentTwice || code == CURLE_GOT_NOTHING) {
        message = origin + " closed the connection without an answer";
    } else if (code == CURLE_PARTIAL_FILE) {
        message = "the connection to " + origin + " ended in the middle of the answer";
    } else {
        message = (transfer.stage == ExchangeStage::NotConnected ? "cannot connect to " : "the exchange with ") +
                  origin + (transfer.stage == ExchangeStage::NotConnected ? ": " : " failed: ") +
                  curl_easy_strerror(code);
        if (*detail)
            message += std::string(" (") + detail + ")";
    }
    return out;
}

struct UrlParts {
    std::string origin, host;
    std::uint16_t port = 0;
};

Result<UrlParts> takeApart(const HttpRequest &request) {
    const bool printable =
        std::all_of(request.url.begin(), request.url.end(), [](char c) { return c > 0x20 && c < 0x7F; });
    const Url url = printable ? detail::parseUrl(request.url, CURLU_PATH_AS_IS) : nullptr;
    UrlParts parts{originOf(request.url), part(url, CURLUPART_HOST), 0};
    if (!url || parts.origin.empty())
        return fail(ErrorCode::InvalidArgument,
                    "not an http or https URL (host names with other letters than ASCII go in their xn-- form)");
    if (!part(url, CURLUPART_USER).empty() || !part(url, CURLUPART_PASSWORD).empty() ||
        request.url.substr(0, request.url.find_first_of("/?#", request.url.find("://") + 3)).find('@') !=
            std::string::npos)
        return fail(ErrorCode::InvalidArgument,
                    "the URL holds a user name or password; credentials belong in connections.yaml");
    if (!part(url, CURLUPART_ZONEID).empty())
        return fail(ErrorCode::InvalidArgument, "an address with a network interface in it ('%') is not contacted");
    const std::string port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), parts.port);
    if (error != std::errc() || end != port.data() + port.size() || parts.port == 0)
        return fail(ErrorCode::InvalidArgument, "the URL of " + parts.origin + " has no port that can be connected to");
    if (parts.host.size() > 2 && parts.host.front() == '[')
        parts.host = parts.host.substr(1, parts.host.size() - 2);
    return parts;
}

bool isNumeric(const std::string &host) {
    std::uint8_t ignored[16];
    return ::inet_pton(AF_INET, host.c_str(), ignored) == 1 || ::inet_pton(AF_INET6, host.c_str(), ignored) == 1;
}

} // namespace

std::string_view HttpResponse::header(std::string_view lowerCaseName) const {
    const auto found =
        std::find_if(headers.begin(), headers.end(), [&](const auto &pair) { return pair.first == lowerCaseName; });
    return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::string HttpResponse::contentType() const {
    const std::string_view whole = header("content-type");
    return toLowerAscii(trimmed(whole.substr(0, whole.find_first_of(";,"))));
}

struct HttpExchanger::Impl {
    AddressRules rules;
    Resolver resolver;
    std::mutex mutex;
    // Guarded by mutex: idle lines, the longest unused first.
    std::list<std::unique_ptr<Line>> idle;

    /// The checked addresses of a host. DNS cannot be interrupted, so that it is waited for from here and left behind
    /// when time is up or someone asks to stop.
    tl::expected<std::vector<std::string>, ExchangeError> addressesOf(const UrlParts &parts, const HttpRequest &request,
                                                                      const std::stop_token &stop) {
        const auto failed = [](Error error, bool timedOut = false) {
            return tl::unexpected(ExchangeError{std::move(error), ExchangeStage::NotConnected, timedOut});
        };
        std::vector<std::string> addresses{parts.host};
        if (!isNumeric(parts.host)) {
            struct Lookup {
                std::mutex mutex;
                std::condition_variable_any done;
                std::optional<Result<std::vector<std::string>>> answer;
            };
            const auto lookup = std::make_shared<Lookup>();
            std::thread([lookup, resolve = resolver, host = parts.host] {
                Result<std::vector<std::string>> answer = resolve(host);
                const std::lock_guard lock(lookup->mutex);
                lookup->answer = std::move(answer);
                lookup->done.notify_all();
            }).detach();
            std::unique_lock lock(lookup->mutex);
            lookup->done.wait_for(lock, stop, request.connectTimeout, [&] { return lookup->answer.has_value(); });
            if (stop.stop_requested())
                return failed({ErrorCode::Cancelled, "cancelled"});
            if (!lookup->answer)
                return failed({ErrorCode::NetworkError, "the name " + parts.host + " did not resolve within " +
                                                            std::to_string(request.connectTimeout.count()) + " ms"},
                              true);
            if (!*lookup->answer)
                return failed(lookup->answer->error());
            addresses = **lookup->answer;
            if (addresses.empty())
                return failed({ErrorCode::NetworkError, "the name " + parts.host + " has no address"});
        }
        if (auto checked = rules.checkAll(parts.host, parts.port, addresses); !checked)
            return failed(checked.error());
        return addresses;
    }

    std::unique_ptr<Line> take(const std::string &key) {
        const std::lock_guard lock(mutex);
        // The most recently used one is the least likely to have been closed by the server meanwhile.
        const auto found = std::find_if(idle.rbegin(), idle.rend(), [&](const auto &line) { return line->key == key; });
        if (found == idle.rend()) {
            auto line = std::make_unique<Line>();
            line->key = key;
            return line;
        }
        std::unique_ptr<Line> line = std::move(*found);
        idle.erase(std::prev(found.base()));
        return line;
    }

    void putBack(std::unique_ptr<Line> line) {
        std::list<std::unique_ptr<Line>> closed; // outside of the lock
        const std::lock_guard lock(mutex);
        const std::string key = line->key;
        idle.push_back(std::move(line));
        const auto same = [&](const auto &other) { return other->key == key; };
        if (static_cast<std::size_t>(std::count_if(idle.begin(), idle.end(), same)) > MaxIdlePerOrigin)
            closed.splice(closed.end(), idle, std::find_if(idle.begin(), idle.end(), same));
        if (idle.size() > MaxIdle)
            closed.splice(closed.end(), idle, idle.begin());
    }

    tl::expected<HttpResponse, ExchangeError> run(const HttpRequest &request, const ResponseSink &sink,
                                                  const std::stop_token &stop);
};

namespace {

/// Drives one transfer to its end. Returns the result, or nothing when it was stopped; `idle` when no byte came in
/// time.
std::optional<CURLcode> drive(Line &line, const Transfer &transfer, const std::stop_token &stop, bool &idle) {
    CURLM *multi = line.multi.get();
    if (curl_multi_add_handle(multi, line.easy.get()) != CURLM_OK)
        return CURLE_FAILED_INIT;
    std::optional<CURLcode> result = CURLE_FAILED_INIT;
    {
        const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
        for (;;) {
            int running = 0;
            if (stop.stop_requested()) {
                result.reset();
                break;
            }
            if (curl_multi_perform(multi, &running) != CURLM_OK)
                break;
            int left = 0;
            if (const CURLMsg *message = curl_multi_info_read(multi, &left); message && message->msg == CURLMSG_DONE) {
                result = message->data.result;
                break;
            }
            // A stop request wakes this; the bound only matters to the idle time, which nobody else watches.
            milliseconds wait{1000};
            if (const milliseconds most = transfer.request.idleTimeout; most.count() > 0) {
                const auto quiet =
                    std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - transfer.lastByte);
                if (quiet >= most) {
                    idle = true;
                    result = CURLE_OPERATION_TIMEDOUT;
                    break;
                }
                wait = std::min(wait, most - quiet + milliseconds(1));
            }
            if (curl_multi_poll(multi, nullptr, 0, static_cast<int>(wait.count()), nullptr) != CURLM_OK)
                break;
        }
    }
    curl_multi_remove_handle(multi, line.easy.get());
    return result;
}

void setUp(CURL *handle, const HttpRequest &request, Transfer &transfer, curl_slist *headers, curl_slist *pins,
           char *detail) {
    curl_easy_reset(handle);
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, detail);
    curl_easy_setopt(handle, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
    // One request, one connection: what "sent" and "response begun" mean is certain then.
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(handle, CURLOPT_USERAGENT, "actionscope");
    // Every encoding that libcurl undoes; the size cap is on what comes out.
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                     std::max<long>(1, static_cast<long>(request.connectTimeout.count())));
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(handle, CURLOPT_RESOLVE, pins);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, &Transfer::openSocket);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, &Transfer::beforeRequest);
    curl_easy_setopt(handle, CURLOPT_PREREQDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &Transfer::onHeader);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Transfer::onBody);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    if (request.maxResponseBytes != 0)
        curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(request.maxResponseBytes));
    const bool bodyExpected = request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
    if (request.method == "HEAD") {
        curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
    } else if (bodyExpected || !request.body.empty()) {
        curl_easy_setopt(handle, CURLOPT_POST, 1L);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.data());
        curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    } else {
        curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
        curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }
}

} // namespace

tl::expected<HttpResponse, ExchangeError> HttpExchanger::Impl::run(const HttpRequest &request, const ResponseSink &sink,
                                                                   const std::stop_token &stop) {
    const SteadyTime begin = std::chrono::steady_clock::now();
    const auto failed = [](Error error, bool timedOut = false) {
        return tl::unexpected(ExchangeError{std::move(error), ExchangeStage::NotConnected, timedOut});
    };
    if (!isToken(request.method) || request.method == "CONNECT")
        return failed(
            {ErrorCode::InvalidArgument,
             "'" + std::string(truncateUtf8(revealInvisible(request.method), 40)) + "' is no method for a request"});
    const Result<UrlParts> parts = takeApart(request);
    if (!parts)
        return failed(parts.error());
    const Result<List> headers = headerList(request);
    if (!headers)
        return failed(headers.error());
    const auto addresses = addressesOf(*parts, request, stop);
    if (!addresses)
        return tl::unexpected(addresses.error());

    std::string list;
    for (const std::string &address : *addresses)
        list += (list.empty() ? "" : ",") + (address.find(':') == std::string::npos ? address : "[" + address + "]");
    List pins;
    if (!isNumeric(parts->host))
        pins.reset(curl_slist_append(nullptr, (parts->host + ":" + std::to_string(parts->port) + ":" + list).c_str()));
    std::unique_ptr<Line> line = take(parts->origin + " " + list);
    if (!line->multi || !line->easy)
        return failed({ErrorCode::Internal, "the HTTP client cannot be set up"});

    Transfer transfer{request, sink, *addresses, {}, {}};
    char detail[CURL_ERROR_SIZE] = "";
    setUp(line->easy.get(), request, transfer, headers->get(), pins.get(), detail);
    if (request.timeout.count() > 0) {
        // Resolving took its share.
        const auto spent = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin);
        const milliseconds left = std::max(milliseconds(1), request.timeout - spent);
        curl_easy_setopt(line->easy.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(left.count()));
    }
    bool idleEnd = false;
    const std::optional<CURLcode> code = drive(*line, transfer, stop, idleEnd);
    curl_easy_reset(line->easy.get()); // it must not point into this call any more, also when it is closed
    if (!code)
        return tl::unexpected(ExchangeError{{ErrorCode::Cancelled, "cancelled"}, transfer.stage, false});
    if (*code != CURLE_OK && !transfer.ended)
        return tl::unexpected(transferError(*code, transfer, parts->origin, detail, idleEnd));
    if (!transfer.ended)
        putBack(std::move(line));
    return std::move(transfer.head);
}

HttpExchanger::HttpExchanger(AddressRules rules, Resolver resolver)
    : m_impl(std::make_unique<Impl>()) {
    detail::initialise();
    m_impl->rules = std::move(rules);
    m_impl->resolver = std::move(resolver);
}

HttpExchanger::~HttpExchanger() = default;

tl::expected<HttpResponse, ExchangeError> HttpExchanger::exchange(const HttpRequest &request,
                                                                  std::stop_token stop) const {
    std::string body;
    const ResponseSink sink{{}, [&](std::string_view bytes) {
                                body.append(bytes);
                                return true;
                            }};
    auto response = m_impl->run(request, sink, stop);
    if (response)
        response->body = std::move(body);
    return response;
}

tl::expected<HttpResponse, ExchangeError> HttpExchanger::stream(const HttpRequest &request, const ResponseSink &sink,
                                                                std::stop_token stop) const {
    return m_impl->run(request, sink, stop);
}

} // namespace actionscope::net
