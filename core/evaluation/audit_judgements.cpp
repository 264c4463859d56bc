#include "evaluation/audit_judgements.h"

#include "base/hash.h"
#include "base/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace actionscope::evaluation {
namespace {

constexpr std::size_t PageSize = 1000;
constexpr int CalledWell = 3, Activated = 1;

/// Words that differ in case or blanks only are one question.
std::string folded(std::string_view text) {
    std::string out;
    for (const char c : toLowerAscii(text)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    if (!out.empty() && out.back() == ' ')
        out.pop_back();
    return out;
}

struct Question {
    std::string text;
    std::map<std::string, int> judgements;
    std::uint32_t searches = 0, calls = 0;
    Timestamp last;
};

struct Search {
    std::string question;
    std::set<std::string> shown;
    bool followed = false;
};

} // namespace

Result<AuditJudgements> judgementsFromAudit(const governance::AuditLog &log, const AuditJudgementOptions &options,
                                            const Job &job) {
    AuditJudgements out;
    out.set.name = options.name;
    governance::AuditFilter filter;
    filter.since = options.since;
    filter.kinds = {"search", "activation", "call"};
    const auto total = log.count(filter);
    if (!total)
        return fail(total.error());
    std::unordered_map<std::string, Search> searches; // by search id
    std::map<std::string, Question> questions;        // by folded words
    std::uint64_t after = 0, done = 0;
    for (bool more = true; more;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the audit log was cancelled");
        auto page = log.listAfter(filter, PageSize, after);
        if (!page)
            return fail(page.error());
        for (const governance::AuditRecord &record : page->records) {
            const governance::AuditEvent &event = record.event;
            after = record.seq;
            if (event.kind == "search") {
                ++out.searches;
                const std::string text(stringMember(event.detail, "query"));
                const std::string question = folded(text);
                if (question.empty()) {
                    ++out.wordless;
                    continue;
                }
                if (event.ranks.empty()) {
                    ++out.empty;
                    continue;
                }
                if (event.searchId.empty())
                    continue;
                Search &search = searches[event.searchId];
                search.question = question;
                for (const governance::RankShown &rank : event.ranks)
                    search.shown.insert(rank.name);
                Question &asked = questions[question];
                if (asked.text.empty())
                    asked.text = text;
                continue;
            }
            const bool called = event.kind == "call";
            if (event.searchId.empty() || (called && event.outcome != "ok") ||
                (!called && (event.outcome != "activated" || !options.activationsToo)))
                continue;
            const auto search = searches.find(event.searchId);
            // The name as the search showed it: the log keeps it without its service.
            const std::string name = event.service + '.' + event.action;
            if (search == searches.end() || !search->second.shown.contains(name))
                continue;
            Question &asked = questions[search->second.question];
            int &grade = asked.judgements[name];
            grade = std::max(grade, called ? CalledWell : Activated);
            asked.calls += called ? 1 : 0;
            asked.last = std::max(asked.last, record.time);
            if (!search->second.followed) {
                search->second.followed = true;
                ++asked.searches;
                ++out.followed;
                out.replaced += asked.text.find("⟨") == std::string::npos ? 0 : 1;
            }
        }
        done += page->records.size();
        job.at("reading the log", done, *total);
        more = page->more;
    }
    std::set<std::string> ids;
    for (auto &[key, asked] : questions) {
        if (asked.judgements.empty())
            continue;
        JudgedQuery query;
        // From the words, so that a second reading of the log gives the same ids.
        query.id = "a" + toHex(sha256(key)).substr(0, 8);
        while (!ids.insert(query.id).second)
            query.id += 'x';
        query.text = toValidUtf8(asked.text);
        query.judgements = std::move(asked.judgements);
        query.note = std::to_string(asked.searches) + (asked.searches == 1 ? " search, " : " searches, ") +
                     std::to_string(asked.calls) + (asked.calls == 1 ? " good call, last " : " good calls, last ") +
                     formatTimestamp(asked.last).substr(0, 10);
        out.set.queries.push_back(std::move(query));
    }
    return out;
}

} // namespace actionscope::evaluation
