#pragma once
/// `actionscope.yaml`: the settings of one workspace.

#include "base/result.h"
#include "context/assembler.h"
#include "context/turn.h"
#include "ingest/source.h"
#include "retrieval/models.h"
#include "retrieval/searcher.h"
#include "retrieval/vector_index.h"
#include "session/agent_session.h"
#include "telemetry/kpi.h"
#include "workspace/wire_limits.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace {

/// `policy.hook`: an external policy engine that is asked about every call.
struct PolicyHookSettings {
    std::string url; ///< http or https; empty: none is asked
    std::chrono::milliseconds timeout{2000};
};

/// `gateway`: what the embedded gateway begins with; a change counts at its next start.
struct GatewaySettings {
    std::string listen = "127.0.0.1:7433"; ///< HOST:PORT
    bool elicit = true;                    ///< ask the person at the client where it can be asked
    bool manageConnections = false;        ///< manage_connections: agents may list and prepare connections (FC8)
    std::chrono::seconds approvalLife{24 * 3600};
    /// sessions, session_idle, session_idle_unheard, session_age, tool_cache, tool_life, activation_life, token_budget,
    /// loop_guard, loop_repeats, loop_window, loop_last_repeats, loop_last_calls, loop_churn, loop_retries,
    /// search_notes, search_overlap, search_window
    session::SessionLimits sessions;
    bool bindReads = true;                  ///< bind: what reads and was found by a search is active at once (ST2)
    std::vector<std::string> facades;       ///< facades: besides the usual ones
    std::vector<std::string> alwaysInclude; ///< always_include: active in every session from its start (ST3)
    WireLimits wire;
    std::size_t threads = 2;                               ///< threads: of the network
    std::size_t callThreads = 64;                          ///< call_threads: calls that can run at once
    std::vector<std::string> allowedHosts, allowedOrigins; ///< allowed_hosts, allowed_origins: besides loopback
};

/// `context`: what a model is shown before a turn, and how turns are planned and judged (CD1, CD9–CD11).
struct ContextSettings {
    context::Budgets budgets;
    std::string tokenizer;      ///< a table to count tokens with, relative to the workspace; empty: characters / 4
    bool listMetaTool = false;  ///< discover_capabilities is in every session's list
    context::TurnOptions turns; ///< context.turns
    telemetry::KpiOptions kpi;  ///< context.kpi
};

struct Settings {
    std::string name; ///< shown in the title bar; the folder's name when absent
    ingest::ImportLimits limits;
    catalog::YamlLimits handLimits;         ///< of hand-written catalogs
    std::optional<double> floor;            ///< search.floor; absent: that of the preset
    std::string preset = "default";         ///< search.preset: what is searched with unless a request names another
    retrieval::EmbeddingSettings embedding; ///< search.embedding: the model of search by meaning
    retrieval::VectorSearch vectors = retrieval::VectorSearch::Auto; ///< search.vectors: how the nearest are found
    std::uint64_t checkpointEvery = 1000;  ///< audit.checkpoint_every: records between signatures
    bool readsWithoutLog = false;          ///< audit.reads_without_log: reads go on while the log cannot be written
    std::vector<std::string> networkAllow; ///< network.allow: as net::AddressRules takes it
    bool privacy = true;                   ///< personal data is replaced before an agent sees it
    std::size_t argumentBytes = 1 << 20;   ///< limits.argument_bytes
    std::size_t approvalsWaiting = governance::MaxWaitingApprovals; ///< limits.approvals_waiting; from the next opening
    PolicyHookSettings policyHook;
    GatewaySettings gateway;
    ContextSettings context;
};

/// A missing file gives the defaults. Errors: ParseError with line and column, also for unknown keys and values out of
/// range.
[[nodiscard]] Result<Settings> readSettings(const std::filesystem::path &file);

} // namespace actionscope::workspace
