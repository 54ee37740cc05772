// The shared parts of the variants of build.
#pragma once

#include "cuda/structure/variants/structure_variants.hpp"

namespace grb::device {

/// Returns true if any order of dup's terms gives the same bits.
bool is_reorderable(const BinaryOp &dup) noexcept;
/// The first checks of both variants: returns null, or why the device cannot build (types,
/// operators, number of tuples).
const char *refuses_tuples(const BuildProblem &problem) noexcept;
/// The last checks of both variants: returns null if the tuples are on the device, or so many that
/// uploading them pays.
const char *refuses_build(const BuildProblem &problem) noexcept;
double missing_bytes(const BuildProblem &problem) noexcept;

/// Tuples on the device, in input order.
struct DeviceTuples {
    std::uint64_t count = 0;
    Array rows, columns, values; // indices of 8 bytes; rows empty: all in row 0
    const Type *value_type = nullptr;
    bool is_iso = false; // one value for all
    Array iso_value;     // in the result's type, if is_full_iso
};
/// Builds an object of `type`, not hypersparse. duplicate null: throws DeviceFailure if a position
/// repeats.
Ref<Snapshot> built(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                    const DeviceTuples &tuples, const BinaryOp *duplicate);

} // namespace grb::device
