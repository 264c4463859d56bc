#pragma once
/// What a model sees of the catalog before a turn: three tiers of text, each within a hard budget (CD1, CD2, CD12).
///
/// Tier 0, what there is at all: a line a category, `- Category: a, b (+16 more) (20)`, the largest first, and a line
/// that names the meta-tool. Tier 1, the best matches: `n. name (kind). Description. Params: …` (or `Requires: …`), a
/// parameter that may be left out with a `?`. Tier 2, the first of these whole: heading, kind and category,
/// description, parameters with type, required, default and allowed values, or a skill's text, and what is required.
///
/// A tier is cut by whole entries: an entry that does not fit is left out and named in `Context::leftOut`, and the next
/// one is tried. A capability of tier 2 that is too large is tried once more without the prose and the parts of its
/// parameters before it is left out. No budget is ever exceeded, whatever the names and schemas are.
///
/// **Relevance.** Scores are shares of what a query could attain (searcher.h), which for a task told in a sentence is
/// little: on the sample workspace the median right answer has 0.095. Relevance is the same order on a scale that does
/// not depend on the ranking: `relevanceOf`, s / (s + 7/3 · f) with f the floor that the ranking's preset was
/// calibrated to. A hit at the floor has relevance 0.3, which is CD1's threshold, and a perfect one of the default
/// ranking 0.91. Measured on the sample (floor 0.04, 26 queries with an answer): 0.3 keeps 96 % of the right answers
/// that search had among its first ten and leaves half of the queries without an answer with nothing; 0.5 would keep 45
/// % of them.

#include "base/json.h"
#include "catalog/catalog.h"
#include "context/token_count.h"
#include "retrieval/searcher.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::context {

/// CD1's constants; settings `context.*`, and overridden per query.
struct Budgets {
    std::array<std::size_t, 3> tokens{200, 800, 2000}; ///< of the tiers; 0: nothing of it
    std::size_t summaries = 5;                         ///< entries of tier 1
    std::size_t details = 2;                           ///< entries of tier 2
    double relevance = 0.3;                            ///< of tier 1, at least
    std::size_t summaryTokens = 50;                    ///< an entry of tier 1 is shortened to this where it can be
    friend bool operator==(const Budgets &, const Budgets &) = default;
};
inline constexpr std::size_t MaxTierTokens = 100'000, MaxSummaries = 50, MaxDetails = 20;
/// Errors: InvalidArgument naming what is beyond its cap.
[[nodiscard]] Result<void> checkBudgets(const Budgets &budgets);

/// See above. A `floor` of 0 counts as the default one.
[[nodiscard]] double relevanceOf(double score, double floor);
/// The score that has this relevance; at most 1.
[[nodiscard]] double scoreOf(double relevance, double floor);

/// Texts that a model may read of a capability.
struct Prose {
    std::string title, description;
    bool withheld = false; ///< what its source says could mislead: `description` says so, no other prose is shown
    bool accepted = false; ///< it could mislead, and a person has accepted it as it is
};

/// Where texts and schemas come from. Any thread; what is returned is untrusted.
class Source {
public:
    virtual ~Source() = default;
    /// As every façade shows them: what was found to mislead is withheld.
    [[nodiscard]] virtual Prose prose(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const = 0;
    /// The full input schema. May take milliseconds: asked for the entries of tier 2 only, and once for each.
    [[nodiscard]] virtual Result<json::value> schema(const catalog::Catalog &catalog,
                                                     catalog::Ordinal ordinal) const = 0;
    /// The text of a skill; empty where there is none.
    [[nodiscard]] virtual std::string content(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const = 0;
    /// Why it may not be used for now although rules would let it; empty when it may.
    [[nodiscard]] virtual std::string quarantine(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const = 0;
};

/// One thing that a search found.
struct Found {
    catalog::Ordinal ordinal = 0;
    double relevance = 0;
};

/// Why something is not in a tier, or not whole.
enum class Fallen : std::uint8_t {
    BelowRelevance, ///< less relevant than the budgets ask for
    BeyondCount,    ///< the tier has as many entries as it may
    OverBudget,     ///< its entry does not fit into what is left of the tier's tokens
    Shortened,      ///< it is there without the prose and the parts of its parameters: whole it would not fit
    Withheld,       ///< it is there, and its prose is withheld
    Quarantined,    ///< it changed for the worse and nobody has accepted that
    NoSchema,       ///< its schema could not be had; the entry goes without
};
std::string_view fallenName(Fallen why); ///< "below_relevance"

struct LeftOut {
    int tier = 0;
    std::string id; ///< of the capability; in tier 0 the category
    Fallen why = Fallen::OverBudget;
    std::size_t tokens = 0; ///< what its entry would have taken; 0 where it was never made
    std::string detail;     ///< a sentence for people
};

struct Tier {
    std::string text; ///< empty, or lines that end in a line break each
    std::size_t tokens = 0, budget = 0;
    std::vector<std::string> entries; ///< ids; in tier 0 categories
};

struct Context {
    std::array<Tier, 3> tiers;
    std::vector<LeftOut> leftOut;
    std::uint32_t indexed = 0; ///< capabilities that the asker may find
    std::string indexVersion;
    bool categoriesCached = false; ///< tier 0 was not made anew
    [[nodiscard]] std::size_t tokens() const { return tiers[0].tokens + tiers[1].tokens + tiers[2].tokens; }
    /// The tiers one after the other, an empty line between.
    [[nodiscard]] std::string text() const;
};

/// What is to be spoken of: a catalog as one asker may find it.
struct View {
    const catalog::Catalog &catalog;
    const retrieval::Visibility &visibility;
    std::string indexVersion;
    /// Changes when prose may be another one although the index is the same: somebody accepted a withheld text.
    std::uint64_t texts = 0;
    /// Changes when schemas may be other ones, of which an index knows the first level only.
    std::uint64_t schemas = 0;
};

/// Any thread. Keeps the texts of tier 0 and the entries of tier 2 that were made last.
class ContextAssembler {
public:
    static constexpr std::size_t KeptCategories = 64, KeptDetails = 512;

    /// `source` outlives it.
    explicit ContextAssembler(const Source &source, TokenCounter counter = {});
    ~ContextAssembler();

    /// `found` is in order of relevance. `metaTool` is named in tier 0; empty: no such line. The first time for an
    /// index and an asker's view linear in the catalog; afterwards tens of microseconds.
    [[nodiscard]] Context assemble(const View &view, const std::vector<Found> &found, const Budgets &budgets = {},
                                   std::string_view metaTool = "discover_capabilities") const;
    [[nodiscard]] const TokenCounter &counter() const { return m_counter; }
    /// How often tier 0 was made (CD2).
    [[nodiscard]] std::uint64_t categoriesMade() const;

private:
    struct Impl;
    TokenCounter m_counter;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::context
