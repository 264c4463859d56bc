#include "gateway/detail/mcp_stdio.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace actionscope::gateway::detail {
namespace {

/// Writes whole lines, each at once.
class LineWriter {
public:
    explicit LineWriter(int descriptor)
        : m_descriptor(descriptor) {}
    void line(std::string text) {
        text += '\n';
        std::string_view rest = text;
        const std::lock_guard lock(m_mutex);
        while (!rest.empty() && !m_broken) {
            const ssize_t count = ::write(m_descriptor, rest.data(), rest.size());
            if (count > 0) {
                rest.remove_prefix(static_cast<std::size_t>(count));
                continue;
            }
            if (count < 0 && errno == EINTR)
                continue;
            // A client that reads nothing for half a minute has gone.
            pollfd waiting{m_descriptor, POLLOUT, 0};
            if (count == 0 || errno != EAGAIN || ::poll(&waiting, 1, 30'000) <= 0)
                m_broken = true;
        }
    }
    [[nodiscard]] bool broken() const { return m_broken; }

private:
    const int m_descriptor;
    std::mutex m_mutex;
    std::atomic<bool> m_broken = false;
};

class StdioSession final : public McpSession {
public:
    StdioSession(std::string id, governance::Principal principal, Terms terms, std::shared_ptr<LineWriter> writer)
        : McpSession(std::move(id), std::move(principal), std::move(terms))
        , m_writer(std::move(writer)) {}
    bool announce(std::string message) override {
        if (!initialized || m_writer->broken())
            return false;
        m_writer->line(std::move(message));
        return true;
    }

private:
    const std::shared_ptr<LineWriter> m_writer;
};

class LineSink final : public ReplySink {
public:
    explicit LineSink(std::shared_ptr<LineWriter> writer)
        : m_writer(std::move(writer)) {}
    void send(std::string message) override { m_writer->line(std::move(message)); }
    void finish(std::string response) override { m_writer->line(std::move(response)); }
    void drop() override {}

private:
    const std::shared_ptr<LineWriter> m_writer;
};

/// The answers of a batch, on one line when all are there.
class BatchSink final : public ReplySink {
public:
    BatchSink(std::shared_ptr<LineWriter> writer, std::size_t expected)
        : m_writer(std::move(writer))
        , m_expected(expected) {}
    void send(std::string message) override { m_writer->line(std::move(message)); }
    void finish(std::string response) override {
        const std::lock_guard lock(m_mutex);
        m_answers += (m_answers.empty() ? "" : ",") + response;
        oneLess();
    }
    void drop() override {
        const std::lock_guard lock(m_mutex);
        oneLess();
    }

private:
    void oneLess() {
        if (--m_expected == 0 && !m_answers.empty())
            m_writer->line('[' + m_answers + ']');
    }
    const std::shared_ptr<LineWriter> m_writer;
    std::mutex m_mutex;
    std::size_t m_expected;
    std::string m_answers;
};

class Conversation {
public:
    Conversation(McpEngine &engine, session::SessionRegistry &sessions, Telemetry &telemetry, const WireLimits &limits,
                 const governance::Principal &principal, std::shared_ptr<LineWriter> writer)
        : m_engine(engine)
        , m_sessions(sessions)
        , m_telemetry(telemetry)
        , m_limits(limits)
        , m_principal(principal)
        , m_writer(std::move(writer)) {}

    void line(std::string_view text) {
        if (text.find_first_not_of(" \t\r") == std::string_view::npos)
            return;
        auto value = readJson(text, m_limits.jsonDepth);
        if (!value)
            return refuse(nullptr, value.error());
        if (json::array *entries = value->if_array())
            return batch(*entries);
        auto message = readMessage(std::move(*value));
        if (!message)
            return refuse(nullptr, message.error());
        handle(std::move(*message), std::make_shared<LineSink>(m_writer));
    }
    void tooLong() {
        refuse(nullptr,
               {rpc::InvalidRequest,
                "a message is longer than " + std::to_string(m_limits.bodyBytes) + " bytes (gateway.body_bytes)",
                {}});
    }

private:
    void refuse(const json::value &id, const RpcError &error) { m_writer->line(errorMessage(id, error)); }

    void batch(json::array &entries) {
        if (!m_session || m_session->terms().protocol != "2025-03-26" || entries.empty() ||
            entries.size() > m_limits.batch)
            return refuse(nullptr, {rpc::InvalidRequest,
                                    "batches of 1 to " + std::to_string(m_limits.batch) +
                                        " messages are for sessions of revision 2025-03-26 only",
                                    {}});
        std::vector<RpcMessage> messages;
        for (json::value &entry : entries) {
            auto message = readMessage(std::move(entry));
            if (!message)
                return refuse(nullptr, message.error());
            messages.push_back(std::move(*message));
        }
        const auto requests = std::count_if(messages.begin(), messages.end(), [](const RpcMessage &message) {
            return message.kind == RpcMessage::Kind::Request;
        });
        const auto sink = std::make_shared<BatchSink>(m_writer, static_cast<std::size_t>(requests));
        for (RpcMessage &message : messages)
            handle(std::move(message), sink);
    }

    void handle(RpcMessage message, const std::shared_ptr<ReplySink> &sink) {
        if (message.kind == RpcMessage::Kind::Notification) {
            if (m_session)
                m_engine.notification(*m_session, message);
            return;
        }
        if (message.kind == RpcMessage::Kind::Response) {
            if (m_session)
                m_session->answered(std::move(message));
            return;
        }
        const json::value id = message.id;
        if (m_session) {
            if (const auto refused = m_engine.request(m_session, m_principal, std::move(message), sink))
                sink->finish(errorMessage(id, refused->error));
        } else if (message.method == "initialize") {
            open(message, *sink);
        } else if (message.method == "ping") {
            sink->finish(resultMessage(id, "{}"));
        } else {
            // A client of the revision without sessions probes with server/discover and falls back (WIRE §9).
            const bool probe = message.method == "server/discover";
            sink->finish(errorMessage(id, {probe ? rpc::UnknownMethod : rpc::InvalidRequest,
                                           probe ? "there is no method server/discover here: start with initialize"
                                                 : "initialize comes first",
                                           {}}));
        }
    }

    void open(const RpcMessage &message, ReplySink &sink) {
        auto opening = m_engine.initialize(message, m_principal);
        if (!opening)
            return sink.finish(errorMessage(message.id, opening.error()));
        auto id = m_sessions.open(m_principal, opening->terms.client, opening->terms.protocol);
        if (!id)
            return sink.finish(errorMessage(message.id, {rpc::Internal, id.error().message, {}}));
        m_session = std::make_shared<StdioSession>(*id, m_principal, std::move(opening->terms), m_writer);
        // The only session of this process: it stays for as long as its client does.
        m_hold = m_sessions.hold(*id, session::SessionRegistry::HoldKind::Stream);
        m_engine.add(m_session);
        std::string response = resultMessage(message.id, json::serialize(opening->result));
        m_telemetry.answered("initialize", {}, "ok", {}, response.size());
        m_engine.saw(m_principal, *id,
                     {.fromClient = true,
                      .method = "initialize",
                      .params = &message.params,
                      .summary = m_session->terms().client,
                      .bytes = response.size()});
        sink.finish(std::move(response));
    }

    McpEngine &m_engine;
    session::SessionRegistry &m_sessions;
    Telemetry &m_telemetry;
    const WireLimits &m_limits;
    const governance::Principal &m_principal;
    const std::shared_ptr<LineWriter> m_writer;
    std::shared_ptr<StdioSession> m_session;
    session::SessionRegistry::Hold m_hold;
};

} // namespace

Result<void> serveStdio(McpEngine &engine, session::SessionRegistry &sessions, Telemetry &telemetry,
                        const WireLimits &limits, const governance::Principal &principal, int input, int output,
                        const std::stop_token &stop) {
    const auto writer = std::make_shared<LineWriter>(output);
    Conversation conversation(engine, sessions, telemetry, limits, principal, writer);
    const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    Result<void> result;
    {
        const std::stop_callback onStop(stop, [wake] {
            const std::uint64_t one = 1;
            if (::write(wake, &one, sizeof one) < 0) {
                // Its counter is full: it is readable already.
            }
        });
        std::string buffer;
        bool skipping = false;
        std::array<char, 65536> bytes{};
        while (!stop.stop_requested() && !writer->broken()) {
            std::array<pollfd, 2> waiting{{{input, POLLIN, 0}, {wake, POLLIN, 0}}};
            if (::poll(waiting.data(), waiting.size(), -1) < 0)
                continue;
            if (waiting[0].revents == 0)
                continue;
            const ssize_t count = ::read(input, bytes.data(), bytes.size());
            if (count == 0)
                break;
            if (count < 0) {
                if (errno == EINTR || errno == EAGAIN)
                    continue;
                result = fail(ErrorCode::IoError, std::string("cannot read standard input: ") + std::strerror(errno));
                break;
            }
            std::string_view rest(bytes.data(), static_cast<std::size_t>(count));
            for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
                if (skipping) {
                    skipping = false;
                } else if (buffer.empty()) {
                    conversation.line(rest.substr(0, end));
                } else {
                    buffer += rest.substr(0, end);
                    conversation.line(buffer);
                }
                buffer.clear();
                rest.remove_prefix(end + 1);
            }
            if (!skipping)
                buffer += rest;
            if (buffer.size() > limits.bodyBytes) {
                conversation.tooLong();
                buffer = {};
                skipping = true;
            }
        }
        // A last line may lack its end.
        if (!skipping && !buffer.empty() && result)
            conversation.line(buffer);
    }
    ::close(wake);
    return result;
}

} // namespace actionscope::gateway::detail
