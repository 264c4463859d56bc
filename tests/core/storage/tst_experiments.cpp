#include "evaluation/audit_judgements.h"
#include "store_fixture.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::governance;
using test::StoreFixture;

class TestExperiments : public QObject {
    Q_OBJECT

    static Run run(const std::string &label, double recall) {
        Run run;
        run.label = label;
        run.preset = "default";
        SetResult set;
        set.name = "everyday";
        set.queries = 2;
        set.unscoped.mean.queries = 2;
        set.unscoped.mean.recall5 = recall;
        QueryResult query;
        query.id = "q1";
        query.text = "send \"it\" ☃";
        query.top = {{"mail.send", 0.5, 3}};
        set.results = {query};
        run.sets = {set};
        run.unscoped = set.unscoped;
        return run;
    }
    static AuditEvent search(const std::string &id, const std::string &words, std::vector<std::string> shown) {
        AuditEvent event = StoreFixture::event("search");
        event.searchId = id;
        event.outcome = shown.empty() ? "empty" : "found";
        event.detail = {{"query", words}};
        std::uint32_t rank = 0;
        for (const std::string &name : shown)
            event.ranks.push_back({name, ++rank, 0.5});
        return event;
    }
    static AuditEvent use(const char *kind, const char *outcome, const std::string &id, const char *service,
                          const char *action) {
        AuditEvent event = StoreFixture::event(kind, service, action);
        event.outcome = outcome;
        event.searchId = id;
        return event;
    }
private Q_SLOTS:
    void keepsRunsWhole() {
        StoreFixture fixture;
        const auto store = fixture.open();
        Run first = run("before", 0.5);
        const auto id = store->experiments().add(first);
        QVERIFY2(id, id ? "" : id.error().toString().c_str());
        QVERIFY(id->starts_with("r-"));
        auto again = store->experiments().get(*id);
        QVERIFY2(again, again ? "" : again.error().toString().c_str());
        QCOMPARE(again->time, fixture.clock.time);
        first.id = *id;
        first.time = again->time;
        QVERIFY(*again == first);
        // And for whoever opens the file next.
        const auto other = fixture.open();
        QVERIFY(*other->experiments().get(*id) == first);
    }
    void listsTheNewestFirst() {
        StoreFixture fixture;
        const auto store = fixture.open();
        for (int i = 0; i < 3; ++i) {
            fixture.clock.time += std::chrono::minutes(1);
            QVERIFY(store->experiments().add(run("run " + std::to_string(i), 0.1 * i)));
        }
        const auto list = store->experiments().list(2);
        QVERIFY(list);
        QCOMPARE(list->size(), std::size_t(2));
        QCOMPARE((*list)[0].label, std::string("run 2"));
        QCOMPARE((*list)[0].sets, std::vector<std::string>{"everyday"});
        QCOMPARE((*list)[0].unscoped.recall5, 0.2);
        QCOMPARE((*list)[0].queries, 2U);
    }
    void forgetsWhatIsRemoved() {
        StoreFixture fixture;
        const auto store = fixture.open();
        const std::string id = *store->experiments().add(run("x", 1));
        QVERIFY(store->experiments().remove(id));
        QCOMPARE(store->experiments().remove(id).error().code, ErrorCode::NotFound);
        QCOMPARE(store->experiments().get(id).error().code, ErrorCode::NotFound);
        QVERIFY(store->experiments().list()->empty());
    }
    void makesRoom() {
        StoreFixture fixture;
        const auto store = fixture.open();
        const std::string first = *store->experiments().add(run("first", 1));
        for (std::size_t i = 0; i < MaxRuns; ++i) {
            fixture.clock.time += std::chrono::seconds(1);
            QVERIFY(store->experiments().add(run("later", 1)));
        }
        QCOMPARE(store->experiments().list(MaxRuns + 10)->size(), MaxRuns);
        QCOMPARE(store->experiments().get(first).error().code, ErrorCode::NotFound);
    }
    void saysWhichRunIsDamaged() {
        StoreFixture fixture;
        std::string id;
        {
            const auto store = fixture.open();
            id = *store->experiments().add(run("x", 1));
        }
        fixture.tamper("UPDATE experiment SET run = x'00112233'");
        const auto store = fixture.open();
        const auto damaged = store->experiments().get(id);
        QCOMPARE(damaged.error().code, ErrorCode::Corrupt);
        QVERIFY(damaged.error().message.find(id) != std::string::npos);
        QVERIFY(store->experiments().list()); // the list does not need it
        fixture.tamper("UPDATE experiment SET summary = '[]'");
        QCOMPARE(store->experiments().list().error().code, ErrorCode::Corrupt);
        QVERIFY(store->experiments().remove(id));
    }
    void aReadOnlyStoreKeepsNothing() {
        StoreFixture fixture;
        { const auto store = fixture.open(); }
        fixture.options.readOnly = true;
        const auto store = fixture.open();
        QCOMPARE(store->experiments().add(run("x", 1)).error().code, ErrorCode::PermissionDenied);
        QVERIFY(store->experiments().list());
    }

    void judgesByWhatWasCalledWell() {
        StoreFixture fixture(0);
        const auto store = fixture.open();
        AuditLog &log = store->audit();
        QVERIFY(log.append(search("s-1", "Send a  letter", {"mail.send", "mail.list", "mail.archive"})));
        QVERIFY(log.append(use("activation", "activated", "s-1", "mail", "send")));
        QVERIFY(log.append(use("call", "attempt", "s-1", "mail", "send")));
        QVERIFY(log.append(use("call", "ok", "s-1", "mail", "send")));
        // The same words again, and another action that was only activated.
        QVERIFY(log.append(search("s-2", "send a letter", {"mail.list", "mail.send"})));
        QVERIFY(log.append(use("activation", "activated", "s-2", "mail", "list")));
        // Followed by a call that failed: the activation is all there is.
        QVERIFY(log.append(search("s-3", "write to ⟨email⟩", {"mail.send"})));
        QVERIFY(log.append(use("activation", "activated", "s-3", "mail", "send")));
        QVERIFY(log.append(use("call", "upstream_failed", "s-3", "mail", "send")));
        // Not followed, empty, without words, and a call of what the search did not show.
        QVERIFY(log.append(search("s-4", "paint", {"mail.send"})));
        QVERIFY(log.append(search("s-5", "nothing", {})));
        QVERIFY(log.append(search("s-6", "", {"mail.send"})));
        QVERIFY(log.append(use("call", "ok", "s-4", "files", "remove")));
        QVERIFY(log.append(use("call", "ok", "s-9", "mail", "send")));
        const auto found = judgementsFromAudit(log, {});
        QVERIFY2(found, found ? "" : found.error().toString().c_str());
        QCOMPARE(found->searches, 6U);
        QCOMPARE(found->followed, 3U);
        QCOMPARE(found->empty, 1U);
        QCOMPARE(found->wordless, 1U);
        QCOMPARE(found->replaced, 1U);
        QCOMPARE(found->set.queries.size(), std::size_t(2));
        const JudgedQuery &letter = found->set.queries[0];
        QCOMPARE(letter.text, std::string("Send a  letter"));
        QCOMPARE(letter.judgements, (std::map<std::string, int>{{"mail.send", 3}, {"mail.list", 1}}));
        QVERIFY2(letter.note.starts_with("2 searches, 1 good call, last 2026-11-21"), letter.note.c_str());
        QCOMPARE(found->set.queries[1].judgements, (std::map<std::string, int>{{"mail.send", 1}}));
        // Twice the same ids.
        QCOMPARE(judgementsFromAudit(log, {})->set.queries[0].id, letter.id);
        // Calls alone.
        const auto calls = judgementsFromAudit(log, {.activationsToo = false});
        QCOMPARE(calls->set.queries.size(), std::size_t(1));
        QCOMPARE(calls->set.queries[0].judgements.size(), std::size_t(1));
        // What it gives is a query set.
        QVERIFY(*parseQuerySet(writeQuerySet(found->set), "a.yaml") == found->set);
    }
    void readsLogsOfManyPages() {
        StoreFixture fixture(0);
        const auto store = fixture.open();
        std::vector<AuditEvent> events;
        for (int i = 0; i < 1500; ++i) {
            const std::string id = "s-" + std::to_string(i);
            events.push_back(search(id, "question " + std::to_string(i % 7), {"mail.send"}));
            events.push_back(use("call", "ok", id, "mail", "send"));
        }
        QVERIFY(store->audit().appendAll(std::move(events)));
        std::uint64_t done = 0;
        const auto found = judgementsFromAudit(store->audit(), {}, {[&](const Progress &p) { done = p.done; }, {}});
        QVERIFY(found);
        QCOMPARE(found->followed, 1500U);
        QCOMPARE(found->set.queries.size(), std::size_t(7));
        QCOMPARE(done, 3000U);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(judgementsFromAudit(store->audit(), {}, {{}, stop.get_token()}).error().code, ErrorCode::Cancelled);
        fixture.clock.time += std::chrono::hours(1);
        QVERIFY(judgementsFromAudit(store->audit(), {.since = fixture.clock.time})->set.queries.empty());
    }
};

QTEST_GUILESS_MAIN(TestExperiments)
#include "tst_experiments.moc"
