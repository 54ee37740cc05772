// Objects as vectors of their arrays (GxB_Container): arrays change hands without a copy, also
// 32-bit arrays and the caller's.
#pragma once

#include "objects/container.hpp"
#include "objects/layouts.hpp"

namespace grb {

/// Each component is a vector without missing entries, of length 0 when the layout has no such
/// component.
struct ObjectComponents {
    LayoutKind kind{Layout::full};
    std::uint64_t nrows = 0, ncols = 0, nvals = 0;
    Ref<Snapshot> offsets, ids, present, indices, values;
    bool is_iso = false, is_jumbled = false;
    const char *owner = "the container's "; // in texts, before the name of a component
    GrB_Info unfit = GrB_INVALID_VALUE;     // the code when components do not fit each other
};

/// Makes the object of the components; it shares their arrays.
/// GrB_INVALID_VALUE: entries of a component are missing, or too few. GrB_DOMAIN_MISMATCH:
/// positions are no integers of 32 or 64 bits, presence is not of 8 bits. With checks_all the
/// arrays may come from anywhere, and their contents are checked: GrB_INVALID_OBJECT when they make
/// no object.
Ref<Snapshot> made_of_components(const ObjectComponents &components, bool checks_all);

/// Returns the components of an object as it is stored; they share its arrays.
ObjectComponents components_of(const Snapshot &snapshot);

/// True when some array is the caller's.
bool has_loans(const Snapshot &snapshot) noexcept;

} // namespace grb
