#include "support/mcp_process.h"
#include "upstream/mcp_servers.h"

#include <QtTest/QTest>
#include <mutex>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace std::chrono_literals;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Secrets held in memory.
class Secrets final : public SecretStore {
public:
    std::map<std::string, std::string> known;
    Result<std::optional<std::string>> read(const SecretReference &reference) const override {
        const auto found = known.find(reference.name);
        return found == known.end() ? std::nullopt : std::optional(found->second);
    }
    Result<void> write(const SecretReference &, std::string_view) override { return {}; }
    Result<void> erase(const SecretReference &) override { return {}; }
};

McpServerEntry scripted(const std::string &name, std::vector<std::string> options = {}) {
    McpServerEntry entry;
    entry.name = name;
    entry.command = test::scriptedServer(std::move(options));
    return entry;
}

std::string problemOf(std::string_view text) {
    const auto entries = parseServers(text, "servers.yaml");
    return entries ? "read" : entries.error().toString();
}

/// A request for a tool, as the gatekeeper makes it.
governance::DispatchRequest requestFor(const std::string &service, const ingest::ImportedService &imported,
                                       const std::string &action, json::object arguments = {}) {
    catalog::Service entry;
    entry.info = imported.info;
    entry.segment = *catalog::Segment::build(imported.actions);
    governance::DispatchRequest request;
    request.target.catalog = *catalog::Catalog::build({entry});
    request.target.ordinal = *request.target.catalog->find(service + "." + action);
    request.target.service = service;
    request.target.action = action;
    request.arguments = std::move(arguments);
    request.callId = "call-1";
    request.timeout = 10s;
    return request;
}

} // namespace

class McpServersTest : public QObject {
    Q_OBJECT
    Secrets m_secrets;
    net::HttpExchanger m_http{net::AddressRules()}; // public addresses only

private Q_SLOTS:
    void theFileIsReadStrictly() {
        const auto entries = parseServers("# ours\n"
                                          "servers:\n"
                                          "  - name: everything\n"
                                          "    command: [npx, -y, server]\n"
                                          "    env: {KEY: {env: MY_KEY}, MODE: plain}\n"
                                          "    enabled: false\n"
                                          "  - name: weather\n"
                                          "    url: https://mcp.example.com/mcp?x=1\n"
                                          "    headers: {Authorization: {keychain: weather}}\n"
                                          "    tags: [weather]\n",
                                          "servers.yaml");
        QVERIFY2(entries, entries ? "" : entries.error().toString().c_str());
        QCOMPARE(entries->size(), 2U);
        QCOMPARE(entries->at(0).command.size(), 3U);
        QCOMPARE(entries->at(0).secretEnvironment.at("KEY").name, std::string("MY_KEY"));
        QCOMPARE(entries->at(0).environment.at("MODE"), std::string("plain"));
        QVERIFY(!entries->at(0).enabled);
        QCOMPARE(entries->at(1).path, std::string("/weather"));
        QCOMPARE(serverOrigin(entries->at(1)), std::string("mcp+https://mcp.example.com/mcp"));
        QCOMPARE(serverOrigin(entries->at(0)), std::string("mcp+stdio:npx -y server"));
    }
    void complaintsNameThePlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("complaint");
        const auto row = [](const char *name, const char *text, const char *complaint) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(complaint);
        };
        row("unknown key", "servers:\n  - name: a\n    comand: [x]\n", "servers.yaml:3:5: unknown key `comand`");
        row("neither", "servers:\n  - name: a\n", "either a `command` or a `url`");
        row("both", "servers:\n  - {name: a, command: [x], url: http://h/}\n", "either a `command` or a `url`");
        row("shell", "servers:\n  - {name: a, command: rm -rf}\n", "list of texts");
        row("name", "servers:\n  - {name: A b, command: [x]}\n", "cannot be a name");
        row("twice", "servers:\n  - {name: a, command: [x]}\n  - {name: a, command: [y]}\n",
            "servers.yaml:3:12: there is");
        row("credentials", "servers:\n  - {name: a, url: 'https://u:p@h/'}\n", "credentials do not belong");
        row("scheme", "servers:\n  - {name: a, url: 'ftp://h/'}\n", "http or https");
        row("header", "servers:\n  - {name: a, url: 'http://h/', headers: {A: \"x\\r\\nB: y\"}}\n", "one line");
        row("reference", "servers:\n  - {name: a, command: [x], env: {A: {env: x, file: y}}}\n", "one place");
        row("no yaml", "servers: [\n", "servers.yaml:");
    }
    void complaintsNameThePlace() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, complaint);
        const std::string problem = problemOf(text.toStdString());
        QVERIFY2(has(problem, complaint.toStdString()), problem.c_str());
    }
    void anEntryIsAppendedAndNothingElseTouched() {
        McpServerEntry entry;
        entry.name = "files";
        entry.command = {"npx", "-y", "a \"b\" c"};
        const std::string before = "# mine\nservers:\n- name: one   # here\n  command: [x]\n";
        const auto after = appendServer(before, "servers.yaml", entry);
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        QVERIFY(after->starts_with(before));
        QCOMPARE(parseServers(*after, "")->back().command, entry.command);
        const auto fresh = appendServer("", "servers.yaml", entry);
        QVERIFY(fresh);
        QCOMPARE(parseServers(*fresh, "")->size(), 1U);
        QCOMPARE(appendServer(*after, "servers.yaml", entry).error().code, ErrorCode::AlreadyExists);
        const auto odd = appendServer("servers: [{name: one, command: [x]}]\n", "servers.yaml", entry);
        QVERIFY(!odd);
        QVERIFY2(has(odd.error().message, "- name: files"), odd.error().message.c_str());
    }
    void serversConnectListAndAnswer() {
        std::mutex mutex;
        std::vector<std::size_t> listed;
        McpServers::Hooks hooks;
        hooks.listed = [&](const McpServerEntry &, const ingest::McpListing &listing) {
            const std::lock_guard lock(mutex);
            listed.push_back(listing.tools.size());
        };
        McpServers servers({scripted("one")}, m_secrets, m_http, hooks);
        QCOMPARE(serverStateName(servers.health().front().state), std::string_view("disabled"));
        servers.start();
        QTRY_COMPARE(serverStateName(servers.health().front().state), std::string_view("ready"));
        QCOMPARE(servers.health().front().tools, 15U);
        QCOMPARE(servers.health().front().serverInfo, std::string("scripted 1"));
        const auto client = servers.client("one");
        QVERIFY(client);
        QVERIFY((*client)->request("tools/call", json::object{{"name", "grow"}, {"arguments", json::object{}}}));
        const auto counts = [&] {
            const std::lock_guard lock(mutex);
            return listed;
        };
        QTRY_COMPARE(counts().size(), 2U);
        QCOMPARE(counts().back(), 16U);
        QCOMPARE(servers.client("two").error().code, ErrorCode::NotFound);
    }
    void aServerThatDiesIsStartedAgain() {
        McpServers servers({scripted("one")}, m_secrets, m_http, {});
        auto client = servers.client("one");
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        QVERIFY(!(*client)->request("tools/call", json::object{{"name", "crash"}, {"arguments", json::object{}}}));
        // A caller in the moment between the end and the next start is told of the end; soon after it is served again.
        QTRY_VERIFY_WITH_TIMEOUT((client = servers.client("one")).has_value(), 10'000);
        QVERIFY((*client)->request("ping", json::object{}));
        const ServerHealth health = servers.health().front();
        QCOMPARE(health.restarts, 1U);
        QVERIFY(std::ranges::count(health.log, "out of luck") == 1);
    }
    void whatCannotStartSaysWhyAndWaits() {
        McpServerEntry missing;
        missing.name = "gone";
        missing.command = {"no-such-program-here"};
        McpServers servers({missing, scripted("broken", {"--broken"})}, m_secrets, m_http, {});
        servers.start();
        const auto state = [&](std::size_t i) { return servers.health()[i].state; };
        QTRY_COMPARE(state(0), ServerState::BackingOff);
        QTRY_COMPARE(state(1), ServerState::BackingOff);
        QVERIFY(has(servers.health()[0].problem, "cannot open the database"));
        QVERIFY(has(servers.health()[1].problem, "no program"));
        QVERIFY(servers.health()[1].nextTry);
        const auto client = servers.client("gone");
        QVERIFY(!client);
        QVERIFY2(has(client.error().message, "no program"), client.error().message.c_str());
    }
    void secretsComeFromTheStore() {
        McpServerEntry entry = scripted("one");
        entry.secretEnvironment["PLAN"] = {SecretPlace::Keychain, "plan"};
        {
            McpServers servers({entry}, m_secrets, m_http, {});
            const auto client = servers.client("one");
            QVERIFY(!client);
            QVERIFY2(has(client.error().message, "\"plan\""), client.error().message.c_str());
        }
        m_secrets.known["plan"] = "s3cret";
        McpServers servers({entry}, m_secrets, m_http, {});
        const auto client = servers.client("one");
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        const auto seen =
            (*client)->request("tools/call", json::object{{"name", "environment"}, {"arguments", json::object{}}});
        QVERIFY(seen && has(json::serialize(*seen), "s3cret"));
        QVERIFY(!has(json::serialize(json::string(serverEntryText(entry))), "s3cret"));
    }
    void aServerOnThisMachineMayBeContactedWhenTheFileNamesIt() {
        test::McpProcess process;
        McpServerEntry entry;
        entry.name = "near";
        entry.url = process.url();
        McpServers servers({entry}, m_secrets, m_http, {});
        const auto client = servers.client("near");
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        auto own = servers.connectOwn("near", {}, {});
        QVERIFY(own);
        QVERIFY((*own)->request("ping", json::object{}));
    }
    void changedEntriesAreRestartedAndOthersAreNot() {
        McpServers servers({scripted("one"), scripted("two")}, m_secrets, m_http, {});
        const auto one = servers.client("one"), two = servers.client("two");
        QVERIFY(one && two);
        McpServerEntry other = scripted("two");
        other.environment["PLAN"] = "b";
        servers.configure({scripted("one"), other});
        QCOMPARE(servers.client("one")->get(), one->get());
        QVERIFY(servers.client("two")->get() != two->get());
        servers.configure({});
        QCOMPARE(servers.health().size(), 0U);
    }
    void callsAreMappedAndResultsComeVerbatim() {
        McpServers servers({scripted("one")}, m_secrets, m_http, {});
        const auto listing = listServer(scripted("one"), m_secrets);
        QVERIFY2(listing, listing ? "" : listing.error().message.c_str());
        const auto imported = ingest::readMcpTools(*listing, {});
        QVERIFY(imported);
        McpDispatcher dispatcher(servers);
        auto request = requestFor("one", *imported, "structured");
        const auto reply = dispatcher.dispatch(request);
        QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
        QCOMPARE(reply->content.size(), 2U);
        QCOMPARE(json::serialize(reply->structured), std::string(R"({"n":1})"));
        QCOMPARE(stringMember(reply->meta, "trace"), std::string_view("t1"));
        QVERIFY(!reply->isError);
        QVERIFY(dispatcher.dispatch(requestFor("one", *imported, "structured", {{"bad", true}}))->isError);

        const auto refused = dispatcher.dispatch(requestFor("one", *imported, "fail"));
        QVERIFY(refused && refused->isError);
        QVERIFY(has(json::serialize(refused->content), "-32602"));

        request = requestFor("one", *imported, "progress");
        std::vector<double> steps;
        request.progress = [&](double progress, double, std::string_view) { steps.push_back(progress); };
        QVERIFY(dispatcher.dispatch(request));
        QCOMPARE(steps, (std::vector<double>{1, 2, 3}));

        request = requestFor("one", *imported, "wait");
        request.timeout = 300ms;
        QCOMPARE(dispatcher.dispatch(request).error().fault, governance::DispatchFault::TimedOut);
        QCOMPARE(dispatcher.dispatch(requestFor("one", *imported, "crash")).error().fault,
                 governance::DispatchFault::Failed);

        const auto preview = dispatcher.preview(requestFor("one", *imported, "echo", {{"a", 1}}));
        QVERIFY(preview);
        QCOMPARE(stringMember(*preview, "tool"), std::string_view("echo"));
    }
};

QTEST_GUILESS_MAIN(McpServersTest)
#include "tst_mcp_servers.moc"
