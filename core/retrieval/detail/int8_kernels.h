#pragma once
/// Dot products of one or a few int8 vectors with many int8 rows, for the vector scan. Products are summed in 32-bit
/// integers, which is exact up to 4,096 dimensions, so that every kernel gives the same numbers.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace actionscope::retrieval::detail {

/// Rows begin at multiples of this many bytes; what is behind their last value is 0.
constexpr std::size_t RowAlignment = 64;
constexpr std::size_t rowStride(std::size_t dimension) {
    return (dimension + RowAlignment - 1) / RowAlignment * RowAlignment;
}

struct ScanTask {
    const std::int8_t *rows;   ///< aligned to RowAlignment
    const float *rowFactors;   ///< one a row
    std::size_t count, stride; ///< rows, and bytes from one to the next
    const std::int8_t *query;  ///< `stride` bytes, aligned to RowAlignment
    float queryFactor;
    float *out; ///< dot · queryFactor · row factor, one a row
};

struct Int8Kernel {
    std::string_view name; ///< "avx512-vnni", "avx2", "plain"
    bool (*supported)();   ///< by this processor
    void (*scan)(const ScanTask &);
};
/// Best first; the last one runs everywhere.
[[nodiscard]] std::span<const Int8Kernel> int8Kernels();
/// The first that this processor supports.
[[nodiscard]] const Int8Kernel &int8Kernel();

} // namespace actionscope::retrieval::detail
