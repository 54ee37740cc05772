// Sums that may still be empty, and their addition across lanes. Template parameter P:
//   P::Z                          type of the monoid
//   P::add(x, y), P::identity(), P::terminal(), has_terminal, identity_is_neutral
//   P::ends_at_first              the first term may stand for the sum
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// A sum so far; `has` is false before the first term.
template <class P>
struct Partial {
    typename P::Z value = P::identity();
    bool has = false;

    __device__ void add(const Partial &other) {
        // An identity that changes a value (MIN of +inf and NaN) must not take part.
        if constexpr (P::identity_is_neutral) {
            value = P::add(value, other.value);
        } else {
            value = !has ? other.value : other.has ? P::add(value, other.value) : value;
        }
        has = has || other.has;
    }
};

template <class P>
__device__ inline bool is_final(const Partial<P> &sum) {
    if constexpr (P::ends_at_first) {
        return sum.has;
    } else if constexpr (P::has_terminal) {
        return sum.has && sum.value == P::terminal();
    } else {
        return false;
    }
}

/// Adds the sums of `width` neighbouring lanes into the first of them.
template <class P>
__device__ inline void reduce_lanes(Partial<P> &sum, int width) {
    for (int distance = width / 2; distance > 0; distance /= 2) {
        Partial<P> other;
        other.value = shuffle_down(sum.value, distance, width);
        other.has = shuffle_down(sum.has, distance, width);
        sum.add(other);
    }
}

} // namespace grb::device
