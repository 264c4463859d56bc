#include "base/file.h"
#include "commands/commands.h"
#include "context.h"
#include "evaluation/audit_judgements.h"
#include "evaluation/query_exchange.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

namespace fs = std::filesystem;
using namespace evaluation;

struct Options {
    std::string name, source, queries, format = "csv", output = ".", id, action, grade, text, since;
    std::vector<std::string> answers;
    bool replace = false, keepUnknown = false, callsOnly = false;
};

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto sets = (*opened)->querySets();
    if (context.json) {
        json::array array;
        for (const workspace::QuerySetInfo &set : sets)
            array.push_back(
                json::object{{"name", set.name},
                             {"file", set.file.string()},
                             {"queries", set.queries},
                             {"judgements", set.judgements},
                             {"no_answer", set.noAnswer},
                             {"problem", set.problem ? json::value(set.problem->toString()) : json::value()}});
        return context.printJson(array);
    }
    Table table({{"NAME"},
                 {"QUERIES", Table::Align::Right},
                 {"JUDGEMENTS", Table::Align::Right},
                 {"WITHOUT ANSWER", Table::Align::Right},
                 {"", {}, true}});
    for (const workspace::QuerySetInfo &set : sets)
        table.add({set.name,
                   grouped(set.queries),
                   grouped(set.judgements),
                   grouped(set.noAnswer),
                   {set.problem ? set.problem->toString() : std::string(), Style::Danger}});
    if (sets.empty())
        context.print("No query sets. `queries import`, `queries from-audit` or `queries add` makes one.\n");
    context.print(table.render(context.out));
    return Exit::Done;
}

json::object queryJson(const JudgedQuery &query, const catalog::Catalog &catalog) {
    json::object judgements;
    json::array unknown;
    for (const auto &[action, grade] : query.judgements) {
        judgements[action] = grade;
        if (!catalog.find(action))
            unknown.push_back(json::value(action));
    }
    return {{"id", query.id},
            {"text", query.text},
            {"judgements", std::move(judgements)},
            {"note", query.note},
            {"unknown", std::move(unknown)}};
}

Exit show(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto set = (*opened)->querySet(options.name);
    if (!set)
        return context.fail(set.error());
    const auto catalog = (*opened)->snapshot()->catalog;
    if (context.json) {
        json::array queries;
        for (const JudgedQuery &query : set->queries)
            queries.push_back(queryJson(query, *catalog));
        return context.printJson({{"name", set->name}, {"file", set->file.string()}, {"queries", std::move(queries)}});
    }
    for (const JudgedQuery &query : set->queries) {
        context.print(styled(shown(query.id), Style::Bold, context.out) + "  " + shown(query.text) +
                      (query.note.empty() ? "" : styled("  (" + shown(query.note) + ')', Style::Dim, context.out)) +
                      '\n');
        for (const auto &[action, grade] : query.judgements)
            context.print("    " + std::to_string(grade) + "  " + shown(action) +
                          (catalog->find(action) ? "" : styled("  not in the catalog", Style::Danger, context.out)) +
                          '\n');
        if (query.judgements.empty())
            context.print("    nothing answers it\n");
    }
    return Exit::Done;
}

Exit import(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto catalog = (*opened)->snapshot()->catalog;
    const auto imported =
        importQueries({options.source, options.queries, options.name}, options.keepUnknown ? nullptr : catalog.get());
    if (!imported)
        return context.fail(imported.error());
    for (const std::string &warning : imported->warnings)
        context.warn(warning);
    const auto file = (*opened)->saveQuerySet(imported->set, options.replace);
    if (!file)
        return context.fail(file.error());
    if (context.json) {
        json::array warnings;
        for (const std::string &warning : imported->warnings)
            warnings.push_back(json::value(warning));
        return context.printJson({{"name", imported->set.name},
                                  {"file", file->string()},
                                  {"queries", imported->set.queries.size()},
                                  {"judgements", imported->judgements},
                                  {"unknown", imported->unknown},
                                  {"warnings", std::move(warnings)}});
    }
    context.print("Wrote " + file->string() + ": " + counted(imported->set.queries.size(), "query", "queries") + ", " +
                  counted(imported->judgements, "judgement", "judgements") +
                  (imported->unknown > 0
                       ? "; " + counted(imported->unknown, "judgement", "judgements") + " of unknown actions left out"
                       : std::string()) +
                  '\n');
    return Exit::Done;
}

Exit exportSet(const Context &context, const Options &options) {
    const auto format = exchangeFormatFromName(options.format);
    if (!format)
        return context.usage("--format is yaml, trec, beir or csv");
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto set = (*opened)->querySet(options.name);
    if (!set)
        return context.fail(set.error());
    const auto files = exportQueries(*set, *format);
    if (!files)
        return context.fail(files.error());
    std::error_code ignored;
    fs::create_directories(options.output, ignored);
    json::array written;
    for (const auto &[name, bytes] : *files) {
        const fs::path path = fs::path(options.output) / name;
        WriteOptions how;
        how.mustNotExist = !options.replace;
        if (const auto done = writeFileAtomically(path, bytes, how); !done)
            return context.fail(done.error());
        written.push_back(json::value(path.string()));
        if (!context.json)
            context.print("Wrote " + path.string() + '\n');
    }
    return context.json ? context.printJson({{"name", set->name}, {"files", std::move(written)}}) : Exit::Done;
}

Exit edit(const Context &context, const Options &options, const QuerySetEdit &change) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto catalog = (*opened)->snapshot()->catalog;
    std::vector<std::string> named;
    if (change.kind == QuerySetEdit::Kind::Judge && change.grade)
        named.push_back(change.action);
    for (const auto &[action, grade] : change.query.judgements)
        named.push_back(action);
    for (const std::string &action : named) {
        if (catalog->find(action))
            continue;
        const auto near = catalog->nearest(action, 3);
        std::string hint;
        for (const std::string &name : near)
            hint += (hint.empty() ? "; the nearest are " : ", ") + name;
        return context.fail({ErrorCode::NotFound, "no action is called \"" + action + '"' + hint, {}});
    }
    if (const auto done = (*opened)->editQuerySet(options.name, change); !done)
        return context.fail(done.error());
    const auto set = (*opened)->querySet(options.name);
    if (!set)
        return context.fail(set.error());
    const JudgedQuery *query = set->find(change.kind == QuerySetEdit::Kind::Add ? change.query.id : change.id);
    if (context.json)
        return context.printJson(
            {{"name", set->name},
             {"file", set->file.string()},
             {"query", query == nullptr ? json::value() : json::value(queryJson(*query, *catalog))}});
    context.print("Wrote " + set->file.string() + '\n');
    return Exit::Done;
}

Exit judge(const Context &context, const Options &options) {
    QuerySetEdit change;
    change.id = options.id;
    change.action = options.action;
    if (options.grade != "none") {
        if (options.grade.size() != 1 || options.grade[0] < '0' || options.grade[0] > '3')
            return context.usage("GRADE is 0, 1, 2, 3 or none");
        change.grade = options.grade[0] - '0';
    }
    return edit(context, options, change);
}

Exit add(const Context &context, const Options &options) {
    QuerySetEdit change;
    change.kind = QuerySetEdit::Kind::Add;
    change.query.id = options.id;
    change.query.text = options.text;
    for (const std::string &answer : options.answers) {
        const std::size_t equals = answer.rfind('=');
        const std::string grade = equals == std::string::npos ? "3" : answer.substr(equals + 1);
        if (grade.size() != 1 || grade[0] < '0' || grade[0] > '3')
            return context.usage("--answer is NAME or NAME=GRADE, with a grade of 0 to 3");
        change.query.judgements[answer.substr(0, equals)] = grade[0] - '0';
    }
    if (change.query.id.empty()) {
        const auto opened = context.open(withoutIndex());
        if (!opened)
            return context.fail(opened.error());
        const auto set = (*opened)->querySet(options.name);
        if (!set && set.error().code != ErrorCode::NotFound)
            return context.fail(set.error());
        change.query.id = freeQueryId(set ? *set : QuerySet());
    }
    return edit(context, options, change);
}

Exit fromAudit(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const governance::AuditLog *log = (*opened)->audit();
    if (log == nullptr)
        return context.fail(withoutDatabase("audit log"));
    AuditJudgementOptions how;
    how.name = options.name;
    how.activationsToo = !options.callsOnly;
    if (!options.since.empty()) {
        how.since = parseTimestamp(options.since);
        if (!how.since)
            return context.usage("--since is a date or a time like 2026-11-21T09:00:00Z");
    }
    ProgressBar progress(context.err, context.stop);
    const auto found = judgementsFromAudit(*log, how, progress.job());
    progress.finish();
    if (!found)
        return context.fail(found.error());
    std::string file;
    if (!found->set.queries.empty()) {
        const auto written = (*opened)->saveQuerySet(found->set, options.replace);
        if (!written)
            return context.fail(written.error());
        file = written->string();
    }
    if (context.json)
        return context.printJson({{"name", found->set.name},
                                  {"file", file.empty() ? json::value() : json::value(file)},
                                  {"queries", found->set.queries.size()},
                                  {"judgements", found->set.judgements()},
                                  {"searches", found->searches},
                                  {"followed", found->followed},
                                  {"empty", found->empty},
                                  {"wordless", found->wordless},
                                  {"replaced", found->replaced}});
    context.print("Of " + counted(found->searches, "search", "searches") + " in the log " + grouped(found->followed) +
                  " led to an activation or a good call of what they showed; " + grouped(found->empty) +
                  " showed nothing.\n");
    if (found->replaced > 0)
        context.print("In " + grouped(found->replaced) +
                      " of them personal data stands replaced (⟨email⟩ and the like): such words measure less.\n");
    context.print(file.empty() ? "Nothing was written: there is no judgement to be had from it.\n"
                               : "Wrote " + file + ": " + counted(found->set.queries.size(), "query", "queries") +
                                     ". What was shown and not used stays unjudged.\n");
    return Exit::Done;
}

} // namespace

void addQueries(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "queries", "Labelled queries: what should be found for what is asked");
    auto options = std::make_shared<Options>();
    const auto command = [&](const char *name, const char *description, const char *examples, auto work) {
        CLI::App *added = addCommand(*group, context, name, description, examples);
        added->callback(
            [&context, options, work] { context.run = [&context, options, work] { return work(context, *options); }; });
        return added;
    };
    command("list", "The query sets of the workspace", "actionscope queries list",
            [](const Context &c, const Options &) { return list(c); });
    CLI::App *one = command("show", "One set with its judgements", "actionscope queries show everyday", show);
    one->add_option("NAME", options->name, "The set")->required();

    one = command("import", "Take over judgements of others: TREC, BEIR, CSV",
                  "actionscope queries import judged.csv --name support\n"
                  "actionscope queries import qrels.txt --queries topics.tsv\n"
                  "actionscope queries import beir-folder/",
                  import);
    one->add_option("SOURCE", options->source,
                    "CSV with query, action and grade; qrels; or a folder with queries.jsonl and qrels.tsv")
        ->required();
    one->add_option("--queries", options->queries, "The texts beside qrels: JSONL, TSV or TREC topics")
        ->type_name("FILE");
    one->add_option("--name", options->name, "What to call the set")->type_name("NAME");
    one->add_flag("--replace", options->replace, "Write over a set of that name");
    one->add_flag("--keep-unknown", options->keepUnknown,
                  "Keep judgements of actions that the workspace does not have");

    one = command("export", "Write a set for others", "actionscope queries export everyday --format trec --output out",
                  exportSet);
    one->add_option("NAME", options->name, "The set")->required();
    one->add_option("--format", options->format, "yaml, trec, beir or csv (csv)")->type_name("FORMAT");
    one->add_option("--output", options->output, "The folder to write to (.)")->type_name("FOLDER");
    one->add_flag("--replace", options->replace, "Write over files that are there");

    one = command("judge", "Say how well an action answers a query",
                  "actionscope queries judge everyday q01 harbor.issues_create 3\n"
                  "actionscope queries judge everyday q01 harbor.issues_list none",
                  judge);
    one->add_option("NAME", options->name, "The set")->required();
    one->add_option("ID", options->id, "The query")->required();
    one->add_option("ACTION", options->action, "service.action")->required();
    one->add_option("GRADE", options->grade, "3 perfect, 2 good, 1 weak, 0 not; none takes the judgement back")
        ->required();

    one = command("add", "Add a query; a set that is not there is made",
                  "actionscope queries add everyday \"close a ticket\" --answer harbor.issues_close=3\n"
                  "actionscope queries add everyday \"order a pizza\"",
                  add);
    one->add_option("NAME", options->name, "The set")->required();
    one->add_option("TEXT", options->text, "What is asked")->required();
    one->add_option("--id", options->id, "The query's id (the next free one)")->type_name("ID");
    one->add_option("--answer", options->answers, "service.action=GRADE; none: nothing answers it")
        ->type_name("NAME=GRADE");

    one = command("remove", "Take a query out", "actionscope queries remove everyday q01",
                  [](const Context &c, const Options &o) {
                      QuerySetEdit change;
                      change.kind = QuerySetEdit::Kind::Remove;
                      change.id = o.id;
                      return edit(c, o, change);
                  });
    one->add_option("NAME", options->name, "The set")->required();
    one->add_option("ID", options->id, "The query")->required();

    one = command("from-audit", "Judgements out of what agents searched, activated and called well",
                  "actionscope queries from-audit --since 2026-10-01 --calls-only",
                  [](const Context &c, const Options &o) {
                      Options named = o;
                      if (named.name.empty())
                          named.name = "from-audit";
                      return fromAudit(c, named);
                  });
    one->add_option("--name", options->name, "What to call the set (from-audit)")->type_name("NAME");
    one->add_option("--since", options->since, "Only what happened since")->type_name("TIME");
    one->add_flag("--calls-only", options->callsOnly, "An activation alone is no judgement");
    one->add_flag("--replace", options->replace, "Write over a set of that name");
}

} // namespace actionscope::cli
