#pragma once
/// The scripted MCP server (mcp_server.py) over HTTP, as a process that ends with the test.

#include "base/json.h"

#include <QtCore/QProcess>
#include <QtTest/QTest>

namespace actionscope::test {

inline std::vector<std::string> scriptedServer(std::vector<std::string> options = {}) {
    std::vector<std::string> command{"python3", ACTIONSCOPE_SOURCE_DIR "/tests/support/mcp_server.py"};
    command.insert(command.end(), options.begin(), options.end());
    return command;
}

class McpProcess {
public:
    explicit McpProcess(const QStringList &options = {}) {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("python3"),
                        QStringList{QStringLiteral(ACTIONSCOPE_SOURCE_DIR "/tests/support/mcp_server.py"),
                                    QStringLiteral("--http")} +
                            options);
        while (m_process.waitForReadyRead(10'000) && !m_process.canReadLine()) {
        }
        m_port = m_process.readLine().trimmed().toStdString();
    }
    ~McpProcess() {
        m_process.closeWriteChannel(); // the script ends with its input
        if (!m_process.waitForFinished(5'000))
            m_process.kill();
        m_process.waitForFinished(1'000);
    }
    [[nodiscard]] std::string host() const { return "127.0.0.1:" + m_port; }
    [[nodiscard]] std::string url(const std::string &path = "/mcp") const { return "http://" + host() + path; }

private:
    QProcess m_process;
    std::string m_port;
};

} // namespace actionscope::test
