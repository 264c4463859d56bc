#pragma once
/// The texts of the tiers, entry by entry.

#include "context/assembler.h"

#include <span>

namespace actionscope::context::detail {

/// Untrusted text as one line: no control or invisible characters, runs of white space as one space, cut at a word so
/// that it and the ellipsis that is put for the rest take `maxBytes` at most (0: not cut).
[[nodiscard]] std::string oneLine(std::string_view text, std::size_t maxBytes = 0);

/// Adds up what entries cost, against a budget. With the estimate exact; with a table the sum over entries, which the
/// whole is checked against in the end.
class Meter {
public:
    Meter(const TokenCounter &counter, std::size_t budget)
        : m_counter(counter)
        , m_budget(budget) {}
    [[nodiscard]] std::size_t with(std::string_view entry) const {
        return m_counter.isEstimate() ? estimateTokens(m_bytes + entry.size()) : m_tokens + m_counter.count(entry);
    }
    [[nodiscard]] bool fits(std::string_view entry) const { return with(entry) <= m_budget; }
    void take(std::string_view entry) {
        m_tokens = with(entry);
        m_bytes += entry.size();
    }

private:
    const TokenCounter &m_counter;
    std::size_t m_budget, m_bytes = 0, m_tokens = 0;
};

/// The categories of what an asker may find.
struct Category {
    std::string name; ///< as the first of its capabilities has it
    std::uint32_t count = 0;
    std::vector<catalog::Ordinal> examples; ///< curated ones first
};
struct Categories {
    std::vector<Category> list; ///< the largest first, then by name
    std::uint32_t total = 0;    ///< capabilities
};
/// Linear in the catalog.
[[nodiscard]] Categories categoriesOf(const View &view);
/// `line` after `line`, whole ones, within the budget.
[[nodiscard]] Tier categoryTier(const View &view, const Categories &categories, const Source &source,
                                const TokenCounter &counter, std::size_t budget, std::string_view metaTool,
                                std::vector<LeftOut> &leftOut);

/// `n. name (kind). Description. Params: …`, at most `tokens` where that can be: the name is never cut.
[[nodiscard]] std::string summaryLine(std::size_t number, const catalog::Catalog &catalog, catalog::Ordinal ordinal,
                                      const Prose &prose, const TokenCounter &counter, std::size_t tokens);

/// An entry of tier 2, in two lengths.
struct Detail {
    std::string whole, shortened; ///< `whole` is empty when it would have more than the given bytes
    std::size_t wholeBytes = 0;   ///< what was made of it before it was given up
    bool withheld = false;        ///< prose of the schema or the skill's text was left out
    bool noSchema = false;        ///< made of what the catalog knows of the parameters
};
[[nodiscard]] Detail detailEntry(const catalog::Catalog &catalog, catalog::Ordinal ordinal, const Prose &prose,
                                 const Source &source, std::size_t maxBytes);

/// The parameters of a schema as lines, nested ones indented. Stops soon after `maxBytes`, whatever the schema refers
/// to.
[[nodiscard]] std::string schemaLines(const json::value &schema, bool withProse, bool nested, std::size_t maxBytes);

} // namespace actionscope::context::detail
