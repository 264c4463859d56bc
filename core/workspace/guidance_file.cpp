#include "workspace/guidance_file.h"

#include "base/file.h"
#include "catalog/rule_file.h"
#include "session/iteration_guard.h"

namespace actionscope::workspace {
namespace {

using catalog::RuleFile;

std::string prose(const RuleFile &file, const YAML::Node &node, std::string_view what) {
    std::string text = file.text(node, what);
    if (text.size() > MaxGuidanceText)
        file.complain(node, std::string(what) + " has more than " + std::to_string(MaxGuidanceText) + " bytes",
                      ErrorCode::LimitExceeded);
    return text;
}

std::string pattern(const RuleFile &file, const YAML::Node &node) {
    std::string text = file.text(node, "a tool");
    if (text.empty())
        file.complain(node, "a tool is named as service.action, where * stands for any run of characters");
    return text;
}

std::size_t repeats(const RuleFile &file, const YAML::Node &node, std::string_view what) {
    std::size_t number = 0;
    if (!YAML::convert<std::size_t>::decode(node, number) || number < 2 || number > session::MaxGuardedCalls)
        file.complain(node, std::string(what) + " is a whole number from 2 to " +
                                std::to_string(session::MaxGuardedCalls) +
                                "; a tool that is never to be counted stands in `exempt`");
    return number;
}

session::Guidance read(const RuleFile &file) {
    session::Guidance guidance;
    const YAML::Node &root = file.root();
    if (!root.IsDefined() || root.IsNull())
        return guidance;
    file.expectMap(root, "guidance.yaml", {"text", "exempt", "exempt_defaults", "tools"});
    if (root["text"].IsDefined())
        guidance.text = prose(file, root["text"], "`text`");
    if (root["exempt_defaults"].IsDefined())
        guidance.exemptsDefaults = file.boolean(root["exempt_defaults"], "`exempt_defaults`");
    if (root["exempt"].IsDefined())
        for (const YAML::Node &item : file.items(root["exempt"], "`exempt`", MaxExemptTools))
            guidance.exempt.push_back(pattern(file, item));
    if (!root["tools"].IsDefined())
        return guidance;
    file.expectSequence(root["tools"], "`tools`");
    for (const YAML::Node &item : file.items(root["tools"], "`tools`", MaxGuidedTools)) {
        file.expectMap(item, "a tool's guidance", {"match", "text", "repeats", "last_repeats"});
        session::ToolGuidance tool;
        if (!item["match"].IsDefined())
            file.complain(item, "a tool's guidance needs `match:`, for example `match: \"billing.list_*\"`");
        tool.match = pattern(file, item["match"]);
        if (item["text"].IsDefined())
            tool.text = prose(file, item["text"], "`text`");
        if (item["repeats"].IsDefined())
            tool.repeats = repeats(file, item["repeats"], "`repeats`");
        if (item["last_repeats"].IsDefined())
            tool.lastRepeats = repeats(file, item["last_repeats"], "`last_repeats`");
        guidance.tools.push_back(std::move(tool));
    }
    return guidance;
}

} // namespace

Result<session::Guidance> readGuidance(const std::filesystem::path &file) {
    if (!fileStamp(file))
        return session::Guidance();
    const auto opened = RuleFile::open(file);
    if (!opened)
        return fail(opened.error());
    try {
        return read(*opened);
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not guidance: " + error.msg,
                    {file.string(), std::uint32_t(error.mark.line + 1), std::uint32_t(error.mark.column + 1)});
    }
}

} // namespace actionscope::workspace
