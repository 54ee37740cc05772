// w = A ⊕.⊗ u, A by columns, u a sorted list, a full vector or the list of a bitmap. Products that
// the mask excludes are never made. Template parameter P, defined by the program:
//   P::Offset, P::Index        widths of A's arrays
//   P::FrontierIndex, ListIndex  widths of u's positions and of w's
//   P::Schedule                see push_frontier.cuh
//   P::has_values              false: the values of w are known without reading any
//   P::has_mask_values, MaskValue  the mask is an array of values, not bits
// and with values
//   P::A, P::U, P::Z, P::Add   stored types of A's and u's values, type and functor of the monoid
//   P::a_is_iso, u_is_iso, u_by_vertex, P::multiply(a, u), P::add(x, y)
#pragma once

#include "kernels/add_atomically.cuh"
#include "mxv/push_frontier.cuh"
#include "structure/sort_in_block.cuh"

namespace grb::device {

template <class P>
struct PushView {
    using Index = typename P::Index;
    const MxvPushArguments &arguments;

    __device__ explicit PushView(const MxvPushArguments &a) : arguments(a) {}

    __device__ unsigned long destination(unsigned long p) const {
        return __ldcs(static_cast<const Index *>(arguments.A.column_indices) + p); // read once
    }
    __device__ bool is_allowed(unsigned long i) const {
        if constexpr (P::has_mask_values) {
            const auto value = static_cast<const typename P::MaskValue *>(arguments.mask_values)[i];
            return (value != 0) != (arguments.mask.flip != 0);
        } else {
            const unsigned long word =
                arguments.mask.bits == nullptr ? 0 : __ldg(arguments.mask.bits + i / 64);
            return ((word ^ arguments.mask.flip) >> (i % 64) & 1) != 0;
        }
    }
    __device__ auto product(const Frontier<P> &frontier, unsigned long q, unsigned long p) const {
        typename P::A a{};
        typename P::U u{};
        if constexpr (P::uses_a)
            a = static_cast<const typename P::A *>(arguments.A.values)[P::a_is_iso ? 0 : p];
        if constexpr (P::uses_u) {
            unsigned long position = 0;
            if constexpr (!P::u_is_iso) position = P::u_by_vertex ? frontier.vertex(q) : q;
            u = static_cast<const typename P::U *>(arguments.u_values)[position];
        }
        return P::multiply(a, u);
    }
};

/// Records destinations when they are first reached: presence bits, their number, and as long as
/// they are few a list of them.
template <class P>
struct PushOutput {
    using ListIndex = typename P::ListIndex;
    const MxvPushArguments &arguments;
    unsigned made = 0;
    unsigned long edges = 0;
    bool list_is_open; // the same in all lanes

    __device__ explicit PushOutput(const MxvPushArguments &a)
        : arguments(a), list_is_open(a.list_capacity != 0) {}

    /// Returns true when i is reached for the first time. Reads the bit before the atomic: most
    /// edges end at vertices that other edges reached.
    __device__ bool mark(unsigned long i) const {
        unsigned *word = reinterpret_cast<unsigned *>(arguments.w_bits) + i / 32;
        const unsigned bit = 1u << (i % 32);
        return (__ldcg(word) & bit) == 0 && (atomicOr(word, bit) & bit) == 0;
    }

    /// All lanes call this together; it takes one atomic a warp.
    __device__ void append(bool is_new, unsigned long i) {
        const unsigned news = __ballot_sync(all_lanes, is_new);
        if (news == 0) return;
        made += is_new;
        if (arguments.counts_edges && is_new) {
            const auto *offsets = static_cast<const typename P::Offset *>(arguments.A.row_offsets);
            edges += __ldg(offsets + i + 1) - __ldg(offsets + i);
        }
        if (!list_is_open) return;
        const unsigned length = __popc(news);
        unsigned base = 0;
        if (lane() == 0) base = atomicAdd(arguments.list_count, length);
        base = __shfl_sync(all_lanes, base, 0);
        list_is_open = base + length <= arguments.list_capacity;
        if (is_new && list_is_open) {
            const unsigned before = __popc(news & ((1u << lane()) - 1));
            static_cast<ListIndex *>(arguments.list)[base + before] = static_cast<ListIndex>(i);
        }
    }

    /// All threads of all blocks call this at the end. The last block publishes the number of
    /// entries, and sorts a short list.
    __device__ void finish() const {
        __shared__ unsigned in_block;
        __shared__ bool is_last;
        __shared__ unsigned long long total, edges_in_block;
        if (threadIdx.x == 0) in_block = 0;
        if (threadIdx.x == 0) edges_in_block = 0;
        __threadfence(); // the list and the values, before this block counts as done
        __syncthreads();
        const unsigned in_warp = __reduce_add_sync(all_lanes, made);
        if (lane() == 0 && in_warp != 0) atomicAdd(&in_block, in_warp);
        if (edges != 0) atomicAdd(&edges_in_block, static_cast<unsigned long long>(edges));
        __syncthreads();
        if (threadIdx.x == 0) {
            if (edges_in_block != 0) atomicAdd(arguments.edge_sum, edges_in_block);
            __threadfence();
            // One word holds both numbers: the entries so far, and above them the blocks that have
            // added theirs.
            constexpr int block_shift = 40;
            constexpr unsigned long long one_block = 1ull << block_shift;
            total = atomicAdd(arguments.count_sum, one_block + in_block) + one_block + in_block;
            is_last = total >> block_shift == gridDim.x;
            total &= one_block - 1;
        }
        __syncthreads();
        if (!is_last) return;
        __threadfence();
        if (threadIdx.x == 0) {
            // The host can read the numbers at once: the list is for later kernels.
            volatile unsigned long long *where = arguments.count_where;
            where[0] = total;
            if (arguments.counts_edges) where[1] = atomicExch(arguments.edge_sum, 0ull);
            *arguments.count_sum = 0;
            *arguments.list_count = 0;
        }
        if (total <= arguments.list_capacity) sort_list(static_cast<unsigned>(total));
    }

private:
    /// Sorts keys ascending, then moves the values; fills the tail of the list with 0.
    __device__ void sort_list(unsigned length) const {
        constexpr int items = push_list_capacity / schedule_threads;
        __shared__ ListIndex exchange[push_list_capacity];
        auto *list = static_cast<ListIndex *>(arguments.list);
        const unsigned first = threadIdx.x * items;
        ListIndex keys[items];
#pragma unroll
        for (int i = 0; i < items; i++)
            keys[i] = first + i < length ? __ldcg(list + first + i)
                                         : static_cast<ListIndex>(~ListIndex{0});
        sort_in_block<schedule_threads>(keys, length, exchange);
#pragma unroll
        for (int i = 0; i < items; i++) {
            const unsigned k = first + i;
            if (k >= arguments.list_capacity) break;
            const ListIndex key = k < length ? keys[i] : ListIndex{0};
            list[k] = key;
            if constexpr (P::has_values) {
                using Z = typename P::Z;
                Z *const element = static_cast<Z *>(arguments.w_values) + key;
                static_cast<Z *>(arguments.list_values)[k] =
                    k < length ? load_shared_by_all(element) : Z{};
                if (arguments.cleans_up && k < length) *element = neutral_of<typename P::Add, Z>();
            }
            if (arguments.cleans_up && k < length) arguments.w_bits[key / 64] = 0;
        }
    }
};

/// w(i) has an entry where some allowed edge of the frontier ends: the kernel tests the mask's bit,
/// then w's, and only a miss costs an atomic (culling, Yang 2019 §5.5.3). For products that are all
/// one value. w: bits, cleared before, and while short a sorted list, then the bits may be cleared
/// again. Work O(edges of the frontier). Grid: by schedule. The result does not depend on timing.
template <class P>
__device__ void mxv_push_bitmap(const MxvPushArguments &arguments) {
    const PushView<P> view(arguments);
    PushOutput<P> output(arguments);
    const Frontier<P> frontier(arguments);
    P::Schedule::template gather<P>(
        frontier, [&](bool is_edge, unsigned long, unsigned long p, unsigned long) {
            bool is_new = false;
            unsigned long i = 0;
            if (is_edge) {
                i = view.destination(p);
                is_new = view.is_allowed(i) && output.mark(i);
            }
            output.append(is_new, i);
        });
    output.finish();
}

/// w(i) = w(i) ⊕ a ⊗ u by atomics into a dense accumulator that holds the monoid's neutral value at
/// first (mxv_push_prepare), presence in bits (Yang 2019 §4.1, without the sort). For commutative
/// monoids; floating-point sums depend on timing. Work O(edges of the frontier). Grid: by schedule.
template <class P>
__device__ void mxv_push_atomic(const MxvPushArguments &arguments) {
    const PushView<P> view(arguments);
    PushOutput<P> output(arguments);
    const Frontier<P> frontier(arguments);
    P::Schedule::template gather<P>(
        frontier, [&](bool is_edge, unsigned long q, unsigned long p, unsigned long) {
            bool is_new = false;
            unsigned long i = 0;
            if (is_edge) {
                i = view.destination(p);
                if (view.is_allowed(i)) {
                    is_new = add_atomically<P>(static_cast<typename P::Z *>(arguments.w_values) + i,
                                               view.product(frontier, q, p)) &&
                             output.mark(i);
                }
            }
            output.append(is_new, i);
        });
    output.finish();
}

/// Sets the accumulator to neutral values and clears the bits. Any grid. First kernel of
/// mxv_push_atomic.
template <class P>
__device__ void mxv_push_prepare(const MxvPushArguments &arguments) {
    using Z = typename P::Z;
    const unsigned long stride = static_cast<unsigned long>(gridDim.x) * blockDim.x;
    const unsigned long thread = blockIdx.x * static_cast<unsigned long>(blockDim.x) + threadIdx.x;
    const Bits<Z> neutral = bits_of(neutral_of<typename P::Add, Z>());
    if constexpr (sizeof(Z) >= 4) {
        auto *elements = static_cast<Bits<Z> *>(arguments.w_values);
        for (unsigned long k = thread; k < arguments.A.ncols; k += stride) elements[k] = neutral;
    } else {
        constexpr unsigned repeat = sizeof(Z) == 1 ? 0x01010101u : 0x00010001u;
        auto *words = static_cast<unsigned *>(arguments.w_values);
        const unsigned long count = (arguments.A.ncols * sizeof(Z) + 3) / 4;
        for (unsigned long k = thread; k < count; k += stride) words[k] = neutral * repeat;
    }
    const unsigned long words = (arguments.A.ncols + 63) / 64;
    for (unsigned long k = thread; k < words; k += stride) arguments.w_bits[k] = 0;
}

/// The sort key of a product.
template <class P>
using ProductSlot = typename BitsOfSize<(sizeof(typename P::Z) == 8 ? 8 : 4)>::type;

/// keys[e] = destination of product e, in order of u and then of the column, m where the mask
/// excludes it; products[e] its value unless all are known (Yang 2019 Algorithms 5 and 6: balanced
/// gather and multiply). First kernel of cuda/mxv_push_sort. Grid: by schedule.
template <class P>
__device__ void mxv_push_expand(const MxvPushArguments &arguments) {
    const PushView<P> view(arguments);
    const Frontier<P> frontier(arguments);
    P::Schedule::template gather<P>(
        frontier, [&](bool is_edge, unsigned long q, unsigned long p, unsigned long e) {
            if (!is_edge) return;
            const unsigned long i = view.destination(p);
            arguments.keys[e] = static_cast<unsigned>(view.is_allowed(i) ? i : arguments.A.ncols);
            if constexpr (P::has_values) {
                static_cast<ProductSlot<P> *>(arguments.products)[e] =
                    bits_of(view.product(frontier, q, p));
            }
        });
}

/// list_values[k] = sum of products[starts[k]] to products[starts[k + 1]), k < count. A thread adds
/// a run of up to 32 products in order; a warp adds a longer one in an order that depends on its
/// length alone. Grid: count / 256. Deterministic. Last kernel of cuda/mxv_push_sort.
template <class P>
__device__ void mxv_push_reduce(const MxvPushArguments &arguments) {
    using Z = typename P::Z;
    const auto *products = static_cast<const ProductSlot<P> *>(arguments.products);
    const auto value_at = [&](unsigned long p) {
        return from_bits<Z>(static_cast<Bits<Z>>(products[p]));
    };
    const unsigned long k = blockIdx.x * static_cast<unsigned long>(schedule_threads) + threadIdx.x;
    unsigned long begin = 0, end = 0;
    if (k < arguments.count) {
        begin = arguments.starts[k];
        end = arguments.starts[k + 1];
    }
    Z sum{};
    const bool is_long = end - begin > warp_size;
    if (begin < end && !is_long) {
        sum = value_at(begin);
        for (unsigned long p = begin + 1; p < end; p++) sum = P::add(sum, value_at(p));
    }
    unsigned left = __ballot_sync(all_lanes, is_long);
    while (left != 0) {
        const int source = __ffs(left) - 1;
        left &= left - 1;
        const unsigned long first = __shfl_sync(all_lanes, begin, source);
        const unsigned long last = __shfl_sync(all_lanes, end, source);
        // Longer than a warp: each lane has a product.
        Z partial = value_at(first + lane());
        for (unsigned long p = first + lane() + warp_size; p < last; p += warp_size)
            partial = P::add(partial, value_at(p));
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
            partial = P::add(partial, shuffle_down(partial, distance));
        partial = shuffle(partial, 0);
        if (lane() == source) sum = partial;
    }
    if (k < arguments.count) static_cast<Z *>(arguments.list_values)[k] = sum;
}

/// Enumerates the frontier into the queues of TwceSchedule. Any grid.
template <class P>
__device__ void mxv_push_enumerate(const MxvPushArguments &arguments) {
    enumerate_classes(Frontier<P>(arguments), arguments.queues);
}

} // namespace grb::device
