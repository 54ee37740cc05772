// Makes dense forms, lists of one row and casts on the device; the counterpart of
// storage/convert.hpp. All functions throw Failure and std::bad_alloc. Casts are between built-in
// types.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/operands.hpp"
#include "cuda/structure/variants/formats.hpp"
#include "objects/container.hpp"
#include "storage/dense_update.hpp"

namespace grb::device {

/// Return true if the snapshot is known to have no entries, or to be full, without waiting for the
/// device.
inline bool is_known_empty(const Snapshot &snapshot) noexcept {
    return snapshot.is_known_empty();
}
inline bool is_known_full(const Snapshot &snapshot) noexcept {
    return snapshot.is_known_full();
}
/// The number of entries, or an upper bound while the device is still counting.
inline double most_entries(const Snapshot &snapshot) noexcept {
    return static_cast<double>(snapshot.most_nvals());
}
/// Makes a snapshot of a dense form that a call has filled. The number of entries decides the
/// format, if it is known.
Ref<Snapshot> of_dense(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                       DenseForm &&form);

/// Returns true if elements() can make a dense form without fetching anything to the host.
bool can_be_dense_operand(const Snapshot &snapshot) noexcept;
/// Returns true if spread_elements() can make them, however sparse the snapshot is.
bool can_be_densified(const Snapshot &snapshot) noexcept;
/// Returns the dense form; `owned` gets it if the snapshot is too sparse to keep one.
const DenseForm &densified_elements(const Snapshot &snapshot, DenseForm &owned);
/// Returns the dense form; makes a missing one on the device.
const DenseForm &dense_operand_form(const Snapshot &snapshot);
/// A call's operand on the device. Passes an iso value in the call if the host has it.
DenseOperand elements(const Snapshot &snapshot);
/// elements() by spread_elements().
DenseOperand elements(const Snapshot &snapshot, DenseForm &owned);
/// elements() of a dense form that the caller has made.
DenseOperand elements_of(const Snapshot &snapshot, const DenseForm &form);
/// The operand of a map or a reduction over the n values of an array, without presence bits.
DenseOperand values_operand(const Array &values, bool is_iso, std::uint64_t n, const Type *type);
/// The form that holds the entries by rows, in any order, or null.
const SparseForm *list_form(const Snapshot &snapshot) noexcept;

/// The bytes that elements() would copy; the bytes that it would read.
double missing_dense_bytes(const Snapshot &snapshot) noexcept;
double dense_bytes(const Snapshot &snapshot) noexcept;

/// Allocates the rows of a form, whose widths are set, on the device. Writes the known offsets of a
/// single row itself and leaves `offsets` alone.
void allocate_rows(SparseForm &form, std::uint64_t nrows, std::uint64_t nvals, void **offsets,
                   void **indices);

/// Returns true if mask_element_bits() can make bits of the mask.
bool can_be_mask(const MaskInput &mask) noexcept;
/// Makes mask_bits(), but nothing for an empty mask.
MaskBits mask_element_bits(const MaskInput &mask, std::uint64_t elements, Array &owned);

/// Gets the mask's own bits and one-byte values for a merge of dense forms; returns false if they
/// are not here.
bool mask_bytes(const MaskInput &mask, MaskBits *bits);

/// Casts n values to another type; is_iso: one value for all. bits: presence of each value; empty
/// if all are present.
Array cast_array(const Array &values, bool is_iso, const Array &bits, std::uint64_t n,
                 const Type *from, const Type *to);

/// The values of a vector's entries in order, on the device.
struct EntryValues {
    std::uint64_t count = 0;
    Array values; // one per entry, or one for all
    bool is_iso = false;
};
EntryValues entry_values(const Snapshot &vector);

/// Copies bytes from the host to the device.
Array uploaded(const void *bytes, std::size_t size);

/// Returns true if an iso operand's value is on the host and fits into a call.
bool goes_with_call(const Array &value, const Type *type) noexcept;
/// The low bytes of a value of up to 8 bytes.
std::uint64_t low_bytes(const void *value, const Type *type) noexcept;

} // namespace grb::device
