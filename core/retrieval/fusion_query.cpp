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
    std::vector<Analyzer::Token> tokens = threadAnalyzer(data.analysis()).analyze(text);

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
            if (!tokens[i].term.empty() && words++ < VerbWords)
                query.segments.back().methods |= methodsOf(tokens[i].term);
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
        if (term.empty())
            continue;
        if (whole && words++ < VerbWords)
            query.segments[0].methods |= methodsOf(term);
        const auto [found, added] = known.try_emplace(term, query.words.size());
        if (added)
            query.words.emplace_back().term = term;
        if (whole || segmentOfToken[i] != UINT32_MAX)
            query.words[found->second].segments |= 1U << (whole ? 0 : segmentOfToken[i]);
    }
    query.base = prepare(data, {.k1 = k1, .b = b, .serviceEvidence = 1}, std::move(tokens));

    const double documents = data.header.documents;
    const double most = inverseDocumentFrequency(documents, 0);
    std::size_t term = 0, relatedInAll = 0;
    for (FusionQuery::Word &word : query.words) {
        word.idf = most;
        // Both lists are in order of first occurrence; the base lacks the words that are in no document.
        if (term < query.base.terms.size() && data.term(query.base.terms[term].id) == word.term) {
            const Term &own = query.base.terms[term++];
            word.id = own.id;
            word.idf = own.idf;
            word.serviceWeight = own.serviceWeight;
        }
        word.weight = word.idf * (k1 + 1);
        query.attainable += word.weight;
    }
    for (FusionQuery::Word &word : query.words) {
        for (const std::string &other : thesaurus.related(word.term)) {
            if (word.related.size() == MaxRelated || relatedInAll == MaxRelatedInAll)
                break;
            const auto id = data.find(other);
            if (!id || std::any_of(query.words.begin(), query.words.end(),
                                   [&](const FusionQuery::Word &own) { return own.id == id; }))
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
