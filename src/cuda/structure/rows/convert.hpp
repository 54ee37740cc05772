// Makes dense parts, lists of one row and casts on the device; the counterpart of storage/convert.hpp. All functions
// throw Failure and std::bad_alloc. Casts are between built-in types.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/operands.hpp"
#include "cuda/structure/rows/formats.hpp"
#include "objects/container.hpp"
#include "storage/dense_update.hpp"

namespace grb::device {

/// True when the snapshot is known to have no entries, or to be full, without waiting for the device.
inline bool is_known_empty(const Snapshot &snapshot) noexcept {
    return snapshot.is_known_empty();
}
inline bool is_known_full(const Snapshot &snapshot) noexcept {
    return snapshot.is_known_full();
}
/// The number of entries; while the device is still counting, an upper bound.
inline double most_entries(const Snapshot &snapshot) noexcept {
    return static_cast<double>(snapshot.most_nvals());
}
/// Makes a snapshot of the cells that a call left in `part`. When the number of entries is known, it decides the
/// format.
Ref<Snapshot> of_cells(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                       DensePart &&part);

/// True when cells() can have a dense part without fetching anything to the host.
bool can_be_cells(const Snapshot &snapshot) noexcept;
/// True when spread_cells() can have them, however few entries the snapshot has for so many cells.
bool can_be_spread(const Snapshot &snapshot) noexcept;
/// The dense part; of a snapshot that is too sparse to keep one, `owned` gets it.
const DensePart &spread_cells(const Snapshot &snapshot, DensePart &owned);
/// The dense part, made on the device when it is missing.
const DensePart &cells_part(const Snapshot &snapshot);
/// The operand of a call, on the device. If the host has an iso operand's value, the value is passed in the call.
CellOperand cells(const Snapshot &snapshot);
/// The same with spread_cells().
CellOperand cells(const Snapshot &snapshot, DensePart &owned);
/// The same of cells that the caller has made.
CellOperand cells_of(const Snapshot &snapshot, const DensePart &part);
/// The operand of a map or a reduction over the n values of an array, without presence bits.
CellOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type);
/// The part that holds the entries by rows, in any order; null: there is none.
const SparsePart *list_part(const Snapshot &snapshot) noexcept;

/// Bytes that cells() would copy; bytes that it would read.
double missing_cell_bytes(const Snapshot &snapshot) noexcept;
double cell_bytes(const Snapshot &snapshot) noexcept;

/// Allocates the rows of a part, whose widths are set, on the device. The offsets of a single row are known: this
/// writes them and leaves `offsets` alone.
void allocate_rows(SparsePart &part, std::uint64_t nrows, std::uint64_t nvals, void **offsets,
                   void **indices);

/// True when mask_cells() can make bits of the mask.
bool can_be_mask(const MaskInput &mask) noexcept;
/// The same as mask_bits(), but for an empty mask it makes nothing.
MaskBits mask_cells(const MaskInput &mask, std::uint64_t cells, Array &owned);

/// The mask's own bits and values, of one byte each, for a merge of cells; false: it has none of these here.
bool mask_bytes(const MaskInput &mask, MaskBits *bits);

/// Casts n values to another type; is_iso: one value for all. bits: which of them are present; may be empty: all are.
Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to);

/// The values of a vector's entries in order, on the device.
struct EntryValues {
    std::uint64_t count = 0;
    Array values; // one for each entry, or one for all
    bool is_iso = false;
};
EntryValues entry_values(const Snapshot &vector);

/// Copies bytes from the host to the device.
Array uploaded(const void *bytes, std::size_t size);

/// True when an iso operand's value is on the host and fits into a call.
bool goes_with_call(const Array &value, const Type *type) noexcept;
/// The low bytes of a value of up to 8 bytes.
std::uint64_t low_bytes(const void *value, const Type *type) noexcept;

} // namespace grb::device
