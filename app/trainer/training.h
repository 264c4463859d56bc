#pragma once
/// Learns one vector a word so that texts about the same action point the same way: a text's vector is the normalised
/// weighted sum of its words', and within a batch each query must find its own document (symmetric InfoNCE).
///
/// The same corpus, options and seed give the same bits whatever the number of threads and the vector instructions:
/// sums run in a fixed order, products are not fused, and the functions that libraries compute differently (exp) are
/// our own.

#include "base/executor.h"
#include "dataset.h"

#include <array>
#include <functional>

namespace actionscope::trainer {

struct TrainingOptions {
    std::uint32_t dimension = 128;
    std::uint32_t steps = 5000;
    std::uint32_t batch = 512;
    std::uint64_t seed = 11;
    float learningRate = 1.2e-3F;
    float temperature = 0.05F; // higher is better alone and worse beside words (tests/bench/RESULTS.md)
    std::uint32_t warmUp = 100; ///< steps
    /// By Kind: how often a batch is of it, in proportion; kinds without records are left out.
    std::array<float, KindCount> mix{10, 5, 2, 1, 2, 1.5F, 1, 0.5F, 1.5F, 0.8F, 0, 0};
};

/// Rows of `dimension` numbers in the order of the vocabulary. `progress(step, loss)` is called every 100 steps with
/// the mean loss since the last call.
[[nodiscard]] std::vector<float> train(const Dataset &dataset, const TrainingOptions &options, Executor &executor,
                                       const std::function<void(std::uint32_t, float)> &progress = {});

} // namespace actionscope::trainer
