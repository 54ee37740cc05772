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

/// Null, or the reason why a problem is not a product of full matrices of floats: plus-times, no casts, operands
/// that can be dense by `can_be_dense`.
const char *refuses_gemm(const MxmProblem &problem, bool (*can_be_dense)(const Snapshot &));

/// Multiplies by OpenBLAS on up to `threads` threads. False, with nothing done, when OpenBLAS is left out of the
/// build, missing, or cannot take the sizes, and in a child after fork, where OpenBLAS has no threads.
bool multiply_by_openblas(const Gemm &gemm, int threads);
/// True when OpenBLAS can be used. Opens it on the first call.
bool has_openblas() noexcept;
/// It has been opened, and is there.
bool is_openblas_open() noexcept;

/// Multiplies without OpenBLAS. Each sum is made in the order of k, one rounding an operation: the same bits for any
/// number of threads, and on any machine. Vectors of 16 bytes, or more up to the widest.
void multiply_blocked(const Gemm &gemm, int vector_bytes);
/// Widest vectors of this machine in bytes: 16, 32 or 64.
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
