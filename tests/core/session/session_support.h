#pragma once
/// A clock that is set by hand, principals and targets.

#include "session/agent_session.h"

#include <atomic>
#include <string>

namespace actionscope::test {

class HandClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return Timestamp(std::chrono::microseconds(m_time.load())); }
    template <class Duration> void advance(Duration by) {
        m_time += std::chrono::duration_cast<std::chrono::microseconds>(by).count();
    }

private:
    std::atomic<std::int64_t> m_time{1'790'000'000'000'000};
};

inline governance::Principal principal(const std::string &id) {
    governance::Principal who;
    who.id = "token:" + id;
    who.name = id;
    return who;
}

inline governance::Target target(const std::string &service, const std::string &action,
                                 const std::string &definition = "d1") {
    governance::Target out;
    out.service = service;
    out.action = action;
    out.definitionHash = definition;
    return out;
}

} // namespace actionscope::test
