#include "gatekeeper_world.h"
#include "governance/digest.h"

#include <QTest>
#include <set>
#include <thread>

using namespace actionscope;
using namespace actionscope::governance;
using namespace actionscope::governance::test;
using namespace std::chrono_literals;

class TestGatekeeper : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesTheAttemptBeforeItSends() {
        World world;
        const CallOutcome outcome = world.call(world.request("github.change"));
        QVERIFY(outcome.code.empty());
        QCOMPARE(world.upstream.requests.size(), std::size_t(1));
        const auto &before = world.upstream.recordsBefore.at(0);
        QCOMPARE(before.size(), std::size_t(1));
        QCOMPARE(before[0].event.kind, std::string("call"));
        QCOMPARE(before[0].event.outcome, std::string("attempt"));
        QCOMPARE(before[0].seq, outcome.attemptSeq);
        QCOMPARE(world.upstream.requests[0].callId, "call-" + std::to_string(outcome.attemptSeq));

        const auto records = world.log.records();
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(records[1].event.kind, std::string("call"));
        QCOMPARE(records[1].event.outcome, std::string("ok"));
        QCOMPARE(records[1].event.detail.at("attempt").to_number<std::uint64_t>(), outcome.attemptSeq);
        QCOMPARE(records[1].event.detail.at("status").to_number<int>(), 200);
        QCOMPARE(records[0].event.actor, std::string("gateway:ana"));
        QCOMPARE(records[0].event.organisation, std::string("acme"));
        QCOMPARE(records[0].event.tier, std::string("write"));
        QCOMPARE(stringMember(records[0].event.detail, "confirmed_by"), std::string_view("model_claimed"));
        QCOMPARE(stringMember(records[0].event.detail, "definition"), std::string_view("definition of change"));
    }
    void recordsShapesAndAKeyedDigestOnly() {
        World world;
        CallRequest request = world.request("github.change");
        request.arguments["note"] = "the launch code is swordfish";
        request.arguments["to"] = "ana.gomez@acme.test";
        QVERIFY(world.call(request).code.empty());
        const json::object detail = world.log.records()[0].event.detail;
        QCOMPARE(json::serialize(detail.at("arguments")),
                 std::string("{\"repo\":\"⟨string·5⟩\",\"note\":\"⟨string·28⟩\",\"to\":\"⟨email·1⟩\"}"));
        QCOMPARE(std::string(stringMember(detail, "digest")), argumentsDigest(std::string(32, 'k'), request.arguments));
        QVERIFY(std::string(stringMember(detail, "digest")) !=
                argumentsDigest(std::string(32, 'x'), request.arguments));
        const std::string all = world.everythingRecorded();
        for (const char *secret : {"swordfish", "hello", "ana.gomez"})
            QVERIFY2(all.find(secret) == std::string::npos, secret);
    }
    void failsClosedWhenTheLogBreaks() {
        World world;
        world.log.broken = true;
        world.options.readsWithoutAudit = true;
        for (const char *name : {"github.change", "github.remove"}) {
            QCOMPARE(world.call(world.request(name)).code, std::string(refusal::AuditUnavailable));
            QVERIFY(world.upstream.requests.empty());
        }
        const CallOutcome read = world.call(world.request("github.fetch"));
        QVERIFY(read.code.empty() && read.dispatched());
        QCOMPARE(read.attemptSeq, std::uint64_t(0));
        QCOMPARE(world.upstream.requests.size(), std::size_t(1));
        world.options.readsWithoutAudit = false;
        QCOMPARE(world.call(world.request("github.fetch")).code, std::string(refusal::AuditUnavailable));
    }
    void aReadThatAPolicyMadeWaitIsNoPlainRead() {
        World world;
        world.policies->decision.approve = true;
        world.approve(world.request("github.fetch"));
        world.log.broken = true;
        world.options.readsWithoutAudit = true;
        QCOMPARE(world.call(world.request("github.fetch")).code, std::string(refusal::AuditUnavailable));
        QVERIFY(world.upstream.requests.empty());
    }
    void saysWhenTheOutcomeWasNotRecorded() {
        World world;
        class Breaking final : public Dispatcher {
        public:
            explicit Breaking(MemoryLog &log)
                : m_log(log) {}
            Result<json::object> preview(const DispatchRequest &) const override { return json::object(); }
            tl::expected<DispatchReply, DispatchError> dispatch(const DispatchRequest &) override {
                m_log.broken = true;
                return DispatchReply();
            }

        private:
            MemoryLog &m_log;
        } dispatcher(world.log);
        auto parts = world.parts();
        parts.dispatcher = &dispatcher;
        const CallOutcome outcome = Gatekeeper(parts, world.options).call(world.request("github.change"));
        QVERIFY(outcome.code.empty() && outcome.reply);
        QCOMPARE(stringMember(outcome.detail, "audit"), std::string_view("outcome_not_recorded"));
    }
    void namesWhatTheUpstreamDid_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("sent");
        QTest::newRow("not sent") << int(DispatchFault::NotSent) << "upstream_error" << false;
        QTest::newRow("failed") << int(DispatchFault::Failed) << "upstream_error" << true;
        QTest::newRow("timed out") << int(DispatchFault::TimedOut) << "upstream_timeout" << true;
        QTest::newRow("cancelled") << int(DispatchFault::Cancelled) << "cancelled" << true;
        QTest::newRow("busy") << int(DispatchFault::Busy) << "upstream_error" << false;
    }
    void namesWhatTheUpstreamDid() {
        QFETCH(int, fault);
        QFETCH(QString, code);
        QFETCH(bool, sent);
        World world;
        world.upstream.error = DispatchError{static_cast<DispatchFault>(fault), "eve.x@acme.test did not answer"};
        const CallOutcome outcome = world.call(world.request("github.change"));
        QCOMPARE(QString::fromStdString(outcome.code), code);
        QVERIFY(outcome.message.find("eve.x@") == std::string::npos);
        const AuditEvent event = world.log.records()[1].event;
        QCOMPARE(QString::fromStdString(event.outcome), code);
        QCOMPARE(event.detail.at("sent").as_bool(), sent);
    }
    void anExceptionOfTheDispatcherEndsTheCallOnly() {
        World world;
        world.upstream.throws = true;
        const CallOutcome outcome = world.call(world.request("github.change"));
        QCOMPARE(outcome.code, std::string(refusal::UpstreamError));
        QVERIFY(outcome.message.find("hello") == std::string::npos);
        QCOMPARE(world.log.records().size(), std::size_t(2));
    }
    void aFailureTheUpstreamReportsIsAReply() {
        World world;
        world.upstream.reply.isError = true;
        world.upstream.reply.status = 404;
        const CallOutcome outcome = world.call(world.request("github.fetch"));
        QVERIFY(outcome.code.empty() && outcome.reply && outcome.reply->isError);
        QCOMPARE(world.log.records()[1].event.outcome, std::string("upstream_failed"));
    }

    void personalDataGoesOutAsItWasAndComesBackAsPseudonyms() {
        World world;
        world.upstream.reply.content = {
            json::object{{"type", "text"},
                         {"text", "{\"email\":\"ana.gomez@acme.test\",\"display_name\":\"Ana Gómez\"}"}},
            json::object{{"type", "image"}, {"data", "NDExMTExMTExMTExMTExMQ=="}}};
        world.upstream.reply.structured = json::object{{"email", "ana.gomez@acme.test"}, {"text", "by Ana Gómez"}};
        world.upstream.reply.meta = json::object{{"by", "ana.gomez@acme.test"}};
        std::string progress;
        CallRequest request = world.request("github.fetch");
        request.progress = [&](double, double, std::string_view message) { progress = message; };
        const CallOutcome first = world.call(request);
        QVERIFY(first.reply);
        const std::string shown = json::serialize(first.reply->content) + json::serialize(first.reply->structured) +
                                  json::serialize(first.reply->meta) + progress;
        QVERIFY2(shown.find("ana.gomez") == std::string::npos && shown.find("Gómez") == std::string::npos,
                 shown.c_str());
        QVERIFY(first.replaced.total() >= 4);
        const std::string pseudonym(first.reply->structured.at("email").as_string());
        QVERIFY(progress.find(pseudonym) != std::string::npos);

        CallRequest second = world.request("github.change");
        second.arguments["to"] = pseudonym;
        second.arguments["note"] = "please write to " + pseudonym + ", thanks";
        QVERIFY(world.call(second).code.empty());
        const json::object &sent = world.upstream.requests.back().arguments;
        QCOMPARE(std::string(sent.at("to").as_string()), std::string("ana.gomez@acme.test"));
        QCOMPARE(std::string(sent.at("note").as_string()), std::string("please write to ana.gomez@acme.test, thanks"));
        QVERIFY(world.everythingRecorded().find("ana.gomez") == std::string::npos);
    }
    void withoutASessionNothingResolves() {
        World world;
        world.upstream.reply.structured = json::object{{"email", "ana.gomez@acme.test"}};
        CallRequest request = world.request("github.fetch");
        request.session.clear();
        const CallOutcome outcome = world.call(request);
        const std::string pseudonym(outcome.reply->structured.at("email").as_string());
        QVERIFY(pseudonym != "ana.gomez@acme.test");
        request.arguments["to"] = pseudonym;
        QVERIFY(world.call(request).code.empty());
        QCOMPARE(std::string(world.upstream.requests.back().arguments.at("to").as_string()), pseudonym);
    }
    void withholdsWhatItCannotPseudonymise() {
        World world;
        world.active.vaults["token:ana s-1"] = std::make_shared<PseudonymVault>("secret", 1);
        world.upstream.reply.structured = json::array{"a.one@acme.test", "b.two@acme.test"};
        const CallOutcome outcome = world.call(world.request("github.change"));
        QCOMPARE(outcome.code, std::string(refusal::UpstreamError));
        QVERIFY(!outcome.reply);
        QVERIFY(outcome.message.find("limits.pseudonyms") != std::string::npos);
    }
    void privacyCanBeSwitchedOff() {
        World world;
        world.options.privacy = false;
        world.upstream.reply.structured = json::array{"a.one@acme.test"};
        const CallOutcome outcome = world.call(world.request("github.fetch"));
        QCOMPARE(json::serialize(outcome.reply->structured), std::string("[\"a.one@acme.test\"]"));
    }

    void anApprovalBindsToTheArgumentsThatAreSent() {
        World world;
        // One pseudonym that means two people in two sessions must not carry an approval over.
        auto other = std::make_shared<PseudonymVault>(std::string(32, 'v'));
        const CallRequest asked = [&] {
            CallRequest request = world.request("github.wipe");
            const auto vault = world.active.vault(request.principal, request.session);
            request.arguments["to"] = json::string(vault->pseudonymiseText("ana.gomez@acme.test", "github").value());
            return request;
        }();
        world.approve(asked);
        CallRequest elsewhere = asked;
        elsewhere.session = "s-2";
        QCOMPARE(world.call(elsewhere).code, std::string(refusal::ApprovalRequired));
        QVERIFY(world.call(asked).code.empty());
        QCOMPARE(world.call(asked).code, std::string(refusal::ApprovalRequired)); // it was for once
    }
    void theApproverSeesTheRequestWithoutSecretsAndPeople() {
        World world;
        CallRequest request = world.request("github.wipe");
        request.arguments["to"] = "ana.gomez@acme.test";
        request.arguments["note"] = "password=hunter2&x=1";
        request.statedReason = "Ana asked me, call +49 30 901820 " + std::string(400, 'x');
        const CallOutcome outcome = world.call(request);
        QCOMPARE(outcome.code, std::string(refusal::ApprovalRequired));
        QCOMPARE(stringMember(outcome.detail, "approval_id"), std::string_view("a-1"));
        QVERIFY(!stringMember(outcome.detail, "expires_at").empty());
        const FrozenRequest &frozen = world.approvals.all.at(0).request;
        const std::string shown = json::serialize(frozen.shown);
        for (const char *secret : {"ana.gomez", "hunter2"})
            QVERIFY2(shown.find(secret) == std::string::npos, shown.c_str());
        QVERIFY(frozen.statedReason.find("901820") == std::string::npos);
        QVERIFY(frozen.statedReason.size() <= 280);
        QCOMPARE(stringMember(frozen.shown, "target"), std::string_view("hello"));
        QCOMPARE(stringMember(frozen.shown, "method"), std::string_view("DELETE"));
        QVERIFY(frozen.gated);
        QCOMPARE(frozen.principal, std::string("token:ana"));
        QVERIFY(world.upstream.requests.empty());
    }
    void whatPlaceholdersStandForIsWhatWouldBeSent() {
        World world;
        CallRequest request = world.request("github.wipe");
        // The agent knows Ana by a pseudonym of this session, and Ben as he is.
        json::value known(json::object{{"mail", "ana.gomez@acme.test"}});
        QVERIFY(world.active.vault(world.principal, request.session)->pseudonymise(known, "github"));
        const std::string pseudonym(known.at("mail").as_string());
        request.arguments["note"] = pseudonym + " and ben@acme.test, Bearer abcdefgh12345678";
        QCOMPARE(world.call(request).code, std::string(refusal::ApprovalRequired));
        const FrozenRequest &frozen = world.approvals.all.at(0).request;
        const std::string shown = json::serialize(frozen.shown);
        QVERIFY(shown.find("ben@") == std::string::npos && shown.find(pseudonym) == std::string::npos);
        std::set<std::string> values;
        for (const auto &entry : frozen.personal) {
            values.emplace(entry.value().as_string());
            QVERIFY(shown.find(entry.key()) != std::string::npos);
        }
        QCOMPARE(values, (std::set<std::string>{"ana.gomez@acme.test", "ben@acme.test"}));
        QVERIFY(json::serialize(toJson(frozen)).find("acme.test") == std::string::npos);
    }
    void aPolicyMaySetApproversAndTimeBox() {
        World world;
        world.policies->decision.approve = true;
        world.policies->decision.approvers = 2;
        world.policies->decision.timeBox = 15min;
        QCOMPARE(world.call(world.request("github.change")).code, std::string(refusal::ApprovalRequired));
        const FrozenRequest &frozen = world.approvals.all.at(0).request;
        QCOMPARE(frozen.approversNeeded, 2U);
        QCOMPARE(frozen.longestTimeBox.count(), std::int64_t(900));
        QVERIFY(!frozen.gated);
    }
    void theDenialAndItsReasonAreTold() {
        World world;
        const CallRequest request = world.request("github.wipe");
        static_cast<void>(world.call(request));
        Approval &approval = world.approvals.all.at(0);
        approval.state = ApprovalState::Denied;
        ApprovalVote vote;
        vote.reason = "use the retention policy";
        vote.at = world.clock.now();
        approval.votes.push_back(vote);
        const CallOutcome denied = world.call(request);
        QCOMPARE(denied.code, std::string(refusal::ApprovalDenied));
        QCOMPARE(stringMember(denied.detail, "reason"), std::string_view("use the retention policy"));
        QCOMPARE(world.approvals.all.size(), std::size_t(1)); // asking again does not ask again
        world.clock.advance(25h);
        QCOMPARE(world.call(request).code, std::string(refusal::ApprovalRequired));
    }
    void expiryIsToldOnceAndThenWaitedForAgain() {
        World world;
        const CallRequest request = world.request("github.wipe");
        QCOMPARE(world.call(request).code, std::string(refusal::ApprovalRequired));
        world.clock.advance(25h);
        const CallOutcome expired = world.call(request);
        QCOMPARE(expired.code, std::string(refusal::ApprovalExpired));
        QCOMPARE(stringMember(expired.detail, "approval_id"), std::string_view("a-2"));
        QCOMPARE(world.call(request).code, std::string(refusal::ApprovalRequired));
    }
    void earlierGatesSpendNothingOfLaterOnes() {
        World world;
        CallRequest request = world.request("github.wipe");
        world.approve(request);
        const int spent = world.approvals.spends;
        bool asked = false;
        world.options.elicit = true;
        request.needsActivation = false;
        request.askHuman = [&](std::string_view) {
            asked = true;
            return std::optional(true);
        };
        world.policies->decision.denied = true;
        QCOMPARE(world.call(request).code, std::string(refusal::PolicyDenied));
        QVERIFY(!asked);
        QCOMPARE(world.approvals.spends, spent);
        QCOMPARE(world.upstream.previews.load(), 1);
    }

    void recordsWhoConfirmed() {
        World world;
        const auto recorded = [&] {
            const auto records = world.log.records();
            return std::string(stringMember(records.at(records.size() - 2).event.detail, "confirmed_by"));
        };
        CallRequest request = world.request("github.change");
        request.needsActivation = false;
        QVERIFY(world.call(request).code.empty());
        QCOMPARE(recorded(), std::string("model_claimed"));
        world.options.elicit = true;
        request.userConfirmed = false;
        std::string asked;
        request.askHuman = [&](std::string_view consequence) {
            asked = consequence;
            return std::optional(true);
        };
        QVERIFY(world.call(request).code.empty());
        QCOMPARE(recorded(), std::string("human_in_client"));
        QCOMPARE(asked, std::string("Does change."));
        request.needsActivation = true;
        world.active.states["token:ana github.change"].confirmedBy = ConfirmedBy::HumanInApp;
        QVERIFY(world.call(request).code.empty());
        QCOMPARE(recorded(), std::string("human_in_app"));
        world.active.states["token:ana github.fetch"].confirmedBy = ConfirmedBy::Nobody;
        QVERIFY(world.call(world.request("github.fetch")).code.empty());
        QCOMPARE(recorded(), std::string());
    }
    void somePathsConfirmEachCall() {
        World world;
        CallRequest request = world.request("github.change");
        request.userConfirmed = false;
        QVERIFY(world.call(request).code.empty());
        request.confirmEachCall = true;
        QCOMPARE(world.call(request).code, std::string(refusal::ConfirmationRequired));
    }
    void policiesRedactResults() {
        World world;
        world.options.privacy = false;
        world.policies->decision.redact = {"/body/salary", "/people/*/phone"};
        world.upstream.reply.structured = parseJson("{\"salary\":1,\"people\":[{\"phone\":2,\"id\":3}]}").value();
        world.upstream.reply.content = {json::object{{"type", "text"}, {"text", "{\"salary\":1,\"b\":2}"}},
                                        json::object{{"type", "text"}, {"text", "salary: 1"}}};
        const CallOutcome outcome = world.call(world.request("github.fetch"));
        QCOMPARE(json::serialize(outcome.reply->structured),
                 std::string("{\"salary\":\"⟨redacted⟩\",\"people\":[{\"phone\":\"⟨redacted⟩\",\"id\":3}]}"));
        QCOMPARE(std::string(outcome.reply->content[0].at("text").as_string()),
                 std::string("{\"salary\":\"⟨redacted⟩\",\"b\":2}"));
        QVERIFY(outcome.reply->content[1].at("text").as_string().find("salary") == std::string::npos);
    }
    void policiesSeePseudonymsNotPeople() {
        World world;
        CallRequest request = world.request("github.change");
        const auto vault = world.active.vault(request.principal, request.session);
        const std::string pseudonym = vault->pseudonymiseText("ana.gomez@acme.test", "github").value();
        request.arguments["to"] = pseudonym;
        QVERIFY(world.call(request).code.empty());
        const std::string seen = json::serialize(world.policies->seen);
        QVERIFY(seen.find("ana.gomez") == std::string::npos);
    }
    void unknownNamesAreNotRepeatedIntoTheLog() {
        World world;
        const CallOutcome outcome = world.call(world.request("sk_live_abcdefghijklmnop"));
        QCOMPARE(outcome.code, std::string(refusal::UnknownAction));
        QCOMPARE(json::serialize(outcome.detail), std::string("{\"suggestions\":[\"github.fetch\"]}"));
        QVERIFY(world.everythingRecorded().find("sk_live") == std::string::npos);
        world.access = std::make_shared<Rules>(false);
        QCOMPARE(json::serialize(world.call(world.request("github.nothing")).detail),
                 std::string("{\"suggestions\":[]}"));
    }

    void activationAsksForAConfirmationByTier() {
        World world;
        Gatekeeper gatekeeper(world.parts(), world.options);
        CallRequest request = world.request("");
        request.userConfirmed = false;
        const Target read = world.actions.targets["github.fetch"], write = world.actions.targets["github.change"];
        QVERIFY(gatekeeper.mayActivate(request, read).code.empty());
        const ActivationDecision refused = gatekeeper.mayActivate(request, write);
        QCOMPARE(refused.code, std::string(refusal::ConfirmationRequired));
        QCOMPARE(stringMember(refused.detail, "consequence"), std::string_view("Does change."));
        request.userConfirmed = true;
        QCOMPARE(gatekeeper.mayActivate(request, write).confirmedBy, ConfirmedBy::ModelClaimed);
        const auto records = world.log.records();
        QCOMPARE(records.size(), std::size_t(1)); // the refusal; whoever activates records the success
        QCOMPARE(records[0].event.kind, std::string("denial"));
        QCOMPARE(stringMember(records[0].event.detail, "of"), std::string_view("activation"));
    }
    void activationIsRefusedForItsReasons() {
        const auto decide = [](const std::function<void(World &, CallRequest &, Target &)> &arrange) {
            World world;
            CallRequest request = world.request("");
            Target target = world.actions.targets["github.change"];
            arrange(world, request, target);
            const auto decision = Gatekeeper(world.parts(), world.options).mayActivate(request, target);
            if (!decision.code.empty() && world.log.records().size() != 1)
                return std::string("not recorded");
            return decision.code;
        };
        QCOMPARE(decide([](World &, CallRequest &, Target &) {}), std::string());
        QCOMPARE(decide([](World &, CallRequest &r, Target &) { r.principal.role = Role::Approver; }),
                 std::string(refusal::PermissionDenied));
        QCOMPARE(decide([](World &w, CallRequest &, Target &) { w.access = std::make_shared<Rules>(false); }),
                 std::string(refusal::NotVisible));
        QCOMPARE(decide([](World &, CallRequest &, Target &t) { t.visible = false; }),
                 std::string(refusal::NotVisible));
        QCOMPARE(decide([](World &, CallRequest &, Target &t) { t.quarantined = true; }),
                 std::string(refusal::DefinitionChanged));
        QCOMPARE(decide([](World &w, CallRequest &, Target &) { w.policies->decision.denied = true; }),
                 std::string(refusal::PolicyDenied));
        QCOMPARE(decide([](World &w, CallRequest &, Target &) { w.policies = nullptr; }),
                 std::string(refusal::PolicyDenied));
    }
    void aServiceThatIsSwitchedOffStaysCallable() {
        World world;
        world.actions.targets["github.change"].visible = false;
        QVERIFY(world.call(world.request("github.change")).code.empty());
    }
    void definitionHashesFollowWhatDefinesACallAndNotItsProse() {
        World world;
        Target target = world.actions.targets["github.change"];
        const json::value schema = parseJson("{\"type\":\"object\"}").value();
        const std::string hash = definitionHash(target.view(), "github", "https://api.test", target.risk, schema);
        QCOMPARE(hash.size(), std::size_t(64));
        QCOMPARE(definitionHash(target.view(), "github", "https://api.test", target.risk, schema), hash);
        QVERIFY(definitionHash(target.view(), "github", "https://evil.test", target.risk, schema) != hash);
        QVERIFY(definitionHash(target.view(), "gitlab", "https://api.test", target.risk, schema) != hash);
        QVERIFY(definitionHash(target.view(), "github", "https://api.test", target.risk, json::object()) != hash);
        risk::Classification raised = target.risk;
        raised.approval = risk::Approval::Admin;
        QVERIFY(definitionHash(target.view(), "github", "https://api.test", raised, schema) != hash);
        const auto withProse = [&](std::string prose, std::string path) {
            catalog::Capability capability = target.view().toCapability();
            capability.description = std::move(prose);
            capability.path = std::move(path);
            const auto segment = catalog::Segment::build({capability}).value();
            return definitionHash(segment->at(0), "github", "https://api.test", target.risk, schema);
        };
        QCOMPARE(withProse("another text", std::string(target.view().path())), hash);
        QVERIFY(withProse("", "/elsewhere") != hash);
    }
    void manyCallsAtOnceKeepTheirRecordsApart() {
        World world;
        Gatekeeper gatekeeper(world.parts(), world.options);
        // Vaults and activations of the fake are made before the threads come.
        static_cast<void>(gatekeeper.call(world.request("github.fetch")));
        std::vector<std::thread> threads;
        std::atomic<int> wrong{0};
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 25; ++i) {
                    CallRequest request = world.request("github.fetch");
                    request.session.clear();
                    if (!gatekeeper.call(request).code.empty())
                        ++wrong;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        std::map<std::uint64_t, int> outcomes;
        int attempts = 0;
        for (const AuditRecord &record : world.log.records()) {
            if (record.event.outcome == "attempt")
                ++attempts;
            else
                ++outcomes[record.event.detail.at("attempt").to_number<std::uint64_t>()];
        }
        QCOMPARE(attempts, 201);
        QCOMPARE(outcomes.size(), std::size_t(201));
    }
};

QTEST_GUILESS_MAIN(TestGatekeeper)
#include "tst_gatekeeper.moc"
