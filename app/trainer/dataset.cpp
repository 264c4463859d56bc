#include "dataset.h"

#include "base/hash.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::trainer {
namespace {

constexpr std::size_t MaxTextWords = 40; ///< of one field or sentence
constexpr std::array<std::string_view, 8> Methods{"GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE"};

// How a document is composed: the chance that a field takes part, and its weight (divided by √ of its length).
constexpr float TitleChance = 0.6F, TitleWeight = 1.0F, PathChance = 0.9F, PathWeight = 0.8F, NameChance = 0.6F,
                NameWeight = 0.8F, TagsChance = 0.4F, TagsWeight = 0.5F, FirstChance = 0.7F, FirstWeight = 1.0F,
                NextChance = 0.7F, NextWeight = 0.5F, ParametersChance = 0.5F, ParametersWeight = 0.4F,
                BodyChance = 0.4F, BodyWeight = 0.5F, ServiceChance = 0.3F, ServiceWeight = 0.4F, ResponseChance = 0.2F,
                ResponseWeight = 0.3F, MethodChance = 0.8F, MethodWeight = 0.6F;
constexpr float TitleAsQuery = 0.65F; ///< else a sentence of the description
constexpr float WordDropout = 0.1F;
constexpr float ActionUnlike = 0.5F; ///< how often a document loses all words of its query
constexpr float PairUnlike = 0.4F;
constexpr std::size_t ActionsAtOnce = 8; ///< of one description in a batch: they are each other's hard negatives

bool isPlainWord(std::string_view word) {
    return word.size() >= 2 && std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// All words of the corpus by number, before the vocabulary is chosen.
class Interner {
public:
    std::vector<std::uint32_t> read(std::string_view text) {
        std::vector<std::uint32_t> ids;
        retrieval::Analyzer &analyzer = retrieval::threadAnalyzer();
        m_tokenizer.split(text, [&](const retrieval::Tokenizer::Word &word) {
            const std::string_view term = analyzer.term(word.text);
            if (ids.size() < MaxTextWords && isPlainWord(term))
                ids.push_back(idOf(term));
        });
        return ids;
    }
    std::uint32_t idOf(std::string_view term) {
        const auto [entry, isNew] = m_ids.try_emplace(std::string(term), static_cast<std::uint32_t>(m_ids.size()));
        if (isNew)
            m_terms.push_back(entry->first);
        return entry->second;
    }
    [[nodiscard]] const std::vector<std::string> &terms() const { return m_terms; }

private:
    retrieval::Tokenizer m_tokenizer;
    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<std::string> m_terms;
};

} // namespace

Dataset::Dataset(const Corpus &corpus, const DatasetOptions &options) {
    Interner interner;
    for (const std::string_view method : Methods)
        interner.idOf("m:" + std::string(method));
    const auto store = [&](std::string_view text) {
        const std::vector<std::uint32_t> ids = interner.read(text);
        const Words stored{static_cast<std::uint32_t>(m_pool.size()), static_cast<std::uint32_t>(ids.size())};
        m_pool.insert(m_pool.end(), ids.begin(), ids.end());
        return stored;
    };

    // Every text once, in numbers of all words; how many providers and how many pairs have each word.
    std::unordered_map<std::string, std::uint32_t> groupIds;
    std::unordered_set<std::uint64_t> groupHas;
    std::vector<std::uint32_t> providers, inPairs;
    const auto grow = [&] {
        providers.resize(interner.terms().size());
        inPairs.resize(interner.terms().size());
    };
    std::vector<std::uint32_t> actionIndex;
    for (const Action &action : corpus.actions) {
        ActionWords stored;
        const std::size_t begin = m_pool.size();
        stored.fields[Title] = store(action.title);
        stored.fields[Name] = store(action.name);
        stored.fields[Path] = store(action.path);
        stored.fields[Tags] = store(action.tags);
        stored.fields[Parameters] = store(action.parameters);
        stored.fields[Body] = store(action.body);
        stored.fields[Service] = store(action.service);
        stored.fields[Response] = store(action.response);
        for (const std::string &sentence : action.sentences)
            stored.sentences.push_back(store(sentence));
        if (!action.method.empty())
            stored.method = interner.idOf("m:" + action.method);
        grow();
        const std::uint32_t group =
            groupIds.try_emplace(action.group, static_cast<std::uint32_t>(groupIds.size())).first->second;
        for (std::size_t i = begin; i < m_pool.size(); ++i) {
            if (groupHas.insert((std::uint64_t{group} << 32) | m_pool[i]).second)
                ++providers[m_pool[i]];
        }
        m_actions.push_back(std::move(stored));
    }
    std::vector<std::pair<Kind, PairWords>> pairs;
    for (const Pair &pair : corpus.pairs) {
        const std::size_t begin = m_pool.size();
        const Words left = store(pair.left);
        const Words right = store(pair.right);
        grow();
        const std::set<std::uint32_t> once(m_pool.begin() + static_cast<std::ptrdiff_t>(begin), m_pool.end());
        for (const std::uint32_t word : once)
            ++inPairs[word];
        pairs.emplace_back(pair.kind, PairWords{left, right});
    }

    // The vocabulary: words that several providers or many pairs use, in order of the alphabet.
    grow();
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t id = 0; id < interner.terms().size(); ++id) {
        const bool method = id < Methods.size();
        if (method || providers[id] >= options.leastProviders || inPairs[id] >= options.leastPairs)
            chosen.push_back(id);
    }
    const auto worth = [&](std::uint32_t id) {
        return id < Methods.size() ? ~std::uint64_t{0} : std::uint64_t{3} * providers[id] + inPairs[id];
    };
    std::stable_sort(chosen.begin(), chosen.end(), [&](auto a, auto b) { return worth(a) > worth(b); });
    chosen.resize(std::min<std::size_t>(chosen.size(), options.mostWords));
    std::sort(chosen.begin(), chosen.end(), [&](auto a, auto b) { return interner.terms()[a] < interner.terms()[b]; });
    std::vector<std::uint32_t> number(interner.terms().size(), NoWord);
    for (const std::uint32_t id : chosen) {
        number[id] = static_cast<std::uint32_t>(m_vocabulary.size());
        m_vocabulary.push_back(interner.terms()[id]);
    }

    // The texts again, in numbers of the vocabulary.
    const std::vector<std::uint32_t> all = std::move(m_pool);
    m_pool.clear();
    const auto renumber = [&](Words &text) {
        const auto begin = static_cast<std::uint32_t>(m_pool.size());
        for (std::uint32_t i = text.begin; i < text.begin + text.count; ++i) {
            if (number[all[i]] != NoWord)
                m_pool.push_back(number[all[i]]);
        }
        text = {begin, static_cast<std::uint32_t>(m_pool.size()) - begin};
    };
    std::map<Kind, std::map<std::string_view, std::map<std::string_view, std::vector<std::uint32_t>>>> tree;
    for (std::uint32_t i = 0; i < m_actions.size(); ++i) {
        for (Words &field : m_actions[i].fields)
            renumber(field);
        for (Words &sentence : m_actions[i].sentences)
            renumber(sentence);
        std::erase_if(m_actions[i].sentences, [](Words sentence) { return sentence.count == 0; });
        if (m_actions[i].method != NoWord)
            m_actions[i].method = number[m_actions[i].method];
        tree[corpus.actions[i].kind][corpus.actions[i].group][corpus.actions[i].source].push_back(i);
    }
    for (const auto &[kind, groups] : tree) {
        double upTo = 0;
        for (const auto &[group, sources] : groups) {
            Group stored;
            std::size_t size = 0;
            for (const auto &[source, actions] : sources) {
                stored.sources.push_back({actions});
                size += actions.size();
            }
            upTo += std::sqrt(static_cast<double>(size));
            stored.upTo = upTo;
            m_groups[kind].push_back(std::move(stored));
        }
    }
    for (auto &[kind, pair] : pairs) {
        renumber(pair.left);
        renumber(pair.right);
        if (pair.left.count > 0 && pair.right.count > 0)
            m_pairs[kind].push_back(pair);
    }
}

std::size_t Dataset::size(Kind kind) const {
    std::size_t count = 0;
    if (const auto groups = m_groups.find(kind); groups != m_groups.end()) {
        for (const Group &group : groups->second) {
            for (const Source &source : group.sources)
                count += source.actions.size();
        }
    }
    if (const auto pairs = m_pairs.find(kind); pairs != m_pairs.end())
        count += pairs->second.size();
    return count;
}

std::uint64_t Dataset::identityOf(Words text) const {
    const std::span<const std::uint32_t> ids = words(text);
    return hash64({reinterpret_cast<const char *>(ids.data()), ids.size_bytes()});
}

void Dataset::add(Bag &bag, Words text, float weight, Random &random) const {
    if (text.count == 0)
        return;
    const float each = weight / std::sqrt(static_cast<float>(text.count));
    for (const std::uint32_t word : words(text)) {
        if (random.chance(WordDropout))
            continue;
        bag.words.push_back(word);
        bag.weights.push_back(each);
    }
}

void Dataset::removeShared(Example &example) {
    Bag kept;
    for (std::size_t i = 0; i < example.document.words.size(); ++i) {
        const auto &query = example.query.words;
        if (std::find(query.begin(), query.end(), example.document.words[i]) != query.end())
            continue;
        kept.words.push_back(example.document.words[i]);
        kept.weights.push_back(example.document.weights[i]);
    }
    if (kept.words.empty())
        return; // a document of nothing teaches nothing
    example.document.words = std::move(kept.words);
    example.document.weights = std::move(kept.weights);
}

bool Dataset::drawAction(const ActionWords &action, Random &random, Example &example) const {
    example.query.clear();
    example.document.clear();
    const Words title = action.fields[Title];
    constexpr int NoSentence = -1;
    int asked = NoSentence;
    Words query;
    if (title.count > 0 && (action.sentences.empty() || random.chance(TitleAsQuery)))
        query = title;
    else if (!action.sentences.empty()) {
        asked = static_cast<int>(random.below(action.sentences.size()));
        query = action.sentences[static_cast<std::size_t>(asked)];
    } else
        query = action.fields[Name];
    const bool titleAsked = asked == NoSentence && title.count > 0;
    const bool nameAsked = asked == NoSentence && title.count == 0;
    add(example.query, query, 1.0F, random);
    if (example.query.words.empty())
        return false;
    example.query.identity = identityOf(query);

    Bag &document = example.document;
    const auto take = [&](Words text, float chance, float weight) {
        if (random.chance(chance))
            add(document, text, weight, random);
    };
    if (!titleAsked)
        take(title, TitleChance, TitleWeight);
    take(action.fields[Path], PathChance, PathWeight);
    if (!nameAsked)
        take(action.fields[Name], NameChance, NameWeight);
    take(action.fields[Tags], TagsChance, TagsWeight);
    for (std::size_t i = 0; i < std::min<std::size_t>(action.sentences.size(), 4); ++i) {
        if (static_cast<int>(i) == asked || identityOf(action.sentences[i]) == example.query.identity)
            continue;
        take(action.sentences[i], i == 0 ? FirstChance : NextChance, i == 0 ? FirstWeight : NextWeight);
    }
    take(action.fields[Parameters], ParametersChance, ParametersWeight);
    take(action.fields[Body], BodyChance, BodyWeight);
    take(action.fields[Service], ServiceChance, ServiceWeight);
    take(action.fields[Response], ResponseChance, ResponseWeight);
    if (action.method != NoWord && random.chance(MethodChance)) {
        document.words.push_back(action.method);
        document.weights.push_back(MethodWeight);
    }
    if (random.chance(ActionUnlike))
        removeShared(example);
    document.identity = identityOf(title) ^ (identityOf(action.fields[Name]) * 3) ^ identityOf(action.fields[Path]);
    return !document.words.empty();
}

bool Dataset::drawPair(const PairWords &pair, Random &random, Example &example) const {
    example.query.clear();
    example.document.clear();
    add(example.query, pair.left, 1.0F, random);
    add(example.document, pair.right, 1.0F, random);
    if (example.query.words.empty() || example.document.words.empty())
        return false;
    if (random.chance(PairUnlike))
        removeShared(example);
    example.query.identity = identityOf(pair.left);
    example.document.identity = identityOf(pair.right);
    return true;
}

void Dataset::draw(Kind kind, Random &random, std::span<Example> batch) const {
    std::size_t filled = 0;
    if (const auto pairs = m_pairs.find(kind); pairs != m_pairs.end()) {
        while (filled < batch.size()) {
            if (drawPair(pairs->second[random.below(pairs->second.size())], random, batch[filled]))
                ++filled;
        }
        return;
    }
    const std::vector<Group> &groups = m_groups.at(kind);
    while (filled < batch.size()) {
        const double at = static_cast<double>(random.uniform()) * groups.back().upTo;
        const auto group =
            std::upper_bound(groups.begin(), groups.end() - 1, at,
                             [](double value, const Group &candidate) { return value < candidate.upTo; });
        std::vector<std::uint32_t> actions = group->sources[random.below(group->sources.size())].actions;
        for (std::size_t taken = 0; taken < ActionsAtOnce && taken < actions.size() && filled < batch.size(); ++taken) {
            std::swap(actions[taken], actions[taken + random.below(actions.size() - taken)]);
            if (drawAction(m_actions[actions[taken]], random, batch[filled]))
                ++filled;
        }
    }
}

} // namespace actionscope::trainer
