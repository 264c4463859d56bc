/// SQLite FTS5 in memory: contentless, ASCII tokenizer, optimized, bm25 with its own constants (k1 1.2, b 0.75).

#include "contestant.h"

#include <sqlite3.h>
#include <stdexcept>

namespace actionscope::bench {
namespace {

class Fts5 final : public Contestant {
public:
    explicit Fts5(const std::vector<std::string> &streams) {
        if (sqlite3_open(":memory:", &m_db) != SQLITE_OK)
            throw std::runtime_error("SQLite does not open");
        const std::int64_t start = cpuNs(CLOCK_PROCESS_CPUTIME_ID);
        run("pragma cache_size=-1000000");
        run("create virtual table t using fts5(body, content='', tokenize='ascii')");
        run("begin");
        sqlite3_stmt *insert = prepare("insert into t(rowid, body) values(?, ?)");
        for (std::size_t i = 0; i < streams.size(); ++i) {
            sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(i + 1));
            sqlite3_bind_text(insert, 2, streams[i].data(), static_cast<int>(streams[i].size()), SQLITE_STATIC);
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        sqlite3_finalize(insert);
        run("commit");
        run("insert into t(t) values('optimize')");
        prepared.buildCpuNs = cpuNs(CLOCK_PROCESS_CPUTIME_ID) - start;
        sqlite3_stmt *size = prepare("select sum(length(block)) from t_data");
        sqlite3_step(size);
        prepared.indexBytes = static_cast<std::uint64_t>(sqlite3_column_int64(size, 0));
        sqlite3_finalize(size);
        sqlite3_stmt *lengths = prepare("select sum(length(sz)) from t_docsize");
        sqlite3_step(lengths);
        prepared.indexBytes += static_cast<std::uint64_t>(sqlite3_column_int64(lengths, 0));
        sqlite3_finalize(lengths);
        m_search = prepare("select rowid from t where t match ? order by rank limit 10");
    }
    ~Fts5() override {
        sqlite3_finalize(m_search);
        sqlite3_close(m_db);
    }
    [[nodiscard]] std::string name() const override { return std::string("fts5-mem ") + sqlite3_libversion(); }
    [[nodiscard]] std::vector<std::int64_t> round(const std::vector<std::vector<std::string>> &queries) override {
        std::vector<std::int64_t> times;
        for (const auto &query : queries) {
            const std::int64_t start = cpuNs();
            search(query);
            times.push_back(cpuNs() - start);
        }
        return times;
    }
    [[nodiscard]] std::vector<std::vector<std::uint32_t>>
    answers(const std::vector<std::vector<std::string>> &queries) override {
        std::vector<std::vector<std::uint32_t>> all;
        for (const auto &query : queries)
            all.push_back(search(query));
        return all;
    }

private:
    void run(const char *sql) {
        if (sqlite3_exec(m_db, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
            throw std::runtime_error(std::string(sql) + ": " + sqlite3_errmsg(m_db));
    }
    sqlite3_stmt *prepare(const char *sql) {
        sqlite3_stmt *statement = nullptr;
        if (sqlite3_prepare_v2(m_db, sql, -1, &statement, nullptr) != SQLITE_OK)
            throw std::runtime_error(std::string(sql) + ": " + sqlite3_errmsg(m_db));
        return statement;
    }
    std::vector<std::uint32_t> search(const std::vector<std::string> &tokens) {
        std::string match;
        for (const std::string &token : tokens)
            match += (match.empty() ? "\"" : " OR \"") + token + '"';
        sqlite3_bind_text(m_search, 1, match.data(), static_cast<int>(match.size()), SQLITE_TRANSIENT);
        std::vector<std::uint32_t> found;
        while (sqlite3_step(m_search) == SQLITE_ROW)
            found.push_back(static_cast<std::uint32_t>(sqlite3_column_int64(m_search, 0) - 1));
        sqlite3_reset(m_search);
        return found;
    }

    sqlite3 *m_db = nullptr;
    sqlite3_stmt *m_search = nullptr;
};

} // namespace

std::unique_ptr<Contestant> makeFts5(const std::vector<std::string> &streams) {
    return std::make_unique<Fts5>(streams);
}

} // namespace actionscope::bench
