// Matrix descriptors and prepared plans that the products by cuSPARSE share.
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

/// A cuSPARSE descriptor of A.
class CusparseMatrix {
public:
    CusparseMatrix() = default;
    ~CusparseMatrix() { forget(); }
    CusparseMatrix(const CusparseMatrix &) = delete;
    CusparseMatrix &operator=(const CusparseMatrix &) = delete;

    Status describe(const SparseArrays &A, cudaDataType domain);
    /// Returns true for the same arrays of the pattern; values may have changed.
    bool is_of(const SparseArrays &A) const {
        return descriptor_ != nullptr && offsets_ == A.row_offsets && indices_ == A.column_indices;
    }
    void forget();
    cusparseSpMatDescr_t get() const { return descriptor_; }

private:
    cusparseSpMatDescr_t descriptor_ = nullptr;
    const void *offsets_ = nullptr, *indices_ = nullptr;
};

/// The descriptors of A prepared in one workspace, one for each algorithm.
struct CusparsePlan {
    CusparseMatrix matrices[3];
    std::size_t first_bytes = 0; // bytes of the first algorithm in the workspace
};
/// Returns the plan, made on the first call. The caller holds the mutex.
CusparsePlan &cusparse_plan(void *workspace);
/// Destroys the descriptors of a workspace that is about to be released; ignores other memory.
void forget_workspace(void *pointer);

} // namespace grb::device
