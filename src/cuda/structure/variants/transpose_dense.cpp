// The device variant of transpose for bitmap and full storage.
#include "cuda/library/dense_costs.hpp"
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/transpose.hpp"
#include "storage/full_iso.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!is_dense(A)) return "not dense";
    if (is_known_empty(A)) return "nothing to compute";
    if (is_full_iso(A)) return iso_refusal;
    if (const char *refusal = refuses_dense(A)) return refusal;
    return refuses_device(TransposeProblem::operation, dense_bytes(A));
}

Cost cost(const TransposeProblem &problem) {
    PassCost cost;
    cost.reads(*problem.A);
    cost.writes(dense_bytes(*problem.A));
    return cost.cost();
}

bool has_tiles(std::size_t size) noexcept {
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/// C = A' of dense storage. Tiles transpose values of 1, 2, 4, 8 or 16 bytes; a gather transposes
/// presence bits and other values; see cuda/structure/transpose_elements.cu and
/// cuda/structure/gather_elements.cu. A m×n bitmap or full, C n×m in the same format. Does not
/// wait. Deterministic.
Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const DenseForm &from = dense_operand_form(A);
    const Type *type = A.type();
    const bool is_counted = A.knows_nvals(); // the device may still be counting a bitmap
    DenseForm form;
    if (is_counted) form.nvals = A.nvals();
    GatherElementsCall call{};
    call.nrows = A.ncols();
    call.ncols = A.nrows();
    call.row_stride = 1;
    call.column_stride = A.ncols();
    call.bits = static_cast<const std::uint64_t *>(from.bits.data_here());
    call.size = static_cast<int>(type->size);
    form.is_iso = from.is_iso;
    bool is_gathered = call.bits != nullptr;
    if (from.is_iso) {
        form.values = own_iso(from.values, type);
    } else {
        if (has_tiles(type->size)) {
            form.values = transposed_elements(from.values, A.nrows(), A.ncols(), type->size);
        } else {
            form.values = Array::make_here(call.nrows * call.ncols * type->size);
            call.values = from.values.data_here();
            call.out_values = form.values.data_here_for_writing();
            is_gathered = true;
        }
    }
    if (call.bits != nullptr) {
        form.bits = Array::make_here((call.nrows * call.ncols + 63) / 64 * 8);
        call.out_bits = static_cast<std::uint64_t *>(form.bits.data_here_for_writing());
    }
    if (is_gathered) {
        unsigned ticket = 0;
        if (!is_counted) call.nvals.later = &ticket;
        check(gpu::gather_elements(&call));
        form.nvals.expect(ticket);
    }
    return of_dense(type, call.nrows, call.ncols, std::move(form));
}

} // namespace

Array device::transposed_elements(const Array &values, std::uint64_t nrows, std::uint64_t ncols,
                                  std::size_t size) {
    Array transposed = Array::make_here(nrows * ncols * size);
    if (!has_tiles(size)) {
        GatherElementsCall gather{};
        gather.nrows = ncols;
        gather.ncols = nrows;
        gather.row_stride = 1;
        gather.column_stride = ncols;
        gather.size = static_cast<int>(size);
        gather.values = values.data_here();
        gather.out_values = transposed.data_here_for_writing();
        check(gpu::gather_elements(&gather));
        return transposed;
    }
    TransposeElementsCall call{};
    call.nrows = nrows;
    call.ncols = ncols;
    call.size = static_cast<int>(size);
    call.values = values.data_here();
    call.out_values = transposed.data_here_for_writing();
    check(gpu::transpose_elements(&call));
    return transposed;
}

extern const Variant<TransposeProblem> cuda_transpose_dense = {
    "cuda/transpose_dense", {.device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
