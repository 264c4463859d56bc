#pragma once
/// A dispatcher between a server of the test and actions made by the line: what its tests share.

#include "upstream/http_dispatcher.h"

#include "catalog/catalog.h"
#include "support/http_server.h"
#include "upstream_support.h"

namespace actionscope::upstream::test {

using namespace std::chrono_literals;
using actionscope::test::HttpCall, actionscope::test::HttpServer;
using governance::DispatchFault, governance::DispatchRequest;
using Peer = HttpServer::Peer;

class ManualClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override {
        const std::lock_guard lock(m_mutex);
        return m_now;
    }
    void advance(std::chrono::microseconds by) {
        const std::lock_guard lock(m_mutex);
        m_now += by;
    }

private:
    mutable std::mutex m_mutex;
    Timestamp m_now = *parseTimestamp("2026-11-22T00:00:00Z");
};

class Secrets final : public SecretStore {
public:
    Result<std::optional<std::string>> read(const SecretReference &reference) const override {
        const auto found = values.find(reference.name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    Result<void> write(const SecretReference &, std::string_view) override { return {}; }
    Result<void> erase(const SecretReference &) override { return {}; }
    std::map<std::string, std::string> values;
};

class Targets final : public HttpTargets {
public:
    std::string serverOf(const governance::Target &) const override { return server; }
    Result<std::vector<SecurityScheme>> schemesOf(const governance::Target &) const override { return schemes; }
    std::vector<Connection> connectionsOf(std::string_view service) const override {
        return service == "shop" ? connections : std::vector<Connection>();
    }
    std::string server;
    std::vector<SecurityScheme> schemes;
    std::vector<Connection> connections;
};

SecurityScheme scheme(const std::string &id, const std::string &type, const std::string &kind = {},
                      const std::string &in = {}, const std::string &name = {}) {
    SecurityScheme out;
    out.id = id;
    out.type = type;
    out.scheme = kind;
    out.in = in;
    out.name = name;
    return out;
}

inline Connection connection(const std::string &slug, const std::string &secret = "key") {
    Connection out;
    out.slug = slug;
    out.service = "shop";
    if (!secret.empty())
        out.secret = {SecretPlace::File, secret};
    return out;
}

inline DispatchRequest request(const Action &act, const std::string &arguments = "{}") {
    DispatchRequest out;
    catalog::Service service;
    service.info.id = "shop";
    service.segment = act.segment;
    auto built = catalog::Catalog::build({service});
    if (!built)
        qFatal("%s", built.error().toString().c_str());
    out.target.catalog = *built;
    out.target.service = "shop";
    out.target.action = "act";
    const bool isRead = act.view().method() == catalog::Method::Get || act.view().method() == catalog::Method::Head;
    out.target.risk.tier = isRead ? catalog::Tier::Read : catalog::Tier::Write;
    out.schema = std::make_shared<const json::value>(act.schema);
    out.arguments = parsed(arguments).as_object();
    out.callId = "call-1";
    out.timeout = 20s;
    return out;
}

inline std::string textOf(const governance::DispatchReply &reply) {
    std::string out;
    for (const json::value &block : reply.content)
        out += stringMember(block, "text");
    return out;
}

inline bool contains(const std::string &text, const std::string &what) { return text.find(what) != std::string::npos; }

inline void ok(const HttpCall &, Peer &peer) { peer.answer("200 OK", "{\"a\": 1}"); }

/// A dispatcher with its surroundings, open to the loopback interface.
struct Bench {
    explicit Bench(HttpDispatchLimits limits = {})
        : dispatcher(targets, secrets, *net::AddressRules::create({"127.0.0.1"}), clock, limits) {}
    ManualClock clock;
    Secrets secrets;
    Targets targets;
    HttpDispatcher dispatcher;
};

} // namespace actionscope::upstream::test
