#pragma once
/// Requests, answers and event streams as the routes see them: nothing here knows the HTTP library.

#include "governance/principal.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::gateway::detail {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// The header fields of a request, names as sent and in order, in one piece of text: most requests have a dozen, and
/// nobody changes them.
class HeaderFields {
public:
    void add(std::string_view name, std::string_view value);
    /// The first of this name, in any case; empty when absent.
    [[nodiscard]] std::string_view first(std::string_view name) const;
    [[nodiscard]] std::size_t count(std::string_view name) const;

private:
    struct Field {
        std::uint32_t begin = 0, name = 0, value = 0; ///< where in the text, and how long
    };
    [[nodiscard]] std::string_view nameOf(const Field &field) const;
    std::string m_text;
    std::vector<Field> m_fields;
};

struct HttpRequest {
    std::string method, path; ///< path without the query, not decoded
    std::string query;        ///< raw, without the question mark
    HeaderFields headers;
    std::string body;
    std::optional<std::uint64_t> contentLength;
    bool hasBody = false;              ///< a length above zero, or chunks
    std::string unchecked;             ///< a credential that is still to be judged, on a worker
    governance::Principal principal;   ///< filled in by `HttpHandler::judge`
    std::optional<std::string> origin; ///< of a browser that may read the answer; filled in by `judge`

    /// The first header of this name, in any case; empty when absent.
    [[nodiscard]] std::string_view header(std::string_view name) const { return headers.first(name); }
    [[nodiscard]] std::size_t countOf(std::string_view name) const { return headers.count(name); }
};

struct HttpReply {
    int status = 200;
    std::string body;
    std::string contentType = "application/json";
    HeaderList headers;
    bool close = false; ///< end the connection after it
};

/// The answer of one request, given at once or as an event stream. Any thread; calls after the end are ignored, and so
/// are all once the connection has gone.
class HttpExchange {
public:
    virtual ~HttpExchange() = default;
    virtual void reply(HttpReply reply) = 0;
    /// 200 text/event-stream; sent at once. Comment lines keep it alive while nothing is written.
    virtual void beginStream(HeaderList headers) = 0;
    virtual void write(std::string bytes) = 0;
    virtual void end() = 0;
    [[nodiscard]] virtual bool open() const = 0;
    /// Called once, on a network thread, when the connection is over or the answer complete; at once if it is.
    virtual void onClosed(std::function<void()> callback) = 0;
};

/// What the server asks for each request, on a network thread: neither may block.
class HttpHandler {
public:
    virtual ~HttpHandler() = default;
    /// Before the body is read. An answer refuses the request.
    [[nodiscard]] virtual std::optional<HttpReply> judge(HttpRequest &request) = 0;
    /// The refusal of a body that is too long (while it was read), or of a request that is no HTTP (`status` 400, 431).
    [[nodiscard]] virtual HttpReply refusal(const HttpRequest &request, int status, std::string message) = 0;
    virtual void handle(HttpRequest &&request, std::shared_ptr<HttpExchange> exchange) = 0;
    /// An answer goes out with this status.
    virtual void answered(int status) = 0;
};

/// ASCII case aside.
bool sameName(std::string_view a, std::string_view b);

/// The head of a whole answer, with the empty line. `keepAlive`: whether the connection goes on.
std::string answerHead(const HttpReply &reply, bool keepAlive);
/// The head of an event stream.
std::string streamHead(const HeaderList &headers, bool keepAlive, bool chunked);
std::string chunkOf(std::string_view bytes);

} // namespace actionscope::gateway::detail
