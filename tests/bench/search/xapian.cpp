/// Xapian: glass on disk (in the page cache), BM25 with k1 1.2 and b 0.75.

#include "contestant.h"

#include <filesystem>
#include <map>
#include <sstream>
#include <xapian.h>

namespace actionscope::bench {
namespace {

class XapianContestant final : public Contestant {
public:
    XapianContestant(const std::vector<std::string> &streams, const std::string &folder) {
        std::filesystem::remove_all(folder);
        const std::int64_t start = cpuNs(CLOCK_PROCESS_CPUTIME_ID);
        {
            Xapian::WritableDatabase database(folder + ".w", Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC);
            for (const std::string &stream : streams) {
                Xapian::Document document;
                std::size_t at = 0;
                while (at < stream.size()) {
                    const std::size_t end = std::min(stream.find(' ', at), stream.size());
                    document.add_term(stream.substr(at, end - at));
                    at = end + 1;
                }
                database.add_document(document);
            }
            database.commit();
            database.compact(folder);
        }
        prepared.buildCpuNs = cpuNs(CLOCK_PROCESS_CPUTIME_ID) - start;
        std::filesystem::remove_all(folder + ".w");
        for (const auto &entry : std::filesystem::recursive_directory_iterator(folder))
            prepared.indexBytes += entry.is_regular_file() ? entry.file_size() : 0;
        m_database = Xapian::Database(folder);
    }
    [[nodiscard]] std::string name() const override { return std::string("xapian ") + Xapian::version_string(); }
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
    std::vector<std::uint32_t> search(const std::vector<std::string> &tokens) {
        Xapian::Enquire enquire(m_database);
        enquire.set_weighting_scheme(Xapian::BM25Weight(1.2, 0, 1, 0.75, 0.5));
        enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, tokens.begin(), tokens.end()));
        const Xapian::MSet matches = enquire.get_mset(0, 10);
        std::vector<std::uint32_t> found;
        for (Xapian::MSetIterator it = matches.begin(); it != matches.end(); ++it)
            found.push_back(static_cast<std::uint32_t>(*it - 1));
        return found;
    }
    Xapian::Database m_database;
};

} // namespace

std::unique_ptr<Contestant> makeXapian(const std::vector<std::string> &streams, const std::string &folder) {
    return std::make_unique<XapianContestant>(streams, folder);
}

} // namespace actionscope::bench
