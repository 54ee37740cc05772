// C(iA · mB + iB, jA · nB + jB) = A(iA, jA) ⊗ B(iB, jB), mB × nB the shape of B; all by rows.
// Template parameter P, defined by the program:
//   P::AOffset, AIndex, BOffset, BIndex, COffset, CIndex   widths
//   P::A, P::B, P::Z                                       types of values
//   P::a_is_iso, b_is_iso, has_values, uses_a, uses_b, op(a, b)
#pragma once

#include "kernels/row_walk.cuh"
#include "mxm/kronecker_arguments.h"

namespace grb::device {

/// The positions in A and B of the factors of an entry of C. The entries of C are in order of rows
/// of A, then rows of B, then entries of A's row, then of B's.
template <class P>
struct KroneckerPosition {
    unsigned long p, q;
    unsigned long a_begin, a_end, b_begin, b_end;

    __device__ KroneckerPosition(const KroneckerArguments &g, unsigned long entry) {
        find(g, entry);
    }

    __device__ void find(const KroneckerArguments &g, unsigned long entry) {
        const auto *a = static_cast<const typename P::AOffset *>(g.A.row_offsets);
        const auto *b = static_cast<const typename P::BOffset *>(g.B.row_offsets);
        const unsigned long row = row_of(a, entry / g.B.nvals, 0, g.A.nrows - 1);
        a_begin = a[row];
        a_end = a[row + 1];
        const unsigned long local = entry - a_begin * g.B.nvals, length = a_end - a_begin;
        const unsigned long b_row = row_of(b, local / length, 0, g.B.nrows - 1);
        b_begin = b[b_row];
        b_end = b[b_row + 1];
        const unsigned long rest = local - length * b_begin, b_length = b_end - b_begin;
        p = a_begin + rest / b_length;
        q = b_begin + rest % b_length;
    }
    /// Moves to the next entry of the same two rows; returns false when there is none.
    __device__ bool step() {
        if (++q < b_end) return true;
        q = b_begin;
        return ++p < a_end;
    }
};

/// Makes the offsets of C's rows: those of earlier rows of A, then of earlier rows of B.
template <class P>
__device__ inline void kronecker_offsets(const KroneckerArguments &g, unsigned long first) {
    const auto *a = static_cast<const typename P::AOffset *>(g.A.row_offsets);
    const auto *b = static_cast<const typename P::BOffset *>(g.B.row_offsets);
    auto *offsets = static_cast<typename P::COffset *>(g.row_offsets);
    const unsigned long rows = g.A.nrows * g.B.nrows;
    for (int turn = 0; turn < kronecker_run; turn++) {
        const unsigned long row = first + turn * kronecker_threads + threadIdx.x;
        if (row > rows) return;
        const unsigned long i = row / g.B.nrows, j = row % g.B.nrows;
        unsigned long offset = a[i] * g.B.nvals;
        if (row < rows) offset += (a[i + 1] - a[i]) * static_cast<unsigned long>(b[j]);
        offsets[row] = static_cast<typename P::COffset>(offset);
    }
}

template <class P>
__device__ inline void kronecker_entry(const KroneckerArguments &g, unsigned long entry,
                                       unsigned long p, unsigned long q) {
    const auto *a_columns = static_cast<const typename P::AIndex *>(g.A.column_indices);
    const auto *b_columns = static_cast<const typename P::BIndex *>(g.B.column_indices);
    auto *columns = static_cast<typename P::CIndex *>(g.column_indices);
    columns[entry] = static_cast<typename P::CIndex>(a_columns[p] * g.B.ncols + b_columns[q]);
    if constexpr (P::has_values) {
        typename P::A x{};
        typename P::B y{};
        if constexpr (P::uses_a)
            x = static_cast<const typename P::A *>(g.A.values)[P::a_is_iso ? 0 : p];
        if constexpr (P::uses_b)
            y = static_cast<const typename P::B *>(g.B.values)[P::b_is_iso ? 0 : q];
        static_cast<typename P::Z *>(g.values)[entry] = P::op(x, y);
    }
}

/// A thread finds the factors of kronecker_run neighbouring entries: it searches for the first,
/// then steps. The block then makes its entries in order. Bytes: C once, A and B from caches.
/// Deterministic.
template <class P>
__device__ void kronecker(const KroneckerArguments &g) {
    if (blockIdx.x >= g.entry_blocks)
        return kronecker_offsets<P>(g, (blockIdx.x - g.entry_blocks) * kronecker_share);
    // Four more elements a row put neighbouring entries in different banks.
    __shared__ unsigned long a_positions[kronecker_run][kronecker_threads + 4],
        b_positions[kronecker_run][kronecker_threads + 4];
    const unsigned long nvals = g.A.nvals * g.B.nvals, first = blockIdx.x * kronecker_share;
    const unsigned long own = first + threadIdx.x * static_cast<unsigned long>(kronecker_run);
    if (own < nvals) {
        KroneckerPosition<P> position(g, own);
        for (int k = 0; k < kronecker_run; k++) {
            a_positions[k][threadIdx.x] = position.p;
            b_positions[k][threadIdx.x] = position.q;
            if (own + k + 1 >= nvals) break;
            if (!position.step()) position.find(g, own + k + 1);
        }
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < kronecker_share && first + k < nvals; k += kronecker_threads)
        kronecker_entry<P>(g, first + k, a_positions[k % kronecker_run][k / kronecker_run],
                           b_positions[k % kronecker_run][k / kronecker_run]);
}

} // namespace grb::device
