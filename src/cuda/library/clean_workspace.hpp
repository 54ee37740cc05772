// Dense work arrays that one push leaves clean for the next: neutral values and zero bits.
// A push with a sparse result restores the elements that it touched. The next push then needs no
// pass over all of w.
#pragma once

#include "base/array.hpp"
#include "cuda/table.h"

namespace grb::device {

struct CleanWorkspace {
    std::uint64_t elements = 0;
    BinaryName add{}; // functor null: bits only
    Array values, bits;
    bool is_clean = false; // false: not initialised
};

/// Returns this device's kept arrays if they fit, else new ones. Throws Failure, std::bad_alloc.
CleanWorkspace take_workspace(std::uint64_t elements, const BinaryName &add,
                              std::size_t value_size);
/// Keeps the arrays, which must be clean, for the next take_workspace() on this device.
void keep_workspace(CleanWorkspace &&elements) noexcept;
/// Frees the kept arrays of a device.
void drop_kept_workspaces(const Device &device) noexcept;

} // namespace grb::device
