#pragma once
/// Dense products whose every sum runs in one order, so that the result does not depend on threads or instruction set.

#include <cstddef>

namespace actionscope::trainer {

/// Rows `begin` … `end`-1 of out = left × right; left is (…×inner), right (inner×columns), all row-major.
/// columns must be a multiple of 16.
void multiplyRows(const float *left, const float *right, float *out, std::size_t begin, std::size_t end,
                  std::size_t inner, std::size_t columns);

void transpose(const float *in, float *out, std::size_t rows, std::size_t columns);

/// e^x for x ≤ 0 to about 1e-7 of its value; 0 below -87.
float expNegative(float x);

} // namespace actionscope::trainer
