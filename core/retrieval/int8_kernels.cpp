#include "retrieval/detail/int8_kernels.h"

#include <array>

#if defined(__x86_64__)
// GCC 12 takes the registers that its own intrinsics leave undefined on purpose for a mistake.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#endif

namespace actionscope::retrieval::detail {
namespace {

// Every kernel multiplies in this order, so that not even the last bit differs.
inline float scaled(std::int32_t dot, const ScanTask &task, std::size_t row) {
    return static_cast<float>(dot) * task.queryFactor * task.rowFactors[row];
}

void scanPlain(const ScanTask &task) {
    for (std::size_t row = 0; row < task.count; ++row) {
        const std::int8_t *values = task.rows + row * task.stride;
        std::int32_t dot = 0;
        for (std::size_t i = 0; i < task.stride; ++i)
            dot += static_cast<std::int32_t>(values[i]) * task.query[i];
        task.out[row] = scaled(dot, task, row);
    }
}
bool always() { return true; }

#if defined(__x86_64__)

__attribute__((target("avx2"))) void scanAvx2(const ScanTask &task) {
    for (std::size_t row = 0; row < task.count; ++row) {
        const std::int8_t *values = task.rows + row * task.stride;
        __m256i sum = _mm256_setzero_si256();
        // Widened to 16 bits: the 8-bit multiply-add of AVX2 saturates.
        for (std::size_t i = 0; i < task.stride; i += 16) {
            const __m256i a = _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i *>(values + i)));
            const __m256i b = _mm256_cvtepi8_epi16(_mm_load_si128(reinterpret_cast<const __m128i *>(task.query + i)));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
        }
        __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0x4E));
        four = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0xB1));
        task.out[row] = scaled(_mm_cvtsi128_si32(four), task, row);
    }
}
bool hasAvx2() { return __builtin_cpu_supports("avx2"); }

// The sums of 16 accumulators as one vector, in their order.
__attribute__((target("avx512f"))) inline __m512i sumEach(__m512i (&a)[16]) {
    for (std::size_t i = 0; i < 16; i += 2) // [a0+a2, b0+b2, a1+a3, b1+b3] in every 128-bit lane
        a[i / 2] = _mm512_add_epi32(_mm512_unpacklo_epi32(a[i], a[i + 1]), _mm512_unpackhi_epi32(a[i], a[i + 1]));
    for (std::size_t i = 0; i < 8; i += 2) // [a, b, c, d] of every lane
        a[i / 2] = _mm512_add_epi32(_mm512_unpacklo_epi64(a[i], a[i + 1]), _mm512_unpackhi_epi64(a[i], a[i + 1]));
    for (std::size_t i = 0; i < 4; i += 2) // lanes in pairs
        a[i / 2] =
            _mm512_add_epi32(_mm512_shuffle_i32x4(a[i], a[i + 1], 0x44), _mm512_shuffle_i32x4(a[i], a[i + 1], 0xEE));
    return _mm512_add_epi32(_mm512_shuffle_i32x4(a[0], a[1], 0x88), _mm512_shuffle_i32x4(a[0], a[1], 0xDD));
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) void scanVnni(const ScanTask &task) {
    // The instruction multiplies unsigned by signed: rows are taken 128 higher, and what that adds is the same for all.
    const __m512i high = _mm512_set1_epi8(static_cast<char>(0x80));
    std::int32_t excess = 0;
    for (std::size_t i = 0; i < task.stride; ++i)
        excess += 128 * static_cast<std::int32_t>(task.query[i]);
    const __m512i minus = _mm512_set1_epi32(excess);
    const __m512 factor = _mm512_set1_ps(task.queryFactor);
    std::size_t row = 0;
    for (; row + 16 <= task.count; row += 16) {
        __m512i sums[16];
        for (std::size_t k = 0; k < 16; ++k) {
            const std::int8_t *values = task.rows + (row + k) * task.stride;
            __m512i sum = _mm512_setzero_si512();
            for (std::size_t i = 0; i < task.stride; i += 64)
                sum = _mm512_dpbusd_epi32(sum, _mm512_xor_si512(_mm512_load_si512(values + i), high),
                                          _mm512_load_si512(task.query + i));
            sums[k] = sum;
        }
        const __m512 dots = _mm512_cvtepi32_ps(_mm512_sub_epi32(sumEach(sums), minus));
        _mm512_storeu_ps(task.out + row,
                         _mm512_mul_ps(_mm512_mul_ps(dots, factor), _mm512_loadu_ps(task.rowFactors + row)));
    }
    for (; row < task.count; ++row) {
        const std::int8_t *values = task.rows + row * task.stride;
        __m512i sum = _mm512_setzero_si512();
        for (std::size_t i = 0; i < task.stride; i += 64)
            sum = _mm512_dpbusd_epi32(sum, _mm512_xor_si512(_mm512_load_si512(values + i), high),
                                      _mm512_load_si512(task.query + i));
        task.out[row] = scaled(_mm512_reduce_add_epi32(sum) - excess, task, row);
    }
}
bool hasVnni() {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vnni");
}

constexpr std::array<Int8Kernel, 3> Kernels{
    {{"avx512-vnni", hasVnni, scanVnni}, {"avx2", hasAvx2, scanAvx2}, {"plain", always, scanPlain}}};
#else
constexpr std::array<Int8Kernel, 1> Kernels{{{"plain", always, scanPlain}}};
#endif

} // namespace

std::span<const Int8Kernel> int8Kernels() { return Kernels; }

const Int8Kernel &int8Kernel() {
    static const Int8Kernel &best = [&]() -> const Int8Kernel & {
        for (const Int8Kernel &kernel : Kernels) {
            if (kernel.supported())
                return kernel;
        }
        return Kernels.back();
    }();
    return best;
}

} // namespace actionscope::retrieval::detail
