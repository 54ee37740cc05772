// Objects in parts that are vectors (GxB_Container): arrays change hands without a copy, 32-bit ones and arrays of the
// caller's too.
#pragma once

#include "objects/container.hpp"
#include "objects/layouts.hpp"

namespace grb {

/// `part`: a vector without missing entries; length 0 where the layout has no such part.
struct ObjectParts {
    LayoutKind kind{Layout::full};
    std::uint64_t nrows = 0, ncols = 0, nvals = 0;
    Ref<Snapshot> offsets, ids, present, indices, values;
    bool is_iso = false, is_jumbled = false;
    const char *owner = "the container's "; // in texts, before the name of a part
    GrB_Info unfit = GrB_INVALID_VALUE;     // the code where parts do not fit each other
};

/// The object that the parts are; it shares their arrays.
/// GrB_INVALID_VALUE: entries of a part are missing, or too few. GrB_DOMAIN_MISMATCH: positions are no integers of 32
/// or 64 bits, presence is not of 8 bits. With checks_all the arrays may be anybody's, and what is in them is looked at:
/// GrB_INVALID_OBJECT where they make no object.
Ref<Snapshot> made_of_parts(const ObjectParts &parts, bool checks_all);

/// The parts of an object as it is stored; they share its arrays.
ObjectParts parts_of(const Snapshot &snapshot);

/// Some array is the caller's.
bool has_loans(const Snapshot &snapshot) noexcept;

} // namespace grb
