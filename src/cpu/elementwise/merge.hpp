// Merges two objects entry by entry: the one mechanism behind eWiseAdd, eWiseMult and the commit.
//
// A rule says what the result takes, by whether A and B have the entry, whether the mask allows it
// and whether the region holds it.
#pragma once

#include "algebra/bound.hpp"
#include "cpu/submatrix/index_set.hpp"
#include "problems/merge_rule.hpp"
#include "storage/snapshot.hpp"

#include <optional>

namespace grb {

/// Positions that an assign touches; null sets are everything. With has_major the mask covers one
/// row (or column) only: elsewhere it counts as true, so that the merge deletes nothing there.
struct RegionSets {
    const IndexSet *rows = nullptr, *columns = nullptr;
    bool has_major = false, major_is_column = false;
    std::uint64_t major = 0;

    bool is_off_major(std::uint64_t row, std::uint64_t column) const noexcept {
        return has_major && (major_is_column ? column : row) != major;
    }
    bool is_everything() const noexcept {
        return (rows == nullptr || rows->is_everything()) &&
               (columns == nullptr || columns->is_everything()) && !has_major;
    }
    bool contains(std::uint64_t row, std::uint64_t column) const noexcept {
        return (rows == nullptr || rows->contains(row)) &&
               (columns == nullptr || columns->contains(column));
    }
};

/// The types and the operator of a merge. op may be null when the rule never takes both.
struct MergeValues {
    const Type *z = nullptr, *a = nullptr, *b = nullptr;
    const BinaryOp *op = nullptr;
};

/// C = merge(A, B), rows sorted. A, B m×n by rows, sorted; mask m×n. Work O(entries of A and B, and
/// a search in the mask for each); parallel over chunks of equally many entries, with the columns
/// of a single row split. Deterministic. Throws std::bad_alloc.
Ref<Snapshot> merge_sparse(const SparseView &A, const SparseView &B, const MergeValues &values,
                           const MergeRule &rule, const MaskView &mask, const RegionSets &region);

/// Returns the iso value of the result when every origin gives the same, else nothing. Reads only
/// the number of entries, the type and the iso value of A and B.
std::optional<HostVector<unsigned char>> iso_result(const SparseView &A, const SparseView &B,
                                                    const MergeValues &values,
                                                    const MergeRule &rule);

/// merge_sparse on dense storage, O(m·n). With `in_place`, the snapshot's own dense form is A,
/// values.z is values.a, and the merge writes the result there: no exception after the first write;
/// null is returned.
Ref<Snapshot> merge_dense(const DenseView &A, const DenseView &B, const MergeValues &values,
                          const MergeRule &rule, const MaskView &mask, const RegionSets &region,
                          Snapshot *in_place);

/// The mask's truth as packed bits over nrows·ncols positions, complement applied; empty when all
/// true.
HostVector<std::uint64_t> mask_bits(const MaskView &mask, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
