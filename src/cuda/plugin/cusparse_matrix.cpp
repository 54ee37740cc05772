#include "cuda/plugin/cusparse_matrix.hpp"

#include "cuda/plugin/runtime.hpp"

#include <unordered_map>

namespace grb::device {

namespace {

std::unordered_map<void *, CusparsePlan> &plans() {
    static auto &all = *new std::unordered_map<void *, CusparsePlan>;
    return all;
}

} // namespace

std::mutex &cusparse_mutex() {
    static std::mutex &only = *new std::mutex;
    return only;
}

Status check(cusparseStatus_t status, const char *what) {
    if (status == CUSPARSE_STATUS_SUCCESS) return Status::ok;
    const bool lacks_memory =
        status == CUSPARSE_STATUS_ALLOC_FAILED || status == CUSPARSE_STATUS_INSUFFICIENT_RESOURCES;
    return fail(lacks_memory ? Status::out_of_memory : Status::unsupported, "%s: %s", what,
                cusparse().error_text(status));
}

Status CusparseMatrix::describe(const SparseArrays &A, cudaDataType domain) {
    const cusparseIndexType_t type = A.index_width == 4 ? CUSPARSE_INDEX_32I : CUSPARSE_INDEX_64I;
    offsets_ = A.row_offsets;
    indices_ = A.column_indices;
    return check(cusparse().create_csr(
                     &descriptor_, static_cast<std::int64_t>(A.nrows),
                     static_cast<std::int64_t>(A.ncols), static_cast<std::int64_t>(A.nvals),
                     const_cast<void *>(A.row_offsets), const_cast<void *>(A.column_indices),
                     const_cast<void *>(A.values), type, type, CUSPARSE_INDEX_BASE_ZERO, domain),
                 "cusparseCreateCsr");
}

void CusparseMatrix::forget() {
    if (descriptor_ != nullptr) cusparse().destroy_matrix(descriptor_);
    descriptor_ = nullptr;
}

CusparsePlan &cusparse_plan(void *workspace) {
    return plans()[workspace];
}

void forget_workspace(void *pointer) {
    const std::lock_guard<std::mutex> guard(cusparse_mutex());
    plans().erase(pointer);
}

} // namespace grb::device
