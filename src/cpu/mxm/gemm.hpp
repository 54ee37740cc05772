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

/// Returns null when a problem is a product of full matrices of floats (plus-times, no casts,
/// operands that `can_be_dense` accepts), else the reason why it is not.
const char *refuses_gemm(const MxmProblem &problem, bool (*can_be_dense)(const Snapshot &));

/// Multiplies by OpenBLAS on up to `threads` threads. Returns false, with nothing done, when
/// OpenBLAS is left out of the build, missing, or cannot take the sizes, and in a child after fork,
/// where OpenBLAS has no threads.
bool multiply_by_openblas(const Gemm &gemm, int threads);
/// Opens OpenBLAS on the first call; returns true when it can be used.
bool has_openblas() noexcept;
/// OpenBLAS is open and usable.
bool is_openblas_open() noexcept;

/// Multiplies without OpenBLAS. Sums in the order of k, one rounding an operation: the same bits
/// for any number of threads, and on any machine. Vectors of 16 bytes, or more up to the widest.
void multiply_blocked(const Gemm &gemm, int vector_bytes);
/// Widest vectors of this machine in bytes: 16, 32 or 64.
int widest_vector() noexcept;

/// Multiplies panels of A (`height` rows, k after k), one after the other, by a panel of B (`width`
/// columns, k after k) and adds to C.
struct GemmTile {
    const void *a, *b;
    std::uint64_t depth; // of all panels
    void *c;
    std::uint64_t c_stride;
    std::uint64_t rows,
        columns;   // of C: at most those of all panels of A, and at most `width`
    bool is_first; // C holds no sums yet
};

struct GemmKernel {
    void (*multiply)(const GemmTile &tile);
    std::uint64_t height, width;
};
GemmKernel gemm_kernel(bool is_double, int vector_bytes) noexcept;

} // namespace grb
