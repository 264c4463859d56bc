#include "workspace/settings.h"

#include "base/clock.h"
#include "base/file.h"
#include "net/address_rules.h"
#include "workspace/growth_settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <yaml-cpp/yaml.h>

namespace actionscope::workspace {
namespace {

/// One key under a section: reads `node` into the settings or says what it expects.
struct Key {
    std::string_view section, name;
    std::string expects;
    std::function<bool(Settings &, const YAML::Node &)> read;
    bool list = false; ///< takes a list (or one text)
};

Key flag(std::string_view section, std::string_view name, bool &(*field)(Settings &)) {
    return {section, name, "true or false", [field](Settings &settings, const YAML::Node &node) {
                return YAML::convert<bool>::decode(node, field(settings));
            }};
}

Key text(std::string_view section, std::string_view name, std::string &(*field)(Settings &)) {
    return {section, name, "a text", [field](Settings &settings, const YAML::Node &node) {
                field(settings) = node.Scalar();
                return !field(settings).empty();
            }};
}

Key duration(std::string_view section, std::string_view name, std::chrono::seconds &(*field)(Settings &)) {
    return {section, name, "a time, for example 30s, 15m, 2h or 1d",
            [field](Settings &settings, const YAML::Node &node) {
                const auto value = parseDuration(node.Scalar());
                if (value)
                    field(settings) = *value;
                return value.has_value();
            }};
}

/// A limit: from `least` to `most`.
template <class Integer>
Key limit(std::string_view section, std::string_view name, Integer &(*field)(Settings &), std::uint64_t most,
          std::uint64_t least) {
    return {section, name, "a whole number from " + std::to_string(least) + " to " + std::to_string(most),
            [field, least, most](Settings &settings, const YAML::Node &node) {
                std::uint64_t value = 0;
                if (!YAML::convert<std::uint64_t>::decode(node, value) || value < least || value > most)
                    return false;
                field(settings) = static_cast<Integer>(value);
                return true;
            }};
}

/// One of the wire.
template <class Integer>
Key limit(std::string_view name, Integer &(*field)(Settings &), std::uint64_t most, std::uint64_t least = 1) {
    return limit("gateway", name, field, most, least);
}

Key timeLimit(std::string_view section, std::string_view name, std::chrono::seconds &(*field)(Settings &),
              std::chrono::seconds most) {
    return {section, name, "a time from 1s to " + std::to_string(most.count()) + "s, for example 30s, 15m, 2h or 1d",
            [field, most](Settings &settings, const YAML::Node &node) {
                const auto value = parseDuration(node.Scalar());
                if (!value || *value < std::chrono::seconds(1) || *value > most)
                    return false;
                field(settings) = *value;
                return true;
            }};
}

Key timeLimit(std::string_view name, std::chrono::seconds &(*field)(Settings &), std::chrono::seconds most) {
    return timeLimit("gateway", name, field, most);
}

Key share(std::string_view section, std::string_view name, double &(*field)(Settings &)) {
    return {section, name, "a number from 0 to 1", [field](Settings &settings, const YAML::Node &node) {
                double value = 0;
                if (!YAML::convert<double>::decode(node, value) || !(value >= 0 && value <= 1))
                    return false;
                field(settings) = value;
                return true;
            }};
}

/// One of some words; `fromName` says which value it is.
template <class Value>
Key word(std::string_view section, std::string_view name, std::string expects,
         std::optional<Value> (*fromName)(std::string_view), Value &(*field)(Settings &)) {
    return {section, name, std::move(expects), [fromName, field](Settings &settings, const YAML::Node &node) {
                const auto value = fromName(node.Scalar());
                if (value)
                    field(settings) = *value;
                return value.has_value();
            }};
}

Key texts(std::string_view section, std::string_view name, std::string expects,
          std::vector<std::string> &(*field)(Settings &)) {
    return {section, name, std::move(expects),
            [field](Settings &settings, const YAML::Node &node) {
                constexpr std::size_t Most = 100;
                field(settings) =
                    node.IsScalar() ? std::vector<std::string>{node.Scalar()} : node.as<std::vector<std::string>>();
                return field(settings).size() <= Most &&
                       std::ranges::none_of(field(settings), [](const std::string &text) { return text.empty(); });
            },
            true};
}

/// Whether `text` is HOST:PORT.
bool isListenAddress(const std::string &text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size() || text.size() - colon > 6 ||
        text.find_first_not_of("0123456789", colon + 1) != std::string::npos)
        return false;
    return std::stoul(text.substr(colon + 1)) <= 65535;
}

template <class Integer>
Key count(std::string_view section, std::string_view name, Integer &(*field)(Settings &), std::uint64_t least = 1) {
    return {section, name, "a whole number", [field, least](Settings &settings, const YAML::Node &node) {
                std::uint64_t value = 0;
                if (!YAML::convert<std::uint64_t>::decode(node, value) || value < least ||
                    static_cast<std::uint64_t>(static_cast<Integer>(value)) != value)
                    return false;
                field(settings) = static_cast<Integer>(value);
                return true;
            }};
}

/// `context`, `context.turns` and `context.kpi`.
std::vector<Key> contextKeys() {
    constexpr std::string_view C = "context", T = "context.turns", K = "context.kpi";
    using S = Settings;
    return {
        limit<std::size_t>(
            C, "tier0_tokens", +[](S &s) -> std::size_t & { return s.context.budgets.tokens[0]; },
            context::MaxTierTokens, 0),
        limit<std::size_t>(
            C, "tier1_tokens", +[](S &s) -> std::size_t & { return s.context.budgets.tokens[1]; },
            context::MaxTierTokens, 0),
        limit<std::size_t>(
            C, "tier2_tokens", +[](S &s) -> std::size_t & { return s.context.budgets.tokens[2]; },
            context::MaxTierTokens, 0),
        limit<std::size_t>(
            C, "summaries", +[](S &s) -> std::size_t & { return s.context.budgets.summaries; }, context::MaxSummaries,
            0),
        limit<std::size_t>(
            C, "details", +[](S &s) -> std::size_t & { return s.context.budgets.details; }, context::MaxDetails, 0),
        limit<std::size_t>(
            C, "summary_tokens", +[](S &s) -> std::size_t & { return s.context.budgets.summaryTokens; }, 1000, 10),
        share(
            C, "relevance", +[](S &s) -> double & { return s.context.budgets.relevance; }),
        text(
            C, "tokenizer", +[](S &s) -> std::string & { return s.context.tokenizer; }),
        flag(
            C, "discover_capabilities", +[](S &s) -> bool & { return s.context.listMetaTool; }),
        word<context::FailureMode>(
            T, "failure_mode", "fail_open or fail_closed", &context::failureModeFromName,
            +[](S &s) -> context::FailureMode & { return s.context.turns.failure; }),
        word<context::Selection>(
            T, "selection", "discovered or all", &context::selectionFromName,
            +[](S &s) -> context::Selection & { return s.context.turns.selection; }),
        flag(
            T, "only_available", +[](S &s) -> bool & { return s.context.turns.onlyAvailable; }),
        flag(
            T, "meta_tool", +[](S &s) -> bool & { return s.context.turns.metaTool; }),
        flag(
            T, "prompt_context", +[](S &s) -> bool & { return s.context.turns.promptContext; }),
        flag(
            T, "start_engine", +[](S &s) -> bool & { return s.context.turns.startEngine; }),
        flag(
            T, "overrides", +[](S &s) -> bool & { return s.context.turns.overrides; }),
        limit<std::uint32_t>(
            T, "retries", +[](S &s) -> std::uint32_t & { return s.context.turns.retries; }, 10, 0),
        {T, "back_off_ms", "a whole number from 0 to 10000",
         [](S &s, const YAML::Node &n) {
             std::int64_t value = 0;
             if (!YAML::convert<std::int64_t>::decode(n, value) || value < 0 || value > 10'000)
                 return false;
             s.context.turns.backOff = std::chrono::milliseconds(value);
             return true;
         }},
        limit<std::size_t>(
            T, "tools", +[](S &s) -> std::size_t & { return s.context.turns.tools; }, 1000, 1),
        limit<std::size_t>(
            T, "kept", +[](S &s) -> std::size_t & { return s.context.turns.turns; }, 1'000'000, 1),
        timeLimit(
            T, "life", +[](S &s) -> std::chrono::seconds & { return s.context.turns.life; },
            std::chrono::hours(24 * 30)),
        word<telemetry::KpiScope>(
            K, "scope", "global, organisation or organisation_persona", &telemetry::kpiScopeFromName,
            +[](S &s) -> telemetry::KpiScope & { return s.context.kpi.scope; }),
        limit<std::size_t>(
            K, "window", +[](S &s) -> std::size_t & { return s.context.kpi.window; }, telemetry::KpiStore::MaxWindow,
            1),
        flag(
            K, "alerts", +[](S &s) -> bool & { return s.context.kpi.alerts; }),
        share(
            K, "alert_below", +[](S &s) -> double & { return s.context.kpi.alertBelow; }),
        limit<std::size_t>(
            K, "alert_samples", +[](S &s) -> std::size_t & { return s.context.kpi.alertSamples; },
            telemetry::KpiStore::MaxWindow, 1),
        timeLimit(
            K, "cool_down", +[](S &s) -> std::chrono::seconds & { return s.context.kpi.coolDown; },
            std::chrono::hours(24)),
        flag(
            K, "adapt_selection", +[](S &s) -> bool & { return s.context.kpi.adaptSelection; }),
        flag(
            K, "adapt_failure_mode", +[](S &s) -> bool & { return s.context.kpi.adaptFailure; }),
        share(
            K, "adapt_below", +[](S &s) -> double & { return s.context.kpi.adaptBelow; }),
        limit<std::size_t>(
            K, "adapt_samples", +[](S &s) -> std::size_t & { return s.context.kpi.adaptSamples; },
            telemetry::KpiStore::MaxWindow, 1),
    };
}

std::vector<Key> makeKeys() {
    std::vector<Key> keys{
        {"", "name", "a text", [](Settings &s, const YAML::Node &n) { return s.name = n.as<std::string>(), true; }},
        {"search", "floor", "a number from 0 to 1",
         [](Settings &s, const YAML::Node &n) {
             double value = 0;
             if (!YAML::convert<double>::decode(n, value) || !(value >= 0 && value <= 1))
                 return false;
             s.floor = value;
             return true;
         }},
        {"search", "preset", "the name of a preset",
         [](Settings &s, const YAML::Node &n) { return s.preset = n.as<std::string>(), !s.preset.empty(); }},
        {"search", "vectors", "one of exact, hnsw and auto",
         [](Settings &s, const YAML::Node &n) {
             const auto search = retrieval::vectorSearchFrom(n.Scalar());
             s.vectors = search.value_or(s.vectors);
             return search.has_value();
         }},
        {"search.embedding", "kind", "one of tokens, model2vec, endpoint and none",
         [](Settings &s, const YAML::Node &n) {
             using Kind = retrieval::EmbeddingSettings::Kind;
             for (const Kind kind : {Kind::Tokens, Kind::Model2Vec, Kind::Endpoint, Kind::None}) {
                 s.embedding.kind = kind;
                 if (retrieval::kindKey(kind) == n.Scalar())
                     return true;
             }
             return false;
         }},
        text(
            "search.embedding", "path", +[](Settings &s) -> std::string & { return s.embedding.path; }),
        text(
            "search.embedding", "url", +[](Settings &s) -> std::string & { return s.embedding.url; }),
        text(
            "search.embedding", "model", +[](Settings &s) -> std::string & { return s.embedding.model; }),
        {"search.embedding", "dimension", "a whole number from 1 to 4096",
         [](Settings &s, const YAML::Node &n) {
             return YAML::convert<std::uint32_t>::decode(n, s.embedding.dimension) && s.embedding.dimension >= 1 &&
                    s.embedding.dimension <= retrieval::MaxDimension;
         }},
        {"search.embedding", "key_env", "the name of an environment variable: capital letters, digits and _",
         [](Settings &s, const YAML::Node &n) {
             s.embedding.keyEnv = n.Scalar();
             return !s.embedding.keyEnv.empty() &&
                    s.embedding.keyEnv.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
         }},
        count<std::uint64_t>(
            "audit", "checkpoint_every", +[](Settings &s) -> std::uint64_t & { return s.checkpointEvery; }),
        // Only what keeps heads needs these, and reads them itself: workspace/kept_heads.h.
        {"audit.heads", "file", "a path outside the workspace",
         [](Settings &, const YAML::Node &n) { return !n.Scalar().empty(); }},
        {"audit.heads", "url", "an https address, or an http one on loopback",
         [](Settings &, const YAML::Node &n) {
             return n.Scalar().starts_with("https://") || n.Scalar().starts_with("http://");
         }},
        {"audit.heads", "every", "a time, for example 30s, 15m, 2h or 1d",
         [](Settings &, const YAML::Node &n) { return parseDuration(n.Scalar()).has_value(); }},
        count<std::uint64_t>(
            "limits", "file_bytes", +[](Settings &s) -> std::uint64_t & { return s.limits.fileBytes; }),
        count<std::uint32_t>(
            "limits", "depth", +[](Settings &s) -> std::uint32_t & { return s.limits.depth; }),
        count<std::uint32_t>(
            "limits", "files", +[](Settings &s) -> std::uint32_t & { return s.limits.files; }),
        count<std::uint32_t>(
            "limits", "operations", +[](Settings &s) -> std::uint32_t & { return s.limits.operations; }),
        count<std::uint32_t>(
            "limits", "parameters", +[](Settings &s) -> std::uint32_t & { return s.limits.parameters; }),
        count<std::uint64_t>(
            "limits", "generated_file_bytes",
            +[](Settings &s) -> std::uint64_t & { return s.limits.yaml.generatedBytes; }),
        count<std::uint64_t>(
            "limits", "schema_bytes", +[](Settings &s) -> std::uint64_t & { return s.limits.schemaBytes; }),
        count<std::uint32_t>(
            "limits", "schema_depth", +[](Settings &s) -> std::uint32_t & { return s.limits.schemaDepth; }),
        count<std::uint32_t>(
            "limits", "refs", +[](Settings &s) -> std::uint32_t & { return s.limits.refs; }),
        count<std::uint64_t>(
            "limits", "hand_file_bytes", +[](Settings &s) -> std::uint64_t & { return s.handLimits.fileBytes; }),
        count<std::uint32_t>(
            "limits", "yaml_depth", +[](Settings &s) -> std::uint32_t & { return s.limits.yaml.depth; }),
        count<std::uint32_t>(
            "limits", "yaml_aliases", +[](Settings &s) -> std::uint32_t & { return s.limits.yaml.aliases; }, 0),
        count<std::uint32_t>(
            "limits", "yaml_nodes", +[](Settings &s) -> std::uint32_t & { return s.limits.yaml.nodes; }),
        count<std::uint64_t>(
            "limits", "download_bytes", +[](Settings &s) -> std::uint64_t & { return s.limits.fetch.bytes; }),
        {"limits", "download_timeout_ms", "a whole number",
         [](Settings &s, const YAML::Node &n) {
             std::int64_t value = 0;
             if (!YAML::convert<std::int64_t>::decode(n, value) || value < 1)
                 return false;
             s.limits.fetch.timeout = std::chrono::milliseconds(value);
             return true;
         }},
        count<std::size_t>(
            "limits", "argument_bytes", +[](Settings &s) -> std::size_t & { return s.argumentBytes; }),
        count<std::size_t>(
            "limits", "approvals_waiting", +[](Settings &s) -> std::size_t & { return s.approvalsWaiting; }),
        flag(
            "audit", "reads_without_log", +[](Settings &s) -> bool & { return s.readsWithoutLog; }),
        flag(
            "", "privacy", +[](Settings &s) -> bool & { return s.privacy; }),
        {"network", "allow", "a list of hosts, addresses or networks (10.1.0.0/16), each with an optional :port",
         [](Settings &s, const YAML::Node &n) {
             s.networkAllow = n.IsScalar() ? std::vector<std::string>{n.Scalar()} : n.as<std::vector<std::string>>();
             return net::AddressRules::create(s.networkAllow).has_value();
         },
         true},
        {"policy.hook", "url", "an http or https address",
         [](Settings &s, const YAML::Node &n) {
             s.policyHook.url = n.Scalar();
             return s.policyHook.url.starts_with("https://") || s.policyHook.url.starts_with("http://");
         }},
        {"policy.hook", "timeout_ms", "a whole number of milliseconds, 60000 at most",
         [](Settings &s, const YAML::Node &n) {
             std::int64_t value = 0;
             if (!YAML::convert<std::int64_t>::decode(n, value) || value < 1 || value > 60'000)
                 return false;
             s.policyHook.timeout = std::chrono::milliseconds(value);
             return true;
         }},
        {"gateway", "listen", "HOST:PORT",
         [](Settings &s, const YAML::Node &n) {
             s.gateway.listen = n.Scalar();
             return isListenAddress(s.gateway.listen);
         }},
        flag(
            "gateway", "elicit", +[](Settings &s) -> bool & { return s.gateway.elicit; }),
        flag(
            "gateway", "manage_connections", +[](Settings &s) -> bool & { return s.gateway.manageConnections; }),
        duration(
            "gateway", "approval_life", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.approvalLife; }),
        limit<std::size_t>(
            "sessions", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.sessions; }, 1'000'000),
        timeLimit(
            "session_idle", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.idle; },
            std::chrono::hours(24 * 30)),
        timeLimit(
            "session_idle_unheard",
            +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.idleWithoutStream; },
            std::chrono::hours(24 * 30)),
        timeLimit(
            "session_age", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.maxAge; },
            std::chrono::hours(24 * 365)),
        limit<std::size_t>(
            "tool_cache", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.discoveredTools; }, 1000),
        timeLimit(
            "tool_life", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.toolLife; },
            std::chrono::hours(24 * 30)),
        timeLimit(
            "activation_life", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.activationLife; },
            std::chrono::hours(24 * 30)),
        limit<std::uint64_t>(
            "token_budget", +[](Settings &s) -> std::uint64_t & { return s.gateway.sessions.tokenBudget; },
            1'000'000'000, 0),
        flag(
            "gateway", "loop_guard", +[](Settings &s) -> bool & { return s.gateway.sessions.guard.on; }),
        limit<std::size_t>(
            "loop_repeats", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.guard.repeats; },
            session::MaxGuardedCalls, 2),
        timeLimit(
            "loop_window", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.guard.window; },
            std::chrono::hours(1)),
        limit<std::size_t>(
            "loop_last_repeats", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.guard.lastRepeats; },
            session::MaxGuardedCalls, 2),
        limit<std::size_t>(
            "loop_last_calls", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.guard.lastCalls; },
            session::MaxGuardedCalls, 2),
        limit<std::size_t>(
            "loop_churn", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.guard.churn; },
            session::MaxGuardedCalls, 2),
        limit<std::size_t>(
            "loop_retries", +[](Settings &s) -> std::size_t & { return s.gateway.sessions.guard.retries; },
            session::MaxGuardedCalls, 0),
        flag(
            "gateway", "search_notes", +[](Settings &s) -> bool & { return s.gateway.sessions.redundancy.on; }),
        {"gateway", "search_overlap", "a number above 0, at most 1",
         [](Settings &s, const YAML::Node &n) {
             return YAML::convert<double>::decode(n, s.gateway.sessions.redundancy.overlap) &&
                    s.gateway.sessions.redundancy.overlap > 0 && s.gateway.sessions.redundancy.overlap <= 1;
         }},
        timeLimit(
            "search_window",
            +[](Settings &s) -> std::chrono::seconds & { return s.gateway.sessions.redundancy.window; },
            std::chrono::hours(24)),
        {"gateway", "bind", "read or none",
         [](Settings &s, const YAML::Node &n) {
             s.gateway.bindReads = n.Scalar() == "read";
             return s.gateway.bindReads || n.Scalar() == "none";
         }},
        texts(
            "gateway", "facades", "a list of facades, as `serve --facade` takes them",
            +[](Settings &s) -> std::vector<std::string> & { return s.gateway.facades; }),
        texts(
            "gateway", "always_include", "a list of at most 100 actions, each as service.action",
            +[](Settings &s) -> std::vector<std::string> & { return s.gateway.alwaysInclude; }),
        // Limits of the wire, with how far each may be raised.
        limit<std::size_t>(
            "body_bytes", +[](Settings &s) -> std::size_t & { return s.gateway.wire.bodyBytes; }, 256 << 20, 1024),
        limit<std::size_t>(
            "header_bytes", +[](Settings &s) -> std::size_t & { return s.gateway.wire.headerBytes; }, 1 << 20, 1024),
        limit<std::size_t>(
            "json_depth", +[](Settings &s) -> std::size_t & { return s.gateway.wire.jsonDepth; }, 1000, 8),
        limit<std::size_t>(
            "batch", +[](Settings &s) -> std::size_t & { return s.gateway.wire.batch; }, 1000),
        limit<std::size_t>(
            "in_flight", +[](Settings &s) -> std::size_t & { return s.gateway.wire.inFlight; }, 10'000),
        limit<std::size_t>(
            "connections", +[](Settings &s) -> std::size_t & { return s.gateway.wire.connections; }, 1'000'000),
        limit<std::size_t>(
            "streams", +[](Settings &s) -> std::size_t & { return s.gateway.wire.streams; }, 1'000'000),
        limit<std::size_t>(
            "stream_queue_bytes", +[](Settings &s) -> std::size_t & { return s.gateway.wire.queuedBytes; }, 256 << 20,
            16 << 10),
        limit<unsigned>(
            "requests_per_minute", +[](Settings &s) -> unsigned & { return s.gateway.wire.requestsPerMinute; },
            1'000'000'000, 0),
        timeLimit(
            "receive_time", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.receive; },
            std::chrono::minutes(10)),
        timeLimit(
            "send_time", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.send; },
            std::chrono::minutes(10)),
        timeLimit(
            "connection_idle", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.idle; },
            std::chrono::hours(24)),
        timeLimit(
            "question_time", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.call; },
            std::chrono::hours(1)),
        timeLimit(
            "longest_call", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.longestCall; },
            std::chrono::hours(24)),
        timeLimit(
            "keep_alive", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.keepAlive; },
            std::chrono::minutes(10)),
        limit<std::size_t>(
            "replay_events", +[](Settings &s) -> std::size_t & { return s.gateway.wire.replayEvents; }, 100'000, 0),
        limit<std::size_t>(
            "replay_bytes", +[](Settings &s) -> std::size_t & { return s.gateway.wire.replayBytes; }, 256 << 20, 0),
        timeLimit(
            "replay_life", +[](Settings &s) -> std::chrono::seconds & { return s.gateway.wire.replayLife; },
            std::chrono::hours(24)),
        limit<std::size_t>(
            "threads", +[](Settings &s) -> std::size_t & { return s.gateway.threads; }, 64),
        limit<std::size_t>(
            "call_threads", +[](Settings &s) -> std::size_t & { return s.gateway.callThreads; }, 1024, 2),
        texts(
            "gateway", "allowed_hosts", "a list of at most 100 host names, each with an optional :port",
            +[](Settings &s) -> std::vector<std::string> & { return s.gateway.allowedHosts; }),
        texts(
            "gateway", "allowed_origins", "a list of at most 100 origins such as https://app.example.com",
            +[](Settings &s) -> std::vector<std::string> & { return s.gateway.allowedOrigins; }),
    };
    // Read by whoever needs them (growth_settings.h); here they are only checked.
    for (const GrowthKey &growth : growthKeys())
        keys.push_back({"growth", growth.name, growth.expects, [&growth](Settings &, const YAML::Node &node) {
                            GrowthSettings scratch;
                            return growth.read(scratch, node);
                        }});
    return keys;
}

const std::vector<Key> &keys() {
    static const std::vector<Key> Keys = makeKeys();
    return Keys;
}

const std::vector<Key> &allKeys() {
    static const std::vector<Key> Keys = [] {
        std::vector<Key> all = keys();
        std::ranges::move(contextKeys(), std::back_inserter(all));
        return all;
    }();
    return Keys;
}

} // namespace

Result<Settings> readSettings(const std::filesystem::path &file) {
    Settings settings;
    const auto text = readFile(file, 1U << 20);
    if (!text) {
        if (text.error().code == ErrorCode::NotFound)
            return settings;
        return fail(text.error());
    }
    const auto at = [&](const YAML::Mark &mark) {
        return Location{file.string(), static_cast<std::uint32_t>(mark.line + 1),
                        static_cast<std::uint32_t>(mark.column + 1)};
    };
    try {
        const YAML::Node root = YAML::Load(*text);
        if (root.IsNull())
            return settings;
        if (!root.IsMap())
            return fail(ErrorCode::ParseError, "settings are a mapping: `name: …`, `limits: …`", at(root.Mark()));
        std::optional<Error> problem;
        const auto readKey = [&](const std::string &section, const YAML::Node &key, const YAML::Node &value) {
            const std::string name = key.as<std::string>();
            for (const Key &known : allKeys()) {
                if (known.section != section || known.name != name)
                    continue;
                if (!(value.IsScalar() || (known.list && value.IsSequence())) || !known.read(settings, value))
                    problem = Error{ErrorCode::ParseError, "`" + name + "` is " + known.expects, at(value.Mark())};
                return;
            }
            problem =
                Error{ErrorCode::ParseError,
                      "unknown setting `" + (section.empty() ? name : section + "." + name) + '`', at(key.Mark())};
        };
        const std::function<void(const std::string &, const YAML::Node &)> readSection = [&](const std::string &section,
                                                                                             const YAML::Node &map) {
            for (const auto &entry : map) {
                if (problem)
                    return;
                // Only sections nest; what is too deep is an unknown setting by its long name.
                if (entry.second.IsMap() && section.find('.') == std::string::npos)
                    readSection((section.empty() ? "" : section + '.') + entry.first.as<std::string>(), entry.second);
                else if (!entry.second.IsNull())
                    readKey(section, entry.first, entry.second);
            }
        };
        readSection("", root);
        if (problem)
            return fail(*problem);
        if (const auto checked = retrieval::checkEmbedding(settings.embedding); !checked)
            return fail(ErrorCode::ParseError, checked.error().message, at(root["search"]["embedding"].Mark()));
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg, at(error.mark));
    }
    return settings;
}

} // namespace actionscope::workspace
