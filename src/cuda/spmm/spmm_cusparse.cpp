// C = A·B by cuSPARSE's SpMM, B and C full and row-major. The results of cusparseSpMM_preprocess,
// for one algorithm and number of columns, live as long as A: in a workspace that the caller keeps
// with A, and in a descriptor that this file keeps.

#include "cuda/plugin/cusparse_matrix.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/runtime.hpp"
#include "cuda/spmm/spmm_calls.h"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

constexpr cusparseSpMMAlg_t algorithms[] = {CUSPARSE_SPMM_CSR_ALG1, CUSPARSE_SPMM_CSR_ALG2,
                                            CUSPARSE_SPMM_CSR_ALG3};

struct Constants {
    cudaDataType domain;
    const void *one, *zero;
};

/// Returns null for a type without a product by cuSPARSE here.
const Constants *constants_of(const char *type) {
    static constexpr float float_one = 1, float_zero = 0;
    static constexpr double double_one = 1, double_zero = 0;
    static constexpr Constants floats{CUDA_R_32F, &float_one, &float_zero},
        doubles{CUDA_R_64F, &double_one, &double_zero};
    if (std::strcmp(type, "float") == 0) return &floats;
    return std::strcmp(type, "double") == 0 ? &doubles : nullptr;
}

/// B and C as cuSPARSE describes them, for one call.
class Dense {
public:
    Dense() = default;
    ~Dense() {
        if (B != nullptr) cusparse().destroy_dense(B);
        if (C != nullptr) cusparse().destroy_dense(C);
    }
    Dense(const Dense &) = delete;
    Dense &operator=(const Dense &) = delete;
    Status describe(const SpmmCusparseCall &call, cudaDataType domain) {
        const auto columns = static_cast<std::int64_t>(call.columns);
        const auto describe_one = [&](cusparseDnMatDescr_t &matrix, std::uint64_t rows,
                                      void *values) {
            return check(cusparse().create_dense(&matrix, static_cast<std::int64_t>(rows), columns,
                                                 columns, values, domain, CUSPARSE_ORDER_ROW),
                         "cusparseCreateDnMat");
        };
        const Status status = describe_one(B, call.A.ncols, const_cast<void *>(call.b_values));
        return status == Status::ok ? describe_one(C, call.A.nrows, call.c_values) : status;
    }
    cusparseDnMatDescr_t B = nullptr, C = nullptr;
};

/// Calls f, a function of cusparseSpMM's family: all of them take the same operands.
template <class F, class Last>
Status apply(F f, const char *what, const SpmmCusparseCall &call, const Constants &constants,
             const CusparseMatrix &A, const Dense &dense, Last last) {
    return check(f(cusparse().handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                   CUSPARSE_OPERATION_NON_TRANSPOSE, constants.one, A.get(), dense.B,
                   constants.zero, dense.C, constants.domain, algorithms[call.algorithm], last),
                 what);
}

Status multiply(const SpmmCusparseCall &call, const Constants &constants, const Dense &dense,
                CusparseMatrix &A) {
    const Cusparse &library = cusparse();
    if (A.is_of(call.A)) {
        const Status status = check(library.set_values(A.get(), const_cast<void *>(call.A.values)),
                                    "cusparseSpMatSetValues");
        if (status != Status::ok) return status;
    } else {
        A.forget();
        Status status = A.describe(call.A, constants.domain);
        if (status != Status::ok) return status;
        status = apply(library.dense_preprocess, "cusparseSpMM_preprocess", call, constants, A,
                       dense, call.workspace);
        if (status != Status::ok) {
            A.forget();
            return status;
        }
    }
    return apply(library.dense_multiply, "cusparseSpMM", call, constants, A, dense, call.workspace);
}

} // namespace

static Status spmm_workspace(const SpmmCusparseCall *call, std::size_t *bytes) {
    const Constants *constants = constants_of(call->type);
    if (cusparse().absence != nullptr || constants == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    const std::lock_guard<std::mutex> guard(cusparse_mutex());
    CusparseMatrix A;
    Dense dense;
    Status status = A.describe(call->A, constants->domain);
    if (status == Status::ok) status = dense.describe(*call, constants->domain);
    *bytes = 0;
    return status == Status::ok ? apply(cusparse().dense_workspace, "cusparseSpMM_bufferSize",
                                        *call, *constants, A, dense, bytes)
                                : status;
}

static Status spmm_cusparse(const SpmmCusparseCall *call) {
    const Constants *constants = constants_of(call->type);
    if (cusparse().absence != nullptr || constants == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    const std::lock_guard<std::mutex> guard(cusparse_mutex());
    Dense dense;
    const Status status = dense.describe(*call, constants->domain);
    if (status != Status::ok) return status;
    return multiply(*call, *constants, dense,
                    cusparse_plan(call->workspace).matrices[call->algorithm]);
}

namespace {

const Export exports[] = {exported<&spmm_workspace>(gpu::spmm_workspace),
                          exported<&spmm_cusparse>(gpu::spmm_cusparse)};

} // namespace

} // namespace grb::device
