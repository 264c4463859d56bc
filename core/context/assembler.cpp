#include "context/assembler.h"

#include "base/hash.h"
#include "base/text.h"
#include "catalog/capability_id.h"
#include "context/detail/rendering.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <unordered_map>

namespace actionscope::context {
namespace {

/// The relevance of a hit at the floor, and what follows from it: s / (s + f · (1 - r) / r).
constexpr double AtFloor = 0.3;

/// A token of a real table rarely stands for more; what is longer is not made to the end.
constexpr std::size_t BytesPerToken = 16, LeastDetailBytes = 4096;

/// The last things that were made, by key. One thread at a time.
template <class Value> class Recent {
public:
    explicit Recent(std::size_t most)
        : m_most(most) {}
    const Value *find(const std::string &key) {
        const auto found = m_byKey.find(key);
        if (found == m_byKey.end())
            return nullptr;
        m_list.splice(m_list.begin(), m_list, found->second);
        return &found->second->second;
    }
    void put(const std::string &key, Value value) {
        if (m_byKey.contains(key))
            return;
        m_list.emplace_front(key, std::move(value));
        m_byKey[key] = m_list.begin();
        if (m_list.size() > m_most) {
            m_byKey.erase(m_list.back().first);
            m_list.pop_back();
        }
    }

private:
    std::size_t m_most;
    std::list<std::pair<std::string, Value>> m_list; ///< most recently used first
    std::unordered_map<std::string, typename std::list<std::pair<std::string, Value>>::iterator> m_byKey;
};

std::uint64_t hashOf(const retrieval::Visibility &visibility) {
    const auto bytes = [](const std::vector<std::uint8_t> &list) {
        return std::string_view(reinterpret_cast<const char *>(list.data()), list.size());
    };
    return hash64(bytes(visibility.actions), hash64(bytes(visibility.services), visibility.actions.size()));
}

} // namespace

Result<void> checkBudgets(const Budgets &budgets) {
    for (std::size_t tier = 0; tier < budgets.tokens.size(); ++tier)
        if (budgets.tokens[tier] > MaxTierTokens)
            return fail(ErrorCode::InvalidArgument,
                        "tier" + std::to_string(tier) + " takes at most " + std::to_string(MaxTierTokens) + " tokens");
    if (budgets.summaries > MaxSummaries)
        return fail(ErrorCode::InvalidArgument, "summaries is at most " + std::to_string(MaxSummaries));
    if (budgets.details > MaxDetails)
        return fail(ErrorCode::InvalidArgument, "details is at most " + std::to_string(MaxDetails));
    if (!(budgets.relevance >= 0 && budgets.relevance <= 1))
        return fail(ErrorCode::InvalidArgument, "relevance is a number from 0 to 1");
    return {};
}

double relevanceOf(double score, double floor) {
    const double half = (floor > 0 ? floor : retrieval::DefaultFloor) * (1 - AtFloor) / AtFloor;
    return score > 0 ? score / (score + half) : 0;
}

double scoreOf(double relevance, double floor) {
    const double half = (floor > 0 ? floor : retrieval::DefaultFloor) * (1 - AtFloor) / AtFloor;
    if (relevance <= 0)
        return 0;
    return relevance >= 1 ? 1 : std::min(1.0, half * relevance / (1 - relevance));
}

std::string_view fallenName(Fallen why) {
    switch (why) {
    case Fallen::BelowRelevance:
        return "below_relevance";
    case Fallen::BeyondCount:
        return "beyond_count";
    case Fallen::OverBudget:
        return "over_budget";
    case Fallen::Shortened:
        return "shortened";
    case Fallen::Withheld:
        return "withheld";
    case Fallen::Quarantined:
        return "quarantined";
    case Fallen::NoSchema:
        return "no_schema";
    }
    return "over_budget";
}

std::string Context::text() const {
    std::string all;
    for (const Tier &tier : tiers)
        if (!tier.text.empty())
            all += (all.empty() ? "" : "\n") + tier.text;
    return all;
}

struct ContextAssembler::Impl {
    struct Overview {
        Tier tier;
        std::vector<LeftOut> leftOut;
        std::uint32_t total = 0;
    };

    explicit Impl(const Source &given)
        : source(given) {}

    const Source &source;
    std::mutex mutex;
    Recent<std::shared_ptr<const Overview>> overviews{KeptCategories};
    Recent<std::shared_ptr<const detail::Detail>> details{KeptDetails};
    std::uint64_t made = 0;

    std::shared_ptr<const Overview> overview(const View &view, std::size_t budget, std::string_view metaTool,
                                             const TokenCounter &counter, bool &cached) {
        const std::string key = view.indexVersion + '\n' + std::to_string(view.texts) + '\n' +
                                std::to_string(hashOf(view.visibility)) + '\n' + std::to_string(budget) + '\n' +
                                std::string(metaTool);
        {
            const std::lock_guard lock(mutex);
            if (const auto *known = overviews.find(key)) {
                cached = true;
                return *known;
            }
        }
        cached = false;
        auto fresh = std::make_shared<Overview>();
        const detail::Categories categories = detail::categoriesOf(view);
        fresh->total = categories.total;
        fresh->tier = detail::categoryTier(view, categories, source, counter, budget, metaTool, fresh->leftOut);
        const std::lock_guard lock(mutex);
        ++made;
        overviews.put(key, fresh);
        return fresh;
    }

    std::shared_ptr<const detail::Detail> detail(const View &view, catalog::Ordinal ordinal, const Prose &prose,
                                                 std::size_t budget) {
        const std::size_t bytes = std::max(LeastDetailBytes, budget * BytesPerToken);
        const std::string key = view.indexVersion + '\n' + std::to_string(view.texts) + '\n' +
                                std::to_string(view.schemas) + '\n' + std::to_string(ordinal) + '\n' +
                                std::to_string(bytes);
        {
            const std::lock_guard lock(mutex);
            if (const auto *known = details.find(key))
                return *known;
        }
        auto fresh =
            std::make_shared<const detail::Detail>(detail::detailEntry(view.catalog, ordinal, prose, source, bytes));
        const std::lock_guard lock(mutex);
        details.put(key, fresh);
        return fresh;
    }
};

ContextAssembler::ContextAssembler(const Source &source, TokenCounter counter)
    : m_counter(std::move(counter))
    , m_impl(std::make_unique<Impl>(source)) {}

ContextAssembler::~ContextAssembler() = default;

std::uint64_t ContextAssembler::categoriesMade() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->made;
}

Context ContextAssembler::assemble(const View &view, const std::vector<Found> &found, const Budgets &budgets,
                                   std::string_view metaTool) const {
    Context context;
    context.indexVersion = view.indexVersion;
    for (std::size_t tier = 0; tier < context.tiers.size(); ++tier)
        context.tiers[tier].budget = budgets.tokens[tier];
    const auto overview = m_impl->overview(view, budgets.tokens[0], metaTool, m_counter, context.categoriesCached);
    context.tiers[0] = overview->tier;
    context.leftOut = overview->leftOut;
    context.indexed = overview->total;

    Tier &summaries = context.tiers[1], &details = context.tiers[2];
    std::size_t detailed = 0;
    for (const Found &one : found) {
        const std::string id = catalog::capabilityId(view.catalog, one.ordinal);
        const auto leave = [&](int tier, Fallen why, std::size_t tokens, std::string detail) {
            context.leftOut.push_back({tier, id, why, tokens, std::move(detail)});
        };
        if (one.relevance < budgets.relevance) {
            leave(1, Fallen::BelowRelevance, 0, "its relevance is lower than was asked for");
            continue;
        }
        if (std::string why = m_impl->source.quarantine(view.catalog, one.ordinal); !why.empty()) {
            leave(1, Fallen::Quarantined, 0, std::move(why));
            continue;
        }
        const Prose prose = m_impl->source.prose(view.catalog, one.ordinal);
        if (summaries.entries.size() >= budgets.summaries) {
            leave(1, Fallen::BeyondCount, 0, "there is room for " + std::to_string(budgets.summaries));
        } else {
            const std::string line = detail::summaryLine(summaries.entries.size() + 1, view.catalog, one.ordinal, prose,
                                                         m_counter, budgets.summaryTokens);
            if (m_counter.count(summaries.text + line) <= summaries.budget) {
                summaries.text += line;
                summaries.entries.push_back(id);
                if (prose.withheld)
                    leave(1, Fallen::Withheld, 0, "its prose could mislead and nobody has accepted it");
            } else {
                leave(1, Fallen::OverBudget, m_counter.count(line),
                      "its line does not fit into " + std::to_string(summaries.budget) + " tokens");
            }
        }
        if (detailed >= budgets.details || details.budget == 0)
            continue;
        ++detailed;
        const auto detail = m_impl->detail(view, one.ordinal, prose, details.budget);
        const auto put = [&](const std::string &entry) {
            const std::string with = details.text + (details.text.empty() ? "" : "\n") + entry;
            if (entry.empty() || m_counter.count(with) > details.budget)
                return false;
            details.text = with;
            details.entries.push_back(id);
            return true;
        };
        const std::size_t tokens =
            detail->whole.empty() ? estimateTokens(detail->wholeBytes) : m_counter.count(detail->whole);
        if (!put(detail->whole)) {
            if (!put(detail->shortened)) {
                leave(2, Fallen::OverBudget, tokens,
                      "not even without prose does it fit into " + std::to_string(details.budget) + " tokens");
                continue;
            }
            leave(2, Fallen::Shortened, tokens,
                  "it is there without the prose and the parts of its parameters: whole it takes " +
                      std::to_string(tokens) + " tokens");
        }
        if (detail->withheld)
            leave(2, Fallen::Withheld, 0, "prose of its schema or its text could mislead, and is left out");
        if (detail->noSchema)
            leave(2, Fallen::NoSchema, 0, "its schema cannot be had: told is what the catalog knows");
    }
    summaries.tokens = m_counter.count(summaries.text);
    details.tokens = m_counter.count(details.text);
    return context;
}

} // namespace actionscope::context
