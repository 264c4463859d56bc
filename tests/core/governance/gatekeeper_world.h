#pragma once
/// A gatekeeper with everything around it kept in memory, open to being broken piece by piece.

#include "base/hash.h"
#include "governance/gatekeeper.h"

#include <QtGlobal>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>

namespace actionscope::governance::test {

class HandClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return Timestamp(std::chrono::microseconds(m_time.load())); }
    void advance(std::chrono::seconds by) { m_time += by.count() * 1'000'000; }

private:
    std::atomic<std::int64_t> m_time{1'790'000'000'000'000};
};

/// Keeps records in a list; can be told to fail.
class MemoryLog final : public AuditLog {
public:
    Result<AuditRecord> append(AuditEvent event) override {
        auto all = appendAll({std::move(event)});
        if (!all)
            return fail(all.error());
        return std::move(all->front());
    }
    Result<std::vector<AuditRecord>> appendAll(std::vector<AuditEvent> events) override {
        const std::lock_guard lock(m_mutex);
        ++m_flushes;
        if (broken)
            return fail(ErrorCode::IoError, "the disk is full");
        std::vector<AuditRecord> out;
        for (AuditEvent &event : events) {
            AuditRecord record;
            record.seq = m_records.size() + 1;
            record.event = std::move(event);
            m_records.push_back(record);
            out.push_back(std::move(record));
        }
        return out;
    }
    [[nodiscard]] std::vector<AuditRecord> records() const {
        const std::lock_guard lock(m_mutex);
        return m_records;
    }
    [[nodiscard]] std::size_t flushes() const {
        const std::lock_guard lock(m_mutex);
        return m_flushes;
    }
    Result<AuditPage> list(const AuditFilter &, std::size_t, std::uint64_t) const override { return unused(); }
    Result<AuditPage> listAfter(const AuditFilter &, std::size_t, std::uint64_t) const override { return unused(); }
    Result<std::optional<AuditRecord>> get(std::uint64_t) const override { return unused(); }
    Result<AuditHead> head() const override { return unused(); }
    Result<std::uint64_t> count(const AuditFilter &) const override { return unused(); }
    Result<std::vector<FacetCount>> facet(std::string_view, const AuditFilter &) const override { return unused(); }
    Result<std::vector<std::uint64_t>> histogram(const AuditFilter &, Timestamp, Timestamp,
                                                 std::size_t) const override {
        return unused();
    }
    Result<Verification> verify(std::optional<AuditHead>, const Job &, std::uint64_t) const override {
        return unused();
    }

    std::atomic<bool> broken{false};

private:
    static tl::unexpected<Error> unused() { return fail(ErrorCode::Unsupported, "not asked for here"); }

    mutable std::mutex m_mutex;
    std::vector<AuditRecord> m_records;
    std::size_t m_flushes = 0;
};

/// Four actions, one of each danger, with one schema.
class Actions final : public ActionSource {
public:
    Actions() {
        const auto add = [&](const std::string &name, catalog::Method method, catalog::Tier tier, bool gated) {
            catalog::Capability capability;
            capability.name = name;
            capability.method = method;
            capability.path = "/repos/{repo}/" + name;
            m_capabilities.push_back(capability);
            Target target;
            target.service = "github";
            target.action = name;
            target.risk.tier = tier;
            target.risk.approval = gated ? risk::Approval::Admin : risk::Approval::None;
            target.definitionHash = "definition of " + name;
            target.consequence = "Does " + name + ".";
            targets[target.qualified()] = target;
        };
        add("fetch", catalog::Method::Get, catalog::Tier::Read, false);
        add("change", catalog::Method::Post, catalog::Tier::Write, false);
        add("remove", catalog::Method::Delete, catalog::Tier::Destructive, false);
        add("wipe", catalog::Method::Delete, catalog::Tier::Destructive, true);
        catalog::Service service;
        service.info.id = "github";
        service.segment = catalog::Segment::build(m_capabilities).value();
        catalog = catalog::Catalog::build({service}).value();
        for (auto &[name, target] : targets) {
            target.catalog = catalog;
            target.ordinal = *catalog->find(name);
        }
        compiled.value = std::make_shared<const json::value>(
            parseJson("{\"type\":\"object\",\"required\":[\"repo\"],\"properties\":{\"repo\":{\"type\":\"string\"},"
                      "\"to\":{\"type\":\"string\",\"maxLength\":60},\"note\":{\"type\":\"string\"}}}")
                .value());
        compiled.validator = actionscope::schema::Validator::compile(*compiled.value).value();
    }
    std::optional<Target> find(std::string_view name) const override {
        const auto it = targets.find(std::string(name));
        return it == targets.end() ? std::nullopt : std::optional(it->second);
    }
    Result<Schema> schema(const Target &) const override {
        if (!readable)
            return fail(ErrorCode::NotFound, "the source is gone");
        return compiled;
    }
    std::vector<std::string> nearest(std::string_view) const override { return {"github.fetch"}; }

    std::map<std::string, Target> targets;
    std::shared_ptr<const catalog::Catalog> catalog;
    Schema compiled;
    bool readable = true;

private:
    std::vector<catalog::Capability> m_capabilities;
};

/// Activations by principal and action, and one vault a session.
class ActiveActions final : public Activations {
public:
    ActiveState use(const Principal &who, std::string_view, std::string_view qualified, std::string_view) override {
        const auto it = states.find(who.id + " " + std::string(qualified));
        if (it != states.end())
            return it->second;
        ActiveState none;
        none.why = "it was never activated";
        return none;
    }
    std::shared_ptr<PseudonymVault> vault(const Principal &who, std::string_view session) override {
        auto &vault = vaults[who.id + " " + std::string(session)];
        if (!vault)
            vault = std::make_shared<PseudonymVault>(std::string(32, 'v'));
        return vault;
    }
    std::map<std::string, ActiveState> states;
    std::map<std::string, std::shared_ptr<PseudonymVault>> vaults;
};

/// An upstream that remembers what reached it, and what stood in the log by then.
class Upstream final : public Dispatcher {
public:
    explicit Upstream(const MemoryLog &log)
        : m_log(log) {}
    Result<json::object> preview(const DispatchRequest &request) const override {
        ++previews;
        return json::object{{"method", "DELETE"},
                            {"url", "https://api.test/repos/x"},
                            {"headers", json::object{{"Authorization", "⟨secret·1⟩"}}},
                            {"body", request.arguments}};
    }
    tl::expected<DispatchReply, DispatchError> dispatch(const DispatchRequest &request) override {
        const std::lock_guard lock(m_mutex);
        requests.push_back(request);
        recordsBefore.push_back(m_log.records());
        if (throws)
            throw std::runtime_error("boom " + json::serialize(request.arguments));
        if (error)
            return tl::unexpected(*error);
        if (request.progress)
            request.progress(1, 2, "asked ana.gomez@acme.test");
        return reply;
    }

    mutable std::atomic<int> previews{0};
    std::vector<DispatchRequest> requests;
    std::vector<std::vector<AuditRecord>> recordsBefore;
    DispatchReply reply;
    std::optional<DispatchError> error;
    bool throws = false;

private:
    const MemoryLog &m_log;
    std::mutex m_mutex;
};

class Rules final : public AccessRules {
public:
    explicit Rules(bool open)
        : m_open(open) {}
    bool allowsEverything(const Principal &) const override { return m_open; }
    bool allows(const Principal &, std::string_view, std::string_view, catalog::Tier) const override { return m_open; }
    std::vector<std::uint8_t> allowed(const Principal &, const catalog::Catalog &,
                                      const std::vector<risk::Classification> &) const override {
        return {};
    }
    AccessExplanation explain(const Principal &, std::string_view, std::string_view, catalog::Tier) const override {
        return {};
    }

private:
    bool m_open;
};

/// Answers `decision`; `sharpened` when the call is known to have a member "note".
class Policies final : public PolicySet {
public:
    PolicyDecision evaluate(const PolicyInput &input) const override {
        {
            const std::lock_guard lock(m_mutex);
            seen = policyInputJson(input);
        }
        return sharpened && !input.argumentsUnknown && input.arguments->contains("note") ? *sharpened : decision;
    }
    std::size_t ruleCount() const override { return 1; }
    PolicyDecision decision;
    std::optional<PolicyDecision> sharpened;
    mutable json::object seen; ///< of the last call

private:
    mutable std::mutex m_mutex;
};

class Hook final : public PolicyHook {
public:
    Result<PolicyDecision> ask(const PolicyInput &) const override {
        ++asked;
        if (silent)
            return fail(ErrorCode::NetworkError, "no answer from 10.0.0.1");
        return decision;
    }
    PolicyDecision decision;
    bool silent = false;
    mutable int asked = 0;
};

/// Approvals in a list, with the rules of the store that the gatekeeper relies on.
class Approvals final : public ApprovalStore {
public:
    explicit Approvals(const Clock &clock)
        : m_clock(clock) {}
    Result<Approval> request(const FrozenRequest &request, std::chrono::seconds lifetime) override {
        if (full)
            return fail(ErrorCode::LimitExceeded, "1000 requests are waiting (limits.approvals_waiting)");
        for (Approval &known : all) {
            if (fits(known, request) &&
                (known.state == ApprovalState::Waiting || known.state == ApprovalState::Approved))
                return known;
        }
        Approval made;
        made.id = "a-" + std::to_string(all.size() + 1);
        made.request = request;
        made.created = m_clock.now();
        made.expires = made.created + lifetime;
        all.push_back(made);
        return made;
    }
    Result<std::optional<Approval>> get(std::string_view) override { return std::optional<Approval>(); }
    Result<std::optional<Approval>> newest(const FrozenRequest &request) override {
        if (broken)
            return fail(ErrorCode::IoError, "the database is gone");
        std::optional<Approval> out;
        for (Approval &approval : all) {
            if (approval.state == ApprovalState::Waiting && approval.expires <= m_clock.now())
                approval.state = ApprovalState::Expired;
            if (approval.request.principal == request.principal && approval.request.service == request.service &&
                approval.request.action == request.action &&
                approval.request.argumentsDigest == request.argumentsDigest &&
                (!out || approval.created >= out->created))
                out = approval;
        }
        return out;
    }
    Result<json::object> reveal(std::string_view, const Principal &, std::string_view) override { return unused(); }
    Result<std::vector<Approval>> list(const ApprovalFilter &) override { return unused(); }
    Result<Approval> decide(std::string_view, const ApprovalDecision &, const Principal &) override { return unused(); }
    Result<std::optional<Approval>> spend(const FrozenRequest &request) override {
        ++spends;
        for (Approval &approval : all) {
            if (fits(approval, request) && approval.state == ApprovalState::Approved && !raced) {
                approval.state = ApprovalState::Spent;
                return std::optional(approval);
            }
        }
        return std::optional<Approval>();
    }
    Result<Approval> revoke(std::string_view, const Principal &) override { return unused(); }
    Result<Approval> withdraw(std::string_view, std::string_view) override { return unused(); }
    Result<std::size_t> voidOthers(std::string_view service, std::string_view action, std::string_view hash) override {
        std::size_t count = 0;
        for (Approval &approval : all) {
            const bool open = approval.state == ApprovalState::Waiting || approval.state == ApprovalState::Approved;
            if (open && approval.request.service == service && approval.request.action == action &&
                approval.request.definitionHash != hash) {
                approval.state = ApprovalState::Void;
                ++count;
            }
        }
        return count;
    }
    std::vector<Approval> all;
    bool full = false, broken = false, raced = false;
    int spends = 0;

private:
    static tl::unexpected<Error> unused() { return fail(ErrorCode::Unsupported, "not asked for here"); }
    static bool fits(const Approval &approval, const FrozenRequest &request) {
        return approval.request.principal == request.principal &&
               approval.request.argumentsDigest == request.argumentsDigest &&
               approval.request.definitionHash == request.definitionHash;
    }
    const Clock &m_clock;
};

/// All of it, set so that every call goes through: active, confirmed, and `approve` away from approved.
class World {
public:
    World() {
        principal.id = "token:ana";
        principal.name = "ana";
        principal.organisation = "acme";
        options.elicit = false;
        upstream.reply.content = {json::object{{"type", "text"}, {"text", "done"}}};
        upstream.reply.status = 200;
        for (const auto &[name, target] : actions.targets) {
            ActiveState state;
            state.active = true;
            state.definitionHash = target.definitionHash;
            state.confirmedBy = ConfirmedBy::ModelClaimed;
            active.states[principal.id + " " + name] = state;
        }
    }
    [[nodiscard]] Gatekeeper::Parts parts() {
        Gatekeeper::Parts out;
        out.actions = &actions;
        out.activations = &active;
        out.dispatcher = &upstream;
        out.approvals = &approvals;
        out.audit = audit;
        out.access = [this] { return access; };
        out.policies = [this]() -> std::shared_ptr<const PolicySet> { return policies; };
        out.hook = hook;
        out.clock = &clock;
        out.digestKey = std::string(32, 'k');
        return out;
    }
    [[nodiscard]] CallRequest request(const std::string &name) const {
        CallRequest out;
        out.principal = principal;
        out.session = "s-1";
        out.facade = "mcp:gateway";
        out.name = name;
        out.arguments = {{"repo", "hello"}};
        out.userConfirmed = true;
        return out;
    }
    CallOutcome call(const CallRequest &request) { return Gatekeeper(parts(), options).call(request); }
    /// As an administrator would have, after a first call asked for it.
    void approve(const CallRequest &request) {
        static_cast<void>(call(request));
        for (Approval &approval : approvals.all) {
            if (approval.state == ApprovalState::Waiting)
                approval.state = ApprovalState::Approved;
        }
        upstream.requests.clear();
        upstream.recordsBefore.clear();
    }
    /// Every record as text, for finding what must not be in one.
    [[nodiscard]] std::string everythingRecorded() const {
        std::string out;
        for (const AuditRecord &record : log.records())
            out += json::serialize(toJson(record)) + "\n";
        return out;
    }

    HandClock clock;
    MemoryLog log;
    AuditQueue queue{log};
    AuditQueue *audit = &queue;
    Actions actions;
    ActiveActions active;
    Upstream upstream{log};
    Approvals approvals{clock};
    std::shared_ptr<const AccessRules> access = std::make_shared<Rules>(true);
    std::shared_ptr<Policies> policies = std::make_shared<Policies>();
    Hook theHook;
    const PolicyHook *hook = nullptr;
    Principal principal;
    GatekeeperOptions options;
};

} // namespace actionscope::governance::test
