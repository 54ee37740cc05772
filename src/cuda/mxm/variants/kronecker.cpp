// The device variant of kronecker.
#include "algebra/bound.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/mxm/mxm_calls.h"
#include "cuda/structure/variants/all_rows.hpp"
#include "storage/convert.hpp"
#include "storage/iso.hpp"

#include <algorithm>

namespace grb {

namespace {

using namespace device;

const DeviceCoefficient entries_a_second{"device_kronecker_entries", "1/s",
                                         "kronecker: entries of C, whatever their bytes", 1e11,
                                         Scaling::processors};

/// An operand's shape and entries in the form that the product takes.
struct Side {
    const Snapshot &operand;
    bool is_transposed;

    std::uint64_t rows() const noexcept {
        return is_transposed ? operand.ncols() : operand.nrows();
    }
    std::uint64_t columns() const noexcept {
        return is_transposed ? operand.nrows() : operand.ncols();
    }
    double entries() const noexcept { return size_of(operand.most_nvals()); }
};
Side left_of(const KroneckerProblem &problem) noexcept {
    return {*problem.A, problem.is_A_transposed};
}
Side right_of(const KroneckerProblem &problem) noexcept {
    return {*problem.B, problem.is_B_transposed};
}

double entries_of(const KroneckerProblem &problem) noexcept {
    return left_of(problem).entries() * right_of(problem).entries();
}

/// Bounds the rows of C that have entries; most rows may be empty.
double filled_rows(const KroneckerProblem &problem) noexcept {
    const auto filled = [](const Side &side) {
        return std::min(size_of(side.rows()), side.entries());
    };
    return filled(left_of(problem)) * filled(right_of(problem));
}

double result_bytes(const KroneckerProblem &problem) noexcept {
    const double rows = size_of(left_of(problem).rows()) * size_of(right_of(problem).rows());
    return entries_of(problem) * (4 + size_of(problem.result_type()->size)) + 4 * rows;
}

const char *refuses(const KroneckerProblem &problem) {
    const Side left = left_of(problem), right = right_of(problem);
    if (const char *reason = refuses_all_rows(left.operand, left.is_transposed)) return reason;
    if (const char *reason = refuses_all_rows(right.operand, right.is_transposed)) return reason;
    if (const char *reason = refuses_types(*problem.A, *problem.B)) return reason;
    if (const char *reason = refusal_of(problem.result_type())) return reason;
    if (const char *reason = refusal_of(*problem.op)) return reason;
    if (problem.A->type()->positioned != nullptr) return "an operator that sees positions";
    const double rows = size_of(left.rows()) * size_of(right.rows());
    if (should_be_hyper(left.rows() * right.rows(),
                        static_cast<std::uint64_t>(filled_rows(problem))) ||
        rows > 0x1p40)
        return "a hypersparse result";
    if (entries_of(problem) > 0x1p40) return "too many entries";
    return refuses_device(KroneckerProblem::operation, size_of(problem.A->bytes()) +
                                                           size_of(problem.B->bytes()) +
                                                           result_bytes(problem));
}

Cost cost(const KroneckerProblem &problem) {
    const device::Rates &r = device::rates();
    Cost cost;
    cost.seconds =
        std::max(result_bytes(problem) / r.stream_bytes, entries_of(problem) / entries_a_second) +
        r.launch_seconds;
    add_missing_operand(cost, *problem.A, problem.is_A_transposed);
    if (problem.A.get() == problem.B.get() && problem.is_A_transposed == problem.is_B_transposed)
        return cost;
    if (cost.missing_in != nullptr) {
        cost.seconds += missing_bytes(*problem.B, true, problem.is_B_transposed) / r.upload_bytes;
        return cost;
    }
    add_missing_operand(cost, *problem.B, problem.is_B_transposed);
    return cost;
}

/// Returns the one value that all entries of C have; empty: there is none.
Array iso_value_of(const KroneckerProblem &problem) {
    const BoundBinary op(problem.op, problem.result_type(), problem.A->type(), problem.B->type());
    const bool is_one =
        (problem.A->is_iso() || op.ignores_x()) && (problem.B->is_iso() || op.ignores_y());
    if (!is_one) return {};
    Array result(problem.result_type()->size);
    op(result.data(), op.ignores_x() ? nullptr : value_of_iso(*problem.A),
       op.ignores_y() ? nullptr : value_of_iso(*problem.B), 1);
    return result;
}

/// C(iA · mB + iB, jA · nB + jB) = A(iA, jA) ⊗ B(iB, jB), mB × nB the shape of B, an entry of C a
/// thread. A and B in any form but row-balanced, as rows (transposed: columns), any widths; C
/// sparse by rows, sorted; iso where all entries are equal. Work O(entries of C · log of rows / 8 +
/// rows of C); no scratch: the position of each entry is known in advance. Does not wait.
/// Deterministic. The commit applies the mask. Refused: hypersparse operands of more than 2^26
/// rows, hypersparse results, operators without source or on positions, 2^40 rows or entries.
Ref<Snapshot> run(const KroneckerProblem &problem) {
    const Side left = left_of(problem), right = right_of(problem);
    const Type *const type = problem.result_type();
    const std::uint64_t m = left.rows() * right.rows(), n = left.columns() * right.columns();
    KroneckerCall call{};
    Array A_offsets, B_offsets; // of hypersparse ones
    call.A = all_rows(left.operand, left.is_transposed, A_offsets);
    call.B = all_rows(right.operand, right.is_transposed, B_offsets);
    if (call.A.nvals == 0 || call.B.nvals == 0) return Snapshot::empty(type, m, n);
    SparseForm form;
    const std::uint64_t nvals = call.A.nvals * call.B.nvals;
    form.index_width = call.C.index_width = index_width_for(m, n);
    form.offset_width = call.C.offset_width = offset_width_for(form.index_width, nvals);
    allocate_rows(form, m, nvals, &call.C.row_offsets, &call.C.column_indices);
    form.values = iso_value_of(problem);
    form.is_iso = !form.values.empty();
    if (!form.is_iso) {
        form.values = Array::make_here(form.nvals * type->size);
        call.C.values = form.values.data_here_for_writing();
    }
    call.op = name_of(*problem.op);
    call.z_type = cpp_type_name(type);
    check(gpu::kronecker(&call));
    return Snapshot::of_rows(type, m, n, std::move(form));
}

} // namespace

extern const Variant<KroneckerProblem> cuda_kronecker = {
    "cuda/kronecker",
    {.fuses_mask = false, .device = device::cuda_kind, .form = Form::sparse},
    &refuses,
    &cost,
    &run};

} // namespace grb
