#include "commands/commands.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <map>

namespace actionscope::cli {
namespace {

struct Options {
    std::string service, rule;
    bool strict = false, summary = false, retrieval = false;
    std::size_t probes = evaluation::ConfusionOptions{}.probes;
};

/// How often each rule complains, most often first.
void printRules(const Context &context, const std::vector<catalog::Finding> &findings) {
    std::map<std::pair<std::string, catalog::Finding::Severity>, std::uint64_t> counts;
    for (const catalog::Finding &finding : findings)
        counts[{finding.rule, finding.severity}]++;
    std::vector<std::pair<std::pair<std::string, catalog::Finding::Severity>, std::uint64_t>> sorted(counts.begin(),
                                                                                                     counts.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    Table table({{"RULE"}, {"SEVERITY"}, {"FINDINGS", Table::Align::Right}});
    for (const auto &[rule, count] : sorted)
        table.add({rule.first, std::string(catalog::severityName(rule.second)), grouped(count)});
    context.print(table.render(context.out));
}

/// `{"actions","probed","wordless","hidden":[…],"clusters":[…],"clusters_cut"}`.
json::object confusionJson(const workspace::Workspace &workspace, const evaluation::ConfusionMap &map) {
    const auto searcher = workspace.searcher();
    const catalog::Catalog &catalog = searcher->index().catalog();
    const auto words = [](const std::vector<std::string> &list) {
        json::array array;
        for (const std::string &word : list)
            array.push_back(json::value(word));
        return array;
    };
    json::array hidden, clusters;
    for (const evaluation::HiddenAction &action : map.hidden) {
        json::array ahead;
        for (const catalog::Ordinal other : action.ahead)
            ahead.push_back(json::value(catalog.qualifiedName(other)));
        hidden.push_back(json::object{{"name", catalog.qualifiedName(action.action)},
                                      {"query", action.query},
                                      {"rank", action.rank == 0 ? json::value() : json::value(action.rank)},
                                      {"ahead", std::move(ahead)}});
    }
    for (const evaluation::Cluster &cluster : map.clusters) {
        json::array members;
        for (const evaluation::ClusterMember &member : cluster.members)
            members.push_back(
                json::object{{"name", catalog.qualifiedName(member.action)}, {"apart", words(member.apart)}});
        clusters.push_back(json::object{{"members", std::move(members)},
                                        {"shared", words(cluster.shared)},
                                        {"similarity", cluster.similarity},
                                        {"competition", cluster.competition},
                                        {"near_duplicates", cluster.nearDuplicates}});
    }
    return {{"actions", map.actions},          {"probed", map.probed},
            {"wordless", map.wordless},        {"hidden", std::move(hidden)},
            {"clusters", std::move(clusters)}, {"clusters_cut", map.clustersCut}};
}

Exit lint(const Context &context, const Options &options) {
    const std::string &service = options.service;
    const auto opened = options.retrieval ? context.open() : context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    if (!service.empty() && !(*opened)->snapshot()->catalog->findService(service))
        return context.fail({ErrorCode::NotFound, "no service is called \"" + service + '"', {}});
    std::vector<catalog::Finding> findings;
    std::optional<evaluation::ConfusionMap> map;
    if (options.retrieval) {
        ProgressBar progress(context.err, context.stop);
        evaluation::ConfusionOptions how;
        how.service = service;
        how.probes = options.probes;
        auto examined = (*opened)->confusion(how, progress.job());
        progress.finish();
        if (!examined)
            return context.fail(examined.error());
        map = std::move(*examined);
        findings = (*opened)->lintRetrieval(*map);
    } else {
        findings = (*opened)->lint();
    }
    if (!service.empty())
        std::erase_if(findings, [&](const catalog::Finding &finding) {
            return finding.action != service && !finding.action.starts_with(service + '.') &&
                   std::filesystem::path(finding.where.file).stem() != service;
        });
    if (!options.rule.empty())
        std::erase_if(findings, [&](const catalog::Finding &finding) { return finding.rule != options.rule; });
    std::array<std::uint64_t, 3> counts{};
    for (const catalog::Finding &finding : findings)
        counts[static_cast<std::size_t>(finding.severity)]++;
    const bool holds = counts[0] == 0 && (!options.strict || counts[1] == 0);
    if (context.json) {
        json::array list;
        for (const catalog::Finding &finding : findings)
            list.push_back(findingJson(finding));
        json::object document{
            {"errors", counts[0]}, {"warnings", counts[1]}, {"hints", counts[2]}, {"findings", std::move(list)}};
        if (map)
            document["retrieval"] = confusionJson(**opened, *map);
        context.printJson(document);
        return holds ? Exit::Done : Exit::Failed;
    }
    if (options.summary)
        printRules(context, findings);
    for (const catalog::Finding &finding : findings) {
        if (options.summary)
            break;
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
    if (map)
        context.print("\nSearched for the own words of " + grouped(map->probed) + " of " +
                      counted(map->actions, "action", "actions") +
                      (map->sampled() ? ", spread evenly (--probes takes more)" : "") + "; " + grouped(map->wordless) +
                      " have none; " + grouped(map->hidden.size()) + " are not found by them.\n");
    context.print((findings.empty() ? "" : "\n") + counted(counts[0], "error", "errors") + ", " +
                  counted(counts[1], "warning", "warnings") + ", " + counted(counts[2], "hint", "hints") + '\n');
    return holds ? Exit::Done : Exit::Failed;
}

} // namespace

void addLint(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "lint", "Look for mistakes in the catalogs; exit status 1 when there are errors",
                   "actionscope lint\n"
                   "actionscope lint --summary\n"
                   "actionscope lint --service github --rule orphan-override --strict\n"
                   "actionscope lint --retrieval --service github");
    command->add_option("--service", options->service, "Only this service's")->type_name("ID");
    command->add_option("--rule", options->rule, "Only of this rule, as it stands in brackets")->type_name("RULE");
    command->add_flag("--strict", options->strict, "Warnings fail too");
    command->add_flag("--summary", options->summary, "Only how often each rule complains");
    command->add_flag("--retrieval", options->retrieval,
                      "Instead: actions that their own description does not find, near-duplicates, and clusters that "
                      "compete for the same words");
    command
        ->add_option("--probes", options->probes,
                     "With --retrieval: how many actions' words are searched for (5,000), spread over the catalog")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""));
    command->callback([&context, options] { context.run = [&context, options] { return lint(context, *options); }; });
}

} // namespace actionscope::cli
