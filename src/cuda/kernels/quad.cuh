// Loads of four neighbouring entries of a compressed matrix.
// Template parameter P: Index, A, a_is_iso, uses_a.
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// Four neighbouring entries of A.
template <class P>
struct Quad {
    typename P::Index columns[4];
    typename P::A factors[4];
};

/// Loads the entries p to p + 3, p a multiple of 4, of `nvals`; zeros beyond. `is_aligned`: both
/// arrays begin on boundaries of 16 bytes.
template <class P>
__device__ inline Quad<P> quad_at(const typename P::Index *indices, const void *a_values,
                                  unsigned long nvals, bool is_aligned, unsigned long p) {
    constexpr bool has_values = P::uses_a && !P::a_is_iso;
    const auto *values = static_cast<const typename P::A *>(a_values);
    Quad<P> four{};
    if constexpr (P::uses_a && P::a_is_iso) {
#pragma unroll
        for (typename P::A &factor : four.factors) factor = *values;
    }
    if (p + 4 <= nvals && is_aligned) {
        load_four_once(indices + p, four.columns);
        if constexpr (has_values && is_structured<typename P::A>) {
#pragma unroll
            for (int k = 0; k < 4; k++) four.factors[k] = values[p + k];
        } else if constexpr (has_values) {
            load_four_once(values + p, four.factors);
        }
        return four;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if (p + k >= nvals) break;
        four.columns[k] = __ldcs(indices + p + k);
        if constexpr (has_values) four.factors[k] = load_streaming(values + p + k);
    }
    return four;
}

} // namespace grb::device
