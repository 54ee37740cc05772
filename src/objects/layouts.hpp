// Makes a snapshot from a caller's arrays in the layouts of SuiteSparse's import and pack, and
// arrays from a snapshot: 64-bit positions, a byte for the presence of a value.
#pragma once

#include "objects/container.hpp"

namespace grb {

enum class Layout { compressed, hyper, list, bitmap, full };

/// list: one vector without offsets. By column: all fields describe the transpose.
struct LayoutKind {
    Layout layout;
    bool by_column = false;
};

/// Memory from the library's functions; null where the layout has no such array, or the array is
/// empty.
struct LayoutArrays {
    void *offsets = nullptr, *ids = nullptr, *indices = nullptr, *present = nullptr,
         *values = nullptr;
    std::uint64_t offsets_bytes = 0, ids_bytes = 0, indices_bytes = 0, present_bytes = 0,
                  values_bytes = 0;
    std::uint64_t vectors = 0; // hyper: stored ones
    std::uint64_t nvals = 0;   // list, bitmap
    bool is_iso = false, is_jumbled = false;
    int arena = 0; // the arena of the memory
};

/// Makes the entries of an object as large as `target`, stored as it wants them. The arrays become
/// the snapshot's; when this throws they stay the caller's. checks_all: every offset and position
/// is checked. `letter`: the first letter of the arrays' names in error texts: 'A' for "Ap", 'v'
/// for "vi".
/// GrB_INVALID_VALUE: an array too short, offsets that do not begin with 0, a wrong count of a
/// bitmap.
/// GrB_NULL_POINTER: a required array is missing. GrB_INVALID_OBJECT: a position (with checks_all).
Ref<Snapshot> made_of_arrays(const Container &target, LayoutKind kind, const LayoutArrays &given,
                             bool checks_all, char letter);

/// The properties that arrays may keep when they are handed out.
struct Allowed {
    bool iso, jumbled;
};

/// Returns the arrays of a snapshot that nobody else needs, for the caller to release in an arena;
/// copies when another snapshot shares them, or they are from another arena. The snapshot must not
/// be used afterwards; it keeps its entries when this throws. GrB_INVALID_VALUE: the layout is
/// full, and an entry is missing.
LayoutArrays take_arrays(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena);

/// bits_of_bytes() sets a bit for each byte that is not 0 and counts them; presence_bytes()
/// converts back.
Array bits_of_bytes(const void *bytes, std::uint64_t elements, std::uint64_t &count);
Array presence_bytes(const DenseView &view);

/// Returns the same entries with 64-bit offsets and positions; shares arrays that have them
/// already.
SparseForm wide_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols);

} // namespace grb
