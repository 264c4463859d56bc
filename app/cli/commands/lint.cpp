#include "commands/commands.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>
#include <array>

namespace actionscope::cli {
namespace {

Exit lint(const Context &context, const std::string &service, bool strict) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    if (!service.empty() && !(*opened)->snapshot()->catalog->findService(service))
        return context.fail({ErrorCode::NotFound, "no service is called \"" + service + '"', {}});
    std::vector<catalog::Finding> findings = (*opened)->lint();
    if (!service.empty())
        std::erase_if(findings, [&](const catalog::Finding &finding) {
            return finding.action != service && !finding.action.starts_with(service + '.') &&
                   std::filesystem::path(finding.where.file).stem() != service;
        });
    std::array<std::uint64_t, 3> counts{};
    for (const catalog::Finding &finding : findings)
        counts[static_cast<std::size_t>(finding.severity)]++;
    const bool holds = counts[0] == 0 && (!strict || counts[1] == 0);
    if (context.json) {
        json::array list;
        for (const catalog::Finding &finding : findings)
            list.push_back(findingJson(finding));
        context.printJson(
            {{"errors", counts[0]}, {"warnings", counts[1]}, {"hints", counts[2]}, {"findings", std::move(list)}});
        return holds ? Exit::Done : Exit::Failed;
    }
    for (const catalog::Finding &finding : findings) {
        const Style style = finding.severity == catalog::Finding::Severity::Error     ? Style::Danger
                            : finding.severity == catalog::Finding::Severity::Warning ? Style::Careful
                                                                                      : Style::Dim;
        const std::string where = finding.where.toString();
        // One line each, the way compilers print, so that editors can jump to the place.
        context.print((where.empty() ? "" : shown(where) + ": ") +
                      styled(std::string(catalog::severityName(finding.severity)) + ':', style, context.out) + ' ' +
                      (finding.action.empty() ? "" : shown(finding.action) + ": ") + shown(finding.message) + " [" +
                      shown(finding.rule) + "]\n");
    }
    context.print((findings.empty() ? "" : "\n") + counted(counts[0], "error", "errors") + ", " +
                  counted(counts[1], "warning", "warnings") + ", " + counted(counts[2], "hint", "hints") + '\n');
    return holds ? Exit::Done : Exit::Failed;
}

} // namespace

void addLint(CLI::App &app, Context &context) {
    auto service = std::make_shared<std::string>();
    auto strict = std::make_shared<bool>(false);
    CLI::App *command =
        addCommand(app, context, "lint", "Look for mistakes in the catalogs; exit status 1 when there are errors",
                   "actionscope lint\nactionscope lint --service github --strict");
    command->add_option("--service", *service, "Only this service's")->type_name("ID");
    command->add_flag("--strict", *strict, "Warnings fail too");
    command->callback([&context, service, strict] {
        context.run = [&context, service, strict] { return lint(context, *service, *strict); };
    });
}

} // namespace actionscope::cli
