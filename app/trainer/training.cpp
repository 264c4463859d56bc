#include "training.h"

#include "matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace actionscope::trainer {
namespace {

constexpr float Beta1 = 0.8F, Beta2 = 0.98F, Epsilon = 1e-8F;
constexpr float LastRate = 0.02F; ///< of the learning rate, at the end of its linear decay
constexpr float Excluded = -std::numeric_limits<float>::infinity();
constexpr std::uint32_t ReportEvery = 100;

/// One batch: what every step needs, allocated once.
struct Work {
    explicit Work(std::size_t batch, std::size_t dimension)
        : examples(batch)
        , query(batch * dimension)
        , document(batch * dimension)
        , turned(batch * dimension)
        , queryLength(batch)
        , documentLength(batch)
        , scores(batch * batch)
        , scoresTurned(batch * batch)
        , gradient(batch * batch)
        , queryGradient(batch * dimension)
        , documentGradient(batch * dimension)
        , losses(batch) {}
    std::vector<Example> examples;
    std::vector<float> query, document; ///< unit vectors
    std::vector<float> turned;
    std::vector<float> queryLength, documentLength;
    std::vector<float> scores, scoresTurned, gradient;
    std::vector<float> queryGradient, documentGradient;
    std::vector<float> losses;
};

class Trainer {
public:
    Trainer(const Dataset &dataset, const TrainingOptions &options, Executor &executor)
        : m_dataset(dataset)
        , m_options(options)
        , m_executor(executor)
        , m_random(options.seed)
        , m_work(options.batch, options.dimension)
        , m_rows(dataset.vocabulary().size() * options.dimension)
        , m_gradient(m_rows.size())
        , m_moment(m_rows.size())
        , m_square(m_rows.size())
        , m_touched(dataset.vocabulary().size()) {
        const float spread = 1.0F / std::sqrt(static_cast<float>(options.dimension));
        for (float &value : m_rows)
            value = m_random.normal() * spread;
        float upTo = 0;
        for (std::size_t kind = 0; kind < KindCount; ++kind) {
            if (options.mix[kind] > 0 && dataset.size(static_cast<Kind>(kind)) > 0)
                m_kinds.emplace_back(upTo += options.mix[kind], static_cast<Kind>(kind));
        }
    }

    [[nodiscard]] bool hasData() const { return !m_kinds.empty(); }

    float step(std::uint32_t number) {
        const float at = m_random.uniform() * m_kinds.back().first;
        std::size_t kind = 0;
        while (kind + 1 < m_kinds.size() && m_kinds[kind].first <= at)
            ++kind;
        m_dataset.draw(m_kinds[kind].second, m_random, m_work.examples);
        embed();
        const float loss = compare();
        spread();
        update(number);
        return loss;
    }
    std::vector<float> takeRows() { return std::move(m_rows); }

private:
    std::size_t dimension() const { return m_options.dimension; }
    std::size_t batch() const { return m_options.batch; }

    /// `work(begin, end)` for parts of 0 … count-1; each result must depend on its own index only.
    void inParts(std::size_t count, const std::function<void(std::size_t, std::size_t)> &work) {
        constexpr std::size_t Part = 64;
        m_executor.forEach((count + Part - 1) / Part,
                           [&](std::size_t i) { work(i * Part, std::min(count, (i + 1) * Part)); });
    }

    float embedOne(const Bag &bag, float *out) const {
        std::fill(out, out + dimension(), 0.0F);
        for (std::size_t w = 0; w < bag.words.size(); ++w) {
            const float *row = m_rows.data() + bag.words[w] * dimension();
            for (std::size_t d = 0; d < dimension(); ++d)
                out[d] += bag.weights[w] * row[d];
        }
        float sum = 0;
        for (std::size_t d = 0; d < dimension(); ++d)
            sum += out[d] * out[d];
        const float length = std::max(std::sqrt(sum), 1e-6F);
        for (std::size_t d = 0; d < dimension(); ++d)
            out[d] /= length;
        return length;
    }

    void embed() {
        inParts(batch(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                m_work.queryLength[i] = embedOne(m_work.examples[i].query, m_work.query.data() + i * dimension());
                m_work.documentLength[i] =
                    embedOne(m_work.examples[i].document, m_work.document.data() + i * dimension());
            }
        });
    }

    /// Softmax of one row of scores, in place; returns the loss of the pair on the diagonal.
    float softmax(float *row, std::size_t diagonal) const {
        float most = Excluded;
        for (std::size_t j = 0; j < batch(); ++j)
            most = std::max(most, row[j]);
        const float own = row[diagonal] - most;
        float sum = 0;
        for (std::size_t j = 0; j < batch(); ++j)
            sum += row[j] = expNegative(row[j] - most);
        for (std::size_t j = 0; j < batch(); ++j)
            row[j] /= sum;
        return std::log(sum) - own;
    }

    /// Scores, the loss, and its gradient by the unit vectors.
    float compare() {
        Work &w = m_work;
        const std::size_t n = batch();
        transpose(w.document.data(), w.turned.data(), n, dimension());
        inParts(n, [&](std::size_t begin, std::size_t end) {
            multiplyRows(w.query.data(), w.turned.data(), w.scores.data(), begin, end, dimension(), n);
            for (std::size_t i = begin; i < end; ++i) {
                const Example &own = w.examples[i];
                for (std::size_t j = 0; j < n; ++j) {
                    float &score = w.scores[i * n + j];
                    const Example &other = w.examples[j];
                    const bool same = i != j && (own.query.identity == other.query.identity ||
                                                 own.document.identity == other.document.identity);
                    score = same ? Excluded : score / m_options.temperature;
                }
            }
        });
        transpose(w.scores.data(), w.scoresTurned.data(), n, n);
        inParts(n, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                w.losses[i] = softmax(w.scores.data() + i * n, i);
                w.losses[i] += softmax(w.scoresTurned.data() + i * n, i);
            }
        });
        // d loss / d score = (row softmax + column softmax) / 2 − 1 on the diagonal, over batch and temperature.
        const float factor = 1.0F / (static_cast<float>(n) * m_options.temperature);
        transpose(w.scoresTurned.data(), w.gradient.data(), n, n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                float &value = w.gradient[i * n + j];
                value = (0.5F * (value + w.scores[i * n + j]) - (i == j ? 1.0F : 0.0F)) * factor;
            }
        }
        transpose(w.gradient.data(), w.scoresTurned.data(), n, n);
        inParts(n, [&](std::size_t begin, std::size_t end) {
            multiplyRows(w.gradient.data(), w.document.data(), w.queryGradient.data(), begin, end, n, dimension());
            multiplyRows(w.scoresTurned.data(), w.query.data(), w.documentGradient.data(), begin, end, n, dimension());
            for (std::size_t i = begin; i < end; ++i) {
                throughLength(w.query.data() + i * dimension(), w.queryLength[i],
                              w.queryGradient.data() + i * dimension());
                throughLength(w.document.data() + i * dimension(), w.documentLength[i],
                              w.documentGradient.data() + i * dimension());
            }
        });
        float loss = 0;
        for (const float one : w.losses)
            loss += one;
        return loss / static_cast<float>(2 * n);
    }

    /// From the gradient by a unit vector to that by the vector before it was made unit.
    void throughLength(const float *unit, float length, float *gradient) const {
        float dot = 0;
        for (std::size_t d = 0; d < dimension(); ++d)
            dot += unit[d] * gradient[d];
        for (std::size_t d = 0; d < dimension(); ++d)
            gradient[d] = (gradient[d] - dot * unit[d]) / length;
    }

    /// Adds the gradients of the texts to those of their words, in the order of the batch.
    void spread() {
        const auto add = [&](const Bag &bag, const float *gradient) {
            for (std::size_t w = 0; w < bag.words.size(); ++w) {
                const std::uint32_t word = bag.words[w];
                if (!m_touched[word]) {
                    m_touched[word] = 1;
                    m_used.push_back(word);
                }
                float *out = m_gradient.data() + word * dimension();
                for (std::size_t d = 0; d < dimension(); ++d)
                    out[d] += bag.weights[w] * gradient[d];
            }
        };
        for (std::size_t i = 0; i < batch(); ++i) {
            add(m_work.examples[i].query, m_work.queryGradient.data() + i * dimension());
            add(m_work.examples[i].document, m_work.documentGradient.data() + i * dimension());
        }
    }

    /// Adam on the rows that this batch used.
    void update(std::uint32_t number) {
        m_power1 *= Beta1;
        m_power2 *= Beta2;
        const auto done = static_cast<float>(number) / static_cast<float>(m_options.steps);
        const float warm = std::min(1.0F, static_cast<float>(number + 1) / static_cast<float>(m_options.warmUp));
        const float rate = m_options.learningRate * warm * (1.0F - (1.0F - LastRate) * done);
        const float correct1 = 1.0F / (1.0F - m_power1), correct2 = 1.0F / (1.0F - m_power2);
        inParts(m_used.size(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t first = m_used[i] * dimension();
                for (std::size_t at = first; at < first + dimension(); ++at) {
                    const float gradient = m_gradient[at];
                    m_moment[at] = Beta1 * m_moment[at] + (1.0F - Beta1) * gradient;
                    m_square[at] = Beta2 * m_square[at] + (1.0F - Beta2) * gradient * gradient;
                    m_rows[at] -= rate * (m_moment[at] * correct1) / (std::sqrt(m_square[at] * correct2) + Epsilon);
                    m_gradient[at] = 0;
                }
                m_touched[m_used[i]] = 0;
            }
        });
        m_used.clear();
    }

    const Dataset &m_dataset;
    const TrainingOptions m_options;
    Executor &m_executor;
    Random m_random;
    Work m_work;
    std::vector<float> m_rows, m_gradient, m_moment, m_square;
    std::vector<char> m_touched;
    std::vector<std::uint32_t> m_used;
    std::vector<std::pair<float, Kind>> m_kinds; ///< sum of the mix up to a kind
    float m_power1 = 1, m_power2 = 1;
};

} // namespace

std::vector<float> train(const Dataset &dataset, const TrainingOptions &options, Executor &executor,
                         const std::function<void(std::uint32_t, float)> &progress) {
    Trainer trainer(dataset, options, executor);
    float sum = 0;
    for (std::uint32_t step = 0; trainer.hasData() && step < options.steps; ++step) {
        sum += trainer.step(step);
        if ((step + 1) % ReportEvery == 0) {
            if (progress)
                progress(step + 1, sum / ReportEvery);
            sum = 0;
        }
    }
    return trainer.takeRows();
}

} // namespace actionscope::trainer
