#pragma once
/// What the audit log learns of a session as such: that it began and ended, what lists its client read, what it was
/// told of changes, which activations ended by themselves. With searches, activations, denials and calls, which others
/// record, this is what a session can be replayed from (BX10).
///
/// Kind `session`, outcome `started` with {client, protocol, mount, profile, role}, or `ended`; kind `list`, outcome
/// `listed` with {tools, tokens}, or `changed` with {tokens} that the client will read again; kind `deactivate` with
/// why.

#include "governance/audit_queue.h"
#include "session/agent_session.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace actionscope::gateway::detail {

/// Any thread; returns at once. Nothing outside changed by any of this: a log that takes no records is noticed by the
/// next call, which fails closed.
class SessionLog {
public:
    explicit SessionLog(governance::AuditQueue &audit)
        : m_audit(audit) {}

    void started(const std::string &session, const governance::Principal &who, std::string_view client,
                 std::string_view protocol, std::string_view mount);
    void ended(const std::string &session);
    void listed(const std::string &session, const governance::Principal &who, std::size_t tools, std::uint64_t tokens);
    void listChanged(const std::string &session, const governance::Principal &who, std::uint64_t tokens);
    void deactivated(const session::Eviction &eviction);

private:
    void post(governance::AuditEvent event);

    governance::AuditQueue &m_audit;
};

} // namespace actionscope::gateway::detail
