// Chains of calls on vectors, carried out together. Template parameter P, defined by the program:
//   count, Stages = StageList<S0, S1, ...>, has_counts
//   base_is_bitmap         else a list
//   is_full                all operands and results are full vectors
// Each stage S:
//   A, B, M, Z             the values of its operands, its mask and its result
//   a_from, b_from, m_from where they come from (ChainFrom, or an earlier stage)
//   a_is_iso, b_is_iso, m_is_iso, tests_mask
//   call                   ChainKind; op(a, b) or f(x, i, j, scalar)
//   is_stored              full: the result is wanted
//   list, counted          the number of the list that it makes, of the bitmap whose entries are
//                          counted; most_chain_counts: none
#pragma once

#include "chain/chain_arguments.h"
#include "elementwise/elementwise.cuh"
#include "kernels/look_back.cuh"

namespace grb::device {

/// The calls that may be stages. The last two change their output in place.
enum ChainKind : int {
    chain_multiply,
    chain_apply,
    chain_select,
    chain_copy,
    chain_set,
    chain_set_value
};

template <class... Stages>
struct StageList {};
template <int k, class First, class... Rest>
struct StageAt {
    using Type = typename StageAt<k - 1, Rest...>::Type;
};
template <class First, class... Rest>
struct StageAt<0, First, Rest...> {
    using Type = First;
};
template <int k, class... Stages>
StageAt<k, Stages...> stage_at(StageList<Stages...>);
template <class P, int k>
using StageOf = typename decltype(stage_at<k>(typename P::Stages{}))::Type;

/// The results of stages 0 to k at one position.
template <class P, int k>
struct StageResults : StageResults<P, k - 1> {
    typename StageOf<P, k>::Z value;
    bool has;
};
template <class P>
struct StageResults<P, -1> {};

/// An entry of the base.
struct ChainPlace {
    unsigned long k; // its number
    unsigned p;      // its position
};

/// Returns true if the operand has an entry there, and loads its value.
template <class P, int from, bool is_iso, class T, class Results>
__device__ inline bool find_operand(const ChainSource &x, const ChainPlace &at,
                                    const Results &before, T &value) {
    if constexpr (from < from_base) {
        const StageResults<P, from> &result = before;
        value = result.value;
        return result.has;
    } else if constexpr (from == from_base) {
        value = load_element<T, is_iso>(x.values, x.value, at.k);
        return true;
    } else if constexpr (from == from_elements) {
        if (x.count == 0) return false;
        if (x.where != nullptr && (x.where[at.p / 32] >> (at.p % 32) & 1) == 0) return false;
        value = load_element<T, is_iso>(x.values, x.value, at.p);
        return true;
    } else {
        unsigned long low = 0, high = x.count;
        while (low < high) {
            const unsigned long middle = low + (high - low) / 2;
            if (x.where[middle] < at.p) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == x.count || x.where[low] != at.p) return false;
        value = load_element<T, is_iso>(x.values, x.value, low);
        return true;
    }
}

template <class Z>
__device__ inline Z bound_value(const BoundValue &bound) {
    if constexpr (is_structured<Z>) {
        Z z;
        memcpy(&z, bound.words, sizeof z);
        return z;
    } else {
        return from_bits<Z>(static_cast<Bits<Z>>(bound.words[0]));
    }
}

/// Sets or deletes the output's element. Returns the change of its number of entries.
template <class Z>
__device__ inline int change_element(const ChainStageArguments &own, unsigned p, bool has, Z value) {
    unsigned *const word = own.where == nullptr ? nullptr : own.where + p / 32;
    const unsigned bit = 1u << (p % 32);
    Z *const element = static_cast<Z *>(own.values) + p;
    if (!has) {
        if (word == nullptr || (atomicAnd(word, ~bit) & bit) == 0) return 0;
        *element = Z{}; // absent elements hold zero
        return -1;
    }
    *element = value;
    return word == nullptr || (atomicOr(word, bit) & bit) != 0 ? 0 : 1;
}

/// Carries out stages k and later at one position. changes: of the counted bitmaps' entries.
template <class P, int k = 0>
__device__ inline void run_stages(const ChainArguments &g, const ChainPlace &at,
                                  StageResults<P, P::count - 1> &results,
                                  int (&changes)[most_chain_counts]) {
    if constexpr (k < P::count) {
        using S = StageOf<P, k>;
        const ChainStageArguments &own = g.stages[k];
        StageResults<P, k> &result = results;
        bool is_allowed = true;
        if constexpr (S::m_from != from_nothing) {
            typename S::M m{};
            is_allowed = find_operand<P, S::m_from, S::m_is_iso>(own.mask, at, results, m);
            if constexpr (S::tests_mask) is_allowed = is_allowed && m != typename S::M{};
        }
        result.has = false;
        if (is_allowed) {
            typename S::A a{};
            bool has = true;
            if constexpr (S::a_from != from_nothing)
                has = find_operand<P, S::a_from, S::a_is_iso>(own.a, at, results, a);
            if constexpr (S::call == chain_set || S::call == chain_set_value) {
                typename S::Z value{};
                if constexpr (S::call == chain_set) value = a;
                if constexpr (S::call == chain_set_value)
                    value = bound_value<typename S::Z>(own.scalar);
                const int change = change_element(own, at.p, has, value);
                if constexpr (S::counted < most_chain_counts) changes[S::counted] += change;
            } else if constexpr (S::call == chain_multiply) {
                typename S::B b{};
                result.has =
                    has && find_operand<P, S::b_from, S::b_is_iso>(own.b, at, results, b);
                if (result.has) result.value = S::op(a, b);
            } else if constexpr (S::call == chain_apply) {
                result.has = has;
                if (has) result.value = S::f(a, static_cast<long>(at.p), 0, own.scalar);
            } else {
                result.has = has;
                if constexpr (S::call == chain_select)
                    result.has = has && S::f(a, static_cast<long>(at.p), 0, own.scalar);
                if (result.has) result.value = a;
            }
        }
        run_stages<P, k + 1>(g, at, results, changes);
    }
}

/// This block's counts of the lists and what its blocks made before them.
struct ChainOffsets {
    static constexpr int warps = chain_threads / warp_size, groups = chain_per_thread * warps;
    unsigned of_group[most_chain_counts][groups]; // entries of the block before the group's
    unsigned total[most_chain_counts];
    unsigned long before[most_chain_counts]; // of all blocks before this one
};
static_assert(ChainOffsets::groups == warp_size);

/// Counts the entries of list `l` in each group of 32 neighbours.
template <class P, int k = 0>
__device__ inline void count_lists(const StageResults<P, P::count - 1> (&results)[chain_per_thread],
                                   ChainOffsets &offsets) {
    if constexpr (k < P::count) {
        using S = StageOf<P, k>;
        if constexpr (S::list < most_chain_counts) {
#pragma unroll
            for (int i = 0; i < chain_per_thread; i++) {
                const StageResults<P, k> &result = results[i];
                const unsigned kept = __ballot_sync(all_lanes, result.has);
                if (lane() == 0) {
                    const int group =
                        i * ChainOffsets::warps + static_cast<int>(threadIdx.x) / warp_size;
                    offsets.of_group[S::list][group] = static_cast<unsigned>(__popc(kept));
                }
            }
        }
        count_lists<P, k + 1>(results, offsets);
    }
}

/// Turns counts to sums of those before, for the list of the calling warp.
__device__ inline void sum_groups(ChainOffsets &offsets) {
    const int list = static_cast<int>(threadIdx.x) / warp_size;
    if (list >= most_chain_counts) return;
    const unsigned own = offsets.of_group[list][lane()];
    unsigned sum = own;
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const unsigned other = __shfl_up_sync(all_lanes, sum, distance);
        if (lane() >= distance) sum += other;
    }
    offsets.of_group[list][lane()] = sum - own;
    if (lane() == warp_size - 1) offsets.total[list] = sum;
}

template <class P, int k = 0>
__device__ inline void store_lists(const ChainArguments &g,
                                   const StageResults<P, P::count - 1> (&results)[chain_per_thread],
                                   const unsigned (&positions)[chain_per_thread],
                                   const ChainOffsets &offsets) {
    if constexpr (k < P::count) {
        using S = StageOf<P, k>;
        if constexpr (S::list < most_chain_counts) {
            const ChainStageArguments &own = g.stages[k];
#pragma unroll
            for (int i = 0; i < chain_per_thread; i++) {
                const StageResults<P, k> &result = results[i];
                const unsigned kept = __ballot_sync(all_lanes, result.has);
                if (!result.has) continue;
                const int group =
                    i * ChainOffsets::warps + static_cast<int>(threadIdx.x) / warp_size;
                const unsigned long place =
                    offsets.before[S::list] + offsets.of_group[S::list][group] +
                    static_cast<unsigned>(__popc(kept & ((1u << lane()) - 1)));
                own.where[place] = positions[i];
                static_cast<typename S::Z *>(own.values)[place] = result.value;
            }
        }
        store_lists<P, k + 1>(g, results, positions, offsets);
    }
}

/// Adds this block's two sums of 32 bits each; the last block publishes them. One thread calls it.
__device__ inline void publish_chain(const ChainArguments &g, const unsigned (&made)[2],
                                     const unsigned (&changed)[2]) {
    const auto packed = [](const unsigned(&pair)[2]) {
        return pair[0] | static_cast<unsigned long long>(pair[1]) << 32;
    };
    unsigned long long lists = packed(made), changes = packed(changed);
    if (gridDim.x > 1) {
        atomicAdd(g.sums[0], lists);
        atomicAdd(g.sums[1], changes);
        __threadfence();
        if (atomicAdd(g.blocks_done, 1u) + 1 != gridDim.x) return;
        __threadfence();
        lists = atomicExch(g.sums[0], 0ull);
        changes = atomicExch(g.sums[1], 0ull);
        *g.blocks_done = 0;
    }
    static_cast<volatile unsigned long long *>(g.where)[1] = changes;
    __threadfence_system();
    *static_cast<volatile unsigned long long *>(g.where) = lists;
    __threadfence_system();
}

/// Stores the results of stages k and later at a position of full vectors.
template <class P, int k = 0>
__device__ inline void store_elements(const ChainArguments &g, unsigned p,
                                      const StageResults<P, P::count - 1> &results) {
    if constexpr (k < P::count) {
        using S = StageOf<P, k>;
        const StageResults<P, k> &result = results;
        if constexpr (S::is_stored)
            static_cast<typename S::Z *>(g.stages[k].values)[p] = result.value;
        store_elements<P, k + 1>(g, p, results);
    }
}

/// Calls that work at the positions of a list or bitmap, the base, one after the other at each
/// position: results that a later call replaces are never stored, and one launch makes the lists
/// and changes the dense outputs in place. Base: of one row, lists sorted or not; other operands
/// dense, or sorted lists, which each entry searches. Or all are full vectors. A thread has 4
/// entries or bits; blocks look back for the number of entries before theirs, so the lists keep
/// the base's order. Work O(entries · stages · log of other lists); no scratch. Grid: entries or
/// bits / 1024, at most look_back_words. Deterministic: bits of one word are set by atomics, and
/// no two entries share an element. Compaction in one pass: Merrill and Garland 2016.
template <class P>
__device__ void chain_entries(const ChainArguments &g) {
    __shared__ ChainOffsets offsets;
    __shared__ unsigned changed[most_chain_counts];
    if (threadIdx.x < most_chain_counts) changed[threadIdx.x] = 0;
    for (unsigned k = threadIdx.x; k < most_chain_counts * ChainOffsets::groups; k += chain_threads)
        offsets.of_group[k / ChainOffsets::groups][k % ChainOffsets::groups] = 0;
    __syncthreads();
    StageResults<P, P::count - 1> results[chain_per_thread] = {};
    unsigned positions[chain_per_thread];
    bool are_there[chain_per_thread];
    const unsigned long first = blockIdx.x * static_cast<unsigned long>(chain_tile) + threadIdx.x;
#pragma unroll
    for (int i = 0; i < chain_per_thread; i++) {
        const unsigned long k = first + static_cast<unsigned long>(i) * chain_threads;
        are_there[i] = k < g.count;
        positions[i] = static_cast<unsigned>(k);
        if constexpr (P::is_full) continue;
        const unsigned word =
            are_there[i] ? g.positions[P::base_is_bitmap ? k / warp_size : k] : 0;
        if constexpr (P::base_is_bitmap) {
            are_there[i] = (word >> (k % warp_size) & 1) != 0;
        } else {
            positions[i] = word;
        }
    }
    int changes[most_chain_counts] = {};
#pragma unroll
    for (int i = 0; i < chain_per_thread; i++) {
        const unsigned long k = first + static_cast<unsigned long>(i) * chain_threads;
        if (are_there[i]) run_stages<P>(g, {k, positions[i]}, results[i], changes);
        if constexpr (P::is_full) {
            if (are_there[i]) store_elements<P>(g, positions[i], results[i]);
            continue;
        }
        for (int &change : changes) change += k < g.count ? 1 : 0; // never negative
    }
    if constexpr (!P::has_counts) return;
    count_lists<P>(results, offsets);
    for (int c = 0; c < most_chain_counts; c++) {
        const unsigned sum = __reduce_add_sync(all_lanes, static_cast<unsigned>(changes[c]));
        if (lane() == 0 && sum != 0) atomicAdd(&changed[c], sum);
    }
    __syncthreads();
    sum_groups(offsets);
    __syncthreads();
    if (gridDim.x > 1) {
        sums_before(g.look_back, offsets.total, offsets.before);
    } else if (threadIdx.x < most_chain_counts) {
        offsets.before[threadIdx.x] = 0;
    }
    __syncthreads();
    store_lists<P>(g, results, positions, offsets);
    if (threadIdx.x == 0) publish_chain(g, offsets.total, changed);
}

} // namespace grb::device
