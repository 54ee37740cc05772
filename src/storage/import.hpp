// Imports matrices from the arrays of a caller, which may hold anything: nothing reads beyond the
// lengths, and nothing trusts a value before it is checked.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The arrays of GrB_Matrix_import with their numbers of elements. Values are of the matrix's type.
struct ForeignArrays {
    const std::uint64_t *offsets, *indices;
    const void *values;
    std::uint64_t offsets_length, indices_length, values_length;
};

/// CSR, or CSC when `by_column`; the indices of a row in any order. Throws Error:
/// GrB_INVALID_VALUE: fewer offsets than rows + 1, an index twice in a row;
/// GrB_INDEX_OUT_OF_BOUNDS: the first offset is not 0, they decrease, the last one is beyond the
/// arrays, an index is outside the matrix. O(nrows + nvals), with a sort only for unsorted rows.
Ref<Snapshot> import_compressed(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                const ForeignArrays &arrays, bool by_column);

/// COO: offsets holds column indices, indices row indices, in any order. Throws Error:
/// GrB_INVALID_VALUE: lengths that differ, a position twice; GrB_INDEX_OUT_OF_BOUNDS.
Ref<Snapshot> import_tuples(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                            const ForeignArrays &arrays);

} // namespace grb
