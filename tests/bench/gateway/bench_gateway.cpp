/// The gateway under load: 200 sessions, 2,000 searches and 2,000 calls, each answer checked to be the one that belongs
/// to its question; 1,000 open event streams while calls go on; memory of an idle session; and what a request costs the
/// server, beside the official SDK's server that answers an empty tool to the same driver.
///
///     bench_gateway ACTIONSCOPE [COUNTERPARTS]
///     bench_gateway ACTIONSCOPE --searches COUNT
///
/// ACTIONSCOPE is the program of the release build, COUNTERPARTS the folder of tests/system/counterparts.sh. The second
/// form only searches, COUNT times, and prints the server's process id first: for a profiler.

#include "support/http_server.h"
#include "support/wire_client.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr int Threads = 4, Sessions = 200, Requests = 2000, Streams = 1000, IdleSessions = 2000, Tokens = 16;
constexpr const char *Queries[] = {"list the milestones of a repository",
                                   "close an issue",
                                   "who may see this file",
                                   "refund an invoice",
                                   "delete a branch",
                                   "share a folder with somebody",
                                   "unpaid invoices of a customer",
                                   "why did the pipeline fail"};

[[noreturn]] void stopWith(const std::string &why) {
    std::fprintf(stderr, "bench_gateway: %s\n", why.c_str());
    std::exit(1);
}

/// A program that this one started; ended with it.
class Child {
public:
    explicit Child(const std::vector<std::string> &words) {
        int err[2];
        if (::pipe2(err, O_CLOEXEC) != 0)
            stopWith("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            ::dup2(err[1], 2);
            std::vector<char *> argv;
            for (const std::string &word : words)
                argv.push_back(const_cast<char *>(word.c_str()));
            argv.push_back(nullptr);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(err[1]);
        m_err = err[0];
    }
    ~Child() {
        ::kill(m_pid, SIGTERM);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_err);
    }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// The port of the line "listening on http://127.0.0.1:PORT".
    std::uint16_t port() const {
        std::string said;
        char bytes[4096];
        for (;;) {
            const std::size_t at = said.find("listening on ");
            if (at != std::string::npos && said.find('\n', at) != std::string::npos)
                return static_cast<std::uint16_t>(std::atoi(said.c_str() + said.find(':', at + 20) + 1));
            const ssize_t count = ::read(m_err, bytes, sizeof bytes);
            if (count <= 0)
                stopWith("the server did not start: " + said);
            said.append(bytes, static_cast<std::size_t>(count));
        }
    }
    /// CPU time of all its threads so far, from the scheduler's own counters.
    double cpuSeconds() const {
        double sum = 0;
        for (const auto &task : std::filesystem::directory_iterator("/proc/" + std::to_string(m_pid) + "/task")) {
            std::ifstream file(task.path() / "schedstat");
            double nanoseconds = 0;
            if (file >> nanoseconds)
                sum += nanoseconds / 1e9;
        }
        return sum;
    }
    double residentKilobytes() const {
        std::ifstream file("/proc/" + std::to_string(m_pid) + "/status");
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with("VmRSS:"))
                return std::atof(line.c_str() + 6);
        }
        return 0;
    }

private:
    pid_t m_pid = -1;
    int m_err = -1;
};

/// One session over one kept connection.
class Session {
public:
    Session(std::uint16_t port, std::string token)
        : m_port(port)
        , m_token(std::move(token)) {
        const WireAnswer answer =
            send("POST", R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                         R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})");
        m_id = answer.header("mcp-session-id");
        if (m_id.empty())
            stopWith("no session: status " + std::to_string(answer.status) + ' ' + answer.body);
        send("POST", R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
    /// Whether the answer was a good one, to this request, and holds `mark`.
    bool call(const std::string &tool, const json::object &arguments, const std::string &mark) {
        const std::string id = m_id + '-' + std::to_string(++m_calls);
        const WireAnswer answer =
            send("POST", json::serialize(json::object{{"jsonrpc", "2.0"},
                                                      {"id", id},
                                                      {"method", "tools/call"},
                                                      {"params", {{"name", tool}, {"arguments", arguments}}}}));
        json::value whole = answer.json();
        if (answer.header("content-type").starts_with("text/event-stream"))
            if (auto parsed = parseJson(lastData(answer.body)))
                whole = std::move(*parsed);
        const json::value *result = member(whole, "result");
        return answer.status == 200 && stringMember(whole, "id") == id && result && !boolMember(*result, "isError") &&
               (mark.empty() || answer.body.find(mark) != std::string::npos);
    }
    /// Opens the stream for what the server has to say.
    bool listen() {
        WireRequest request;
        request.method = "GET";
        m_connection->send(withHeaders(request).text());
        return m_connection->readHead().status == 200;
    }
    void close() { m_connection.reset(); }

private:
    static std::string lastData(const std::string &stream) {
        const std::size_t at = stream.rfind("data: ");
        return at == std::string::npos ? std::string() : stream.substr(at + 6, stream.find('\n', at) - at - 6);
    }
    WireRequest &withHeaders(WireRequest &request) const {
        if (!m_id.empty())
            request.with("Mcp-Session-Id", m_id);
        if (!m_token.empty())
            request.with("Authorization", "Bearer " + m_token);
        return request;
    }
    WireAnswer send(const char *method, const std::string &body) {
        if (!m_connection)
            m_connection = std::make_unique<WireConnection>(m_port, 60'000);
        WireRequest request;
        request.method = method;
        request.body = body;
        m_connection->send(withHeaders(request).text());
        return m_connection->read();
    }
    std::uint16_t m_port;
    std::string m_token, m_id;
    std::unique_ptr<WireConnection> m_connection;
    int m_calls = 0;
};

using SessionList = std::vector<std::unique_ptr<Session>>;
SessionList openSessions(std::uint16_t port, const std::vector<std::string> &tokens, int count) {
    SessionList sessions;
    for (int i = 0; i < count; ++i)
        sessions.push_back(std::make_unique<Session>(
            port, tokens.empty() ? std::string() : tokens[static_cast<std::size_t>(i) % tokens.size()]));
    return sessions;
}

/// `count` requests spread over all sessions and threads; the number of wrong answers.
int drive(SessionList &sessions, int count, const std::function<bool(Session &, int session, int number)> &request) {
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < Threads; ++thread)
        threads.emplace_back([&, thread] {
            const int all = static_cast<int>(sessions.size());
            for (int number = thread; number < count; number += Threads) {
                // A session belongs to one thread: all is a multiple of Threads.
                const int session = number % all;
                wrong += !request(*sessions[static_cast<std::size_t>(session)], session, number);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    return wrong;
}

struct Cost {
    double milliseconds = 0;
    int wrong = 0;
};
Cost measure(const Child &server, SessionList &sessions,
             const std::function<bool(Session &, int session, int number)> &request, int requests = Requests) {
    (void)drive(sessions, Sessions, request); // warm
    const double before = server.cpuSeconds();
    Cost cost;
    cost.wrong = drive(sessions, requests, request);
    cost.milliseconds = (server.cpuSeconds() - before) * 1000 / requests;
    return cost;
}

std::string output(const std::string &command) {
    std::string out;
    std::FILE *pipe = ::popen(command.c_str(), "r");
    char bytes[4096];
    while (pipe != nullptr && std::fgets(bytes, sizeof bytes, pipe) != nullptr)
        out += bytes;
    if (pipe == nullptr || ::pclose(pipe) != 0)
        stopWith("failed: " + command);
    while (!out.empty() && out.back() == '\n')
        out.pop_back();
    return out;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2)
        stopWith("usage: bench_gateway ACTIONSCOPE [COUNTERPARTS | --searches COUNT]");
    const int onlySearches = argc == 4 && std::string_view(argv[2]) == "--searches" ? std::atoi(argv[3]) : 0;
    std::signal(SIGPIPE, SIG_IGN);
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);

    HttpServer upstream([](const HttpCall &call, HttpServer::Peer &peer) {
        peer.answer("200 OK", json::serialize(json::object{{"path", call.target}}));
    });
    char folder[] = "/dev/shm/actionscope-bench-XXXXXX";
    const std::string program = std::filesystem::canonical(argv[1]).string();
    const std::string workspace = std::string(::mkdtemp(folder) ? folder : "") + "/ws";
    output(program + " init " + workspace + " --sample");
    // The load is one call again and again, which is what the guard against loops speaks up at.
    std::ofstream(workspace + "/actionscope.yaml", std::ios::app)
        << "\nnetwork:\n  allow: [\"127.0.0.1:" << upstream.port() << "\"]\ngateway: {sessions: 10000, loop_guard: false}\n";
    std::ofstream(workspace + "/connections.yaml")
        << "connections:\n  - slug: main\n    service: harbor\n    scheme: bearer\n    server: http://127.0.0.1:"
        << upstream.port() << "\n    secret: {env: HARBOR_TOKEN}\n";
    ::setenv("HARBOR_TOKEN", "secret-of-the-bench", 1);
    std::vector<std::string> tokens;
    for (int i = 0; i < Tokens; ++i)
        tokens.push_back(output(program + " -w " + workspace + " tokens create --role agent --name bench-" +
                                std::to_string(i) + " 2>/dev/null"));

    int wrong = 0;
    Cost search, call, streaming;
    double idle = 0;
    {
        const Child server({program, "-w", workspace, "serve", "--listen", "127.0.0.1:0"});
        const std::uint16_t port = server.port();
        SessionList sessions = openSessions(port, tokens, Sessions);
        const auto searching = [](Session &session, int, int number) {
            return session.call("gateway_search_actions",
                                {{"query", Queries[static_cast<std::size_t>(number) % std::size(Queries)]}},
                                "search_id");
        };
        const auto calling = [](Session &session, int index, int number) {
            const std::string owner = "session-" + std::to_string(index), repo = "call-" + std::to_string(number);
            return session.call("harbor_read_actions",
                                {{"action", "issues_list"}, {"params", {{"owner", owner}, {"repo", repo}}}},
                                "/repos/" + owner + '/' + repo + "/issues");
        };
        if (onlySearches > 0) {
            std::printf("pid %d\n", server.pid());
            std::fflush(stdout);
            search = measure(server, sessions, searching, onlySearches);
            std::printf("%.3f ms of CPU a search, %d wrong\n", search.milliseconds, search.wrong);
            std::filesystem::remove_all(folder);
            return search.wrong == 0 ? 0 : 1;
        }
        search = measure(server, sessions, searching);
        call = measure(server, sessions, calling);
        SessionList listening = openSessions(port, tokens, Streams);
        for (const auto &session : listening)
            wrong += !session->listen();
        streaming = measure(server, sessions, calling);
        const double before = server.residentKilobytes();
        SessionList quiet;
        for (int i = 0; i < IdleSessions; ++i) {
            quiet.push_back(std::make_unique<Session>(port, tokens[static_cast<std::size_t>(i) % tokens.size()]));
            quiet.back()->close();
        }
        idle = (server.residentKilobytes() - before) / IdleSessions;
        wrong += search.wrong + call.wrong + streaming.wrong;
        std::printf("| what | CPU ms of the server a request | wrong answers |\n|---|---|---|\n");
        std::printf("| gateway_search_actions, %d over %d sessions | %.3f | %d |\n", Requests, Sessions,
                    search.milliseconds, search.wrong);
        std::printf("| harbor_read_actions (HTTP upstream, two flushed records), %d | %.3f | %d |\n", Requests,
                    call.milliseconds, call.wrong);
        std::printf("| the same with %d open event streams | %.3f | %d |\n", Streams, streaming.milliseconds,
                    streaming.wrong);
    }
    for (const char *form : {"json", "sse"}) {
        if (argc < 3)
            break;
        ::setenv("ACTIONSCOPE_COUNTERPARTS", argv[2], 1);
        const Child server(
            {std::string(argv[2]) + "/node", ACTIONSCOPE_SOURCE_DIR "/tests/bench/gateway/empty_server.mjs", form});
        SessionList sessions = openSessions(server.port(), {}, Sessions);
        const Cost empty =
            measure(server, sessions, [](Session &session, int, int) { return session.call("empty", {}, {}); });
        std::printf("| SDK server, empty tool, %s | %.3f | %d |\n", form, empty.milliseconds, empty.wrong);
        std::printf("| search to that | 1/%.1f | |\n", empty.milliseconds / search.milliseconds);
        wrong += empty.wrong;
    }
    std::printf("\n%.1f kB of memory an idle session (%d of them)\n", idle, IdleSessions);
    std::filesystem::remove_all(folder);
    return wrong == 0 ? 0 : 1;
}
