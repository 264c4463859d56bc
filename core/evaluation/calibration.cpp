#include "evaluation/calibration.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

namespace actionscope::evaluation {
namespace {

constexpr std::size_t Steps = 100;
constexpr std::size_t EnoughQueries = 30;

/// The share of `sorted` (ascending) that is below `floor`.
double below(const std::vector<double> &sorted, double floor) {
    if (sorted.empty())
        return 0;
    const auto first = std::lower_bound(sorted.begin(), sorted.end(), floor);
    return static_cast<double>(first - sorted.begin()) / static_cast<double>(sorted.size());
}

std::vector<std::uint32_t> histogram(const std::vector<double> &values, std::size_t bins) {
    std::vector<std::uint32_t> counts(bins, 0);
    for (const double value : values) {
        const double place = std::clamp(value, 0.0, 1.0) * static_cast<double>(bins);
        ++counts[std::min(static_cast<std::size_t>(place), bins - 1)];
    }
    return counts;
}

} // namespace

Calibration calibrate(std::span<const double> right, std::span<const double> wrong, double currentFloor,
                      const CalibrationOptions &options, const Resampling &how) {
    std::vector<double> good, bad;
    // What is no number says nothing.
    std::copy_if(right.begin(), right.end(), std::back_inserter(good), [](double v) { return std::isfinite(v); });
    std::copy_if(wrong.begin(), wrong.end(), std::back_inserter(bad), [](double v) { return std::isfinite(v); });
    std::sort(good.begin(), good.end());
    std::sort(bad.begin(), bad.end());
    Calibration result;
    result.answered = static_cast<std::uint32_t>(good.size());
    result.unanswered = static_cast<std::uint32_t>(bad.size());
    result.enough = good.size() >= EnoughQueries && bad.size() >= EnoughQueries;
    const std::size_t bins = std::clamp<std::size_t>(options.bins, 1, 1000);
    result.right = histogram(good, bins);
    result.wrong = histogram(bad, bins);
    const auto at = [&](double floor) {
        // Nothing at all matched where the score is 0: such a query is empty under every floor.
        const auto zeros = static_cast<double>(std::upper_bound(bad.begin(), bad.end(), 0.0) - bad.begin());
        const double empty = bad.empty() ? 1 : std::max(below(bad, floor), zeros / static_cast<double>(bad.size()));
        return FloorPoint{floor, below(good, floor), 1 - empty};
    };
    const double most = std::clamp(options.mostLost, 0.0, 1.0);
    result.suggested = at(0);
    for (std::size_t step = 0; step <= Steps; ++step) {
        const FloorPoint point = at(static_cast<double>(step) / Steps);
        result.curve.push_back(point);
        if (point.lost <= most + 1e-12 && !good.empty())
            result.suggested = point;
    }
    result.current = at(currentFloor);
    std::vector<double> lost, finds;
    for (const double score : good)
        lost.push_back(score < result.suggested.floor ? 1 : 0);
    for (const double score : bad)
        finds.push_back(score > 0 && score >= result.suggested.floor ? 1 : 0);
    const std::vector<std::vector<double>> lostStratum{std::move(lost)}, findsStratum{std::move(finds)};
    result.lostInterval = bootstrapMean(lostStratum, how);
    result.falseFindsInterval = bootstrapMean(findsStratum, how);
    return result;
}

Calibration calibrate(const Run &run, double currentFloor, const CalibrationOptions &options, const Resampling &how) {
    std::vector<double> right, wrong;
    for (const SetResult &set : run.sets) {
        for (const QueryResult &query : set.results) {
            if (!query.hasAnswer)
                wrong.push_back(query.best);
            else if (query.bestGold > 0)
                right.push_back(query.bestGold);
        }
    }
    return calibrate(right, wrong, currentFloor, options, how);
}

Result<std::vector<double>> foreignScores(std::span<const LabelledSet> sets, std::size_t of,
                                          const std::shared_ptr<const retrieval::Preset> &preset, std::size_t count,
                                          Executor &executor, const Job &job) {
    const LabelledSet &own = sets[of];
    std::vector<const std::string *> texts;
    for (const LabelledSet &other : sets) {
        if (other.family == own.family || other.queries.empty())
            continue;
        const std::size_t taken = std::min(count, other.queries.size());
        for (std::size_t i = 0; i < taken; ++i)
            texts.push_back(&other.queries[i * other.queries.size() / taken].text);
    }
    std::vector<double> scores(texts.size(), 0);
    std::mutex failing;
    std::optional<Error> error;
    std::atomic<std::size_t> done{0};
    executor.forEach(texts.size(), [&](std::size_t i) {
        if (job.cancelled())
            return;
        retrieval::SearchRequest request;
        request.query = *texts[i];
        request.preset = preset;
        request.limit = 1;
        request.floor = 0;
        const auto response = own.searcher->search(request, own.visibility);
        const std::lock_guard lock(failing);
        if (!response)
            error = response.error();
        else
            scores[i] = response->hits.empty() ? 0 : response->hits.front().score;
        if (const std::size_t now = done.fetch_add(1) + 1; now % 64 == 0)
            job.at("searching", now, texts.size());
    });
    if (error)
        return fail(std::move(*error));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the calibration was cancelled");
    return scores;
}

} // namespace actionscope::evaluation
