#include "gateway/mount.h"

#include "gateway/detail/mount_relay.h"

#include <map>
#include <mutex>

namespace actionscope::gateway {

struct McpMounts::Shared {
    Services &services;
    const std::chrono::milliseconds longest;
    mutable std::mutex mutex;
    std::map<std::string, std::weak_ptr<detail::MountRelay>, std::less<>> bySession; ///< guarded by mutex
};

McpMounts::McpMounts(Services &services, std::chrono::milliseconds longestCall)
    : m_shared(new Shared{services, longestCall, {}, {}}) {}

McpMounts::~McpMounts() = default;

bool McpMounts::has(std::string_view name) const {
    if (name.empty())
        return false;
    const auto entry = m_shared->services.servers.entry(name);
    return entry && entry->enabled;
}

Result<std::shared_ptr<Relay>> McpMounts::open(std::string_view name, const governance::Principal &principal,
                                               const json::object &capabilities, std::stop_token stop) {
    auto relay = std::make_shared<detail::MountRelay>(
        m_shared->services, std::string(name), principal, m_shared->longest,
        [shared = m_shared](const std::string &session, const std::shared_ptr<detail::MountRelay> &attached) {
            const std::lock_guard lock(shared->mutex);
            std::erase_if(shared->bySession, [](const auto &entry) { return entry.second.expired(); });
            shared->bySession[session] = attached;
        });
    if (auto connected = relay->connect(capabilities, std::move(stop)); !connected)
        return fail(std::move(connected.error()));
    return relay;
}

std::shared_ptr<net::McpClient> McpMounts::clientOf(std::string_view session, std::string_view service) const {
    std::shared_ptr<detail::MountRelay> relay;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (const auto found = m_shared->bySession.find(session); found != m_shared->bySession.end())
            relay = found->second.lock();
    }
    if (!relay || relay->name() != service)
        return nullptr;
    // It lives as long as its relay, which its handlers refer to.
    net::McpClient *client = relay->client();
    return {std::move(relay), client};
}

} // namespace actionscope::gateway
