#pragma once
/// The corpus in numbers of words, and the pairs of views that training draws from it.

#include "corpus.h"
#include "random.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace actionscope::trainer {

struct DatasetOptions {
    std::uint32_t leastProviders = 3; ///< a word stands in the vocabulary when so many providers use it …
    std::uint32_t leastPairs = 9;     ///< … or it stands in so many pairs
    std::uint32_t mostWords = 28'000; ///< the most frequent ones are kept
};

/// Words with weights; a word may come more than once.
struct Bag {
    std::vector<std::uint32_t> words;
    std::vector<float> weights;
    std::uint64_t identity = 0; ///< examples of one batch with equal identities are not told apart
    void clear() {
        words.clear();
        weights.clear();
        identity = 0;
    }
};
struct Example {
    Bag query, document;
};

class Dataset {
public:
    Dataset(const Corpus &corpus, const DatasetOptions &options);

    [[nodiscard]] const std::vector<std::string> &vocabulary() const { return m_vocabulary; }
    [[nodiscard]] std::size_t size(Kind kind) const;
    /// Fills `batch` with examples of one kind, of which there must be some. Examples whose words are unknown are
    /// passed over.
    void draw(Kind kind, Random &random, std::span<Example> batch) const;

private:
    struct Words {
        std::uint32_t begin = 0, count = 0; ///< in m_pool
    };
    enum Field { Title, Name, Path, Tags, Parameters, Body, Service, Response, FieldCount };
    struct ActionWords {
        std::array<Words, FieldCount> fields;
        std::vector<Words> sentences;
        std::uint32_t method = NoWord;
    };
    struct PairWords {
        Words left, right;
    };
    struct Source {
        std::vector<std::uint32_t> actions; ///< of m_actions
    };
    struct Group {
        std::vector<Source> sources;
        double upTo = 0; ///< sum of the square roots of the sizes up to this one
    };
    static constexpr std::uint32_t NoWord = ~0U;

    [[nodiscard]] std::span<const std::uint32_t> words(Words words) const {
        return {m_pool.data() + words.begin, words.count};
    }
    [[nodiscard]] std::uint64_t identityOf(Words words) const;
    void add(Bag &bag, Words words, float weight, Random &random) const;
    bool drawAction(const ActionWords &action, Random &random, Example &example) const;
    bool drawPair(const PairWords &pair, Random &random, Example &example) const;
    static void removeShared(Example &example);

    std::vector<std::string> m_vocabulary;
    std::vector<std::uint32_t> m_pool;
    std::vector<ActionWords> m_actions;
    std::map<Kind, std::vector<Group>> m_groups;
    std::map<Kind, std::vector<PairWords>> m_pairs;
};

} // namespace actionscope::trainer
