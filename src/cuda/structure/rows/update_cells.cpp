/// Sets and removes single elements of bitmap or full A: uploads the updates as lists, scatters the
/// values and merges presence bits. Unshared arrays are changed in place; shared ones are copied if
/// they change. If A is iso and an element gets another value, the value is first written to all
/// elements. A m×n of a type that the device can move. Deterministic.
#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/rows/structure_rows.hpp"
#include "cuda/structure/structure_calls.h"

#include <cstring>

namespace grb {

namespace {

using namespace device;

/// The updates as the device takes them: elements to set, and elements to remove.
struct Batch {
    HostVector<std::uint64_t> set, removed; // dense positions
    HostVector<unsigned char> values;       // of the elements to set

    Batch(const PendingUpdates &pending, std::uint64_t ncols, std::size_t size) {
        for (std::size_t k = 0; k < pending.size(); k++) {
            const PendingUpdates::Update &update = pending[k];
            const std::uint64_t cell = update.row * ncols + update.column;
            (update.is_removal ? removed : set).push_back(cell);
            if (update.is_removal) continue;
            const auto *value = static_cast<const unsigned char *>(pending.value_of(update));
            values.insert(values.end(), value, value + size);
        }
    }
    bool all_equal(const void *value, std::size_t size) const {
        for (std::size_t at = 0; at < values.size(); at += size)
            if (std::memcmp(values.data() + at, value, size) != 0) return false;
        return true;
    }
};

void *writable(Array &array) {
    return const_cast<void *>(array.data_here());
}

/// Replaces a shared array by a copy that may be changed.
void make_own(Array &array) {
    if (array.empty() || array.is_unique()) return;
    Array copy = Array::make_here(array.bytes());
    device::copy(copy.data_here_for_writing(), array.data_here(), array.bytes());
    array = std::move(copy);
}

/// Makes presence words: for all positions, or for those of a list.
Array bits_of(std::uint64_t cells, const Array *list, std::uint64_t count) {
    Array bits = Array::make_here((cells + 63) / 64 * 8);
    SparseArrays sparse{};
    DenseArrays full{};
    MaskBitsCall call{};
    call.is_structural = true;
    call.cells = cells;
    full.type = sparse.type = "bool";
    if (list != nullptr) {
        sparse.nvals = count;
        sparse.column_indices = list->data_here();
        sparse.index_width = 8;
        call.sparse = &sparse;
    } else {
        call.dense = &full;
    }
    call.bits = static_cast<std::uint64_t *>(bits.data_here_for_writing());
    check(gpu::mask_bits(&call));
    return bits;
}

/// Adds or removes entries at the listed positions, by their presence bits; values stay unchanged.
void change_pattern(DensePart &part, const Type *type, std::uint64_t cells,
                    const HostVector<std::uint64_t> &changed, bool is_removal) {
    const Array list = uploaded(changed.data(), changed.size() * sizeof(std::uint64_t));
    const Array changed_bits = bits_of(cells, &list, changed.size());
    if (part.bits.empty()) part.bits = bits_of(cells, nullptr, 0);
    make_own(part.bits);
    std::uint64_t nvals = 0;
    MergeCall call{};
    call.a.dense = {cells, static_cast<const std::uint64_t *>(part.bits.data_here()),
                    part.values.data_here(), cpp_type_name(type), part.is_iso};
    call.b.dense = {cells, static_cast<const std::uint64_t *>(changed_bits.data_here()), nullptr,
                    cpp_type_name(type), true};
    call.z_type = cpp_type_name(type);
    call.inside =
        is_removal ? Takes{take_a, take_nothing, take_nothing} : Takes{take_a, take_b, take_a};
    call.mask.flip = ~std::uint64_t{0};
    call.cells = cells;
    call.bits = static_cast<std::uint64_t *>(writable(part.bits));
    call.nvals.now = &nvals;
    check(gpu::merge_cells(&call));
    part.bits.data_here_for_writing();
    part.nvals = nvals;
}

void set_cells(DensePart &part, const Type *type, std::uint64_t cells, const Batch &batch) {
    if (batch.set.empty()) return;
    if (part.is_iso && batch.all_equal(part.values.data(), type->size)) {
        if (!part.bits.empty()) change_pattern(part, type, cells, batch.set, false);
        return;
    }
    if (part.is_iso) {
        part.values = cast_array(part.values, true, {}, cells, type, type);
        part.is_iso = false;
    }
    make_own(part.values);
    make_own(part.bits);
    const Array indices = uploaded(batch.set.data(), batch.set.size() * sizeof(std::uint64_t));
    const Array values = uploaded(batch.values.data(), batch.values.size());
    std::uint64_t added = 0;
    ScatterCall call{};
    call.t.nvals = batch.set.size();
    call.t.indices = indices.data_here();
    call.t.index_width = 8;
    call.t.values = values.data_here();
    call.t.type = call.c_type = cpp_type_name(type);
    call.mask.flip = ~std::uint64_t{0};
    call.values = writable(part.values);
    call.bits = static_cast<std::uint64_t *>(writable(part.bits));
    call.added.now = &added;
    check(gpu::scatter_list(&call));
    part.values.data_here_for_writing();
    part.bits.data_here_for_writing();
    part.nvals += added;
}

const char *refuses(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!is_dense(A)) return "not cells";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    return device::refuses_part(UpdateProblem::operation, problem.traffic());
}

Cost cost(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const bool is_copied = !problem.is_in_place || A.is_iso();
    return {part_seconds(6, is_copied ? cell_bytes_of(A) : 0, missing_cell_bytes(A)) +
            2 * device::rates().wait_seconds};
}

Ref<Snapshot> run(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const auto update = [&](DensePart &part) {
        const std::uint64_t cells = A.nrows() * A.ncols();
        const Batch batch(*problem.updates, A.ncols(), A.type()->size);
        set_cells(part, A.type(), cells, batch);
        if (!batch.removed.empty()) change_pattern(part, A.type(), cells, batch.removed, true);
    };
    if (problem.is_in_place) {
        update(problem.A->dense_part().get());
        return problem.A;
    }
    DensePart part = A.dense_part().get();
    update(part);
    return Snapshot::of_dense(A.type(), A.nrows(), A.ncols(), std::move(part));
}

} // namespace

extern const Variant<UpdateProblem> cuda_update_cells = {
    "cuda/update_cells", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
