#pragma once
/// The gateway as a program: `actionscope serve` on a free port, in a workspace whose upstream is a server of the test.

#include "program.h"
#include "support/http_server.h"

#include <QElapsedTimer>

namespace actionscope::test {

/// A workspace made of the sample, whose service `harbor` runs on a server of this test that records what it gets.
class GatewayBench : public Bench {
public:
    explicit GatewayBench(HttpServer::Handler handler = &GatewayBench::answerPlainly)
        : m_upstream(std::move(handler)) {
        setVariable("HARBOR_TOKEN", Secret);
        expect(run({"init", "ws", "--sample"}));
        write("ws/actionscope.yaml", read("ws/actionscope.yaml") + "\nnetwork:\n  allow: [\"127.0.0.1:" +
                                         std::to_string(m_upstream.port()) + "\"]\n");
        write("ws/connections.yaml",
              "connections:\n"
              "  - slug: harbor-main\n"
              "    service: harbor\n"
              "    scheme: bearerToken\n" // also for actions whose description asks for another
              "    server: " +
                  upstreamUrl() +
                  "\n"
                  "    secret: {env: HARBOR_TOKEN}\n");
    }
    ~GatewayBench() { stop(); }

    static constexpr const char *Secret = "hrb-canary-5f1e7c1d9a";

    static void answerPlainly(const HttpCall &call, HttpServer::Peer &peer) {
        peer.answer("200 OK", json::serialize(json::object{{"method", call.method}, {"path", call.target}}));
    }

    [[nodiscard]] std::string upstreamUrl() const { return "http://127.0.0.1:" + std::to_string(m_upstream.port()); }
    [[nodiscard]] HttpServer &upstream() { return m_upstream; }

    /// A token of the given role; the name is unique in the workspace.
    [[nodiscard]] std::string token(const QString &name, const QString &role, const QStringList &more = {}) const {
        const Outcome made = in(QStringList{"tokens", "create", "--name", name, "--role", role, "--json"} + more);
        expect(made);
        return std::string(stringMember(made.document(), "token"));
    }

    /// Starts it and waits for its line; `url()` is its address then.
    void serve(const QStringList &more = {}) {
        m_process = start(QStringList{"-w", "ws", "serve", "--listen", "127.0.0.1:0"} + more);
        const std::size_t begin = m_log.size(); // what an earlier run said stays for log()
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < 60'000 && m_process->state() == QProcess::Running) {
            m_process->waitForReadyRead(50);
            m_log += m_process->readAllStandardError().toStdString();
            const std::size_t at = m_log.find("listening on ", begin);
            if (at == std::string::npos || m_log.find('\n', at) == std::string::npos)
                continue;
            m_url = m_log.substr(at + 13, m_log.find('\n', at) - at - 13);
            return;
        }
        QTest::qFail(("the gateway did not start: " + m_log).c_str(), __FILE__, __LINE__);
    }
    [[nodiscard]] const std::string &url() const { return m_url; }
    [[nodiscard]] QProcess &process() { return *m_process; }
    /// Ends it with SIGTERM; its exit status.
    int stop() {
        if (!m_process)
            return -1;
        m_process->terminate();
        const Outcome outcome = wait(*m_process, 20'000);
        m_log += outcome.err;
        m_process.reset();
        return outcome.status;
    }
    /// Ends it with SIGKILL, at once.
    void kill() {
        m_process->kill();
        m_process->waitForFinished(20'000);
        m_process.reset();
    }
    /// Everything it said on standard error.
    [[nodiscard]] const std::string &log() const { return m_log; }

private:
    HttpServer m_upstream;
    std::unique_ptr<QProcess> m_process;
    std::string m_url, m_log;
};

/// Node and the packages of counterparts.sh, where it puts them unless told otherwise.
inline QString counterparts() {
    const QString cache = qEnvironmentVariable("XDG_CACHE_HOME", QDir::homePath() + "/.cache");
    return qEnvironmentVariable("ACTIONSCOPE_COUNTERPARTS", cache + "/actionscope-counterparts");
}
inline bool haveCounterparts() { return QFile::exists(counterparts() + "/installed.json"); }

} // namespace actionscope::test
