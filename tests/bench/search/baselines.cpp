#include "baselines.h"

#include "retrieval/analyzer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sqlite3.h>
#include <unordered_map>

namespace actionscope::bench {
namespace {

using Scores = std::vector<std::pair<catalog::Ordinal, double>>;

/// Name, service, description, method and path, tags, names and descriptions of the parameters.
std::array<std::string, 7> textsOf(const catalog::Catalog &catalog, catalog::Ordinal ordinal) {
    const catalog::CapabilityView action = catalog.at(ordinal);
    std::array<std::string, 7> texts{std::string(action.name()), catalog.serviceOf(ordinal).info.id,
                                     std::string(action.description())};
    texts[3] = std::string(catalog::methodName(action.method())) + ' ' + std::string(action.path());
    for (const std::string_view tag : action.tags())
        (texts[4] += tag) += ' ';
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        (texts[5] += action.parameter(i).name) += ' ';
        (texts[6] += action.parameter(i).description) += ' ';
    }
    return texts;
}

void sortBestFirst(Scores &scores) {
    std::sort(scores.begin(), scores.end(), [](const auto &a, const auto &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
}

class PlainBm25 final : public Baseline {
public:
    PlainBm25(const catalog::Catalog &catalog, double k1, double b)
        : m_k1(k1) {
        std::vector<double> lengths(catalog.size());
        double total = 0;
        for (catalog::Ordinal i = 0; i < catalog.size(); ++i) {
            std::map<std::string, std::uint32_t> counts;
            for (const std::string &text : textsOf(catalog, i)) {
                for (const auto &token : retrieval::threadAnalyzer().analyze(text)) {
                    if (!token.term.empty()) {
                        ++counts[token.term];
                        ++lengths[i];
                    }
                }
            }
            total += lengths[i];
            for (const auto &[term, count] : counts)
                m_postings[term].emplace_back(i, count);
        }
        for (const double length : lengths)
            m_norms.push_back(k1 * (1 - b + b * length * static_cast<double>(lengths.size()) / std::max(1.0, total)));
    }
    [[nodiscard]] Scores search(std::string_view query) override {
        std::unordered_map<catalog::Ordinal, double> sums;
        for (const auto &token : retrieval::threadAnalyzer().analyze(query)) {
            const auto found = token.term.empty() ? m_postings.end() : m_postings.find(token.term);
            if (found == m_postings.end())
                continue;
            const auto holders = static_cast<double>(found->second.size());
            const double idf = std::log(1 + (static_cast<double>(m_norms.size()) - holders + 0.5) / (holders + 0.5));
            for (const auto &[action, count] : found->second)
                sums[action] += idf * count * (m_k1 + 1) / (count + m_norms[action]);
        }
        Scores scores(sums.begin(), sums.end());
        sortBestFirst(scores);
        return scores;
    }

private:
    double m_k1;
    std::vector<double> m_norms;
    std::unordered_map<std::string, std::vector<std::pair<catalog::Ordinal, std::uint32_t>>> m_postings;
};

/// Runs of ASCII letters and digits and of what is above ASCII but no punctuation, in lower case.
std::vector<std::string> wordsOf(std::string_view query) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < query.size(); ++i) {
        const auto c = static_cast<unsigned char>(query[i]);
        const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        // U+2000 to U+20FF: quotation marks, dashes, signs.
        const bool sign = c == 0xE2 && i + 2 < query.size() && static_cast<unsigned char>(query[i + 1]) <= 0x83;
        if (letter || (c >= 0x80 && !sign)) {
            words.back() += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
            continue;
        }
        i += sign ? 2 : 0;
        if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    std::vector<std::string> distinct;
    for (std::string &word : words) {
        if (std::find(distinct.begin(), distinct.end(), word) == distinct.end())
            distinct.push_back(std::move(word));
    }
    return distinct;
}

class Fts5Baseline final : public Baseline {
public:
    ~Fts5Baseline() override {
        sqlite3_finalize(m_search);
        sqlite3_close(m_db);
    }
    bool build(const catalog::Catalog &catalog) {
        sqlite3_stmt *insert = nullptr;
        if (sqlite3_open(":memory:", &m_db) != SQLITE_OK ||
            sqlite3_exec(m_db,
                         "create virtual table t using fts5(name, service, description, path, tags, pname, pdesc, "
                         "tokenize='porter unicode61'); begin",
                         nullptr, nullptr, nullptr) != SQLITE_OK ||
            sqlite3_prepare_v2(m_db, "insert into t values(?, ?, ?, ?, ?, ?, ?)", -1, &insert, nullptr) != SQLITE_OK)
            return false;
        for (catalog::Ordinal i = 0; i < catalog.size(); ++i) {
            const auto texts = textsOf(catalog, i);
            for (int column = 0; column < 7; ++column) {
                const std::string &text = texts[static_cast<std::size_t>(column)];
                sqlite3_bind_text(insert, column + 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
            }
            sqlite3_step(insert);
            sqlite3_reset(insert);
        }
        sqlite3_finalize(insert);
        return sqlite3_exec(m_db, "commit", nullptr, nullptr, nullptr) == SQLITE_OK &&
               sqlite3_prepare_v2(m_db, "select rowid - 1, -bm25(t) from t where t match ?", -1, &m_search, nullptr) ==
                   SQLITE_OK;
    }
    [[nodiscard]] Scores search(std::string_view query) override {
        std::string match;
        for (const std::string &word : wordsOf(query))
            match += (match.empty() ? "\"" : " OR \"") + word + '"';
        Scores scores;
        if (match.empty())
            return scores;
        sqlite3_bind_text(m_search, 1, match.data(), static_cast<int>(match.size()), SQLITE_TRANSIENT);
        while (sqlite3_step(m_search) == SQLITE_ROW)
            scores.emplace_back(static_cast<catalog::Ordinal>(sqlite3_column_int64(m_search, 0)),
                                sqlite3_column_double(m_search, 1));
        sqlite3_reset(m_search);
        sortBestFirst(scores);
        return scores;
    }

private:
    sqlite3 *m_db = nullptr;
    sqlite3_stmt *m_search = nullptr;
};

} // namespace

std::unique_ptr<Baseline> makePlainBm25(const catalog::Catalog &catalog, double k1, double b) {
    return std::make_unique<PlainBm25>(catalog, k1, b);
}

std::unique_ptr<Baseline> makeFts5Baseline(const catalog::Catalog &catalog) {
    auto baseline = std::make_unique<Fts5Baseline>();
    if (!baseline->build(catalog))
        return nullptr;
    return baseline;
}

} // namespace actionscope::bench
