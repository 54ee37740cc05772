// Element-wise kernels for bitmap and full storage, and for lists scattered into it.
// The program defines template parameter P; see each kernel. Thread blocks of 256; a warp owns
// whole 32-bit words of presence bits, so no bit is written twice.
#pragma once

#include "elementwise/element_tiles.cuh"
#include "kernels/partial.cuh"

namespace grb::device {

__device__ inline bool has_entry(const DenseElements &x, unsigned long p) {
    return !x.is_empty && (x.bits == nullptr || (x.bits[p / 32] >> (p % 32) & 1) != 0);
}

__device__ inline bool mask_allows(const DenseMask &mask, unsigned long p) {
    const unsigned word = mask.bits == nullptr ? 0 : mask.bits[p / 32];
    return ((word ^ mask.flip) >> (p % 32) & 1) != 0;
}

template <class T, bool is_iso>
__device__ inline T load_element(const void *values, unsigned long value, unsigned long p) {
    if constexpr (is_iso && is_structured<T>) {
        return values == nullptr ? T{} : *static_cast<const T *>(values);
    } else if constexpr (is_iso) {
        return values == nullptr ? from_bits<T>(static_cast<Bits<T>>(value))
                                 : *static_cast<const T *>(values);
    } else {
        return static_cast<const T *>(values)[p];
    }
}

/// Writes the presence word of elements `first` to first + 31 from their lanes. All lanes call it.
__device__ inline void write_word(const DenseResult &result, unsigned long elements,
                                  unsigned long first, bool is_present) {
    if (result.bits == nullptr) return;
    const unsigned word = __ballot_sync(all_lanes, is_present);
    // The host's words are twice as long: the last one is written whole.
    const unsigned long words = (elements + 63) / 64 * 2;
    if (lane() == 0 && first / 32 < words) result.bits[first / 32] = word;
}

__device__ inline void publish_elements(const DenseResult &result, unsigned made) {
    publish_entries({result.count_sum, result.count_blocks, result.count_where}, made);
}

/// Returns the elements of the lane's word that the mask allows, when it may have values of one
/// byte beside its bits.
__device__ inline unsigned word_of_mask(const MergeArguments &g, const ElementTile &tile) {
    if (g.mask_values == nullptr) return word_of(g.mask, tile);
    constexpr unsigned at_once = 8;
    unsigned own = 0;
    for (unsigned k = 0; k < tile.count; k += at_once) {
        unsigned char values[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; i++) {
            const unsigned long p = tile.element(k + i);
            values[i] = p < g.elements ? g.mask_values[p] : 0;
        }
#pragma unroll
        for (unsigned i = 0; i < at_once; i++) {
            const unsigned word = __ballot_sync(all_lanes, values[i] != 0);
            if (static_cast<unsigned>(lane()) == k + i) own = word;
        }
    }
    if (g.mask.bits != nullptr && tile.has_own()) own &= g.mask.bits[tile.own()];
    return own ^ g.mask.flip;
}

/// Applies a rule to 32 elements: returns bit `bit` of the rule's answer for each.
__device__ inline unsigned taken(unsigned rule, unsigned bit, unsigned a, unsigned b) {
    rule >>= bit;
    return ((rule & 1) != 0 ? a & ~b : 0) | ((rule >> 2 & 1) != 0 ? b & ~a : 0) |
           ((rule >> 4 & 1) != 0 ? a & b : 0);
}

/// c(p) = a(p), b(p) or a(p) ⊙ b(p) by a rule over the presence of their entries and over mask and
/// region: eWiseAdd, eWiseMult, casts and C⟨M⟩ = accum(C, T) (Yang 2019 §3; the rule is
/// DenseMerge's of the CPU). a, b bitmap or full, iso or not, or empty; c bitmap or full, or a
/// itself in place. Work O(elements), every byte once; the rule is applied to 32 elements at once;
/// no scratch. Any grid. Deterministic. P::A, B, Z, a_is_iso, b_is_iso, has_op, uses_a, uses_b,
/// op(a, b).
template <class P>
__device__ void merge_elements(const MergeArguments &g) {
    using A = typename P::A;
    using B = typename P::B;
    using Z = typename P::Z;
    constexpr unsigned at_once = words_at_once_of_both<A, B>;
    unsigned made = 0;
    each_tile(g.elements, g.tile_words, [&](const ElementTile &tile) {
        const unsigned has_a = word_of(g.a, tile, g.elements), has_b = word_of(g.b, tile, g.elements);
        const unsigned through = word_of_mask(g, tile);
        const unsigned inside = g.region == nullptr ? all_lanes
                                : tile.has_own()    ? g.region[tile.own()]
                                                    : 0;
        unsigned low = 0, high = 0; // the two bits of each element's answer
        const auto decide = [&](unsigned where, unsigned rule) {
            low |= where & taken(rule, 0, has_a, has_b);
            high |= where & taken(rule, 1, has_a, has_b);
        };
        decide(through & inside, g.inside);
        decide(through & ~inside, g.beyond);
        decide(~through, g.outside);
        for (unsigned k = 0; g.result.values != nullptr && k < tile.count; k += at_once) {
            unsigned take[at_once];
            A a[at_once];
            B b[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                const unsigned long p = tile.element(k + i);
                take[i] = (says(low, k + i) ? 1 : 0) | (says(high, k + i) ? 2 : 0);
                a[i] = A{};
                b[i] = B{};
                if (take[i] == 1 ? !g.is_in_place : take[i] == 3 && P::uses_a)
                    a[i] = load_element<A, P::a_is_iso>(g.a.values, g.a.value, p);
                if (take[i] == 2 || (take[i] == 3 && P::uses_b))
                    b[i] = load_element<B, P::b_is_iso>(g.b.values, g.b.value, p);
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                const unsigned long p = tile.element(k + i);
                if (p >= g.elements || (g.is_in_place && take[i] < 2)) continue;
                Z z{}; // absent elements hold zero
                if (take[i] == 1) z = convert<Z>(a[i]);
                if (take[i] == 2) z = convert<Z>(b[i]);
                if constexpr (P::has_op) {
                    if (take[i] == 3) z = P::op(a[i], b[i]);
                }
                static_cast<Z *>(g.result.values)[p] = z;
            }
        }
        store_words(g.result, tile, g.elements, low | high);
        made += static_cast<unsigned>(__popc(low | high));
    });
    publish_elements(g.result, made);
}

/// Returns true if x's own value passes a mask by value.
template <class X>
__device__ inline bool passes(OwnTest test, X x) {
    if constexpr (is_structured<X> || is_narrow<X>) {
        return true;
    } else {
        return test == OwnTest::none || (x != X{}) == (test == OwnTest::is_true);
    }
}

/// c(p) = f(x(p), i, j) where x has an entry and the mask allows p: apply. As a selection, c has
/// x's values, and an entry where f is true. x bitmap or full, iso or not, row-major, or the
/// entries of a list of one row (then without mask). A mask by value that is x itself is tested
/// with the values that are loaded anyway. Work O(elements), every byte once; no scratch. Any grid.
/// Deterministic.
/// P::X, Z, x_is_iso, uses_x, uses_position, is_selection, f(x, i, j, scalar) (bool for a
/// selection).
template <class P>
__device__ void map_elements(const MapArguments &g) {
    using X = typename P::X;
    constexpr unsigned at_once = words_at_once<X>;
    unsigned made = 0;
    each_tile(g.elements, g.tile_words, [&](const ElementTile &tile) {
        const unsigned candidates = word_of(g.x, tile, g.elements) & word_of(g.mask, tile);
        unsigned present = P::is_selection || g.own_test != OwnTest::none ? 0 : candidates;
        for (unsigned k = 0; k < tile.count; k += at_once) {
            bool is_present[at_once];
            X x[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                is_present[i] = says(candidates, k + i);
                x[i] = X{};
                if ((P::uses_x || g.own_test != OwnTest::none) && is_present[i])
                    x[i] = load_element<X, P::x_is_iso>(g.x.values, g.x.value, tile.element(k + i));
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                const unsigned long p = tile.element(k + i);
                is_present[i] = is_present[i] && passes(g.own_test, x[i]);
                long row = 0, column = 0;
                if constexpr (P::uses_position) {
                    unsigned long at = p;
                    if (g.indices != nullptr && is_present[i]) {
                        at = g.has_short_indices ? static_cast<const unsigned *>(g.indices)[p]
                                                 : static_cast<const unsigned long *>(g.indices)[p];
                    }
                    row = static_cast<long>(g.is_vector ? at : at / g.ncols);
                    column = static_cast<long>(g.is_vector ? 0 : at % g.ncols);
                }
                if constexpr (P::is_selection) {
                    is_present[i] = is_present[i] && P::f(x[i], row, column, g.scalar);
                } else {
                    using Z = typename P::Z;
                    Z z{};
                    if (is_present[i]) z = P::f(x[i], row, column, g.scalar);
                    if (g.result.values != nullptr && p < g.elements)
                        static_cast<Z *>(g.result.values)[p] = z;
                }
                if (!P::is_selection && g.own_test == OwnTest::none) continue;
                const unsigned word = __ballot_sync(all_lanes, is_present[i]);
                if (static_cast<unsigned>(lane()) == k + i) present = word;
            }
        }
        store_words(g.result, tile, g.elements, present);
        made += static_cast<unsigned>(__popc(present));
    });
    publish_elements(g.result, made);
}

/// Sums over the block's threads into thread 0.
template <class P>
__device__ inline void reduce_block(Partial<P> &sum) {
    constexpr int warps = element_threads / warp_size;
    __shared__ typename P::Z values[warps];
    __shared__ bool has[warps];
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    __syncthreads(); // an earlier call may still be reading
    reduce_lanes(sum, warp_size);
    if (lane() == 0) {
        values[warp] = sum.value;
        has[warp] = sum.has;
    }
    __syncthreads();
    if (warp != 0) return;
    sum = Partial<P>();
    if (lane() < warps) {
        sum.value = values[lane()];
        sum.has = has[lane()];
    }
    reduce_lanes(sum, warps);
}

/// s = ⊕ of all entries: each warp sums strided tiles, each block a tree, and the last block adds
/// the blocks' sums in order (in two stages; Yang 2019 §5). x bitmap, full, or the values of a
/// sparse object. Grid: any number of blocks; the same number gives the same order of addition,
/// whatever the timing: deterministic. Work O(elements); scratch one value per block.
/// P::X, x_is_iso, is_fetched (the sum stays in the first block's slot), and the members that
/// Partial needs.
template <class P>
__device__ void reduce_elements(const ReduceArguments &g) {
    using X = typename P::X;
    using Z = typename P::Z;
    constexpr unsigned at_once = words_at_once<X>;
    Partial<P> sum;
    each_tile(g.elements, g.tile_words, [&](const ElementTile &tile) {
        const unsigned present = word_of(g.x, tile, g.elements);
        for (unsigned k = 0; k < tile.count; k += at_once) {
            bool is_present[at_once];
            X x[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                is_present[i] = says(present, k + i);
                x[i] = X{};
                if (is_present[i])
                    x[i] = load_element<X, P::x_is_iso>(g.x.values, g.x.value, tile.element(k + i));
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; i++) {
                if (!is_present[i]) continue;
                Partial<P> term;
                term.value = convert<Z>(x[i]);
                term.has = true;
                sum.add(term);
            }
        }
    });
    reduce_block(sum);
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        static_cast<Z *>(g.block_values)[blockIdx.x] = sum.value;
        g.block_has[blockIdx.x] = sum.has;
        __threadfence();
        is_last = atomicAdd(g.blocks_done, 1u) + 1 == gridDim.x;
        __threadfence(); // makes the other blocks' writes visible behind the barrier
    }
    __syncthreads();
    if (!is_last) return;
    sum = Partial<P>();
    for (unsigned block = threadIdx.x; block < gridDim.x; block += blockDim.x) {
        Partial<P> term;
        term.value = static_cast<const Z *>(g.block_values)[block];
        term.has = g.block_has[block] != 0;
        sum.add(term);
    }
    reduce_block(sum);
    if (threadIdx.x != 0) return;
    *g.blocks_done = 0;
    if constexpr (P::is_fetched) {
        *static_cast<Z *>(g.block_values) = sum.value;
    } else {
        static_cast<volatile unsigned long long *>(g.where)[1] = bits_of(sum.value);
    }
    __threadfence_system();
    *static_cast<volatile unsigned long long *>(g.where) = sum.has ? 1 : 0;
    __threadfence_system();
}

/// c(p) = c(p) ⊙ t(p), or t(p) where c has no entry or there is no operator, for the entries of a
/// list t of one row that the mask allows; in place, c bitmap or full and not iso. A thread per
/// entry; the positions differ, so only the words of bits are shared: atomicOr. Work O(entries of
/// t). Grid: entries / 256 blocks. Deterministic. (Scatter-update of a dense vector by a frontier:
/// Yang 2019 §5.)
/// P::Index, T, Z, t_is_iso, has_op, uses_c, uses_t, op(c, t).
template <class P>
__device__ void scatter_list(const ScatterArguments &g) {
    using T = typename P::T;
    using Z = typename P::Z;
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    unsigned made = 0;
    if (k < g.nvals) {
        const unsigned long p = static_cast<const typename P::Index *>(g.indices)[k];
        if (mask_allows(g.mask, p)) {
            bool had = true;
            if (g.result.bits != nullptr) {
                const unsigned bit = 1u << (p % 32);
                had = (atomicOr(g.result.bits + p / 32, bit) & bit) != 0;
                made = !had;
            }
            Z *const values = static_cast<Z *>(g.result.values);
            T t{};
            if (!had || P::uses_t) t = load_element<T, P::t_is_iso>(g.t_values, g.t_value, k);
            Z z = convert<Z>(t);
            if constexpr (P::has_op) {
                if (had) z = P::op(P::uses_c ? values[p] : Z{}, t);
            }
            values[p] = z;
        }
    }
    publish_elements(g.result, made);
}

} // namespace grb::device
