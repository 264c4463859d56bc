#include "gateway/tool_surface.h"
#include "context/token_count.h"

#include <algorithm>

namespace actionscope::gateway {

json::object toJson(const ToolDefinition &tool) {
    json::object object;
    object.reserve(6);
    object["name"] = tool.name;
    if (!tool.title.empty())
        object["title"] = tool.title;
    object["description"] = tool.description;
    object["inputSchema"] = tool.inputSchema;
    if (!tool.outputSchema.is_null())
        object["outputSchema"] = tool.outputSchema;
    if (!tool.annotations.empty())
        object["annotations"] = tool.annotations;
    return object;
}

std::size_t tokenEstimate(const ToolDefinition &tool) {
    return context::estimateTokens(actionscope::json::serialize(toJson(tool)));
}

ToolResult ToolResult::json(actionscope::json::value structured, bool isError) {
    actionscope::json::object block;
    block["type"] = "text";
    block["text"] = actionscope::json::serialize(structured);
    actionscope::json::array content;
    content.push_back(std::move(block));
    // Made where it is, not assigned: values that lie in memory of their own would be copied, one by one.
    return {.content = std::move(content),
            .structured = std::move(structured),
            .isError = isError,
            .meta = {},
            .firstIsStructured = true};
}

std::string ToolResult::text() const {
    using actionscope::json::serialize;
    const std::string blocks = serialize(content);
    std::string out;
    out.reserve(2 * blocks.size() + 64);
    out += R"({"content":)";
    out += blocks;
    if (!structured.is_null()) {
        out += R"(,"structuredContent":)";
        if (firstIsStructured && !content.empty())
            out += std::string_view(content.front().as_object().at("text").as_string());
        else
            out += serialize(structured);
    }
    if (isError)
        out += R"(,"isError":true)";
    if (!meta.empty()) {
        out += R"(,"_meta":)";
        out += serialize(meta);
    }
    out += '}';
    return out;
}

ToolResult ToolResult::refusal(std::string_view code, std::string message, actionscope::json::object detail) {
    actionscope::json::object structured;
    structured["code"] = code;
    structured["message"] = std::move(message);
    for (auto &member : detail)
        structured.emplace(member.key(), std::move(member.value()));
    return json(std::move(structured), true);
}

json::object toJson(const ToolResult &result) {
    json::object object{{"content", result.content}};
    if (!result.structured.is_null())
        object["structuredContent"] = result.structured;
    if (result.isError)
        object["isError"] = true;
    if (!result.meta.empty())
        object["_meta"] = result.meta;
    return object;
}

ToolSurface::ToolSurface(std::vector<std::unique_ptr<Facade>> facades)
    : m_facades(std::move(facades)) {}

ToolSurface::~ToolSurface() = default;

std::vector<ToolDefinition> ToolSurface::list(const Caller &caller) const {
    std::vector<ToolDefinition> tools;
    for (const auto &facade : m_facades)
        facade->list(caller, tools);
    return tools;
}

std::optional<ToolResult> ToolSurface::call(const Caller &caller, std::string_view tool,
                                            const json::object &arguments) {
    for (const auto &facade : m_facades) {
        if (auto result = facade->call(caller, tool, arguments))
            return result;
    }
    return std::nullopt;
}

bool ToolSurface::isQuick(std::string_view tool) const {
    return std::ranges::any_of(m_facades, [tool](const auto &facade) { return facade->isQuick(tool); });
}

} // namespace actionscope::gateway
