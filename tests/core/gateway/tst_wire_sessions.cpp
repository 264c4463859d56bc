/// Sessions and streams as a client meets them: opening, ending, expiry, events and their replay, list_changed, calls
/// that are cancelled, questions to the client.

#include "wire_fixture.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr const char *Ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

std::string_view methodOf(const json::value &message) { return stringMember(message, "method"); }

bool isListChanged(const json::value &message) {
    return methodOf(message) == "notifications/tools/list_changed" && !member(message, "id");
}

} // namespace

class TestWireSessions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settlesTheRevision_data() {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("answered");
        for (const char *version : {"2025-11-25", "2025-06-18", "2025-03-26"})
            QTest::newRow(version) << version << version;
        for (const char *version : {"2024-11-05", "2026-07-28", "1.0", "DRAFT"})
            QTest::newRow(version) << version << "2025-11-25";
    }
    void settlesTheRevision() {
        QFETCH(QString, asked);
        QFETCH(QString, answered);
        const Wire wire;
        const WireAnswer answer = wire.send({.body = Wire::initialize(asked.toStdString())});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.header("content-type"), std::string("application/json"));
        const json::value whole = answer.json();
        const json::value *result = member(whole, "result");
        QVERIFY(result);
        QCOMPARE(stringMember(*result, "protocolVersion"), std::string_view(answered.toStdString()));
        QVERIFY(json::serialize(*result).find(R"("tools":{"listChanged":true})") != std::string::npos);
        QVERIFY(json::serialize(*result).find(R"("version":"1.2.3")") != std::string::npos);
        const std::string id = answer.header("mcp-session-id");
        QVERIFY(id.size() >= 22);
        QVERIFY(std::all_of(id.begin(), id.end(), [](char c) { return c >= 0x21 && c <= 0x7e; }));
    }
    void asksForParametersOfInitialize() {
        const Wire wire;
        const WireAnswer answer = wire.send({.body = R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"});
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.errorCode(), -32602);
        QVERIFY(answer.header("mcp-session-id").empty());
        QCOMPARE(wire.sessions.size(), std::size_t(0));
    }

    void endsWithDelete() {
        Wire wire;
        const std::string session = wire.open(), other = wire.open();
        WireConnection stream(wire.port()), busy(wire.port());
        stream.send(Wire::get(session).text());
        QCOMPARE(stream.readHead().status, 200);
        busy.send(Wire::call(session, "slow").text());
        QVERIFY(eventually([&] { return wire.facade->running == 1; }));

        QCOMPARE(wire.send(WireRequest{.method = "DELETE"}.with("Mcp-Session-Id", session)).status, 204);
        QCOMPARE(wire.send(WireRequest{.method = "DELETE"}.with("Mcp-Session-Id", session)).status, 404);
        QCOMPARE(wire.send(Wire::message(session, Ping)).status, 404);
        QCOMPARE(wire.send(Wire::get(session)).status, 404);
        // Its stream has ended, its call was stopped and answered.
        while (const auto event = stream.nextEvent())
            QVERIFY(event->data.empty());
        QCOMPARE(busy.read().errorCode(), -32001);
        QVERIFY(eventually([&] { return wire.facade->stopped == 1; }));
        QCOMPARE(wire.send(Wire::message(other, Ping)).status, 200);
    }

    void belongsToItsPrincipal() {
        const Wire wire(Wire::defaults(), true);
        const std::string session = wire.open("2025-11-25", {}, "alice");
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "alice")).status, 200);
        for (const WireRequest &request :
             {Wire::message(session, Ping), Wire::get(session), Wire::call(session, "echo"),
              WireRequest{.method = "DELETE"}.with("Mcp-Session-Id", session)}) {
            const WireAnswer answer = wire.send(Wire::authorized(request, "bob"));
            QCOMPARE(answer.status, 404);
            QCOMPARE(answer.errorCode(), -32001);
        }
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "alice")).status, 200);
    }

    void refusesMoreThanItHolds() {
        auto options = Wire::defaults();
        options.sessions.sessions = 2;
        const Wire wire(options);
        std::vector<std::unique_ptr<WireConnection>> streams;
        for (int i = 0; i < 2; ++i) {
            streams.push_back(std::make_unique<WireConnection>(wire.port()));
            streams.back()->send(Wire::get(wire.open()).text());
            QCOMPARE(streams.back()->readHead().status, 200);
        }
        const WireAnswer full = wire.send({.body = Wire::initialize()});
        QCOMPARE(full.status, 503);
        QVERIFY(!full.header("retry-after").empty());
        // A session without stream or call gives way.
        streams.pop_back();
        QVERIFY(eventually([&] { return wire.server->status().streams == 1; }));
        QCOMPARE(wire.send({.body = Wire::initialize()}).status, 200);
    }

    void listsOnPages() {
        Wire wire;
        const std::string session = wire.open();
        const auto list = [&](const std::string &params) {
            const WireAnswer answer =
                wire.send(Wire::message(session, R"({"jsonrpc":"2.0","id":1,"method":"tools/list")" + params + "}"));
            const json::value whole = answer.json();
            return member(whole, "result") ? *member(whole, "result") : json::value();
        };
        const json::value one = list("");
        QVERIFY(!member(one, "nextCursor"));
        QCOMPARE(json::serialize(list("")), json::serialize(one)); // the same bytes each time
        wire.facade->extra = 400;
        std::set<std::string> names;
        std::string params;
        int pages = 0;
        while (true) {
            const json::value page = list(params);
            ++pages;
            for (const json::value &tool : *arrayMember(page, "tools"))
                QVERIFY(names.insert(std::string(stringMember(tool, "name"))).second);
            if (!member(page, "nextCursor"))
                break;
            params = ",\"params\":" + json::serialize(json::object{{"cursor", stringMember(page, "nextCursor")}});
        }
        QCOMPARE(pages, 3);
        QCOMPARE(names.size(), std::size_t(407));
    }

    void answersInJsonWhenThereIsNothingElseToSay() {
        const Wire wire;
        const std::string session = wire.open();
        const WireAnswer answer = wire.send(Wire::call(session, "echo", {{"x", 1}}, "a"));
        QCOMPARE(answer.header("content-type"), std::string("application/json"));
        QCOMPARE(answer.header("mcp-session-id"), session);
        const json::value whole = answer.json();
        QCOMPARE(json::serialize(*member(whole, "id")), std::string("\"a\""));
        const json::value *result = member(whole, "result");
        // The structured result stands in the text as well.
        QCOMPARE(stringMember(arrayMember(*result, "content")->front(), "text"),
                 std::string_view(json::serialize(*member(*result, "structuredContent"))));
        const json::value refused = wire.send(Wire::call(session, "fail")).json();
        QVERIFY(boolMember(*member(refused, "result"), "isError"));
        QCOMPARE(stringMember(*member(*member(refused, "result"), "structuredContent"), "code"),
                 std::string_view("not_active"));
    }

    void reportsProgressAndLogOnTheStreamOfTheCall() {
        const Wire wire;
        const std::string session = wire.open();
        WireConnection connection(wire.port());
        connection.send(Wire::call(session, "chatty", {}, 5, {{"progressToken", "p1"}}).text());
        const WireAnswer head = connection.readHead();
        QCOMPARE(head.header("content-type"), std::string("text/event-stream"));
        QCOMPARE(head.header("cache-control"), std::string("no-cache, no-transform"));
        QCOMPARE(head.header("x-accel-buffering"), std::string("no"));
        const auto priming = connection.nextEvent();
        QVERIFY(priming && priming->data.empty() && !priming->id.empty());
        std::vector<json::value> messages;
        std::set<std::string> ids{priming->id};
        std::string id;
        while (const auto message = connection.nextMessage(5000, &id)) {
            messages.push_back(*message);
            QVERIFY(ids.insert(id).second);
        }
        QCOMPARE(messages.size(), std::size_t(4)); // warning, 1, 2, response: debug is below the level, 1 came twice
        QCOMPARE(methodOf(messages[0]), std::string_view("notifications/message"));
        for (std::size_t i : {1U, 2U}) {
            QCOMPARE(methodOf(messages[i]), std::string_view("notifications/progress"));
            QCOMPARE(stringMember(*member(messages[i], "params"), "progressToken"), std::string_view("p1"));
        }
        QVERIFY(member(messages[3], "result"));
        // Without a token there is no progress, and the level is the client's.
        QCOMPARE(wire
                     .send(Wire::message(
                         session, R"({"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"error"}})"))
                     .status,
                 200);
        QCOMPARE(wire.send(Wire::call(session, "chatty")).header("content-type"), std::string("application/json"));
    }

    void sendsNoPrimingToOlderRevisions() {
        const Wire wire;
        for (const char *version : {"2025-06-18", "2025-03-26"}) {
            const std::string session = wire.open(version);
            const std::string body = wire.send(Wire::call(session, "chatty")).body;
            QVERIFY(body.find("id: r") != std::string::npos);
            QVERIFY(body.find("data:\n") == std::string::npos);
        }
    }

    void refusesADuplicateIdInFlight() {
        Wire wire;
        const std::string session = wire.open(), other = wire.open();
        WireConnection busy(wire.port());
        busy.send(Wire::call(session, "slow", {}, 1).text());
        QVERIFY(eventually([&] { return wire.facade->running == 1; }));
        QCOMPARE(wire.send(Wire::call(session, "echo", {}, 1)).errorCode(), -32600);
        QCOMPARE(wire.send(Wire::call(session, "echo", {}, "1")).status, 200); // another id: a text
        QCOMPARE(wire.send(Wire::call(other, "echo", {}, 1)).status, 200);     // another session
        QCOMPARE(wire.send(Wire::message(session, R"({"jsonrpc":"2.0","id":1,"method":"ping"})")).status, 200);
        wire.facade->release();
        QCOMPARE(busy.read().status, 200);
        QCOMPARE(wire.send(Wire::call(session, "echo", {}, 1)).status, 200);
    }

    void limitsWhatRunsAtOnce() {
        auto options = Wire::defaults();
        options.wire.inFlight = 3;
        Wire wire(options);
        const std::string session = wire.open();
        std::vector<std::unique_ptr<WireConnection>> busy;
        for (int i = 0; i < 3; ++i) {
            busy.push_back(std::make_unique<WireConnection>(wire.port()));
            busy.back()->send(Wire::call(session, "slow", {}, i).text());
        }
        QVERIFY(eventually([&] { return wire.facade->running == 3; }));
        const WireAnswer refused = wire.send(Wire::call(session, "echo", {}, 99));
        QCOMPARE(refused.status, 429);
        QVERIFY(!refused.header("retry-after").empty());
        QCOMPARE(wire.send(Wire::message(session, Ping)).status, 200); // ping is answered at once, whatever runs
        QCOMPARE(wire.send(Wire::call(wire.open(), "echo")).status, 200);
    }

    void cancels() {
        Wire wire;
        const std::string session = wire.open();
        WireConnection busy(wire.port());
        busy.send(Wire::call(session, "slow", {}, "x").text());
        QVERIFY(eventually([&] { return wire.facade->running == 1; }));
        const auto cancel = [&](const std::string &id) {
            return wire.send(Wire::message(
                session, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id + "}}"));
        };
        QCOMPARE(cancel("\"y\"").status, 202);
        QCOMPARE(wire.facade->running.load(), 1);
        QCOMPARE(cancel("\"x\"").status, 202);
        QVERIFY(eventually([&] { return wire.facade->stopped == 1; }));
        // No response: the stream ends without one.
        const WireAnswer answer = busy.read();
        QCOMPARE(answer.header("content-type"), std::string("text/event-stream"));
        QVERIFY(answer.body.find("result") == std::string::npos && answer.body.find("error") == std::string::npos);
        QCOMPARE(wire.send(Wire::call(session, "echo", {}, "x")).status, 200);
    }

    void tellsOnceThatTheListChanged_onTheGetStream() {
        const Wire wire;
        const std::string session = wire.open(), other = wire.open();
        WireConnection stream(wire.port()), bystander(wire.port());
        stream.send(Wire::get(session).text());
        bystander.send(Wire::get(other).text());
        QCOMPARE(stream.readHead().status, 200);
        QCOMPARE(bystander.readHead().status, 200);
        const WireAnswer grown = wire.send(Wire::call(session, "grow"));
        QCOMPARE(grown.header("content-type"), std::string("application/json")); // the news is not in the answer too
        const auto news = stream.nextMessage();
        QVERIFY(news && isListChanged(*news));
        QVERIFY(!member(*news, "params"));
        QVERIFY(!stream.nextMessage(600));
        QVERIFY(!bystander.nextMessage(100));
    }

    void tellsOnceThatTheListChanged_insideTheAnswer() {
        for (const char *version : {"2025-11-25", "2025-06-18", "2025-03-26"}) {
            const Wire wire;
            const std::string session = wire.open(version);
            WireConnection connection(wire.port());
            connection.send(Wire::call(session, "grow").text());
            QCOMPARE(connection.readHead().header("content-type"), std::string("text/event-stream"));
            const auto first = connection.nextMessage();
            QVERIFY(first && isListChanged(*first));
            const auto second = connection.nextMessage();
            QVERIFY(second && member(*second, "result"));
            QVERIFY(!connection.nextMessage(200));
            // A stream that opens now has nothing to add.
            WireConnection stream(wire.port());
            stream.send(Wire::get(session).text());
            QCOMPARE(stream.readHead().status, 200);
            QVERIFY(!stream.nextMessage(500));
        }
    }

    void keepsNewsOfTheListUntilSomeoneListens() {
        const Wire wire;
        const std::string session = wire.open();
        // From outside of a call: an eviction, say. Nobody listens; ordinary answers do not carry it.
        wire.facade->changes->changed(session);
        wire.facade->changes->changed(session);
        QTest::qWait(500);
        QCOMPARE(wire.send(Wire::call(session, "echo")).header("content-type"), std::string("application/json"));
        WireConnection stream(wire.port());
        stream.send(Wire::get(session).text());
        QCOMPARE(stream.readHead().status, 200);
        const auto news = stream.nextMessage();
        QVERIFY(news && isListChanged(*news));
        QVERIFY(!stream.nextMessage(500));
    }

    void tellsWhatACancelledCallChanged() {
        const Wire wire;
        const std::string session = wire.open();
        WireConnection stream(wire.port()), busy(wire.port());
        stream.send(Wire::get(session).text());
        QCOMPARE(stream.readHead().status, 200);
        busy.send(Wire::call(session, "slow_grow", {}, 9).text());
        QVERIFY(eventually([&] { return wire.facade->running == 1; }));
        wire.send(
            Wire::message(session, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})"));
        const auto news = stream.nextMessage();
        QVERIFY(news && isListChanged(*news));
        QVERIFY(!stream.nextMessage(300));
    }

    void tellsOfTheCatalogOnlyWhoseListDiffers() {
        Wire wire;
        const std::string session = wire.open(), never = wire.open();
        WireConnection stream(wire.port()), unlisted(wire.port());
        stream.send(Wire::get(session).text());
        unlisted.send(Wire::get(never).text());
        QCOMPARE(stream.readHead().status, 200);
        QCOMPARE(unlisted.readHead().status, 200);
        QCOMPARE(wire.send(Wire::message(session, R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")).status, 200);
        wire.facade->changes->catalogChanged();
        QVERIFY(!stream.nextMessage(700));
        wire.facade->extra = 1;
        for (int i = 0; i < 5; ++i)
            wire.facade->changes->catalogChanged();
        const auto news = stream.nextMessage();
        QVERIFY(news && isListChanged(*news));
        QVERIFY(!stream.nextMessage(700));
        QVERIFY(!unlisted.nextMessage(100));
    }

    void replaysWhatFollowed() {
        const Wire wire;
        const std::string session = wire.open();
        std::string last;
        {
            WireConnection stream(wire.port());
            stream.send(Wire::get(session).text());
            QCOMPARE(stream.readHead().status, 200);
            wire.send(Wire::call(session, "grow"));
            QVERIFY(stream.nextMessage(5000, &last));
        }
        QVERIFY(last.starts_with("g-"));
        QVERIFY(eventually([&] { return wire.server->status().streams == 0; }));
        WireConnection again(wire.port());
        again.send(Wire::get(session, last).text());
        QCOMPARE(again.readHead().status, 200);
        QVERIFY(!again.nextMessage(300)); // it had that one
        wire.send(Wire::call(session, "grow"));
        std::string next;
        QVERIFY(again.nextMessage(5000, &next));
        QVERIFY(next != last);
        // From the start: both, in order.
        WireConnection whole(wire.port());
        whole.send(Wire::get(session, "g-0").text());
        QCOMPARE(whole.readHead().status, 200);
        std::string id;
        QVERIFY(whole.nextMessage(5000, &id));
        QCOMPARE(id, last);
        QVERIFY(whole.nextMessage(5000, &id));
        QCOMPARE(id, next);
    }

    void bringsTheResponseToWhoComesBack() {
        Wire wire(Wire::defaults(), false, std::chrono::milliseconds(100));
        const std::string session = wire.open();
        std::string primed;
        {
            WireConnection broken(wire.port());
            broken.send(Wire::call(session, "slow", {}, 42).text());
            QCOMPARE(broken.readHead().header("content-type"), std::string("text/event-stream"));
            const auto event = broken.nextEvent();
            QVERIFY(event);
            primed = event->id;
        }
        // A broken connection cancels nothing.
        QVERIFY(primed.starts_with("r"));
        WireConnection waiting(wire.port());
        waiting.send(Wire::get(session, primed).text());
        QCOMPARE(waiting.readHead().status, 200);
        QCOMPARE(wire.facade->running.load(), 1);
        wire.facade->release();
        const auto response = waiting.nextMessage();
        QVERIFY(response && member(*response, "result"));
        QCOMPARE(json::serialize(*member(*response, "id")), std::string("42"));
        QVERIFY(!waiting.nextEvent(2000)); // and the stream is over
        // Once more: it is still kept.
        WireConnection late(wire.port());
        late.send(Wire::get(session, primed).text());
        QCOMPARE(late.readHead().status, 200);
        QVERIFY(late.nextMessage());
        // Other sessions have no part in it, and what never was is refused.
        QCOMPARE(wire.send(Wire::get(wire.open(), primed)).status, 400);
        for (const char *id : {"r999-1", "nonsense", "-", "r1-", "r1-99999999999999999999", "x-1"})
            QCOMPARE(wire.send(Wire::get(session, id)).status, 400);
    }

    void forgetsWhatIsTooMuch() {
        auto options = Wire::defaults();
        options.wire.replayEvents = 5;
        const Wire wire(options);
        const std::string session = wire.open();
        WireConnection first(wire.port());
        first.send(Wire::get(session).text());
        QCOMPARE(first.readHead().status, 200);
        for (int i = 0; i < 12; ++i)
            wire.send(Wire::call(session, "grow"));
        WireConnection again(wire.port());
        again.send(Wire::get(session, "g-1").text());
        QCOMPARE(again.readHead().status, 200);
        int count = 0;
        while (again.nextMessage(500))
            ++count;
        QCOMPARE(count, 5);
    }

    void replacesTheOlderGetStream() {
        const Wire wire;
        const std::string session = wire.open();
        WireConnection first(wire.port()), second(wire.port());
        first.send(Wire::get(session).text());
        QCOMPARE(first.readHead().status, 200);
        second.send(Wire::get(session).text());
        QCOMPARE(second.readHead().status, 200);
        while (first.nextEvent(2000)) {
        }
        wire.send(Wire::call(session, "grow"));
        QVERIFY(second.nextMessage());
        QVERIFY(eventually([&] { return wire.server->status().streams == 1; }));
    }

    void keepsQuietStreamsAlive() {
        auto options = Wire::defaults();
        options.wire.keepAlive = std::chrono::seconds(1);
        const Wire wire(options);
        WireConnection stream(wire.port());
        stream.send(Wire::get(wire.open("2025-06-18")).text());
        QCOMPARE(stream.readHead().status, 200);
        const auto event = stream.nextEvent();
        QVERIFY(event && event->comment);
    }

    void asksTheClient() {
        const Wire wire;
        const std::string session = wire.open("2025-11-25", {{"elicitation", json::object()}});
        WireConnection connection(wire.port());
        connection.send(Wire::call(session, "ask").text());
        QCOMPARE(connection.readHead().status, 200);
        const auto question = connection.nextMessage();
        QVERIFY(question);
        QCOMPARE(methodOf(*question), std::string_view("elicitation/create"));
        const std::string id = json::serialize(*member(*question, "id"));
        // An answer of another session is none.
        const std::string reply = R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"accept"}})";
        QCOMPARE(wire.send(Wire::message(wire.open(), reply)).status, 202);
        QVERIFY(!connection.nextMessage(200));
        QCOMPARE(wire.send(Wire::message(session, reply)).status, 202);
        const auto response = connection.nextMessage();
        QVERIFY(response);
        QVERIFY(json::serialize(*response).find(R"("answer":{"action":"accept"})") != std::string::npos);
        QCOMPARE(wire.send(Wire::message(session, reply)).status, 202); // a second answer is ignored
    }
    void asksOnlyWhoCanAnswer() {
        const Wire wire;
        const std::string without = wire.open();
        QVERIFY(wire.send(Wire::call(without, "ask")).body.find("did not declare") != std::string::npos);
        // Nothing is asked before the client said that it is ready.
        const std::string early = wire.send({.body = Wire::initialize("2025-11-25", {{"elicitation", json::object()}})})
                                      .header("mcp-session-id");
        QVERIFY(wire.send(Wire::call(early, "ask")).body.find("notifications/initialized") != std::string::npos);
    }

    void servesManyStreamsWhileCallsGoOn() {
        const Wire wire;
        std::vector<std::string> ids;
        std::vector<std::unique_ptr<WireConnection>> streams;
        for (int i = 0; i < 200; ++i) {
            ids.push_back(wire.open());
            streams.push_back(std::make_unique<WireConnection>(wire.port()));
            streams.back()->send(Wire::get(ids.back()).text());
            QCOMPARE(streams.back()->readHead().status, 200);
        }
        QCOMPARE(wire.server->status().streams, std::size_t(200));
        for (int i = 0; i < 200; ++i)
            QCOMPARE(wire.send(Wire::call(ids[std::size_t(i)], i % 2 ? "echo" : "grow", {}, i)).status, 200);
        for (std::size_t i = 0; i < 200; i += 2)
            QVERIFY(streams[i]->nextMessage());
        QVERIFY(!streams[1]->nextMessage(50));
        streams.clear();
        QVERIFY(eventually([&] { return wire.server->status().streams == 0; }));
    }

    void isNotHeldUpByOneThatStalls() {
        const Wire wire;
        const std::string session = wire.open();
        std::vector<std::unique_ptr<WireConnection>> stalled;
        for (int i = 0; i < 50; ++i) {
            stalled.push_back(std::make_unique<WireConnection>(wire.port()));
            stalled.back()->send("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Le");
        }
        for (int i = 0; i < 20; ++i)
            QCOMPARE(wire.send(Wire::message(session, Ping)).status, 200);
        // One that never gets to the end is put out.
        auto options = Wire::defaults();
        options.wire.receive = std::chrono::seconds(1);
        const Wire impatient(options);
        WireConnection slow(impatient.port());
        slow.send("POST /mcp HTTP/1.1\r\nHost: loc");
        QVERIFY(slow.closedByPeer(5000));
    }

    void stopsInOrder() {
        auto wire = std::make_unique<Wire>();
        const std::string session = wire->open();
        WireConnection finishing(wire->port()), stream(wire->port());
        stream.send(Wire::get(session).text());
        QCOMPARE(stream.readHead().status, 200);
        finishing.send(Wire::call(session, "slow").text());
        QVERIFY(eventually([&] { return wire->facade->running == 1; }));
        std::thread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            wire->facade->release();
        });
        wire->server->stop(std::chrono::seconds(10));
        later.join();
        // It was let finish.
        QVERIFY(finishing.read().body.find("slept") != std::string::npos);
        QVERIFY(stream.closedByPeer());

        auto impatient = std::make_unique<Wire>();
        WireConnection ended(impatient->port());
        ended.send(Wire::call(impatient->open(), "slow").text());
        QVERIFY(eventually([&] { return impatient->facade->running == 1; }));
        impatient->server->stop(std::chrono::milliseconds(50));
        QCOMPARE(ended.read().errorCode(), -32603);
        QCOMPARE(impatient->facade->stopped.load(), 1);
    }

    void printsMetrics() {
        const Wire wire;
        const std::string session = wire.open();
        wire.send(Wire::call(session, "echo"));
        wire.send(Wire::call(session, "fail"));
        wire.send({.method = "GET", .target = "/nothing"});
        const WireAnswer answer = wire.send({.method = "GET", .target = "/metrics"});
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.header("content-type").starts_with("text/plain; version=0.0.4"));
        for (const char *line :
             {"actionscope_sessions 1\n", "actionscope_calls_total 2\n", "actionscope_refused_total 1\n",
              "actionscope_call_outcomes_total{outcome=\"not_active\"} 1\n",
              "actionscope_http_responses_total{status=\"404\"} 1\n",
              "actionscope_request_seconds_count{kind=\"call\"} 2\n"})
            QVERIFY2(answer.body.find(line) != std::string::npos, line);
        QCOMPARE(wire.send({.method = "GET", .target = "/healthz"}).body, std::string(R"({"status":"ok"})"));
        QCOMPARE(wire.send({.method = "POST", .target = "/healthz"}).status, 405);
        QCOMPARE(wire.send({.method = "HEAD", .target = "/healthz"}).status, 200);
    }
};

QTEST_GUILESS_MAIN(TestWireSessions)
#include "tst_wire_sessions.moc"
