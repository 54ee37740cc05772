// w = A ⊕.⊗ u, A by rows, u bitmap or full, w full or bitmap. All variants skip the rows that the
// mask excludes (balanced ones when they write). Template parameter P, defined by the program:
//   P::Offset, P::Index     widths of A's arrays
//   P::A, P::U, P::Z        stored types of A's and u's values, type of the monoid
//   P::a_is_iso, u_is_iso, u_is_full, has_terminal, ends_at_first
//   P::multiply(a, u), P::add(x, y), P::identity(), P::terminal()
#pragma once

#include "mxv/mxv_pull_arguments.h"
#include "kernels/partial.cuh"
#include "kernels/quad.cuh"
#include "kernels/registration.cuh"

namespace grb::device {

template <class P>
struct PullView {
    using Offset = typename P::Offset;
    using Index = typename P::Index;
    using Z = typename P::Z;

    const MxvPullArguments &arguments;
    const Offset *offsets;
    const Index *indices;

    __device__ explicit PullView(const MxvPullArguments &a)
        : arguments(a), offsets(static_cast<const Offset *>(a.A.row_offsets)),
          indices(static_cast<const Index *>(a.A.column_indices)) {}

    __device__ bool is_allowed(unsigned long row) const {
        const unsigned long word =
            arguments.mask.bits == nullptr ? 0 : __ldg(arguments.mask.bits + row / 64);
        return ((word ^ arguments.mask.flip) >> (row % 64) & 1) != 0;
    }

    /// Rows as base vertices: rows that the mask excludes register no entries.
    __device__ unsigned long count() const { return arguments.A.nrows; }
    __device__ Registration registration(unsigned long row) const {
        Registration own;
        if (row < arguments.A.nrows && is_allowed(row)) {
            own.begin = offsets[row];
            own.degree = offsets[row + 1] - own.begin;
        }
        return own;
    }

    /// Column and value of entry p. Where a warp reads neighbouring entries once, they bypass the
    /// L1 cache (`is_coalesced`); where each lane walks its own row, L1 must keep the sector.
    template <bool is_coalesced = false>
    __device__ Index column(unsigned long p) const {
        return is_coalesced ? load_once(indices + p) : __ldcs(indices + p);
    }
    template <bool is_coalesced = false>
    __device__ typename P::A matrix_value(unsigned long p) const {
        if constexpr (P::uses_a) {
            const auto *values = static_cast<const typename P::A *>(arguments.A.values);
            if constexpr (P::a_is_iso) return *values;
            return is_coalesced ? load_once(values + p) : load_streaming(values + p);
        } else {
            return typename P::A{};
        }
    }
    /// Entries p to p + 3, p a multiple of 4, as far as A has them.
    __device__ Quad<P> quad(unsigned long p) const {
        return quad_at<P>(indices, arguments.A.values, arguments.A.nvals, arguments.is_aligned, p);
    }
    /// The product of an entry of column j; empty where u has no entry.
    __device__ Partial<P> product(Index j, typename P::A a) const {
        Partial<P> result;
        if constexpr (!P::u_is_full) {
            if (!bit_at(arguments.u_bits, j)) return result;
        }
        typename P::U u{};
        if constexpr (P::uses_u) {
            const auto *values = static_cast<const typename P::U *>(arguments.u_values);
            u = values[P::u_is_iso ? 0 : j];
        }
        result.value = P::multiply(a, u);
        result.has = true;
        return result;
    }
    __device__ Partial<P> product(unsigned long p) const {
        return product(column(p), matrix_value(p));
    }

    /// Adds entry p to the sum.
    __device__ void accumulate(Partial<P> &sum, unsigned long p) const {
        const Partial<P> term = product(p);
        if (P::u_is_full || term.has) sum.add(term);
    }

    /// Writes the value alone; false when the mask excludes it.
    __device__ bool write_value(unsigned long row, Z value) const {
        if (!is_allowed(row)) return false;
        static_cast<Z *>(arguments.w_values)[row] = value;
        return true;
    }
    /// Writes the sum if there is one.
    __device__ bool write_value(unsigned long row, const Partial<P> &sum) const {
        return sum.has && write_value(row, sum.value);
    }
    /// Writes value and bit.
    __device__ unsigned write(unsigned long row, const Partial<P> &sum) const {
        if (!write_value(row, sum)) return 0;
        if (arguments.w_bits != nullptr) set_bit(arguments.w_bits, row);
        return 1;
    }
    /// Writes the bits of 32 rows at once, from the warp whose lane k has row `first` + k.
    __device__ void write_word(unsigned long first, bool is_written) const {
        if (arguments.w_bits == nullptr) return;
        const unsigned word = __ballot_sync(all_lanes, is_written);
        if (lane() == 0 && first < arguments.A.nrows)
            reinterpret_cast<unsigned *>(arguments.w_bits)[first / 32] = word;
    }

    __device__ void publish(unsigned made) const {
        publish_entries({arguments.count_sum, arguments.count_blocks, arguments.count_where}, made);
    }
};

/// A thread per row (CSR-scalar, after Bell and Garland 2009; S_vm of SparseWeaver, Jeong et al.
/// 2025 §II). Grid: rows / 256 blocks of 256. For rows of a few entries. Stops at the monoid's
/// terminal value: it reads the first four entries one by one, since a row that stops early mostly
/// stops there, the others eight at a time. Deterministic.
template <class P>
__device__ void mxv_thread_row(const MxvPullArguments &arguments) {
    constexpr int head = 4, flight = 8;
    const PullView<P> view(arguments);
    const unsigned long row = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    bool is_written = false;
    if (row < arguments.A.nrows && view.is_allowed(row)) {
        Partial<P> sum;
        const unsigned long begin = view.offsets[row], end = view.offsets[row + 1];
        unsigned long p = begin;
        for (; p < end && p < begin + head && !is_final(sum); p++) view.accumulate(sum, p);
        for (; p + flight <= end && !is_final(sum); p += flight) {
            typename P::Index columns[flight];
            typename P::A factors[flight];
            Partial<P> terms[flight];
#pragma unroll
            for (int i = 0; i < flight; i++) {
                columns[i] = view.column(p + i);
                factors[i] = view.matrix_value(p + i);
            }
#pragma unroll
            for (int i = 0; i < flight; i++) terms[i] = view.product(columns[i], factors[i]);
#pragma unroll
            for (int i = 0; i < flight; i++) {
                if (P::u_is_full || terms[i].has) sum.add(terms[i]);
            }
        }
        for (; p < end && !is_final(sum); p++) view.accumulate(sum, p);
        is_written = view.write_value(row, sum);
    }
    view.write_word(row - lane(), is_written);
    view.publish(is_written);
}

/// A sub-warp of P::lanes (1, 2, ... 32) per row, shuffle reduction (CSR-vector, after Bell and
/// Garland 2009; parallel reduction with row split in Huang et al. 2021). Grid: rows · lanes / 256
/// blocks of 256. For even rows. A lane has P::flight entries in flight, so that enough loads of A
/// are in flight; P::lanes · P::flight are enough for a mean row. Deterministic.
template <class P>
__device__ void mxv_warp_row(const MxvPullArguments &arguments) {
    constexpr unsigned long lanes = P::lanes;
    constexpr int flight = P::flight;
    const PullView<P> view(arguments);
    const unsigned long row =
        (blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x) / lanes;
    const Registration own = view.registration(row);
    const unsigned long end = own.begin + own.degree;
    Partial<P> sum;
    for (unsigned long p = own.begin + lane() % lanes; p < end && !is_final(sum);
         p += flight * lanes) {
        typename P::Index columns[flight];
        typename P::A factors[flight];
#pragma unroll
        for (int i = 0; i < flight; i++) {
            if (p + i * lanes >= end) continue;
            columns[i] = view.template column<(lanes > 1)>(p + i * lanes);
            factors[i] = view.template matrix_value<(lanes > 1)>(p + i * lanes);
        }
#pragma unroll
        for (int i = 0; i < flight; i++) {
            if (p + i * lanes >= end) continue;
            const Partial<P> term = view.product(columns[i], factors[i]);
            if (P::u_is_full || term.has) sum.add(term);
        }
    }
    reduce_lanes(sum, P::lanes);
    unsigned made = 0;
    if (lane() % lanes == 0 && row < arguments.A.nrows) made = view.write(row, sum);
    view.publish(made);
}

} // namespace grb::device
