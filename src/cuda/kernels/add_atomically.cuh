// Addition to an element while other threads add to it. Template parameter P:
//   P::Z, P::Add, P::add(x, y)    the monoid
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// Reads from L2, where atomics of other multiprocessors are visible.
template <class T>
__device__ inline T load_shared_by_all(const T *p) {
    return from_bits<T>(__ldcg(reinterpret_cast<const Bits<T> *>(p)));
}

/// *target = *target ⊕ x by compare-and-swap; stores nothing if nothing changes. Values of 1 and 2
/// bytes use the word that holds them.
template <class P>
__device__ inline void add_by_exchange(typename P::Z *element, typename P::Z x) {
    using Z = typename P::Z;
    if constexpr (sizeof(Z) == 8) {
        auto *word = reinterpret_cast<unsigned long long *>(element);
        unsigned long long old = __ldcg(word);
        for (;;) {
            const unsigned long long next = bits_of(P::add(from_bits<Z>(old), x));
            if (next == old) return;
            const unsigned long long seen = atomicCAS(word, old, next);
            if (seen == old) return;
            old = seen;
        }
    } else {
        const unsigned long address = reinterpret_cast<unsigned long>(element);
        auto *word = reinterpret_cast<unsigned *>(address & ~3ul);
        const unsigned shift = static_cast<unsigned>(address & 3) * 8;
        constexpr unsigned ones = static_cast<unsigned>(~0ul >> (64 - 8 * sizeof(Z)));
        unsigned old = __ldcg(word);
        for (;;) {
            const Z value = from_bits<Z>(static_cast<Bits<Z>>(old >> shift & ones));
            const unsigned sum = bits_of(P::add(value, x));
            const unsigned next = (old & ~(ones << shift)) | sum << shift;
            if (next == old) return;
            const unsigned seen = atomicCAS(word, old, next);
            if (seen == old) return;
            old = seen;
        }
    }
}

/// *target = *target ⊕ x while other threads do the same, by the device's atomic if there is one.
/// Returns false if another thread has surely added to the element before: that thread marks the
/// element as present.
template <class P>
__device__ inline bool add_atomically(typename P::Z *element, typename P::Z x) {
    using Z = typename P::Z;
    using Add = typename P::Add;
    // The unsigned type of this size for atomics.
    constexpr bool is_long = sizeof(Z) == 8;
    constexpr bool is_word = sizeof(Z) >= 4;
    if constexpr (is_same_type<Z, double> && is_same_type<Add, Plus<Z>>) {
        atomicAdd(element, x);
    } else if constexpr (is_same_type<Z, float> && is_same_type<Add, Plus<Z>>) {
        // The atomic flushes denormals. From 2^-101 on, no sum with x is a denormal other than 0.
        if ((bits_of(x) & 0x7FFFFFFFu) >= 0x0D000000u) {
            atomicAdd(element, x);
        } else {
            add_by_exchange<P>(element, x);
        }
    } else if constexpr (is_integer<Z> && is_word && is_same_type<Add, Plus<Z>>) {
        if constexpr (is_long) {
            atomicAdd(reinterpret_cast<unsigned long long *>(element), bits_of(x));
        } else {
            atomicAdd(reinterpret_cast<unsigned *>(element), bits_of(x));
        }
    } else if constexpr (is_integer<Z> && is_word &&
                         (is_same_type<Add, Min<Z>> || is_same_type<Add, Max<Z>>)) {
        const Z old = load_shared_by_all(element);
        if (P::add(old, x) == old) return old == neutral_of<Add, Z>();
        constexpr bool is_min = is_same_type<Add, Min<Z>>;
        if constexpr (is_same_type<Z, long>) {
            auto *target = reinterpret_cast<long long *>(element);
            is_min ? atomicMin(target, static_cast<long long>(x))
                   : atomicMax(target, static_cast<long long>(x));
        } else if constexpr (is_long) {
            auto *target = reinterpret_cast<unsigned long long *>(element);
            is_min ? atomicMin(target, static_cast<unsigned long long>(x))
                   : atomicMax(target, static_cast<unsigned long long>(x));
        } else {
            is_min ? atomicMin(element, x) : atomicMax(element, x);
        }
    } else {
        add_by_exchange<P>(element, x);
    }
    return true;
}

} // namespace grb::device
