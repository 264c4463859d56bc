#pragma once
/// What one client may ask of the gateway, in bytes, numbers and seconds. Read from `gateway:` of `actionscope.yaml`
/// (settings.cpp, the one place), which also says how far each may be raised.

#include <chrono>
#include <cstddef>

namespace actionscope::workspace {

struct WireLimits {
    std::size_t bodyBytes = 4ULL << 20;    ///< body_bytes: of a request
    std::size_t headerBytes = 32ULL << 10; ///< header_bytes: of its head
    std::size_t jsonDepth = 256;           ///< json_depth: of a message
    std::size_t batch = 100;               ///< batch: messages in one (revision 2025-03-26)
    std::size_t inFlight = 64;             ///< in_flight: requests of a session at once
    std::size_t connections = 4096;        ///< connections: open ones; more are closed at once
    std::size_t streams = 2048;            ///< streams: event streams that listen; more are refused with 503
    std::size_t queuedBytes = 8ULL << 20;  ///< stream_queue_bytes: waiting for a slow reader, who is then cut off
    unsigned requestsPerMinute = 6000;     ///< requests_per_minute: per principal and per session; 0: any number
    std::chrono::seconds receive{30};      ///< receive_time: for head and body
    std::chrono::seconds send{30};         ///< send_time: for one write
    std::chrono::seconds idle{120};        ///< connection_idle: between two requests of a connection
    std::chrono::seconds call{60};         ///< question_time: for the client to answer what it is asked
    std::chrono::seconds longestCall{600}; ///< longest_call: then it is stopped
    std::chrono::seconds keepAlive{15};    ///< keep_alive: between two signs of life on a silent stream
    std::size_t replayEvents = 256;        ///< replay_events: kept per session for a client that comes back
    std::size_t replayBytes = 1ULL << 20;  ///< replay_bytes: of those
    std::chrono::seconds replayLife{300};  ///< replay_life: of each
};

} // namespace actionscope::workspace
