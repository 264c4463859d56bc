/// An MCP server as a child process: one JSON message a line on its standard input and output.

#include "base/text.h"
#include "net/detail/mcp_session.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace actionscope::net::detail {
namespace {

using namespace std::chrono_literals;

/// What a server may rely on having (WIRE §9: what MCP clients in use pass on); the rest of our environment may hold
/// secrets that are none of its business.
constexpr const char *Inherited[] = {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"};
/// The specification's order of ending: close the input, ask, kill. These are the times the usual SDK clients wait.
constexpr auto PatienceAfterClose = 2s, PatienceAfterTerm = 2s;
constexpr std::size_t MaxErrorLine = 4096;

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int value)
        : m_value(value) {}
    Descriptor(Descriptor &&other) noexcept
        : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept {
        reset();
        m_value = std::exchange(other.m_value, -1);
        return *this;
    }
    ~Descriptor() { reset(); }
    void reset() {
        if (m_value >= 0)
            ::close(m_value);
        m_value = -1;
    }
    [[nodiscard]] int get() const { return m_value; }

private:
    int m_value = -1;
};

std::string commandLine(const std::vector<std::string> &command) {
    std::string text;
    for (const std::string &word : command)
        text += (text.empty() ? "" : " ") + word;
    return revealInvisible(truncateUtf8(toValidUtf8(text), 300));
}

/// Where exec would find the program, with the PATH that the server gets.
std::string findProgram(const std::string &name, const std::string &path) {
    if (name.find('/') != std::string::npos)
        return name;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        const std::string candidate = path.substr(begin, end - begin) + "/" + name;
        if (end > begin && ::access(candidate.c_str(), X_OK) == 0)
            return candidate;
        begin = end + 1;
    }
    return {};
}

class StdioTransport final : public Transport {
public:
    explicit StdioTransport(Session &session)
        : m_session(session) {}
    ~StdioTransport() override { close(); }

    tl::expected<void, McpError> spawn(const McpEndpoint &endpoint);

    tl::expected<void, McpError> perform(Call &call, const std::string &message, Deadline deadline,
                                         std::stop_token stop) override;
    tl::expected<void, McpError> post(const std::string &message, Deadline deadline) override {
        return write(message, deadline, {});
    }
    void negotiated(const std::string &) override {}
    void ready() override {}
    void close() override;
    bool alive() const override { return m_alive; }

private:
    tl::expected<void, McpError> write(const std::string &message, Deadline deadline, std::stop_token stop);
    void read();
    void takeOutput(std::string_view bytes, std::string &line);
    void takeErrors(std::string_view bytes, std::string &line);
    void finish();

    Session &m_session;
    std::string m_command;
    pid_t m_child = -1;
    Descriptor m_output, m_errors, m_wake;
    std::thread m_reader;
    std::atomic<bool> m_alive{false}, m_closing{false}, m_broken{false};

    std::timed_mutex m_writing;
    Descriptor m_input; ///< guarded by m_writing

    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::string m_lastError; ///< the last line of standard error: why it ended, as often as not
    std::string m_complaint; ///< what the reader could not take
};

tl::expected<void, McpError> StdioTransport::spawn(const McpEndpoint &endpoint) {
    m_command = commandLine(endpoint.command);
    const auto notStarted = [&](std::string_view why) {
        return tl::unexpected(
            McpError{McpFault::Transport, "cannot start \"" + m_command + "\": " + std::string(why), {}});
    };
    std::map<std::string, std::string> variables;
    for (const char *name : Inherited) {
        if (const char *value = std::getenv(name))
            variables[name] = value;
    }
    for (const auto &[name, value] : endpoint.environment)
        variables[name] = value;
    std::vector<std::string> texts;
    for (const auto &[name, value] : variables)
        texts.push_back(name + "=" + value);
    std::vector<char *> environment, arguments;
    for (std::string &text : texts)
        environment.push_back(text.data());
    environment.push_back(nullptr);
    std::vector<std::string> words = endpoint.command;
    for (std::string &word : words) {
        if (word.find('\0') != std::string::npos)
            return notStarted("an argument holds a NUL character");
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    const std::string program = findProgram(words.front(), variables["PATH"]);
    if (program.empty())
        return notStarted("there is no program \"" + words.front() + "\" in PATH");

    // A socket for the input, because writing to one can be told not to raise SIGPIPE.
    int input[2], output[2], errors[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0)
        return notStarted(std::strerror(errno));
    const Descriptor childInput(input[1]);
    m_input = Descriptor(input[0]);
    if (::pipe2(output, O_CLOEXEC) != 0)
        return notStarted(std::strerror(errno));
    const Descriptor childOutput(output[1]);
    m_output = Descriptor(output[0]);
    if (::pipe2(errors, O_CLOEXEC) != 0)
        return notStarted(std::strerror(errno));
    const Descriptor childErrors(errors[1]);
    m_errors = Descriptor(errors[0]);
    m_wake = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    ::shutdown(input[0], SHUT_RD);
    ::fcntl(m_output.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(m_errors.get(), F_SETFL, O_NONBLOCK);

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, childInput.get(), 0);
    posix_spawn_file_actions_adddup2(&actions, childOutput.get(), 1);
    posix_spawn_file_actions_adddup2(&actions, childErrors.get(), 2);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (!endpoint.workingDirectory.empty())
        posix_spawn_file_actions_addchdir_np(&actions, endpoint.workingDirectory.c_str());
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    // A group of its own, so that what the server starts ends with it and Ctrl+C in our terminal is not its business.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int failed =
        ::posix_spawn(&m_child, program.c_str(), &actions, &attributes, arguments.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0) {
        m_child = -1;
        std::error_code ignored;
        if (!endpoint.workingDirectory.empty() && !std::filesystem::is_directory(endpoint.workingDirectory, ignored))
            return notStarted("the working directory " + endpoint.workingDirectory + " does not exist");
        return notStarted(std::strerror(failed));
    }
    m_alive = true;
    m_reader = std::thread([this] { read(); });
    return {};
}

tl::expected<void, McpError> StdioTransport::write(const std::string &message, Deadline deadline,
                                                   std::stop_token stop) {
    const auto gone = [&](McpFault fault) {
        const std::lock_guard lock(m_mutex);
        return tl::unexpected(McpError{fault,
                                       "the MCP server \"" + m_command + "\" has ended" +
                                           (m_lastError.empty() ? "" : "; its last line was: " + m_lastError),
                                       {}});
    };
    std::unique_lock lock(m_writing, deadline);
    if (!lock)
        return tl::unexpected(McpError{McpFault::TimedOut, "the MCP server does not read its standard input", {}});
    if (m_input.get() < 0 || m_broken)
        return gone(McpFault::NotSent);
    const std::string line = message + "\n";
    std::string_view rest = line;
    while (!rest.empty()) {
        const ssize_t sent = ::send(m_input.get(), rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            rest.remove_prefix(static_cast<std::size_t>(sent));
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != EWOULDBLOCK)
            return gone(rest.size() == line.size() ? McpFault::NotSent : McpFault::Transport);
        const bool late = std::chrono::steady_clock::now() >= deadline;
        if (late || stop.stop_requested() || m_closing) {
            const McpFault fault = late ? McpFault::TimedOut : McpFault::Cancelled;
            if (rest.size() == line.size())
                return tl::unexpected(McpError{fault, "the MCP server does not read its standard input", {}});
            m_broken = true; // half a message is on its way: nothing that follows could be read
            m_input.reset();
            return tl::unexpected(McpError{fault, "the MCP server stopped reading in the middle of a message", {}});
        }
        pollfd waiting{m_input.get(), POLLOUT, 0};
        (void)::poll(&waiting, 1, 50);
    }
    return {};
}

tl::expected<void, McpError> StdioTransport::perform(Call &call, const std::string &message, Deadline deadline,
                                                     std::stop_token stop) {
    if (auto written = write(message, deadline, stop); !written) {
        // The reader often knows better why: the exit status.
        std::unique_lock lock(call.mutex);
        (void)call.changed.wait_for(lock, 100ms, [&] { return call.answer.has_value(); });
        return written;
    }
    std::unique_lock lock(call.mutex);
    const bool done = call.changed.wait_until(lock, stop, deadline, [&] { return call.answer.has_value(); });
    if (done)
        return {};
    if (stop.stop_requested())
        return tl::unexpected(McpError{McpFault::Cancelled, "the call was cancelled", {}});
    return tl::unexpected(
        McpError{McpFault::TimedOut, "the MCP server did not answer " + call.method + " in time", {}});
}

void StdioTransport::takeOutput(std::string_view bytes, std::string &line) {
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        line.append(bytes.substr(0, end));
        if (line.size() > m_session.options().maxMessageBytes) {
            const std::lock_guard lock(m_mutex);
            m_complaint = "it sent a message of more than " + std::to_string(m_session.options().maxMessageBytes) +
                          " bytes (limits.mcp_message_bytes)";
            m_broken = true;
            return;
        }
        if (end == std::string_view::npos)
            return;
        if (line.ends_with('\r'))
            line.pop_back();
        // What is no message is what a careless server logs; it goes where its other log lines go.
        if (!line.empty() && !m_session.receive(line, nullptr))
            m_session.standardError(revealInvisible(truncateUtf8(toValidUtf8(line), MaxErrorLine)));
        line.clear();
        bytes.remove_prefix(end + 1);
    }
}

void StdioTransport::takeErrors(std::string_view bytes, std::string &line) {
    for (const char c : bytes) {
        if (c != '\n') {
            if (line.size() < MaxErrorLine)
                line += c;
            continue;
        }
        if (!line.empty()) {
            const std::string shown = revealInvisible(toValidUtf8(line));
            {
                const std::lock_guard lock(m_mutex);
                m_lastError = truncateUtf8(shown, 300);
            }
            m_session.standardError(shown);
        }
        line.clear();
    }
}

void StdioTransport::read() {
    std::string line, errorLine;
    std::vector<char> buffer(64 * 1024);
    bool outputOpen = true, errorsOpen = true;
    const auto drain = [&](const Descriptor &from, bool &open, auto take) {
        // One buffer at a time, so that a server that floods one stream does not starve the other.
        const ssize_t got = ::read(from.get(), buffer.data(), buffer.size());
        if (got > 0)
            take(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
        else if (got == 0 || (errno != EAGAIN && errno != EINTR))
            open = false;
    };
    while (outputOpen && !m_broken && !m_closing) {
        pollfd waiting[3] = {
            {m_output.get(), POLLIN, 0}, {errorsOpen ? m_errors.get() : -1, POLLIN, 0}, {m_wake.get(), POLLIN, 0}};
        if (::poll(waiting, 3, -1) < 0 && errno != EINTR)
            break;
        if (waiting[1].revents)
            drain(m_errors, errorsOpen, [&](std::string_view bytes) { takeErrors(bytes, errorLine); });
        if (waiting[0].revents)
            drain(m_output, outputOpen, [&](std::string_view bytes) { takeOutput(bytes, line); });
    }
    // What it said last belongs to its log, but a grandchild may keep the pipe open for ever.
    while (errorsOpen) {
        pollfd waiting{m_errors.get(), POLLIN, 0};
        if (::poll(&waiting, 1, 50) <= 0)
            break;
        drain(m_errors, errorsOpen, [&](std::string_view bytes) { takeErrors(bytes, errorLine); });
    }
    if (!errorLine.empty())
        takeErrors("\n", errorLine);
    finish();
}

/// Ends the process with all that it started, in the order that the specification gives, and tells the session.
void StdioTransport::finish() {
    {
        const std::unique_lock lock(m_writing);
        m_input.reset();
    }
    siginfo_t status{};
    const auto ended = [&](std::chrono::milliseconds patience) {
        const auto until = std::chrono::steady_clock::now() + patience;
        for (;;) {
            status = {};
            // The zombie stays for now, so that nobody else gets its number as a process group.
            if (::waitid(P_PID, static_cast<id_t>(m_child), &status, WEXITED | WNOHANG | WNOWAIT) != 0)
                return true;
            if (status.si_pid == m_child)
                return true;
            if (std::chrono::steady_clock::now() >= until)
                return false;
            std::this_thread::sleep_for(5ms);
        }
    };
    bool killed = false;
    if (!ended(PatienceAfterClose)) {
        ::kill(-m_child, SIGTERM);
        if (!ended(PatienceAfterTerm)) {
            ::kill(-m_child, SIGKILL);
            killed = true;
            (void)ended(5s);
        }
    }
    ::kill(-m_child, SIGKILL); // what it left behind
    int code = 0;
    while (::waitpid(m_child, &code, 0) < 0 && errno == EINTR) {
    }
    m_alive = false;
    std::string how = killed              ? "did not end when asked and was killed"
                      : WIFSIGNALED(code) ? "was ended by signal " + std::to_string(WTERMSIG(code))
                      : WEXITSTATUS(code) ? "exited with status " + std::to_string(WEXITSTATUS(code))
                                          : "ended";
    std::string message;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_complaint.empty())
            how = "was ended because " + m_complaint;
        message = "the MCP server \"" + m_command + "\" " + how +
                  (m_lastError.empty() ? "" : "; its last line was: " + m_lastError);
    }
    m_session.lost({McpFault::Transport, message, {}});
}

void StdioTransport::close() {
    if (!m_reader.joinable())
        return;
    m_closing = true;
    const std::uint64_t one = 1;
    (void)!::write(m_wake.get(), &one, sizeof one);
    m_reader.join();
}

} // namespace

tl::expected<std::unique_ptr<Transport>, McpError> openStdio(const McpEndpoint &endpoint, Session &session) {
    auto transport = std::make_unique<StdioTransport>(session);
    if (auto spawned = transport->spawn(endpoint); !spawned)
        return tl::unexpected(std::move(spawned.error()));
    return transport;
}

} // namespace actionscope::net::detail
