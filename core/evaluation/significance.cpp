#include "evaluation/detail/random.h"
#include "evaluation/metrics.h"

#include <algorithm>
#include <cmath>

namespace actionscope::evaluation {
namespace {

double mean(const std::vector<double> &values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

std::vector<const std::vector<double> *> filled(std::span<const std::vector<double>> strata) {
    std::vector<const std::vector<double> *> list;
    for (const auto &stratum : strata) {
        if (!stratum.empty())
            list.push_back(&stratum);
    }
    return list;
}

std::uint32_t bounded(std::uint32_t resamples) { return std::clamp<std::uint32_t>(resamples, 100, 100'000); }

} // namespace

Interval bootstrapMean(std::span<const std::vector<double>> strata, const Resampling &how) {
    const auto list = filled(strata);
    if (list.empty())
        return {};
    detail::Random random(how.seed);
    std::vector<double> means(bounded(how.resamples));
    for (double &drawn : means) {
        for (const auto *stratum : list) {
            const auto size = static_cast<std::uint32_t>(stratum->size());
            double sum = 0;
            for (std::uint32_t i = 0; i < size; ++i)
                sum += (*stratum)[random.below(size)];
            drawn += sum / size;
        }
        drawn /= static_cast<double>(list.size());
    }
    std::sort(means.begin(), means.end());
    const auto at = [&](double share) {
        return means[static_cast<std::size_t>(std::lround(share * static_cast<double>(means.size() - 1)))];
    };
    return {at(0.025), at(0.975)};
}

Significance pairedSignificance(std::span<const std::vector<double>> differences, const Resampling &how) {
    Significance result;
    const auto list = filled(differences);
    if (list.empty())
        return result;
    double variance = 0; // of the mean of means
    for (const auto *stratum : list) {
        const double middle = mean(*stratum);
        result.difference += middle;
        double squares = 0;
        for (const double value : *stratum)
            squares += (value - middle) * (value - middle);
        const auto size = static_cast<double>(stratum->size());
        if (stratum->size() > 1)
            variance += squares / (size - 1) / size;
        result.queries += static_cast<std::uint32_t>(stratum->size());
    }
    const auto sets = static_cast<double>(list.size());
    result.difference /= sets;
    const double error = std::sqrt(variance) / sets;
    result.interval = bootstrapMean(differences, how);
    if (std::abs(result.difference) > 1e-12) {
        // Two-sided 5 % (1.96) and a chance of 80 % (0.84) to see it.
        const double ratio = 2.8 * error / std::abs(result.difference);
        result.queriesNeeded =
            static_cast<std::uint64_t>(std::clamp(std::ceil(result.queries * ratio * ratio), 1.0, 1e15));
    }
    // Were the two alike, each query's difference could as well have the other sign.
    detail::Random random(how.seed ^ 0x5EED);
    const std::uint32_t rounds = bounded(how.resamples);
    std::uint32_t asFar = 0;
    const double seen = std::abs(result.difference) - 1e-12;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        double drawn = 0;
        for (const auto *stratum : list) {
            double sum = 0;
            for (const double value : *stratum)
                sum += value == 0 || random.flip() ? value : -value;
            drawn += sum / static_cast<double>(stratum->size());
        }
        asFar += std::abs(drawn / sets) >= seen ? 1 : 0;
    }
    result.p = (asFar + 1.0) / (rounds + 1.0);
    return result;
}

} // namespace actionscope::evaluation
