// The device variant of mxm for two full matrices of floats: cuBLAS.
#include "cpu/mxm/gemm.hpp"
#include "cuda/library/dense_costs.hpp"
#include "cuda/library/vendor_library.hpp"
#include "cuda/mxm/mxm_calls.h"

namespace grb {

namespace {

using namespace device;

constexpr const char *variant_name = "cuda/mxm_cublas";
const DeviceCoefficient worth_loading{"device_cublas_operations", "1",
                                      "multiply-adds of the host as long as loading the library, a "
                                      "part of a second; these go before, "
                                      "unless it is forced or the operands are there",
                                      1e11};
constinit VendorLibrary library(gpu::cublas_absence, worth_loading,
                                "too little work so far to load cuBLAS");
const DeviceCoefficient operations{"device_cublas_rate", "1/s",
                                   "multiply-adds; an H200 has 67 TFLOPS for either type", 3.3e13,
                                   Scaling::processors};

double operations_of(const MxmProblem &problem) noexcept {
    return size_of(problem.m()) * size_of(problem.n()) * size_of(problem.k());
}

bool is_asked_for(const MxmProblem &problem) noexcept {
    if (mode() == Mode::always || problem.A->bytes_away() + problem.B->bytes_away() != 0)
        return true;
    return is_forced(Operation::mxm, variant_name);
}

const char *refuses_product(const MxmProblem &problem) {
    const auto can_be_dense = [](const Snapshot &operand) { return can_be_dense_operand(operand); };
    if (const char *reason = refuses_gemm(problem, can_be_dense)) return reason;
    if (problem.A->is_iso() && problem.B->is_iso()) return iso_refusal;
    return refuses_device(Operation::mxm, dense_bytes(*problem.A) + dense_bytes(*problem.B));
}

const char *refuses(const MxmProblem &problem) {
    if (const char *reason = refuses_product(problem)) return reason;
    return library.refusal(is_asked_for(problem));
}

void prepare(const MxmProblem &problem) {
    if (!library.is_settled() && refuses_product(problem) == nullptr)
        library.see(operations_of(problem), is_asked_for(problem));
}

Cost cost(const MxmProblem &problem) {
    PassCost pass;
    pass.reads(*problem.A);
    pass.reads(*problem.B);
    pass.writes(size_of(problem.m()) * size_of(problem.n()) * size_of(problem.result_type()->size));
    Cost cost = pass.cost();
    cost.seconds += operations_of(problem) / operations;
    return cost;
}

/// Returns one value for each element, on the device; `spread` keeps those that are made for this.
const void *all_values(const Snapshot &operand, Array &expanded) {
    const DenseForm &form = dense_operand_form(operand);
    if (!form.is_iso) return form.values.data_here();
    expanded = cast_array(form.values, true, {}, operand.nrows() * operand.ncols(), operand.type(),
                          operand.type());
    return std::as_const(expanded).data_here();
}

/// C = A·B by cuBLAS (cublasSgemm, cublasDgemm), C' = B'·A' as it sees them. A m×k, B k×n, full,
/// either transposed without a copy, one of them may be iso and is then densified; C m×n full. FP32
/// and FP64, no casts. Products of floats are exact before they are rounded to floats, unless
/// GrX_TF32 lets tensor cores take 10 bits of them. The commit applies mask and accumulator. Does
/// not wait. Deterministic: the same bits on every run on one GPU. Refused: other semirings and
/// types, operands that are not full.
Ref<Snapshot> run(const MxmProblem &problem) {
    const Type *type = problem.result_type();
    MxmCublasCall call{};
    call.m = problem.m();
    call.n = problem.n();
    call.k = problem.k();
    Array a, b;
    call.a = all_values(*problem.A, a);
    call.b = all_values(*problem.B, b);
    call.is_a_transposed = problem.is_A_transposed;
    call.is_b_transposed = problem.is_B_transposed;
    call.may_use_tf32 = context().may_use_tf32();
    call.type = cpp_type_name(type);
    DenseForm form;
    form.nvals = call.m * call.n;
    form.values = Array::make_here(call.m * call.n * type->size);
    call.c = form.values.data_here_for_writing();
    check(gpu::mxm_cublas(&call));
    return of_dense(type, call.m, call.n, std::move(form));
}

} // namespace

extern const Variant<MxmProblem> cuda_mxm_cublas = {
    variant_name, {.device = device::cuda_kind, .form = Form::dense}, &refuses, &cost, &run,
    &prepare};

} // namespace grb
