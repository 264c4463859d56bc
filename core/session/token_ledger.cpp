#include "session/token_ledger.h"

namespace actionscope::session {
namespace {

/// Where notices begin, and how far apart they are, in percent of the budget; where a warning becomes advice.
constexpr std::uint64_t From = 80, Step = 5, AdviceFrom = 95;

} // namespace

std::string_view noticeLevelName(BudgetNotice::Level level) {
    switch (level) {
    case BudgetNotice::Level::Warning:
        return "warning";
    case BudgetNotice::Level::Advice:
        return "advice";
    case BudgetNotice::Level::Over:
        return "over";
    }
    return {};
}

void TokenLedger::add(const TokenUse &sent) {
    m_use.lists += sent.lists;
    m_use.listChanges += sent.listChanges;
    m_use.searches += sent.searches;
    m_use.context += sent.context;
    m_use.results += sent.results;
}

std::optional<BudgetNotice> TokenLedger::takeNotice(std::uint64_t budget) {
    if (budget == 0)
        return std::nullopt;
    const std::uint64_t spent = m_use.sent();
    // In two parts, so that no product of counters overflows.
    const std::uint64_t percent =
        spent / budget * 100 +
        static_cast<std::uint64_t>(static_cast<double>(spent % budget) * 100 / static_cast<double>(budget));
    if (percent < From)
        return std::nullopt;
    const std::uint64_t step = (percent - From) / Step + 1;
    if (step <= m_told)
        return std::nullopt;
    m_told = step;
    BudgetNotice notice;
    notice.spent = spent;
    notice.budget = budget;
    const std::string figures = "This session has used about " + std::to_string(spent) + " of " +
                                std::to_string(budget) + " tokens of its budget.";
    if (percent < AdviceFrom) {
        notice.text = figures + " Ask for less at a time: a smaller limit, fewer fields, fewer tools.";
        return notice;
    }
    notice.level = percent < 100 ? BudgetNotice::Level::Advice : BudgetNotice::Level::Over;
    notice.text = figures + " Make room now: truncate old results, reduce the tools that you have active, or compress "
                            "what was said so far into a summary.";
    return notice;
}

} // namespace actionscope::session
