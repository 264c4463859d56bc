#include "matrix.h"

#include <bit>
#include <cstdint>

// Compiled with -O3 -ffp-contract=off (CMakeLists.txt): clones for wider vectors then give the same bits.
#if defined(__x86_64__)
#define ACTIONSCOPE_CLONES __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
#else
#define ACTIONSCOPE_CLONES
#endif

namespace actionscope::trainer {

ACTIONSCOPE_CLONES
void multiplyRows(const float *left, const float *right, float *out, std::size_t begin, std::size_t end,
                  std::size_t inner, std::size_t columns) {
    constexpr std::size_t Rows = 4, Wide = 16;
    for (std::size_t i = begin; i < end; i += Rows) {
        const std::size_t rows = end - i < Rows ? end - i : Rows;
        // Past the end the last row is computed again: simpler than a loop of its own.
        const float *from[Rows];
        for (std::size_t r = 0; r < Rows; ++r)
            from[r] = left + (i + (r < rows ? r : rows - 1)) * inner;
        for (std::size_t j = 0; j < columns; j += Wide) {
            float sums[Rows][Wide] = {};
            for (std::size_t k = 0; k < inner; ++k) {
                const float *row = right + k * columns + j;
                for (std::size_t r = 0; r < Rows; ++r) {
                    const float factor = from[r][k];
                    for (std::size_t c = 0; c < Wide; ++c)
                        sums[r][c] += factor * row[c];
                }
            }
            for (std::size_t r = 0; r < rows; ++r) {
                for (std::size_t c = 0; c < Wide; ++c)
                    out[(i + r) * columns + j + c] = sums[r][c];
            }
        }
    }
}

void transpose(const float *in, float *out, std::size_t rows, std::size_t columns) {
    constexpr std::size_t Block = 16;
    for (std::size_t i = 0; i < rows; i += Block) {
        for (std::size_t j = 0; j < columns; j += Block) {
            for (std::size_t r = i; r < i + Block && r < rows; ++r) {
                for (std::size_t c = j; c < j + Block && c < columns; ++c)
                    out[c * rows + r] = in[r * columns + c];
            }
        }
    }
}

float expNegative(float x) {
    if (!(x > -87.0F))
        return 0.0F;
    // 2^n · e^f with |f| ≤ ln 2 / 2; the series to the sixth power.
    constexpr float Log2E = 1.44269504F, Ln2High = 0.693359375F, Ln2Low = -2.12194440e-4F;
    const float n = static_cast<float>(static_cast<std::int32_t>(x * Log2E - 0.5F));
    const float f = x - n * Ln2High - n * Ln2Low;
    const float series =
        1.0F + f * (1.0F + f * (0.5F + f * (1.0F / 6 + f * (1.0F / 24 + f * (1.0F / 120 + f * (1.0F / 720))))));
    const auto bits = static_cast<std::uint32_t>(static_cast<std::int32_t>(n) + 127) << 23;
    return series * std::bit_cast<float>(bits);
}

} // namespace actionscope::trainer
