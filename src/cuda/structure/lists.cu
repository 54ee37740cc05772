// Converts between the list and the bitmap of one row, and from a bitmap to compressed rows. The
// kernels move values by size, so they are compiled with the plugin.
#include "cuda/structure/lists.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/look_back.hpp"
#include "cuda/structure/moved.hpp"
#include "cuda/structure/structure_calls.h"
#include "kernels/look_back.cuh"

#include <cstdint>

namespace grb::device {

namespace {

constexpr int block = 256;

/// elements(indices(k)) = values(k). One thread per entry. Grid: entries / 256 blocks.
/// Deterministic.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    densify(const Index *indices, Moved<Value> values, std::uint64_t nvals, Moved<Value> elements) {
    const std::uint64_t k = blockIdx.x * std::uint64_t{block} + threadIdx.x;
    if (k < nvals) elements.take(indices[k], values, k);
}

/// Sums x over the threads before this one; `total` becomes the sum over all threads.
__device__ std::uint64_t exclusive_sum(std::uint64_t x, std::uint64_t &total) {
    __shared__ std::uint64_t warp_sums[block / 32];
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    std::uint64_t sum = x;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::uint64_t before = __shfl_up_sync(0xFFFFFFFFu, sum, distance);
        if (lane >= distance) sum += before;
    }
    __syncthreads(); // until all threads have read the last call's sums
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    std::uint64_t before = 0;
    total = 0;
    for (int k = 0; k < block / 32; k++) {
        if (k == warp) before = total;
        total += warp_sums[k];
    }
    return before + sum - x;
}

/// The presence bits of `elements` dense elements, 64 per word; bits null: all are set.
struct Presence {
    const std::uint64_t *bits;
    std::uint64_t elements, words;

    __device__ std::uint64_t word(std::uint64_t w) const {
        if (w >= words) return 0;
        if (bits != nullptr) return bits[w];
        const std::uint64_t left = elements - w * 64;
        return left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
};

__device__ std::uint64_t ones(std::uint64_t word) {
    return static_cast<std::uint64_t>(__popcll(word));
}

/// The rows that the elements are listed into: `ncols` elements per row, and the offsets of the
/// rows.
struct Rows {
    std::uint64_t ncols;
    void *offsets; // null: one row
    int offset_width;

    __device__ void begin(std::uint64_t row, std::uint64_t position) const {
        if (offset_width == 4) {
            static_cast<std::uint32_t *>(offsets)[row] = static_cast<std::uint32_t>(position);
        } else {
            static_cast<std::uint64_t *>(offsets)[row] = position;
        }
    }
    /// Writes the offsets of the rows that begin in word w. `position` is the number of entries
    /// before the word.
    __device__ void begin_all(const Presence &presence, std::uint64_t w, std::uint64_t word,
                              std::uint64_t position) const {
        const std::uint64_t first = w * 64, end = min(first + 64, presence.elements);
        std::uint64_t row = (first + ncols - 1) / ncols;
        for (std::uint64_t element = row * ncols; element < end; element += ncols, row++)
            begin(row, position + ones(word & ((std::uint64_t{1} << (element - first)) - 1)));
        if (w + 1 == presence.words) begin(presence.elements / ncols, position + ones(word));
    }
};

/// A block's chunk of the words, and the sums of the blocks before it.
struct Shares {
    std::uint64_t share; // words per block, a multiple of its threads
    LookBack look_back;
};

/// Lists the indices and values of the elements whose bit is set, in ascending order, and the rows'
/// offsets: a stable compaction of a bitmap (Yang 2019 §5.2) in one launch, whose blocks count
/// their words, look back (look_back.cuh) and list them. One thread per word. Grid: the chunks.
/// Deterministic.
template <class Index, class Value>
__global__ void __launch_bounds__(block)
    write_list(Presence presence, Shares shares, Rows rows, Moved<Value> values, Index *indices,
               Moved<Value> list_values) {
    const std::uint64_t begin = blockIdx.x * shares.share, end = begin + shares.share;
    std::uint64_t own = 0, total = 0;
    for (std::uint64_t w = begin + threadIdx.x; w < end; w += block) own += ones(presence.word(w));
    exclusive_sum(own, total);
    std::uint64_t base = sum_before(shares.look_back, static_cast<unsigned>(total));
    for (std::uint64_t w = begin + threadIdx.x; w < end; w += block) {
        std::uint64_t word = presence.word(w);
        std::uint64_t position = base + exclusive_sum(ones(word), total);
        base += total;
        if (rows.offsets != nullptr && w < presence.words)
            rows.begin_all(presence, w, word, position);
        std::uint64_t row_begin = rows.offsets == nullptr ? 0 : w * 64 / rows.ncols * rows.ncols;
        for (; word != 0; word &= word - 1, position++) {
            const std::uint64_t element =
                w * 64 + static_cast<std::uint64_t>(__ffsll(static_cast<long long>(word)) - 1);
            while (element - row_begin >= rows.ncols) row_begin += rows.ncols;
            indices[position] = static_cast<Index>(element - row_begin);
            if (values.is_there()) list_values.take(position, values, element);
        }
    }
}

template <class F>
Status with_types(int index_width, int size, F &&f) {
    return with_size(size, [&](auto value) {
        return index_width == 4 ? f(std::uint32_t{}, value) : f(std::uint64_t{}, value);
    });
}

} // namespace

Status densify_list(const DensifyCall *call) {
    const CurrentDevice current;
    return with_types(call->index_width, call->size, [&](auto index, auto value) {
        using Values = Moved<decltype(value)>;
        const void *indices = call->indices;
        Values values(call->values, call->size), elements(call->elements, call->size);
        std::uint64_t nvals = call->nvals;
        void *list[] = {&indices, &values, &nvals, &elements};
        return runtime().launch(
            reinterpret_cast<const void *>(&densify<decltype(index), decltype(value)>),
            (nvals + block - 1) / block, block, list);
    });
}

Status list_elements(const ListCall *call) {
    const CurrentDevice current;
    Presence presence{call->bits, call->elements, (call->elements + 63) / 64};
    Rows rows{call->row_offsets == nullptr ? call->elements : call->ncols, call->row_offsets,
              call->offset_width};
    if (presence.words == 0) return Status::ok;
    const std::uint64_t chunks = divide_up(presence.words, block), most = most_that_look_back();
    Shares shares{divide_up(chunks, most) * block, {}};
    if (const Status status = begin_look_back(&shares.look_back); status != Status::ok)
        return status;
    return with_types(call->index_width, call->size, [&](auto index, auto value) {
        using Values = Moved<decltype(value)>;
        void *indices = call->indices;
        Values values(call->values, call->size), list_values(call->list_values, call->size);
        void *list[] = {&presence, &shares, &rows, &values, &indices, &list_values};
        return runtime().launch(
            reinterpret_cast<const void *>(&write_list<decltype(index), decltype(value)>),
            divide_up(presence.words, shares.share), block, list);
    });
}

namespace {

const Export exports[] = {exported<&densify_list>(gpu::densify_list),
                          exported<&list_elements>(gpu::list_elements)};

} // namespace

} // namespace grb::device
