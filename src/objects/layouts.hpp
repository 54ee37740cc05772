// Arrays of a caller's in the layouts of SuiteSparse's import and pack, which become a snapshot and come
// out of one: 64-bit positions, a byte for the presence of a cell.
#pragma once

#include "objects/container.hpp"

namespace grb {

enum class Layout { compressed, hyper, list, bitmap, full };

/// list: one vector without offsets. By column: all of it concerns the transpose.
struct LayoutKind {
    Layout layout;
    bool by_column = false;
};

/// Memory from the library's functions; null where the layout has none, and where nothing is in it.
struct LayoutArrays {
    void *offsets = nullptr, *ids = nullptr, *indices = nullptr, *present = nullptr,
         *values = nullptr;
    std::uint64_t offsets_bytes = 0, ids_bytes = 0, indices_bytes = 0, present_bytes = 0,
                  values_bytes = 0;
    std::uint64_t vectors = 0; // hyper: stored ones
    std::uint64_t nvals = 0;   // list, bitmap
    bool is_iso = false, is_jumbled = false;
    int arena = 0; // that the memory is from
};

/// First letter of the arrays' names in error texts: 'A' for "Ap", 'v' for "vi".
/// The entries of an object as large as `target`, as it wants them stored. The arrays are the snapshot's then;
/// when this throws they are the caller's still. checks_all: every offset and position is checked.
/// GrB_INVALID_VALUE: an array too short, offsets that do not begin with 0, a wrong count of a bitmap.
/// GrB_NULL_POINTER: an array that must be there is not. GrB_INVALID_OBJECT: a position (with checks_all).
Ref<Snapshot> made_of_arrays(const Container &target, LayoutKind kind, const LayoutArrays &given,
                             bool checks_all, char letter);

/// Properties that arrays may keep when they are handed out.
struct Allowed {
    bool iso, jumbled;
};

/// The arrays of a snapshot that nobody else needs, for the caller to release in an arena; copies where another snapshot
/// shares them, or they are from another arena. The snapshot must not be used afterwards; it keeps its entries when this throws.
/// GrB_INVALID_VALUE: full, and not all entries are there.
LayoutArrays take_arrays(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena);

/// A bit for each byte that is not 0, and how many these are; and back.
Array bits_of_bytes(const void *bytes, std::uint64_t cells, std::uint64_t &count);
Array presence_bytes(const DenseView &view);

/// The same entries with 64-bit offsets and positions; shares what has them.
SparsePart wide_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols);

} // namespace grb
