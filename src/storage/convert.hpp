// Conversions between formats: each builds a new part and leaves its input alone. All throw
// std::bad_alloc and nothing else; parallel; iso stays iso.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// More cells than this are never stored densely by the engine's own choice.
inline constexpr std::uint64_t largest_dense = std::uint64_t{1} << 34;
/// One value may stand for so many cells: their bytes are counted in 64 bits, for complex numbers too.
inline constexpr std::uint64_t most_uniform_cells = std::uint64_t{1} << 59;
inline bool may_be_uniform(std::uint64_t cells, std::size_t value_bytes) noexcept {
    return cells <= most_uniform_cells && cells <= (std::uint64_t{1} << 63) / value_bytes;
}

/// View of a part; nrows/ncols in the orientation of the part.
SparseView view_of(const SparsePart &part, const Type *type, std::uint64_t nrows,
                   std::uint64_t ncols);
DenseView view_of(const DensePart &part, const Type *type, std::uint64_t nrows,
                  std::uint64_t ncols);

/// Index width that nrows × ncols needs: 4 up to 2^32, else 8. Offsets: 8 when indices are, or nvals ≥ 2^32.
int index_width_for(std::uint64_t nrows, std::uint64_t ncols) noexcept;
int offset_width_for(int index_width, std::uint64_t nvals) noexcept;
/// Hypersparse pays when the rows outnumber the entries by far.
bool should_be_hyper(std::uint64_t nrows, std::uint64_t stored_rows) noexcept;

/// CSR of A' from CSR of A: a parallel bucket transpose, O(nvals + nrows + ncols), or a sort when
/// hypersparse. The result is sorted whether or not the input is.
SparsePart transpose_part(const SparseView &A);
/// The values of A' where it has the offsets and indices of A; nothing where it has others. A is square, not hypersparse, and
/// sorted. O(nvals) and less than a transpose, scratch an offset for each row.
std::optional<Array> values_if_symmetric(const SparseView &A);
/// A' of dense storage, and its values alone, all of them.
DensePart transpose_dense(const DensePart &part, const Type *type, std::uint64_t nrows,
                          std::uint64_t ncols);
Array transposed_values(const DenseView &A);
SparsePart sort_rows(const SparseView &A);
SparsePart dense_to_sparse(const DenseView &A);
DensePart sparse_to_dense(const SparseView &A);
SparsePart to_hyper(const SparseView &A);
SparsePart to_standard(const SparseView &A); // stored_rows == nrows
/// Same entries with arrays of the given width (8 is always possible; 4 must fit).
SparsePart with_width(const SparseView &A, int offset_width, int index_width);

// The same from a part, sharing the arrays that stay as they are; nrows and ncols in its orientation.
SparsePart sorted_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                       std::uint64_t ncols);
SparsePart hyper_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                      std::uint64_t ncols);
SparsePart standard_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols);
/// Indices and offsets as wide as the shape asks for: of arrays that a user handed over those stay 64 bits wide.
SparsePart narrowed_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                         std::uint64_t ncols);
/// A bit for each of `cells` positions, all set; those past the end are 0.
Array all_bits(std::uint64_t cells);

/// Values expanded from iso to one per entry (n of them), cast to `type`.
Array expand_values(const void *values, const Type *from, bool is_iso, std::uint64_t n,
                    const Type *to);

/// The format that these entries get when `format` is asked for: automatic is decided; full needs all entries, balanced few empty
/// slots (else it is decided). Past 2^28, cells are stored only where every 64th has an entry, else sparse;
/// rows likewise, else hypersparse; and one value everywhere stays full.
Format attainable_format(const Snapshot &snapshot, Format format);
/// A snapshot with the same entries in another format (full: only when all are present, else bitmap).
Ref<Snapshot> converted(const Snapshot &snapshot, Format format);
// The same on the host, to a format that is attainable.
/// Bitmap, or full where that is wanted and all entries are present. May make A's rows first.
Ref<Snapshot> as_cells(const Snapshot &A, bool wants_full);
/// By A's first orientation. Jumbled rows that are in the wanted kind already come sorted; else they stay jumbled.
Ref<Snapshot> as_lines(const Snapshot &A, bool wants_hyper);
/// Row-balanced.
Ref<Snapshot> as_slots(const Snapshot &A);
/// casted() to another type, on the host.
Ref<Snapshot> as_type(const Snapshot &A, const Type *type);
/// The snapshot with values cast to `type`; shares the pattern. Same type: shares everything.
Ref<Snapshot> casted(const Ref<Snapshot> &snapshot, const Type *type);
/// The format that the engine prefers for these entries: by density, bitmap or full above 1/8 for
/// vectors and small matrices, hypersparse when most rows are empty, sparse otherwise. What is balanced stays so.
Format preferred_format(const Snapshot &snapshot) noexcept;
/// The snapshot with its first part in the given index width where that fits; itself when it is so, and
/// when its format has no width to choose.
Ref<Snapshot> with_index_width(const Ref<Snapshot> &snapshot, int index_width);

} // namespace grb
