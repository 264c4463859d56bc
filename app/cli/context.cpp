#include "context.h"

#include "base/text.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>

namespace actionscope::cli {

std::filesystem::path Context::workspaceFolder() const {
    if (!workspaceOption.empty())
        return workspaceOption;
    if (const char *given = std::getenv("ACTIONSCOPE_WORKSPACE"); given != nullptr && *given != '\0')
        return given;
    return ".";
}

Result<std::unique_ptr<workspace::Workspace>> Context::open(workspace::OpenOptions options) const {
    ProgressBar progress(err, stop);
    auto opened = workspace::Workspace::open(workspaceFolder(), std::move(options), progress.job());
    progress.finish();
    if (opened) {
        for (const workspace::Problem &problem : (*opened)->snapshot()->problems)
            warn(problem.error.toString());
    }
    return opened;
}

Exit Context::fail(const Error &error) const {
    std::fprintf(stderr, "%s %s\n", styled("error:", Style::Alarm, err).c_str(), shown(error.toString()).c_str());
    return Exit::Failed;
}

Exit Context::usage(std::string_view message) const {
    std::fprintf(stderr, "%s %s\n", styled("error:", Style::Alarm, err).c_str(), shown(message).c_str());
    return Exit::Usage;
}

void Context::warn(std::string_view message) const {
    std::fprintf(stderr, "%s %s\n", styled("warning:", Style::Careful, err).c_str(), shown(message).c_str());
}

void Context::print(std::string_view text) const { std::fwrite(text.data(), 1, text.size(), stdout); }

Exit Context::printJson(const json::value &value) const {
    // Names of files may be any bytes; the document is UTF-8 whatever they are.
    print(toValidUtf8(prettyJson(value)) + '\n');
    return Exit::Done;
}

CLI::App *addCommand(CLI::App &parent, Context &context, const std::string &name, const std::string &description,
                     const std::string &examples) {
    CLI::App *command = parent.add_subcommand(name, description);
    command
        ->add_option("-w,--workspace", context.workspaceOption,
                     "The workspace's folder (else ACTIONSCOPE_WORKSPACE, else the current folder)")
        ->type_name("DIR")
        ->group("Common options");
    command->add_flag("--json", context.json, "Print exactly one JSON document on standard output")
        ->group("Common options");
    if (!examples.empty()) {
        std::string footer = "Examples:";
        std::string_view rest = examples;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            footer += "\n  " + std::string(rest.substr(0, end));
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        }
        command->footer(footer);
    }
    return command;
}

CLI::App *addGroup(CLI::App &parent, const std::string &name, const std::string &description) {
    CLI::App *group = parent.add_subcommand(name, description);
    group->require_subcommand(1);
    group->footer(""); // not the one of the whole program
    return group;
}

Error withoutDatabase(std::string_view what) {
    return {ErrorCode::PermissionDenied,
            "the " + std::string(what) + " are in state.db, which cannot be used; the warning above says why",
            {}};
}

std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural) {
    return grouped(number) + ' ' + std::string(number == 1 ? singular : plural);
}

} // namespace actionscope::cli
