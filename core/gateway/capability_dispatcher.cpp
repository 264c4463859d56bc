#include "gateway/capability_dispatcher.h"

#include "catalog/capability_id.h"
#include "workspace/skill_text.h"

namespace actionscope::gateway {
namespace {

using catalog::Kind;

std::string joined(const std::vector<std::string_view> &names) {
    std::string text;
    for (const std::string_view name : names)
        text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

} // namespace

std::optional<std::string> missingUpstream(const governance::Target &target) {
    const catalog::CapabilityView view = target.view();
    if (view.kind() == Kind::Action || view.kind() == Kind::Skill)
        return std::nullopt;
    const std::string id = catalog::capabilityId(*target.catalog, target.ordinal);
    std::string text = id + " is described by a manifest and has no upstream here, so there is nothing that this call "
                            "could be sent to. Missing: ";
    text += view.kind() == Kind::Channel     ? "a service that reaches the platform"
            : view.kind() == Kind::Extension ? "the agent runtime that runs this extension"
                                             : "an MCP server or a described HTTP service that offers this tool";
    if (const auto secrets = view.secrets(); !secrets.empty())
        text += "; it says that it needs the secrets " + joined(secrets);
    if (const auto needed = view.requires_(); !needed.empty())
        text += "; it says that it needs " + joined(needed);
    if (!view.available())
        text += "; and it is marked as not available";
    return text + ". If your own runtime has it, call it there; else an administrator imports such a service.";
}

Result<json::object> CapabilityDispatcher::preview(const governance::DispatchRequest &request) const {
    const catalog::CapabilityView view = request.target.view();
    if (view.kind() == Kind::Action)
        return m_others.preview(request);
    if (const auto missing = missingUpstream(request.target))
        return fail(ErrorCode::InvalidArgument, *missing);
    return json::object{{"method", "read"},
                        {"url", catalog::capabilityId(*request.target.catalog, request.target.ordinal)}};
}

tl::expected<governance::DispatchReply, governance::DispatchError>
CapabilityDispatcher::dispatch(const governance::DispatchRequest &request) {
    using governance::DispatchError, governance::DispatchFault;
    const catalog::CapabilityView view = request.target.view();
    if (view.kind() == Kind::Action)
        return m_others.dispatch(request);
    if (auto missing = missingUpstream(request.target))
        return tl::unexpected(DispatchError{DispatchFault::NotSent, std::move(*missing)});
    // The snapshot may be a newer one than the target's: the text is that of now.
    const auto snapshot = m_workspace.snapshot();
    const auto ordinal = snapshot->catalog->find(request.target.qualified());
    auto text = ordinal ? workspace::skillTextForAgent(m_workspace, *snapshot, *ordinal)
                        : fail(ErrorCode::NotFound, "the skill is gone from the catalog");
    if (!text)
        // Where it lies is no concern of the agent's.
        return tl::unexpected(
            DispatchError{DispatchFault::NotSent, "the text of the skill cannot be read: " + text.error().message});
    governance::DispatchReply reply;
    reply.bytes = text->size();
    reply.content.push_back(json::object{{"type", "text"}, {"text", std::move(*text)}});
    return reply;
}

} // namespace actionscope::gateway
