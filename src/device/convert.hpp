// Dense parts, lists of one row and casts made on the device; the counterpart of storage/convert.hpp. All
// throw Failure and std::bad_alloc. Built-in types only.
#pragma once

#include "core/container.hpp"
#include "device/operands.hpp"

namespace grb::device {

/// True when cells() can have a dense part without fetching anything to the host.
bool can_be_cells(const Snapshot &snapshot) noexcept;
/// The dense part, made when it is missing: on the device when the snapshot is one row.
const DensePart &cells_part(const Snapshot &snapshot);
/// The operand on the device. An iso value that the host has goes with the call.
CellOperand cells(const Snapshot &snapshot);
/// The part that holds the entries in rows, in any order; null: there is none.
const SparsePart *list_part(const Snapshot &snapshot) noexcept;

/// Bytes that cells() would copy; bytes that it would read.
double missing_cell_bytes(const Snapshot &snapshot) noexcept;
double cell_bytes(const Snapshot &snapshot) noexcept;

/// A mask that mask_cells() can make bits of.
bool can_be_mask(const MaskInput &mask) noexcept;
/// mask_bits(), and nothing at all for an empty mask.
MaskBits mask_cells(const MaskInput &mask, std::uint64_t cells, Array &owned);

/// n values, absent ones where `bits` (may be empty) say so, cast to another type; is_iso: one for all.
Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to);
/// A bitmap of one row as a list.
Ref<Snapshot> listed(const Snapshot &snapshot);

/// The values of a vector's entries in order, on the device.
struct EntryValues {
    std::uint64_t count = 0;
    Array values; // of the entries, or the one of all
    bool is_iso = false;
};
EntryValues entry_values(const Snapshot &vector);

/// The one value of an iso part: an array that no other part shares, where that is free.
Array own_iso(const Array &values, const Type *type);
/// The offsets of a list, on the host: they are two.
Array offsets_of_one_row(std::uint64_t nvals, int offset_width);

/// A copy of bytes that the host has.
Array uploaded(const void *bytes, std::size_t size);

/// grb::casted() without fetching.
Ref<Snapshot> casted(const Ref<Snapshot> &snapshot, const Type *type);
/// The snapshot in the format that the object wants where the device can bring it there, else as it is.
Ref<Snapshot> formatted(const Container &C, const Ref<Snapshot> &snapshot);

/// The low bytes of a value of a built-in type.
std::uint64_t low_bytes(const void *value, const Type *type) noexcept;

} // namespace grb::device
