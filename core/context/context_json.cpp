#include "context/context_json.h"

#include "catalog/capability_id.h"

#include <cmath>

namespace actionscope::context {

double shownRelevance(double relevance) { return std::round(relevance * 1e3) / 1e3; }

json::object toJson(const Context &context, const std::vector<Found> &found, const catalog::Catalog &catalog,
                    const TokenCounter &counter) {
    json::array tiers, hits, leftOut;
    json::object tokens;
    for (std::size_t i = 0; i < context.tiers.size(); ++i) {
        const Tier &tier = context.tiers[i];
        tokens["tier" + std::to_string(i)] = tier.tokens;
        tiers.push_back(json::object{{"tier", i},
                                     {"text", tier.text},
                                     {"tokens", tier.tokens},
                                     {"budget", tier.budget},
                                     {"entries", json::array(tier.entries.begin(), tier.entries.end())}});
    }
    tokens["total"] = context.tokens();
    for (const Found &one : found)
        hits.push_back(json::object{{"id", catalog::capabilityId(catalog, one.ordinal)},
                                    {"kind", catalog::kindName(catalog.at(one.ordinal).kind())},
                                    {"relevance", shownRelevance(one.relevance)}});
    for (const LeftOut &one : context.leftOut)
        leftOut.push_back(json::object{{"tier", one.tier},
                                       {"id", one.id.empty() ? json::value() : json::value(one.id)},
                                       {"reason", fallenName(one.why)},
                                       {"tokens", one.tokens},
                                       {"detail", one.detail}});
    return {{"text", context.text()},           {"tokens", std::move(tokens)},
            {"counted_by", counter.name()},     {"tiers", std::move(tiers)},
            {"found", std::move(hits)},         {"left_out", std::move(leftOut)},
            {"total_indexed", context.indexed}, {"index_version", context.indexVersion}};
}

Result<Budgets> readBudgets(const json::object &given, Budgets base) {
    struct Place {
        std::string_view name;
        std::size_t &field;
        std::size_t most;
    };
    const Place places[] = {{"tier0", base.tokens[0], MaxTierTokens},
                            {"tier1", base.tokens[1], MaxTierTokens},
                            {"tier2", base.tokens[2], MaxTierTokens},
                            {"summaries", base.summaries, MaxSummaries},
                            {"details", base.details, MaxDetails}};
    for (const auto &entry : given) {
        boost::system::error_code error;
        const std::string_view key = entry.key();
        if (key == "relevance") {
            base.relevance = entry.value().to_number<double>(error);
            if (error || !(base.relevance >= 0 && base.relevance <= 1))
                return fail(ErrorCode::InvalidArgument, "`relevance` is a number from 0 to 1");
            continue;
        }
        const auto *place =
            std::find_if(std::begin(places), std::end(places), [&](const Place &one) { return one.name == key; });
        if (place == std::end(places))
            return fail(ErrorCode::InvalidArgument,
                        "there is no budget `" + std::string(key.substr(0, 100)) +
                            "`: tier0, tier1, tier2, summaries, details and relevance can be given");
        const auto number = entry.value().to_number<std::uint64_t>(error);
        if (error || number > place->most)
            return fail(ErrorCode::InvalidArgument,
                        '`' + std::string(key) + "` is a whole number from 0 to " + std::to_string(place->most));
        place->field = number;
    }
    return base;
}

} // namespace actionscope::context
