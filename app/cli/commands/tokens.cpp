#include "commands/commands.h"
#include "context.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

using governance::TokenInfo;
using governance::TokenSpec;

struct CreateOptions {
    std::string name, role, user, organisation, profile, exposure = "list", expires;
};

/// "live", "expired" or "revoked".
std::string stateOf(const TokenInfo &token) {
    if (token.revoked)
        return "revoked";
    return governance::isLive(token, SystemClock().now()) ? "live" : "expired";
}

json::value timeOrNull(const std::optional<Timestamp> &time) {
    return time ? json::value(formatTimestamp(*time)) : json::value();
}

json::object tokenJson(const TokenInfo &token) {
    return {{"id", token.id},
            {"name", token.spec.name},
            {"role", governance::roleName(token.spec.role)},
            {"user", token.spec.user},
            {"organisation", token.spec.organisation},
            {"profile", token.spec.profile},
            {"exposure", governance::exposureName(token.spec.exposure)},
            {"created", formatTimestamp(token.created)},
            {"expires", timeOrNull(token.spec.expires)},
            {"revoked", timeOrNull(token.revoked)},
            {"state", stateOf(token)}};
}

/// A time, or a duration from now.
std::optional<Timestamp> endOf(const std::string &text) {
    if (const auto life = parseDuration(text))
        return SystemClock().now() + *life;
    return parseTimestamp(text);
}

Exit create(const Context &context, const CreateOptions &options) {
    TokenSpec spec{options.name,    *governance::roleFromName(options.role),        options.user, options.organisation,
                   options.profile, *governance::exposureFromName(options.exposure)};
    if (!options.expires.empty())
        spec.expires = endOf(options.expires);
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    governance::TokenStore *tokens = (*opened)->tokens();
    if (tokens == nullptr)
        return context.fail(withoutDatabase("tokens"));
    if (!spec.profile.empty() && !(*opened)->snapshot()->access->knowsProfile(spec.profile))
        context.warn("there is no profile \"" + spec.profile +
                     "\" in profiles/ or in access.yaml: until there is, this token may nothing");
    const auto token = tokens->create(spec, {});
    if (!token)
        return context.fail(token.error());
    if (context.json) {
        json::object document = tokenJson(token->info);
        document["token"] = token->secret;
        return context.printJson(document);
    }
    // Alone on standard output, so that it can be piped to where it is kept.
    std::fprintf(stderr, "Token %s for \"%s\" (%s). It is shown only now: what is kept is its hash.\n",
                 token->info.id.c_str(), shown(options.name).c_str(), options.role.c_str());
    context.print(token->secret + '\n');
    return Exit::Done;
}

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const governance::TokenStore *tokens = (*opened)->tokens();
    if (tokens == nullptr)
        return context.fail(withoutDatabase("tokens"));
    const auto all = tokens->list();
    if (!all)
        return context.fail(all.error());
    json::array array;
    Table table({{"ID"},
                 {"NAME", {}, true},
                 {"ROLE"},
                 {"USER", {}, true},
                 {"ORGANISATION", {}, true},
                 {"PROFILE", {}, true},
                 {"STATE"},
                 {"EXPIRES"}});
    for (const TokenInfo &token : *all) {
        array.push_back(tokenJson(token));
        const std::string state = stateOf(token);
        table.add({token.id,
                   token.spec.name,
                   std::string(governance::roleName(token.spec.role)),
                   token.spec.user,
                   token.spec.organisation,
                   token.spec.profile,
                   {state, state == "live" ? Style::Good : Style::Dim},
                   token.spec.expires ? formatTimestamp(*token.spec.expires).substr(0, 16) : std::string("never")});
    }
    if (context.json)
        return context.printJson(array);
    context.print(table.empty() ? "No tokens yet. Make one: actionscope tokens create --name N --role agent\n"
                                : table.render(context.out));
    return Exit::Done;
}

Exit revoke(const Context &context, const std::string &idOrName) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    governance::TokenStore *tokens = (*opened)->tokens();
    if (tokens == nullptr)
        return context.fail(withoutDatabase("tokens"));
    const auto token = tokens->revoke(idOrName, {});
    if (!token)
        return context.fail(token.error());
    if (context.json)
        return context.printJson(tokenJson(*token));
    context.print(token->id + " (" + shown(token->spec.name) + ") counts no more\n");
    return Exit::Done;
}

} // namespace

void addTokens(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "tokens", "Make, list and revoke the tokens that clients of the gateway show");

    auto options = std::make_shared<CreateOptions>();
    CLI::App *making = addCommand(*group, context, "create", "Make a token; it is printed once and kept only as a hash",
                                  "actionscope tokens create --name ci --role agent --expires 30d\n"
                                  "actionscope tokens create --name olga --role approver --user olga@acme.test");
    making->add_option("--name", options->name, "What people call it; unique among live tokens")
        ->type_name("NAME")
        ->required();
    making
        ->add_option("--role", options->role,
                     "agent and developer run actions; approver decides requests; admin also manages")
        ->type_name("ROLE")
        ->check(CLI::IsMember({"agent", "developer", "approver", "admin"}))
        ->required();
    making->add_option("--user", options->user, "Whose it is: four-eyes rules and access rules look at it")
        ->type_name("USER");
    making->add_option("--org,--organisation", options->organisation, "The organisation")->type_name("ORG");
    making->add_option("--profile", options->profile, "A profile of profiles/, or an allowlist of access.yaml")
        ->type_name("PROFILE");
    making
        ->add_option("--exposure", options->exposure,
                     "list: activated tools appear in tools/list; stable: the list never changes")
        ->type_name("WORD")
        ->check(CLI::IsMember({"list", "stable"}));
    making->add_option("--expires", options->expires, "When it ends: 30d, 12h, or a time such as 2027-01-31")
        ->type_name("WHEN")
        ->check([](const std::string &text) {
            return endOf(text) ? std::string() : '"' + text + "\" is no time; write 30d, 12h or 2027-01-31";
        });
    making->callback([&context, options] { context.run = [&context, options] { return create(context, *options); }; });

    CLI::App *listing =
        addCommand(*group, context, "list", "All tokens, newest first, ended ones included", "actionscope tokens list");
    listing->callback([&context] { context.run = [&context] { return list(context); }; });

    auto wanted = std::make_shared<std::string>();
    CLI::App *revoking = addCommand(*group, context, "revoke", "End a token at once, in every running gateway",
                                    "actionscope tokens revoke ci");
    revoking->add_option("TOKEN", *wanted, "Its id, or the name of a live one")->required();
    revoking->callback([&context, wanted] { context.run = [&context, wanted] { return revoke(context, *wanted); }; });
}

} // namespace actionscope::cli
