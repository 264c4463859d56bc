#pragma once
/// What one agent has going: activations, the tools it found, its pseudonyms. Sessions are handles bound to a principal
/// and live in memory only (GD4, ST2–ST4).

#include "base/clock.h"
#include "governance/gatekeeper.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::session {

using governance::ConfirmedBy;
using governance::Principal;

struct SessionLimits {
    std::size_t sessions = 1000;                     ///< gateway.sessions; above: the oldest idle one goes, or 503
    std::chrono::seconds idle{60 * 60};              ///< gateway.session_idle
    std::chrono::seconds idleWithoutStream{10 * 60}; ///< gateway.session_idle_unheard: once its GET stream has gone
    std::chrono::seconds maxAge{24 * 3600};          ///< gateway.session_age
    std::size_t discoveredTools = 20;                ///< gateway.tool_cache: capacity for activated tools
    std::chrono::seconds toolLife{60 * 60};          ///< gateway.tool_life since last use
    std::chrono::seconds activationLife{8 * 3600};   ///< gateway.activation_life: of a handle, whatever its use
};

struct Activation {
    std::string handle; ///< "act_" and 22 characters of 128 random bits
    std::string qualified, wireName;
    std::string principal; ///< id
    std::string session;   ///< empty: by handle alone
    std::string definitionHash;
    ConfirmedBy confirmedBy = ConfirmedBy::Nobody;
    Timestamp activated, lastUse, expires;
    std::uint32_t uses = 0;
    bool pinned = false;  ///< always-include: never evicted, does not count against the capacity
    std::string searchId; ///< of the search that showed it last
};

/// What happened to a session's list, for list_changed and for the log.
/// A session that ends tells each activation, then itself with an empty `qualified`. `session` is empty for handles
/// that belong to no session.
struct Eviction {
    std::string session, qualified;
    enum class Why : std::uint8_t { TimeToLive, LeastRecentlyUsed, Revoked, SessionEnded, ActionGone } why;
};
std::string_view evictionWhyName(Eviction::Why why);

/// A snapshot for people.
struct SessionInfo {
    std::string id, client, protocol; ///< client: "name version" as it said
    Principal principal;
    Timestamp started, lastUse;
    std::vector<Activation> activations; ///< oldest first
    std::uint64_t searches = 0, calls = 0, refused = 0;
    std::uint64_t tokensSent = 0; ///< estimate: lists, search responses, results (characters / 4)
    std::size_t pseudonyms = 0;
};

/// Any thread. Time from the clock, so that tests can hold it still; steady against clocks that jump back.
class SessionRegistry final : public governance::Activations {
public:
    SessionRegistry(const Clock &clock, SessionLimits limits);
    ~SessionRegistry() override;

    /// A new session. Errors: Busy when all are in use (open stream or running call) at the cap.
    [[nodiscard]] Result<std::string> open(const Principal &who, std::string client, std::string protocol);
    /// Whether it is alive and this principal's; refreshes its last use.
    [[nodiscard]] bool touch(std::string_view id, const Principal &who);
    /// Ends it: activations, pseudonyms and all. False when there was none.
    bool close(std::string_view id);
    /// While held, the session neither expires nor is evicted (open stream, running call).
    class Hold {
    public:
        Hold() = default;
        explicit Hold(std::function<void()> release)
            : m_release(std::move(release)) {}
        Hold(Hold &&other) noexcept
            : m_release(std::exchange(other.m_release, nullptr)) {}
        Hold &operator=(Hold &&other) noexcept {
            std::swap(m_release, other.m_release);
            return *this;
        }
        ~Hold() {
            if (m_release)
                m_release();
        }

    private:
        std::function<void()> m_release;
    };
    enum class HoldKind : std::uint8_t { Call, Stream };
    [[nodiscard]] Hold hold(std::string_view id, HoldKind kind);
    /// Drops what is over; called every few seconds by the gateway, and before each decision about capacity. Evictions
    /// are told to the listener.
    void sweep();
    void onEviction(std::function<void(const Eviction &)> listener);
    /// Told when touch() is asked for a session that lives and is another principal's: the caller learns nothing of it,
    /// and somebody should know that it was tried. (Activations and calls are recorded by who asks for them.)
    void onForeign(std::function<void(const Principal &who, const std::string &session)> listener);

    /// Idempotent: what is active is only refreshed (`fresh` false). Over capacity, others go: first by time-to-live,
    /// then least recently used. `session` may be empty: a handle bound to the principal alone.
    struct Activated {
        Activation activation;
        bool fresh = true;
    };
    /// Errors: NotFound when the session has ended or is another principal's: nothing was activated.
    [[nodiscard]] Result<Activated> activate(const Principal &who, std::string_view session,
                                             const governance::Target &target, std::string wireName,
                                             ConfirmedBy confirmedBy, std::string searchId = {}, bool pinned = false);
    bool deactivate(std::string_view session, std::string_view qualified, Eviction::Why why);
    [[nodiscard]] bool isActive(std::string_view session, std::string_view qualified) const;
    /// Whether it is active as it is now: what was activated under another definition has to be judged anew.
    [[nodiscard]] bool isActive(std::string_view session, const governance::Target &target) const;
    [[nodiscard]] std::vector<Activation> activations(std::string_view session) const; ///< in order of activation
    /// Ends every activation of an action that is gone, revoked or quarantined, in all sessions.
    void endEverywhere(std::string_view qualified, Eviction::Why why);

    governance::ActiveState use(const Principal &who, std::string_view session, std::string_view qualified,
                                std::string_view handle) override;
    std::shared_ptr<governance::PseudonymVault> vault(const Principal &who, std::string_view session) override;

    /// Adds to the session's counters.
    struct Counted {
        std::uint32_t searches = 0, calls = 0, refused = 0;
        std::uint64_t tokens = 0;
    };
    void count(std::string_view session, const Counted &what);
    /// Remembers that a search showed these actions, so that an activation can name it.
    void shown(std::string_view session, std::string searchId, const std::vector<std::string> &qualified);
    [[nodiscard]] std::string searchThatShowed(std::string_view session, std::string_view qualified) const;

    [[nodiscard]] std::vector<SessionInfo> list() const; ///< newest use first
    [[nodiscard]] std::size_t size() const;

private:
    struct Impl;
    std::shared_ptr<Impl> m_impl; ///< shared with holds, which may outlive the registry
};

/// `<service>__<action>` for MCP: letters, digits, `_` and `-` only, at most 64 characters; a longer one is cut and
/// ends in `_` and 8 hexadecimal digits of the SHA-256 of the qualified name; so does one with other characters in it.
std::string wireName(std::string_view service, std::string_view action);

} // namespace actionscope::session
