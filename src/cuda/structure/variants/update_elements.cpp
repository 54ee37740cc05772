/// Sets and removes single elements of bitmap or full A: uploads the updates as lists, scatters the
/// values and merges presence bits. Unshared arrays are changed in place; shared ones are copied if
/// they change. If A is iso and an element gets another value, the value is first written to all
/// elements. A m×n of a type that the device can move. Deterministic.
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"

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
            const std::uint64_t element = update.row * ncols + update.column;
            (update.is_removal ? removed : set).push_back(element);
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
Array bits_of(std::uint64_t elements, const Array *list, std::uint64_t count) {
    Array bits = Array::make_here((elements + 63) / 64 * 8);
    SparseArrays sparse{};
    DenseArrays full{};
    MaskBitsCall call{};
    call.is_structural = true;
    call.elements = elements;
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
void change_pattern(DenseForm &form, const Type *type, std::uint64_t elements,
                    const HostVector<std::uint64_t> &changed, bool is_removal) {
    const Array list = uploaded(changed.data(), changed.size() * sizeof(std::uint64_t));
    const Array changed_bits = bits_of(elements, &list, changed.size());
    if (form.bits.empty()) form.bits = bits_of(elements, nullptr, 0);
    make_own(form.bits);
    std::uint64_t nvals = 0;
    MergeCall call{};
    call.a.dense = {elements, static_cast<const std::uint64_t *>(form.bits.data_here()),
                    form.values.data_here(), cpp_type_name(type), form.is_iso};
    call.b.dense = {elements, static_cast<const std::uint64_t *>(changed_bits.data_here()), nullptr,
                    cpp_type_name(type), true};
    call.z_type = cpp_type_name(type);
    call.inside =
        is_removal ? Takes{take_a, take_nothing, take_nothing} : Takes{take_a, take_b, take_a};
    call.mask.flip = ~std::uint64_t{0};
    call.elements = elements;
    call.bits = static_cast<std::uint64_t *>(writable(form.bits));
    call.nvals.now = &nvals;
    check(gpu::merge_elements(&call));
    form.bits.data_here_for_writing();
    form.nvals = nvals;
}

void set_elements(DenseForm &form, const Type *type, std::uint64_t elements, const Batch &batch) {
    if (batch.set.empty()) return;
    if (form.is_iso && batch.all_equal(form.values.data(), type->size)) {
        if (!form.bits.empty()) change_pattern(form, type, elements, batch.set, false);
        return;
    }
    if (form.is_iso) {
        form.values = cast_array(form.values, true, {}, elements, type, type);
        form.is_iso = false;
    }
    make_own(form.values);
    make_own(form.bits);
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
    call.values = writable(form.values);
    call.bits = static_cast<std::uint64_t *>(writable(form.bits));
    call.added.now = &added;
    check(gpu::scatter_list(&call));
    form.values.data_here_for_writing();
    form.bits.data_here_for_writing();
    form.nvals += added;
}

const char *refuses(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!is_dense(A)) return "not dense";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    return device::refuses_move(UpdateProblem::operation, problem.traffic());
}

Cost cost(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const bool is_copied = !problem.is_in_place || A.is_iso();
    return {move_seconds(6, is_copied ? dense_bytes_of(A) : 0, missing_dense_bytes(A)) +
            2 * device::rates().wait_seconds};
}

Ref<Snapshot> run(const UpdateProblem &problem) {
    const Snapshot &A = *problem.A;
    const auto update = [&](DenseForm &form) {
        const std::uint64_t elements = A.nrows() * A.ncols();
        const Batch batch(*problem.updates, A.ncols(), A.type()->size);
        set_elements(form, A.type(), elements, batch);
        if (!batch.removed.empty()) change_pattern(form, A.type(), elements, batch.removed, true);
    };
    if (problem.is_in_place) {
        update(problem.A->dense_form().get());
        return problem.A;
    }
    DenseForm form = A.dense_form().get();
    update(form);
    return Snapshot::of_dense(A.type(), A.nrows(), A.ncols(), std::move(form));
}

} // namespace

extern const Variant<UpdateProblem> cuda_update_elements = {
    "cuda/update_elements", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
