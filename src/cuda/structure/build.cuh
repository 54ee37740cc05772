// Combines the values of tuples at the same position. Template parameter P, defined by the program:
//   P::X, x_is_iso              stored type of the tuples' values
//   P::Z, P::Add, add(x, y)     type and functor of dup
//   P::is_reorderable           any order of the terms gives the same bits
// and to scatter
//   P::Index, index_is_iso, has_values, has_op
#pragma once

#include "structure/build_arguments.h"
#include "mxv/mxv_push.cuh"
#include "kernels/publish.cuh"

namespace grb::device {

template <class P>
__device__ inline typename P::Z tuple_value(const void *values, unsigned long position) {
    return convert<typename P::Z>(
        static_cast<const typename P::X *>(values)[P::x_is_iso ? 0 : position]);
}

/// The sum of one run, by a whole warp; lane 0 has the result. If any order gives the same bits,
/// each lane adds every 32nd term, and the lanes' sums are added last. Else terms are loaded 32 at
/// a time and added in order.
template <class P>
__device__ inline typename P::Z fold_with_warp(const RunArguments &g, unsigned long begin,
                                               unsigned long end) {
    using Z = typename P::Z;
    const auto load = [&](unsigned long p) {
        return tuple_value<P>(g.values, g.order == nullptr ? p : g.order[p]);
    };
    if constexpr (P::is_reorderable) {
        // The run has more terms than a warp has lanes: every lane has a first term.
        Z sum = load(begin + lane());
        for (unsigned long p = begin + warp_size + lane(); p < end; p += warp_size)
            sum = P::add(sum, load(p));
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            sum = P::add(sum, shuffle_down(sum, distance));
        return sum;
    } else {
        Z sum{};
        for (unsigned long base = begin; base < end; base += warp_size) {
            const unsigned long p = base + lane();
            const Z own = p < end ? load(p) : Z{};
            const int terms = static_cast<int>(end - base < warp_size ? end - base : warp_size);
            for (int k = 0; k < terms; k++) {
                const Z term = shuffle(own, k);
                sum = base == begin && k == 0 ? term : P::add(sum, term);
            }
        }
        return sum;
    }
}

/// out(k) = x(p0) ⊙ x(p1) ⊙ ... over the tuples of run k, in input order. One thread folds a run of
/// up to 64 tuples; a warp folds the longer runs of its threads, one after the other. Work
/// O(tuples); no scratch. Grid: runs / 256 blocks. Deterministic, and equal to the host's result to
/// the bit: the order changes only if that changes no bit.
template <class P>
__device__ void fold_runs(const RunArguments &g) {
    using Z = typename P::Z;
    constexpr unsigned long longest_alone = 64;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    unsigned long begin = 0, end = 0;
    if (k < g.runs) {
        begin = g.starts == nullptr ? k : g.starts[k];
        end = g.starts == nullptr ? k + 1 : g.starts[k + 1];
    }
    if (begin != end && end - begin <= longest_alone) {
        const auto load = [&](unsigned long p) {
            return tuple_value<P>(g.values, g.order == nullptr ? p : g.order[p]);
        };
        Z sum = load(begin);
        for (unsigned long p = begin + 1; p < end; p++) sum = P::add(sum, load(p));
        static_cast<Z *>(g.out)[k] = sum;
    }
    unsigned long_runs = __ballot_sync(all_lanes, end - begin > longest_alone);
    for (; long_runs != 0; long_runs &= long_runs - 1) {
        const int source = __ffs(static_cast<int>(long_runs)) - 1;
        const unsigned long first = shuffle(begin, source), last = shuffle(end, source);
        const unsigned long run = shuffle(k, source);
        const Z sum = fold_with_warp<P>(g, first, last);
        if (lane() == 0) static_cast<Z *>(g.out)[run] = sum;
    }
}

/// w(I(k)) = w(I(k)) ⊙ x(k) by atomics, into dense storage that begins with dup's neutral value;
/// also sets presence bits. Without dup, positions must be distinct: the count of bits reveals a
/// repeated one. w bitmap, I of any integer type; an index outside sets a flag. Work O(tuples).
/// Grid: tuples / 256 blocks. Deterministic: a dup whose terms may not come in any order is
/// refused. (Scatter by atomics: Yang 2019 §4.3.)
template <class P>
__device__ void scatter_tuples(const ElementArguments &g) {
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    unsigned is_new = 0, is_outside = 0;
    if (k < g.count) {
        const auto p = static_cast<unsigned long>(
            static_cast<const typename P::Index *>(g.indices)[P::index_is_iso ? 0 : k]);
        if (p >= g.elements) {
            is_outside = 1;
        } else {
            if constexpr (P::has_values) {
                auto *element = static_cast<typename P::Z *>(g.values) + p;
                const typename P::Z x = tuple_value<P>(g.tuple_values, k);
                if constexpr (P::has_op) {
                    add_atomically<P>(element, x);
                } else {
                    *element = x;
                }
            }
            const unsigned bit = 1u << (p % 32);
            unsigned *const word = g.bits + p / 32;
            is_new = (__ldcg(word) & bit) == 0 && (atomicOr(word, bit) & bit) == 0;
        }
    }
    publish_flags({g.count_sum, g.count_blocks, g.flags, g.where}, is_new, is_outside);
}

/// Fills the values with dup's neutral value and clears the bits. Any grid. Runs before
/// scatter_tuples.
template <class P>
__device__ void prepare_elements(const ElementArguments &g) {
    MxvPushArguments elements{};
    elements.A.ncols = g.elements;
    elements.w_values = g.values;
    elements.w_bits = reinterpret_cast<unsigned long *>(g.bits);
    mxv_push_prepare<P>(elements);
}

} // namespace grb::device
