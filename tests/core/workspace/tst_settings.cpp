#include "workspace/settings.h"

#include "base/clock.h"
#include "workspace_fixture.h"

#include <fstream>
#include <ranges>

using namespace actionscope;
using workspace::readSettings;

class SettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void missingFileGivesDefaults() {
        const auto settings = readSettings(m_folder / "none.yaml");
        QVERIFY(settings);
        QVERIFY(!settings->floor);
        QCOMPARE(settings->preset, std::string("default"));
        QCOMPARE(settings->limits.fileBytes, ingest::ImportLimits{}.fileBytes);
    }

    void emptyFileGivesDefaults() {
        m_folder.write("empty.yaml", "# only a comment\n");
        QVERIFY(readSettings(m_folder / "empty.yaml"));
    }

    void readsEveryKey() {
        m_folder.write("all.yaml", "name: Ours\n"
                                   "search: {floor: 0.4}\n"
                                   "audit: {checkpoint_every: 7}\n"
                                   "limits:\n"
                                   "  file_bytes: 11\n  depth: 12\n  files: 13\n  operations: 14\n"
                                   "  schema_bytes: 15\n  schema_depth: 16\n  refs: 17\n  hand_file_bytes: 18\n"
                                   "  yaml_depth: 19\n  yaml_aliases: 0\n  yaml_nodes: 21\n"
                                   "  download_bytes: 22\n  download_timeout_ms: 23\n");
        const auto s = readSettings(m_folder / "all.yaml");
        QVERIFY2(s, s ? "" : s.error().toString().c_str());
        QCOMPARE(s->name, std::string("Ours"));
        QCOMPARE(s->floor, 0.4);
        QCOMPARE(s->checkpointEvery, 7U);
        QCOMPARE(s->limits.fileBytes, 11U);
        QCOMPARE(s->limits.depth, 12U);
        QCOMPARE(s->limits.files, 13U);
        QCOMPARE(s->limits.operations, 14U);
        QCOMPARE(s->limits.schemaBytes, 15U);
        QCOMPARE(s->limits.schemaDepth, 16U);
        QCOMPARE(s->limits.refs, 17U);
        QCOMPARE(s->handLimits.fileBytes, 18U);
        QCOMPARE(s->limits.yaml.depth, 19U);
        QCOMPARE(s->limits.yaml.aliases, 0U);
        QCOMPARE(s->limits.yaml.nodes, 21U);
        QCOMPARE(s->limits.fetch.bytes, 22U);
        QCOMPARE(s->limits.fetch.timeout.count(), 23);
    }

    void readsTheEmbeddingModel() {
        using Kind = retrieval::EmbeddingSettings::Kind;
        QCOMPARE(readSettings(m_folder / "none.yaml")->embedding, retrieval::EmbeddingSettings());
        m_folder.write("endpoint.yaml",
                       "search:\n  preset: keywords\n  embedding: {kind: endpoint, model: m, dimension: 768,\n"
                       "    url: 'http://127.0.0.1:11434/v1', key_env: MY_KEY_2}\n");
        const auto s = readSettings(m_folder / "endpoint.yaml");
        QVERIFY2(s, s ? "" : s.error().toString().c_str());
        QCOMPARE(s->preset, std::string("keywords"));
        QVERIFY(s->embedding.kind == Kind::Endpoint);
        QCOMPARE(s->embedding.url, std::string("http://127.0.0.1:11434/v1"));
        QCOMPARE(s->embedding.model, std::string("m"));
        QCOMPARE(s->embedding.dimension, 768U);
        QCOMPARE(s->embedding.keyEnv, std::string("MY_KEY_2"));
        m_folder.write("folder.yaml", "search: {embedding: {kind: model2vec, path: models/potion}}\n");
        QCOMPARE(readSettings(m_folder / "folder.yaml")->embedding.path, std::string("models/potion"));
    }

    void embeddingModelsThatCannotBeAreRefused_data() {
        QTest::addColumn<QString>("embedding");
        QTest::addColumn<QString>("says");
        QTest::newRow("an unknown kind") << "kind: magic"
                                         << "`kind` is one of";
        QTest::newRow("a folder without path") << "kind: model2vec"
                                               << "needs `path`";
        QTest::newRow("an endpoint without address") << "kind: endpoint, model: m"
                                                     << "needs `url`";
        QTest::newRow("an endpoint without model") << "kind: endpoint, url: 'http://127.0.0.1/v1'"
                                                   << "needs `model`";
        QTest::newRow("a huge dimension") << "dimension: 5000"
                                          << "1 to 4096";
        QTest::newRow("no dimension") << "dimension: 0"
                                      << "1 to 4096";
        QTest::newRow("a key in the file") << "key_env: sk-123"
                                           << "environment variable";
        QTest::newRow("an unknown key") << "key: sk-123"
                                        << "unknown setting `search.embedding.key`";
    }
    void embeddingModelsThatCannotBeAreRefused() {
        QFETCH(QString, embedding);
        QFETCH(QString, says);
        m_folder.write("bad.yaml", "search: {embedding: {" + embedding.toStdString() + "}}\n");
        const auto s = readSettings(m_folder / "bad.yaml");
        QVERIFY(!s);
        QCOMPARE(s.error().code, ErrorCode::ParseError);
        const QString message = QString::fromStdString(s.error().toString());
        QVERIFY2(message.contains(says) && message.contains("bad.yaml:1"), qPrintable(message));
    }

    void readsWhatTheGatewayBeginsWith() {
        m_folder.write("gateway.yaml",
                       "network: {allow: [127.0.0.1, 'wiki.intern:8080', 10.1.0.0/16]}\n"
                       "gateway: {listen: '0.0.0.0:80', elicit: false, approval_life: 2h, sessions: 5,\n"
                       "  session_idle: 30m, session_age: 1d, tool_cache: 7, tool_life: 90s}\n"
                       "audit: {reads_without_log: true}\n"
                       "policy: {hook: {url: 'http://127.0.0.1:8181/v1/data/x', timeout_ms: 300}}\n"
                       "privacy: off\n"
                       "limits: {argument_bytes: 9, approvals_waiting: 8}\n");
        const auto s = readSettings(m_folder / "gateway.yaml");
        QVERIFY2(s, s ? "" : s.error().toString().c_str());
        QCOMPARE(s->networkAllow, (std::vector<std::string>{"127.0.0.1", "wiki.intern:8080", "10.1.0.0/16"}));
        QCOMPARE(s->gateway.listen, std::string("0.0.0.0:80"));
        QVERIFY(!s->gateway.elicit && !s->privacy && s->readsWithoutLog);
        QCOMPARE(s->gateway.approvalLife.count(), 7200);
        QCOMPARE(s->gateway.sessions.sessions, std::size_t(5));
        QCOMPARE(s->gateway.sessions.idle.count(), 1800);
        QCOMPARE(s->gateway.sessions.maxAge.count(), 86400);
        QCOMPARE(s->gateway.sessions.discoveredTools, std::size_t(7));
        QCOMPARE(s->gateway.sessions.toolLife.count(), 90);
        QCOMPARE(s->policyHook.url, std::string("http://127.0.0.1:8181/v1/data/x"));
        QCOMPARE(s->policyHook.timeout.count(), 300);
        QCOMPARE(s->argumentBytes, std::size_t(9));
        QCOMPARE(s->approvalsWaiting, std::size_t(8));
        m_folder.write("one.yaml", "network: {allow: 127.0.0.1}\n");
        QCOMPARE(readSettings(m_folder / "one.yaml")->networkAllow.size(), std::size_t(1));
    }

    void readsTheLimitsOfTheWire() {
        m_folder.write("wire.yaml", "gateway:\n"
                                    "  body_bytes: 2048\n  header_bytes: 4096\n  json_depth: 20\n  batch: 21\n"
                                    "  in_flight: 22\n  connections: 23\n  streams: 24\n  stream_queue_bytes: 32768\n"
                                    "  requests_per_minute: 0\n  receive_time: 25s\n  send_time: 26s\n"
                                    "  connection_idle: 27s\n  question_time: 28s\n  longest_call: 29s\n"
                                    "  keep_alive: 30s\n  replay_events: 0\n  replay_bytes: 0\n  replay_life: 31s\n"
                                    "  threads: 3\n  call_threads: 32\n  session_idle_unheard: 33s\n"
                                    "  activation_life: 34s\n  allowed_hosts: [gate.intern, 'gate:8443']\n"
                                    "  allowed_origins: https://app.example.com\n");
        const auto s = readSettings(m_folder / "wire.yaml");
        QVERIFY2(s, s ? "" : s.error().toString().c_str());
        const workspace::WireLimits &wire = s->gateway.wire;
        const std::size_t sizes[] = {wire.bodyBytes,         wire.headerBytes,  wire.jsonDepth,  wire.batch,
                                     wire.inFlight,          wire.connections,  wire.streams,    wire.queuedBytes,
                                     wire.requestsPerMinute, wire.replayEvents, wire.replayBytes};
        const std::size_t wanted[] = {2048, 4096, 20, 21, 22, 23, 24, 32768, 0, 0, 0};
        QVERIFY(std::ranges::equal(sizes, wanted));
        const std::chrono::seconds times[] = {wire.receive,
                                              wire.send,
                                              wire.idle,
                                              wire.call,
                                              wire.longestCall,
                                              wire.keepAlive,
                                              wire.replayLife,
                                              s->gateway.sessions.idleWithoutStream,
                                              s->gateway.sessions.activationLife};
        const int seconds[] = {25, 26, 27, 28, 29, 30, 31, 33, 34};
        QVERIFY(std::ranges::equal(times, seconds, {}, [](auto time) { return int(time.count()); }));
        QCOMPARE(s->gateway.threads, std::size_t(3));
        QCOMPARE(s->gateway.callThreads, std::size_t(32));
        QCOMPARE(s->gateway.allowedHosts, (std::vector<std::string>{"gate.intern", "gate:8443"}));
        QCOMPARE(s->gateway.allowedOrigins, (std::vector<std::string>{"https://app.example.com"}));
    }

    /// The table of settings.md is what is read: its defaults and caps are taken, and one more than a cap is not.
    void documentsEveryLimitAsItIs() {
        std::ifstream file(ACTIONSCOPE_SOURCE_DIR "/core/workspace/settings.md");
        int rows = 0;
        std::string section; // "context.turns", as the head of the table has it
        const auto takes = [&](const std::string &key, const std::string &value) {
            std::string text = key + ": " + value;
            for (const QString &outer : QString::fromStdString(section).split('.') | std::views::reverse)
                text = outer.toStdString() + ": {" + text + '}';
            m_folder.write("row.yaml", text + '\n');
            return readSettings(m_folder / "row.yaml").has_value();
        };
        for (std::string line; std::getline(file, line);) {
            if (!line.starts_with("| `"))
                continue;
            if (const std::size_t head = line.find(":` |"); head != std::string::npos) {
                section = line.substr(3, head - 3);
                continue;
            }
            const QStringList cells = QString::fromStdString(line).split('|');
            const std::string key = cells.at(1).trimmed().remove('`').toStdString(),
                              standard = cells.at(2).trimmed().toStdString(), cap = cells.at(3).trimmed().toStdString();
            const bool time = !std::isdigit(static_cast<unsigned char>(cap.back()));
            QVERIFY2(takes(key, standard), (key + " does not take its default " + standard).c_str());
            QVERIFY2(takes(key, cap), (key + " does not take its cap " + cap).c_str());
            const std::string beyond =
                time ? std::to_string(parseDuration(cap)->count() + 1) + "s" : std::to_string(std::stoull(cap) + 1);
            QVERIFY2(!takes(key, beyond), (key + " takes more than its cap").c_str());
            ++rows;
        }
        QCOMPARE(rows, 50);
    }

    void complainsWithPlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("unknown key") << "name: A\nflor: 1\n"
                                     << "unknown setting `flor`" << 2 << 1;
        QTest::newRow("unknown key in a section") << "search:\n  flor: 1\n"
                                                  << "unknown setting `search.flor`" << 2 << 3;
        QTest::newRow("floor above one") << "search: {floor: 1.5}\n"
                                         << "`floor` is a number from 0 to 1" << 1 << 17;
        QTest::newRow("floor that is no number") << "search: {floor: high}\n"
                                                 << "`floor`" << 1 << 17;
        QTest::newRow("negative limit") << "limits: {depth: -4}\n"
                                        << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("limit of zero") << "limits: {depth: 0}\n"
                                       << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("limit too large") << "limits: {depth: 5000000000}\n"
                                         << "`depth` is a whole number" << 1 << 17;
        QTest::newRow("network that is none") << "network: {allow: [10.0.0.0/99]}\n"
                                              << "`allow` is a list of hosts" << 1 << 18;
        QTest::newRow("listen without a port") << "gateway: {listen: localhost}\n"
                                               << "`listen` is HOST:PORT" << 1 << 19;
        QTest::newRow("time without a unit") << "gateway: {session_idle: 30}\n"
                                             << "`session_idle` is a time" << 1 << 25;
        QTest::newRow("body above its cap") << "gateway:\n  body_bytes: 268435457\n"
                                            << "`body_bytes` is a whole number from 1024 to 268435456" << 2 << 15;
        QTest::newRow("no streams at all") << "gateway: {streams: 0}\n"
                                           << "`streams` is a whole number from 1" << 1 << 20;
        QTest::newRow("streams beyond counting") << "gateway: {streams: 99999999999999999999}\n"
                                                 << "`streams` is a whole number from 1" << 1 << 20;
        QTest::newRow("time above its cap") << "gateway: {receive_time: 11m}\n"
                                            << "`receive_time` is a time from 1s to 600s" << 1 << 25;
        QTest::newRow("no time at all") << "gateway: {keep_alive: 0s}\n"
                                        << "`keep_alive` is a time from 1s" << 1 << 23;
        QTest::newRow("origin that is a mapping") << "gateway: {allowed_origins: {a: b}}\n"
                                                  << "unknown setting" << 1 << 29;
        QTest::newRow("hook that is no address") << "policy:\n  hook: {url: localhost}\n"
                                                 << "`url` is an http or https address" << 2 << 15;
        QTest::newRow("unknown key of the hook") << "policy:\n  hook: {uri: x}\n"
                                                 << "unknown setting `policy.hook.uri`" << 2 << 10;
        QTest::newRow("too deep") << "policy:\n  hook: {url: {a: b}}\n"
                                  << "`url` is" << 2 << 15;
        QTest::newRow("privacy") << "privacy: maybe\n"
                                 << "`privacy` is true or false" << 1 << 10;
        QTest::newRow("a list") << "- name: A\n"
                                << "settings are a mapping" << 1 << 1;
        QTest::newRow("not YAML") << "name: [a\n"
                                  << "" << 2 << 1;
    }
    void complainsWithPlace() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        QFETCH(int, line);
        QFETCH(int, column);
        m_folder.write("bad.yaml", text.toStdString());
        const auto settings = readSettings(m_folder / "bad.yaml");
        QVERIFY(!settings);
        QCOMPARE(settings.error().code, ErrorCode::ParseError);
        const QString message = QString::fromStdString(settings.error().toString());
        QVERIFY2(message.contains(says), qPrintable(message));
        QCOMPARE(int(settings.error().where.line), line);
        QCOMPARE(int(settings.error().where.column), column);
    }

    void refusesDeepNestingWithoutFallingOver() {
        m_folder.write("deep.yaml", "name: " + std::string(64000, '['));
        QVERIFY(!readSettings(m_folder / "deep.yaml"));
    }

private:
    test::Folder m_folder;
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "tst_settings.moc"
