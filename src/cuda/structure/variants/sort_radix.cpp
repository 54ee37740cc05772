/// Sorts the entries of each row (column) of A by value, by LT or GT of a real type, and returns
/// their former positions: a stable radix sort of all values, then of their rows (Merrill and
/// Grimshaw 2011); see sort_vectors(). A m×n in any format but row-balanced, also hypersparse, by
/// sorted rows (columns); the results share its offsets. Work O(n) passes over 12 bytes an entry: 1
/// to 8 for the values, up to 4 for the rows. Scratch 24 bytes an entry. NaN follows all numbers;
/// the host leaves its position open. Refused: other operators, 2^32 entries. Deterministic.
#include "cuda/structure/sort_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const SortProblem &problem) {
    const Snapshot &A = *problem.A;
    const BinaryOp &op = *problem.comes_before;
    if ((op.code != BinaryCode::lt && op.code != BinaryCode::gt) || !is_real_code(op.xtype->code))
        return "neither LT nor GT";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    if (has_no_entries(A)) return "nothing to sort";
    if (A.has_balanced()) return "row-balanced";
    if (most_entries_of(A) >= 0x1p32) return "too many entries";
    return refuses_move(SortProblem::operation, problem.traffic());
}

const DeviceCoefficient pass_bytes{"device_sort_pass_bytes", "bytes",
                                   "of an entry in a pass of the sort: read twice, written once",
                                   36};
const DeviceCoefficient pass_launches{"device_sort_pass_launches", "1", "kernels of such a pass",
                                      3};
const DeviceCoefficient row_passes{"device_sort_row_passes", "1",
                                   "passes for the rows, beside one a byte of a value", 3};

Cost cost(const SortProblem &problem) {
    const device::Rates &r = device::rates();
    const Traffic traffic = problem.traffic();
    const double entries = most_entries_of(*problem.A),
                 passes = size_of(problem.comes_before->xtype->size) + row_passes;
    return {move_seconds(pass_launches * passes, entries * passes * pass_bytes,
                         static_cast<double>(traffic.bytes - traffic.away)) +
            entries / r.gathers_memory};
}

SortedVectors run(const SortProblem &problem) {
    const Snapshot &A = *problem.A;
    const Type *const key_type = problem.comes_before->xtype;
    SortRowsCall call{};
    call.A = sparse_arrays(A, problem.by_column);
    const SparseForm &form = A.sparse_form(problem.by_column);
    Array keys;
    if (!form.is_iso) {
        keys = A.type() == key_type
                   ? form.values
                   : cast_array(form.values, false, {}, form.nvals, A.type(), key_type);
        call.keys = std::as_const(keys).data_here();
    }
    call.key_type = cpp_type_name(key_type);
    call.is_descending = problem.comes_before->code == BinaryCode::gt;
    SparseForm values = form, positions;
    values.is_jumbled = false;
    values.column_indices =
        Array::make_here(form.nvals * static_cast<std::uint64_t>(form.index_width));
    call.columns = values.column_indices.data_here_for_writing();
    positions = values; // the two share the pattern
    positions.is_iso = false;
    positions.values = Array::make_here(form.nvals * sizeof(std::int64_t));
    call.positions = static_cast<std::int64_t *>(positions.values.data_here_for_writing());
    if (!form.is_iso) {
        values.values = Array::make_here(form.nvals * A.type()->size);
        call.value_size = static_cast<int>(A.type()->size);
        call.values = values.values.data_here_for_writing();
    }
    check(gpu::sort_rows(&call));
    const auto made = [&](const Type *type, SparseForm &&vectors) {
        return problem.by_column
                   ? Snapshot::of_columns(type, A.nrows(), A.ncols(), std::move(vectors))
                   : Snapshot::of_rows(type, A.nrows(), A.ncols(), std::move(vectors));
    };
    return {made(A.type(), std::move(values)),
            made(builtin_type(TypeCode::int64), std::move(positions))};
}

} // namespace

extern const Variant<SortProblem> cuda_sort_radix = {
    "cuda/sort_radix", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
