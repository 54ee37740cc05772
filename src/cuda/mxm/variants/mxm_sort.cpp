// The device variant of mxm that takes any monoid and any rows: products as tuples, sorted by
// position.
#include "cuda/mxm/variants/mxm_sort.hpp"

#include "cpu/mxm/mxm_cost.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/mxv/variants/mxv_operands.hpp"
#include "cuda/structure/variants/build_variants.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "dispatch/compare.hpp"
#include "storage/convert.hpp"

#include <algorithm>

namespace grb {

namespace device {

namespace {

const DeviceCoefficient passes{"device_sort_product_passes", "1",
                               "mxm_sort: how often a product's key is read or written", 30};
const DeviceCoefficient sort_launches{"device_sort_product_launches", "1",
                                      "mxm_sort: kernels, with those of the sort", 30};

/// The rows of C, for which the call asks memory.
struct Result {
    const Type *type;
    bool is_hyper;
    SparseForm form;

    static Status reserve(void *context, std::uint64_t nrows, std::uint64_t nvals, void **row_ids,
                          void **offsets, void **indices, void **values) noexcept {
        auto &result = *static_cast<Result *>(context);
        SparseForm &form = result.form;
        return status_of([&] {
            allocate_rows(form, nrows, nvals, offsets, indices);
            form.is_hyper = result.is_hyper;
            if (result.is_hyper) {
                form.row_ids =
                    Array::make_here(nrows * static_cast<std::uint64_t>(form.index_width));
                *row_ids = form.row_ids.data_here_for_writing();
            }
            form.values = Array::make_here(nvals * result.type->size);
            *values = form.values.data_here_for_writing();
        });
    }
};

const void *row_ids_of(const Snapshot &operand, bool by_columns) {
    const SparseForm &form = operand.sparse_form(by_columns);
    const std::uint64_t rows = by_columns ? operand.ncols() : operand.nrows();
    return form.is_hyper && form.stored_rows != rows ? form.row_ids.data_here() : nullptr;
}

} // namespace

const char *refuses_sorted(const Semiring &semiring) noexcept {
    if (const char *reason = refusal_of(*semiring.multiply)) return reason;
    return refusal_of(*semiring.add);
}

double sorting_seconds(double products, double value_bytes) {
    const Rates &r = rates();
    return products * (8 * passes + 2 * value_bytes) / r.stream_bytes +
           products / r.gathers_memory + sort_launches * r.launch_seconds + 3 * r.wait_seconds;
}

Ref<Snapshot> sorted_product(const SortedProduct &product) {
    const std::uint64_t nrows = product.a_by_columns ? product.A.ncols() : product.A.nrows();
    const std::uint64_t ncols = product.b_by_columns ? product.B.nrows() : product.B.ncols();
    MxmSortCall call{};
    call.A = sparse_arrays(product.A, product.a_by_columns);
    call.B = sparse_arrays(product.B, product.b_by_columns);
    call.a_row_ids = row_ids_of(product.A, product.a_by_columns);
    call.b_row_ids = row_ids_of(product.B, product.b_by_columns);
    call.semiring = {name_of(*product.semiring->add->op), name_of(*product.semiring->multiply),
                     cpp_type_name(product.type)};
    call.is_flipped = product.is_flipped;
    call.is_reorderable = is_reorderable(*product.semiring->add->op);
    Result result{product.type, call.a_row_ids != nullptr, {}};
    call.index_width = result.form.index_width = index_width_for(nrows, ncols);
    call.offset_width = result.form.offset_width = offset_width_for(call.index_width, UINT32_MAX);
    call.value_size = static_cast<int>(product.type->size);
    call.reserve = &Result::reserve;
    call.reserve_context = &result;
    check(gpu::mxm_sort(&call));
    if (result.form.nvals == 0) return Snapshot::empty(product.type, nrows, ncols);
    return Snapshot::of_rows(product.type, nrows, ncols, std::move(result.form));
}

} // namespace device

namespace {

using namespace device;

constexpr double most_sorted_products = 4294967296.0; // as many numbers as fit into 4 bytes

const char *refuses_operand(const Snapshot &operand) noexcept {
    if (const char *reason = refusal_of(operand.type())) return reason;
    if (operand.is_known_empty()) return "nothing to compute";
    return operand.has_rows() || operand.has_columns() || operand.has_dense()
               ? nullptr
               : "neither sparse nor dense";
}

const char *refuses(const MxmProblem &problem) {
    const Snapshot &A = *problem.A, &B = *problem.B;
    for (const Snapshot *operand : {&A, &B})
        if (const char *reason = refuses_operand(*operand)) return reason;
    if (const char *reason = refuses_sorted(*problem.semiring)) return reason;
    return refuses_device(MxmProblem::operation, size_of(A.bytes()) + size_of(B.bytes()));
}

Cost cost(const MxmProblem &problem) {
    const double products = expected_products(problem);
    Cost cost;
    cost.seconds = sorting_seconds(products, size_of(problem.result_type()->size));
    if (products >= most_sorted_products) cost.seconds += host_penalty;
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    if (cost.missing_in != nullptr || problem.A.get() == problem.B.get()) return cost;
    add_missing_operand(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

/// C = A ⊕.⊗ B. A m×k, B k×n by rows (transposed: by columns), hypersparse or not, any widths; C by
/// rows, sorted, hypersparse where A's rows are. Expansion, sorting, compression (Bell et al.
/// 2012): all products become tuples in the order of A's entries and B's rows, are sorted by radix
/// with the same code as build, and added up in that order. Work O(products · bytes of a position);
/// scratch 40 bytes a product and more. Waits four times. Deterministic, and equal to the host's
/// sums to the bit. Any monoid and any values that the device has: users', complex ones. Refused:
/// 2^32 products and more, when their number is known: the host takes the call.
Ref<Snapshot> run(const MxmProblem &problem) {
    return sorted_product({*problem.A, *problem.B, problem.is_A_transposed, problem.is_B_transposed,
                           problem.semiring, problem.result_type(), false});
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_sort = {
    "cuda/mxm_sort", {.device = device::cuda_kind, .form = Form::sparse}, &refuses, &cost, &run};

} // namespace grb
