// What the rows of build share.
#pragma once

#include "cuda/structure/rows/structure_rows.hpp"

namespace grb::device {

/// True when any order of dup's terms gives the same bits.
bool is_reorderable(const BinaryOp &dup) noexcept;
/// The first checks of both rows: null, or why the device cannot (its types, its operators, its count of tuples).
const char *refuses_tuples(const BuildProblem &problem) noexcept;
/// The last checks of both rows: null when the tuples are on the device, or are so many that uploading them pays.
const char *refuses_build(const BuildProblem &problem) noexcept;
double missing_bytes(const BuildProblem &problem) noexcept;

/// Tuples on the device, in input order.
struct DeviceTuples {
    std::uint64_t count = 0;
    Array rows, columns, values; // indices of 8 bytes; rows empty: all in row 0
    const Type *value_type = nullptr;
    bool is_uniform = false; // one value for all
    Array iso_value;         // in the result's type, if is_uniform
};
/// The object of `type` that they make, not hypersparse. duplicate null: positions come once, else PlaceFailure.
Ref<Snapshot> built(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                    const DeviceTuples &tuples, const BinaryOp *duplicate);

} // namespace grb::device
