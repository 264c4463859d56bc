/// The queue of requests for approval, on one store, on two and in several processes. The program starts itself again
/// as the other process.

#include "base/file.h"
#include "core/storage/store_fixture.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>
#include <cstdio>
#include <cstring>
#include <thread>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;
using namespace std::chrono_literals;

namespace {

FrozenRequest frozen(std::string digest = "d1") {
    FrozenRequest request;
    request.service = "github";
    request.action = "repos_delete";
    request.definitionHash = "def1";
    request.argumentsDigest = std::move(digest);
    request.principal = "token:agent";
    request.principalName = "agent";
    request.user = "ana";
    request.session = "s1";
    request.tier = "destructive";
    request.shown = {{"method", "DELETE"}};
    return request;
}

Principal person(const std::string &name, Role role = Role::Approver) {
    Principal who;
    who.id = "token:" + name;
    who.name = who.user = name;
    who.role = role;
    return who;
}

ApprovalDecision yes(std::chrono::seconds timeBox = 0s, unsigned uses = 1) {
    ApprovalDecision decision;
    decision.approve = true;
    decision.timeBox = timeBox;
    decision.uses = uses;
    return decision;
}
ApprovalDecision no(std::string reason) {
    ApprovalDecision decision;
    decision.reason = std::move(reason);
    return decision;
}

/// `--spend DATABASE KEYS`: tries to spend until there is nothing left, saying "1" for each grant it got.
int spendLoop(char **arguments) {
    const SystemClock clock;
    storage::StateOptions options;
    options.busyTimeout = 60s;
    const auto store = storage::StateStore::open(arguments[0], arguments[1], clock, options);
    if (!store)
        return 1;
    FrozenRequest request = frozen();
    request.longestTimeBox = 1h;
    std::printf("ready\n");
    std::fflush(stdout);
    (void)std::getchar();
    for (;;) {
        const auto spent = (*store)->approvals().spend(request);
        if (!spent) {
            std::fprintf(stderr, "%s\n", spent.error().toString().c_str());
            return 1;
        }
        if (!*spent)
            return 0;
        std::printf("1\n");
    }
}

std::vector<std::string> outcomes(storage::StateStore &store) {
    std::vector<std::string> list;
    const auto page = store.audit().listAfter({}, 1000, 0);
    for (const AuditRecord &record : page->records)
        if (record.event.kind == "approval")
            list.push_back(record.event.outcome);
    return list;
}

} // namespace

class TestApprovals : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRequestIsApprovedSpentAndRecorded() {
        StoreFixture fixture(1000);
        fixture.options.actor = "cli:ana";
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        const auto asked = approvals.request(frozen(), 24h);
        QVERIFY(asked);
        QCOMPARE(asked->state, ApprovalState::Waiting);
        QVERIFY(!*approvals.spend(frozen()));
        const auto decided = approvals.decide(asked->id, yes(), person("olga"));
        QVERIFY(decided);
        QCOMPARE(decided->state, ApprovalState::Approved);
        const auto spent = approvals.spend(frozen());
        QVERIFY(*spent);
        QCOMPARE((*spent)->id, asked->id);
        QCOMPARE((*spent)->state, ApprovalState::Spent);
        QVERIFY(!*approvals.spend(frozen()));
        QCOMPARE((*approvals.get(asked->id))->request.shown, frozen().shown);
        QCOMPARE(outcomes(*store), (std::vector<std::string>{"waiting", "approved", "spent"}));
        const auto record = *store->audit().get(2);
        QCOMPARE(record->event.principal, std::string("token:olga"));
        QCOMPARE(record->event.actor, std::string("cli:ana"));
        QCOMPARE(record->event.tier, std::string("destructive"));
        QCOMPARE(store->audit().get(1)->value().event.actor, std::string("gateway:agent"));
    }
    void askingAgainGivesTheSameRequest() {
        const StoreFixture fixture;
        const auto one = fixture.open(), two = fixture.open();
        const auto first = one->approvals().request(frozen(), 1h);
        QCOMPARE(two->approvals().request(frozen(), 1h)->id, first->id);
        QVERIFY(two->approvals().decide(first->id, yes(), person("olga")));
        QCOMPARE(one->approvals().request(frozen(), 1h)->state, ApprovalState::Approved);
        QVERIFY(*one->approvals().spend(frozen()));
        QVERIFY(one->approvals().request(frozen(), 1h)->id != first->id);
    }
    void anythingElseIsAnotherRequest() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        const auto first = store->approvals().request(frozen(), 1h);
        QVERIFY(store->approvals().decide(first->id, yes(), person("olga")));
        FrozenRequest other = frozen("d2");
        QVERIFY(!*store->approvals().spend(other));
        QVERIFY(store->approvals().request(other, 1h)->id != first->id);
        other = frozen();
        other.definitionHash = "def2";
        QVERIFY(!*store->approvals().spend(other));
        other = frozen();
        other.principal = "token:other";
        QVERIFY(!*store->approvals().spend(other));
        other = frozen();
        other.action = "repos_archive";
        QVERIFY(!*store->approvals().spend(other));
        QVERIFY(*store->approvals().spend(frozen()));
    }
    void aPolicyThatBecameStricterIsNotMetByAnEarlierGrant() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        request.longestTimeBox = 1h;
        const std::string id = store->approvals().request(request, 1h)->id;
        QVERIFY(store->approvals().decide(id, yes(1h, 5), person("olga")));
        FrozenRequest stricter = request;
        stricter.approversNeeded = 2;
        QVERIFY(!*store->approvals().spend(stricter));
        QVERIFY(store->approvals().request(stricter, 1h)->id != id);
        stricter = request;
        stricter.longestTimeBox = 30min;
        QVERIFY(!*store->approvals().spend(stricter));
        QVERIFY(*store->approvals().spend(request));
    }
    void aDenialNeedsAReasonAndTellsIt() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        const std::string id = store->approvals().request(frozen(), 1h)->id;
        QCOMPARE(store->approvals().decide(id, no(" "), person("olga")).error().code, ErrorCode::InvalidArgument);
        const auto denied = store->approvals().decide(id, no("not on a Friday"), person("olga"));
        QCOMPARE(denied->state, ApprovalState::Denied);
        QCOMPARE((*store->approvals().get(id))->votes.at(0).reason, std::string("not on a Friday"));
        QVERIFY(!*store->approvals().spend(frozen()));
        const auto late = store->approvals().decide(id, yes(), person("petra"));
        QCOMPARE(late.error().code, ErrorCode::Conflict);
        QVERIFY(late.error().message.find("denied") != std::string::npos);
    }
    void whoRunsActionsOrAskedDecidesNothing() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        const std::string id = store->approvals().request(frozen(), 1h)->id;
        for (const Role role : {Role::Agent, Role::Developer}) {
            QCOMPARE(store->approvals().decide(id, yes(), person("olga", role)).error().code,
                     ErrorCode::PermissionDenied);
            QCOMPARE(store->approvals().revoke(id, person("olga", role)).error().code, ErrorCode::PermissionDenied);
        }
        Principal asker = person("agent");
        asker.id = frozen().principal;
        QCOMPARE(store->approvals().decide(id, yes(), asker).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(store->approvals().decide("a-0000000000", yes(), person("olga")).error().code, ErrorCode::NotFound);
        QCOMPARE((*store->approvals().get(id))->state, ApprovalState::Waiting);
        // With two eyes, a person may approve what her own agent asks for.
        QVERIFY(store->approvals().decide(id, yes(), person("ana")));
    }
    void fourEyesAreOfDifferentPeople() {
        const StoreFixture fixture(1000);
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        request.approversNeeded = 2;
        request.longestTimeBox = 30min;
        const std::string id = store->approvals().request(request, 1h)->id;
        QCOMPARE(store->approvals().decide(id, yes(), person("ana")).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(store->approvals().decide(id, yes(30min, 5), person("olga"))->state, ApprovalState::Waiting);
        QVERIFY(!*store->approvals().spend(request));
        QCOMPARE(store->approvals().decide(id, yes(), person("olga")).error().code, ErrorCode::PermissionDenied);
        Principal again = person("olga");
        again.id = "token:olga-2";
        QCOMPARE(store->approvals().decide(id, yes(), again).error().code, ErrorCode::PermissionDenied);
        const auto approved = store->approvals().decide(id, yes(10min, 3), person("petra"));
        QCOMPARE(approved->state, ApprovalState::Approved);
        QCOMPARE(approved->approvals(), 2U);
        // Of two, the one who allows less is followed.
        QCOMPARE(approved->timeBox, std::chrono::seconds(10min));
        QCOMPARE(approved->usesLeft, 3U);
        QCOMPARE(outcomes(*store), (std::vector<std::string>{"waiting", "waiting", "approved"}));
    }
    void oneDenialIsEnough() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        request.approversNeeded = 2;
        const std::string id = store->approvals().request(request, 1h)->id;
        QVERIFY(store->approvals().decide(id, yes(), person("olga")));
        QCOMPARE(store->approvals().decide(id, no("no"), person("petra"))->state, ApprovalState::Denied);
    }
    void aTimeBoxEndsByItsTimeOrItsUses() {
        StoreFixture fixture;
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        request.longestTimeBox = 15min;
        std::string id = store->approvals().request(request, 1h)->id;
        for (const auto &decision : {yes(16min), yes(0s, 2), yes(15min, 0), yes(15min, 21), yes(-1s)})
            QCOMPARE(store->approvals().decide(id, decision, person("olga")).error().code, ErrorCode::InvalidArgument);
        QVERIFY(store->approvals().decide(id, yes(15min, 2), person("olga")));
        QCOMPARE((*store->approvals().spend(request))->usesLeft, 1U);
        QCOMPARE((*store->approvals().spend(request))->state, ApprovalState::Spent);
        QVERIFY(!*store->approvals().spend(request));

        id = store->approvals().request(request, 1h)->id;
        QVERIFY(store->approvals().decide(id, yes(15min, 2), person("olga")));
        QVERIFY(*store->approvals().spend(request));
        fixture.clock.time += 15min;
        QVERIFY(!*store->approvals().spend(request));
        QCOMPARE((*store->approvals().get(id))->state, ApprovalState::Expired);
        // No time box without a policy that allows one.
        id = store->approvals().request(frozen("d9"), 1h)->id;
        QCOMPARE(store->approvals().decide(id, yes(1s), person("olga")).error().code, ErrorCode::InvalidArgument);
    }
    void nobodyDecidedInTimeIsNoDenial() {
        StoreFixture fixture;
        const auto store = fixture.open();
        const auto asked = store->approvals().request(frozen(), 1h);
        fixture.clock.time += 1h - 1us;
        QCOMPARE((*store->approvals().get(asked->id))->state, ApprovalState::Waiting);
        fixture.clock.time += 1us;
        const auto late = store->approvals().decide(asked->id, yes(), person("olga"));
        QCOMPARE(late.error().code, ErrorCode::Conflict);
        QVERIFY(late.error().message.find("expired") != std::string::npos);
        QCOMPARE(outcomes(*store), (std::vector<std::string>{"waiting", "expired"}));
        QVERIFY(store->approvals().request(frozen(), 1h)->id != asked->id);
    }
    void aClockThatJumpsOpensNothingAgain() {
        StoreFixture fixture;
        const auto store = fixture.open();
        const Timestamp start = fixture.clock.time;
        // Forward past the end, seen, and back.
        const std::string seen = store->approvals().request(frozen("seen"), 1h)->id;
        QVERIFY(store->approvals().decide(seen, yes(), person("olga")));
        fixture.clock.time = start + 48h;
        QCOMPARE((*store->approvals().get(seen))->state, ApprovalState::Expired);
        fixture.clock.time = start;
        QCOMPARE((*store->approvals().get(seen))->state, ApprovalState::Expired);
        QVERIFY(!*store->approvals().spend(frozen("seen")));
        // Back to before it was granted: nobody can tell how much of its time is left.
        const std::string back = store->approvals().request(frozen("back"), 1h)->id;
        fixture.clock.time = start + 30min;
        QVERIFY(store->approvals().decide(back, yes(), person("olga")));
        fixture.clock.time = start + 29min + 30s; // a small correction is none
        QCOMPARE((*store->approvals().get(back))->state, ApprovalState::Approved);
        fixture.clock.time = start - 24h;
        QVERIFY(!*store->approvals().spend(frozen("back")));
        QCOMPARE((*store->approvals().get(back))->state, ApprovalState::Expired);
    }
    void grantsAreTakenBackAndRequestsWithdrawn() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        std::string id = approvals.request(frozen(), 1h)->id;
        QCOMPARE(approvals.revoke(id, person("olga")).error().code, ErrorCode::Conflict);
        QVERIFY(approvals.decide(id, yes(), person("olga")));
        QCOMPARE(approvals.revoke(id, person("petra"))->state, ApprovalState::Revoked);
        QVERIFY(!*approvals.spend(frozen()));
        QCOMPARE(approvals.revoke(id, person("petra")).error().code, ErrorCode::Conflict);

        id = approvals.request(frozen(), 1h)->id;
        QCOMPARE(approvals.withdraw(id, "token:other").error().code, ErrorCode::PermissionDenied);
        QCOMPARE(approvals.withdraw(id, "token:agent")->state, ApprovalState::Withdrawn);
        QCOMPARE(approvals.withdraw(id, "token:agent").error().code, ErrorCode::Conflict);
        QCOMPARE(approvals.decide(id, yes(), person("olga")).error().code, ErrorCode::Conflict);
    }
    void aChangedDefinitionVoidsWhatIsOpen() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        const std::string granted = approvals.request(frozen("a"), 1h)->id,
                          waiting = approvals.request(frozen("b"), 1h)->id;
        QVERIFY(approvals.decide(granted, yes(), person("olga")));
        FrozenRequest other = frozen();
        other.action = "repos_get";
        const std::string elsewhere = approvals.request(other, 1h)->id;
        QCOMPARE(*approvals.voidOthers("github", "repos_delete", "def1"), std::size_t(0));
        QCOMPARE(*approvals.voidOthers("github", "repos_delete", "def2"), std::size_t(2));
        QCOMPARE((*approvals.get(granted))->state, ApprovalState::Void);
        QCOMPARE((*approvals.get(waiting))->state, ApprovalState::Void);
        QCOMPARE((*approvals.get(elsewhere))->state, ApprovalState::Waiting);
        QVERIFY(!*approvals.spend(frozen("a")));
    }
    void theListHasTheMostUrgentFirst() {
        StoreFixture fixture;
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        const std::string late = approvals.request(frozen("late"), 5h)->id;
        fixture.clock.time += 1s;
        const std::string soon = approvals.request(frozen("soon"), 1h)->id;
        fixture.clock.time += 1s;
        FrozenRequest other = frozen("done");
        other.action = "repos_get";
        const std::string done = approvals.request(other, 1h)->id;
        QVERIFY(approvals.decide(done, no("no"), person("olga")));
        const auto all = approvals.list({});
        QCOMPARE(all->size(), std::size_t(3));
        QCOMPARE(all->at(0).id, soon);
        QCOMPARE(all->at(1).id, late);
        QCOMPARE(all->at(2).id, done);
        ApprovalFilter filter;
        filter.states = {ApprovalState::Denied, ApprovalState::Spent};
        QCOMPARE(approvals.list(filter)->size(), std::size_t(1));
        filter.states.clear();
        filter.action = "github.repos_delete";
        QCOMPARE(approvals.list(filter)->size(), std::size_t(2));
        filter.limit = 1;
        QCOMPARE(approvals.list(filter)->size(), std::size_t(1));
    }
    void theQueueIsBounded() {
        const StoreFixture fixture(0);
        const auto store = fixture.open();
        {
            QVERIFY(store->approvals().request(frozen("first"), 1h));
            SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE);
            db.exec(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) INSERT INTO approval "
                "SELECT 'a-' || i, state, principal, service, action, 'x' || i, definition, request, created, "
                "expires, changed, time_box, uses_left, seq FROM approval, n");
        }
        const auto refused = store->approvals().request(frozen("another"), 1h);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
        QVERIFY(refused.error().message.find("limits.approvals_waiting") != std::string::npos);
        QVERIFY(store->approvals().request(frozen("first"), 1h));
    }
    void personalDataIsShownForAReasonThatIsRecorded() {
        StoreFixture fixture;
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        FrozenRequest request = frozen();
        request.shown = {{"url", "https://x.test/u/⟨email·1⟩"}, {"to", "⟨phone·1⟩ ⟨secret·1⟩"}};
        request.personal = {{"⟨email·1⟩", "ana@acme.test"}, {"⟨phone·1⟩", "+34 600 000 001"}};
        const auto asked = approvals.request(request, 1h);
        QVERIFY(asked->request.personal.empty());
        QCOMPARE(asked->hidden, std::size_t(2));
        QCOMPARE((*approvals.list({})).front().hidden, std::size_t(2));
        for (const char *blank : {"", "  \n"})
            QCOMPARE(approvals.reveal(asked->id, person("olga"), blank).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(approvals.reveal(asked->id, person("olga"), std::string(2001, 'x')).error().code,
                 ErrorCode::InvalidArgument);
        QCOMPARE(approvals.reveal(asked->id, person("dev", Role::Developer), "why").error().code,
                 ErrorCode::PermissionDenied);
        Principal asker = person("boss");
        asker.id = request.principal;
        QCOMPARE(approvals.reveal(asked->id, asker, "why").error().code, ErrorCode::PermissionDenied);
        QCOMPARE(approvals.reveal("a-none", person("olga"), "why").error().code, ErrorCode::NotFound);
        QCOMPARE(outcomes(*store), (std::vector<std::string>{"waiting"}));

        const auto personal = approvals.reveal(asked->id, person("olga"), "is it our customer?");
        QVERIFY2(personal, personal ? "" : personal.error().message.c_str());
        QCOMPARE(*personal, request.personal);
        QCOMPARE(withPersonalData(request.shown, *personal),
                 (json::object{{"url", "https://x.test/u/ana@acme.test"}, {"to", "+34 600 000 001 ⟨secret·1⟩"}}));
        QCOMPARE(outcomes(*store), (std::vector<std::string>{"waiting", "reveal"}));
        const auto record = *store->audit().get(store->audit().head()->seq);
        QCOMPARE(std::string(stringMember(record->event.detail, "reason")), std::string("is it our customer?"));
        QCOMPARE(record->event.principal, std::string("token:olga"));
        QCOMPARE(record->event.detail.at("values").to_number<int>(), 2);
    }
    void personalDataIsEncryptedAndGoneWithTheWaiting_data() {
        QTest::addColumn<QString>("end");
        for (const char *end : {"approved", "denied", "withdrawn", "void", "expired"})
            QTest::newRow(end) << end;
    }
    void personalDataIsEncryptedAndGoneWithTheWaiting() {
        QFETCH(QString, end);
        StoreFixture fixture;
        auto store = fixture.open();
        FrozenRequest request = frozen();
        request.personal = {{"⟨email·1⟩", "canary.ana@acme.test"}};
        const auto asked = store->approvals().request(request, 1h);
        const auto rows = [&] {
            SQLite::Database db(fixture.database().string(), SQLite::OPEN_READONLY);
            return db.execAndGet("SELECT count(*) FROM approval_personal").getInt();
        };
        QCOMPARE(rows(), 1);
        if (end == "approved")
            QVERIFY(store->approvals().decide(asked->id, yes(), person("olga")));
        else if (end == "denied")
            QVERIFY(store->approvals().decide(asked->id, no("not now"), person("olga")));
        else if (end == "withdrawn")
            QVERIFY(store->approvals().withdraw(asked->id, request.principal));
        else if (end == "void")
            QCOMPARE(*store->approvals().voidOthers("github", "repos_delete", "def2"), std::size_t(1));
        else
            fixture.clock.time += 2h;
        const auto refused = store->approvals().reveal(asked->id, person("olga"), "why");
        QCOMPARE(refused.error().code, ErrorCode::Conflict);
        QCOMPARE((*store->approvals().get(asked->id))->hidden, std::size_t(0));
        QCOMPARE(rows(), 0);
        store.reset();
        for (const auto &entry : std::filesystem::recursive_directory_iterator(fixture.folder()))
            if (entry.is_regular_file())
                QVERIFY2(readFile(entry.path(), 100'000'000)->find("canary.ana") == std::string::npos,
                         entry.path().c_str());
    }
    void personalDataOfAnotherRequestOrKeyDoesNotOpen() {
        StoreFixture fixture;
        auto store = fixture.open();
        FrozenRequest request = frozen();
        request.personal = {{"⟨email·1⟩", "ana@acme.test"}};
        const auto one = store->approvals().request(request, 1h);
        FrozenRequest other = frozen("d2");
        other.personal = {{"⟨email·1⟩", "ben@acme.test"}};
        const auto two = store->approvals().request(other, 1h);
        fixture.tamper(
            "UPDATE approval_personal SET sealed = (SELECT sealed FROM approval_personal WHERE approval = '" + two->id +
            "') WHERE approval = '" + one->id + "'");
        QCOMPARE(store->approvals().reveal(one->id, person("olga"), "why").error().code, ErrorCode::Corrupt);
        QVERIFY(store->approvals().reveal(two->id, person("olga"), "why"));
        store.reset();
        std::filesystem::remove(fixture.keys() / "digest.key");
        store = fixture.open();
        QCOMPARE(store->approvals().reveal(two->id, person("olga"), "why").error().code, ErrorCode::Corrupt);
    }
    void theNewestIsFoundAmongAnyNumberOfOthers() {
        StoreFixture fixture;
        fixture.options.approvalsWaiting = 1000;
        const auto store = fixture.open();
        ApprovalStore &approvals = store->approvals();
        QVERIFY(!*approvals.newest(frozen()));
        const auto first = approvals.request(frozen(), 24h);
        QVERIFY(approvals.decide(first->id, no("no"), person("olga")));
        for (int i = 0; i < 300; ++i)
            QVERIFY(approvals.request(frozen("other" + std::to_string(i)), 1h));
        QCOMPARE((*approvals.newest(frozen()))->id, first->id);
        fixture.clock.time += 1min;
        FrozenRequest changed = frozen();
        changed.definitionHash = "def2";
        const auto second = approvals.request(changed, 24h);
        QCOMPARE((*approvals.newest(frozen()))->id, second->id);
        FrozenRequest foreign = frozen();
        foreign.principal = "token:other";
        QVERIFY(!*approvals.newest(foreign));
    }
    void theCallersWordsAreCut() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        for (int i = 0; i < 400; ++i)
            request.statedReason += "é";
        const auto asked = store->approvals().request(request, 1h);
        QCOMPARE((*store->approvals().get(asked->id))->request.statedReason.size(), std::size_t(560));
        // What is asked for is bound to its arguments, not to the words around it.
        QCOMPARE(store->approvals().request(frozen(), 1h)->id, asked->id);
    }
    void aTamperedColumnGrantsNothing() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        const std::string id = store->approvals().request(frozen(), 1h)->id;
        QVERIFY(store->approvals().decide(id, yes(), person("olga")));
        fixture.tamper("UPDATE approval SET digest = 'd2'");
        QVERIFY(!*store->approvals().spend(frozen("d2")));
        QVERIFY(!*store->approvals().spend(frozen()));
        fixture.tamper("UPDATE approval SET digest = 'd1', request = '{}'");
        QCOMPARE(store->approvals().spend(frozen()).error().code, ErrorCode::Corrupt);
    }
    void ofTwoRacingCallsOneIsGranted() {
        const StoreFixture fixture;
        const auto one = fixture.open(), two = fixture.open();
        for (int round = 0; round < 15; ++round) {
            const FrozenRequest request = frozen("race" + std::to_string(round));
            const std::string id = one->approvals().request(request, 1h)->id;
            QVERIFY(two->approvals().decide(id, yes(), person("olga")));
            std::atomic<int> granted = 0, failed = 0;
            std::vector<std::thread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&, i] {
                    const auto spent = (i % 2 ? one : two)->approvals().spend(request);
                    granted += spent && *spent ? 1 : 0;
                    failed += spent ? 0 : 1;
                });
            for (std::thread &thread : threads)
                thread.join();
            QCOMPARE(granted.load(), 1);
            QCOMPARE(failed.load(), 0);
        }
    }
    void racingProcessesSpendEachUseOnce() {
        StoreFixture fixture;
        fixture.clock.time = SystemClock().now();
        const auto store = fixture.open();
        FrozenRequest request = frozen();
        request.longestTimeBox = 1h;
        const std::string id = store->approvals().request(request, 1h)->id;
        QVERIFY(store->approvals().decide(id, yes(1h, 20), person("olga")));
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int i = 0; i < 3; ++i) {
            processes.push_back(std::make_unique<QProcess>());
            processes.back()->start(QCoreApplication::applicationFilePath(),
                                    {"--spend", QString::fromStdString(fixture.database().string()),
                                     QString::fromStdString(fixture.keys().string())});
        }
        for (const auto &process : processes)
            QVERIFY(process->waitForReadyRead(60'000));
        for (const auto &process : processes)
            process->write("\n");
        qsizetype spent = 0;
        for (const auto &process : processes) {
            QVERIFY(process->waitForFinished(100'000));
            QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
            spent += process->readAllStandardOutput().count('1');
        }
        QCOMPARE(spent, qsizetype(20));
        QCOMPARE((*store->approvals().get(id))->state, ApprovalState::Spent);
        QVERIFY(store->audit().verify({})->intact);
    }
};

int main(int argc, char **argv) {
    if (argc == 4 && std::strcmp(argv[1], "--spend") == 0)
        return spendLoop(argv + 2);
    QCoreApplication application(argc, argv);
    TestApprovals test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_approvals.moc"
