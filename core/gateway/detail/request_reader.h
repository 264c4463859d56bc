#pragma once
/// Reads a request straight into the form in which the routes see it: the parser of Boost.Beast without its own table
/// of fields. Only for the server's own file.

#include "gateway/detail/http_types.h"

#include <boost/beast/http/basic_parser.hpp>

namespace actionscope::gateway::detail {

/// One request. `is_header_done` and the like are the base's. Trailers of a chunked body are dropped.
class RequestReader final : public boost::beast::http::basic_parser<true> {
public:
    explicit RequestReader(HttpRequest &request)
        : m_request(request) {}
    [[nodiscard]] int version() const { return m_version; } ///< 10, 11
    /// As announced; nothing for chunks.
    [[nodiscard]] std::optional<std::uint64_t> contentLength() const {
        const auto length = content_length();
        return length ? std::optional<std::uint64_t>(*length) : std::nullopt;
    }

private:
    using error_code = boost::beast::error_code;
    using string_view = boost::beast::string_view;

    void on_request_impl(boost::beast::http::verb, string_view method, string_view target, int version,
                         error_code &) override {
        m_request.method.assign(method.data(), method.size());
        const std::string_view whole(target.data(), target.size());
        const std::size_t mark = whole.find('?');
        m_request.path = whole.substr(0, mark);
        if (mark != std::string_view::npos)
            m_request.query = whole.substr(mark + 1);
        m_version = version;
    }
    void on_response_impl(int, string_view, int, error_code &) override {}
    void on_field_impl(boost::beast::http::field, string_view name, string_view value, error_code &) override {
        if (!m_headDone)
            m_request.headers.add({name.data(), name.size()}, {value.data(), value.size()});
    }
    void on_header_impl(error_code &) override { m_headDone = true; }
    void on_body_init_impl(const boost::optional<std::uint64_t> &length, error_code &) override {
        // What is announced is not yet sent: room for a usual one, the rest grows as it comes.
        if (length)
            m_request.body.reserve(static_cast<std::size_t>(std::min<std::uint64_t>(*length, 64ULL << 10)));
    }
    std::size_t on_body_impl(string_view body, error_code &) override {
        m_request.body.append(body.data(), body.size());
        return body.size();
    }
    void on_chunk_header_impl(std::uint64_t, string_view, error_code &) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, string_view body, error_code &) override {
        m_request.body.append(body.data(), body.size());
        return body.size();
    }
    void on_finish_impl(error_code &) override {}

    HttpRequest &m_request;
    int m_version = 11;
    bool m_headDone = false;
};

} // namespace actionscope::gateway::detail
