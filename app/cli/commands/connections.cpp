#include "commands/commands.h"
#include "context.h"
#include "upstream/credentials.h"
#include "workspace/layout.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <termios.h>
#include <unistd.h>

namespace actionscope::cli {
namespace {

constexpr std::size_t MaxSecret = 64 << 10;

std::string placeOf(const upstream::SecretReference &secret) {
    switch (secret.place) {
    case upstream::SecretPlace::Environment:
        return "environment variable " + secret.name;
    case upstream::SecretPlace::Keychain:
        return "keychain " + secret.name;
    case upstream::SecretPlace::File:
        return "encrypted file, as " + secret.name;
    case upstream::SecretPlace::None:
        break;
    }
    return "none named";
}

/// Whether the secret is where the file says. A keychain can only be asked by the app, which may have kept a secret in
/// the encrypted file for it.
std::string stateOf(const upstream::SecretStore &secrets, const upstream::Connection &connection) {
    const auto read = secrets.read(connection.secret);
    if (!read && connection.secret.place == upstream::SecretPlace::Keychain)
        return "in the desktop's keychain, which only the desktop app reads";
    if (!read)
        return read.error().message;
    return *read ? "ready" : "needs_auth";
}

Result<std::vector<upstream::Connection>> connectionsOf(const workspace::Workspace &workspace) {
    return upstream::readConnections(workspace::Layout{workspace.folder()}.connections());
}

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto connections = connectionsOf(**opened);
    if (!connections)
        return context.fail(connections.error());
    const auto secrets = upstream::openSecretStore(workspace::Layout{(*opened)->folder()}.keys());
    json::array all;
    Table table({{"CONNECTION"}, {"SERVICE"}, {"SECRET"}, {"STATE", {}, true}});
    for (const upstream::Connection &connection : *connections) {
        const std::string state = stateOf(*secrets, connection);
        all.push_back(json::object{{"slug", connection.slug},
                                   {"service", connection.service},
                                   {"scheme", connection.scheme},
                                   {"secret", placeOf(connection.secret)},
                                   {"state", state}});
        table.add({connection.slug,
                   connection.service,
                   placeOf(connection.secret),
                   {state, state == "ready" ? Style::Good : Style::Careful}});
    }
    if (context.json)
        return context.printJson(all);
    if (connections->empty())
        context.print("No connections yet. Make one: actionscope connections add SERVICE\n");
    else
        context.print(table.render(context.out));
    return Exit::Done;
}

Exit add(const Context &context, const upstream::Connection &wanted) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    upstream::Connection connection = wanted;
    if (!(*opened)->snapshot()->catalog->findService(connection.service))
        return context.fail({ErrorCode::NotFound, "no service is called \"" + connection.service +
                                                      "\"; `actionscope services "
                                                      "list` shows them"});
    if (connection.slug.empty())
        connection.slug = connection.service + "-main";
    if (const auto added = (*opened)->addConnection(connection); !added)
        return context.fail(added.error());
    if (context.json)
        return context.printJson(
            json::object{{"slug", connection.slug}, {"service", connection.service}, {"state", "needs_auth"}});
    context.print("added " + shown(connection.slug) + "; now give it its secret: actionscope connections set " +
                  connection.slug + "\n");
    return Exit::Done;
}

/// From standard input, without echo where that is a terminal: never from an argument, which other users can see.
Result<std::string> readSecret() {
    termios before{};
    const bool terminal = ::isatty(STDIN_FILENO) == 1 && ::tcgetattr(STDIN_FILENO, &before) == 0;
    if (terminal) {
        std::cerr << "Secret: " << std::flush;
        termios quiet = before;
        quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
    }
    std::string secret;
    std::getline(std::cin, secret);
    if (terminal) {
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        std::cerr << '\n';
    }
    while (!secret.empty() && (secret.back() == '\r' || secret.back() == '\n'))
        secret.pop_back();
    if (secret.empty())
        return fail(ErrorCode::InvalidArgument, "no secret was given on standard input");
    if (secret.size() > MaxSecret)
        return fail(ErrorCode::LimitExceeded, "a secret is at most 64 KiB");
    return secret;
}

Exit set(const Context &context, const std::string &slug, bool clear) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto connections = connectionsOf(**opened);
    if (!connections)
        return context.fail(connections.error());
    const auto found =
        std::find_if(connections->begin(), connections->end(), [&](const auto &c) { return c.slug == slug; });
    if (found == connections->end())
        return context.fail({ErrorCode::NotFound, "no connection is called \"" + slug +
                                                      "\"; `actionscope connections list` "
                                                      "shows them"});
    if (found->secret.place != upstream::SecretPlace::File)
        return context.fail({ErrorCode::Unsupported, "the secret of " + slug + " is kept in the " +
                                                         placeOf(found->secret) +
                                                         "; set it there, or name {file: …} in connections.yaml"});
    const auto secrets = upstream::openSecretStore(workspace::Layout{(*opened)->folder()}.keys());
    Result<void> done;
    if (clear) {
        done = secrets->erase(found->secret);
    } else {
        const auto secret = readSecret();
        if (!secret)
            return context.fail(secret.error());
        done = secrets->write(found->secret, *secret);
    }
    if (!done)
        return context.fail(done.error());
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Setting;
    event.service = found->service;
    event.outcome = clear ? "secret erased" : "secret set";
    event.detail = {{"slug", slug}};
    if (const auto recorded = (*opened)->record(std::move(event)); !recorded)
        return context.fail(recorded.error());
    if (context.json)
        return context.printJson(json::object{{"slug", slug}, {"state", clear ? "needs_auth" : "ready"}});
    context.print(shown(slug) + (clear ? ": its secret is erased\n" : ": its secret is kept, encrypted\n"));
    return Exit::Done;
}

} // namespace

void addConnections(CLI::App &app, Context &context) {
    CLI::App *group =
        addGroup(app, "connections", "How the gateway signs in to services: names here, secrets elsewhere");
    CLI::App *listing = addCommand(*group, context, "list", "All connections and whether their secrets are there",
                                   "actionscope connections list");
    listing->callback([&context] { context.run = [&context] { return list(context); }; });

    auto wanted = std::make_shared<upstream::Connection>();
    CLI::App *adding =
        addCommand(*group, context, "add", "Add a connection to connections.yaml; its secret comes next",
                   "actionscope connections add github\nactionscope connections add github --slug github-ci");
    adding->add_option("SERVICE", wanted->service, "Id of a service")->required();
    adding->add_option("--slug", wanted->slug, "Its name; SERVICE-main when left out");
    adding->add_option("--scheme", wanted->scheme, "Security scheme of the description, where there are several");
    adding->callback([&context, wanted] { context.run = [&context, wanted] { return add(context, *wanted); }; });

    for (const bool clear : {false, true}) {
        auto slug = std::make_shared<std::string>();
        CLI::App *command = addCommand(*group, context, clear ? "clear" : "set",
                                       clear ? "Erase the secret of a connection"
                                             : "Keep the secret of a connection, read from standard input",
                                       clear ? "actionscope connections clear github-main"
                                             : "actionscope connections set github-main < token.txt");
        command->add_option("SLUG", *slug, "A connection, as `connections list` shows it")->required();
        command->callback(
            [&context, slug, clear] { context.run = [&context, slug, clear] { return set(context, *slug, clear); }; });
    }
}

} // namespace actionscope::cli
