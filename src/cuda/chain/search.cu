// Turns of a breadth-first search in one launch. Small frontiers need one block: its barriers cost
// far less than those of a grid, or than launches.
#include "cuda/chain/search_calls.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/launch.hpp"

namespace grb::device {

namespace {

constexpr int search_threads = 1024;
/// Edges of a vertex whose ends are read at once.
constexpr int edges_at_once = 4;

/// The visited vector. A mark is the number of a vertex in the lists, from 1.
struct Marks {
    unsigned *elements, *bits;
    int words;
    __device__ unsigned *mark(unsigned vertex) const {
        return elements + static_cast<std::uint64_t>(vertex) * static_cast<unsigned>(words);
    }
    /// Others may mark it meanwhile: claim() decides.
    __device__ bool is_visited(unsigned vertex) const {
        if (bits != nullptr) return (__ldcg(bits + vertex / 32) >> (vertex % 32) & 1) != 0;
        const unsigned *const element = mark(vertex);
        return (__ldcg(element) | (words == 2 ? __ldcg(element + 1) : 0)) != 0;
    }
    /// Returns true to one thread for each vertex that is not visited.
    __device__ bool claim(unsigned vertex) const {
        const unsigned bit = 1u << (vertex % 32);
        return bits != nullptr ? (atomicOr(bits + vertex / 32, bit) & bit) == 0
                               : atomicCAS(mark(vertex), 0u, ~0u) == 0;
    }
    __device__ void clear(unsigned vertex) const {
        *mark(vertex) = 0;
        if (bits != nullptr) atomicAnd(bits + vertex / 32, ~(1u << (vertex % 32)));
    }
};

/// The block's sums.
struct SearchSums {
    unsigned count; // vertices in all lists
    unsigned edges; // of the next turn
    int must_end;   // a vertex has too many edges, or no turn made the first list
};

template <class Offset>
struct Search {
    const SearchAheadCall &call;
    const Marks marks;
    SearchSums &sums;

    __device__ const Offset *offsets() const {
        return static_cast<const Offset *>(call.row_offsets);
    }
    /// Counts the edges for the next turn if the vertex is new.
    __device__ void count_edges(unsigned vertex, bool is_new, unsigned &edges) const {
        const Offset degree = offsets()[std::uint64_t{vertex} + 1] - offsets()[vertex];
        const bool is_long = is_new && degree > call.most_degree;
        if (is_long) sums.must_end = 1;
        edges += is_new && !is_long ? static_cast<unsigned>(degree) : 0;
    }
    /// Adds the threads' edges. All threads of a warp call it.
    __device__ void add_edges(unsigned edges) const {
        edges = __reduce_add_sync(0xFFFFFFFFu, edges);
        if (threadIdx.x % 32 == 0 && edges != 0) atomicAdd(&sums.edges, edges);
    }
    __device__ void begin() const;
    template <class Visit>
    __device__ void visit_edges(unsigned vertex, const Visit &visit) const;
    __device__ void expand(unsigned begin, unsigned end) const;
    __device__ void lower_parents(unsigned begin, unsigned end) const;
    __device__ void run() const;
};

/// Copies and tests the first list.
template <class Offset>
__device__ void Search<Offset>::begin() const {
    unsigned edges = 0;
    for (unsigned k = threadIdx.x; k < call.count; k += search_threads) {
        const unsigned vertex = call.vertices[k];
        call.lists.positions[k] = vertex;
        count_edges(vertex, true, edges);
        if (!call.sets_first) continue;
        if (marks.is_visited(vertex)) sums.must_end = 1;
        if (call.lists.parents == nullptr) continue;
        const unsigned at = call.is_iso ? 0 : k;
        const std::int64_t value = call.value_width == 8
                                       ? static_cast<const std::int64_t *>(call.values)[at]
                                       : static_cast<const std::int32_t *>(call.values)[at];
        const std::int64_t parent = value - call.offset;
        if (parent < 0 || parent > 0xFFFFFFFFll) sums.must_end = 1;
        call.lists.parents[k] = static_cast<unsigned>(parent);
    }
    add_edges(edges);
}

/// Calls visit(neighbours, count) for the ends of a vertex's edges, a few at a time. Places beyond
/// the count repeat the first.
template <class Offset>
template <class Visit>
__device__ void Search<Offset>::visit_edges(unsigned vertex, const Visit &visit) const {
    const Offset end = offsets()[std::uint64_t{vertex} + 1];
    for (Offset edge = offsets()[vertex]; edge < end; edge += edges_at_once) {
        unsigned neighbours[edges_at_once];
#pragma unroll
        for (int i = 0; i < edges_at_once; i++)
            neighbours[i] = call.columns[edge + i < end ? edge + i : edge];
        visit(neighbours, static_cast<int>(end - edge));
    }
}

/// Adds the new neighbours of the vertices of a list. Each step is done for several neighbours, so
/// that their reads overlap.
template <class Offset>
__device__ void Search<Offset>::expand(unsigned begin, unsigned end) const {
    unsigned edges = 0;
    for (unsigned k = begin + threadIdx.x; k < end; k += search_threads) {
        const unsigned vertex = call.lists.positions[k];
        visit_edges(vertex, [&](const unsigned(&neighbours)[edges_at_once], int count) {
            bool is_new[edges_at_once];
#pragma unroll
            for (int i = 0; i < edges_at_once; i++)
                is_new[i] = i < count && !marks.is_visited(neighbours[i]);
#pragma unroll
            for (int i = 0; i < edges_at_once; i++)
                is_new[i] = is_new[i] && marks.claim(neighbours[i]);
#pragma unroll
            for (int i = 0; i < edges_at_once; i++) {
                if (!is_new[i]) continue;
                const unsigned number = atomicAdd(&sums.count, 1u);
                call.lists.positions[number] = neighbours[i];
                if (call.lists.parents != nullptr) call.lists.parents[number] = vertex;
                *marks.mark(neighbours[i]) = number + 1;
            }
#pragma unroll
            for (int i = 0; i < edges_at_once; i++)
                count_edges(is_new[i] ? neighbours[i] : vertex, is_new[i], edges);
        });
    }
    add_edges(edges);
}

/// Gives the new vertices, which have numbers from `end` on, their least parents.
template <class Offset>
__device__ void Search<Offset>::lower_parents(unsigned begin, unsigned end) const {
    const unsigned count = sums.count;
    for (unsigned k = begin + threadIdx.x; k < end; k += search_threads) {
        const unsigned vertex = call.lists.positions[k];
        visit_edges(vertex, [&](const unsigned(&neighbours)[edges_at_once], int) {
            // Values of other elements may look like a mark.
            unsigned numbers[edges_at_once];
#pragma unroll
            for (int i = 0; i < edges_at_once; i++)
                numbers[i] = __ldcg(marks.mark(neighbours[i])) - 1;
#pragma unroll
            for (int i = 0; i < edges_at_once; i++)
                if (numbers[i] >= end && numbers[i] < count &&
                    call.lists.positions[numbers[i]] == neighbours[i])
                    atomicMin(call.lists.parents + numbers[i], vertex);
        });
    }
}

template <class Offset>
__device__ void Search<Offset>::run() const {
    if (threadIdx.x == 0) sums = {call.count, 0, 0};
    __syncthreads();
    begin();
    __syncthreads();
    int turns = 0;
    unsigned first = 0, end = call.count, edges = 0;
    const bool is_search = sums.must_end == 0;
    for (unsigned k = threadIdx.x; is_search && call.sets_first && k < end; k += search_threads) {
        const unsigned vertex = call.lists.positions[k];
        marks.claim(vertex);
        *marks.mark(vertex) = k + 1;
    }
    if (threadIdx.x == 0) call.lists.ends[0] = end;
    while (turns < call.most) {
        const unsigned more = sums.edges;
        edges += more;
        if (sums.must_end != 0 || more > call.most_turn_edges || edges > call.most_edges ||
            more > call.capacity - end)
            break;
        __syncthreads();
        if (threadIdx.x == 0) sums.edges = 0;
        __syncthreads();
        expand(first, end);
        __syncthreads();
        if (call.lists.parents != nullptr) {
            lower_parents(first, end);
            __syncthreads();
        }
        first = end;
        end = sums.count;
        turns++;
        if (threadIdx.x == 0) call.lists.ends[turns] = end;
        if (first == end || end - first > call.longest_list) break;
    }
    __syncthreads();
    if (threadIdx.x == 0) call.lists.ends[longest_search + 1] = static_cast<unsigned>(turns);
    if (!is_search) return;
    for (unsigned k = (call.sets_first ? 0 : call.count) + threadIdx.x; k < end;
         k += search_threads)
        marks.clear(call.lists.positions[k]);
}

/// One block. Bytes: offsets, indices and elements of the frontiers' edges, twice for the least
/// parents. Deterministic but for the order of the vertices in a list.
template <class Offset>
__global__ void __launch_bounds__(search_threads) search_turns(SearchAheadCall call) {
    __shared__ SearchSums sums;
    Search<Offset>{call, {call.elements, call.bits, call.element_words}, sums}.run();
}

Status search_ahead(const SearchAheadCall *call) {
    const CurrentDevice current;
    const void *const kernel = call->offset_width == 4
                                   ? reinterpret_cast<const void *>(&search_turns<std::uint32_t>)
                                   : reinterpret_cast<const void *>(&search_turns<std::uint64_t>);
    SearchAheadCall own = *call;
    void *list[] = {&own};
    return runtime().launch(kernel, 1, search_threads, list);
}

/// A thread a vertex. Bytes: the lists once, an element each. Deterministic.
__global__ void __launch_bounds__(plain_threads)
    set_elements(SearchSetCall call, CountAndFlags to) {
    const std::uint64_t k = call.begin + blockIdx.x * std::uint64_t{plain_threads} + threadIdx.x;
    unsigned added = 0;
    if (k < call.end) {
        std::uint64_t value;
        if (call.takes_values) {
            value = call.lists.parents[k] + static_cast<std::uint64_t>(call.offset);
        } else {
            int low = 0, high = call.list_count - 1; // the first list whose end is behind k
            while (low < high) {
                const int middle = (low + high) / 2;
                if (call.lists.ends[call.first_list + middle] <= k)
                    low = middle + 1;
                else
                    high = middle;
            }
            value = call.scalars[low];
        }
        const unsigned vertex = call.lists.positions[k];
        const std::uint64_t at = call.are_listed ? k - call.begin : vertex;
        switch (call.width) {
        case 1:
            static_cast<std::uint8_t *>(call.elements)[at] = static_cast<std::uint8_t>(value);
            break;
        case 2:
            static_cast<std::uint16_t *>(call.elements)[at] = static_cast<std::uint16_t>(value);
            break;
        case 4:
            static_cast<std::uint32_t *>(call.elements)[at] = static_cast<std::uint32_t>(value);
            break;
        default:
            static_cast<std::uint64_t *>(call.elements)[at] = value;
        }
        if (call.bits != nullptr) {
            const unsigned bit = 1u << (vertex % 32);
            added = (atomicOr(call.bits + vertex / 32, bit) & bit) == 0;
        }
    }
    if (call.bits != nullptr) publish_flags(to, added, 0);
}

Status search_set(const SearchSetCall *call, std::uint64_t *added) {
    const CurrentDevice current;
    const std::uint64_t blocks = blocks_for(call->end - call->begin);
    *added = 0;
    if (call->bits == nullptr) return launch(&set_elements, blocks, *call, CountAndFlags{});
    const auto start = [&](const CountAndFlags &to) {
        return launch(&set_elements, blocks, *call, to);
    };
    return launch_publishing(start, added, nullptr);
}

const Export export_of_search_ahead = exported<&search_ahead>(gpu::search_ahead);
const Export export_of_search_set = exported<&search_set>(gpu::search_set);

} // namespace

} // namespace grb::device
