/// BX10: a session stepped through as it was, from the log alone, and run again under another configuration.

#include "session_log_fixture.h"
#include "workspace/rerun.h"

#include <cmath>

using namespace actionscope;
using namespace actionscope::test;
using workspace::SessionReplay;
using workspace::StepEffect;
using workspace::StepKind;

namespace {

std::vector<std::string> kinds(const SessionReplay &replay) {
    std::vector<std::string> names;
    for (const workspace::ReplayStep &step : replay.steps)
        names.emplace_back(workspace::stepKindName(step.kind));
    return names;
}

std::string joined(const std::vector<std::string> &texts) {
    std::string all;
    for (const std::string &text : texts)
        all += (all.empty() ? "" : " ") + text;
    return all;
}

SessionReplay replayed(const workspace::Workspace &workspace, const std::string &session) {
    return expectValue(workspace::replaySession(*workspace.audit(), session));
}

/// A log whose chain is broken at one record; everything else is what the real one says.
class BrokenLog final : public governance::AuditLog {
public:
    BrokenLog(governance::AuditLog &inner, std::uint64_t bad)
        : m_inner(inner)
        , m_bad(bad) {}
    Result<governance::AuditRecord> append(governance::AuditEvent event) override {
        return m_inner.append(std::move(event));
    }
    Result<std::vector<governance::AuditRecord>> appendAll(std::vector<governance::AuditEvent> events) override {
        return m_inner.appendAll(std::move(events));
    }
    Result<governance::AuditPage> list(const governance::AuditFilter &filter, std::size_t limit,
                                       std::uint64_t before) const override {
        return m_inner.list(filter, limit, before);
    }
    Result<governance::AuditPage> listAfter(const governance::AuditFilter &filter, std::size_t limit,
                                            std::uint64_t after) const override {
        return m_inner.listAfter(filter, limit, after);
    }
    Result<std::optional<governance::AuditRecord>> get(std::uint64_t seq) const override { return m_inner.get(seq); }
    Result<governance::AuditHead> head() const override { return m_inner.head(); }
    Result<std::uint64_t> count(const governance::AuditFilter &filter) const override { return m_inner.count(filter); }
    Result<std::vector<governance::FacetCount>> facet(std::string_view column,
                                                      const governance::AuditFilter &filter) const override {
        return m_inner.facet(column, filter);
    }
    Result<std::vector<std::uint64_t>> histogram(const governance::AuditFilter &filter, Timestamp since,
                                                 Timestamp until, std::size_t bins) const override {
        return m_inner.histogram(filter, since, until, bins);
    }
    Result<governance::Verification> verify(std::optional<governance::AuditHead>, const Job &,
                                            std::uint64_t) const override {
        governance::Verification broken;
        broken.intact = false;
        broken.fault = governance::ChainFault::Altered;
        broken.firstBad = m_bad;
        broken.problem = "its content does not give its hash";
        return broken;
    }

private:
    governance::AuditLog &m_inner;
    std::uint64_t m_bad;
};

} // namespace

class TestReplay : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsStandInOrderAsTheyWere() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-one"), other(*workspace, "s-two");
        session.start();
        other.start();
        const std::string search = session.search("list the orders of a customer");
        other.search("remove an order");
        session.denied("orders_list", "not_active");
        session.activate("orders_list", search);
        session.call("orders_list", search, 400);
        governance::AuditEvent changed = session.event("list", "changed");
        changed.detail = {{"tokens", 250}};
        session.append(std::move(changed));
        session.append(session.event("deactivate", "least_recently_used", "orders_list"));
        session.end();

        const SessionReplay replay = replayed(*workspace, "s-one");
        QCOMPARE(joined(kinds(replay)), std::string("started search denial activation call list deactivation ended"));
        QCOMPARE(replay.session.client, std::string("tester 1"));
        QCOMPARE(replay.session.principal, std::string("local:ana"));
        QVERIFY(replay.session.ended && replay.contextIsWhole && replay.chain.checked && replay.chain.intact);
        QCOMPARE(replay.session.records, std::uint64_t(9)); // a call is two of them
        QVERIFY2(replay.notes.empty(), joined(replay.notes).c_str());
        QCOMPARE(replay.context, std::uint64_t(100 + 100 + 250));
        // Ranks, scores and why, as they were.
        const workspace::RecordedSearch &found = *replay.steps[1].search;
        QCOMPARE(found.hits.front().name, std::string("shop.orders_list"));
        QVERIFY(found.missing.empty() && !found.presetMark.empty());
        for (const workspace::RecordedHit &hit : found.hits) {
            double sum = 0;
            for (const auto &[signal, part] : hit.parts)
                sum += part;
            // Each is rounded to a thousandth.
            QVERIFY2(std::abs(sum - hit.score) <= 0.0005 * double(retrieval::SignalCount + 1) + 1e-6, hit.name.c_str());
        }
        QVERIFY(replay.steps[3].detail.find("rank 1") != std::string::npos);
        QCOMPARE(joined(replay.steps[4].active), std::string("shop.orders_list"));
        QVERIFY(replay.steps[6].active.empty());
        const workspace::RecordedCall &call = *replay.steps[4].call;
        QVERIFY(call.sent && call.answered && call.status == 200 && call.bytes == 400);
        QVERIFY(call.arguments.as_object().contains("id"));
        QVERIFY(!workspace::replayJson(replay).empty());
    }

    void whatASearchRecordHoldsForReplayIsSmall() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-one");
        session.search("look at the orders and invoices of a customer");
        governance::AuditFilter searches;
        searches.kinds = {"search"};
        const auto page = expectValue(workspace->audit()->list(searches, 1));
        json::object detail = page.records.front().event.detail;
        QVERIFY(page.records.front().event.ranks.size() >= 5);
        const std::size_t whole = json::serialize(detail).size();
        for (const char *added : {"preset", "preset_mark", "parts", "tokens", "profile", "all", "reduced"})
            detail.erase(added);
        QVERIFY(detail.size() >= 4); // the query and what an earlier version wrote too
        const std::size_t cost = whole - json::serialize(detail).size();
        QVERIFY2(cost < 500 && cost > 50, std::to_string(cost).c_str());
    }

    void recordsOfAnEarlierVersionReplayWithWhatTheyHold() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-old");
        governance::AuditEvent search = session.event("search", "found");
        search.searchId = "s-1";
        search.detail = {{"query", "list orders"}, {"facade", "mcp:gateway"}, {"limit", 10}};
        search.ranks = {{"shop.orders_list", 1, 0.9}, {"shop.orders_get", 2, 0.4}};
        session.append(std::move(search));
        session.activate("orders_list", "s-1");
        session.call("orders_list", "s-1");
        session.append(session.event("something_new", "done"));

        const SessionReplay replay = replayed(*workspace, "s-old");
        QCOMPARE(joined(kinds(replay)), std::string("search activation call other"));
        QCOMPARE(replay.steps[0].search->hits.size(), std::size_t(2));
        QVERIFY2(!replay.steps[0].lacks.empty(), "which ranking it was is not in the record");
        QVERIFY(!replay.contextIsWhole);
        QCOMPARE(replay.notes.size(), std::size_t(3));
        QVERIFY(joined(replay.notes).find("earlier version") != std::string::npos);
        QCOMPARE(replay.session.principal, std::string("local:ana"));
        // And it can be run again.
        const auto again = expectValue(workspace::rerunSession(
            *workspace, replay, {.preset = expectValue(workspace->snapshot()->presets.get("keywords"))}));
        QVERIFY(again.steps[0].indexChanged);
        QCOMPARE(again.summary.indexChanged, std::uint64_t(1));
    }

    void whatIsNoSearchRecordIsReadAsFarAsItGoes() {
        for (const char *detail :
             {R"({})", R"({"query":7,"limit":-3,"floor":"x","parts":[1],"tokens":1e300})",
              R"({"query":"a","limit":1e9,"parts":{"keywords":[1,"x",null,5,6,7]},"preset":[],"queries":[1,"b"]})"}) {
            governance::AuditEvent event;
            event.kind = "search";
            event.ranks = {{"shop.orders_list", 1, 0.5}};
            event.detail = expectValue(parseJson(detail)).as_object();
            const workspace::RecordedSearch search = workspace::readSearch(event);
            QVERIFY(search.limit >= 1 && search.limit <= 100);
            QCOMPARE(search.hits.size(), std::size_t(1));
            QVERIFY(!search.missing.empty());
        }
    }

    void aBrokenLogIsNamedAndACancelledReadingToo() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-one");
        session.start();
        session.search("list orders");
        const std::uint64_t bad = session.activate("orders_list");
        session.call("orders_list");
        const BrokenLog broken(*workspace->audit(), bad);
        const auto replay = expectValue(workspace::replaySession(broken, "s-one"));
        QVERIFY(!replay.chain.intact);
        QVERIFY(replay.notes.front().find("record " + std::to_string(bad)) != std::string::npos);
        QVERIFY(replay.steps[1].trusted && !replay.steps[2].trusted && !replay.steps[3].trusted);

        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = workspace::replaySession(*workspace->audit(), "s-one", {}, {.stop = stop.get_token()});
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        const auto rerun = workspace::rerunSession(*workspace, replay, {.budget = 1}, {.stop = stop.get_token()});
        QCOMPARE(rerun.error().code, ErrorCode::Cancelled);
        const auto unknown = workspace::replaySession(*workspace->audit(), "s-none");
        QCOMPARE(unknown.error().code, ErrorCode::NotFound);
        QVERIFY(unknown.error().message.find("actionscope sessions") != std::string::npos);
    }

    void sessionsAreListedTheNewestFirst() {
        const Folder folder;
        const auto workspace = openShop(folder);
        for (const char *id : {"s-a", "s-b", "s-c"}) {
            RecordedSession session(*workspace, id, std::string("local:") + id);
            session.start();
            session.search("list orders");
            session.call("orders_list");
            session.denied("orders_delete", "policy_denied");
        }
        RecordedSession(*workspace, "s-a", "local:s-a").end();
        RecordedSession stranger(*workspace, "s-foreign");
        governance::AuditEvent foreign = stranger.event("denial", "permission_denied");
        foreign.detail = {{"gate", "session"}, {"of", "session"}};
        stranger.append(std::move(foreign));

        const auto all = expectValue(workspace::sessionsOf(*workspace->audit()));
        QCOMPARE(all.sessions.size(), std::size_t(3));
        QVERIFY(!all.more);
        QCOMPARE(all.sessions[0].id + all.sessions[1].id + all.sessions[2].id, std::string("s-as-cs-b"));
        QCOMPARE(all.sessions[0].searches + all.sessions[0].calls + all.sessions[0].denials, std::uint64_t(3));
        QVERIFY(all.sessions[0].ended && !all.sessions[1].ended);
        QCOMPARE(all.sessions[0].client, std::string("tester 1"));
        const auto one = expectValue(workspace::sessionsOf(*workspace->audit(), {.limit = 1}));
        QVERIFY(one.more && one.sessions.size() == 1);
        const auto mine = expectValue(workspace::sessionsOf(*workspace->audit(), {.principal = "local:s-b"}));
        QCOMPARE(mine.sessions.size(), std::size_t(1));
    }

    void theSameConfigurationChangesNothing() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-one");
        session.start();
        for (const char *query : {"list orders", "place an order", "unpaid bills", "warehouse", "nothing like it"}) {
            const std::string search = session.search(query);
            session.activate("orders_list", search);
            session.call("orders_list", search);
        }
        const SessionReplay replay = replayed(*workspace, "s-one");
        const auto again = expectValue(workspace::rerunSession(
            *workspace, replay,
            {.preset = workspace->snapshot()->preset, .policies = workspace->policies(), .budget = 1'000'000}));
        QCOMPARE(again.steps.size(), replay.steps.size());
        for (const workspace::StepDifference &difference : again.steps)
            QVERIFY2(difference.effect == StepEffect::Same, difference.title.c_str());
        QCOMPARE(again.summary.searches, std::uint64_t(5));
        QCOMPARE(again.summary.reranked + again.summary.usedLost + again.summary.waits, std::uint64_t(0));
        QCOMPARE(again.summary.reciprocalBefore, again.summary.reciprocalAfter);
    }

    void anotherPresetFindsSomethingElse() {
        const Folder folder;
        const auto workspace = openShop(folder);
        // The last one is found by what the words mean: none of them stands in it.
        RecordedSession session(*workspace, "s-one");
        const std::string search = session.search("delete purchases");
        const auto searched = replayed(*workspace, "s-one");
        const std::vector<workspace::RecordedHit> &hits = searched.steps[0].search->hits;
        QCOMPARE(hits.size(), std::size_t(3));
        const std::string name = hits.back().name.substr(5);
        session.activate(name, search);
        session.call(name, search);
        const SessionReplay replay = replayed(*workspace, "s-one");
        const auto again = expectValue(workspace::rerunSession(
            *workspace, replay, {.preset = expectValue(workspace->snapshot()->presets.get("keywords"))}));
        QCOMPARE(again.steps[0].effect, StepEffect::Reranked);
        QVERIFY(std::ranges::any_of(again.steps[0].ranks,
                                    [](const auto &rank) { return rank.used && rank.before == 3 && rank.after == 0; }));
        QCOMPARE(again.steps[1].effect, StepEffect::NotFound);
        QCOMPARE(again.steps[1].rankBefore, 3U);
        QCOMPARE(again.steps[2].effect, StepEffect::Unreached);
        QCOMPARE(again.summary.usedLost + again.summary.activationsLost + again.summary.callsLost, std::uint64_t(3));
        QVERIFY(again.summary.reciprocalBefore > 0.3 && again.summary.reciprocalAfter == 0);
        QVERIFY(!again.assumptions.empty());
        QVERIFY(!workspace::rerunJson(again).empty());
    }

    void aProfileThatIsNarrowerAndAPolicyThatIsStricter() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", "default: allow\nprofiles:\n  books: {allow: [\"shop.invoices_*\"]}\n");
        folder.write("ws/profiles/books.yaml", "name: books\n");
        folder.write("strict.yaml", "layer: organisation\nrules:\n"
                                    "- {name: slow, match: {action: invoices_list}, effect: approve, approvers: 2}\n"
                                    "- {name: never, match: {action: orders_delete}, effect: deny}\n");
        const auto workspace = openShop(folder);
        RecordedSession session(*workspace, "s-one");
        const std::string search = session.search("list orders");
        session.activate("orders_list", search);
        session.activate("orders_delete", search);
        session.call("orders_delete", search);
        session.call("invoices_list");
        const SessionReplay replay = replayed(*workspace, "s-one");

        const auto narrow = expectValue(workspace::rerunSession(*workspace, replay, {.profile = "books"}));
        QCOMPARE(narrow.steps[1].effect, StepEffect::NotAllowed);
        QCOMPARE(narrow.steps[3].effect, StepEffect::Unreached);
        QCOMPARE(narrow.steps[4].effect, StepEffect::Same);
        const auto missing = workspace::rerunSession(*workspace, replay, {.profile = "boks"});
        QCOMPARE(missing.error().code, ErrorCode::InvalidArgument);

        const auto strict = expectValue(workspace::rerunSession(
            *workspace, replay,
            {.policies = expectValue(workspace::loadPolicies({folder / "strict.yaml"})), .budget = 150}));
        QCOMPARE(strict.steps[1].effect, StepEffect::Same);
        QCOMPARE(strict.steps[2].effect, StepEffect::Denied);
        QCOMPARE(strict.steps[3].effect, StepEffect::Unreached);
        QCOMPARE(strict.steps[4].effect, StepEffect::Waits);
        QCOMPARE(strict.steps[4].rules.front().name, std::string("slow"));
        QCOMPARE(strict.summary.waits, std::uint64_t(1));
        // 100 tokens of the search and 100 of the first call: over it with that call.
        QCOMPARE(strict.summary.overBudgetAt, std::optional(replay.steps[3].seq));
    }
};

QTEST_GUILESS_MAIN(TestReplay)
#include "tst_replay.moc"
