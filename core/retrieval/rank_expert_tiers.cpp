#include "retrieval/detail/fields.h"
#include "retrieval/detail/vector_rankers.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace actionscope::retrieval::detail {
namespace {

/// What a word of the query is worth in an expert: in its name (whole or in its camelCase parts), as a verb or noun of
/// its domain (tags, category, service, path), in its description. And the whole query as its name, or as a part of it.
constexpr double InName = 3, InDomain = 2, InDescription = 1, WholeName = 10, PartOfName = 5;
constexpr double Third = 1.0 / 3;

enum class Tier : std::uint8_t { Expert, System, Catalog };

/// Which of the query's words stand in what part of a document.
struct Words {
    std::vector<bool> name, domain, description;
    std::size_t keywords = 0; ///< different words of name, title and tags: the document's keyword set
    std::size_t shared = 0;   ///< words of the query among them
};

class TierRanking final : public Ranking {
public:
    TierRanking(const RankingInput &input, std::span<const catalog::Ordinal> experts, std::size_t limit, double floor)
        : m_input(input)
        , m_words(input) {
        const auto add = [&](catalog::Ordinal document, Entry entry) {
            m_found.try_emplace(document, std::move(entry));
        };
        if (!input.query.terms.empty()) {
            for (const catalog::Ordinal document : experts)
                if (input.visible(document))
                    if (Entry entry = asExpert(document); entry.match >= TierKeywords)
                        add(document, std::move(entry));
            input.forEachVisible([&](catalog::Ordinal document) {
                if ((input.data.kinds[document] & 0x80U) != 0 && !m_found.contains(document))
                    if (Entry entry = asSystem(document); entry.match > 0)
                        add(document, std::move(entry));
            });
        }
        BestList list(limit, floor);
        for (const auto &[document, entry] : m_found)
            list.offer({entry.score(), document});
        input.forEachVisible([&](catalog::Ordinal document) {
            const double cosine = input.cosines[document];
            if (cosine >= TierCosine && !m_found.contains(document))
                list.offer({std::min(cosine, 1.0) * Third, document});
        });
        best = list.take();
        m_cosines.reserve(best.size());
        for (const Scored &one : best)
            m_cosines.emplace(one.document, std::min<double>(input.cosines[one.document], 1));
    }

    void explain(catalog::Ordinal document, Explanation &explanation) const override {
        const auto cosine = m_cosines.find(document);
        if (cosine == m_cosines.end())
            return;
        explanation.similarity = cosine->second;
        const auto found = m_found.find(document);
        if (found == m_found.end()) {
            explanation.semanticContribution = cosine->second * Third;
            explanation.total = explanation.semanticContribution;
            return;
        }
        const Entry &entry = found->second;
        const bool expert = entry.tier == Tier::Expert;
        const double base = expert ? 2 : 1;
        explanation.priors.push_back({expert ? "expert-tier" : "system-tier", base, Third, base * Third});
        for (const PriorContribution &part : entry.parts)
            explanation.priors.push_back(part);
        explanation.total = entry.score();
    }

private:
    struct Entry {
        Tier tier = Tier::Catalog;
        double match = 0; ///< 0 … 1
        std::vector<PriorContribution> parts;
        [[nodiscard]] double score() const { return ((tier == Tier::Expert ? 2 : 1) + match) * Third; }
    };

    Words wordsOf(catalog::Ordinal document) {
        const Index::Data &data = m_input.data;
        const std::size_t terms = m_input.query.terms.size();
        Words words{std::vector<bool>(terms), std::vector<bool>(terms), std::vector<bool>(terms)};
        std::vector<std::string> keywords;
        Analyzer &analyzer = threadAnalyzer(data.analysis());
        forEachText(
            data.catalog->at(document), data.catalog->serviceOf(document).info.id, m_buffer,
            [&](Field field, std::string_view text) {
                const bool isDomain = field == Field::Tags || field == Field::Path || field == Field::Service;
                const bool isProse = field == Field::Title || field == Field::Description;
                const bool isKeyword = field == Field::Name || field == Field::Title || field == Field::Tags;
                if (field != Field::Name && !isDomain && !isProse)
                    return;
                m_tokenizer.split(text, [&](const Tokenizer::Word &word) {
                    const std::string_view term = analyzer.term(word.text);
                    if (term.empty())
                        return;
                    if (isKeyword)
                        keywords.emplace_back(term);
                    if (const auto at = m_words.find(term))
                        (field == Field::Name ? words.name : isDomain ? words.domain : words.description)[*at] = true;
                });
            });
        std::sort(keywords.begin(), keywords.end());
        keywords.erase(std::unique(keywords.begin(), keywords.end()), keywords.end());
        words.keywords = keywords.size();
        for (const Term &term : m_input.query.terms)
            words.shared +=
                std::binary_search(keywords.begin(), keywords.end(), std::string(data.term(term.id))) ? 1 : 0;
        return words;
    }

    /// Every word of the query that was no filler, also those in no action.
    double queryWords() const { return static_cast<double>(m_input.query.terms.size() + m_input.query.unknown.size()); }

    Entry asExpert(catalog::Ordinal document) {
        const Words words = wordsOf(document);
        const double most = queryWords() * (InName + InDomain + InDescription) + WholeName;
        Entry entry{Tier::Expert, 0, {}};
        const auto part = [&](const char *name, double value, double weight) {
            if (value == 0)
                return;
            entry.match += value * weight / most;
            entry.parts.push_back({name, value, weight, value * weight / most * Third});
        };
        const auto count = [](const std::vector<bool> &row) {
            return static_cast<double>(std::count(row.begin(), row.end(), true));
        };
        const auto inName = count(words.name);
        const bool whole = inName == queryWords() && inName == nameWords(document);
        part("whole-name", whole ? 1 : 0, WholeName);
        part("part-of-name", !whole && inName != 0 && (inName == queryWords() || inName == nameWords(document)) ? 1 : 0,
             PartOfName);
        part("words-of-name", inName, InName);
        part("words-of-domain", count(words.domain), InDomain);
        part("words-of-description", count(words.description), InDescription);
        return entry;
    }

    /// Half of the query's words among the action's, or half of the action's among the query's.
    Entry asSystem(catalog::Ordinal document) {
        const Words words = wordsOf(document);
        const double shared = static_cast<double>(words.shared);
        const double ofQuery = shared / queryWords();
        const double ofKeywords = words.keywords == 0 ? 0 : shared / static_cast<double>(words.keywords);
        Entry entry{Tier::System, 0, {}};
        if (ofQuery < 0.5 && ofKeywords < 0.5)
            return entry;
        entry.match = (ofQuery + ofKeywords) / 2;
        entry.parts.push_back({"keywords-of-query", ofQuery, 0.5, ofQuery * 0.5 * Third});
        entry.parts.push_back({"query-of-keywords", ofKeywords, 0.5, ofKeywords * 0.5 * Third});
        return entry;
    }

    double nameWords(catalog::Ordinal document) {
        std::vector<std::string> terms;
        Analyzer &analyzer = threadAnalyzer(m_input.data.analysis());
        m_tokenizer.split(m_input.data.catalog->at(document).name(), [&](const Tokenizer::Word &word) {
            if (const std::string_view term = analyzer.term(word.text); !term.empty())
                terms.emplace_back(term);
        });
        std::sort(terms.begin(), terms.end());
        return static_cast<double>(std::unique(terms.begin(), terms.end()) - terms.begin());
    }

    const RankingInput m_input;
    const QueryWords m_words;
    std::map<catalog::Ordinal, Entry> m_found;
    std::unordered_map<catalog::Ordinal, double> m_cosines;
    Tokenizer m_tokenizer;
    std::string m_buffer;
};

} // namespace

std::unique_ptr<Ranking> rankByTiers(const RankingInput &input, std::span<const catalog::Ordinal> experts,
                                     std::size_t limit, double floor) {
    return std::make_unique<TierRanking>(input, experts, limit, floor);
}

} // namespace actionscope::retrieval::detail
