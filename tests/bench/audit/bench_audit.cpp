/// How long the audit log's filters take: `bench_audit FOLDER [RECORDS]`. Makes FOLDER/state.db with so many records
/// (1,000,000) unless it is there, and prints the median of five answers each.
#include "storage/state_store.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace actionscope;
using namespace actionscope::governance;

namespace {

class StepClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return m_time += std::chrono::milliseconds(900); }

private:
    mutable Timestamp m_time = *parseTimestamp("2026-01-01T00:00:00Z");
};

double milliseconds(const std::function<void()> &work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(const std::function<void()> &work) {
    std::vector<double> times;
    for (int i = 0; i < 5; ++i)
        times.push_back(milliseconds(work));
    std::sort(times.begin(), times.end());
    return times[2];
}

/// Like the log of a year with agents: searches, approvals, calls of some hundred services.
AuditEvent anyEvent(std::mt19937_64 &random, std::uint64_t number) {
    static const std::vector<std::string> kinds{"search", "search", "search", "call", "call", "approval", "override"};
    static const std::vector<std::string> words{"list",    "unpaid", "invoices", "merge",  "branch",  "delete",
                                                "account", "upload", "picture",  "ticket", "comment", "restore"};
    AuditEvent event;
    event.kind = kinds[random() % kinds.size()];
    event.actor = "gateway:agent-" + std::to_string(random() % 40);
    event.session = "s-" + std::to_string(number / 60);
    event.outcome = random() % 20 == 0 ? "denied" : "done";
    event.service = "service-" + std::to_string(random() % 300);
    event.action = words[random() % words.size()] + "_" + words[random() % words.size()];
    std::string query;
    for (int i = 0; i < 5; ++i)
        query += words[random() % words.size()] + ' ';
    event.detail = {{"query", query + std::to_string(random() % 100'000)},
                    {"results", static_cast<std::int64_t>(random() % 50)},
                    {"elapsed_us", static_cast<std::int64_t>(random() % 5000)},
                    {"preset", "default"}};
    // Every 50,000th says something that no other says.
    if (number % 50'000 == 25'000)
        event.detail["note"] = "quarterly zebra audit";
    return event;
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_audit FOLDER [RECORDS]\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const std::uint64_t wanted = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
    const StepClock clock;
    const auto opened = storage::StateStore::open(folder / "state.db", folder / "keys", clock);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().toString().c_str());
        return 1;
    }
    AuditLog &log = (*opened)->audit();
    std::mt19937_64 random(20'261'122);
    const std::uint64_t there = log.head().value_or(AuditHead{}).seq;
    if (there < wanted) {
        const double took = milliseconds([&] {
            for (std::uint64_t at = there; at < wanted;) {
                std::vector<AuditEvent> events;
                for (; events.size() < 10'000 && at < wanted; ++at)
                    events.push_back(anyEvent(random, at));
                if (!log.appendAll(std::move(events)))
                    std::abort();
            }
        });
        std::printf("%-44s %10.1f us\n", "append, 10,000 at once, each", took * 1000 / double(wanted - there));
    }
    std::printf("%-44s %10.1f us\n", "append, one at a time, each", milliseconds([&] {
                                                                        for (int i = 0; i < 200; ++i)
                                                                            (void)log.append(anyEvent(random, 1));
                                                                    }) * 5);
    std::printf("%-44s %10.1f MB\n", "state.db", double(std::filesystem::file_size(folder / "state.db")) / 1e6);
    const auto text = [](const char *what, const char *kind = "") {
        AuditFilter filter;
        filter.text = what;
        if (*kind != 0)
            filter.kinds = {kind};
        return filter;
    };
    const auto ask = [&](const char *name, const AuditFilter &filter) {
        std::uint64_t count = 0;
        const double list = median([&] { (void)log.list(filter, 100); });
        const double counted = median([&] { count = log.count(filter).value_or(0); });
        const double facet = median([&] { (void)log.facet("kind", filter); });
        const double actions = median([&] { (void)log.facet("action", filter); });
        const double sessions = median([&] { (void)log.facet("session", filter); });
        std::printf("%-44s list %7.1f  count %7.1f  by kind %7.1f  by action %7.1f  by session %7.1f ms  (%llu)\n",
                    name, list, counted, facet, actions, sessions, static_cast<unsigned long long>(count));
    };
    ask("no text", {});
    ask("kind search", text("", "search"));
    AuditFilter month;
    month.since = parseTimestamp("2026-01-03T00:30:00Z");
    month.until = parseTimestamp("2026-01-06T12:15:00Z");
    ask("some days", month);
    ask("text in no record", text("no such words"));
    ask("text in no record, kind search", text("no such words", "search"));
    ask("text in 20 records", text("quarterly zebra"));
    ask("text of one letter in no record", text("|"));
    ask("text in one of 40 records", text("agent-17\""));
    ask("text of an actor", text("agent-17"));
    ask("text in one of two records", text("invoices"));
    ask("text in every record", text("preset"));
    std::printf("%-44s %10.1f ms\n", "verify", milliseconds([&] { (void)log.verify({}); }));
    std::printf("%-44s %10.1f ms\n", "rebuild", milliseconds([&] { (void)(*opened)->rebuildFilters(); }));
    return 0;
}
