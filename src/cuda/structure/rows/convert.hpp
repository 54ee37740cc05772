// Dense parts, lists of one row and casts made on the device; the counterpart of storage/convert.hpp. All
// throw Failure and std::bad_alloc. Casts are among built-in types.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/operands.hpp"
#include "cuda/structure/rows/formats.hpp"
#include "objects/container.hpp"
#include "storage/dense_update.hpp"

namespace grb::device {

/// No entries, full: as far as that is known without waiting for the device.
inline bool is_known_empty(const Snapshot &snapshot) noexcept {
    return snapshot.knows_nvals() && snapshot.nvals() == 0;
}
inline bool is_known_full(const Snapshot &snapshot) noexcept {
    return snapshot.knows_nvals() && snapshot.is_full();
}
/// At most so many, where the device is still counting.
inline double most_entries(const Snapshot &snapshot) noexcept {
    return snapshot.knows_nvals()
               ? static_cast<double>(snapshot.nvals())
               : static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols());
}
/// What a call leaves in `part`; in the format that its number of entries asks for where that is known.
Ref<Snapshot> of_cells(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                       DensePart &&part);

/// True when cells() can have a dense part without fetching anything to the host.
bool can_be_cells(const Snapshot &snapshot) noexcept;
/// The dense part, made on the device when it is missing.
const DensePart &cells_part(const Snapshot &snapshot);
/// The operand on the device. An iso value that the host has goes with the call.
CellOperand cells(const Snapshot &snapshot);
/// x of a map or a reduction over the n values of an array, without bits.
CellOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type);
/// The part that holds the entries in rows, in any order; null: there is none.
const SparsePart *list_part(const Snapshot &snapshot) noexcept;

/// expected_spread(): the next reader of what it becomes when one cell changes is expected on the device.
inline double bytes_to_spread(const Snapshot &snapshot) noexcept {
    return expected_spread(snapshot);
}

/// Bytes that cells() would copy; bytes that it would read.
double missing_cell_bytes(const Snapshot &snapshot) noexcept;
double cell_bytes(const Snapshot &snapshot) noexcept;

/// Device memory for the rows of a part whose widths are set. The offsets of one row are known: then
/// `offsets` is not touched.
void allocate_rows(SparsePart &part, std::uint64_t nrows, std::uint64_t nvals, void **offsets,
                   void **indices);

/// A mask that mask_cells() can make bits of.
bool can_be_mask(const MaskInput &mask) noexcept;
/// mask_bits(), and nothing at all for an empty mask.
MaskBits mask_cells(const MaskInput &mask, std::uint64_t cells, Array &owned);

/// n values, absent ones where `bits` (may be empty) say so, cast to another type; is_iso: one for all.
Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to);

/// The values of a vector's entries in order, on the device.
struct EntryValues {
    std::uint64_t count = 0;
    Array values; // of the entries, or the one of all
    bool is_iso = false;
};
EntryValues entry_values(const Snapshot &vector);

/// A copy of bytes that the host has.
Array uploaded(const void *bytes, std::size_t size);

/// True for the one value of an iso operand that the host has and that fits into a call.
bool goes_with_call(const Array &value, const Type *type) noexcept;
/// The low bytes of a value of up to 8 bytes.
std::uint64_t low_bytes(const void *value, const Type *type) noexcept;

} // namespace grb::device
