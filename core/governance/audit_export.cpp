#include "governance/audit_log.h"

namespace actionscope::governance {

namespace {

constexpr std::size_t PageSize = 1000;

std::string cell(std::string_view text) {
    std::string out;
    // Spreadsheets take these for the beginning of a formula; an apostrophe makes them text (OWASP, "CSV Injection").
    if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos)
        out += '\'';
    out += text;
    if (out.find_first_of(",\"\r\n") == std::string::npos)
        return out;
    std::string quoted = "\"";
    for (const char c : out) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csvLine(const AuditRecord &record) {
    const AuditEvent &event = record.event;
    std::string out = std::to_string(record.seq) + ',' + formatTimestamp(record.time);
    for (const std::string *text :
         {&event.kind, &event.actor, &event.principal, &event.organisation, &event.session, &event.service,
          &event.action, &event.tier, &event.outcome, &event.searchId, &event.indexVersion}) {
        out += ',';
        out += cell(*text);
    }
    out += ',' + cell(canonicalRanks(event.ranks)) + ',' + cell(canonicalJson(json::value(event.detail)));
    return out + ',' + record.prev + ',' + record.hash + "\r\n";
}

} // namespace

Result<std::uint64_t> exportAudit(const AuditLog &log, const AuditFilter &filter, ExportFormat format,
                                  const std::function<Result<void>(std::string_view)> &sink, const Job &job) {
    if (format == ExportFormat::Csv) {
        auto written = sink("seq,time,kind,actor,principal,organisation,session,service,action,tier,outcome,search_id,"
                            "index_version,ranks,detail,prev,hash\r\n");
        if (!written)
            return fail(std::move(written.error()));
    }
    const auto total = job.report ? log.count(filter) : Result<std::uint64_t>(0);
    std::uint64_t done = 0, after = 0;
    while (true) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "the export was cancelled");
        job.at("exporting", done, total.value_or(0));
        auto page = log.listAfter(filter, PageSize, after);
        if (!page)
            return fail(std::move(page.error()));
        for (const AuditRecord &record : page->records) {
            auto written = sink(format == ExportFormat::Csv ? csvLine(record) : canonicalJson(toJson(record)) + '\n');
            if (!written)
                return fail(std::move(written.error()));
            after = record.seq;
            ++done;
        }
        if (!page->more || page->records.empty())
            break;
    }
    job.at("exporting", done, done);
    return done;
}

} // namespace actionscope::governance
