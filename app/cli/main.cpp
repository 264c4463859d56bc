/// `actionscope`: the command line over the same core as the app. Parses, runs one command, and turns whatever happened
/// into the exit statuses that INTERFACES fixes: 0 done, 1 failed or a check did not hold, 2 wrong usage.

#include "base/text.h"
#include "commands/commands.h"
#include "context.h"
#include "interrupt.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace {

using namespace actionscope;
using namespace actionscope::cli;

constexpr const char *Description =
    "Actionscope: import catalogs of actions that AI agents can call, find the right one, and govern what may run.";
constexpr const char *Footer = "A first look:\n"
                               "  actionscope init --sample demo\n"
                               "  actionscope -w demo search \"open a bug report about the login page\" --explain\n"
                               "  actionscope -w demo risk report\n\n"
                               "Exit status: 0 done, 1 it failed or a check did not hold, 2 wrong usage.";

/// The command that was meant, as it is typed: "actionscope services enable".
std::string commandLine(const CLI::App &app) {
    std::string line = "actionscope";
    const CLI::App *at = &app;
    while (true) {
        const auto chosen = at->get_subcommands();
        if (chosen.empty())
            return line;
        at = chosen.front();
        line += ' ' + at->get_name();
    }
}

/// What to say when no command was understood: usually one was misspelt.
std::string unknownCommand(const CLI::App &app, const std::string &otherwise) {
    const CLI::App *at = &app;
    for (auto chosen = at->get_subcommands(); !chosen.empty(); chosen = at->get_subcommands())
        at = chosen.front();
    const auto rest = at->remaining();
    if (rest.empty() || rest.front().starts_with('-'))
        return otherwise;
    std::string message = "there is no command `" + rest.front() + '`', best;
    std::size_t distance = 3;
    for (const CLI::App *candidate : at->get_subcommands({})) {
        if (const std::size_t d = editDistance(rest.front(), candidate->get_name(), distance); d < distance) {
            distance = d;
            best = candidate->get_name();
        }
    }
    return best.empty() ? message : message + ", did you mean `" + best + "`?";
}

int run(int argc, char **argv, Context &context) {
    CLI::App app(Description, "actionscope");
    app.footer(Footer);
    app.require_subcommand(1);
    app.set_version_flag("--version", std::string("actionscope ") + ACTIONSCOPE_VERSION, "Print the version and exit");
    app.add_option("-w,--workspace", context.workspaceOption,
                   "The workspace's folder (else ACTIONSCOPE_WORKSPACE, else the current folder)")
        ->type_name("DIR");
    app.add_flag("--json", context.json, "Print exactly one JSON document on standard output");
    app.get_formatter()->column_width(34);
    addInit(app, context);
    addImport(app, context);
    addServices(app, context);
    addConnections(app, context);
    addServers(app, context);
    addActions(app, context);
    addSearch(app, context);
    addContext(app, context);
    addWhy(app, context);
    addPreviewEdit(app, context);
    addSynonyms(app, context);
    addRisk(app, context);
    addLint(app, context);
    addDiff(app, context);
    addEval(app, context);
    addQueries(app, context);
    addCalibrate(app, context);
    addTune(app, context);
    addRuns(app, context);
    addBench(app, context);
    addPins(app, context);
    addMarketplace(app, context);
    addPromote(app, context);
    addCurate(app, context);
    addAudit(app, context);
    addServe(app, context);
    addSkill(app, context);
    addTokens(app, context);
    addApprovals(app, context);
    addAccess(app, context);
    addPolicy(app, context);
    addReplay(app, context);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp &) {
        context.print(app.help());
        return 0;
    } catch (const CLI::CallForAllHelp &) {
        context.print(app.help("", CLI::AppFormatMode::All));
        return 0;
    } catch (const CLI::CallForVersion &version) {
        context.print(std::string(version.what()) + '\n');
        return 0;
    } catch (const CLI::RequiredError &error) {
        return static_cast<int>(
            context.usage(unknownCommand(app, error.what()) + "; see `" + commandLine(app) + " --help`"));
    } catch (const CLI::ParseError &error) {
        // The parser has an exit status for each kind of mistake; for callers they are all one.
        return static_cast<int>(context.usage(std::string(error.what()) + "; see `" + commandLine(app) + " --help`"));
    }
    return static_cast<int>(context.run());
}

} // namespace

int main(int argc, char **argv) {
    // Widths of characters do not depend on the locale here, and numbers must look the same everywhere.
    std::setlocale(LC_ALL, "C");
    Interrupt interrupt;
    Context context;
    context.stop = interrupt.token();
    context.out = Terminal::of(STDOUT_FILENO);
    context.err = Terminal::of(STDERR_FILENO);
    int status = run(argc, argv, context);
    // A full disk behind standard output shows only here.
    errno = 0;
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && status == 0)
        status = static_cast<int>(context.fail(
            {ErrorCode::IoError, std::string("cannot write to standard output: ") + std::strerror(errno), {}}));
    return status;
}
