#pragma once
/// What every command gets: where the workspace is, how to print, when to stop.

#include "base/json.h"
#include "base/result.h"
#include "progress_bar.h"
#include "terminal.h"
#include "workspace/workspace.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace actionscope::cli {

/// Exit statuses as INTERFACES fixes them.
enum class Exit : int { Done = 0, Failed = 1, Usage = 2 };

struct Context {
    std::string workspaceOption; ///< -w, as given
    bool json = false;
    std::stop_token stop;
    Terminal out, err;
    /// The command that was named on the command line; runs when the whole line has been understood.
    std::function<Exit()> run;

    /// -w, else ACTIONSCOPE_WORKSPACE, else the current folder.
    [[nodiscard]] std::filesystem::path workspaceFolder() const;

    /// Opens the workspace with a progress bar and warns about what in it cannot be used. The error is not printed yet.
    [[nodiscard]] Result<std::unique_ptr<workspace::Workspace>> open(workspace::OpenOptions options = {}) const;

    /// Prints one line on standard error; returns Failed.
    Exit fail(const Error &error) const;
    /// The same for a mistake in how the program was called; returns Usage.
    Exit usage(std::string_view message) const;
    void warn(std::string_view message) const;

    void print(std::string_view text) const;        ///< to standard output, as it is
    Exit printJson(const json::value &value) const; ///< the one document of --json; returns Done
};

/// For commands that do not search: what is cached of the index is enough. Never `readOnly`: the toggles that even a
/// listing shows are in state.db.
inline workspace::OpenOptions withoutIndex() { return {.buildIndex = false}; }

/// Adds a command with the options that all have (-w, --json). `examples` is the footer of its help, one a line.
CLI::App *addCommand(CLI::App &parent, Context &context, const std::string &name, const std::string &description,
                     const std::string &examples);
/// Adds a command that only holds others.
CLI::App *addGroup(CLI::App &parent, const std::string &name, const std::string &description);

/// The error of a workspace whose state.db cannot be used, for what lies in it: "tokens".
Error withoutDatabase(std::string_view what);

/// "1 service", "2 services".
std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural);

} // namespace actionscope::cli
