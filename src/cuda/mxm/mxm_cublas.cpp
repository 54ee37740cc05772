// C = A·B of full matrices by cuBLAS, whose matrices are by columns: it sees matrices by rows as
// their transposes, and C' = B'·A'.

#include "cuda/mxm/mxm_calls.h"
#include "cuda/plugin/cublas_library.hpp"
#include "cuda/plugin/exports.hpp"

#include <cstring>

namespace grb::device {

namespace {

Status check(cublasStatus_t status, const char *what) {
    if (status == CUBLAS_STATUS_SUCCESS) return Status::ok;
    return fail(status == CUBLAS_STATUS_ALLOC_FAILED ? Status::out_of_memory : Status::unsupported,
                "%s: %s", what, cublas().error_text(status));
}

template <class T, class Function>
Status multiply(const MxmCublasCall &call, Function function, const char *what) {
    const auto size = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
    const T one = 1, zero = 0;
    // The stored length of a row.
    const std::int64_t a_stride = size(call.is_a_transposed ? call.m : call.k),
                       b_stride = size(call.is_b_transposed ? call.k : call.n);
    return check(function(cublas().handle, call.is_b_transposed ? CUBLAS_OP_T : CUBLAS_OP_N,
                          call.is_a_transposed ? CUBLAS_OP_T : CUBLAS_OP_N, size(call.n),
                          size(call.m), size(call.k), &one, static_cast<const T *>(call.b),
                          b_stride, static_cast<const T *>(call.a), a_stride, &zero,
                          static_cast<T *>(call.c), size(call.n)),
                 what);
}

} // namespace

static Status cublas_absence(const char **reason) {
    *reason = cublas().absence;
    return Status::ok;
}

static Status mxm_cublas(const MxmCublasCall *call) {
    const Cublas &library = cublas();
    const bool is_float = std::strcmp(call->type, "float") == 0;
    if (library.absence != nullptr || (!is_float && std::strcmp(call->type, "double") != 0))
        return fail(Status::unsupported, "cuBLAS does not do this");
    const CurrentDevice current;
    const std::lock_guard<std::mutex> guard(library.mutex);
    if (!is_float) return multiply<double>(*call, library.dgemm, "cublasDgemm");
    const Status status =
        check(library.set_math_mode(library.handle, call->may_use_tf32 ? CUBLAS_TF32_TENSOR_OP_MATH
                                                                       : CUBLAS_DEFAULT_MATH),
              "cublasSetMathMode");
    return status == Status::ok ? multiply<float>(*call, library.sgemm, "cublasSgemm") : status;
}

namespace {

const Export exports[] = {exported<&cublas_absence>(gpu::cublas_absence),
                          exported<&mxm_cublas>(gpu::mxm_cublas)};

} // namespace

} // namespace grb::device
