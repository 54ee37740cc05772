// The device variant of transpose for bitmap and full storage.
#include "cuda/library/cell_costs.hpp"
#include "cuda/structure/rows/transpose.hpp"
#include "cuda/structure/structure_calls.h"
#include "storage/uniform.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (!is_dense(A)) return "not dense";
    if (is_known_empty(A)) return "nothing to compute";
    if (is_uniform(A)) return one_value;
    if (const char *refusal = refuses_cells(A)) return refusal;
    return refuses_device(TransposeProblem::operation, cell_bytes(A));
}

Cost cost(const TransposeProblem &problem) {
    PassCost cost;
    cost.reads(*problem.A);
    cost.writes(cell_bytes(*problem.A));
    return cost.cost();
}

bool has_tiles(std::size_t size) noexcept {
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/// C = A' of dense storage. Tiles transpose values of 1, 2, 4, 8 or 16 bytes; a gather transposes
/// presence bits and other values; see cuda/structure/transpose_cells.cu and
/// cuda/structure/gather_cells.cu. A m×n bitmap or full, C n×m in the same format. Does not wait.
/// Deterministic.
Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    const DensePart &from = cells_part(A);
    const Type *type = A.type();
    const bool is_counted = A.knows_nvals(); // the device may still be counting a bitmap
    DensePart part;
    if (is_counted) part.nvals = A.nvals();
    GatherCellsCall call{};
    call.nrows = A.ncols();
    call.ncols = A.nrows();
    call.row_stride = 1;
    call.column_stride = A.ncols();
    call.bits = static_cast<const std::uint64_t *>(from.bits.data_here());
    call.size = static_cast<int>(type->size);
    part.is_iso = from.is_iso;
    bool is_gathered = call.bits != nullptr;
    if (from.is_iso) {
        part.values = own_iso(from.values, type);
    } else {
        if (has_tiles(type->size)) {
            part.values = turned_cells(from.values, A.nrows(), A.ncols(), type->size);
        } else {
            part.values = Array::make_here(call.nrows * call.ncols * type->size);
            call.values = from.values.data_here();
            call.out_values = part.values.data_here_for_writing();
            is_gathered = true;
        }
    }
    if (call.bits != nullptr) {
        part.bits = Array::make_here((call.nrows * call.ncols + 63) / 64 * 8);
        call.out_bits = static_cast<std::uint64_t *>(part.bits.data_here_for_writing());
    }
    if (is_gathered) {
        unsigned ticket = 0;
        if (!is_counted) call.nvals.later = &ticket;
        check(gpu::gather_cells(&call));
        part.nvals.expect(ticket);
    }
    return of_cells(type, call.nrows, call.ncols, std::move(part));
}

} // namespace

Array device::turned_cells(const Array &values, std::uint64_t nrows, std::uint64_t ncols,
                           std::size_t size) {
    Array turned = Array::make_here(nrows * ncols * size);
    if (!has_tiles(size)) {
        GatherCellsCall gather{};
        gather.nrows = ncols;
        gather.ncols = nrows;
        gather.row_stride = 1;
        gather.column_stride = ncols;
        gather.size = static_cast<int>(size);
        gather.values = values.data_here();
        gather.out_values = turned.data_here_for_writing();
        check(gpu::gather_cells(&gather));
        return turned;
    }
    TransposeCellsCall call{};
    call.nrows = nrows;
    call.ncols = ncols;
    call.size = static_cast<int>(size);
    call.values = values.data_here();
    call.out_values = turned.data_here_for_writing();
    check(gpu::transpose_cells(&call));
    return turned;
}

extern const Variant<TransposeProblem> cuda_transpose_dense = {
    "cuda/transpose_dense", {.device = device::cuda_kind}, &refuses, &cost, &run};

} // namespace grb
