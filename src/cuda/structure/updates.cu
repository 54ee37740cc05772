// Sets and removes entries of compressed rows, and searches for one entry.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/indices.cuh"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"
#include "cuda/structure/scan.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// The position of (row, column) in A, or the position at which it would be inserted.
__device__ uint64_t position_of(const SparseArrays &A, uint64_t row, uint64_t column,
                                bool *exists) {
    const uint64_t end = load_index(A.row_offsets, A.offset_width, row + 1);
    const uint64_t position =
        search(load_index(A.row_offsets, A.offset_width, row), end, [&](uint64_t p) {
            return load_index(A.column_indices, A.index_width, p) >= column;
        });
    *exists = position < end && load_index(A.column_indices, A.index_width, position) == column;
    return position;
}

struct Updates {
    uint64_t count;
    const uint64_t *rows, *columns;
    const unsigned char *is_removal;
    // In the merged sequence an update stands before the old entry at its position. Of each update:
    // twice its position in A, plus 1 if it replaces or removes the old entry there.
    uint64_t *positions;
    unsigned *shifts; // count + 1: the number of entries that the earlier updates add, modulo 2^32

    /// The number of updates that stand before old entry p.
    __device__ uint64_t before(uint64_t p) const {
        return search(0, count, [&](uint64_t k) { return positions[k] / 2 > p; });
    }
    __device__ uint64_t moved(uint64_t p, uint64_t updates_before) const {
        return p + static_cast<uint64_t>(
                       static_cast<int64_t>(static_cast<int>(shifts[updates_before])));
    }
};

/// Finds each update's position by binary search, and whether it adds or removes an entry. One
/// thread per update, and one for the end.
__global__ void __launch_bounds__(plain_threads) locate_updates(SparseArrays A, Updates updates) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k > updates.count) return;
    if (k == updates.count) {
        updates.shifts[k] = 0;
        return;
    }
    bool exists = false;
    const uint64_t position = position_of(A, updates.rows[k], updates.columns[k], &exists);
    updates.positions[k] = 2 * position + (exists ? 1 : 0);
    updates.shifts[k] = (updates.is_removal[k] != 0 ? 0u : 1u) - (exists ? 1u : 0u);
}

/// Publishes the result's number of entries to the host, which polls. Thread 0 alone.
__global__ void publish_size(uint64_t nvals, Updates updates, unsigned long long *where) {
    if (threadIdx.x != 0) return;
    *static_cast<volatile unsigned long long *>(where) = updates.moved(nvals, updates.count);
    __threadfence_system();
}

/// Copies the old entries that are neither replaced nor removed to their new positions. Work
/// O(nvals log updates). One thread per entry. Deterministic.
template <class Value>
__global__ void __launch_bounds__(plain_threads)
    move_entries(SparseArrays A, Updates updates, void *indices, Moved<Value> old,
                 Moved<Value> values) {
    const uint64_t p = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (p >= A.nvals) return;
    const uint64_t k = updates.before(p);
    if (k != 0 && updates.positions[k - 1] == 2 * p + 1) return;
    const uint64_t q = updates.moved(p, k);
    store_index(indices, A.index_width, q, load_index(A.column_indices, A.index_width, p));
    if (values.is_there()) values.take(q, old, A.is_iso ? 0 : p);
}

/// Writes the entries that are set. One thread per update. Deterministic.
template <class Value>
__global__ void __launch_bounds__(plain_threads)
    write_updates(SparseArrays A, Updates updates, Moved<Value> given, void *indices,
                  Moved<Value> values) {
    const uint64_t k = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (k >= updates.count || updates.is_removal[k] != 0) return;
    const uint64_t q = updates.moved(updates.positions[k] / 2, k);
    store_index(indices, A.index_width, q, updates.columns[k]);
    if (values.is_there()) values.take(q, given, k);
}

/// offsets(i) = the old offset plus the entries that updates in earlier rows add. One thread per
/// row.
__global__ void __launch_bounds__(plain_threads)
    move_offsets(SparseArrays A, Updates updates, void *offsets) {
    const uint64_t i = blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
    if (i > A.nrows) return;
    const uint64_t k =
        search(0, updates.count, [&](uint64_t update) { return updates.rows[update] >= i; });
    store_index(offsets, A.offset_width, i,
                updates.moved(load_index(A.row_offsets, A.offset_width, i), k));
}

/// Publishes the position of one entry to the host, which polls. Thread 0 alone.
__global__ void publish_position(SparseArrays A, uint64_t row, uint64_t column,
                                 unsigned long long *where) {
    if (threadIdx.x != 0) return;
    bool exists = false;
    const uint64_t position = position_of(A, row, column, &exists);
    *static_cast<volatile unsigned long long *>(where) = exists ? position : A.nvals;
    __threadfence_system();
}

/// Merges A's entries with the updates: the position of each follows from its rank among the others
/// (merge by ranking, Shiloach and Vishkin 1981). The host's counterpart is folded().
Status merge(const UpdateCall &call, Updates &updates) {
    Status status = launch(&locate_updates, blocks_for(call.count + 1), call.A, updates);
    if (status == Status::ok)
        status = exclusive_sums(updates.shifts, updates.shifts, call.count + 1);
    if (status != Status::ok) return status;
    std::uint64_t nvals = 0;
    status = launch_publishing(
        [&](const CountAndFlags &to) {
            return launch(&publish_size, 1, call.A.nvals, updates, to.where);
        },
        &nvals, nullptr);
    if (status != Status::ok || nvals == 0) return status;
    void *offsets = nullptr, *indices = nullptr, *values = nullptr;
    status = call.reserve(call.reserve_context, nvals, &offsets, &indices, &values);
    if (status == Status::ok && offsets != nullptr)
        status = launch(&move_offsets, blocks_for(call.A.nrows + 1), call.A, updates, offsets);
    if (status != Status::ok) return status;
    return with_size(call.value_size, [&](auto value) {
        using Value = decltype(value);
        const auto array = [&](const void *of) { return Moved<Value>(of, call.value_size); };
        const Status moved = launch(&move_entries<Value>, blocks_for(call.A.nvals), call.A, updates,
                                    indices, array(call.A.values), array(values));
        if (moved != Status::ok) return moved;
        return launch(&write_updates<Value>, blocks_for(call.count), call.A, updates,
                      array(call.values), indices, array(values));
    });
}

} // namespace

static Status update(const UpdateCall *call) {
    const CurrentDevice current;
    Scratch positions, shifts;
    Status status = positions.allocate(call->count * sizeof(uint64_t));
    if (status == Status::ok) status = shifts.allocate((call->count + 1) * sizeof(unsigned));
    if (status != Status::ok) return status;
    Updates updates{call->count,           call->rows,           call->columns, call->is_removal,
                    positions.as<uint64_t>(), shifts.as<unsigned>()};
    return merge(*call, updates);
}

static Status find_entry(const FindCall *call) {
    const CurrentDevice current;
    return launch_publishing(
        [&](const CountAndFlags &to) {
            return launch(&publish_position, 1, call->A, call->row, call->column, to.where);
        },
        call->position, nullptr);
}

namespace {

const Export exports[] = {
    exported<&update>(gpu::update),
    exported<&find_entry>(gpu::find_entry)};

} // namespace

} // namespace grb::device
