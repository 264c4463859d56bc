#include "dispatcher_bench.h"

#include <QTest>
#include <future>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace actionscope::upstream::test;

/// Upstreams that fail, hang, lie or are asked too much: what is tried again, what is not, and when it stops.
class TestHttpDispatcherFailures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void retriesReadsOnceAndWritesNever_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("tier");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("arrived");
        QTest::newRow("read reset") << "get"
                                    << "read"
                                    << "reset" << 2;
        QTest::newRow("read closed") << "get"
                                     << "read"
                                     << "close" << 2;
        QTest::newRow("head reset") << "head"
                                    << "read"
                                    << "reset" << 2;
        QTest::newRow("read cut in its answer") << "get"
                                                << "read"
                                                << "half" << 1;
        QTest::newRow("read that fails") << "get"
                                         << "read"
                                         << "500" << 1;
        QTest::newRow("read by post") << "post"
                                      << "read"
                                      << "reset" << 1;
        QTest::newRow("write") << "post"
                               << "write"
                               << "reset" << 1;
        QTest::newRow("put") << "put"
                             << "write"
                             << "reset" << 1;
        QTest::newRow("delete") << "delete"
                                << "destructive"
                                << "close" << 1;
        QTest::newRow("write by get") << "get"
                                      << "write"
                                      << "reset" << 1;
    }
    void retriesReadsOnceAndWritesNever() {
        QFETCH(QString, method);
        QFETCH(QString, tier);
        QFETCH(QString, fault);
        QFETCH(int, arrived);
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (fault == "reset")
                return peer.reset();
            if (fault == "close")
                return peer.close();
            if (fault == "500")
                return peer.answer("500 Oops", "{}");
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            std::this_thread::sleep_for(20ms);
            peer.reset();
        });
        Bench bench;
        bench.targets.server = server.url();
        DispatchRequest call = request(action(method.toStdString(), "/a", "{}"));
        call.target.risk.tier = *catalog::tierFromName(tier.toStdString());
        const auto reply = bench.dispatcher.dispatch(call);
        QCOMPARE(reply.has_value(), fault == "500");
        if (!reply)
            QCOMPARE(reply.error().fault, DispatchFault::Failed);
        QCOMPARE(int(server.count()), arrived);
    }
    void theSecondTryMayWork() {
        std::atomic<int> tries = 0;
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            if (++tries == 1)
                return peer.reset();
            ok(call, peer);
        });
        Bench bench;
        bench.targets.server = server.url();
        QVERIFY(bench.dispatcher.dispatch(request(action("get", "/a", "{}"))));
        QCOMPARE(bench.dispatcher.health().front().failures, 0U);
    }
    void nothingWasSentWhereNobodyListens() {
        Bench bench;
        {
            const HttpServer server(ok);
            bench.targets.server = server.url();
        }
        const auto reply = bench.dispatcher.dispatch(request(action("post", "/a", "{}")));
        QVERIFY(!reply);
        QCOMPARE(reply.error().fault, DispatchFault::NotSent);
    }
    void timesOutAndCancels() {
        std::promise<void> arrived;
        std::atomic<bool> told = false;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (!told.exchange(true))
                arrived.set_value();
            peer.hold();
        });
        Bench bench;
        bench.targets.server = server.url();
        DispatchRequest call = request(action("get", "/a", "{}"));
        std::stop_source stop;
        call.stop = stop.get_token();
        call.timeout = 1h;
        auto running = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call); });
        arrived.get_future().wait();
        stop.request_stop();
        const auto cancelled = running.get();
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().fault, DispatchFault::Cancelled);
        QCOMPARE(bench.dispatcher.health().front().failures, 0U); // not the service's fault
        call.stop = {};
        call.timeout = 200ms;
        const auto late = bench.dispatcher.dispatch(call);
        QVERIFY(!late);
        QCOMPARE(late.error().fault, DispatchFault::TimedOut);
        QCOMPARE(server.count(), std::size_t(2)); // a hanging read is not asked twice
    }

    void theCircuitOpensAndProbes() {
        std::atomic<bool> broken = true;
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            if (broken)
                return peer.answer("503 Busy", "{}");
            ok(call, peer);
        });
        HttpDispatchLimits limits;
        limits.breakerFailures = 3;
        limits.breakerPause = 30s;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bench.dispatcher.dispatch(call)->status, 503);
        const auto paused = bench.dispatcher.dispatch(call);
        QVERIFY(!paused);
        QCOMPARE(paused.error().fault, DispatchFault::Busy);
        QVERIFY2(contains(paused.error().message, "status 503") && contains(paused.error().message, "30 s"),
                 paused.error().message.c_str());
        QCOMPARE(server.count(), std::size_t(3));
        QVERIFY(bench.dispatcher.health().front().open);
        bench.clock.advance(29s);
        QVERIFY(!bench.dispatcher.dispatch(call));
        bench.clock.advance(1s);
        QVERIFY(bench.dispatcher.dispatch(call)); // the probe fails: closed for another pause
        QVERIFY(!bench.dispatcher.dispatch(call));
        QCOMPARE(server.count(), std::size_t(4));
        broken = false;
        bench.clock.advance(30s);
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        QVERIFY(!bench.dispatcher.health().front().open);
        QCOMPARE(bench.dispatcher.health().front().calls, std::uint64_t(6));
    }
    void aClockThatIsSetBackDoesNotKeepItOpen() {
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("500 Oops", "{}"); });
        HttpDispatchLimits limits;
        limits.breakerFailures = 1;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        QVERIFY(bench.dispatcher.dispatch(call));
        QVERIFY(!bench.dispatcher.dispatch(call));
        bench.clock.advance(-24h);
        QVERIFY(bench.dispatcher.dispatch(call));
    }
    void mistakesOfTheCallerDoNotOpenTheCircuit() {
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("404 Not Found", "{}"); });
        HttpDispatchLimits limits;
        limits.breakerFailures = 2;
        Bench bench(limits);
        bench.targets.server = server.url();
        for (int i = 0; i < 5; ++i)
            QVERIFY(bench.dispatcher.dispatch(request(action("get", "/a", "{}"))));
    }
    void capsConcurrentCalls() {
        std::atomic<int> running = 0, most = 0;
        std::promise<void> release;
        const auto go = release.get_future().share();
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            const int now = ++running;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
            }
            go.wait();
            --running;
            ok(call, peer);
        });
        HttpDispatchLimits limits;
        limits.callsPerService = 2;
        limits.queueTime = 1h;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        std::vector<std::future<bool>> calls;
        for (int i = 0; i < 6; ++i)
            calls.push_back(
                std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call).has_value(); }));
        while (running < 2)
            std::this_thread::yield();
        // One that gives up waiting says so.
        DispatchRequest impatient = call;
        std::stop_source stop;
        impatient.stop = stop.get_token();
        auto waiting = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(impatient); });
        stop.request_stop();
        QCOMPARE(waiting.get().error().fault, DispatchFault::Cancelled);
        release.set_value();
        for (auto &one : calls)
            QVERIFY(one.get());
        QCOMPARE(most.load(), 2);
    }
    void aFullServiceIsBusy() {
        std::promise<void> arrived;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            arrived.set_value();
            peer.hold();
        });
        HttpDispatchLimits limits;
        limits.callsPerService = 1;
        limits.queueTime = 10ms;
        Bench bench(limits);
        bench.targets.server = server.url();
        DispatchRequest call = request(action("get", "/a", "{}"));
        std::stop_source stop;
        call.stop = stop.get_token();
        auto first = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call); });
        arrived.get_future().wait();
        DispatchRequest second = call;
        second.stop = {};
        const auto busy = bench.dispatcher.dispatch(second);
        QVERIFY(!busy);
        QCOMPARE(busy.error().fault, DispatchFault::Busy);
        QVERIFY(contains(busy.error().message, "upstream.calls_per_service"));
        stop.request_stop();
        QVERIFY(!first.get());
    }

    void faults_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("hundred megabytes") << "100 MB"
                                           << "limits.response_bytes";
        QTest::newRow("lie about length") << "short"
                                          << "in the middle of the answer";
        QTest::newRow("compressed bomb") << "bomb"
                                         << "limits.response_bytes";
        QTest::newRow("endless") << "endless"
                                 << "limits.response_bytes";
    }
    void faults() {
        QFETCH(QString, what);
        QFETCH(QString, words);
        const QByteArray bomb = what == "bomb" ? qCompress(QByteArray(100 << 20, ' '), 9).mid(4) : QByteArray();
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
            if (what == "bomb")
                return peer.answer("200 OK", bomb.toStdString(), "application/json", "Content-Encoding: deflate\r\n");
            if (what == "short")
                peer.send(head + "Content-Length: 1000\r\n\r\n{\"half\":");
            else if (what == "100 MB")
                peer.send(head + "Content-Length: 104857600\r\n\r\n" + std::string(1 << 20, ' '));
            else
                for (peer.send(head + "\r\n"); peer.send(std::string(1 << 16, ' '));) {
                }
            peer.close();
        });
        Bench bench;
        bench.targets.server = server.url();
        const auto reply = bench.dispatcher.dispatch(request(action("get", "/a?secret=hunter2", "{}")));
        QVERIFY(!reply);
        QCOMPARE(reply.error().fault, DispatchFault::Failed);
        QVERIFY2(contains(reply.error().message, words.toStdString()), reply.error().message.c_str());
        QVERIFY(!contains(reply.error().message, "hunter2"));
        QCOMPARE(server.count(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestHttpDispatcherFailures)
#include "tst_http_dispatcher_failures.moc"
