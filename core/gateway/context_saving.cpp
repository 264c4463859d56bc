#include "gateway/context_saving.h"

#include "base/text.h"
#include "context/token_count.h"
#include "gateway/agent_search.h"
#include "session/agent_session.h"

#include <algorithm>
#include <map>

namespace actionscope::gateway {
namespace {

constexpr std::uint32_t MostTools = 1'000'000;
constexpr std::size_t MostQueries = 50;

std::uint64_t tokens(const json::value &value) { return context::estimateTokens(json::serialize(value)); }

/// What one action costs as a tool; as actionTool() makes it.
std::uint64_t toolTokens(const workspace::Workspace &workspace, const workspace::Snapshot &snapshot,
                         catalog::Ordinal ordinal) {
    const catalog::CapabilityView action = snapshot.catalog->at(ordinal);
    ToolDefinition tool;
    tool.name = session::wireName(snapshot.catalog->serviceOf(ordinal).info.id, std::string(action.name()));
    tool.title = action.title();
    tool.description = action.description().empty() ? action.title() : action.description();
    const auto schema = workspace.inputSchema(snapshot, ordinal);
    tool.inputSchema = schema ? agentSchema(*schema) : json::value(json::object{{"type", "object"}});
    const bool read = (*snapshot.risk)[ordinal].tier == catalog::Tier::Read;
    tool.annotations = {{"readOnlyHint", read}, {"openWorldHint", true}};
    return tokenEstimate(tool);
}

/// What one search response costs; as agentHitsJson() makes it.
std::uint64_t responseTokens(const workspace::Snapshot &snapshot, const retrieval::SearchResponse &response) {
    json::array results;
    for (const retrieval::Hit &hit : response.hits) {
        const catalog::CapabilityView action = snapshot.catalog->at(hit.ordinal);
        results.push_back(json::object{{"name", snapshot.catalog->qualifiedName(hit.ordinal)},
                                       {"service", snapshot.catalog->serviceOf(hit.ordinal).info.id},
                                       {"title", action.title()},
                                       {"description", truncateUtf8(action.description(), ShownDescription)},
                                       {"method", catalog::methodName(action.method())},
                                       {"endpoint", action.path()},
                                       {"risk", catalog::tierName((*snapshot.risk)[hit.ordinal].tier)},
                                       {"approval", "none"},
                                       {"active", false},
                                       {"score", 0.123456}});
    }
    return tokens(json::object{{"results", std::move(results)},
                               {"total_indexed", response.indexed},
                               {"hint", nullptr},
                               {"search_id", "s-0123456789ab"}});
}

std::vector<catalog::Ordinal> spread(std::uint32_t count, std::uint32_t of) {
    std::vector<catalog::Ordinal> chosen;
    for (std::uint64_t i = 0; i < count; ++i)
        chosen.push_back(static_cast<catalog::Ordinal>(i * of / count));
    return chosen;
}

} // namespace

double SavingRow::saved() const {
    return everything == 0 ? 0 : 1 - static_cast<double>(dynamic()) / static_cast<double>(everything);
}

Result<std::vector<SavingRow>> contextSaving(const workspace::Workspace &workspace, const SavingOptions &options,
                                             const Job &job) {
    const auto snapshot = workspace.snapshot();
    const auto searcher = workspace.searcher();
    if (snapshot->catalog->size() == 0 || !searcher || !snapshot->indexIsCurrent())
        return fail(ErrorCode::NotFound, "there is nothing to measure: import something first");
    for (const std::uint32_t tools : options.tools) {
        if (tools == 0 || tools > MostTools)
            return fail(ErrorCode::InvalidArgument, "a row has 1 to 1,000,000 tools");
    }
    std::uint64_t discovery = 0;
    for (const ToolDefinition &tool : metaTools())
        discovery += tokenEstimate(tool);
    std::map<catalog::Ordinal, std::uint64_t> costs;
    std::vector<SavingRow> rows;
    std::uint64_t total = 0, done = 0;
    for (const std::uint32_t tools : options.tools)
        total += std::min(tools, snapshot->catalog->size());
    for (const std::uint32_t tools : options.tools) {
        SavingRow row;
        row.tools = std::min(tools, snapshot->catalog->size());
        row.discovery = discovery;
        retrieval::Visibility visible;
        visible.actions.assign(snapshot->catalog->size(), 0);
        std::vector<std::string> queries = options.queries;
        for (const catalog::Ordinal ordinal : spread(row.tools, snapshot->catalog->size())) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "measuring was cancelled");
            job.at("measuring", ++done, total);
            visible.actions[ordinal] = 1;
            const auto [cost, fresh] = costs.try_emplace(ordinal, 0);
            if (fresh)
                cost->second = toolTokens(workspace, *snapshot, ordinal);
            row.everything += cost->second;
            if (options.queries.empty() && queries.size() < MostQueries) {
                const catalog::CapabilityView action = snapshot->catalog->at(ordinal);
                queries.emplace_back(action.title().empty() ? action.name() : action.title());
            }
        }
        row.activation = row.everything / row.tools;
        std::vector<std::uint64_t> responses;
        for (const std::string &query : queries) {
            retrieval::SearchRequest request;
            request.query = query;
            request.preset = snapshot->preset;
            request.floor = snapshot->floor;
            request.limit = options.results;
            request.kinds = ~0U;
            const auto response = searcher->search(request, visible);
            if (!response)
                return fail(response.error());
            responses.push_back(responseTokens(*snapshot, *response));
        }
        if (!responses.empty()) {
            std::sort(responses.begin(), responses.end());
            row.search = responses[responses.size() / 2];
        }
        rows.push_back(row);
        if (row.tools < tools)
            break; // the catalog has no more
    }
    return rows;
}

} // namespace actionscope::gateway
