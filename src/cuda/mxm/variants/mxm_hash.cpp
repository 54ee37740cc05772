// The device variant of mxm for two sparse matrices: rows of C in hash tables, with a mask by rows
// or without one.
#include "cpu/mxm/mxm_cost.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxm/variants/mask_pattern.hpp"
#include "cuda/structure/variants/all_rows.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

const DeviceCoefficient products_a_second{"device_hash_products", "1/s",
                                          "mxm_hash: products, counted and added", 8e10,
                                          Scaling::processors};
const DeviceCoefficient distinct_share{
    "device_hash_distinct", "1", "mxm_hash: entries of C, of its products, where all is uneven",
    0.5};
const DeviceCoefficient row_products_a_second{
    "device_hash_row_products", "1/s", "mxm_hash: products of one row, which one block adds", 8e7};
const DeviceCoefficient row_bytes_moved{"device_hash_row_bytes", "bytes",
                                        "mxm_hash: of a row's counts and lists", 64};
const DeviceCoefficient fixed{"device_hash_fixed", "s",
                              "mxm_hash: launches, and two waits for counts", 90e-6};

constexpr std::uint64_t too_many = 0xFFFFFFFF; // rows or columns: the last is no index

/// Returns false for the complement of an empty mask, which allows everything, and without a mask.
bool has_mask(const MxmProblem &problem) noexcept {
    const MaskInput &mask = problem.mask;
    return !mask.is_none() && !(mask.is_complemented && mask.snapshot->is_known_empty());
}

/// The mask as it is stored, complemented or not.
MaskInput own_mask(const MxmProblem &problem) {
    MaskInput mask = problem.mask;
    mask.is_complemented = false;
    return mask;
}

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (const char *reason = refuses_all_rows(A, problem.is_A_transposed)) return reason;
    if (const char *reason = refuses_all_rows(B, problem.is_B_transposed)) return reason;
    if (has_mask(problem))
        if (const char *reason = refuses_pattern(own_mask(problem))) return reason;
    if (const char *reason = refuses_types(A, B)) return reason;
    if (!has_identity(*problem.semiring->add->op)) return "user-defined monoid";
    if (const char *reason = refusal_of(*problem.semiring->multiply)) return reason;
    if (problem.m() >= too_many || problem.n() >= too_many) return "2^32 rows or columns";
    return refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

Cost cost(const MxmProblem &problem) {
    const device::Rates &r = device::rates();
    const double products = expected_products(problem);
    const double elements = size_of(problem.m()) * size_of(problem.n());
    const double results = std::min(products * distinct_share, problem.mask.allowed(elements));
    const double entry_bytes = 4 + size_of(problem.result_type()->size);
    Cost cost;
    const double bytes = results * entry_bytes + row_bytes_moved * size_of(problem.m()) +
                         size_of(problem.A->bytes()) + size_of(problem.B->bytes());
    // No row ends before its block does: few rows leave most of the GPU idle.
    const double rows = std::max(1.0, size_of(std::min(problem.m(), problem.A->most_nvals())));
    const double longest = products / rows;
    cost.seconds = products / products_a_second + longest / row_products_a_second +
                   bytes / r.stream_bytes + fixed;
    cost.seconds += all_rows_seconds(*problem.A, problem.is_A_transposed) +
                    all_rows_seconds(*problem.B, problem.is_B_transposed);
    if (has_mask(problem)) cost.seconds += pattern_seconds(own_mask(problem));
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    if (problem.A.get() == problem.B.get() && problem.is_A_transposed == problem.is_B_transposed)
        return cost;
    const double missing = missing_bytes(*problem.B, true, problem.is_B_transposed);
    if (cost.missing_in != nullptr) {
        cost.seconds += missing / r.upload_bytes;
        return cost;
    }
    add_missing_operand(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

/// The rows of C, for which the call asks memory.
struct Result {
    const Type *type;
    std::uint64_t nrows, ncols;
    SparseForm form;

    static Status reserve(void *context, std::uint64_t nvals, RowsTarget *target) noexcept {
        auto &result = *static_cast<Result *>(context);
        SparseForm &form = result.form;
        return status_of([&] {
            form.index_width = index_width_for(result.nrows, result.ncols);
            form.offset_width = offset_width_for(form.index_width, nvals);
            target->index_width = form.index_width;
            target->offset_width = form.offset_width;
            allocate_rows(form, result.nrows, nvals, &target->row_offsets, &target->column_indices);
            form.values = Array::make_here(nvals * result.type->size);
            target->values = form.values.data_here_for_writing();
        });
    }
};

/// C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) where the mask allows, a row of C at a time (Gustavson 1978). A
/// m×k, B k×n by rows (transposed: by columns), mask m×n by rows, any widths; structural or by
/// value, complemented or not. C sparse, sorted. Work O(products, times log of the mask's row under
/// a mask); scratch 32 bytes a row. Waits twice: for the classes of the rows, and for their
/// entries. Rows of up to 128 products are sorted in registers, longer ones hashed in shared memory
/// (Nagasaka et al. 2017, Parger et al. 2020), the longest ranked among bits for all columns;
/// differs: any semiring, ranks in place of global tables. Not deterministic: in longer rows
/// floating-point terms are added in the order in which they come. Refused: hypersparse operands of
/// more than 2^26 rows, 2^32 rows or columns, dense masks, user-defined monoids, types of more than
/// 64 bytes.
Ref<Snapshot> run(const MxmProblem &problem) {
    Result result{problem.result_type(), problem.m(), problem.n(), {}};
    MxmHashCall call{};
    Ref<Snapshot> pattern;
    if (has_mask(problem)) {
        pattern = mask_pattern(own_mask(problem));
        const bool is_complemented = problem.mask.is_complemented;
        if (pattern->nvals() == 0 && !is_complemented)
            return Snapshot::empty(result.type, result.nrows, result.ncols);
        call.has_mask = pattern->nvals() != 0;
        call.is_mask_complemented = is_complemented;
        if (call.has_mask)
            call.M = pattern_arrays(pattern->rows_form().get(), result.nrows, result.ncols);
    }
    Array A_offsets, B_offsets; // of hypersparse ones
    call.A = all_rows(*problem.A, problem.is_A_transposed, A_offsets);
    call.B = all_rows(*problem.B, problem.is_B_transposed, B_offsets);
    call.semiring = {name_of(*problem.semiring->add->op), name_of(*problem.semiring->multiply),
                     cpp_type_name(result.type)};
    call.reserve = &Result::reserve;
    call.reserve_context = &result;
    check(gpu::mxm_hash(&call));
    if (result.form.nvals == 0) return Snapshot::empty(result.type, result.nrows, result.ncols);
    return Snapshot::of_rows(result.type, result.nrows, result.ncols, std::move(result.form));
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_hash = {"cuda/mxm_hash",
                                                  {.fuses_mask = true,
                                                   .is_deterministic = false,
                                                   .device = device::cuda_kind,
                                                   .form = Form::sparse},
                                                  &refuses,
                                                  &cost,
                                                  &run};

} // namespace grb
