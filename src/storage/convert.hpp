// Conversions between formats: each builds a new form and leaves its input alone. All throw
// std::bad_alloc and nothing else; all are parallel; iso stays iso.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// The engine chooses dense storage for at most so many elements.
inline constexpr std::uint64_t largest_dense = std::uint64_t{1} << 34;
/// An iso value may stand for so many elements: 64 bits count their bytes, for complex numbers too.
inline constexpr std::uint64_t most_iso_elements = std::uint64_t{1} << 59;
inline bool may_be_iso(std::uint64_t elements, std::size_t value_bytes) noexcept {
    return elements <= most_iso_elements && elements <= (std::uint64_t{1} << 63) / value_bytes;
}

/// View of a form; nrows/ncols in the orientation of the form.
SparseView view_of(const SparseForm &form, const Type *type, std::uint64_t nrows,
                   std::uint64_t ncols);
DenseView view_of(const DenseForm &form, const Type *type, std::uint64_t nrows,
                  std::uint64_t ncols);

/// The index width that nrows × ncols needs: 4 up to 2^32, else 8. Offsets: 8 when indices are, or
/// nvals ≥ 2^32.
int index_width_for(std::uint64_t nrows, std::uint64_t ncols) noexcept;
int offset_width_for(int index_width, std::uint64_t nvals) noexcept;
/// True when the rows outnumber the entries by far: hypersparse storage pays off.
bool should_be_hyper(std::uint64_t nrows, std::uint64_t stored_rows) noexcept;

/// CSR of A' from CSR of A: a parallel bucket transpose, O(nvals + nrows + ncols), or a sort when
/// hypersparse. The result is sorted whether or not the input is.
SparseForm transpose_form(const SparseView &A);
/// The values of A' if it has the offsets and indices of A, else nothing. A is square, not
/// hypersparse, and sorted. O(nvals) and faster than a transpose; scratch: one offset for each row.
std::optional<Array> values_if_symmetric(const SparseView &A);
/// Transposes dense storage; transposed_values() returns the values alone, all of them.
DenseForm transpose_dense(const DenseForm &form, const Type *type, std::uint64_t nrows,
                          std::uint64_t ncols);
Array transposed_values(const DenseView &A);
SparseForm sort_rows(const SparseView &A);
SparseForm dense_to_sparse(const DenseView &A);
DenseForm sparse_to_dense(const SparseView &A);
SparseForm to_hyper(const SparseView &A);
SparseForm to_standard(const SparseView &A); // stored_rows == nrows
/// Copies the entries to arrays of the given widths (8 is always possible; 4 must fit).
SparseForm with_width(const SparseView &A, int offset_width, int index_width);

// The functions below take a form and share the arrays that stay as they are; nrows and ncols are
// in its orientation.
SparseForm sorted_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                       std::uint64_t ncols);
SparseForm hyper_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols);
SparseForm standard_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols);
/// Narrows indices and offsets to the widths that the shape needs: arrays from the user keep 64-bit
/// ones until then.
SparseForm narrowed_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols);
/// Makes a bit for each of `elements` positions, all set; bits past the end are 0.
Array all_bits(std::uint64_t elements);

/// Expands values from iso to one per entry (n of them), cast to `type`.
Array expand_values(const void *values, const Type *from, bool is_iso, std::uint64_t n,
                    const Type *to);

/// The format that these entries get when `format` is requested: automatic is decided; full needs
/// all entries, balanced few empty slots (else it is decided). Above 2^28 elements dense storage
/// needs an entry in every 64th, else the format is sparse; above 2^28 rows likewise, else
/// hypersparse; a full iso object stays full.
Format attainable_format(const Snapshot &snapshot, Format format);
/// Converts a snapshot to another format (full: only when all entries are present, else bitmap).
Ref<Snapshot> converted(const Snapshot &snapshot, Format format);
/// Converts on the host to bitmap, or to full if that is wanted and all entries are present. May
/// make A's rows first. This and the next two functions need an attainable format.
Ref<Snapshot> as_dense(const Snapshot &A, bool wants_full);
/// Converts A's first orientation to sparse or hypersparse. Jumbled rows that are already in the
/// wanted format come sorted; else they stay jumbled.
Ref<Snapshot> as_compressed(const Snapshot &A, bool wants_hyper);
/// Converts to row-balanced storage.
Ref<Snapshot> as_slots(const Snapshot &A);
/// Implements casted() to another type on the host.
Ref<Snapshot> as_type(const Snapshot &A, const Type *type);
/// Casts the snapshot's values to `type`; shares the pattern. Shares everything when the type
/// stays.
Ref<Snapshot> casted(const Ref<Snapshot> &snapshot, const Type *type);
/// The format that the engine prefers for these entries: by density, bitmap or full above 1/8 for
/// vectors and small matrices, hypersparse when most rows are empty, sparse otherwise. A balanced
/// snapshot stays balanced.
Format preferred_format(const Snapshot &snapshot) noexcept;
/// Gives the snapshot's first form the index width if that fits. Returns the snapshot itself when
/// it already has the width, and when its format has no width to choose.
Ref<Snapshot> with_index_width(const Ref<Snapshot> &snapshot, int index_width);

} // namespace grb
