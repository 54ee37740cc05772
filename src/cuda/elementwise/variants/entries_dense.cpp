// The device variants of apply and select on bitmap and full storage, and of reduction to a scalar.
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/elementwise/variants/functions.hpp"
#include "cuda/library/dense_costs.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

/// Returns a sparse form by rows, whose values are one array; in one row, the columns are the
/// positions.
const SparseForm *list_of(const Snapshot &A) noexcept {
    return is_dense(A) ? nullptr : list_form(A);
}

/// Returns the bytes of the values that a pass reads.
double bytes_of(const Snapshot &A) noexcept {
    const double slots = is_dense(A) ? element_count_of(A) : static_cast<double>(A.most_nvals());
    return slots * static_cast<double>(A.type()->size);
}

/// Returns true for a mask by value that is the operand itself: the pass tests the values that it
/// loads.
template <class Problem>
bool tests_itself(const Problem &problem) noexcept {
    const MaskInput &mask = problem.mask;
    return mask.kind == MaskKind::value && mask.snapshot.get() == problem.A.get() &&
           problem.A->has_dense() && !problem.A->is_iso() && is_real_code(problem.A->type()->code);
}

template <class Problem>
void read_all(PassCost &cost, const Problem &problem) noexcept {
    cost.reads(*problem.A);
    if (!tests_itself(problem)) cost.reads(problem.mask);
}

/// Sets the mask of a map; `owned` keeps the bits made for it.
template <class Problem>
void set_mask(MapCall &call, const Problem &problem, Array &owned) {
    if (!tests_itself(problem)) {
        call.mask = mask_element_bits(problem.mask, call.elements, owned);
        return;
    }
    call.mask.flip = ~std::uint64_t{0};
    call.own_test = problem.mask.is_complemented ? OwnTest::is_false : OwnTest::is_true;
}

// Apply

const char *apply_refuses(const ApplyProblem &problem) {
    if (const char *refusal = refuses_function(problem)) return refusal;
    if (problem.is_transposed) return "transposed operand";
    if (is_known_empty(*problem.A)) return "nothing to compute";
    if (problem.kind != ApplyProblem::Kind::index && problem.mask.is_none() &&
        is_full_iso(*problem.A)) {
        return iso_refusal;
    }
    if (const char *refusal = refuses_dense(*problem.A)) return refusal;
    if (!can_be_mask(problem.mask)) return "sparse mask of a matrix";
    return refuses_device(ApplyProblem::operation, bytes_of(*problem.A));
}

Cost apply_cost(const ApplyProblem &problem) {
    const auto size = static_cast<double>(problem.result_type()->size);
    PassCost cost;
    read_all(cost, problem);
    if (!stays_iso(problem)) cost.writes(element_count_of(*problem.A) * size);
    return cost.cost();
}

/// Runs a map that keeps some of the operand's entries: it writes their bits and counts them.
void map_some(MapCall &call, DenseForm &form) {
    unsigned ticket = 0;
    form.bits = Array::make_here((call.elements + 63) / 64 * 8);
    call.bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    call.nvals.later = &ticket;
    check(gpu::map_elements(&call));
    form.nvals = 0;
    form.nvals.expect(ticket);
}

/// Returns the operand's dense form for new values. Waits for the count of entries only if all of
/// them stay.
DenseForm pattern_of(const Snapshot &A, bool keeps_all) {
    const DenseForm &from = dense_operand_form(A);
    DenseForm form;
    if (keeps_all) form.nvals = from.nvals;
    form.bits = from.bits;
    form.values = from.values;
    form.is_iso = from.is_iso;
    return form;
}

Ref<Snapshot> apply_elements(const ApplyProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *type = problem.result_type();
    MapCall call = map_of(problem);
    call.elements = A.nrows() * A.ncols();
    DenseForm form = pattern_of(A, problem.mask.is_none());
    const bool is_iso = stays_iso(problem);
    if (is_iso) {
        form.values = iso_result(problem, Array(form.values));
        if (problem.mask.is_none()) return of_dense(type, A.nrows(), A.ncols(), std::move(form));
    }
    call.x = elements(A);
    Array mask_words;
    set_mask(call, problem, mask_words);
    if (!is_iso) {
        form.is_iso = false;
        form.values = Array::make_here(call.elements * type->size);
        call.values = form.values.data_here_for_writing();
    }
    if (problem.mask.is_none()) {
        check(gpu::map_elements(&call));
    } else {
        map_some(call, form);
    }
    return of_dense(type, A.nrows(), A.ncols(), std::move(form));
}

Ref<Snapshot> apply_run(const ApplyProblem &problem) {
    Ref<Snapshot> result = apply_elements(problem);
    if (problem.mask.is_none()) result->note_edges_of(*problem.A);
    return result;
}

// Select

const char *select_refuses(const SelectProblem &problem) {
    if (const char *refusal = refuses_function(problem)) return refusal;
    if (problem.is_transposed) return "transposed operand";
    if (is_known_empty(*problem.A)) return "nothing to compute";
    if (const char *refusal = refuses_dense(*problem.A)) return refusal;
    if (!can_be_mask(problem.mask)) return "sparse mask of a matrix";
    return refuses_device(SelectProblem::operation, dense_bytes(*problem.A));
}

Cost select_cost(const SelectProblem &problem) {
    PassCost cost;
    read_all(cost, problem);
    cost.writes(element_count_of(*problem.A) / 8);
    return cost.cost();
}

Ref<Snapshot> select_run(const SelectProblem &problem) {
    const Snapshot &A = *problem.A;
    const EntryFunction function = function_of(problem);
    MapCall call{};
    call.kind = function.kind;
    call.functor = function.functor;
    call.type = function.type;
    call.is_selection = true;
    call.scalar = function.scalar;
    call.z_type = "bool";
    call.is_vector = problem.is_vector;
    call.ncols = A.ncols();
    call.elements = A.nrows() * A.ncols();
    call.x = elements(A);
    DenseForm form = pattern_of(A, false);
    Array mask_words;
    set_mask(call, problem, mask_words);
    map_some(call, form);
    return of_dense(A.type(), A.nrows(), A.ncols(), std::move(form));
}

// Reduce

/// The array that holds the values, in whichever form exists.
struct ValueArray {
    const Array *values = nullptr, *bits = nullptr;
    std::uint64_t slots = 0;
    bool is_iso = false;

    explicit ValueArray(const Snapshot &A) noexcept {
        const SparseForm *sparse = list_of(A);
        if (!is_dense(A) && sparse == nullptr) sparse = &A.columns_form().get();
        if (sparse != nullptr) {
            values = &sparse->values;
            slots = sparse->nvals;
            is_iso = sparse->is_iso;
            return;
        }
        const DenseForm &form = A.dense_form().get();
        values = &form.values;
        bits = &form.bits;
        slots = A.nrows() * A.ncols();
        is_iso = form.is_iso;
    }
};

const char *reduce_refuses(const ReduceProblem &problem) {
    if (!problem.to_scalar) return "to a vector";
    if (const char *refusal = refusal_of(*problem.monoid)) return refusal;
    if (const char *refusal = refusal_of(problem.A->type())) return refusal;
    if (is_known_empty(*problem.A)) return "nothing to compute";
    if (problem.A->is_iso()) return iso_refusal;
    return refuses_device(ReduceProblem::operation, bytes_of(*problem.A));
}

Cost reduce_cost(const ReduceProblem &problem) {
    const ValueArray array(*problem.A);
    const device::Rates &r = device::rates();
    const auto slots = static_cast<double>(array.slots);
    const double bytes =
        slots * ((array.is_iso ? 0 : static_cast<double>(problem.A->type()->size)) +
                 (array.bits != nullptr && !array.bits->empty() ? 0.125 : 0));
    Cost cost{bytes / r.stream_bytes + r.launch_seconds + r.wait_seconds};
    if (array.is_iso || array.values->is_here()) return cost;
    cost.missing_seconds = bytes / r.upload_bytes;
    cost.missing_in = problem.A.get();
    cost.missing_item = SnapshotItem::device;
    return cost;
}

Ref<Snapshot> reduce_run(const ReduceProblem &problem) {
    const Type *type = problem.monoid->type();
    const ValueArray array(*problem.A);
    alignas(16) std::uint64_t value[8] = {}; // as long as the longest type that is not refused
    bool has_result = false;
    ReduceCall call{};
    call.x = values_operand(*array.values, array.is_iso, array.slots, problem.A->type());
    if (array.bits != nullptr)
        call.x.dense.bits = static_cast<const std::uint64_t *>(array.bits->data_here());
    call.add = name_of(*problem.monoid->op);
    call.result = value;
    call.has_result = &has_result;
    check(gpu::reduce_elements(&call));
    if (!has_result) return Snapshot::empty(type, 1, 1);
    DenseForm form;
    form.nvals = 1;
    form.values = Array::copy_of(value, type->size);
    return Snapshot::of_dense(type, 1, 1, std::move(form));
}

constexpr Capabilities masked{.fuses_mask = true, .device = device::cuda_kind};
constexpr Capabilities unmasked{.device = device::cuda_kind};

} // namespace

extern const Variant<ApplyProblem> cuda_apply_dense = {"cuda/apply_dense", masked, &apply_refuses,
                                                       &apply_cost, &apply_run};
extern const Variant<SelectProblem> cuda_select_dense = {
    "cuda/select_dense", masked, &select_refuses, &select_cost, &select_run};
extern const Variant<ReduceProblem> cuda_reduce_scalar = {
    "cuda/reduce_scalar", unmasked, &reduce_refuses, &reduce_cost, &reduce_run};

} // namespace grb
