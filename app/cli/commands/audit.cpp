#include "commands/commands.h"
#include "context.h"
#include "json_output.h"
#include "workspace/kept_heads.h"
#include "workspace/layout.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>

namespace actionscope::cli {
namespace {

using governance::AuditFilter;
using governance::AuditLog;
using governance::AuditRecord;
using namespace std::chrono_literals;

constexpr std::size_t PageSize = 500;
constexpr auto PollEvery = 200ms; ///< asking SQLite whether anything changed takes microseconds

/// Options that choose records.
struct FilterOptions {
    std::string since, action, kind, actor, outcome;
};

void addFilter(CLI::App &command, FilterOptions &options) {
    command.add_option("--since", options.since, "Only from this time on: RFC 3339, or a day such as 2026-11-21")
        ->type_name("TIME")
        ->check([](const std::string &text) {
            return parseTimestamp(text) ? std::string()
                                        : '"' + text + "\" is no time; write 2026-11-21 or 2026-11-21T09:30:00Z";
        });
    command.add_option("--action", options.action, "Only about this action (service.action), or this service")
        ->type_name("NAME");
    command
        .add_option("--kind", options.kind, "Only of this kind: import, toggle, override, setting, export, verify, …")
        ->type_name("KIND");
    command.add_option("--actor", options.actor, "Only by this actor, as the log writes it: cli:ana")
        ->type_name("NAME");
    command.add_option("--outcome", options.outcome, "Only with this outcome")->type_name("WORD");
}

AuditFilter filterOf(const FilterOptions &options) {
    AuditFilter filter;
    if (!options.since.empty())
        filter.since = parseTimestamp(options.since);
    filter.action = options.action;
    if (!options.kind.empty())
        filter.kinds = {options.kind};
    filter.actor = options.actor;
    filter.outcome = options.outcome;
    return filter;
}

json::object filterJson(const FilterOptions &options) {
    json::object out;
    for (const auto &[name, value] : {std::pair{"since", options.since},
                                      {"action", options.action},
                                      {"kind", options.kind},
                                      {"actor", options.actor},
                                      {"outcome", options.outcome}}) {
        if (!value.empty())
            out[name] = value;
    }
    return out;
}

/// The open workspace and its log, or why there is none.
struct OpenLog {
    std::unique_ptr<workspace::Workspace> workspace;
    AuditLog *log = nullptr;
};

Result<OpenLog> openLog(const Context &context) {
    auto opened = context.open(withoutIndex());
    if (!opened)
        return fail(opened.error());
    OpenLog result{std::move(*opened), nullptr};
    result.log = result.workspace->audit();
    if (result.log == nullptr)
        return fail(ErrorCode::Corrupt, "the audit log cannot be read (see the warning above)",
                    {(result.workspace->folder() / ".actionscope" / "state.db").string()});
    return result;
}

std::string whatOf(const AuditRecord &record) {
    const governance::AuditEvent &event = record.event;
    if (!event.action.empty())
        return event.service.empty() ? event.action : event.service + '.' + event.action;
    if (!event.service.empty())
        return event.service;
    const json::value *target = event.detail.if_contains("target");
    return target != nullptr && target->is_string() ? std::string(target->get_string()) : std::string();
}

std::string shortTime(const AuditRecord &record) {
    // Whole seconds: the full time is in the JSON.
    return formatTimestamp(record.time).substr(0, 19) + 'Z';
}

std::string detailOf(const AuditRecord &record) {
    return record.event.detail.empty() ? std::string() : json::serialize(record.event.detail);
}

Exit list(const Context &context, const FilterOptions &options, std::size_t limit, std::uint64_t before) {
    const auto opened = openLog(context);
    if (!opened)
        return context.fail(opened.error());
    const AuditFilter filter = filterOf(options);
    json::array records;
    Table table({{"SEQ", Table::Align::Right},
                 {"TIME"},
                 {"KIND"},
                 {"ACTOR"},
                 {"OUTCOME"},
                 {"WHAT", {}, true},
                 {"DETAIL", {}, true}});
    std::size_t left = limit;
    bool more = false;
    std::uint64_t at = before;
    while (left > 0 && !context.stop.stop_requested()) {
        const auto page = opened->log->list(filter, std::min(left, PageSize), at);
        if (!page)
            return context.fail(page.error());
        for (const AuditRecord &record : page->records) {
            at = record.seq;
            if (context.json)
                records.push_back(governance::toJson(record));
            else
                table.add({std::to_string(record.seq),
                           shortTime(record),
                           {record.event.kind, Style::Bold},
                           record.event.actor,
                           record.event.outcome,
                           whatOf(record),
                           detailOf(record)});
        }
        left -= std::min(left, page->records.size());
        more = page->more;
        if (!page->more || page->records.empty())
            break;
    }
    if (context.json)
        return context.printJson(
            {{"records", std::move(records)}, {"more", more}, {"next_before", more ? json::value(at) : json::value()}});
    if (table.empty())
        context.print("No records.\n");
    context.print(table.render(context.out));
    if (more)
        context.print("… there are older ones: --before " + std::to_string(at) + ", or --limit N\n");
    return Exit::Done;
}

/// Prints records as they come until someone stops it. As JSON this is one array that is closed at the end, a record a
/// line.
Exit tail(const Context &context, const FilterOptions &options, std::size_t limit) {
    const auto opened = openLog(context);
    if (!opened)
        return context.fail(opened.error());
    const AuditFilter filter = filterOf(options);
    bool first = true;
    const auto print = [&](const AuditRecord &record) {
        if (context.json)
            context.print((first ? "[\n" : ",\n") + json::serialize(governance::toJson(record)));
        else
            context.print(styled(shortTime(record), Style::Dim, context.out) + "  " + std::to_string(record.seq) +
                          "  " + styled(shown(record.event.kind), Style::Bold, context.out) + "  " +
                          shown(record.event.actor) + "  " + shown(record.event.outcome) + "  " +
                          shown(whatOf(record)) + "  " + shown(detailOf(record)) + '\n');
        first = false;
    };
    // What comes after this record is new; what lies before it is only shown as far as asked for.
    const auto head = opened->log->head();
    if (!head)
        return context.fail(head.error());
    std::uint64_t seen = head->seq;
    if (limit > 0) {
        auto page = opened->log->list(filter, limit, seen + 1);
        if (!page)
            return context.fail(page.error());
        for (auto record = page->records.rbegin(); record != page->records.rend(); ++record)
            print(*record);
    }
    std::fflush(stdout);
    while (!context.stop.stop_requested()) {
        const auto now = opened->log->head();
        if (!now)
            return context.fail(now.error());
        while (seen < now->seq && !context.stop.stop_requested()) {
            const auto page = opened->log->listAfter(filter, PageSize, seen);
            if (!page)
                return context.fail(page.error());
            for (const AuditRecord &record : page->records) {
                print(record);
                seen = record.seq;
            }
            if (!page->more) {
                seen = std::max(seen, now->seq);
                break;
            }
        }
        if (std::fflush(stdout) != 0)
            return Exit::Failed; // The reader went away.
        std::this_thread::sleep_for(PollEvery);
    }
    if (context.json)
        context.print(first ? "[]\n" : "\n]\n");
    return Exit::Done;
}

/// The chain against every head that is kept somewhere else.
Result<workspace::HeadsCheck> compareHeads(const Context &context, const AuditLog &log, const std::string &from) {
    auto heads = workspace::readHeads(from, context.stop);
    if (!heads)
        return fail(heads.error());
    return workspace::checkHeads(log, std::move(*heads), {.stop = context.stop});
}

json::object headsJson(const workspace::HeadsCheck &check) {
    const auto text = [](const std::optional<workspace::KeptHead> &head) {
        return head ? json::value(governance::formatHead(head->head)) : json::value();
    };
    return {{"checked", check.heads},
            {"missing", text(check.missing)},
            {"missing_time",
             check.missing && check.missing->time ? json::value(formatTimestamp(*check.missing->time)) : json::value()},
            {"found", check.found.empty() ? json::value() : json::value(check.found)},
            {"newest", text(check.newest)}};
}

Exit heads(const Context &context) {
    const auto opened = openLog(context);
    if (!opened)
        return context.fail(opened.error());
    const auto settings = workspace::readHeadsSettings(workspace::Layout{opened->workspace->folder()}.settings());
    if (!settings)
        return context.fail(settings.error());
    const auto kept = workspace::keepHead(*opened->workspace, *settings, context.stop);
    if (!kept)
        return context.fail(kept.error());
    if (context.json)
        return context.printJson({{"head", governance::formatHead(kept->head)},
                                  {"time", kept->time ? json::value(formatTimestamp(*kept->time)) : json::value()},
                                  {"file", settings->file},
                                  {"url", settings->url},
                                  {"every_s", settings->every.count()}});
    context.print("Kept " + governance::formatHead(kept->head) + '\n');
    return Exit::Done;
}

Exit verify(const Context &context, const std::string &headText, const std::string &headsFrom, bool rebuild) {
    std::optional<governance::AuditHead> expected;
    if (!headText.empty()) {
        const auto parsed = governance::parseHead(headText);
        if (!parsed)
            return context.usage("--head: " + parsed.error().message);
        expected = *parsed;
    }
    const auto opened = openLog(context);
    if (!opened)
        return context.fail(opened.error());
    ProgressBar progress(context.err, context.stop);
    const auto checked = opened->log->verify(expected, progress.job());
    progress.finish();
    if (!checked)
        return context.fail(checked.error());
    std::optional<workspace::HeadsCheck> kept;
    if (!headsFrom.empty()) {
        auto compared = compareHeads(context, *opened->log, headsFrom);
        if (!compared)
            return context.fail(compared.error());
        kept = std::move(*compared);
    }
    const bool headsHold = !kept || !kept->missing;
    const bool holds = checked->intact && checked->headFound.value_or(true) && headsHold;
    if (!checked->filtersSound && rebuild) {
        if (const auto rebuilt = opened->workspace->rebuildAuditFilters(); !rebuilt)
            return context.fail(rebuilt.error());
        context.warn("the tables that answer filters did not agree with the records and were made anew: " +
                     checked->filterProblem);
    }
    const bool filtersHold = checked->filtersSound || rebuild;

    governance::AuditEvent event;
    event.kind = governance::audit_kind::Verify;
    event.outcome = !checked->intact ? "broken" : holds ? "intact" : "head_missing";
    event.detail = {{"checked", checked->checked}, {"head", governance::formatHead(checked->head)}};
    if (!checked->intact)
        event.detail["first_bad"] = checked->firstBad;
    if (expected)
        event.detail["expected"] = headText;
    if (kept)
        event.detail["heads"] = headsJson(*kept);
    if (const auto recorded = opened->workspace->record(std::move(event)); !recorded)
        context.warn("this verification could not be recorded: " + recorded.error().toString());
    // Only what was found whole is worth a signature.
    if (holds) {
        if (const auto signature = opened->workspace->signAudit(); !signature)
            context.warn("the log could not be signed: " + signature.error().toString());
    }

    if (context.json) {
        context.printJson({{"intact", checked->intact},
                           {"checked", checked->checked},
                           {"checkpoints", checked->checkpoints},
                           {"unsigned_tail", checked->unsignedTail},
                           {"head", governance::formatHead(checked->head)},
                           {"first_bad", checked->intact ? json::value() : json::value(checked->firstBad)},
                           {"problem", checked->intact ? json::value() : json::value(checked->problem)},
                           {"expected_hash", checked->intact ? json::value() : json::value(checked->expectedHash)},
                           {"found_hash", checked->intact ? json::value() : json::value(checked->foundHash)},
                           {"fault", governance::chainFaultName(checked->fault)},
                           {"filters_sound", checked->filtersSound},
                           {"head_found", checked->headFound ? json::value(*checked->headFound) : json::value()},
                           {"heads", kept ? json::value(headsJson(*kept)) : json::value()}});
    }
    if (!checked->intact) {
        std::string hashes;
        if (!checked->expectedHash.empty() || !checked->foundHash.empty())
            hashes = " (expected " + checked->expectedHash + ", found " + checked->foundHash + ')';
        return context.fail(
            {ErrorCode::Corrupt,
             "record " + std::to_string(checked->firstBad) + " is the first bad one: " + checked->problem + hashes,
             {(opened->workspace->folder() / ".actionscope" / "state.db").string()}});
    }
    if (!headsHold) {
        const std::string when =
            kept->missing->time ? ", which was the head at " + formatTimestamp(*kept->missing->time) + ',' : "";
        return context.fail(
            {ErrorCode::Corrupt,
             "the kept head " + governance::formatHead(kept->missing->head) + when + " is not in the chain: " +
                 (kept->found.empty()
                      ? "the log ends before it, its tail was cut off"
                      : "another record stands in its place (" + kept->found + "), the log was rewritten") +
                 "; the last kept head before it " +
                 (kept->newest ? "is in it: " + governance::formatHead(kept->newest->head)
                               : std::string("is not there")),
             {(opened->workspace->folder() / ".actionscope" / "state.db").string()}});
    }
    if (!holds)
        return context.fail({ErrorCode::Corrupt,
                             "the head " + headText +
                                 " is not in the chain: its tail was cut off, or the log was replaced; "
                                 "the chain now ends at " +
                                 governance::formatHead(checked->head),
                             {(opened->workspace->folder() / ".actionscope" / "state.db").string()}});
    if (!filtersHold)
        return context.fail({ErrorCode::Corrupt,
                             "the chain is whole, but the tables that answer filters do not agree with it (" +
                                 checked->filterProblem + "); `actionscope audit verify --rebuild` makes them anew",
                             {(opened->workspace->folder() / ".actionscope" / "state.db").string()}});
    if (!context.json) {
        context.print(styled("Intact.", Style::Good, context.out) + ' ' +
                      counted(checked->checked, "record", "records") + ", " +
                      counted(checked->checkpoints, "signature holds", "signatures hold") + ", " +
                      grouped(checked->unsignedTail) + " since the last one.\n" +
                      "Head: " + governance::formatHead(checked->head) + '\n');
        if (kept)
            context.print("All of the " + counted(kept->heads, "kept head is", "kept heads are") + " in the chain.\n");
        if (!expected && !kept)
            context.print(
                "A cut-off tail shows only against a head kept elsewhere: keep this one and pass it with --head.\n");
    }
    return Exit::Done;
}

/// A file that is complete or not there: written beside its name and renamed at the end.
class ExportFile {
public:
    explicit ExportFile(std::string path)
        : m_path(std::move(path))
        , m_part(m_path + ".part" + std::to_string(::getpid())) {}
    ~ExportFile() {
        if (m_file != nullptr) {
            std::fclose(m_file);
            ::unlink(m_part.c_str());
        }
    }
    ExportFile(const ExportFile &) = delete;
    ExportFile &operator=(const ExportFile &) = delete;

    Result<void> open() {
        m_file = std::fopen(m_part.c_str(), "wbx");
        return m_file != nullptr ? Result<void>() : problem("create");
    }
    Result<void> write(std::string_view bytes) {
        return std::fwrite(bytes.data(), 1, bytes.size(), m_file) == bytes.size() ? Result<void>() : problem("write");
    }
    Result<void> finish() {
        if (std::fflush(m_file) != 0 || ::fsync(::fileno(m_file)) != 0)
            return problem("write");
        if (std::rename(m_part.c_str(), m_path.c_str()) != 0)
            return problem("replace");
        std::fclose(m_file);
        m_file = nullptr;
        return {};
    }

private:
    [[nodiscard]] Result<void> problem(const char *verb) const {
        return fail(ErrorCode::IoError, std::string("cannot ") + verb + ": " + std::strerror(errno), {m_path});
    }
    std::string m_path, m_part;
    std::FILE *m_file = nullptr;
};

Exit exportRecords(const Context &context, const FilterOptions &options, const std::string &format,
                   const std::string &output) {
    if (context.json && output.empty())
        return context.usage("--json prints one document, so the export itself needs a file: add --output FILE");
    const auto opened = openLog(context);
    if (!opened)
        return context.fail(opened.error());
    // What leaves the workspace ends in a signature.
    if (const auto signature = opened->workspace->signAudit(); !signature)
        context.warn("the log could not be signed: " + signature.error().toString());
    const auto head = opened->log->head();
    if (!head)
        return context.fail(head.error());
    const auto kind = format == "csv" ? governance::ExportFormat::Csv : governance::ExportFormat::Jsonl;
    ExportFile file(output);
    if (!output.empty()) {
        if (const auto ready = file.open(); !ready)
            return context.fail(ready.error());
    }
    ProgressBar progress(context.err, context.stop);
    const auto sink = [&](std::string_view text) -> Result<void> {
        if (!output.empty())
            return file.write(text);
        if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
            return fail(ErrorCode::IoError, std::string("cannot write to standard output: ") + std::strerror(errno));
        return {};
    };
    const auto count = governance::exportAudit(*opened->log, filterOf(options), kind, sink, progress.job());
    progress.finish();
    if (!count)
        return context.fail(count.error());
    if (!output.empty()) {
        if (const auto finished = file.finish(); !finished)
            return context.fail(finished.error());
    } else if (std::fflush(stdout) != 0) {
        return context.fail(
            {ErrorCode::IoError, std::string("cannot write to standard output: ") + std::strerror(errno), {}});
    }
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Export;
    event.outcome = "done";
    event.detail = {{"format", format},
                    {"records", *count},
                    {"head", governance::formatHead(*head)},
                    {"filter", filterJson(options)},
                    {"to", output.empty() ? "standard output" : output}};
    if (const auto recorded = opened->workspace->record(std::move(event)); !recorded)
        return context.fail({recorded.error().code,
                             "exported, but the export could not be recorded: " + recorded.error().message,
                             recorded.error().where});
    if (context.json)
        return context.printJson(
            {{"records", *count}, {"format", format}, {"file", output}, {"head", governance::formatHead(*head)}});
    if (!output.empty())
        context.print("Exported " + counted(*count, "record", "records") + " to " + shown(output) + '\n');
    return Exit::Done;
}

} // namespace

void addAudit(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "audit", "The audit log: who did what, and the proof that nobody changed it since");

    auto filter = std::make_shared<FilterOptions>();
    auto limit = std::make_shared<std::size_t>(50);
    auto before = std::make_shared<std::uint64_t>(0);
    CLI::App *listing = addCommand(*group, context, "list", "Records, newest first",
                                   "actionscope audit list --since 2026-11-21 --kind override\n"
                                   "actionscope audit list --action github.repos_delete --json");
    addFilter(*listing, *filter);
    listing->add_option("--limit", *limit, "How many, at most (50)")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000'000).description(""));
    listing->add_option("--before", *before, "Only records with a smaller number: the next page")->type_name("SEQ");
    listing->callback([&context, filter, limit, before] {
        context.run = [&context, filter, limit, before] { return list(context, *filter, *limit, *before); };
    });

    auto tailFilter = std::make_shared<FilterOptions>();
    auto last = std::make_shared<std::size_t>(10);
    CLI::App *tailing = addCommand(*group, context, "tail", "Follow the log as records come; Ctrl-C ends it",
                                   "actionscope audit tail\nactionscope audit tail --kind override --limit 0 --json");
    addFilter(*tailing, *tailFilter);
    tailing->add_option("--limit", *last, "How many of the past to show first (10)")
        ->type_name("N")
        ->check(CLI::Range(0, 10'000).description(""));
    tailing->callback([&context, tailFilter, last] {
        context.run = [&context, tailFilter, last] { return tail(context, *tailFilter, *last); };
    });

    auto head = std::make_shared<std::string>();
    CLI::App *verifying =
        addCommand(*group, context, "verify", "Check every hash and signature; exit status 1 when something is off",
                   "actionscope audit verify\nactionscope audit verify --head 1204:9f86d081884c7d65…");
    verifying->add_option("--head", *head, "A head kept elsewhere, which must still be in the chain")
        ->type_name("SEQ:HASH");
    auto rebuild = std::make_shared<bool>(false);
    verifying->add_flag("--rebuild", *rebuild,
                        "Make the tables that answer filters anew when they do not agree with the records");
    auto headsFrom = std::make_shared<std::string>();
    verifying
        ->add_option("--heads", *headsFrom,
                     "Heads that were kept elsewhere (audit.heads): every one must still be in the chain")
        ->type_name("FILE|URL");
    verifying->callback([&context, head, headsFrom, rebuild] {
        context.run = [&context, head, headsFrom, rebuild] { return verify(context, *head, *headsFrom, *rebuild); };
    });

    CLI::App *keeping =
        addCommand(*group, context, "heads", "Keep the head of the chain where the settings say (audit.heads), now",
                   "actionscope audit heads\nactionscope audit verify --heads /mnt/worm/heads.jsonl");
    keeping->callback([&context] { context.run = [&context] { return heads(context); }; });

    auto exportFilter = std::make_shared<FilterOptions>();
    auto format = std::make_shared<std::string>();
    auto output = std::make_shared<std::string>();
    CLI::App *exporting = addCommand(*group, context, "export", "Write records, oldest first, as JSON lines or CSV",
                                     "actionscope audit export --format jsonl --output audit.jsonl\n"
                                     "actionscope audit export --format csv --since 2026-11-01 > november.csv");
    exporting->add_option("--format", *format, "jsonl or csv")
        ->type_name("FORMAT")
        ->required()
        ->check(CLI::IsMember({"jsonl", "csv"}).description(""));
    exporting->add_option("-o,--output", *output, "Where to (standard output otherwise)")->type_name("FILE");
    addFilter(*exporting, *exportFilter);
    exporting->callback([&context, exportFilter, format, output] {
        context.run = [&context, exportFilter, format, output] {
            return exportRecords(context, *exportFilter, *format, *output);
        };
    });
}

} // namespace actionscope::cli
