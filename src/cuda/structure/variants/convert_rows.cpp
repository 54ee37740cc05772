/// Converts A to sorted rows. Dense elements are counted by words of presence bits and listed, see
/// listed(); slots are compacted, see unpacked(). A m×n bitmap, full or row-balanced, of a type
/// that the device can move, or hypersparse of up to 2^26 rows (columns, if it is stored by
/// columns), which get an offset each. Values that stay in the same order are shared.
/// Deterministic.
#include "cuda/library/missing.hpp"
#include "cuda/structure/variants/all_rows.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "cuda/structure/variants/structure_variants.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

const char *refuses(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (problem.is_cast()) return "a cast";
    if (problem.format != Format::sparse) return "not to sparse rows";
    if (hyper_vectors(A) != nullptr)
        return device::refuses_move(ConvertProblem::operation, problem.traffic());
    if (sparse_form(A) != nullptr) return "rows or columns are there";
    if (has_no_entries(A)) return "nothing to move";
    if (const char *refusal = refusal_of(A.type())) return refusal;
    return device::refuses_move(ConvertProblem::operation, problem.traffic());
}

Cost cost(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (const SparseForm *vectors = hyper_vectors(A)) {
        return {all_rows_seconds(A, A.is_by_column()) +
                move_seconds(1, 0, missing(vectors->row_offsets) + missing(vectors->row_ids))};
    }
    const double rows = sparse_bytes(static_cast<double>(A.nrows()), most_entries_of(A), A.type());
    const double read = A.has_dense() ? dense_bytes_of(A) : rows;
    return {move_seconds(4, read + rows, missing_dense_bytes(A))};
}

Ref<Snapshot> run(const ConvertProblem &problem) {
    const Snapshot &A = *problem.A;
    if (hyper_vectors(A) != nullptr) return with_all_rows(A, A.is_by_column());
    if (A.nvals() == 0) return Snapshot::empty(A.type(), A.nrows(), A.ncols());
    return Snapshot::of_rows(A.type(), A.nrows(), A.ncols(),
                             A.has_dense() ? listed(A) : unpacked(A));
}

} // namespace

extern const Variant<ConvertProblem> cuda_convert_rows = {
    "cuda/convert_rows", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
