// Makes matrix descriptors and stores plans by workspace.
#include "cuda/plugin/cusparse_matrix.hpp"

#include "cuda/plugin/runtime.hpp"

#include <atomic>
#include <unordered_map>

namespace grb::device {

namespace {

std::unordered_map<void *, CusparsePlan> &plans() {
    static auto &all = *new std::unordered_map<void *, CusparsePlan>;
    return all;
}

/// Every release of memory searches the plans: usually there are none.
std::atomic<std::size_t> plan_count{0};

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
    CusparsePlan &plan = plans()[workspace];
    plan_count.store(plans().size(), std::memory_order_release);
    return plan;
}

void forget_workspace(void *pointer) {
    // The release of a workspace always comes after the making of its plan.
    if (plan_count.load(std::memory_order_acquire) == 0) return;
    const std::lock_guard<std::mutex> guard(cusparse_mutex());
    plans().erase(pointer);
    plan_count.store(plans().size(), std::memory_order_release);
}

} // namespace grb::device
