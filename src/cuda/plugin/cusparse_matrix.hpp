// What the products by cuSPARSE share.
#pragma once

#include "cuda/plugin/cusparse_library.hpp"
#include "cuda/table.h"

#include <mutex>

namespace grb::device {

/// Guards the handle and the prepared descriptors.
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

/// The descriptors of A that were prepared in one workspace, one for each algorithm.
struct CusparsePlan {
    CusparseMatrix matrices[3];
    std::size_t first_bytes = 0; // of the workspace: the first algorithm's
};
/// Made on the first call. The caller holds the mutex.
CusparsePlan &cusparse_plan(void *workspace);
/// Destroys the descriptors of a workspace that is about to be released, if the memory is one.
void forget_workspace(void *pointer);

} // namespace grb::device
