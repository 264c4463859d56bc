#include "commands/commands.h"
#include "context.h"

#include "gateway/gateway.h"
#include "workspace/kept_heads.h"

#include <CLI/CLI.hpp>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <unistd.h>

namespace actionscope::cli {
namespace {

struct ServeOptions {
    std::string listen, envFile, certificate, key;
    bool stdio = false, noAuth = false;
    gateway::GatewayOptions gateway;
};

void waitFor(const std::stop_token &stop) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait(lock, stop, [] { return false; });
}

Exit serve(const Context &context, ServeOptions &options) {
    if (options.stdio && (!options.listen.empty() || options.noAuth || !options.certificate.empty()))
        return context.usage(
            "--stdio is a conversation of its own: --listen, --no-auth and --tls-cert do not go with it");
    // A client that has gone shows as a failed write, not as the end of this process.
    std::signal(SIGPIPE, SIG_IGN);
    workspace::OpenOptions opening;
    opening.actor = "gateway";
    if (!options.envFile.empty())
        opening.envFile = options.envFile;
    const auto opened = context.open(opening);
    if (!opened)
        return context.fail(opened.error());
    workspace::Workspace &workspace = **opened;
    // What the command line says goes before the settings; of hosts and origins both count.
    gateway::GatewayOptions gatewayOptions = gateway::optionsOf(workspace.snapshot()->settings);
    const auto add = [](std::vector<std::string> &to, const std::vector<std::string> &more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    if (!options.listen.empty())
        gatewayOptions.listen = options.listen;
    add(gatewayOptions.allowedHosts, options.gateway.allowedHosts);
    add(gatewayOptions.allowedOrigins, options.gateway.allowedOrigins);
    add(gatewayOptions.facades, options.gateway.facades);
    gatewayOptions.publicUrl = options.gateway.publicUrl;
    gatewayOptions.jwt = options.gateway.jwt;
    gatewayOptions.authenticate = !options.noAuth;
    gatewayOptions.tlsCertificate = options.certificate;
    gatewayOptions.tlsKey = options.key;
    gatewayOptions.serversProblem = [&context](const std::string &problem) {
        if (problem.empty())
            std::fprintf(stderr, "servers.yaml is in force again\n");
        else
            context.warn(problem + "; what was in force before stays in force");
    };
    // What cannot be kept elsewhere stops nothing, but somebody should know.
    const auto tell = [&context](const std::string &problem) {
        if (!problem.empty())
            context.warn("the head of the audit chain is not kept: " + problem);
    };
    if (options.stdio) {
        const workspace::HeadKeeper heads(workspace, tell);
        const auto served = gateway::Gateway::serveStdio(workspace, std::move(gatewayOptions), STDIN_FILENO,
                                                         STDOUT_FILENO, context.stop);
        return served ? Exit::Done : context.fail(served.error());
    }
    auto started = gateway::Gateway::start(workspace, std::move(gatewayOptions));
    if (!started)
        return context.fail(started.error());
    if (!options.noAuth) {
        const auto tokens = workspace.tokens()->list();
        if (tokens && tokens->empty())
            context.warn("there are no tokens yet, so nobody can connect: actionscope tokens create --name NAME --role "
                         "agent");
    }
    std::fprintf(stderr, "listening on %s\n", (*started)->url().c_str());
    std::fflush(stderr);
    if (context.json)
        context.printJson(json::object{{"url", (*started)->url()}, {"mcp", (*started)->url() + "/mcp"}});
    std::fflush(stdout);
    workspace::HeadKeeper heads(workspace, tell);
    waitFor(context.stop);
    (*started)->stop();
    return Exit::Done;
}

} // namespace

void addServe(CLI::App &app, Context &context) {
    auto options = std::make_shared<ServeOptions>();
    CLI::App *command =
        addCommand(app, context, "serve", "Run the gateway: agents search, activate and call over MCP and REST",
                   "actionscope serve\n"
                   "actionscope serve --listen 127.0.0.1:0 --no-auth\n"
                   "actionscope serve --stdio");
    command->add_option("--listen", options->listen, "Where to listen; port 0 picks a free one (else gateway.listen)")
        ->type_name("HOST:PORT");
    command->add_flag("--stdio", options->stdio,
                      "Speak MCP on standard input and output, for the program that started it");
    command
        ->add_option("--facade", options->gateway.facades,
                     "Further tools besides the usual ones: discover_capabilities, search_tools, finder, connections")
        ->type_name("NAME");
    command
        ->add_option("--env-file", options->envFile,
                     "Read DYNAMIC_DISCOVERY_DISABLED_SERVICES from this file, and again when it changes")
        ->type_name("FILE");
    command->add_flag("--no-auth", options->noAuth, "Ask for no tokens; on a loopback address only");
    CLI::Option *certificate =
        command->add_option("--tls-cert", options->certificate, "Certificate chain (PEM); needed beyond loopback")
            ->type_name("FILE");
    command->add_option("--tls-key", options->key, "Private key of --tls-cert (PEM)")
        ->type_name("FILE")
        ->needs(certificate);
    command->add_option("--allow-host", options->gateway.allowedHosts, "A Host to answer to, besides loopback names")
        ->type_name("HOST");
    command
        ->add_option("--allow-origin", options->gateway.allowedOrigins,
                     "An Origin whose web pages may connect, besides loopback ones")
        ->type_name("ORIGIN");
    command
        ->add_option("--public-url", options->gateway.publicUrl,
                     "How clients reach this gateway, for the protected-resource document")
        ->type_name("URL");
    command->add_option("--jwt-issuer", options->gateway.jwt.issuer, "Take JWTs of this identity provider")
        ->type_name("URL");
    command->add_option("--jwt-audience", options->gateway.jwt.audience, "What their `aud` must hold")
        ->type_name("TEXT");
    command->add_option("--jwt-jwks", options->gateway.jwt.jwks, "Its keys: a file or an https URL")
        ->type_name("FILE|URL");
    command->callback([&context, options] { context.run = [&context, options] { return serve(context, *options); }; });
}

} // namespace actionscope::cli
