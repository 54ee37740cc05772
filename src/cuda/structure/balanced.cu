// Converts row-balanced matrices to compressed rows and to dense storage. The kernels move values
// by size, so they are compiled with the plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/plugin/launch.hpp"
#include "cuda/structure/moved.hpp"
#include "cuda/structure/scan.hpp"

namespace grb::device {

namespace {

using std::uint64_t;

/// A slot, and whether it holds an entry.
struct Slot {
    uint64_t row, number; // the slot's row, and its number in the row
    bool has_entry;

    __device__ Slot(const BalancedArrays &A, uint64_t slot)
        : row(slot / A.slots), number(slot % A.slots),
          has_entry(row < A.nrows && (A.counts == nullptr || number < A.counts[row])) {}
};

__device__ inline uint64_t own_slot() {
    return blockIdx.x * uint64_t{plain_threads} + threadIdx.x;
}

/// Scatters entry (r, c) to dense position r · ncols + c and sets its bit by atomicOr, since
/// neighbours share words. One thread per slot. Bytes: the slots once, a sector of the dense values
/// for each. Grid: slots / 256 blocks. Deterministic.
template <class Position, class Value>
__global__ void __launch_bounds__(plain_threads) densify(DensifyBalancedCall call) {
    const BalancedArrays &A = call.from;
    const Moved<Value> values(A.values, A.size), elements(call.elements, A.size);
    const Slot slot(A, own_slot());
    if (!slot.has_entry) return;
    const uint64_t element =
        slot.row * A.ncols + static_cast<const Position *>(A.positions)[own_slot()];
    if (elements.is_there()) elements.take(element, values, own_slot());
    if (call.bits != nullptr)
        atomicOr(reinterpret_cast<unsigned *>(call.bits) + element / 32, 1u << (element % 32));
}

/// Offsets of rows that all have A.slots entries: its multiples. One thread per row. Grid: rows /
/// 256 + 1 blocks.
template <class Offset>
__global__ void __launch_bounds__(plain_threads)
    begin_full_rows(BalancedArrays A, Offset *offsets) {
    const uint64_t row = own_slot();
    if (row <= A.nrows) offsets[row] = static_cast<Offset>(row * A.slots);
}

/// Moves each row's entries to the row's begin in compressed storage, and writes the last offset.
/// One thread per slot; the slots of a row are neighbours in both. Bytes: the slots once, the
/// entries once. Grid: slots / 256 blocks. Deterministic.
template <class Position, class Value>
__global__ void __launch_bounds__(plain_threads) gather(ListBalancedCall call) {
    const BalancedArrays &A = call.from;
    const Moved<Value> values(A.values, A.size), out(call.to.values, A.size);
    const Slot slot(A, own_slot());
    auto *offsets = static_cast<std::uint32_t *>(call.to.row_offsets);
    if (A.counts != nullptr && own_slot() == 0) offsets[A.nrows] = static_cast<unsigned>(A.nvals);
    if (!slot.has_entry) return;
    const uint64_t to = A.counts == nullptr ? own_slot() : offsets[slot.row] + slot.number;
    static_cast<std::uint32_t *>(call.to.column_indices)[to] =
        static_cast<const Position *>(A.positions)[own_slot()];
    if (out.is_there()) out.take(to, values, own_slot());
}

/// Calls f(Position, Value) with the types of the widths.
template <class F>
Status with_types(const BalancedArrays &A, F &&f) {
    return with_size(A.size, [&](auto value) {
        return A.position_width == 1   ? f(std::uint8_t{}, value)
               : A.position_width == 2 ? f(std::uint16_t{}, value)
                                       : f(std::uint32_t{}, value);
    });
}

uint64_t blocks_of(const BalancedArrays &A) {
    return blocks_for(A.nrows * A.slots);
}

Status begin_rows(const BalancedArrays &A, const RowsTarget &to) {
    if (A.counts != nullptr) {
        return to.offset_width == 4
                   ? exclusive_sums(A.counts, static_cast<unsigned *>(to.row_offsets), A.nrows)
                   : fail(Status::unsupported, "more than 2^32 entries in slots, some empty");
    }
    return to.offset_width == 4 ? launch(&begin_full_rows<std::uint32_t>, blocks_for(A.nrows + 1),
                                         A, static_cast<std::uint32_t *>(to.row_offsets))
                                : launch(&begin_full_rows<uint64_t>, blocks_for(A.nrows + 1), A,
                                         static_cast<uint64_t *>(to.row_offsets));
}

} // namespace

static Status densify_balanced(const DensifyBalancedCall *call) {
    const CurrentDevice current;
    return with_types(call->from, [&](auto position, auto value) {
        return launch(&densify<decltype(position), decltype(value)>, blocks_of(call->from), *call);
    });
}

static Status list_balanced(const ListBalancedCall *call) {
    const CurrentDevice current;
    const Status status = begin_rows(call->from, call->to);
    if (status != Status::ok) return status;
    return with_types(call->from, [&](auto position, auto value) {
        return launch(&gather<decltype(position), decltype(value)>, blocks_of(call->from), *call);
    });
}

namespace {

const Export exports[] = {
    exported<&densify_balanced>(gpu::densify_balanced),
    exported<&list_balanced>(gpu::list_balanced)};

} // namespace

} // namespace grb::device
