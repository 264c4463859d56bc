#pragma once
/// One client session on one mounted server.

#include "gateway/relay.h"
#include "gateway/services.h"
#include "net/mcp_client.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <vector>

namespace actionscope::gateway::detail {

class MountRelay final : public Relay, public std::enable_shared_from_this<MountRelay> {
public:
    using Attached = std::function<void(const std::string &session, const std::shared_ptr<MountRelay> &relay)>;
    MountRelay(Services &services, std::string name, governance::Principal principal, std::chrono::milliseconds longest,
               Attached attached);
    ~MountRelay() override;
    /// Once, first. `capabilities` are the client's. Errors: PermissionDenied, NotFound, NetworkError.
    [[nodiscard]] Result<void> connect(const json::object &capabilities, std::stop_token stop);

    void attach(Client client) override;
    [[nodiscard]] json::object greeting() const override;
    [[nodiscard]] bool serves(std::string_view method) const override;
    [[nodiscard]] tl::expected<json::value, json::object> request(const Caller &caller, std::string_view method,
                                                                  const json::object &params) override;
    [[nodiscard]] bool listDiffers(const Caller &caller) override;
    void notification(std::string_view method, const json::value &params) override;

    [[nodiscard]] const std::string &name() const { return m_name; }
    [[nodiscard]] net::McpClient *client() const { return m_client.get(); }

private:
    using Answer = tl::expected<json::value, json::object>;
    /// What the server may tell the client of one request, and ask it. The calling thread may outlive the request.
    struct Conversation {
        std::function<void(std::string_view, const json::value &)> tell;
        std::function<Answer(std::string_view, const json::value &)> ask;
    };
    /// Keeps a conversation among the open ones.
    class Open {
    public:
        Open(MountRelay &relay, std::shared_ptr<const Conversation> conversation);
        ~Open();
        Open(const Open &) = delete;
        Open &operator=(const Open &) = delete;

    private:
        MountRelay &m_relay;
        const std::shared_ptr<const Conversation> m_conversation;
    };
    [[nodiscard]] std::shared_ptr<const Conversation> conversationWith(ClientLink *link);
    [[nodiscard]] std::shared_ptr<const Conversation> newest() const;
    [[nodiscard]] std::string session() const;
    [[nodiscard]] std::shared_ptr<governance::PseudonymVault> vault() const; ///< null: nothing is replaced

    /// Why this principal may not, as {code word, message}.
    struct Refusal {
        std::string_view word;
        std::string message;
    };
    [[nodiscard]] std::optional<Refusal> refusalOf(const governance::Principal &who) const;
    [[nodiscard]] Answer relay(const Caller &caller, std::string_view method, const json::object &params);
    [[nodiscard]] Answer listTools(const Caller &caller, const json::object &params);
    [[nodiscard]] Answer callTool(const Caller &caller, const json::object &params);
    /// Asks the gates that reading a resource or a prompt has.
    [[nodiscard]] governance::PassageRequest passageOf(const Caller &caller, std::string_view method,
                                                       const json::object &params) const;
    /// A number for what this caller would be listed; never 0.
    [[nodiscard]] std::uint64_t listedFor(const governance::Principal &who) const;
    void record(std::string_view method, std::string_view outcome, json::object detail) const;
    void heard(std::string_view method, const json::value &params);
    [[nodiscard]] Answer asked(std::string_view method, const json::value &params);

    Services &m_services;
    const std::string m_name;
    const governance::Principal m_principal; ///< as at initialize
    const std::chrono::milliseconds m_longest;
    const Attached m_attached;
    std::atomic<std::uint64_t> m_listed = 0; ///< what the client was listed last; 0: nothing yet
    bool m_overPipes = false;                ///< nothing tells there to which request a message belongs

    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    Client m_to;
    std::set<std::string, std::less<>> m_subscribed; ///< as the server knows them
    std::vector<std::shared_ptr<const Conversation>> m_open;

    std::unique_ptr<net::McpClient> m_client; ///< last: it calls back until it has ended
};

} // namespace actionscope::gateway::detail
