#include "base/file.h"
#include "commands/commands.h"
#include "commands/evaluation.h"
#include "evaluation/experiment_store.h"
#include "evaluation/report.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

using namespace evaluation;

struct Options {
    std::string id, other, report;
    std::size_t limit = 20;
};

/// The workspace and its history, or nothing after a complaint.
struct History {
    std::unique_ptr<workspace::Workspace> workspace;
    ExperimentStore *store = nullptr;
};
std::optional<History> historyOf(const Context &context) {
    auto opened = context.open(withoutIndex());
    if (!opened) {
        (void)context.fail(opened.error());
        return std::nullopt;
    }
    History history{std::move(*opened), nullptr};
    history.store = history.workspace->experiments();
    if (history.store == nullptr) {
        (void)context.fail(withoutDatabase("history of runs"));
        return std::nullopt;
    }
    return history;
}

std::string joined(const std::vector<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

Exit list(const Context &context, const Options &options) {
    const auto history = historyOf(context);
    if (!history)
        return Exit::Failed;
    const auto runs = history->store->list(options.limit);
    if (!runs)
        return context.fail(runs.error());
    if (context.json) {
        json::array array;
        for (const RunSummary &run : *runs) {
            json::array sets;
            for (const std::string &set : run.sets)
                sets.push_back(json::value(set));
            json::object unscoped;
            for (const Metric metric : allMetrics())
                unscoped[metricKey(metric)] = run.unscoped.of(metric);
            array.push_back(json::object{{"id", run.id},
                                         {"time", formatTimestamp(run.time)},
                                         {"label", run.label},
                                         {"preset", run.preset},
                                         {"sets", std::move(sets)},
                                         {"queries", run.queries},
                                         {"no_answer", run.noAnswer},
                                         {"unscoped", std::move(unscoped)},
                                         {"empty", run.noAnswer == 0 ? json::value() : json::value(run.emptyShare)},
                                         {"query_us", {{"p50", run.p50Us}, {"p95", run.p95Us}}}});
        }
        return context.printJson(array);
    }
    using Align = Table::Align;
    Table table({{"RUN"},
                 {"TIME"},
                 {"PRESET"},
                 {"SETS", {}, true},
                 {"R@5", Align::Right},
                 {"N@5", Align::Right},
                 {"N@10", Align::Right},
                 {"P50 µs", Align::Right},
                 {"LABEL", {}, true}});
    for (const RunSummary &run : *runs)
        table.add({run.id, formatTimestamp(run.time).substr(0, 16), run.preset, joined(run.sets),
                   decimals(run.unscoped.recall5), decimals(run.unscoped.ndcg5), decimals(run.unscoped.ndcg10),
                   grouped(static_cast<std::uint64_t>(run.p50Us)), run.label});
    if (runs->empty())
        context.print("No runs yet. `eval --set NAME --keep` keeps one.\n");
    context.print(table.render(context.out));
    return Exit::Done;
}

Exit show(const Context &context, const Options &options) {
    const auto history = historyOf(context);
    if (!history)
        return Exit::Failed;
    const auto run = history->store->get(options.id);
    if (!run)
        return context.fail(run.error());
    const std::string text = markdownReport({&*run});
    if (!options.report.empty()) {
        if (const auto written = writeFileAtomically(options.report, text); !written)
            return context.fail(written.error());
    }
    if (!context.json) {
        context.print(text);
        return Exit::Done;
    }
    json::object document = evaluationToJson(*run);
    document["id"] = run->id;
    document["time"] = formatTimestamp(run->time);
    document["label"] = run->label;
    document["preset_yaml"] = run->presetYaml;
    return context.printJson(document);
}

Exit compare(const Context &context, const Options &options) {
    const auto history = historyOf(context);
    if (!history)
        return Exit::Failed;
    const auto before = history->store->get(options.id), after = history->store->get(options.other);
    if (!before || !after)
        return context.fail((!before ? before : after).error());
    const auto compared = compareRuns(*before, *after);
    if (!compared)
        return context.fail(compared.error());
    if (context.json)
        return context.printJson(comparisonToJson(*compared));
    context.print(markdownReport({&*after, {{&*before, &*compared}}}));
    return Exit::Done;
}

Exit remove(const Context &context, const Options &options) {
    const auto history = historyOf(context);
    if (!history)
        return Exit::Failed;
    if (const auto removed = history->store->remove(options.id); !removed)
        return context.fail(removed.error());
    return context.json ? context.printJson({{"removed", options.id}}) : Exit::Done;
}

} // namespace

void addRuns(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "runs", "History of what was measured (eval --keep, and the app)");
    auto options = std::make_shared<Options>();
    const auto command = [&](const char *name, const char *description, const char *examples, auto work) {
        CLI::App *added = addCommand(*group, context, name, description, examples);
        added->callback(
            [&context, options, work] { context.run = [&context, options, work] { return work(context, *options); }; });
        return added;
    };
    CLI::App *one = command("list", "Newest first", "actionscope runs list --limit 5", list);
    one->add_option("--limit", options->limit, "How many (20)")->type_name("N");
    one = command("show", "One run as a report", "actionscope runs show r-0123456789", show);
    one->add_option("ID", options->id, "The run")->required();
    one->add_option("--report", options->report, "Write it as Markdown")->type_name("FILE");
    one = command("compare", "What the second has over the first", "actionscope runs compare r-0123456789 r-9876543210",
                  compare);
    one->add_option("BEFORE", options->id, "A run")->required();
    one->add_option("AFTER", options->other, "Another one")->required();
    one = command("remove", "Forget a run", "actionscope runs remove r-0123456789", remove);
    one->add_option("ID", options->id, "The run")->required();
}

} // namespace actionscope::cli
