#include "retrieval/why_not.h"

#include "base/text.h"
#include "catalog/overlay.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

namespace actionscope::retrieval {
namespace {

constexpr std::array<FindGateInfo, 9> Gates{{{FindGate::Catalog, "catalog", "In the catalog"},
                                             {FindGate::Indexed, "indexed", "Indexed"},
                                             {FindGate::Service, "service", "Service can be found"},
                                             {FindGate::Allowed, "allowed", "Allowed"},
                                             {FindGate::Surface, "surface", "Among what is searched"},
                                             {FindGate::Keywords, "keywords", "Keywords match"},
                                             {FindGate::Meaning, "meaning", "Near by meaning"},
                                             {FindGate::Floor, "floor", "Above the floor"},
                                             {FindGate::Limit, "limit", "Within the limit"}}};
constexpr std::size_t TriedSynonyms = 2; ///< of all pairs, the nearest by meaning
constexpr std::size_t MostLimit = 100;   ///< of a search
constexpr double LeastFloor = 1e-9;
constexpr double FloorStep = 0.001;        ///< floors are said in thousandths
constexpr double LeastWeightChange = 1e-3; ///< weights likewise

std::string fixed(double value, int digits) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string inQuotes(std::string_view text) { return '"' + revealInvisible(text) + '"'; }

std::string listed(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : ", ") + inQuotes(word);
    return text;
}

/// Where an action stands.
struct Place {
    std::size_t rank = 0; ///< 0: no candidate
    double score = 0;
};

Place placeIn(const CandidateSet &set, const Preset &preset, catalog::Ordinal action) {
    const std::vector<Hit> hits = rescore(set, preset, set.candidates.size());
    for (std::size_t i = 0; i < hits.size(); ++i)
        if (hits[i].ordinal == action)
            return {i + 1, hits[i].score};
    return {};
}

/// The least change of one weight by which `action` comes among the first `limit`: a weighted sum is linear in each
/// weight, so that the places where two candidates swap follow from a division. What is found is tried, since scores
/// are no plain sums.
class WeightChange {
public:
    WeightChange(const CandidateSet &set, const Preset &preset, catalog::Ordinal action, double floor,
                 std::size_t limit)
        : m_set(set)
        , m_preset(preset)
        , m_action(action)
        , m_floor(floor)
        , m_limit(limit) {
        for (const Candidate &candidate : set.candidates)
            if (candidate.ordinal == action)
                m_own = &candidate;
    }

    /// The nearest weight that suffices, of `signal`; nothing when none does.
    [[nodiscard]] std::optional<double> find(const SignalInfo &signal) const {
        if (m_own == nullptr || (signal.needsVectors && !m_set.vectors))
            return std::nullopt;
        const auto at = static_cast<std::size_t>(signal.signal);
        const double now = m_preset.weights[at];
        std::optional<double> best;
        for (const double direction : {1.0, -1.0})
            for (const double change : swaps(at, direction)) {
                // A little past the place where the two are equal, in steps that a person would write.
                const double exact = now + direction * change;
                const double tried = direction > 0 ? std::ceil(exact / LeastWeightChange + 0.5) * LeastWeightChange
                                                   : std::floor(exact / LeastWeightChange - 0.5) * LeastWeightChange;
                if (tried < 0 || tried > signal.most || (best && std::abs(*best - now) <= std::abs(tried - now)))
                    break;
                if (suffices(at, tried)) {
                    best = tried;
                    break;
                }
            }
        return best;
    }
    [[nodiscard]] Place place(Signal signal, double weight) const {
        Preset changed = m_preset;
        changed.weights[static_cast<std::size_t>(signal)] = weight;
        return placeIn(m_set, changed, m_action);
    }

private:
    static constexpr std::size_t Tried = 8; ///< weights in each direction

    [[nodiscard]] bool suffices(std::size_t signal, double weight) const {
        const Place found = place(static_cast<Signal>(signal), weight);
        return found.rank != 0 && found.rank <= m_limit && found.score >= m_floor;
    }
    [[nodiscard]] double sum(const Candidate &candidate) const {
        double result = 0;
        for (std::size_t i = 0; i < SignalCount; ++i)
            result += m_preset.weights[i] * candidate.signals[i];
        return result;
    }
    /// Changes in `direction` after which so few are before the action that it is within the limit, and some beyond:
    /// the first ones may fail for the floor.
    [[nodiscard]] std::vector<double> swaps(std::size_t signal, double direction) const {
        const double own = sum(*m_own);
        std::vector<double> passes;
        std::size_t before = 0;
        for (const Candidate &other : m_set.candidates) {
            if (&other == m_own)
                continue;
            const double ahead = sum(other) - own;
            const double gain = direction * (m_own->signals[signal] - other.signals[signal]);
            before += ahead > 0 ? 1 : 0;
            if (ahead > 0 && gain > 0)
                passes.push_back(ahead / gain);
        }
        std::sort(passes.begin(), passes.end());
        const std::size_t needed = before >= m_limit ? before - m_limit + 1 : 0;
        std::vector<double> result;
        if (needed == 0)
            // The rank is good enough: only the score has to rise.
            for (std::size_t step = 1; step <= Tried; ++step)
                result.push_back(0.25 * static_cast<double>(step));
        for (std::size_t i = needed; i > 0 && i <= passes.size() && result.size() < Tried; ++i)
            result.push_back(passes[i - 1]);
        return result;
    }

    const CandidateSet &m_set;
    const Preset &m_preset;
    catalog::Ordinal m_action;
    double m_floor;
    std::size_t m_limit;
    const Candidate *m_own = nullptr;
};

/// One question, while it is answered.
class Inquiry {
public:
    Inquiry(const Searcher &searcher, const SearchRequest &request, const Visibility &visibility,
            catalog::Ordinal action, const Variations &variations, const Job &job)
        : m_searcher(searcher)
        , m_catalog(searcher.index().catalog())
        , m_asked(request)
        , m_request(request)
        , m_visibility(visibility)
        , m_action(action)
        , m_variations(variations)
        , m_job(job) {
        // From here on as if everything before the ranking let the action through.
        if (const std::uint32_t service = m_catalog.serviceIndexOf(action); service < m_visibility.services.size())
            m_visibility.services[service] = 1;
        if (action < m_visibility.actions.size())
            m_visibility.actions[action] = 1;
        if (!isSearched()) {
            m_request.service.reset();
            m_request.longTailOnly = false;
            m_request.kinds |= 1U << static_cast<unsigned>(m_catalog.at(action).kind());
        }
        m_floor = request.floor >= 0 ? request.floor : request.preset->floor;
        // Low enough for every score; but what is no answer at all is none as soon as there is a floor.
        m_request.floor = m_floor > 0 ? LeastFloor : 0;
        m_request.limit = MostLimit;
        m_request.explain = false;
        m_request.countWithheld = false;
    }

    Result<WhyNot> answer() {
        auto set = m_searcher.candidates(m_request, m_visibility, CandidateCount);
        if (!set)
            return fail(set.error());
        m_set = std::move(*set);
        m_place = placeIn(m_set, *m_request.preset, m_action);
        m_result.rank = m_place.rank;
        m_result.score = m_place.score;
        m_result.floor = m_floor;
        auto explained = m_searcher.explain(m_request, m_visibility, m_action);
        if (!explained)
            return fail(explained.error());
        m_result.explanation = std::move(*explained);
        judge();
        if (m_variations.judged)
            m_variations.judged(m_result);
        if (auto tried = remedy(); !tried)
            return fail(tried.error());
        sortRemedies(m_result.remedies);
        return std::move(m_result);
    }

private:
    using Fate = QueryTerm::Fate;

    [[nodiscard]] bool isSearched() const {
        const catalog::CapabilityView view = m_catalog.at(m_action);
        return (!m_asked.service || m_catalog.serviceOf(m_action).info.id == *m_asked.service) &&
               !(m_asked.longTailOnly && view.curated()) &&
               (m_asked.kinds >> static_cast<unsigned>(view.kind()) & 1U) != 0;
    }
    [[nodiscard]] bool isWithin(const Place &place) const {
        return place.rank != 0 && place.rank <= m_asked.limit && place.score >= m_floor;
    }

    void add(FindGate gate, Verdict verdict, std::string facts) {
        const bool reached = !m_result.failed;
        m_result.gates.push_back({gate, reached ? verdict : Verdict::NotReached, std::move(facts)});
        if (reached && verdict == Verdict::Failed)
            m_result.failed = gate;
    }

    void judge() {
        for (const FindGate gate : {FindGate::Catalog, FindGate::Indexed, FindGate::Service, FindGate::Allowed})
            add(gate, Verdict::Passed, {});
        add(FindGate::Surface, isSearched() ? Verdict::Passed : Verdict::Failed, surfaceFacts());
        judgeWords();
        judgeMeaning();
        std::string facts = fixed(m_place.score, 3) + (m_place.score < m_floor ? " < " : " ≥ ") + fixed(m_floor, 3);
        if (m_place.score < m_floor)
            facts += ", short by " + fixed(m_floor - m_place.score, 3);
        add(FindGate::Floor, m_place.rank == 0 || m_place.score < m_floor ? Verdict::Failed : Verdict::Passed, facts);
        add(FindGate::Limit, m_place.rank == 0 || m_place.rank > m_asked.limit ? Verdict::Failed : Verdict::Passed,
            m_place.rank == 0 ? "not among the first " + std::to_string(m_set.candidates.size())
                              : '#' + std::to_string(m_place.rank) + " of the first " + std::to_string(m_asked.limit));
        if (m_result.failed != FindGate::Floor && m_result.failed != FindGate::Limit)
            return;
        for (const GateFinding &gate : m_result.gates)
            if (gate.verdict == Verdict::Weak && !m_result.because)
                m_result.because = gate.gate;
    }

    [[nodiscard]] std::string surfaceFacts() const {
        const catalog::CapabilityView view = m_catalog.at(m_action);
        if (m_asked.service && m_catalog.serviceOf(m_action).info.id != *m_asked.service)
            return "it is of " + m_catalog.serviceOf(m_action).info.id + ", and only " +
                   revealInvisible(*m_asked.service) + " is searched";
        if (m_asked.longTailOnly && view.curated())
            return "it is curated: always listed, so that this search leaves it out";
        if (!isSearched())
            return "it is of the kind " + std::string(catalog::kindName(view.kind())) + ", which is not searched";
        return view.curated() ? "curated" : "long tail";
    }

    void judgeWords() {
        const Explanation &explanation = *m_result.explanation;
        std::vector<std::string> in;
        std::set<std::string> seen;
        for (const QueryTerm &word : explanation.analysis) {
            if (word.term.empty() || word.fate == Fate::Repeated || word.fate == Fate::InPhrase)
                continue;
            if (word.fate == Fate::Matched) {
                std::string fields;
                for (const TermContribution &part : explanation.terms)
                    if (part.term == word.term && seen.insert(part.term + '\n' + part.field).second)
                        fields += (fields.empty() ? "" : ", ") + part.field;
                in.push_back(inQuotes(word.word) + (fields.empty() ? "" : " in " + fields));
            } else {
                m_missing.push_back({word.word, word.term});
            }
        }
        for (const TermContribution &part : explanation.terms)
            if (!part.phrase.empty() && seen.insert(part.phrase + '\n' + part.field).second)
                in.push_back(inQuotes(part.phrase) + " as " + inQuotes(part.term) + " in " + part.field);
        std::string facts;
        for (const std::string &one : in)
            facts += (facts.empty() ? "" : "; ") + one;
        std::vector<std::string> missing;
        for (const Word &word : m_missing)
            missing.push_back(word.text);
        if (!missing.empty())
            facts += (facts.empty() ? "" : "; ") + std::string("without ") + listed(missing);
        if (in.empty() && missing.empty())
            facts = "the query has no words to match";
        const bool alone = !m_set.vectors; // nothing but words can find it
        add(FindGate::Keywords,
            missing.empty() && !in.empty()             ? Verdict::Passed
            : in.empty() && alone && m_place.rank == 0 ? Verdict::Failed
                                                       : Verdict::Weak,
            facts);
    }

    void judgeMeaning() {
        if (!m_set.vectors) {
            add(FindGate::Meaning, Verdict::Passed, "not asked: this search is by keywords only");
            return;
        }
        const double cosine = m_result.explanation->similarity;
        std::size_t nearer = 0;
        const Candidate *own = nullptr;
        const auto meaning = static_cast<std::size_t>(Signal::Meaning);
        for (const Candidate &candidate : m_set.candidates)
            if (candidate.ordinal == m_action)
                own = &candidate;
        for (const Candidate &candidate : m_set.candidates)
            nearer += own != nullptr && candidate.signals[meaning] > own->signals[meaning] ? 1 : 0;
        const std::string rank = own != nullptr ? std::to_string(nearer) + " of " +
                                                      std::to_string(m_set.candidates.size()) + " candidates are nearer"
                                 : m_set.candidates.size() < CandidateCount
                                     ? "too far to be an answer without a word in common"
                                     : "no candidate of the first " + std::to_string(m_set.candidates.size());
        add(FindGate::Meaning,
            own == nullptr           ? Verdict::Failed
            : nearer < m_asked.limit ? Verdict::Passed
                                     : Verdict::Weak,
            "cosine " + fixed(cosine, 2) + "; " + rank);
    }

    Result<void> remedy() {
        if (!m_result.failed)
            return {};
        if (m_result.failed == FindGate::Surface) {
            Remedy &change = offer(Remedy::Kind::Surface, "search everything", 1, m_place);
            change.effect = effectOf(m_searcher, m_asked);
            if (isWithin(m_place))
                return {}; // nothing else is in the way
        }
        if (m_place.rank > m_asked.limit && m_place.rank <= MostLimit && m_place.score >= m_floor) {
            Remedy &change =
                offer(Remedy::Kind::Limit,
                      "limit " + std::to_string(m_asked.limit) + " → " + std::to_string(m_place.rank), 1, m_place);
            change.limit = m_place.rank;
            change.before = static_cast<double>(m_asked.limit);
            change.suffices = true;
        }
        lowerFloor();
        changeWeights();
        trySynonyms();
        return tryDescriptions();
    }

    Remedy &offer(Remedy::Kind kind, std::string change, double price, const Place &place) {
        Remedy &one = m_result.remedies.emplace_back();
        one.kind = kind;
        one.change = std::move(change);
        one.price = price;
        one.rank = place.rank;
        one.score = place.score;
        one.suffices = isWithin(place);
        return one;
    }

    std::optional<Effect> effectOf(const Searcher &searcher, const SearchRequest &request) {
        return m_variations.effect ? m_variations.effect(searcher, request) : std::nullopt;
    }

    void lowerFloor() {
        const double floor = std::floor(m_place.score / FloorStep) * FloorStep;
        if (m_place.rank == 0 || m_place.score >= m_floor || floor <= 0)
            return;
        Remedy &change = offer(Remedy::Kind::Floor, "floor " + fixed(m_floor, 3) + " → " + fixed(floor, 3),
                               3 + 10 * (m_floor - floor), m_place);
        change.value = floor;
        change.before = m_floor;
        change.suffices = m_place.rank <= m_asked.limit;
        SearchRequest lowered = m_asked;
        lowered.floor = floor;
        change.effect = effectOf(m_searcher, lowered);
    }

    void changeWeights() {
        if (m_request.preset->ranker != Ranker::Fusion)
            return;
        const WeightChange weights(m_set, *m_request.preset, m_action, m_floor, m_asked.limit);
        const SignalInfo *best = nullptr;
        double value = 0, share = 0;
        for (const SignalInfo &signal : signals()) {
            const auto found = weights.find(signal);
            if (!found)
                continue;
            const double change =
                std::abs(*found - m_request.preset->weights[static_cast<std::size_t>(signal.signal)]) / signal.most;
            if (best == nullptr || change < share) {
                best = &signal;
                value = *found;
                share = change;
            }
        }
        if (best == nullptr)
            return;
        const double before = m_request.preset->weights[static_cast<std::size_t>(best->signal)];
        Remedy &change =
            offer(Remedy::Kind::Weight,
                  "weight of " + toLowerAscii(best->label) + ' ' + fixed(before, 3) + " → " + fixed(value, 3),
                  3 + 2 * share, weights.place(best->signal, value));
        change.signal = best->signal;
        change.value = value;
        change.before = before;
        auto preset = std::make_shared<Preset>(*m_request.preset);
        preset->weights[static_cast<std::size_t>(best->signal)] = value;
        SearchRequest changed = m_asked;
        changed.preset = std::move(preset);
        change.effect = effectOf(m_searcher, changed);
    }

    Place placeWith(const Searcher &searcher) const {
        const auto set = searcher.candidates(m_request, m_visibility, CandidateCount);
        return set ? placeIn(*set, *m_request.preset, m_action) : Place{};
    }

    struct Word {
        std::string text, term;
    };

    /// Words of the action's name, title and tags as they are written, each once.
    [[nodiscard]] std::vector<Word> ownWords() const {
        const catalog::CapabilityView view = m_catalog.at(m_action);
        std::vector<Word> words;
        std::set<std::string> seen;
        const auto add = [&](std::string_view text) {
            for (Analyzer::Token &token : threadAnalyzer().analyze(text))
                if (!token.term.empty() && seen.insert(token.term).second)
                    words.push_back({toLowerAscii(token.word), token.term});
        };
        add(view.name());
        add(view.title());
        for (const std::string_view tag : view.tags())
            add(tag);
        return words;
    }

    void trySynonyms() {
        if (!m_variations.withSynonym)
            return;
        const std::vector<Word> own = ownWords();
        struct Pair {
            double nearness;
            const Word *asked, *own;
        };
        std::vector<Pair> pairs;
        for (const Word &asked : m_missing) {
            const auto near = m_variations.neighbours ? m_variations.neighbours(asked.term)
                                                      : std::vector<std::pair<std::string, double>>();
            const auto isAsked = [&](const Word &word) {
                const auto &analysis = m_result.explanation->analysis;
                return std::any_of(analysis.begin(), analysis.end(),
                                   [&](const QueryTerm &term) { return term.term == word.term; });
            };
            for (const Word &word : own) {
                const auto found =
                    std::find_if(near.begin(), near.end(), [&](const auto &one) { return one.first == word.term; });
                if (!isAsked(word))
                    pairs.push_back({found == near.end() ? 0 : found->second, &asked, &word});
            }
        }
        std::stable_sort(pairs.begin(), pairs.end(),
                         [](const Pair &a, const Pair &b) { return a.nearness > b.nearness; });
        if (pairs.size() > TriedSynonyms)
            pairs.resize(TriedSynonyms);
        for (const Pair &pair : pairs) {
            const auto searcher = m_variations.withSynonym(pair.asked->text, pair.own->text);
            if (!searcher || m_job.cancelled())
                continue;
            const Place place = placeWith(*searcher);
            if (!improves(place))
                continue;
            Remedy &change =
                offer(Remedy::Kind::Synonym, "synonym " + pair.asked->text + " = " + pair.own->text, 1, place);
            change.word = pair.asked->text;
            change.other = pair.own->text;
            change.effect = effectOf(*searcher, m_asked);
        }
    }

    [[nodiscard]] bool improves(const Place &place) const {
        return place.rank != 0 && (m_place.rank == 0 || place.rank < m_place.rank || place.score > m_place.score);
    }

    /// With the rarest missing word, and with the whole query as a sentence.
    Result<void> tryDescriptions() {
        if (!m_variations.withCatalog || m_missing.empty())
            return {};
        const auto rarity = [&](const Word &word) {
            for (const QueryTerm &term : m_result.explanation->analysis)
                if (term.term == word.term)
                    return term.idf;
            return 0.0;
        };
        const Word &rarest = *std::max_element(m_missing.begin(), m_missing.end(),
                                               [&](const Word &a, const Word &b) { return rarity(a) < rarity(b); });
        if (auto tried = describe(rarest.text, 1); !tried || m_missing.size() == 1)
            return tried;
        return describe(m_asked.query, m_missing.size());
    }

    Result<void> describe(std::string_view words, std::size_t count) {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "Asking why was cancelled.");
        std::string text(m_catalog.at(m_action).description());
        if (!text.empty())
            text += text.back() == '.' || text.back() == '\n' ? " " : ". ";
        std::string sentence = toValidUtf8(truncateUtf8(words, 300));
        text += sentence + '.';
        auto changed = catalog::withDescription(m_catalog, m_action, text);
        if (!changed)
            return {}; // a description of the greatest length has no room
        const auto searcher = m_variations.withCatalog(std::move(*changed));
        if (!searcher)
            return fail(searcher.error());
        const Place place = placeWith(**searcher);
        if (!improves(place))
            return {};
        Remedy &change = offer(Remedy::Kind::Describe, "add " + inQuotes(sentence) + " to the description",
                               1 + 0.5 * static_cast<double>(count), place);
        change.description = std::move(text);
        change.effect = effectOf(**searcher, m_asked);
        return {};
    }

    const Searcher &m_searcher;
    const catalog::Catalog &m_catalog;
    const SearchRequest &m_asked;
    SearchRequest m_request; ///< m_asked without what keeps the action out before the ranking
    Visibility m_visibility;
    const catalog::Ordinal m_action;
    const Variations &m_variations;
    const Job &m_job;
    double m_floor = 0;
    CandidateSet m_set;
    Place m_place;
    std::vector<Word> m_missing; ///< of the query, not in the action
    WhyNot m_result;
};

} // namespace

std::span<const FindGateInfo, 9> findGates() { return Gates; }

std::string_view verdictName(Verdict verdict) {
    switch (verdict) {
    case Verdict::Passed:
        return "passed";
    case Verdict::Weak:
        return "weak";
    case Verdict::Failed:
        return "failed";
    case Verdict::NotReached:
        break;
    }
    return "not_reached";
}

std::string_view remedyName(Remedy::Kind kind) {
    switch (kind) {
    case Remedy::Kind::Service:
        return "service";
    case Remedy::Kind::Surface:
        return "surface";
    case Remedy::Kind::Synonym:
        return "synonym";
    case Remedy::Kind::Describe:
        return "describe";
    case Remedy::Kind::Limit:
        return "limit";
    case Remedy::Kind::Floor:
        return "floor";
    case Remedy::Kind::Weight:
        break;
    }
    return "weight";
}

void sortRemedies(std::vector<Remedy> &remedies) {
    std::stable_sort(remedies.begin(), remedies.end(), [](const Remedy &a, const Remedy &b) {
        return a.suffices != b.suffices ? a.suffices : a.price < b.price;
    });
}

Result<WhyNot> whyNot(const Searcher &searcher, const SearchRequest &request, const Visibility &visibility,
                      catalog::Ordinal action, const Variations &variations, const Job &job) {
    return Inquiry(searcher, request, visibility, action, variations, job).answer();
}

} // namespace actionscope::retrieval
