#pragma once
/// What an agent sees and may say, independent of the wire: the seam between the protocols (MCP over HTTP and stdio,
/// REST) and the façades.

#include "base/json.h"
#include "base/result.h"
#include "governance/principal.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::gateway {

struct ToolDefinition {
    std::string name; ///< [A-Za-z0-9_-], at most 64 characters
    std::string title, description;
    json::value inputSchema;  ///< always {"type":"object",…}
    json::value outputSchema; ///< null: none
    json::object annotations; ///< readOnlyHint, destructiveHint, openWorldHint
};
/// As tools/list prints it, members in a fixed order.
json::object toJson(const ToolDefinition &tool);
/// Characters / 4 of that: what it costs in a model's context (ST9).
std::size_t tokenEstimate(const ToolDefinition &tool);

struct ToolResult {
    json::array content;    ///< MCP content blocks
    json::value structured; ///< null: none; else the same JSON stands in `content` as text
    bool isError = false;
    json::object meta;
    bool firstIsStructured = false; ///< the text of the first block is `structured`, character for character

    static ToolResult json(json::value structured, bool isError = false); ///< with its text block
    /// As the answer to tools/call prints it: the text of toJson(), without making that value.
    [[nodiscard]] std::string text() const;
    static ToolResult refusal(std::string_view code, std::string message, json::object detail = {});
};
/// As the answer to tools/call prints it.
json::object toJson(const ToolResult &result);

/// The client at the other end of one request; implemented by the protocols. Any thread while the request runs; whoever
/// shares it may go on using it, then nothing is sent any more.
class ClientLink : public std::enable_shared_from_this<ClientLink> {
public:
    virtual ~ClientLink() = default;
    virtual void progress(double done, double total, std::string_view message) = 0; ///< dropped without a token
    virtual void log(std::string_view level, const json::value &data) = 0;
    /// Did the client declare it? "elicitation", "sampling", "roots"
    [[nodiscard]] virtual bool can(std::string_view capability) const = 0;
    /// A request to the client, on this request's stream. Blocks. The error is a JSON-RPC error object.
    [[nodiscard]] virtual tl::expected<json::value, json::object> request(std::string_view method,
                                                                          json::value params) = 0;
    /// Any notification, on this request's stream (relays).
    virtual void notify(std::string_view method, json::value params) = 0;
};

/// Who asks, in which session, and how it can be reached.
struct Caller {
    governance::Principal principal;
    std::string session;        ///< registry id; empty over REST without one
    ClientLink *link = nullptr; ///< null where nobody can be asked
    std::stop_token stop;
};

/// A façade: a group of tools with one meaning. Any thread; `call` may block (it runs on a worker).
class Facade {
public:
    virtual ~Facade() = default;
    [[nodiscard]] virtual std::string_view name() const = 0; ///< "gateway", "curated", "activated", "finder"
    /// In the order in which they are listed; deterministic.
    virtual void list(const Caller &caller, std::vector<ToolDefinition> &tools) const = 0;
    /// Nothing: the name is not one of this façade's (the next one is asked). An unknown tool is the protocol's error.
    [[nodiscard]] virtual std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                                         const json::object &arguments) = 0;
    /// Whether calls of this tool of its own wait for nobody (no person, no service, no disk flush) and take about a
    /// millisecond: those may be answered on the thread that read them, without the price of waking another one. What
    /// turns out slower is moved to a worker all the same.
    [[nodiscard]] virtual bool isQuick(std::string_view) const { return false; }
};

/// The façades in order: meta-tools, curated, then activated.
class ToolSurface {
public:
    explicit ToolSurface(std::vector<std::unique_ptr<Facade>> facades);
    ~ToolSurface();
    [[nodiscard]] std::vector<ToolDefinition> list(const Caller &caller) const;
    [[nodiscard]] std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                                 const json::object &arguments);
    /// Whether a façade says so of this tool.
    [[nodiscard]] bool isQuick(std::string_view tool) const;

private:
    std::vector<std::unique_ptr<Facade>> m_facades;
};

/// gateway_search_actions, gateway_activate and gateway_call_action: what every session lists, whatever the catalog.
[[nodiscard]] std::vector<ToolDefinition> metaTools();

/// Raised by whatever changes a session's list; the protocols send list_changed where a client is listening.
class ListChanges {
public:
    virtual ~ListChanges() = default;
    virtual void changed(std::string_view session) = 0; ///< this session's list did change
    virtual void catalogChanged() = 0;                  ///< every session is to compare its list and tell if it differs
};

} // namespace actionscope::gateway
