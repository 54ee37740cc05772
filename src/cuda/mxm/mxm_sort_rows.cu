// Finds the rows that products of two sparse matrices read and write, where rows are listed. It
// needs no operators, so the plugin contains it compiled. A thread an entry or a row; no scratch;
// deterministic.
#include "cuda/mxm/mxm_sort.hpp"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/indices.cuh"

namespace grb::device {

namespace {

using std::uint64_t;

/// An array of indices of 4 or 8 bytes.
struct Indices {
    const void *array;
    int width;

    __device__ uint64_t operator[](uint64_t k) const { return load_index(array, width, k); }
};

struct Target {
    void *array;
    int width;

    __device__ void set(uint64_t k, uint64_t value) const { store_index(array, width, k, value); }
};

__global__ void __launch_bounds__(plain_threads)
    search_rows(Indices columns, uint64_t nvals, Indices ids, uint64_t stored, Target positions) {
    const uint64_t q = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (q >= nvals) return;
    const uint64_t wanted = columns[q];
    const uint64_t k = search(0, stored, [&](uint64_t r) { return ids[r] >= wanted; });
    positions.set(q, k < stored && ids[k] == wanted ? k : stored);
}

__global__ void __launch_bounds__(plain_threads)
    copy_offsets(Indices offsets, uint64_t stored, Target extended) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k <= stored + 1) extended.set(k, offsets[k < stored ? k : stored]);
}

__global__ void __launch_bounds__(plain_threads)
    number_rows(Indices offsets, uint64_t stored, uint64_t nvals, const unsigned *ranks,
                Target entry_rows) {
    const uint64_t q = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (q >= nvals) return;
    // The last row that begins at q or before.
    const uint64_t row = search(0, stored, [&](uint64_t r) { return offsets[r + 1] > q; });
    entry_rows.set(q, ranks == nullptr ? row : ranks[row]);
}

__device__ bool has_products(const Indices &offsets, const unsigned long *prefix, uint64_t r) {
    return prefix[offsets[r]] != prefix[offsets[r + 1]];
}

__global__ void __launch_bounds__(plain_threads)
    flag_rows(Indices offsets, uint64_t stored, const unsigned long *prefix, unsigned *flags,
              CountAndFlags to) {
    const uint64_t r = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    unsigned made = 0;
    if (r < stored) {
        made = has_products(offsets, prefix, r);
        flags[r] = made;
    }
    publish_flags(to, made, 0);
}

__global__ void __launch_bounds__(plain_threads)
    scatter_rows(Indices offsets, Indices ids, uint64_t stored, const unsigned long *prefix,
                 const unsigned *ranks, Target to) {
    const uint64_t r = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (r < stored && has_products(offsets, prefix, r)) to.set(ranks[r], ids[r]);
}

} // namespace

Status find_positions(const MxmSortCall &call, void *positions, int width) {
    return launch(&search_rows, blocks_for(call.A.nvals),
                  Indices{call.A.column_indices, call.A.index_width}, call.A.nvals,
                  Indices{call.b_row_ids, call.B.index_width}, call.B.nrows,
                  Target{positions, width});
}

Status extend_offsets(const MxmSortCall &call, void *offsets) {
    return launch(&copy_offsets, blocks_for(call.B.nrows + 2),
                  Indices{call.B.row_offsets, call.B.offset_width}, call.B.nrows,
                  Target{offsets, call.B.offset_width});
}

Status find_entry_rows(const MxmSortCall &call, const unsigned *ranks, void *entry_rows,
                       int width) {
    return launch(&number_rows, blocks_for(call.A.nvals),
                  Indices{call.A.row_offsets, call.A.offset_width}, call.A.nrows, call.A.nvals,
                  ranks, Target{entry_rows, width});
}

Status mark_rows(const MxmSortCall &call, const unsigned long *prefix, unsigned *flags,
                 std::uint64_t *count) {
    return launch_publishing(
        [&](const CountAndFlags &to) {
            return launch(&flag_rows, blocks_for(call.A.nrows),
                          Indices{call.A.row_offsets, call.A.offset_width}, call.A.nrows, prefix,
                          flags, to);
        },
        count, nullptr);
}

Status list_rows(const MxmSortCall &call, const unsigned long *prefix, const unsigned *ranks,
                 void *ids, int width) {
    return launch(&scatter_rows, blocks_for(call.A.nrows),
                  Indices{call.A.row_offsets, call.A.offset_width},
                  Indices{call.a_row_ids, call.A.index_width}, call.A.nrows, prefix, ranks,
                  Target{ids, width});
}

} // namespace grb::device
