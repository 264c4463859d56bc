#include "upstream/detail/http_reply.h"

#include "base/text.h"
#include "upstream/detail/encoding.h"
#include "upstream/detail/reply_text.h"

#include <algorithm>

namespace actionscope::upstream::detail {
namespace {

json::object textBlock(std::string_view text) { return {{"type", "text"}, {"text", json::string_view(text)}}; }

bool isJson(std::string_view type) {
    return type == "application/json" || type == "text/json" || type.ends_with("+json");
}

bool isTextual(std::string_view type) {
    return type.starts_with("text/") || type.ends_with("+xml") || type == "application/xml" ||
           type == "application/javascript" || type == "application/x-www-form-urlencoded" ||
           type == "application/yaml" || type == "application/x-yaml" || type == "application/x-ndjson" ||
           type == "application/graphql" || type == "application/sql" || type == "application/problem+json";
}

bool looksLikeText(std::string_view bytes) {
    return bytes.find('\0') == std::string_view::npos && !firstInvalidUtf8(bytes);
}

std::string bytesText(std::uint64_t bytes) { return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes"); }

class Converter {
public:
    Converter(const net::HttpResponse &response, std::uint64_t shownBytes)
        : m_response(response)
        , m_shown(shownBytes)
        , m_type(response.contentType()) {}

    governance::DispatchReply run() {
        m_reply.status = m_response.status;
        m_reply.bytes = m_response.body.size();
        m_reply.isError = m_response.status >= 300;
        if (m_response.status >= 400) {
            m_lead = "The service answered with HTTP status " + std::to_string(m_response.status) + ".";
        } else if (m_response.status >= 300 && m_response.status != 304) {
            m_lead = "The service answered with a redirect (HTTP status " + std::to_string(m_response.status) +
                     "), which is not followed.";
            if (const std::string to = cleanText(m_response.header("location")); !to.empty())
                m_lead += " It leads to " + std::string(truncateUtf8(to, 500));
        } else if (m_response.status == 304) {
            m_reply.isError = false;
        }
        body();
        meta();
        return std::move(m_reply);
    }

private:
    void add(std::string text) {
        if (!m_lead.empty())
            text = text.empty() ? m_lead : m_lead + "\n\n" + text;
        m_reply.content.push_back(textBlock(text));
    }

    /// Cut with a note; true when nothing was cut.
    bool addCut(const std::string &text) {
        if (text.size() <= m_shown) {
            add(text);
            return true;
        }
        const std::string_view kept = truncateUtf8(text, m_shown);
        add(std::string(kept) + "\n\n[Cut here: these are " + std::to_string(kept.size()) + " of " +
            bytesText(text.size()) +
            " (limits.result_bytes). Ask for less: filter, page, or name the fields that are needed.]");
        return false;
    }

    void body() {
        const std::string &body = m_response.body;
        if (body.empty())
            return add(m_lead.empty() ? "Done: HTTP status " + std::to_string(m_response.status) + ", no content."
                                      : "");
        if (isJson(m_type) ||
            ((m_type.empty() || m_type.starts_with("text/")) && m_type != "text/html" && opensJson(body))) {
            if (Result<json::value> parsed = parseJson(body))
                return addJson(std::move(*parsed));
        }
        if (m_type == "text/html" || m_type == "application/xhtml+xml")
            return addHtml();
        if (isTextual(m_type) || isJson(m_type) || (m_type.empty() && looksLikeText(body))) {
            addCut(cleanText(isLatin1() ? fromLatin1(body) : body));
            return;
        }
        if (m_type == "image/png" || m_type == "image/jpeg" || m_type == "image/gif" || m_type == "image/webp") {
            if (body.size() <= MaxImageBytes) {
                if (!m_lead.empty())
                    add({});
                m_reply.content.push_back(
                    json::object{{"type", "image"}, {"data", base64Encoded(body)}, {"mimeType", m_type}});
                return;
            }
        }
        add("The answer is " + bytesText(body.size()) + " of " +
            (m_type.empty() ? "an unnamed type" : std::string(truncateUtf8(cleanText(m_type), 100))) +
            ", which is not shown.");
    }

    static bool opensJson(std::string_view body) {
        const std::size_t first = body.find_first_not_of(" \t\r\n");
        return first != std::string_view::npos && (body[first] == '{' || body[first] == '[');
    }

    [[nodiscard]] bool isLatin1() const {
        const std::string type = toLowerAscii(m_response.header("content-type"));
        return (type.find("iso-8859-1") != std::string::npos || type.find("windows-1252") != std::string::npos) &&
               firstInvalidUtf8(m_response.body).has_value();
    }

    void addJson(json::value value) {
        const bool changed = cleanValue(value);
        // The text as it came keeps the order and the numbers of the service.
        const std::string text = changed ? json::serialize(value) : cleanText(m_response.body);
        if (!addCut(text))
            return;
        if (value.is_object())
            m_reply.structured = std::move(value);
        else
            m_reply.structured = json::object{{"result", std::move(value)}};
    }

    void addHtml() {
        const std::string text = cleanText(textOfHtml(isLatin1() ? fromLatin1(m_response.body) : m_response.body));
        m_lead += std::string(m_lead.empty() ? "" : " ") + "The answer is a web page, not data; this is its text:";
        addCut(text);
    }

    void meta() {
        json::object http{{"status", m_response.status}};
        for (const char *name : {"location", "link", "retry-after", "x-ratelimit-remaining", "x-ratelimit-reset",
                                 "ratelimit", "x-request-id"}) {
            if (const std::string_view value = m_response.header(name); !value.empty())
                http[name] = json::string_view(cleanText(truncateUtf8(value, 2000)));
        }
        m_reply.meta["actionscope/http"] = std::move(http);
    }

    const net::HttpResponse &m_response;
    const std::uint64_t m_shown;
    const std::string m_type;
    std::string m_lead; ///< what stands before the body
    governance::DispatchReply m_reply;
};

} // namespace

governance::DispatchReply replyOf(const net::HttpResponse &response, std::uint64_t shownBytes) {
    return Converter(response, shownBytes).run();
}

} // namespace actionscope::upstream::detail
