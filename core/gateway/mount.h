#pragma once
/// Every enabled server of servers.yaml, transparent at /mcp/<name>: its own names for tools, its resources, prompts
/// and completions, and what it asks the client back. Calls of tools go through the gatekeeper like all others; so do
/// reads of resources, prompts and completions, through the gates that such a request has (Gatekeeper::pass): to rules
/// they are actions named like the method ("weather.resources/read"). They are recorded with kind "mount", the attempt
/// before anything is sent, and cleaned of personal data.
///
/// Each client session has an upstream session of its own, which declares what the client declared and no more. A tool
/// is listed when it was imported and the caller may use it; its text is the server's as long as that is what was
/// imported, else what was imported: nobody has looked at the other.

#include "gateway/relay.h"
#include "gateway/services.h"

#include <chrono>

namespace actionscope::gateway {

class McpMounts final : public Mounts {
public:
    McpMounts(Services &services, std::chrono::milliseconds longestCall);
    ~McpMounts() override;

    [[nodiscard]] bool has(std::string_view name) const override;
    [[nodiscard]] Result<std::shared_ptr<Relay>> open(std::string_view name, const governance::Principal &principal,
                                                      const json::object &capabilities, std::stop_token stop) override;
    /// The upstream session of a client session that is mounted on `service`; null for every other.
    [[nodiscard]] std::shared_ptr<net::McpClient> clientOf(std::string_view session, std::string_view service) const;

private:
    struct Shared;
    const std::shared_ptr<Shared> m_shared;
};

} // namespace actionscope::gateway
