#include "evaluation/tune.h"

#include "evaluation/detail/random.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

namespace actionscope::evaluation {
namespace {

using retrieval::Preset;
using retrieval::Signal;

constexpr double LeastGain = 0.0005;
constexpr std::size_t Depth = 100;
/// Steps of a weight, as shares of the range that it may have; a round tries each up and down, the next round halves.
constexpr double FirstStep = 0.15, LeastStep = 0.01;
constexpr std::size_t FewQueries = 100;
constexpr std::size_t DealtFolds = 5;

/// One query with what its weights work on.
struct Case {
    retrieval::CandidateSet candidates;
    const LabelledQuery *query = nullptr;
    std::size_t set = 0;
};

class Tuner {
public:
    Tuner(std::span<const LabelledSet> sets, const TuneEngine &engine, const TuneOptions &options, Executor &executor,
          const Job &job)
        : m_sets(sets)
        , m_engine(engine)
        , m_options(options)
        , m_executor(executor)
        , m_job(job) {}

    Result<TuneResult> run() {
        if (auto gathered = gather(); !gathered)
            return fail(gathered.error());
        TuneResult result;
        const Preset &start = *m_options.start;
        const std::vector<Metrics> before = measureAll(start);
        const std::size_t folds = makeFolds(result);
        m_steps = folds + 1;
        // Held out: each fold's queries are measured with weights that were chosen without them.
        std::vector<Metrics> heldOut = before;
        for (std::size_t fold = 0; fold < folds; ++fold) {
            const auto chosen = climb(start, [&](std::size_t i) { return m_folds[i] != fold; });
            if (!chosen)
                return fail(chosen.error());
            const std::vector<Metrics> measured = measureAll(*chosen);
            for (std::size_t i = 0; i < m_cases.size(); ++i) {
                if (m_folds[i] == fold)
                    heldOut[i] = measured[i];
            }
        }
        const auto chosen = climb(start, [](std::size_t) { return true; });
        if (!chosen)
            return fail(chosen.error());
        const std::vector<Metrics> fitted = measureAll(*chosen);
        result.preset = *chosen;
        for (const Signal signal : m_signals) {
            const auto place = static_cast<std::size_t>(signal);
            result.weights.push_back({signal, start.weights[place], chosen->weights[place]});
        }
        for (std::size_t s = 0; s < m_sets.size(); ++s) {
            const double had = meanOfSet(before, s, m_options.metric), held = meanOfSet(heldOut, s, m_options.metric);
            if (std::isnan(had))
                continue;
            result.sets.push_back(
                {m_sets[s].name, m_sets[s].family, had, held, meanOfSet(fitted, s, m_options.metric)});
            result.fittedGain += result.sets.back().fitted - had;
        }
        result.fittedGain /= static_cast<double>(result.sets.size());
        result.gain = significance(before, heldOut, m_options.metric, nullptr);
        for (const Metric metric : allMetrics()) {
            if (metric == m_options.metric)
                continue;
            MetricComparison row{metric, false, 0, 0, {}};
            row.significance = significance(before, heldOut, metric, &row);
            result.others.push_back(std::move(row));
        }
        result.worthIt =
            result.gain.difference > LeastGain && result.gain.evidence() && result.preset.weights != start.weights;
        result.scored = m_scored;
        return result;
    }

private:
    Result<void> gather() {
        if (m_sets.empty())
            return fail(ErrorCode::InvalidArgument, "there is no query set to tune on");
        if (!m_options.start || m_options.start->ranker != retrieval::Ranker::Fusion)
            return fail(ErrorCode::InvalidArgument,
                        "only presets that weigh signals can be tuned: their ranker is fusion");
        m_signals = m_options.signals;
        if (m_signals.empty()) {
            for (const retrieval::SignalInfo &info : retrieval::signals())
                m_signals.push_back(info.signal);
        }
        for (std::size_t s = 0; s < m_sets.size(); ++s) {
            std::vector<const LabelledQuery *> answered;
            for (const LabelledQuery &query : m_sets[s].queries) {
                if (query.hasAnswer())
                    answered.push_back(&query);
            }
            const std::size_t taken = std::min(answered.size(), std::max<std::size_t>(m_options.queriesASet, 1));
            for (std::size_t i = 0; i < taken; ++i) {
                m_cases.emplace_back();
                m_cases.back().query = answered[i * answered.size() / taken];
                m_cases.back().set = s;
            }
        }
        if (m_cases.empty())
            return fail(ErrorCode::InvalidArgument, "no query of the sets has an answer: there is nothing to tune on");
        std::mutex failing;
        std::optional<Error> error;
        std::atomic<std::size_t> done{0};
        m_executor.forEach(m_cases.size(), [&](std::size_t i) {
            if (m_job.cancelled())
                return;
            retrieval::SearchRequest request;
            request.query = m_cases[i].query->text;
            request.preset = m_options.start;
            request.floor = 0;
            auto found = m_engine.candidates(m_sets[m_cases[i].set], request);
            const std::size_t now = done.fetch_add(1) + 1;
            const std::lock_guard lock(failing);
            if (!found) {
                error = found.error();
                return;
            }
            if (found->candidates.size() > m_options.candidates)
                found->candidates.resize(std::max<std::size_t>(m_options.candidates, 10));
            found->candidates.shrink_to_fit();
            m_cases[i].candidates = std::move(*found);
            if (now % 32 == 0)
                m_job.at("searching", now, m_cases.size());
        });
        if (error)
            return fail(std::move(*error));
        return cancelled();
    }

    /// A fold each family; with one family only, its queries are dealt out. Returns how many there are.
    std::size_t makeFolds(TuneResult &result) {
        std::map<std::string, std::size_t> families;
        for (const Case &one : m_cases)
            families.try_emplace(m_sets[one.set].family, families.size());
        const bool dealt = families.size() < 2;
        m_folds.clear();
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            m_folds.push_back(dealt ? i % DealtFolds : families[m_sets[m_cases[i].set].family]);
        if (dealt)
            result.caution =
                "all queries are of one family, so that queries are held out and not families: elsewhere the "
                "gain may be smaller";
        else if (m_cases.size() < FewQueries)
            result.caution = "fewer than " + std::to_string(FewQueries) + " queries: intervals are wide";
        return dealt ? std::min(DealtFolds, m_cases.size()) : families.size();
    }

    [[nodiscard]] Result<void> cancelled() const {
        if (m_job.cancelled())
            return fail(ErrorCode::Cancelled, "tuning was cancelled");
        return {};
    }

    Metrics measureCase(const Case &one, const Preset &preset) const {
        std::vector<RankedGrade> ranked;
        std::vector<int> golds;
        const auto &judgements = one.query->judgements;
        for (const retrieval::Hit &hit : m_engine.rescore(one.candidates, preset, Depth)) {
            const auto found =
                std::lower_bound(judgements.begin(), judgements.end(), hit.ordinal,
                                 [](const auto &entry, catalog::Ordinal value) { return entry.first < value; });
            ranked.push_back({found != judgements.end() && found->first == hit.ordinal ? found->second : 0, hit.score});
        }
        for (const auto &[action, grade] : judgements)
            golds.push_back(grade);
        return measure(ranked, std::move(golds));
    }

    std::vector<Metrics> measureAll(const Preset &preset) {
        std::vector<Metrics> metrics(m_cases.size());
        m_executor.forEach(m_cases.size(), [&](std::size_t i) { metrics[i] = measureCase(m_cases[i], preset); });
        m_scored += m_cases.size();
        return metrics;
    }

    [[nodiscard]] double meanOfSet(const std::vector<Metrics> &metrics, std::size_t set, Metric metric) const {
        double sum = 0, count = 0;
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            if (m_cases[i].set != set)
                continue;
            sum += metrics[i].of(metric);
            ++count;
        }
        return count == 0 ? std::nan("") : sum / count;
    }

    /// Mean over the sets of the cases that `wanted` lets pass, each set counting the same.
    template <class Wanted> double objective(const Preset &preset, const Wanted &wanted) {
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < m_cases.size(); ++i) {
            if (wanted(i))
                chosen.push_back(i);
        }
        std::vector<double> values(chosen.size());
        m_executor.forEach(chosen.size(), [&](std::size_t i) {
            values[i] = measureCase(m_cases[chosen[i]], preset).of(m_options.metric);
        });
        m_scored += chosen.size();
        std::vector<double> sums(m_sets.size(), 0), counts(m_sets.size(), 0);
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            sums[m_cases[chosen[i]].set] += values[i];
            ++counts[m_cases[chosen[i]].set];
        }
        double total = 0, sets = 0;
        for (std::size_t s = 0; s < m_sets.size(); ++s) {
            if (counts[s] == 0)
                continue;
            total += sums[s] / counts[s];
            ++sets;
        }
        return sets == 0 ? 0 : total / sets;
    }

    /// Coordinate ascent from `preset`. Weights take turns in an order that the seed decides.
    template <class Wanted> Result<Preset> climb(Preset preset, const Wanted &wanted) {
        double best = objective(preset, wanted);
        detail::Random random(m_options.resampling.seed);
        double step = FirstStep;
        for (std::uint32_t round = 0; round < m_options.rounds; ++round) {
            std::vector<Signal> order = m_signals;
            for (std::size_t i = order.size(); i > 1; --i)
                std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
            bool moved = false;
            for (const Signal signal : order) {
                const auto place = static_cast<std::size_t>(signal);
                const double most = retrieval::signals()[place].most, now = preset.weights[place];
                for (const double way : {1.0, -1.0, 2.0, -2.0}) {
                    if (auto stop = cancelled(); !stop)
                        return fail(stop.error());
                    Preset tried = preset;
                    // Two digits: a weight with more of them would claim to be known that well.
                    tried.weights[place] = std::round(std::clamp(now + way * step * most, 0.0, most) * 100) / 100;
                    if (tried.weights[place] == preset.weights[place] || !retrieval::checkPreset(tried))
                        continue;
                    const double value = objective(tried, wanted);
                    if (value > best + LeastGain) {
                        best = value;
                        preset = std::move(tried);
                        moved = true;
                    }
                }
                m_job.at("tuning", m_done + 1, m_steps * m_options.rounds * m_signals.size());
                ++m_done;
            }
            step /= 2;
            if ((!moved && round > 0) || step < LeastStep) {
                m_done += (m_options.rounds - round - 1) * m_signals.size();
                break;
            }
        }
        return preset;
    }

    Significance significance(const std::vector<Metrics> &before, const std::vector<Metrics> &after, Metric metric,
                              MetricComparison *row) const {
        std::vector<std::vector<double>> differences(m_sets.size());
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            differences[m_cases[i].set].push_back(after[i].of(metric) - before[i].of(metric));
        Significance result = pairedSignificance(differences, m_options.resampling);
        if (row != nullptr) {
            row->metric = metric;
            double sets = 0;
            for (std::size_t s = 0; s < m_sets.size(); ++s) {
                if (differences[s].empty())
                    continue;
                row->before += meanOfSet(before, s, metric);
                row->after += meanOfSet(after, s, metric);
                ++sets;
            }
            row->before /= sets;
            row->after /= sets;
        }
        return result;
    }

    std::span<const LabelledSet> m_sets;
    const TuneEngine &m_engine;
    const TuneOptions &m_options;
    Executor &m_executor;
    const Job &m_job;
    std::vector<Signal> m_signals;
    std::vector<Case> m_cases;
    std::vector<std::size_t> m_folds; ///< of each case
    std::uint64_t m_scored = 0, m_done = 0, m_steps = 1;
};

} // namespace

TuneEngine shippedTuneEngine(std::size_t candidates) {
    TuneEngine engine;
    engine.candidates = [candidates](const LabelledSet &set, const retrieval::SearchRequest &request) {
        return set.searcher->candidates(request, set.visibility, candidates);
    };
    engine.rescore = &retrieval::rescore;
    return engine;
}

Result<TuneResult> tune(std::span<const LabelledSet> sets, const TuneEngine &engine, const TuneOptions &options,
                        Executor &executor, const Job &job) {
    return Tuner(sets, engine, options, executor, job).run();
}

} // namespace actionscope::evaluation
