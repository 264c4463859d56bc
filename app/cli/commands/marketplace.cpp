#include "workspace/marketplace.h"
#include "commands/commands.h"
#include "commands/import_report.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

using workspace::Marketplace;
using workspace::Offer;

constexpr std::size_t ListedOffers = 50;

struct Options {
    std::string query, id, service, source;
    std::size_t limit = 10;
    bool all = false;
};

std::string ratingText(const Offer &offer) {
    if (!offer.rating)
        return "";
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%.1f", *offer.rating);
    return text.data();
}

Result<std::shared_ptr<const Marketplace>> loaded(const Context &context, const workspace::Workspace &workspace) {
    auto marketplace = Marketplace::load(workspace.folder());
    if (marketplace && !(*marketplace)->isOf(workspace.folder()))
        context.warn(
            "marketplace.yaml changed since it was read; actionscope marketplace refresh reads the sources anew");
    return marketplace;
}

Exit refresh(const Context &context) {
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    ProgressBar progress(context.err, context.stop);
    const auto done = workspace::refreshMarketplace(**opened, progress.job());
    progress.finish();
    if (!done)
        return context.fail(done.error());
    bool whole = true;
    for (const auto &source : done->sources)
        whole = whole && !source.problem;
    if (context.json) {
        context.printJson(workspace::marketplaceRefreshToJson(*done));
    } else {
        Table table({{"SOURCE"}, {"SERVICES", Table::Align::Right}, {"ACTIONS", Table::Align::Right}});
        for (const auto &source : done->sources)
            table.add({source.name, grouped(source.services), grouped(source.actions)});
        context.print(table.render(context.out));
        if (!done->skipped.empty())
            context.print(counted(done->skipped.size(), "description", "descriptions") +
                          " could not be read (--json says which).\n");
    }
    for (const auto &source : done->sources)
        if (source.problem)
            context.warn("the source " + source.name + " was left out: " + source.problem->toString());
    return whole ? Exit::Done : Exit::Failed;
}

Exit list(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto marketplace = loaded(context, **opened);
    if (!marketplace)
        return context.fail(marketplace.error());
    const auto snapshot = (*opened)->snapshot();
    json::array out;
    Table table({{"ID", {}, true},
                 {"TITLE", {}, true},
                 {"CATEGORY"},
                 {"PRICING"},
                 {"RATING"},
                 {"ACTIONS", Table::Align::Right},
                 {"SOURCE"}});
    std::size_t shownRows = 0, more = 0;
    for (const Offer &offer : (*marketplace)->offers()) {
        if (!options.source.empty() && offer.source != options.source)
            continue;
        const bool installed = (*marketplace)->isInstalled(offer, *snapshot);
        if (installed && !options.all)
            continue;
        if (context.json) {
            out.push_back(workspace::offerToJson(offer, installed));
        } else if (shownRows < ListedOffers || options.all) {
            ++shownRows;
            table.add({offer.id, offer.title, offer.category, offer.pricing, ratingText(offer),
                       offer.server ? std::string("MCP") : grouped(offer.actions), offer.source});
        } else {
            ++more;
        }
    }
    if (context.json)
        return context.printJson(out);
    context.print(table.render(context.out));
    if (more > 0)
        context.print("… and " + grouped(more) + " more (--json has all)\n");
    if (shownRows == 0)
        context.print("Nothing is left to install.\n");
    return Exit::Done;
}

Exit search(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto marketplace = loaded(context, **opened);
    if (!marketplace)
        return context.fail(marketplace.error());
    workspace::MarketplaceQuery query;
    query.text = options.query;
    query.limit = options.limit;
    const auto found = (*marketplace)->search(query, *(*opened)->snapshot());
    if (context.json) {
        json::array installable;
        for (const workspace::OfferFound &one : found)
            installable.push_back(workspace::offerFoundToJson(one));
        return context.printJson({{"query", options.query},
                                  {"offers", (*marketplace)->offers().size()},
                                  {"installable", std::move(installable)}});
    }
    for (const workspace::OfferFound &one : found) {
        const Offer &offer = *one.offer;
        context.print(styled(shown(offer.id), Style::Bold, context.out) + "  " + shown(offer.title) +
                      (offer.category.empty() ? "" : " · " + shown(offer.category)) +
                      (offer.pricing.empty() ? "" : " · " + shown(offer.pricing)) +
                      (offer.rating ? " · " + ratingText(offer) + " of 5" : "") + " · " + shown(offer.source) + '\n');
        for (const auto &function : one.functions)
            context.print("  " + shown(function.name) + "  " + shown(function.title) + '\n');
    }
    context.print(found.empty() ? "Nothing in the marketplace fits.\n"
                                : "\nactionscope marketplace install ID installs one.\n");
    return Exit::Done;
}

Exit install(const Context &context, const Options &options) {
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto marketplace = loaded(context, **opened);
    if (!marketplace)
        return context.fail(marketplace.error());
    workspace::InstallOptions how;
    if (!options.service.empty())
        how.serviceId = options.service;
    ProgressBar progress(context.err, context.stop);
    const auto report = workspace::installOffer(**opened, **marketplace, options.id, how, progress.job());
    progress.finish();
    if (!report)
        return context.fail(report.error());
    if (context.json)
        context.printJson(importJson(*report));
    else
        printImportReport(context, *report, false);
    if (report->items.empty())
        return context.fail({ErrorCode::Unsupported,
                             report->skipped.empty() ? "nothing was imported" : report->skipped.front().reason,
                             {options.id}});
    return Exit::Done;
}

} // namespace

void addMarketplace(CLI::App &app, Context &context) {
    CLI::App *group =
        addGroup(app, "marketplace", "Services that could be installed, from the sources of marketplace.yaml");
    addCommand(*group, context, "refresh", "Read all sources anew", "actionscope marketplace refresh\n")
        ->callback([&context] { context.run = [&context] { return refresh(context); }; });

    auto listed = std::make_shared<Options>();
    CLI::App *lists = addCommand(*group, context, "list", "List what could be installed",
                                 "actionscope marketplace list --source directory\n");
    lists->add_option("--source", listed->source, "Only of this source")->type_name("NAME");
    lists->add_flag("--all", listed->all, "Also what is installed");
    lists->callback([&context, listed] { context.run = [&context, listed] { return list(context, *listed); }; });

    auto searched = std::make_shared<Options>();
    CLI::App *searches = addCommand(*group, context, "search", "Find services by what they can do",
                                    "actionscope marketplace search \"send a fax\"\n");
    searches->add_option("QUERY", searched->query, "What should be done")->required();
    searches->add_option("--limit", searched->limit, "Services at most")->check(CLI::Range(1, 100));
    searches->callback(
        [&context, searched] { context.run = [&context, searched] { return search(context, *searched); }; });

    auto installed = std::make_shared<Options>();
    CLI::App *installs =
        addCommand(*group, context, "install", "Import a service of the marketplace; its actions can be found at once",
                   "actionscope marketplace install twilio-com-api\n"
                   "actionscope marketplace install twilio-com-api --service phone");
    installs->add_option("ID", installed->id, "As list and search print it")->required();
    installs->add_option("--service", installed->service, "The service's id in the workspace")->type_name("ID");
    installs->callback(
        [&context, installed] { context.run = [&context, installed] { return install(context, *installed); }; });
}

} // namespace actionscope::cli
