#include "ingest/mcp_tools.h"

#include "base/hash.h"
#include "base/text.h"
#include "ingest/detail/references.h"

#include <algorithm>
#include <map>
#include <set>

namespace actionscope::ingest {
namespace {

constexpr std::string_view ToolPrefix = "/tools/";
constexpr std::size_t MaxToolName = 256;

std::string oneLine(std::string_view text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    return std::string(truncateUtf8(line, 300));
}

/// "string", "array", …; of several types the first that is not null.
std::string typeOf(const json::value &schema) {
    const json::value *type = member(schema, "type");
    if (!type)
        return {};
    if (type->is_string())
        return std::string(type->as_string());
    if (type->is_array()) {
        for (const json::value &entry : type->as_array()) {
            if (entry.is_string() && entry.as_string() != "null")
                return std::string(entry.as_string());
        }
    }
    return {};
}

catalog::Hint hintOf(const json::object &tool) {
    const json::object *annotations = objectMember(tool, "annotations");
    if (!annotations)
        return catalog::Hint::None;
    // A tool that says both contradicts itself: the graver word counts.
    if (boolMember(*annotations, "destructiveHint"))
        return catalog::Hint::Destructive;
    return boolMember(*annotations, "readOnlyHint") ? catalog::Hint::ReadOnly : catalog::Hint::None;
}

catalog::Capability capabilityOf(const std::string &name, const json::object &tool, const McpListing &listing) {
    catalog::Capability action;
    action.kind = catalog::Kind::Action;
    action.name = name;
    const std::string tools = std::string(stringMember(tool, "name"));
    action.description = toValidUtf8(truncateUtf8(stringMember(tool, "description"), catalog::MaxDescription));
    action.title = oneLine(toValidUtf8(stringMember(tool, "title")));
    if (const json::object *annotations = objectMember(tool, "annotations"); action.title.empty() && annotations)
        action.title = oneLine(toValidUtf8(stringMember(*annotations, "title")));
    if (action.title.empty())
        action.title = oneLine(action.description);
    action.tags = listing.tags;
    action.pointer = std::string(ToolPrefix) + pointerStep(tools);
    action.hint = hintOf(tool);
    action.hasBody = true;
    const json::object &schema = *objectMember(tool, "inputSchema");
    std::set<std::string_view> required;
    if (const json::array *names = arrayMember(schema, "required")) {
        for (const json::value &entry : *names) {
            if (entry.is_string())
                required.insert(entry.as_string());
        }
    }
    if (const json::object *properties = objectMember(schema, "properties")) {
        for (const auto &[key, property] : *properties)
            action.parameters.push_back({.name = std::string(key),
                                         .description = toValidUtf8(truncateUtf8(stringMember(property, "description"),
                                                                                 catalog::MaxParameterDescription)),
                                         .type = typeOf(property),
                                         .place = catalog::Place::Body,
                                         .required = required.contains(key)});
    }
    return action;
}

} // namespace

bool isMcpFormat(std::string_view format) { return format.starts_with("mcp "); }

std::string mcpToolName(std::string_view pointer) {
    if (!pointer.starts_with(ToolPrefix))
        return {};
    return detail::unescapedStep(pointer.substr(ToolPrefix.size()));
}

Result<ImportedService> readMcpTools(const McpListing &listing, const ImportLimits &limits) {
    if (listing.service.empty() || serviceId(listing.service) != listing.service)
        return fail(ErrorCode::InvalidArgument,
                    "\"" + listing.service +
                        "\" is no id of a service: lower case, digits and hyphens; "
                        "give one with --service",
                    {listing.origin});
    if (listing.tools.size() > limits.operations)
        return fail(ErrorCode::LimitExceeded,
                    "the server lists more than " + std::to_string(limits.operations) + " tools (limits.operations)",
                    {listing.origin});
    ImportedService service;
    service.info.id = listing.service;
    const std::string name = toValidUtf8(stringMember(listing.serverInfo, "name"));
    const std::string title = toValidUtf8(stringMember(listing.serverInfo, "title"));
    service.info.title = oneLine(!title.empty() ? title : !name.empty() ? name : listing.service);
    service.info.description = toValidUtf8(truncateUtf8(listing.instructions, catalog::MaxDescription));
    service.info.version = oneLine(toValidUtf8(stringMember(listing.serverInfo, "version")));
    service.info.format = "mcp " + listing.protocol;
    service.info.source = listing.origin;

    const auto skip = [&](std::string_view tool, std::string reason) {
        service.skipped.push_back(
            {listing.origin, std::string(ToolPrefix) + pointerStep(toValidUtf8(tool)), std::move(reason)});
    };
    std::map<std::string, const json::object *> tools; // by their own name, so that the server's order does not matter
    for (const json::object &tool : listing.tools) {
        const std::string_view own = stringMember(tool, "name");
        if (own.empty() || own.size() > MaxToolName || firstInvalidUtf8(own))
            skip(truncateUtf8(own, MaxToolName), "a tool needs a name of 1 to 256 bytes of UTF-8");
        else if (actionName(own).empty())
            skip(own, "its name holds no letter or digit that an action's name could be made of");
        else if (const json::object *schema = objectMember(tool, "inputSchema");
                 !schema || (schema->contains("type") && stringMember(*schema, "type") != "object"))
            skip(own, "its inputSchema is no schema of an object");
        else if (json::serialize(*schema).size() > limits.schemaBytes)
            skip(own, "its inputSchema is larger than " + std::to_string(limits.schemaBytes) +
                          " bytes (limits.schema_bytes)");
        else if (const json::object *execution = objectMember(tool, "execution");
                 execution && stringMember(*execution, "taskSupport") == "required")
            skip(own, "it only runs as a task, which the gateway does not offer");
        else if (!tools.emplace(own, &tool).second)
            skip(own, "the server lists this name twice; the first one counts");
    }
    // Whose name is an action's name already keeps it, whatever else comes to look like it.
    std::set<std::string> taken;
    for (const auto &[own, tool] : tools) {
        if (actionName(own) == own)
            taken.insert(own);
    }
    json::object copied;
    for (const auto &[own, tool] : tools) {
        std::string action = actionName(own);
        if (action != own) {
            const std::string wanted = action;
            for (int number = 2; !taken.insert(action).second; ++number)
                action = wanted + "_" + std::to_string(number);
        }
        service.actions.push_back(capabilityOf(action, *tool, listing));
        copied[own] = *tool;
    }
    service.copy = json::serialize(json::object{
        {"x-actionscope-mcp",
         {{"protocol", listing.protocol}, {"server", listing.serverInfo}, {"instructions", listing.instructions}}},
        {"tools", std::move(copied)}});
    service.info.sha256 = toHex(sha256(service.copy));
    return service;
}

} // namespace actionscope::ingest
