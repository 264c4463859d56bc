#pragma once
/// Looking back at one agent's session, from the audit log alone: what it searched, found, activated, called and lost,
/// in order, as it was (BX10). What would have differed under another configuration is in `rerun.h`.
///
/// Everything here is plain values that a list can show: a step has a kind, a time, a title, a detail, and what it put
/// into the model's context. Arguments are shapes, never values: the log holds no others. Records of earlier versions
/// of the program give what they hold, and the step says what they lack.

#include "base/clock.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "governance/audit_log.h"
#include "workspace/search_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

enum class StepKind : std::uint8_t {
    Started,
    Search,
    Activation,
    Denial, ///< of a call, an activation, a session that is somebody else's
    Call,
    Approval,     ///< asked for, looked at, decided, spent
    Deactivation, ///< an activation ended: evicted, too old, revoked, gone, a loop
    List,         ///< the client read its list of tools, or was told that it changed
    Passage,      ///< a request to a mounted server that is no call
    Ended,
    Other, ///< whatever else names the session
};
/// "started", "search", "activation", …
std::string_view stepKindName(StepKind kind);

/// What the log holds of one call.
struct RecordedCall {
    std::string facade, confirmedBy;
    std::string gate;        ///< of a refusal: which one
    json::value arguments;   ///< their shape; null when the record has none
    bool sent = false;       ///< an attempt is recorded
    bool answered = false;   ///< and what came of it
    std::uint64_t after = 0; ///< seq of the record of what came of it
    std::optional<int> status;
    std::optional<std::uint64_t> bytes;
    std::optional<std::int64_t> elapsedUs;
    std::vector<std::string> policies; ///< names of the rules that fired
    std::string approval;              ///< id
};

struct ReplayStep {
    std::uint64_t seq = 0; ///< of its record; a call and its outcome are one step, that of the attempt
    Timestamp time;
    StepKind kind = StepKind::Other;
    std::string title;  ///< "searched “list orders”": English, from data that was made visible
    std::string detail; ///< one line, may be empty
    std::string outcome;
    std::string action;  ///< "service.action"; empty when it concerns none
    std::string service; ///< id
    std::string tier, principal, organisation, searchId;
    std::optional<RecordedSearch> search;
    std::optional<RecordedCall> call;
    std::optional<std::uint64_t> tokens; ///< put into the model's context, estimated; nothing when the log does not say
    std::uint64_t context = 0;           ///< sum of these so far
    std::vector<std::string> active;     ///< "service.action" after this step, oldest first
    std::string lacks;   ///< what this record does not say because an earlier version made it; empty when all is there
    bool trusted = true; ///< false from the first record on that is not what was written
    json::object record; ///< the detail of its record as the log has it
};

struct SessionSummary {
    std::string id;
    std::string client, protocol; ///< empty when an earlier version recorded the session
    std::string principal, actor, organisation, profile, mount;
    Timestamp from, to;
    bool ended = false; ///< its end is in the log
    std::uint64_t records = 0;
    std::uint64_t searches = 0, activations = 0, deactivations = 0, calls = 0, denials = 0;
};

/// Whether the records of a session can be believed.
struct ChainState {
    bool checked = false;
    bool intact = true;
    std::uint64_t firstBad = 0; ///< seq
    std::string problem;        ///< one sentence; also when checking itself failed
};

struct SessionReplay {
    SessionSummary session;
    std::vector<ReplayStep> steps;
    std::uint64_t context = 0;  ///< tokens, estimated; a lower bound when some steps do not say
    bool contextIsWhole = true; ///< every step that put something there says how much
    ChainState chain;
    std::vector<std::string> notes; ///< what a reader should know, one sentence each: older records, steps cut off
    std::uint64_t cut = 0;          ///< records beyond MaxReplaySteps
};

constexpr std::size_t MaxReplaySteps = 100'000;

struct ReplayOptions {
    bool checkChain = true; ///< hashes and signatures from the session's first record on: some seconds for millions
};

/// Errors: NotFound when no record names the session, and when the log cannot be used; Cancelled, saying how far it
/// came; the log's. A broken chain is no error: `chain` names the first bad record. Any thread.
[[nodiscard]] Result<SessionReplay> replaySession(const governance::AuditLog &log, const std::string &session,
                                                  const ReplayOptions &options = {}, const Job &job = {});

struct SessionsQuery {
    std::optional<Timestamp> since = {}, until = {}; ///< of their records
    std::string principal = {};                      ///< id; empty: any
    std::size_t limit = 50;
};
struct SessionList {
    std::vector<SessionSummary> sessions; ///< the one that was last heard of first
    bool more = false;                    ///< there may be others, further back
};
/// The sessions of the log. Reads records from the newest on until there are enough sessions, a million at most.
/// Errors: the log's; Cancelled.
[[nodiscard]] Result<SessionList> sessionsOf(const governance::AuditLog &log, const SessionsQuery &query = {},
                                             const Job &job = {});

json::object sessionJson(const SessionSummary &session);
json::object stepJson(const ReplayStep &step);
/// `{"session":{…},"steps":[…],"context_tokens","context_is_whole","chain":{…},"notes":[…],"cut"}`
json::object replayJson(const SessionReplay &replay);

} // namespace actionscope::workspace
