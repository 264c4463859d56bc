#pragma once
/// Records of a session as steps: what each means, in words, and how the state goes on.

#include "workspace/replay.h"

#include <unordered_map>

namespace actionscope::workspace::detail {

/// What the first record of a session says of it: all of it when it is its start, else who and from where.
void describeSession(const governance::AuditRecord &first, SessionSummary &summary);

/// Takes the records of one session in order. One thread.
class StepMaker {
public:
    explicit StepMaker(SessionReplay &replay)
        : m_replay(replay) {}
    void add(const governance::AuditRecord &record);
    /// After the last one: notes on what was missing.
    void finish();

private:
    void search(const governance::AuditRecord &record, ReplayStep &step);
    void activation(const governance::AuditRecord &record, ReplayStep &step);
    void denial(const governance::AuditRecord &record, ReplayStep &step);
    void attempt(const governance::AuditRecord &record, ReplayStep &step);
    bool outcome(const governance::AuditRecord &record);
    void others(const governance::AuditRecord &record, ReplayStep &step);
    void count(const ReplayStep &step);

    SessionReplay &m_replay;
    std::unordered_map<std::uint64_t, std::size_t> m_attempts; ///< seq to index of step
    std::unordered_map<std::string, std::size_t> m_searches;   ///< search id to index of step
    std::vector<std::string> m_active;
    std::uint64_t m_older = 0; ///< steps that lack something
    bool m_first = true;
};

} // namespace actionscope::workspace::detail
