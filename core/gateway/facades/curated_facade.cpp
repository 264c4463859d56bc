/// `<service>_read_actions` and `<service>_write_actions` (GD1): the hand-written actions of a service, always listed,
/// as two tools with an enum. The toggle of a service does not touch them: it decides what a search finds.
#include "base/hash.h"
#include "base/text.h"
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

constexpr std::string_view ReadSuffix = "_read_actions", WriteSuffix = "_write_actions";
constexpr std::size_t MaxToolName = 64;
constexpr std::size_t ProseOfAction = 400; ///< bytes of an action's description in the tool's

std::string toolName(std::string_view service, std::string_view suffix) {
    std::string name(service);
    name += suffix;
    if (name.size() <= MaxToolName)
        return name;
    // The same cut as wire names have, with the suffix kept: what it says must not be lost.
    const std::string hash = toHex(sha256(service)).substr(0, 8);
    return std::string(service.substr(0, MaxToolName - suffix.size() - 9)) + '_' + hash + std::string(suffix);
}

bool isRead(const risk::Classification &risk) { return risk.tier == catalog::Tier::Read; }

class CuratedFacade final : public Facade {
public:
    explicit CuratedFacade(Services &services)
        : m_services(services) {}

    std::string_view name() const override { return "curated"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (!governance::holds(caller.principal.role, governance::Permission::RunTools))
            return;
        const auto snapshot = m_services.workspace.snapshot();
        for (const catalog::Service &service : snapshot->catalog->services()) {
            if (service.curatedCount == 0)
                continue;
            for (const bool read : {true, false})
                if (auto tool = describe(caller, snapshot, service, read))
                    tools.push_back(std::move(*tool));
        }
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        const bool read = tool.ends_with(ReadSuffix);
        if (!read && !tool.ends_with(WriteSuffix))
            return std::nullopt;
        const auto snapshot = m_services.workspace.snapshot();
        const auto &all = snapshot->catalog->services();
        const auto service = std::find_if(all.begin(), all.end(), [&](const catalog::Service &s) {
            return s.curatedCount > 0 && toolName(s.info.id, read ? ReadSuffix : WriteSuffix) == tool;
        });
        if (service == all.end())
            return std::nullopt;
        Arguments given(arguments, {"action", "params", "user_confirmed", "reason"});
        const std::string action = given.text("action");
        governance::CallRequest request;
        request.name = service->info.id + '.' + action;
        if (const json::value *params = arguments.if_contains("params"); params && !params->is_null())
            request.arguments = given.object("params");
        request.userConfirmed = given.isTrue("user_confirmed");
        request.statedReason = given.optionalText("reason").value_or(std::string());
        request.facade = "mcp:curated";
        request.needsActivation = false;
        request.problem = given.problem().value_or(std::string());
        const auto index = service->segment->find(action);
        // The enum is the list of what may be named here: anything else would be a way around the activation.
        if (request.problem.empty() && (!index || !service->segment->at(*index).curated() ||
                                        isRead((*snapshot->risk)[service->first + *index]) != read))
            return refuseCall(m_services, caller, std::move(request), governance::refusal::UnknownAction, "permission",
                              "`action` must be one of this tool's list; other actions are found with "
                              "gateway_search_actions and activated first",
                              {{"suggestions", names(caller, snapshot, *service, read)}});
        return toToolResult(callAction(m_services, caller, std::move(request)));
    }

private:
    template <class Visit>
    void visit(const Caller &caller, const std::shared_ptr<const workspace::Snapshot> &snapshot,
               const catalog::Service &service, bool read, Visit &&visitor) const {
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView action = service.segment->at(i);
            const catalog::Ordinal ordinal = service.first + i;
            const risk::Classification &risk = (*snapshot->risk)[ordinal];
            if (action.curated() && action.available() && isRead(risk) == read &&
                m_services.mayCall(caller.principal, service.info.id, action.name(), risk.tier))
                visitor(action, ordinal, risk);
        }
    }

    json::array names(const Caller &caller, const std::shared_ptr<const workspace::Snapshot> &snapshot,
                      const catalog::Service &service, bool read) const {
        json::array list;
        visit(caller, snapshot, service, read,
              [&](const catalog::CapabilityView &action, catalog::Ordinal, const auto &) {
                  list.emplace_back(action.name());
              });
        return list;
    }

    std::optional<ToolDefinition> describe(const Caller &caller,
                                           const std::shared_ptr<const workspace::Snapshot> &snapshot,
                                           const catalog::Service &service, bool read) const {
        json::array names;
        std::string prose;
        bool destructive = false;
        visit(caller, snapshot, service, read,
              [&](const catalog::CapabilityView &action, catalog::Ordinal ordinal, const risk::Classification &risk) {
                  const AgentText text = m_services.actions.agentText(*snapshot->catalog, ordinal);
                  names.emplace_back(action.name());
                  prose += "\n- " + std::string(action.name()) + ": ";
                  prose += truncateUtf8(text.description.empty() ? text.title : text.description, ProseOfAction);
                  std::string parameters;
                  for (std::size_t p = 0; p < action.parameterCount(); ++p) {
                      const catalog::ParameterView parameter = action.parameter(p);
                      parameters += (parameters.empty() ? "" : ", ") + std::string(parameter.name) +
                                    (parameter.required ? "*" : "");
                      if (!text.withheld && !parameter.description.empty())
                          parameters += " (" + std::string(truncateUtf8(parameter.description, 120)) + ')';
                  }
                  if (!parameters.empty())
                      prose += " Params: " + parameters + '.';
                  if (risk.tier == catalog::Tier::Destructive)
                      prose += risk::isCatastrophic(risk) ? " Waits for an administrator's approval." : " Destructive.";
                  destructive |= risk.tier == catalog::Tier::Destructive;
              });
        if (names.empty())
            return std::nullopt;
        ToolDefinition tool;
        tool.name = toolName(service.info.id, read ? ReadSuffix : WriteSuffix);
        const std::string title = revealInvisible(service.info.title.empty() ? service.info.id : service.info.title);
        tool.title = title + (read ? ": read" : ": change");
        tool.description = (read ? "Reads from " : "Changes things in ") + title +
                           ". Choose `action` and give its parameters in `params` (* required):" + prose;
        if (!read)
            tool.description += "\nSet user_confirmed: true only after the person agreed to this very call.";
        json::object properties{{"action", {{"type", "string"}, {"enum", std::move(names)}}},
                                {"params", {{"type", "object"}, {"description", "Parameters of the action"}}}};
        if (!read) {
            properties["user_confirmed"] = {{"type", "boolean"}};
            properties["reason"] = {{"type", "string"},
                                    {"description", "Why, in a sentence; shown to approvers as your words"}};
        }
        tool.inputSchema = json::object{{"type", "object"},
                                        {"properties", std::move(properties)},
                                        {"required", json::array{"action"}},
                                        {"additionalProperties", false}};
        tool.annotations = {{"readOnlyHint", read}};
        if (!read)
            tool.annotations["destructiveHint"] = destructive;
        tool.annotations["openWorldHint"] = true;
        return tool;
    }

    Services &m_services;
};

} // namespace

std::unique_ptr<Facade> makeCuratedFacade(Services &services) { return std::make_unique<CuratedFacade>(services); }

} // namespace actionscope::gateway
