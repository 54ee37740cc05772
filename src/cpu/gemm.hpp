// C = A·B of full row-major matrices of floats, one or the other transposed.
#pragma once

#include <cstdint>

namespace grb {

class Snapshot;
struct MxmProblem;

/// C m×n, op(A) m×k, op(B) k×n, all values one after the other; m, n, k > 0.
struct Gemm {
    std::uint64_t m, n, k;
    const void *a, *b;
    void *c;
    bool is_double, is_a_transposed, is_b_transposed;
};

/// Null, or why a problem is no such product: plus-times on floats, without casts, of full operands that can be
/// dense as `can_be_dense` sees it.
const char *refuses_gemm(const MxmProblem &problem, bool (*can_be_dense)(const Snapshot &));

/// By OpenBLAS, for up to `threads` threads. False, and nothing was done, where it was left out of the build, is not
/// there, or cannot take the sizes; and in a child after fork, which has none of its threads.
bool multiply_by_openblas(const Gemm &gemm, int threads);
/// True unless the above says no for want of the library. Opens it on the first call.
bool has_openblas() noexcept;

/// Without a library. Each sum is made in the order of k, one rounding an operation: the same bits for any
/// number of threads, and on any machine. Vectors of 16 bytes, or more up to the widest.
void multiply_blocked(const Gemm &gemm, int vector_bytes);
/// Of this machine: 16, 32 or 64.
int widest_vector() noexcept;

/// Panels of A (`height` rows, k after k), one after the other, times a panel of B (`width` columns, k after
/// k) onto C.
struct GemmTile {
    const void *a, *b;
    std::uint64_t depth; // of all panels
    void *c;
    std::uint64_t c_stride;
    std::uint64_t rows,
        columns;   // of C: as many as all panels of A have, or fewer; `width` or fewer
    bool is_first; // C holds nothing yet
};

struct GemmKernel {
    void (*multiply)(const GemmTile &tile);
    std::uint64_t height, width;
};
GemmKernel gemm_kernel(bool is_double, int vector_bytes) noexcept;

} // namespace grb
