// w = A·u by cuSPARSE's SpMV. What it finds out about A's pattern (cusparseSpMV_preprocess) lies in a
// workspace that the caller keeps with A, and in a descriptor that is kept here for as long.
#include "cuda/mxv_cusparse.hpp"

#include "cuda/cusparse_library.hpp"
#include "cuda/row_bits.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace grb::device {

namespace {

constexpr int algorithm_count = 2;
constexpr cusparseSpMVAlg_t algorithms[algorithm_count] = {CUSPARSE_SPMV_CSR_ALG1,
                                                           CUSPARSE_SPMV_CSR_ALG2};

/// Domains of A and u, of the sum and w, by the name of w's type.
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

Status check(cusparseStatus_t status, const char *what) {
    if (status == CUSPARSE_STATUS_SUCCESS) return Status::ok;
    const bool lacks_memory =
        status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
    return fail(lacks_memory ? Status::out_of_memory : Status::unsupported, "%s: %s", what,
                cusparse().error_text(status));
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

/// A as cuSPARSE describes it.
class Matrix {
public:
    Matrix() = default;
    ~Matrix() { forget(); }
    Matrix(const Matrix &) = delete;
    Matrix &operator=(const Matrix &) = delete;

    Status describe(const SparseArrays &A, const Domains &domains) {
        const cusparseIndexType_t type =
            A.index_width == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
        offsets_ = A.row_offsets;
        indices_ = A.column_indices;
        return check(cusparse().create_csr(
                         &descriptor_, static_cast<std::int64_t>(A.nrows),
                         static_cast<std::int64_t>(A.ncols), static_cast<std::int64_t>(A.nvals),
                         const_cast<void *>(A.row_offsets), const_cast<void *>(A.column_indices),
                         const_cast<void *>(A.values), type, type, CUSPARSE_INDEX_BASE_ZERO,
                         domains.operands),
                     "cusparseCreateCsr");
    }
    /// The same pattern at the same place; values may have changed.
    bool is_of(const SparseArrays &A) const {
        return descriptor_ != nullptr && offsets_ == A.row_offsets && indices_ == A.column_indices;
    }
    void forget() {
        if (descriptor_ != nullptr) cusparse().destroy_matrix(descriptor_);
        descriptor_ = nullptr;
    }
    cusparseSpMatDescr_t get() const { return descriptor_; }

private:
    cusparseSpMatDescr_t descriptor_ = nullptr;
    const void *offsets_ = nullptr, *indices_ = nullptr;
};

Status workspace_of(const Domains &domains, const Matrix &A, const Vectors &vectors, int algorithm,
                    std::size_t *bytes) {
    return check(cusparse().workspace(cusparse().handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                      constant(domains, 1), A.get(), vectors.u,
                                      constant(domains, 0), vectors.w, domains.sum,
                                      algorithms[algorithm], bytes),
                 "cusparseSpMV_bufferSize");
}

/// What was prepared in a workspace: for each algorithm A's descriptor, which refers to its part of it.
struct Plan {
    Matrix matrices[algorithm_count];
    std::size_t first_bytes = 0; // of the workspace: the first algorithm's
};

struct Plans {
    std::mutex mutex; // also keeps the handle to one thread
    std::unordered_map<void *, Plan> by_workspace;
};

Plans &plans() {
    static Plans &all = *new Plans;
    return all;
}

std::size_t padded(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
}

Status multiply(const MxvCusparseCall &call, const Domains &domains, const Vectors &vectors,
                Plan &plan) {
    const Cusparse &library = cusparse();
    Matrix &A = plan.matrices[call.algorithm];
    Status status = Status::ok;
    const bool is_prepared = A.is_of(call.A);
    if (!is_prepared) {
        A.forget();
        if ((status = A.describe(call.A, domains)) != Status::ok) return status;
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
    void *workspace =
        static_cast<char *>(call.workspace) + (call.algorithm == 0 ? 0 : padded(plan.first_bytes));
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

const char *cusparse_absence() {
    return cusparse().absence;
}

Status cusparse_workspace(const MxvCusparseCall *call, std::size_t *bytes) {
    const Domains *domains = domains_of(call->type);
    if (cusparse().absence != nullptr || domains == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    const std::lock_guard<std::mutex> guard(plans().mutex);
    Matrix A;
    Vectors vectors;
    Status status = A.describe(call->A, *domains);
    if (status == Status::ok) status = vectors.describe(*call, *domains);
    *bytes = 0;
    for (int k = 0; k < algorithm_count && status == Status::ok; k++) {
        std::size_t own = 0;
        status = workspace_of(*domains, A, vectors, k, &own);
        *bytes += padded(own);
    }
    return status;
}

Status mxv_cusparse(const MxvCusparseCall *call) {
    const Domains *domains = domains_of(call->type);
    if (cusparse().absence != nullptr || domains == nullptr)
        return fail(Status::unsupported, "cuSPARSE does not do this");
    const CurrentDevice current;
    {
        const std::lock_guard<std::mutex> guard(plans().mutex);
        Vectors vectors;
        Status status = vectors.describe(*call, *domains);
        if (status == Status::ok)
            status = multiply(*call, *domains, vectors, plans().by_workspace[call->workspace]);
        if (status != Status::ok) return status;
    }
    return call->w_bits == nullptr ? Status::ok
                                   : row_bits(call->A, call->mask, call->w_bits, call->nvals);
}

void forget_workspace(void *pointer) {
    const std::lock_guard<std::mutex> guard(plans().mutex);
    plans().by_workspace.erase(pointer);
}

} // namespace grb::device
