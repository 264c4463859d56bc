#include "commands/commands.h"
#include "context.h"
#include "context/token_count.h"
#include "gateway/teaching.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    bool prompt = false;
    std::vector<std::string> facades;
};

Exit skill(const Context &context, const Options &options) {
    gateway::TaughtFacades on;
    for (const std::string &name : options.facades) {
        on.finder = on.finder || name == "finder";
        on.connections = on.connections || name == "connections";
    }
    const auto text = options.prompt ? Result<std::string>(gateway::promptSection(on)) : gateway::skillText();
    if (!text)
        return context.fail(text.error());
    if (context.json)
        return context.printJson(
            json::object{{options.prompt ? "prompt" : "skill", *text}, {"tokens", context::estimateTokens(*text)}});
    context.print(*text);
    return Exit::Done;
}

} // namespace

void addSkill(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "skill", "Print the skill of an agent that sets up others, or what to teach an agent",
                   "actionscope skill > SKILL.md\n"
                   "actionscope skill --prompt\n"
                   "actionscope skill --prompt --facade finder");
    CLI::Option *prompt = command->add_flag("--prompt", options->prompt,
                                            "The section for an agent's system prompt that teaches it the tools");
    command->add_option("--facade", options->facades, "Teach these tools, too, as `serve --facade` adds them")
        ->type_name("NAME")
        ->check(CLI::IsMember({"finder", "connections"}))
        ->needs(prompt);
    command->callback([&context, options] { context.run = [&context, options] { return skill(context, *options); }; });
}

} // namespace actionscope::cli
