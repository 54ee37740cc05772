// What the products by cuSPARSE share.
#pragma once

#include "cuda/plugin/cusparse_library.hpp"
#include "cuda/table.h"

#include <mutex>

namespace grb::device {

/// Keeps the handle to one thread, and what was prepared.
std::mutex &cusparse_mutex();

Status check(cusparseStatus_t status, const char *what);

inline std::size_t padded_workspace(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
}

/// A as cuSPARSE describes it.
class CusparseMatrix {
public:
    CusparseMatrix() = default;
    ~CusparseMatrix() { forget(); }
    CusparseMatrix(const CusparseMatrix &) = delete;
    CusparseMatrix &operator=(const CusparseMatrix &) = delete;

    Status describe(const SparseArrays &A, cudaDataType domain);
    /// The same pattern at the same place; values may have changed.
    bool is_of(const SparseArrays &A) const {
        return descriptor_ != nullptr && offsets_ == A.row_offsets && indices_ == A.column_indices;
    }
    void forget();
    cusparseSpMatDescr_t get() const { return descriptor_; }

private:
    cusparseSpMatDescr_t descriptor_ = nullptr;
    const void *offsets_ = nullptr, *indices_ = nullptr;
};

/// What was prepared in a workspace: for each algorithm A's descriptor, which refers to its part of it.
struct CusparsePlan {
    CusparseMatrix matrices[3];
    std::size_t first_bytes = 0; // of the workspace: the first algorithm's
};
/// Made on the first call. The caller holds the mutex.
CusparsePlan &cusparse_plan(void *workspace);
/// The memory may be a workspace that is given back: what cuSPARSE knows of it goes with it.
void forget_workspace(void *pointer);

} // namespace grb::device
