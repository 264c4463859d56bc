#include "retrieval/detail/fusion_query.h"

#include "base/hash.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace actionscope::retrieval::detail {
namespace {

using catalog::Method;

constexpr std::uint32_t bit(Method method) { return 1U << static_cast<unsigned>(method); }

struct VerbGroup {
    std::uint32_t methods;
    std::initializer_list<std::string_view> verbs;
};
const VerbGroup Verbs[] = {
    {bit(Method::Delete), {"delete", "remove", "cancel", "erase", "destroy", "revoke", "unsubscribe", "unfollow"}},
    {bit(Method::Post),
     {"create", "add", "send", "submit", "post", "make", "generate", "register", "upload", "book", "order"}},
    {bit(Method::Get),
     {"get", "list", "show", "find", "check", "retrieve", "fetch", "search", "view", "display", "look", "tell",
      "give"}},
    {bit(Method::Put) | bit(Method::Patch),
     {"update", "change", "set", "rename", "edit", "modify", "replace", "adjust", "configure"}},
};
/// A verb further behind is seldom the one that says what is wanted.
constexpr std::size_t VerbWords = 6;
constexpr std::size_t MinSegmentWords = 2;

/// What the words of a phrase count themselves: some actions are described by the same phrase. From .3 to .5 it makes
/// no difference on the labelled sets; at 0 and at 1 they lose .001.
constexpr double PhraseWordShare = 0.3;

/// The phrases of a query whose meaning some action has.
class Phrases {
public:
    struct Known {
        Thesaurus::Match match;
        std::vector<std::uint32_t> ids; ///< of what it may mean, terms of the index
        std::string text;               ///< as typed
    };

    Phrases(const Index::Data &data, const Thesaurus &thesaurus, std::string_view text,
            const std::vector<Analyzer::Token> &tokens)
        : m_tokens(tokens)
        , m_phraseOf(tokens.size()) {

        for (Thesaurus::Match &match : thesaurus.phrasesOf(text, tokens)) {
            Known known;
            for (const std::string &meaning : match.phrase->meanings) {
                const auto id = data.find(meaning);
                if (id && known.ids.size() < MaxRelated)
                    known.ids.push_back(*id);
            }
            if (known.ids.empty())
                continue;
            for (const std::uint32_t token : match.tokens) {
                known.text.append(known.text.empty() ? "" : " ").append(tokens[token].word);
                m_phraseOf[token] = m_known.size() + 1;
            }
            known.match = std::move(match);
            m_known.push_back(std::move(known));
        }
    }

    [[nodiscard]] const std::vector<Known> &known() const { return m_known; }
    [[nodiscard]] bool has(std::size_t token) const { return m_phraseOf[token] != 0; }
    [[nodiscard]] bool mean(std::uint32_t id) const {
        return std::any_of(m_known.begin(), m_known.end(), [id](const Known &known) {
            return std::find(known.ids.begin(), known.ids.end(), id) != known.ids.end();
        });
    }
    /// The term that may be a verb in place of `token`: of a phrase the best meaning at its first word. Else empty.
    [[nodiscard]] std::string_view verbAt(std::size_t token) const {
        if (!has(token))
            return m_tokens[token].term;
        const Thesaurus::Match &match = m_known[m_phraseOf[token] - 1].match;
        return match.tokens.front() == token ? std::string_view(match.phrase->meanings.front()) : std::string_view();
    }
    void mark(Query &query) const {
        // "turn off a machine" has the words of "Turn a machine on".
        if (!m_known.empty())
            query.wordSet = NoWords;
        for (std::size_t i = 0; i < query.analysis.size(); ++i) {
            if (!has(i))
                continue;
            query.analysis[i].fate = QueryTerm::Fate::InPhrase;
            std::erase(query.unknown, query.analysis[i].word);
        }
    }

private:
    const std::vector<Analyzer::Token> &m_tokens;
    std::vector<std::size_t> m_phraseOf; ///< by token, 1 more than its place in m_known; 0: none
    std::vector<Known> m_known;
};

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

} // namespace

std::uint32_t methodsOf(std::string_view term) {
    static const std::unordered_map<std::string, std::uint32_t> Methods = [] {
        std::unordered_map<std::string, std::uint32_t> methods;
        for (const VerbGroup &group : Verbs) {
            for (const std::string_view verb : group.verbs)
                methods[std::string(threadAnalyzer().term(verb))] |= group.methods;
        }
        return methods;
    }();
    const auto found = Methods.find(std::string(term));
    return found == Methods.end() ? 0 : found->second;
}

std::vector<std::uint32_t> segmentStarts(std::string_view text) {
    constexpr std::array<std::string_view, 3> Joints{", and ", "then ", "also "};
    std::vector<std::uint32_t> starts{0};
    const auto cut = [&](std::size_t at) {
        if (at > starts.back() && at < text.size())
            starts.push_back(static_cast<std::uint32_t>(at));
    };
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n' ||
            ((c == '.' || c == '?' || c == '!' || c == ';') && i + 1 < text.size() && isSpace(text[i + 1]))) {
            cut(i + 1);
            continue;
        }
        for (const std::string_view joint : Joints) {
            if (text.size() - i < joint.size() || (joint[0] != ',' && i > 0 && !isSpace(text[i - 1])))
                continue;
            const bool same = std::equal(joint.begin(), joint.end(), text.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](char a, char b) { return a == lower(b); });
            if (same)
                cut(i + joint.size());
        }
    }
    return starts;
}

FusionQuery prepareFusion(const Index::Data &data, double k1, double b, const Thesaurus &thesaurus,
                          const VectorIndex *vectors, std::string_view text, std::string &problem) {
    FusionQuery query;
    std::vector<Analyzer::Token> tokens = analyzeQuery(data, text);
    const Phrases phrases(data, thesaurus, text, tokens);

    // Parts that have enough words; the words of the others count for the whole query only.
    const std::vector<std::uint32_t> starts = segmentStarts(text);
    std::vector<std::uint32_t> segmentOfToken(tokens.size(), UINT32_MAX);
    std::size_t at = 0;
    for (std::size_t s = 0; s < starts.size(); ++s) {
        const std::uint32_t end = s + 1 < starts.size() ? starts[s + 1] : static_cast<std::uint32_t>(text.size());
        const std::size_t first = at;
        std::vector<std::string_view> different;
        while (at < tokens.size() && tokens[at].begin < end) {
            const std::string_view term = tokens[at].term;
            if (!term.empty() && std::find(different.begin(), different.end(), term) == different.end())
                different.push_back(term);
            ++at;
        }
        if (different.size() < MinSegmentWords)
            continue;
        if (query.segments.size() < MaxSegments) {
            query.segments.push_back({text.substr(starts[s], end - starts[s]), 0});
        } else {
            const auto begin = static_cast<std::size_t>(query.segments.back().text.data() - text.data());
            query.segments.back().text = text.substr(begin, end - begin);
        }
        std::size_t words = 0;
        for (std::size_t i = first; i < at; ++i) {
            segmentOfToken[i] = static_cast<std::uint32_t>(query.segments.size() - 1);
            if (!phrases.verbAt(i).empty() && words++ < VerbWords)
                query.segments.back().methods |= methodsOf(phrases.verbAt(i));
        }
    }
    const bool whole = query.segments.empty();
    if (whole)
        query.segments.push_back({text, 0});

    std::size_t words = 0;
    std::unordered_map<std::string_view, std::size_t> known; // of query.words
    query.words.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string &term = tokens[i].term;
        if (whole && !phrases.verbAt(i).empty() && words++ < VerbWords)
            query.segments[0].methods |= methodsOf(phrases.verbAt(i));
        if (term.empty())
            continue;
        const auto [found, added] = known.try_emplace(term, query.words.size());
        if (added)
            query.words.emplace_back().term = term;
        FusionQuery::Word &word = query.words[found->second];
        if (whole || segmentOfToken[i] != UINT32_MAX)
            word.segments |= 1U << (whole ? 0 : segmentOfToken[i]);
        // One place outside of a phrase makes it a word like others.
        const double counts = phrases.has(i) ? PhraseWordShare : 1;
        word.coverage = added ? counts : std::max(word.coverage, counts);
    }
    const std::size_t ordinary = query.words.size();
    for (const Phrases::Known &phrase : phrases.known()) {
        FusionQuery::Word &word = query.words.emplace_back();
        word.term = phrase.text;
        const std::uint32_t segment = segmentOfToken[phrase.match.tokens.front()];
        if (whole || segment != UINT32_MAX)
            word.segments = 1U << (whole ? 0 : segment);
    }
    query.base = prepare(data, {.k1 = k1, .b = b, .serviceEvidence = 1}, tokens);
    phrases.mark(query.base);

    const double documents = data.header.documents;
    const double most = inverseDocumentFrequency(documents, 0);
    std::size_t term = 0, relatedInAll = 0;
    for (std::size_t i = 0; i < ordinary; ++i) {
        FusionQuery::Word &word = query.words[i];
        const double counts = word.coverage;
        word.idf = most;
        // Both lists are in order of first occurrence; the base lacks the words that are in no document.
        if (term < query.base.terms.size() && data.term(query.base.terms[term].id) == word.term) {
            const Term &own = query.base.terms[term++];
            word.id = own.id;
            word.idf = own.idf;
            word.serviceWeight = own.serviceWeight * counts;
        }
        word.weight = word.idf * (k1 + 1) * counts;
        word.coverage = word.idf * counts;
        query.attainable += word.weight;
    }
    const auto isAsked = [&](std::uint32_t id) {
        return std::any_of(query.words.begin(), query.words.end(),
                           [id](const FusionQuery::Word &word) { return word.id == id && word.weight > 0; });
    };
    for (std::size_t i = ordinary; i < query.words.size(); ++i) {
        FusionQuery::Word &word = query.words[i];
        // As rare as all that it may mean together, at most.
        double found = 0;
        for (const std::uint32_t id : phrases.known()[i - ordinary].ids) {
            if (isAsked(id))
                continue;
            word.spellings.push_back({id, 0});
            found += data.documentFrequency(id);
        }
        word.idf = inverseDocumentFrequency(documents, std::min(found, documents));
        word.weight = word.idf * (k1 + 1);
        word.coverage = word.idf;
        for (FusionQuery::Related &spelling : word.spellings)
            spelling.weight = word.weight;
        query.attainable += word.spellings.empty() ? 0 : word.weight;
    }
    for (std::size_t i = 0; i < ordinary; ++i) {
        FusionQuery::Word &word = query.words[i];
        if (word.weight == 0 || word.coverage < word.idf)
            continue; // a word of a phrase is not meant
        for (const std::string &other : thesaurus.related(word.term)) {
            if (word.related.size() == MaxRelated || relatedInAll == MaxRelatedInAll)
                break;
            const auto id = data.find(other);
            if (!id || isAsked(*id) || phrases.mean(*id))
                continue;
            const double idf = inverseDocumentFrequency(documents, data.documentFrequency(*id));
            word.related.push_back({*id, (k1 + 1) * std::min(idf, word.idf)});
            ++relatedInAll;
        }
    }

    if (vectors != nullptr && !query.words.empty()) {
        // A model that is asked over the network is asked once.
        const bool parts = vectors->model().local();
        std::vector<float> vector(vectors->model().identity().dimension);
        for (const FusionQuery::Segment &segment : query.segments) {
            if (const auto embedded = vectors->model().embedQuery(parts ? segment.text : text, vector); !embedded) {
                problem = embedded.error().message;
                query.vectors.clear();
                break;
            }
            // A part that the model knows no word of says nothing.
            if (VectorIndex::Query quantised = VectorIndex::quantise(vector); quantised.scale > 0)
                query.vectors.push_back(std::move(quantised));
            if (!parts)
                break;
        }
    }
    return query;
}

} // namespace actionscope::retrieval::detail
