/// BX8: heads of the audit chain kept where the log is not, and the log verified against them.

#include "session_log_fixture.h"
#include "support/http_server.h"
#include "workspace/kept_heads.h"

using namespace actionscope;
using namespace actionscope::test;
using workspace::HeadsSettings;
using workspace::KeptHead;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines(const std::string &text) {
    std::vector<std::string> list;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        list.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return list;
}

void happen(workspace::Workspace &workspace, const std::string &what) {
    governance::AuditEvent event;
    event.kind = "setting";
    event.outcome = what;
    expectValue(workspace.record(std::move(event)));
}

bool intact(const workspace::Workspace &workspace) {
    return expectValue(workspace.audit()->verify(std::nullopt)).intact;
}

} // namespace

class TestKeptHeads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWroteAndWhatPeopleNoteDown() {
        const std::string hash(64, 'a');
        const KeptHead head{{7, hash}, parseTimestamp("2026-11-22T10:00:00Z"), "shop"};
        const auto back = expectValue(workspace::parseHeads(workspace::headLine(head) + '\n', "heads"));
        QCOMPARE(back.size(), std::size_t(1));
        QVERIFY(back[0].head.seq == 7 && back[0].head.hash == hash && back[0].time == head.time);
        QCOMPARE(back[0].workspace, std::string("shop"));
        const auto mixed = expectValue(
            workspace::parseHeads("7:" + hash + "\r\n\n" + workspace::headLine(head) + "\n{\"head\":\"8:", "heads"));
        QCOMPARE(mixed.size(), std::size_t(2)); // the last line was torn off in writing
        const auto array =
            expectValue(workspace::parseHeads("[\"7:" + hash + "\", " + workspace::headLine(head) + "]", "heads"));
        QCOMPARE(array.size(), std::size_t(2));
        for (const char *bad : {"7:abc\n", "{\"head\":5}\n", "[1]", "nonsense\n", "{}\n"}) {
            const auto refused = workspace::parseHeads(bad, "heads");
            QVERIFY2(!refused && refused.error().code == ErrorCode::ParseError, bad);
        }
        QCOMPARE(workspace::parseHeads("7:" + hash + "\nno\n", "heads").error().where.line, 2U);
    }

    void aHeadIsAppendedOnceAndOutsideTheWorkspaceOnly() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("heads.jsonl", "{\"head\":\"1:torn"); // a crash long ago
        const HeadsSettings settings{.file = "../heads.jsonl"};
        const auto first = expectValue(workspace::keepHead(*workspace, settings));
        expectValue(workspace::keepHead(*workspace, settings));
        QCOMPARE(lines(folder.read("heads.jsonl")).size(), std::size_t(2));
        happen(*workspace, "one");
        const auto second = expectValue(workspace::keepHead(*workspace, settings));
        QVERIFY(second.head.seq > first.head.seq);
        const auto kept = expectValue(workspace::readHeads((folder / "heads.jsonl").string()));
        QCOMPARE(kept.size(), std::size_t(2));
        QCOMPARE(governance::formatHead(kept[1].head), governance::formatHead(second.head));
        // It ends in a signature: what stands before it cannot be made again without the key.
        QCOMPARE(expectValue(workspace->audit()->verify(std::nullopt)).unsignedTail, std::uint64_t(0));

        const auto none = workspace::keepHead(*workspace, {});
        QVERIFY(none.error().message.find("actionscope.yaml") != std::string::npos);
        for (const char *inside : {"heads.jsonl", ".actionscope/heads", "../ws/queries/heads"}) {
            const auto refused = workspace::keepHead(*workspace, {.file = inside});
            QVERIFY2(!refused && refused.error().message.find("in the workspace") != std::string::npos, inside);
        }
        QVERIFY(!workspace::keepHead(*workspace, {.file = (folder / "missing" / "heads").string()}));
        QVERIFY(!workspace::keepHead(*workspace, {.url = "http://heads.example/x"})); // anyone on the way could answer
        QCOMPARE(workspace::readHeads((folder / "ws/actionscope.yaml").string()).error().code, ErrorCode::ParseError);
    }

    void aLogThatWasCutAndSignedAgainIsNoticed() {
        const Folder folder;
        const HeadsSettings settings{.file = (folder / "heads.jsonl").string()};
        const auto state = [&](const std::string &from, const std::string &to) {
            for (const char *file : {"state.db", "state.db-wal", "state.db-shm"}) {
                fs::remove(folder / to / file);
                if (fs::exists(folder / from / file))
                    fs::copy_file(folder / from / file, folder / to / file);
            }
        };
        KeptHead early, late;
        {
            const auto workspace = openShop(folder);
            happen(*workspace, "before");
            early = expectValue(workspace::keepHead(*workspace, settings));
        }
        fs::create_directories(folder / "old");
        state("ws/.actionscope", "old");
        {
            const auto workspace = openShop(folder);
            happen(*workspace, "what somebody would rather not have done");
            late = expectValue(workspace::keepHead(*workspace, settings));
            const auto check = expectValue(workspace::checkHeads(
                *workspace->audit(), expectValue(workspace::readHeads((folder / "heads.jsonl").string()))));
            QVERIFY(!check.missing && check.heads == 2);
            QCOMPARE(check.newest->head.seq, late.head.seq);
        }
        state("old", "ws/.actionscope");
        const auto heads = expectValue(workspace::readHeads((folder / "heads.jsonl").string()));
        {
            // The tail is gone, and the chain itself cannot tell.
            const auto workspace = openShop(folder);
            QVERIFY(intact(*workspace));
            const auto check = expectValue(workspace::checkHeads(*workspace->audit(), heads));
            QVERIFY(check.missing && check.found.empty());
            QCOMPARE(check.missing->head.seq, late.head.seq);
            QCOMPARE(check.newest->head.seq, early.head.seq);
            // Something else in its place, signed with the key of the workspace.
            for (int i = 0; i < 5; ++i)
                happen(*workspace, "something harmless");
            expectValue(workspace->signAudit());
            QVERIFY(intact(*workspace));
            const auto again = expectValue(workspace::checkHeads(*workspace->audit(), heads));
            QVERIFY(again.missing && !again.found.empty());
            QCOMPARE(again.missing->head.seq, late.head.seq);
        }
    }

    void headsArePostedAndReadOverHttp() {
        const Folder folder;
        const auto workspace = openShop(folder);
        std::mutex mutex;
        std::string kept;
        std::atomic<bool> fails = false;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            const std::lock_guard lock(mutex);
            if (fails)
                return peer.answer("500 Internal Server Error", "{}");
            if (call.method == "POST")
                kept += call.body + '\n';
            peer.answer("200 OK", call.method == "GET" ? kept : "{}");
        });
        const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/heads?key=secret";
        const HeadsSettings settings{.file = (folder / "heads.jsonl").string(), .url = url};
        const auto head = expectValue(workspace::keepHead(*workspace, settings));
        const auto read = expectValue(workspace::readHeads(url));
        QCOMPARE(read.size(), std::size_t(1));
        QCOMPARE(governance::formatHead(read[0].head), governance::formatHead(head.head));
        fails = true;
        happen(*workspace, "one");
        const auto refused = workspace::keepHead(*workspace, settings);
        QVERIFY(!refused && refused.error().message.find("500") != std::string::npos);
        QVERIFY(refused.error().message.find("secret") == std::string::npos);
        // The file got it all the same.
        QCOMPARE(lines(folder.read("heads.jsonl")).size(), std::size_t(2));
        QVERIFY(!workspace::readHeads(url));
    }

    void theKeeperFollowsTheSettingsAndSaysWhatFails() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/actionscope.yaml", "name: shop\naudit:\n  heads: {file: ../missing/heads.jsonl, every: 1h}\n");
        const auto workspace = openShop(folder);
        std::atomic<int> told = 0;
        {
            workspace::HeadKeeper keeper(*workspace, [&](const std::string &) { ++told; });
            QTRY_VERIFY(!keeper.status().problem.empty());
            QTRY_COMPARE(told.load(), 1);
            QVERIFY(keeper.status().problem.find("missing") != std::string::npos);
            // Nothing else stops for it.
            happen(*workspace, "one");
            fs::create_directories(folder / "missing");
        }
        // The last one, when it ends.
        const auto kept = expectValue(workspace::readHeads((folder / "missing/heads.jsonl").string()));
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(kept[0].workspace, std::string("shop"));
        QVERIFY(!expectValue(workspace::checkHeads(*workspace->audit(), kept)).missing);
    }

    void settingsAreReadStrictly() {
        const Folder folder;
        folder.write("a.yaml", "audit: {heads: {url: 'https://ledger.example/heads', every: 15m}}\n");
        const auto settings = expectValue(workspace::readHeadsSettings(folder / "a.yaml"));
        QCOMPARE(settings.url, std::string("https://ledger.example/heads"));
        QCOMPARE(settings.every.count(), std::int64_t(900));
        QVERIFY(expectValue(workspace::readHeadsSettings(folder / "none.yaml")) == HeadsSettings());
        for (const char *bad : {"url: ftp://x", "every: soon", "file: ''", "where: x"}) {
            folder.write("b.yaml", std::string("audit: {heads: {") + bad + "}}\n");
            QVERIFY2(!workspace::readHeadsSettings(folder / "b.yaml"), bad);
        }
    }
};

QTEST_GUILESS_MAIN(TestKeptHeads)
#include "tst_kept_heads.moc"
