// w = A·u by cuSPARSE's SpMV. The results of cusparseSpMV_preprocess live as long as A: in a
// workspace that the caller keeps with A, and in a descriptor that this file keeps.

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/row_bits.hpp"
#include "cuda/plugin/cusparse_matrix.hpp"
#include "cuda/plugin/exports.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

constexpr int algorithm_count = 2;
constexpr cusparseSpMVAlg_t algorithms[algorithm_count] = {CUSPARSE_SPMV_CSR_ALG1,
                                                           CUSPARSE_SPMV_CSR_ALG2};

/// The types of A and u, of the sum and of w, by the name of w's type.
struct Domains {
    const char *name;
    cudaDataType operands, sum;
};
constexpr Domains all_domains[] = {{"float", CUDA_R_32F, CUDA_R_32F},
                                   {"double", CUDA_R_64F, CUDA_R_64F},
                                   {"int", CUDA_R_8I, CUDA_R_32I}};

const Domains *domains_of(const char *type) {
    for (const Domains &domains : all_domains)
        if (std::strcmp(domains.name, type) == 0) return &domains;
    return nullptr;
}

const void *constant(const Domains &domains, int value) {
    static constexpr float floats[] = {0, 1};
    static constexpr double doubles[] = {0, 1};
    static constexpr int ints[] = {0, 1};
    return domains.sum == CUDA_R_32F   ? static_cast<const void *>(floats + value)
           : domains.sum == CUDA_R_64F ? static_cast<const void *>(doubles + value)
                                       : static_cast<const void *>(ints + value);
}

/// Operands as cuSPARSE describes them, for one call.
class Vectors {
public:
    Vectors() = default;
    ~Vectors() {
        if (u != nullptr) cusparse().destroy_vector(u);
        if (w != nullptr) cusparse().destroy_vector(w);
    }
    Vectors(const Vectors &) = delete;
    Vectors &operator=(const Vectors &) = delete;
    Status describe(const MxvCusparseCall &call, const Domains &domains) {
        const Status status =
            check(cusparse().create_vector(&u, static_cast<std::int64_t>(call.A.ncols),
                                           const_cast<void *>(call.u_values), domains.operands),
                  "cusparseCreateDnVec");
        if (status != Status::ok) return status;
        return check(cusparse().create_vector(&w, static_cast<std::int64_t>(call.A.nrows),
                                              call.w_values, domains.sum),
                     "cusparseCreateDnVec");
    }
    cusparseDnVecDescr_t u = nullptr, w = nullptr;
};

Status workspace_of(const Domains &domains, const CusparseMatrix &A, const Vectors &vectors,
                    int algorithm, std::size_t *bytes) {
    return check(cusparse().workspace(cusparse().handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                      constant(domains, 1), A.get(), vectors.u,
                                      constant(domains, 0), vectors.w, domains.sum,
                                      algorithms[algorithm], bytes),
                 "cusparseSpMV_bufferSize");
}

Status multiply(const MxvCusparseCall &call, const Domains &domains, const Vectors &vectors,
                CusparsePlan &plan) {
    const Cusparse &library = cusparse();
    CusparseMatrix &A = plan.matrices[call.algorithm];
    Status status = Status::ok;
    const bool is_prepared = A.is_of(call.A);
    if (!is_prepared) {
        A.forget();
        if ((status = A.describe(call.A, domains.operands)) != Status::ok) return status;
        status = workspace_of(domains, A, vectors, 0, &plan.first_bytes);
        if (status != Status::ok) {
            A.forget();
            return status;
        }
    } else {
        status = check(library.set_values(A.get(), const_cast<void *>(call.A.values)),
                       "cusparseSpMatSetValues");
        if (status != Status::ok) return status;
    }
    void *workspace = static_cast<char *>(call.workspace) +
                      (call.algorithm == 0 ? 0 : padded_workspace(plan.first_bytes));
    const auto run = [&](auto function, const char *what) {
        return check(function(library.handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                              constant(domains, 1), A.get(), vectors.u, constant(domains, 0),
                              vectors.w, domains.sum, algorithms[call.algorithm], workspace),
                     what);
    };
    if (!is_prepared &&
        (status = run(library.preprocess, "cusparseSpMV_preprocess")) != Status::ok) {
        A.forget();
        return status;
    }
    return run(library.multiply, "cusparseSpMV");
}

} // namespace

static Status cusparse_absence(const char **reason) {
    *reason = cusparse().absence;
    return Status::ok;
}

static Status cusparse_workspace(const MxvCusparseCall *call, std::size_t *bytes) {
    const Domains *domains = domains_of(call->type);
    if (cusparse().absence != nullptr || domains == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    const std::lock_guard<std::mutex> guard(cusparse_mutex());
    CusparseMatrix A;
    Vectors vectors;
    Status status = A.describe(call->A, domains->operands);
    if (status == Status::ok) status = vectors.describe(*call, *domains);
    *bytes = 0;
    for (int k = 0; k < algorithm_count && status == Status::ok; k++) {
        std::size_t own = 0;
        status = workspace_of(*domains, A, vectors, k, &own);
        *bytes += padded_workspace(own);
    }
    return status;
}

static Status mxv_cusparse(const MxvCusparseCall *call) {
    const Domains *domains = domains_of(call->type);
    if (cusparse().absence != nullptr || domains == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    {
        const std::lock_guard<std::mutex> guard(cusparse_mutex());
        Vectors vectors;
        Status status = vectors.describe(*call, *domains);
        if (status == Status::ok)
            status = multiply(*call, *domains, vectors, cusparse_plan(call->workspace));
        if (status != Status::ok) return status;
    }
    return call->w_bits == nullptr ? Status::ok
                                   : row_bits(call->A, call->mask, call->w_bits, call->nvals);
}

namespace {

const Export exports[] = {exported<&cusparse_absence>(gpu::cusparse_absence),
                          exported<&cusparse_workspace>(gpu::cusparse_workspace),
                          exported<&mxv_cusparse>(gpu::mxv_cusparse)};

} // namespace

} // namespace grb::device
