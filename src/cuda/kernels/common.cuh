// Functions that all run-time compiled kernels share.
// It uses no standard library and no CUB: NVRTC has neither. The including program has defined the
// operators (see program.cpp).
#pragma once

#include "algebra/complex_extended.hpp"

namespace grb::device {

inline constexpr unsigned all_lanes = 0xFFFFFFFFu;
inline constexpr int warp_size = 32;

/// Returns the value that ends a reduction; any value if there is none.
template <class Add>
__device__ inline typename Add::Z terminal_of() {
    if constexpr (Add::has_terminal) {
        return Add::terminal();
    } else {
        return typename Add::Z{};
    }
}

/// Is true when adding the identity leaves every value unchanged to the bit. False for floats' MIN
/// (+inf and NaN give +inf), for users' operators, for logical ones over numbers and for complex
/// numbers (1 · inf has a NaN).
template <class Add>
inline constexpr bool identity_is_neutral =
    Add::has_identity && !is_complex<typename Add::Z> &&
    (!is_floating<typename Add::Z> || is_same_type<Add, Plus<typename Add::Z>> ||
     is_same_type<Add, Times<typename Add::Z>>);
template <class Add>
requires(Add::is_user_defined) inline constexpr bool identity_is_neutral<Add> = false;

/// Returns the value x with x ⊕ y = y to the bit, for monoids with has_neutral. It is not always
/// the identity: 0 + -0 is 0, MIN of +inf and NaN is +inf.
template <class Add, class Z>
__device__ inline Z neutral_of() {
    if constexpr (is_floating<Z> && is_same_type<Add, Plus<Z>>) {
        return -Z{0};
    } else if constexpr (is_floating<Z> &&
                         (is_same_type<Add, Min<Z>> || is_same_type<Add, Max<Z>>)) {
        return from_bits<Z>(sizeof(Z) == 4 ? static_cast<Bits<Z>>(0x7FC00000u)
                                           : static_cast<Bits<Z>>(0x7FF8000000000000ul));
    } else {
        return Add::identity();
    }
}

template <class Add>
inline constexpr bool has_neutral = identity_is_neutral<Add> ||
                                    (is_floating<typename Add::Z> &&
                                     (is_same_type<Add, Min<typename Add::Z>> ||
                                      is_same_type<Add, Max<typename Add::Z>>));

/// Is true for a complex number and a user's struct: moved a word at a time, no operand of atomics.
/// A narrow number is moved as its 16 bits.
template <class T>
inline constexpr bool is_structured = (__is_class(T) || __is_union(T)) && !is_narrow<T>;

/// Alignment of `count` neighbouring values that one instruction loads; structs are loaded a member
/// at a time.
template <class T, int count>
inline constexpr unsigned long alignment_of_neighbours =
    is_structured<T> ? alignof(T) : sizeof(T) * count < 16 ? sizeof(T) * count : 16;

/// Converts x to Z. A user's struct is never cast: code that would cast one is compiled, but never
/// reached.
template <class Z, class X>
__device__ inline Z convert(X x) {
    if constexpr (is_same_type<Z, X>) {
        return x;
    } else if constexpr ((is_structured<Z> && !is_complex<Z>) || (is_structured<X> && !is_complex<X>)) {
        return Z{};
    } else if constexpr (is_complex<Z> || is_complex<X>) {
        return cast_complex<Z>(x);
    } else {
        return cast<Z>(x);
    }
}

__device__ inline int lane() {
    return static_cast<int>(threadIdx.x) % warp_size;
}

/// Returns another lane's x; exchange(word) fetches one word of it.
template <class T, class Exchange>
__device__ inline T exchanged(T x, const Exchange &exchange) {
    if constexpr (is_structured<T>) {
        unsigned words[(sizeof(T) + 3) / 4] = {};
        memcpy(words, &x, sizeof x);
#pragma unroll
        for (unsigned &word : words) word = exchange(word);
        memcpy(&x, words, sizeof x);
        return x;
    } else if constexpr (sizeof(T) == 8) {
        return from_bits<T>(exchange(bits_of(x)));
    } else {
        return from_bits<T>(static_cast<Bits<T>>(exchange(static_cast<unsigned>(bits_of(x)))));
    }
}

template <class T>
__device__ inline T shuffle_down(T x, int distance, int width = warp_size) {
    return exchanged(x,
                     [=](auto word) { return __shfl_down_sync(all_lanes, word, distance, width); });
}

template <class T>
__device__ inline T shuffle_up(T x, int distance, int width = warp_size) {
    return exchanged(x,
                     [=](auto word) { return __shfl_up_sync(all_lanes, word, distance, width); });
}

/// Loads a value whose cache line neighbouring lanes or the next iteration also read.
template <class T>
__device__ inline T load_streaming(const T *p) {
    if constexpr (is_structured<T>) {
        return *p;
    } else {
        return from_bits<T>(__ldcs(reinterpret_cast<const Bits<T> *>(p)));
    }
}

/// Loads a value that is read once, bypassing L1, which is left to gathered values.
template <class T>
__device__ inline T load_once(const T *p) {
    if constexpr (is_structured<T>) {
        return *p;
    } else if constexpr (sizeof(T) == 4) {
        unsigned x;
        asm("ld.global.nc.L1::no_allocate.b32 %0, [%1];" : "=r"(x) : "l"(p));
        return from_bits<T>(x);
    } else if constexpr (sizeof(T) == 8) {
        unsigned long x;
        asm("ld.global.nc.L1::no_allocate.b64 %0, [%1];" : "=l"(x) : "l"(p));
        return from_bits<T>(x);
    } else {
        return load_streaming(p);
    }
}

/// Loads four neighbouring values that are read once. p is aligned to all four, or to 16 bytes.
template <class T>
__device__ inline void load_four_once(const T *p, T (&x)[4]) {
    constexpr int words = sizeof(T); // of 4 bytes, in all four
    unsigned word[words];
    if constexpr (words == 1) {
        asm("ld.global.nc.L1::no_allocate.b32 %0, [%1];" : "=r"(word[0]) : "l"(p));
    } else if constexpr (words == 2) {
        asm("ld.global.nc.L1::no_allocate.v2.b32 {%0, %1}, [%2];"
            : "=r"(word[0]), "=r"(word[1])
            : "l"(p));
    } else {
        static_assert(words == 4 || words == 8);
#pragma unroll
        for (int k = 0; k < words; k += 4)
            asm("ld.global.nc.L1::no_allocate.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(word[k]), "=r"(word[k + 1]), "=r"(word[k + 2]), "=r"(word[k + 3])
                : "l"(reinterpret_cast<const char *>(p) + k * 4));
    }
    static_assert(sizeof word == sizeof x);
    memcpy(x, word, sizeof x);
}

template <class T>
__device__ inline T shuffle(T x, int source) {
    return exchanged(x, [=](auto word) { return __shfl_sync(all_lanes, word, source); });
}

__device__ inline unsigned long inclusive_in_warp(unsigned long x) {
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const unsigned long before = __shfl_up_sync(all_lanes, x, distance);
        if (lane() >= distance) x += before;
    }
    return x;
}

/// Computes an inclusive scan over the block. `warp_sums` is shared, one per warp; free again after
/// the next barrier.
__device__ inline unsigned long inclusive_in_block(unsigned long x, unsigned long *warp_sums) {
    const int warp = static_cast<int>(threadIdx.x) / warp_size;
    x = inclusive_in_warp(x);
    if (lane() == warp_size - 1) warp_sums[warp] = x;
    __syncthreads();
    for (int k = 0; k < warp; k++) x += warp_sums[k];
    return x;
}

__device__ inline bool bit_at(const unsigned long *words, unsigned long p) {
    return (words[p / 64] >> (p % 64) & 1) != 0;
}

/// Sets one bit of a cleared bitmap that other threads write, too.
__device__ inline void set_bit(unsigned long *words, unsigned long p) {
    atomicOr(reinterpret_cast<unsigned *>(words) + p / 32, 1u << (p % 32));
}

/// The number of entries that kernels write, summed over their blocks. The last block of the last
/// kernel publishes the sum where the host polls, and clears the counter.
struct EntryCounter {
    unsigned long long *sum;   // device, 0 before and after; null: no count wanted
    unsigned *blocks_done;     // device, 0 before and after
    unsigned long long *where; // mapped host memory; null: a later kernel publishes
};

/// Adds the entries that each thread made. All threads of the block call it.
__device__ inline void publish_entries(const EntryCounter &counter, unsigned made) {
    if (counter.sum == nullptr) return;
    __shared__ unsigned in_block;
    if (threadIdx.x == 0) in_block = 0;
    __syncthreads();
    made = __reduce_add_sync(all_lanes, made);
    if (lane() == 0 && made != 0) atomicAdd(&in_block, made);
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (in_block != 0) atomicAdd(counter.sum, static_cast<unsigned long long>(in_block));
    if (counter.where == nullptr) return;
    __threadfence();
    if (atomicAdd(counter.blocks_done, 1u) + 1 != gridDim.x) return;
    __threadfence();
    const unsigned long long total = atomicExch(counter.sum, 0ull);
    *counter.blocks_done = 0;
    *static_cast<volatile unsigned long long *>(counter.where) = total;
    __threadfence_system();
}

} // namespace grb::device
