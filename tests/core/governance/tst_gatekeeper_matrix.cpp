#include "gatekeeper_world.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using namespace actionscope::governance::test;

namespace {

/// One reason to refuse: how it comes about, what is said, and what the gate is replaced by to see that it was the
/// gate.
struct Reason {
    const char *name;
    std::string_view code;
    std::function<void(World &, CallRequest &)> arrange;
    std::function<void(World &, CallRequest &)> control;
    bool forReads = true;          ///< reads are refused for it too
    bool onlyActivated = false;    ///< there is an activation to be missing or stale
    bool onlyCatastrophic = false; ///< only what waits for administrators
    bool audited = true;
};

void forgetConfirmation(World &world, CallRequest &request) {
    for (auto &[name, state] : world.active.states)
        state.confirmedBy = ConfirmedBy::Nobody;
    request.userConfirmed = false;
}
void confirmAgain(World &, CallRequest &request) { request.userConfirmed = true; }

std::function<void(World &, CallRequest &)> policy(std::function<void(PolicyDecision &)> set) {
    return [set](World &world, CallRequest &) { set(world.policies->decision); };
}
void noPolicies(World &world, CallRequest &) {
    world.policies = std::make_shared<Policies>();
    world.hook = nullptr;
}
void dropGrants(World &world, CallRequest &) { world.approvals.all.clear(); }
/// What an approval store without gates would say.
void grantAll(World &world, CallRequest &request) {
    world.approvals.all.clear();
    world.approve(request);
}
std::function<void(World &, CallRequest &)> grants(ApprovalState state) {
    return [state](World &world, CallRequest &) {
        for (Approval &approval : world.approvals.all)
            approval.state = state;
    };
}

const std::vector<Reason> &reasons() {
    static const std::vector<Reason> All{
        {"role that runs nothing", refusal::PermissionDenied,
         [](World &, CallRequest &r) { r.principal.role = Role::Approver; },
         [](World &, CallRequest &r) { r.principal.role = Role::Developer; }},
        {"administrator", refusal::PermissionDenied, [](World &, CallRequest &r) { r.principal.role = Role::Admin; },
         [](World &, CallRequest &r) { r.principal.role = Role::Agent; }},
        {"not granted", refusal::PermissionDenied,
         [](World &w, CallRequest &) { w.access = std::make_shared<Rules>(false); },
         [](World &w, CallRequest &) { w.access = AccessRules::everything(); }},
        {"access rules unreadable", refusal::PermissionDenied, [](World &w, CallRequest &) { w.access = nullptr; },
         [](World &w, CallRequest &) { w.access = AccessRules::everything(); }},
        {"no such action", refusal::UnknownAction, [](World &, CallRequest &r) { r.name += "_x"; },
         [](World &w, CallRequest &r) {
             const std::string known = r.name.substr(0, r.name.size() - 2);
             w.actions.targets[r.name] = w.actions.targets[known];
         }},
        {"never activated", refusal::NotActive, [](World &w, CallRequest &) { w.active.states.clear(); },
         [](World &, CallRequest &r) { r.needsActivation = false; }, true, true},
        {"activated by someone else", refusal::NotActive, [](World &, CallRequest &r) { r.principal.id = "token:bob"; },
         [](World &w, CallRequest &r) {
             for (const auto &[name, target] : w.actions.targets)
                 w.active.states["token:bob " + name] = w.active.states["token:ana " + name];
             grantAll(w, r);
         },
         true, true},
        {"another definition", refusal::DefinitionChanged,
         [](World &w, CallRequest &r) { w.actions.targets[r.name].definitionHash = "another"; },
         [](World &w, CallRequest &r) {
             for (auto &[name, state] : w.active.states)
                 state.definitionHash = "another";
             grantAll(w, r);
         },
         true, true},
        {"held back", refusal::DefinitionChanged,
         [](World &w, CallRequest &r) { w.actions.targets[r.name].quarantined = true; },
         [](World &w, CallRequest &r) { w.actions.targets[r.name].quarantined = false; }},
        {"a member of the wrong type", refusal::InvalidArguments,
         [](World &, CallRequest &r) { r.arguments["repo"] = 5; },
         [](World &w, CallRequest &r) {
             w.actions.compiled.validator = schema::Validator::compile(json::value(true)).value();
             grantAll(w, r);
         }},
        {"arguments too large", refusal::InvalidArguments, [](World &w, CallRequest &) { w.options.argumentBytes = 3; },
         [](World &w, CallRequest &) { w.options.argumentBytes = 1 << 20; }},
        {"schema unreadable", refusal::InvalidArguments, [](World &w, CallRequest &) { w.actions.readable = false; },
         [](World &w, CallRequest &) { w.actions.readable = true; }},
        {"no validator", refusal::InvalidArguments,
         [](World &w, CallRequest &) { w.actions.compiled.validator = nullptr; },
         [](World &w, CallRequest &) {
             w.actions.compiled.validator = schema::Validator::compile(json::value(true)).value();
         }},
        {"policy denies", refusal::PolicyDenied, policy([](PolicyDecision &d) { d.denied = true; }), noPolicies},
        {"policies unreadable", refusal::PolicyDenied, [](World &w, CallRequest &) { w.policies = nullptr; },
         noPolicies},
        {"policy service denies", refusal::PolicyDenied,
         [](World &w, CallRequest &) {
             w.hook = &w.theHook;
             w.theHook.decision.denied = true;
         },
         noPolicies},
        {"policy service is silent", refusal::PolicyDenied,
         [](World &w, CallRequest &) {
             w.hook = &w.theHook;
             w.theHook.silent = true;
         },
         noPolicies},
        {"unconfirmed", refusal::ConfirmationRequired, forgetConfirmation, confirmAgain, false},
        {"person declines", refusal::ConfirmationRequired,
         [](World &w, CallRequest &r) {
             forgetConfirmation(w, r);
             w.options.elicit = true;
             r.userConfirmed = true; // the model's word does not count where a person can be asked
             r.askHuman = [](std::string_view) { return std::optional(false); };
         },
         [](World &, CallRequest &r) { r.askHuman = [](std::string_view) { return std::optional(true); }; }, false},
        {"person does not answer", refusal::ConfirmationRequired,
         [](World &w, CallRequest &r) {
             forgetConfirmation(w, r);
             w.options.elicit = true;
             r.userConfirmed = true;
             r.askHuman = [](std::string_view) { return std::optional<bool>(); };
         },
         [](World &w, CallRequest &) { w.options.elicit = false; }, false},
        {"policy asks for a confirmation", refusal::ConfirmationRequired,
         [](World &w, CallRequest &r) {
             forgetConfirmation(w, r);
             w.policies->decision.confirm = true;
         },
         confirmAgain},
        {"policy asks because of the arguments", refusal::ConfirmationRequired,
         [](World &w, CallRequest &r) {
             r.userConfirmed = false; // confirmed at the activation, which did not know the arguments
             r.arguments["note"] = "x";
             w.policies->sharpened = PolicyDecision();
             w.policies->sharpened->confirm = true;
         },
         [](World &w, CallRequest &r) {
             r.userConfirmed = true;
             grantAll(w, r);
         }},
        {"nobody approved", refusal::ApprovalRequired, dropGrants, grantAll, false, false, true},
        {"policy asks for an approval", refusal::ApprovalRequired,
         [](World &w, CallRequest &r) {
             w.policies->decision.approve = true;
             dropGrants(w, r);
         },
         grantAll},
        {"approved for other arguments", refusal::ApprovalRequired,
         [](World &, CallRequest &r) { r.arguments["repo"] = "another"; }, grantAll, false, false, true},
        {"approved for someone else", refusal::ApprovalRequired,
         [](World &w, CallRequest &) {
             for (Approval &approval : w.approvals.all)
                 approval.request.principal = "token:bob";
         },
         grantAll, false, false, true},
        {"approval spent", refusal::ApprovalRequired, grants(ApprovalState::Spent), grantAll, false, false, true},
        {"another call was quicker", refusal::ApprovalRequired,
         [](World &w, CallRequest &) { w.approvals.raced = true; },
         [](World &w, CallRequest &) { w.approvals.raced = false; }, false, false, true},
        {"no approvals here", refusal::ApprovalRequired,
         [](World &w, CallRequest &) {
             w.approvals.full = true;
             w.approvals.all.clear();
         },
         [](World &w, CallRequest &r) {
             w.approvals.full = false;
             grantAll(w, r);
         },
         false, false, true},
        {"denied", refusal::ApprovalDenied, grants(ApprovalState::Denied), grantAll, false, false, true},
        {"taken back", refusal::ApprovalDenied, grants(ApprovalState::Revoked), grantAll, false, false, true},
        {"expired", refusal::ApprovalExpired, grants(ApprovalState::Expired), grantAll, false, false, true},
        {"void", refusal::ApprovalVoid,
         [](World &w, CallRequest &) {
             for (Approval &approval : w.approvals.all)
                 approval.request.definitionHash = "older";
         },
         grantAll, false, false, true},
        {"approvals unreadable", refusal::AuditUnavailable, [](World &w, CallRequest &) { w.approvals.broken = true; },
         [](World &w, CallRequest &) { w.approvals.broken = false; }, false, false, true},
        {"personal data of another service", refusal::InvalidArguments,
         [](World &w, CallRequest &r) {
             const auto vault = w.active.vault(r.principal, r.session);
             r.arguments["to"] = json::string(vault->pseudonymiseText("eve@other.test", "mail").value());
             grantAll(w, r);
         },
         [](World &w, CallRequest &) { w.active.vaults.clear(); }},
        {"an original that does not fit", refusal::InvalidArguments,
         [](World &w, CallRequest &r) {
             const auto vault = w.active.vault(r.principal, r.session);
             r.arguments["to"] =
                 json::string(vault->pseudonymiseText(std::string(60, 'a') + "@acme.test", "github").value());
             grantAll(w, r);
         },
         [](World &w, CallRequest &r) {
             w.actions.compiled.validator = schema::Validator::compile(json::value(true)).value();
             grantAll(w, r);
         }},
        {"audit log full", refusal::AuditUnavailable, [](World &w, CallRequest &) { w.log.broken = true; },
         [](World &w, CallRequest &r) {
             w.log.broken = false;
             grantAll(w, r); // the log broke between the grant's use and the attempt
         },
         true, false, false, false},
        {"no audit log", refusal::AuditUnavailable, [](World &w, CallRequest &) { w.audit = nullptr; },
         [](World &w, CallRequest &) { w.audit = &w.queue; }, true, false, false, false},
        {"cancelled", refusal::Cancelled,
         [](World &, CallRequest &r) {
             static std::stop_source stopped = [] {
                 std::stop_source source;
                 source.request_stop();
                 return source;
             }();
             r.stop = stopped.get_token();
         },
         [](World &, CallRequest &r) { r.stop = {}; }},
    };
    return All;
}

} // namespace

class TestGatekeeperMatrix : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesRecordsAndSendsNothing_data() {
        QTest::addColumn<int>("reason");
        QTest::addColumn<QString>("action");
        QTest::addColumn<bool>("activated");
        for (std::size_t i = 0; i < reasons().size(); ++i) {
            const Reason &reason = reasons()[i];
            for (const char *action : {"fetch", "change", "remove", "wipe"}) {
                const bool read = std::string_view(action) == "fetch",
                           catastrophic = std::string_view(action) == "wipe";
                if ((read && !reason.forReads) || (reason.onlyCatastrophic && !catastrophic))
                    continue;
                for (const bool activated : {true, false}) {
                    if (reason.onlyActivated && !activated)
                        continue;
                    QTest::addRow("%s, %s, %s", reason.name, action, activated ? "activated" : "curated")
                        << static_cast<int>(i) << QString(action) << activated;
                }
            }
        }
    }
    void refusesRecordsAndSendsNothing() {
        QFETCH(int, reason);
        QFETCH(QString, action);
        QFETCH(bool, activated);
        const Reason &r = reasons()[static_cast<std::size_t>(reason)];
        World world;
        CallRequest request = world.request("github." + action.toStdString());
        request.needsActivation = activated;
        request.facade = activated ? "mcp:gateway" : "mcp:curated";
        if (action == "wipe")
            world.approve(request);

        r.arrange(world, request);
        const auto beforeCall = world.log.records().size();
        const CallOutcome refused = world.call(request);
        QCOMPARE(QString::fromStdString(refused.code),
                 QString::fromUtf8(r.code.data(), static_cast<int>(r.code.size())));
        QVERIFY(!refused.message.empty());
        QVERIFY(!refused.dispatched() && !refused.reply && refused.attemptSeq == 0);
        QVERIFY(world.upstream.requests.empty());
        if (r.audited) {
            const auto records = world.log.records();
            QCOMPARE(records.size(), beforeCall + 1);
            const AuditEvent &event = records.back().event;
            QCOMPARE(event.kind, std::string("denial"));
            QCOMPARE(event.outcome, std::string(r.code));
            QCOMPARE(event.principal, request.principal.id);
            QCOMPARE(event.session, request.session);
            QCOMPARE(stringMember(event.detail, "facade"), std::string_view(request.facade));
            QVERIFY(event.detail.contains("gate"));
        }

        // The control: with only that gate out of the way, the same call goes through.
        r.control(world, request);
        const CallOutcome passed = world.call(request);
        QVERIFY2(passed.code.empty(), (passed.code + ": " + passed.message).c_str());
        QCOMPARE(world.upstream.requests.size(), std::size_t(1));
        QVERIFY(passed.dispatched() && passed.reply);
    }
};

QTEST_GUILESS_MAIN(TestGatekeeperMatrix)
#include "tst_gatekeeper_matrix.moc"
