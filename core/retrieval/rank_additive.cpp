#include "retrieval/detail/fields.h"
#include "retrieval/detail/vector_rankers.h"

#include <algorithm>
#include <array>

namespace actionscope::retrieval::detail {
namespace {

constexpr double BoostFactor = 0.05;
/// What the fields of FieldNames are worth. A title is the first line of what others call the description, and a tool
/// without a path of its own is found under its service's, as "/weather".
constexpr std::array<double, FieldCount> Boosts{3.0, 2.0, 2.0, 5.0, 1.5, 0, 0, 5.0};

bool countsFor(Field field, bool hasPath) {
    return Boosts[static_cast<std::size_t>(field)] > 0 && (field != Field::Service || !hasPath);
}

/// The most that a term can be worth in a document whose weighted frequency of it is so many tenths: fields that it
/// cannot be in are told by the frequency.
const std::array<double, MaxWeightTenths + 1> &mostByTenths() {
    static const auto Most = [] {
        std::array<double, MaxWeightTenths + 1> most{};
        // Title and description are worth 2 together; path and service exclude each other.
        struct Place {
            Field field;
            double boost;
        };
        constexpr std::array<Place, 4> Places{
            {{Field::Name, 3.0}, {Field::Description, 2.0}, {Field::Path, 5.0}, {Field::Tags, 1.5}}};
        for (unsigned set = 0; set < 1U << Places.size(); ++set) {
            std::size_t tenths = 0;
            double boost = 0;
            for (std::size_t place = 0; place < Places.size(); ++place) {
                if ((set >> place & 1U) == 0)
                    continue;
                tenths += FieldTenths[static_cast<std::size_t>(Places[place].field)];
                boost += Places[place].boost;
            }
            for (; tenths < most.size(); ++tenths)
                most[tenths] = std::max(most[tenths], boost);
        }
        return most;
    }();
    return Most;
}

/// A word of the query in a field of a document.
struct Find {
    std::size_t term;
    Field field;
    double boost;
};

class AdditiveRanking final : public Ranking {
public:
    AdditiveRanking(const RankingInput &input, std::size_t limit, double floor)
        : m_input(input)
        , m_words(input) {
        // What a document can be worth at most, then exactly for those that can be among the best.
        std::vector<float> most(input.data.header.documents);
        for (const Term &term : input.query.terms) {
            for (std::uint32_t pair = input.data.terms[term.id].firstPair;
                 pair < input.data.terms[term.id + 1].firstPair; ++pair) {
                const BlockEntry &block = input.data.blocks[input.data.pairBlock[pair]];
                for (std::uint32_t i = input.data.pairStart[pair]; i < input.data.pairStart[pair + 1]; ++i)
                    most[block.firstDocument + input.data.postings[i].document] +=
                        static_cast<float>(mostByTenths()[input.data.postings[i].tenths()]);
            }
        }
        std::vector<Scored> open;
        BestList list(limit, floor);
        input.forEachVisible([&](catalog::Ordinal document) {
            if (most[document] > 0)
                // Single precision may have lost a little of the bound.
                open.push_back({belowOne(nearness(document) + BoostFactor * (most[document] + 1e-3)), document});
            else
                list.offer({belowOne(nearness(document)), document});
        });
        std::sort(open.begin(), open.end());
        for (const Scored &one : open) {
            if (one.score < list.threshold())
                break;
            double boost = 0;
            for (const Find &find : finds(one.document))
                boost += find.boost;
            list.offer({belowOne(nearness(one.document) + BoostFactor * boost), one.document});
        }
        best = list.take();
        for (const Scored &one : best)
            m_explained.push_back({one.document, nearness(one.document), finds(one.document)});
    }

    void explain(catalog::Ordinal document, Explanation &explanation) const override {
        for (const Explained &one : m_explained) {
            if (one.document != document)
                continue;
            double sum = one.nearness;
            explanation.similarity = 2 * one.nearness - 1;
            explanation.semanticContribution = one.nearness;
            for (const Find &find : one.finds) {
                TermContribution &part = explanation.terms.emplace_back();
                part.term = termOf(find);
                part.field = FieldNames[static_cast<std::size_t>(find.field)];
                part.tf = 1;
                part.boost = find.boost;
                part.contribution = BoostFactor * find.boost;
                explanation.lexicalTotal += part.contribution;
                sum += part.contribution;
            }
            addBelowOne(sum, explanation);
        }
    }

private:
    struct Explained {
        catalog::Ordinal document;
        double nearness;
        std::vector<Find> finds;
    };
    double nearness(catalog::Ordinal document) const { return (1.0 + m_input.cosines[document]) / 2; }
    std::string termOf(const Find &find) const {
        return std::string(m_input.data.term(m_input.query.terms[find.term].id));
    }

    /// Where the words of the query are, each once a field.
    std::vector<Find> finds(catalog::Ordinal document) {
        const Index::Data &data = m_input.data;
        const catalog::Service &service = data.catalog->serviceOf(document);
        const catalog::CapabilityView view = data.catalog->at(document);
        const bool hasPath = !view.path().empty();
        std::vector<std::array<bool, FieldCount>> found(m_input.query.terms.size());
        Analyzer &analyzer = threadAnalyzer(data.analysis());
        forEachText(view, service.info.id, m_buffer, [&](Field field, std::string_view text) {
            if (!countsFor(field, hasPath))
                return;
            m_tokenizer.split(text, [&](const Tokenizer::Word &word) {
                const std::string_view term = analyzer.term(word.text);
                if (const auto at = term.empty() ? std::nullopt : m_words.find(term))
                    found[*at][static_cast<std::size_t>(field)] = true;
            });
        });
        std::vector<Find> result;
        for (std::size_t t = 0; t < found.size(); ++t) {
            for (std::size_t field = 0; field < FieldCount; ++field) {
                const bool again =
                    static_cast<Field>(field) == Field::Description && found[t][static_cast<std::size_t>(Field::Title)];
                if (found[t][field] && !again)
                    result.push_back({t, static_cast<Field>(field), Boosts[field]});
            }
        }
        return result;
    }

    const RankingInput m_input;
    const QueryWords m_words;
    std::vector<Explained> m_explained;
    Tokenizer m_tokenizer;
    std::string m_buffer;
};

} // namespace

std::unique_ptr<Ranking> rankAdditively(const RankingInput &input, std::size_t limit, double floor) {
    return std::make_unique<AdditiveRanking>(input, limit, floor);
}

} // namespace actionscope::retrieval::detail
