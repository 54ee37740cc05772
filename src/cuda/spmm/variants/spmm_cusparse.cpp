// The device variant of mxm that calls cuSPARSE: plus-times with a full right-hand side.
#include "costs/device_rates.hpp"
#include "cuda/library/kept_array.hpp"
#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/variants/cusparse.hpp"
#include "cuda/spmm/spmm_calls.h"
#include "cuda/spmm/variants/spmm.hpp"
#include "dispatch/schedules.hpp"

namespace grb {

namespace {

using device::size_of;

constexpr const char *variant_name = "cuda/spmm_cusparse";
const Schedules schedules(variant_name);
const DeviceCoefficient narrow_factor{"device_cusparse_spmm_narrow", "1",
                                      "times as long as the bound, below 16 columns", 3};
const DeviceCoefficient middle_factor{"device_cusparse_spmm_middle", "1", "below 64 columns", 2.5};
const DeviceCoefficient wide_factor{"device_cusparse_spmm_wide", "1", "from 64 columns on", 1.6};
const DeviceCoefficient column_seconds{"device_cusparse_spmm_column_seconds", "s",
                                       "and so much more, of one column", 14e-6};
const DeviceCoefficient fixed_seconds{"device_cusparse_spmm_fixed_seconds", "s",
                                      "and so much more, of several", 35e-6};

bool is_forced() noexcept {
    return device::is_forced(Operation::mxm, variant_name);
}

const char *refuses_product(const MxmProblem &problem) {
    const Semiring &semiring = *problem.semiring;
    const Snapshot &A = *problem.A, &B = *problem.B;
    if (semiring.add->op->code != BinaryCode::plus || semiring.multiply->code != BinaryCode::times)
        return "not plus_times";
    const Type *type = problem.result_type();
    if ((type->code != TypeCode::fp32 && type->code != TypeCode::fp64) || A.type() != type ||
        B.type() != type || semiring.multiply->xtype != type)
        return "types";
    if (A.is_iso() || B.is_iso()) return "iso";
    // cuSPARSE's 32-bit indices are signed.
    if (A.most_nvals() > INT32_MAX || A.nrows() > INT32_MAX || A.ncols() > INT32_MAX)
        return "too large for 32-bit indices";
    if (const char *reason = device::refuses_spmm(problem)) return reason;
    return device::refuses_widths(A, problem.is_A_transposed);
}

const char *refuses(const MxmProblem &problem) {
    if (const char *reason = refuses_product(problem)) return reason;
    return device::cusparse.refusal(is_forced());
}

void prepare(const MxmProblem &problem) {
    if (device::cusparse.is_settled() || refuses_product(problem) != nullptr) return;
    const double entry = 4 + size_of(problem.A->type()->size);
    device::cusparse.see(size_of(problem.B->bytes()) + size_of(problem.A->nvals()) * entry,
                         is_forced());
}

Cost cost(const MxmProblem &problem) {
    const double n = size_of(problem.n());
    const double factor = n < 16 ? narrow_factor : n < 64 ? middle_factor : wide_factor;
    const double fixed = n == 1 ? column_seconds : fixed_seconds;
    return device::spmm_cost(problem, device::spmm_bound(problem).longer() * factor + fixed, false);
}

struct Workspace final : device::KeptArray {
    static constexpr char tag[] = "SpMM workspace";
    using KeptArray::KeptArray;
};
/// The most workspaces that are kept with the rows (columns) of A.
constexpr int most_kept = 4;

/// Returns the workspace kept with A for so many columns and the algorithm, or memory for this call
/// when other numbers of columns have taken all slots.
Ref<const Workspace> workspace_for(const MxmProblem &problem,
                                   const device::SpmmCusparseCall &call) {
    Attachments &attachments = problem.A->attachments();
    const AttachmentKey key{problem.is_A_transposed,
                            4 * call.columns + static_cast<std::uint64_t>(call.algorithm)};
    if (Ref<const Workspace> kept = attachments.find<Workspace>(key)) return kept;
    std::size_t bytes = 0;
    device::check(device::gpu::spmm_workspace(&call, &bytes));
    Ref<const Workspace> made =
        make_ref<const Workspace>(Array::make_here(std::max<std::size_t>(bytes, 8)));
    return attachments.count<Workspace>(key) < most_kept ? attachments.keep(key, made) : made;
}

/// C = A·B by cuSPARSE's SpMM for CSR: ALG2, or ALG1 or ALG3 (schedules), preprocessed; A keeps the
/// results of that. A by rows, both widths equal, B and C full (C: a bitmap where rows of A are
/// empty; hypersparse as A is), all of FP32 or FP64. Chosen by itself where such products have
/// added up to 200 GB.
Ref<Snapshot> run(const MxmProblem &problem) {
    constexpr int own_algorithm = 1;
    const Type *type = problem.result_type();
    device::SpmmCusparseCall call{};
    call.algorithm = schedules.choose(own_algorithm);
    const device::SpmmOperands operands(problem);
    call.A = operands.A;
    call.columns = problem.n();
    call.b_values = operands.B.values;
    call.type = device::cpp_type_name(type);
    Array values = Array::make_here(call.A.nrows * problem.n() * type->size);
    call.c_values = values.data_here_for_writing();
    const Ref<const Workspace> workspace = workspace_for(problem, call);
    // cuSPARSE writes the workspace; nobody else reads it.
    call.workspace = const_cast<void *>(workspace->array.data_here());
    device::check(device::gpu::spmm_cusparse(&call));
    return device::spmm_result(problem, type, call.A, device::no_mask(), std::move(values));
}

} // namespace

extern const Variant<MxmProblem> cuda_spmm_cusparse = {
    variant_name, {.is_deterministic = false, .device = device::cuda_kind, .form = Form::dense},
    &refuses,     &cost,
    &run,         &prepare};

} // namespace grb
