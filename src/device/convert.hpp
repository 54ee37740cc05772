// Dense parts, lists of one row and casts made on the device; the counterpart of storage/convert.hpp. All
// throw Failure and std::bad_alloc. Built-in types only.
#pragma once

#include "core/container.hpp"
#include "device/operands.hpp"

namespace grb::device {

/// True when cells() can have a dense part without fetching anything to the host.
bool can_be_cells(const Snapshot &snapshot) noexcept;
/// The dense part, made on the device when it is missing.
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

/// grb::casted() without fetching.
Ref<Snapshot> casted(const Ref<Snapshot> &snapshot, const Type *type);

/// The low bytes of a value of a built-in type.
std::uint64_t low_bytes(const void *value, const Type *type) noexcept;

} // namespace grb::device
