#include "gateway/detail/token_cost.h"
#include "context/token_count.h"

#include <algorithm>

namespace actionscope::gateway::detail {
namespace {

/// Actions whose real schema is looked at, spread over the catalog: schemas come from compressed sources, and all of a
/// large catalog's would take minutes.
constexpr std::size_t Samples = 100;

/// Characters of an action as a tool, as far as the catalog alone tells: nested schemas are not in it.
std::uint64_t plainCharacters(const catalog::CapabilityView &action, std::string_view service) {
    // {"name":…,"description":…,"inputSchema":{"type":"object","properties":{…},"required":[…]},"annotations":{…}}
    std::uint64_t characters =
        190 + service.size() + action.name().size() + action.title().size() + action.description().size();
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = action.parameter(i);
        characters += 35 + parameter.name.size() + parameter.description.size() + parameter.type.size() +
                      (parameter.required ? parameter.name.size() + 3 : 0);
    }
    return characters;
}

} // namespace

void TokenCosts::measure(const workspace::Snapshot &snapshot) {
    const catalog::Catalog &catalog = *snapshot.catalog;
    m_everything = {&catalog, snapshot.catalog, std::vector<std::uint64_t>(catalog.services().size()), 0};
    std::vector<std::uint64_t> plain(catalog.services().size());
    for (catalog::Ordinal ordinal = 0; ordinal < catalog.size(); ++ordinal)
        plain[catalog.serviceIndexOf(ordinal)] +=
            plainCharacters(catalog.at(ordinal), catalog.serviceOf(ordinal).info.id);
    // How much longer the real ones are, measured on a few.
    std::uint64_t sampledPlain = 0, sampledReal = 0;
    const std::size_t step = std::max<std::size_t>(1, catalog.size() / Samples);
    for (std::size_t ordinal = 0; ordinal < catalog.size(); ordinal += step) {
        const auto at = static_cast<catalog::Ordinal>(ordinal);
        const auto schema = m_workspace.inputSchema(snapshot, at);
        if (!schema)
            continue;
        const catalog::CapabilityView action = catalog.at(at);
        ToolDefinition tool;
        tool.name = catalog.qualifiedName(at);
        tool.title = action.title();
        tool.description = action.description();
        tool.inputSchema = *schema;
        tool.annotations = {{"readOnlyHint", true}, {"openWorldHint", true}};
        sampledReal += json::serialize(toJson(tool)).size();
        sampledPlain += plainCharacters(action, catalog.serviceOf(at).info.id);
    }
    const double ratio = sampledPlain > 0 ? static_cast<double>(sampledReal) / static_cast<double>(sampledPlain) : 1.0;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        m_everything.services[i] =
            context::estimateTokens(static_cast<std::size_t>(static_cast<double>(plain[i]) * ratio));
        m_everything.total += m_everything.services[i];
    }
}

TokenCost TokenCosts::of(const std::vector<ToolDefinition> &listed) {
    const auto snapshot = m_workspace.snapshot();
    TokenCost cost;
    const std::lock_guard lock(m_mutex);
    if (m_everything.catalog != snapshot->catalog.get())
        measure(*snapshot);
    cost.everything = m_everything.total;
    cost.listedTools = listed.size();
    const auto &services = snapshot->catalog->services();
    for (std::size_t i = 0; i < services.size(); ++i)
        cost.services.push_back({services[i].info.id, 0, m_everything.services[i]});
    for (const ToolDefinition &tool : listed) {
        const std::size_t tokens = tokenEstimate(tool);
        cost.listed += tokens;
        for (TokenCost::Service &service : cost.services) {
            if (tool.name == service.service + "_read_actions" || tool.name == service.service + "_write_actions")
                service.always += tokens;
        }
    }
    return cost;
}

} // namespace actionscope::gateway::detail
