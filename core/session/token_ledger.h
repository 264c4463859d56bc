#pragma once
/// What a session has put into the model's context, as an estimate (ST9): characters / 4 of everything that was sent.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope::session {

struct TokenUse {
    std::uint64_t lists = 0;       ///< tool lists that the client fetched, again after each change included
    std::uint64_t listChanges = 0; ///< of these, what was read again because the list had changed
    std::uint64_t searches = 0;    ///< answers to searches
    std::uint64_t context = 0;     ///< context text (the three tiers, turn plans)
    std::uint64_t results = 0;     ///< everything else: signatures, results of calls, refusals
    std::uint64_t bound = 0;       ///< what is bound now: name, description and schema of every activated tool
    /// What was sent. `bound` is a part of lists and signatures, `listChanges` of lists.
    [[nodiscard]] std::uint64_t sent() const { return lists + searches + context + results; }
};

/// What the client is told when its budget runs low.
struct BudgetNotice {
    enum class Level : std::uint8_t {
        Warning, ///< from 80 %
        Advice,  ///< from 95 %: truncate, reduce or compress
        Over,    ///< from 100 %
    } level = Level::Warning;
    std::uint64_t spent = 0, budget = 0;
    std::string text;
};
std::string_view noticeLevelName(BudgetNotice::Level level); ///< "warning", "advice", "over"

/// Of one session. Not thread-safe: the registry guards it.
class TokenLedger {
public:
    void add(const TokenUse &sent); ///< its `bound` is ignored
    void setBound(std::uint64_t tokens) { m_use.bound = tokens; }
    [[nodiscard]] const TokenUse &use() const { return m_use; }
    /// Something to tell: once when 80 % of the budget are spent, and again after each further 5 %, so that notices
    /// cost little of what they warn about. 0: no budget.
    [[nodiscard]] std::optional<BudgetNotice> takeNotice(std::uint64_t budget);

private:
    TokenUse m_use;
    std::uint64_t m_told = 0; ///< the last step that was told, in 5 % from 80 %; 0: none
};

} // namespace actionscope::session
