#pragma once
/// What one agent has going: activations, the tools it found, what it called and searched last, its pseudonyms.
/// Sessions are handles bound to a principal and live in memory only (GD4, ST2–ST6, ST9).

#include "base/clock.h"
#include "governance/gatekeeper.h"
#include "session/iteration_guard.h"
#include "session/redundant_search.h"
#include "session/token_ledger.h"

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
    std::uint64_t tokenBudget = 100'000;             ///< gateway.token_budget: of a session's context; 0: none
    GuardLimits guard;                               ///< loop_guard, loop_repeats, …
    RedundancyLimits redundancy;                     ///< search_notes, search_overlap, search_window
};

/// What a profile says in place of the limits above, for one session.
struct SessionBounds {
    std::optional<std::size_t> discoveredTools{};
    std::optional<std::chrono::seconds> toolLife{};
    std::optional<std::uint64_t> tokenBudget{};
    std::optional<std::uint32_t> searchesPerHour{}; ///< further ones are refused; absent: any number
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
    enum class Why : std::uint8_t { TimeToLive, LeastRecentlyUsed, Revoked, SessionEnded, ActionGone, Loop } why;
};
std::string_view evictionWhyName(Eviction::Why why);

/// A snapshot for people.
struct SessionInfo {
    std::string id, client, protocol; ///< client: "name version" as it said
    Principal principal;
    Timestamp started, lastUse;
    std::vector<Activation> activations; ///< oldest first
    std::uint64_t searches = 0, calls = 0, refused = 0;
    std::uint64_t tokensSent = 0;  ///< estimate: lists, search responses, results (characters / 4); `tokens.sent()`
    TokenUse tokens;               ///< the same by kind
    std::uint64_t tokenBudget = 0; ///< 0: none
    std::uint64_t loops = 0, redundantSearches = 0; ///< noticed
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

    /// Other limits for this session than for all; for what is activated from now on, and for the life of what is.
    void bound(std::string_view session, const SessionBounds &bounds);
    /// What was always included and is not any more: it stays active, and counts and ends like any other.
    void unpin(std::string_view session, std::string_view qualified);
    /// Told when a session has been opened, before open() returns.
    void onOpen(std::function<void(const std::string &session, const Principal &who)> listener);

    /// What agents are told, and what is never counted; null: the defaults.
    void guide(std::shared_ptr<const Guidance> guidance);
    /// A call was sent and answered. Notices loops (ST5); the activation of a tool that is called in one ends, with
    /// `Eviction::Why::Loop`, unless it is pinned. Without a session the principal's calls outside sessions count.
    [[nodiscard]] std::optional<LoopSignal> called(const Principal &who, std::string_view session,
                                                   std::string_view qualified, const json::object &arguments,
                                                   bool failedForNow);
    /// A search is about to be made. Errors: LimitExceeded, when the session has made as many within the hour as its
    /// bounds allow.
    [[nodiscard]] Result<void> admitSearch(std::string_view session);
    /// A search was made: whether it repeats a recent one (ST6). `scope`: service and façade.
    [[nodiscard]] std::optional<RedundantSearch> searched(const Principal &who, std::string_view session,
                                                          std::string_view query, std::string_view scope,
                                                          const std::string &searchId);

    /// Adds to the session's counters.
    struct Counted {
        std::uint32_t searches = 0, calls = 0, refused = 0;
        std::uint64_t tokens = 0; ///< of results
        TokenUse use{};           ///< of other kinds
    };
    void count(std::string_view session, const Counted &what);
    /// What the tools that are bound now cost (ST9).
    void setBoundTokens(std::string_view session, std::uint64_t tokens);
    /// Whether the session's client is to be told of its budget (ST9).
    [[nodiscard]] std::optional<BudgetNotice> takeBudgetNotice(std::string_view session);
    /// Remembers that a search showed these actions, so that an activation can name it, and makes a fresh start for
    /// them with the iteration guard.
    void shown(std::string_view session, std::string searchId, const std::vector<std::string> &qualified);
    /// The fresh start alone, for what a principal calls outside sessions.
    void shownOutside(const Principal &who, const std::vector<std::string> &qualified);
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
