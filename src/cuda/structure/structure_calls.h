// Calls that move, list or build entries: the library fills them in, the plugin executes them.
// "Waits" means that the host waits for the device. "host" marks host memory, which is valid once
// the call returns.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Sets bits(p) if the mask has an entry at p whose value is true or does not count.
struct MaskBitsCall {
    const SparseArrays *sparse; // a list of one row; null: the mask is dense
    const DenseArrays *dense;
    bool is_structural;
    std::uint64_t elements;
    std::uint64_t *bits; // (elements + 63) / 64 words
};

/// The entries of one row, ascending. See DenseOperand for the inline value.
struct ListOperand {
    std::uint64_t nvals;
    const void *indices;
    int index_width;
    const void *values;
    const char *type;
    bool is_iso;
    std::uint64_t value;
};

/// For the allowed entries of t: c(p) = op(c(p), t(p)), or t(p) if c has no entry or op.functor is
/// null. Changes c in place. bits null: c is full. added: the number of new entries of c, counted
/// only with bits.
struct ScatterCall {
    ListOperand t;
    BinaryName op;
    const char *c_type;
    MaskBits mask;
    void *values;
    std::uint64_t *bits;
    CountOutput added;
};

/// Scatters the values (of `size` bytes) of a list of one row to their positions; other values stay
/// unchanged.
struct DensifyCall {
    std::uint64_t nvals;
    const void *indices;
    int index_width, size;
    const void *values;
    void *elements;
};

/// Scatters the entries of A's `stored` rows, sorted or not: entry (r, c) goes to position r *
/// row_stride + c * column_stride. bits null: none are set. values null: only bits are set.
struct DensifyRowsCall {
    SparseArrays A;
    std::uint64_t stored;
    const void *row_ids; // of the stored rows, as wide as the indices; null: all rows are stored
    std::uint64_t row_stride, column_stride;
    int size;
    std::uint64_t *bits; // cleared before
    void *elements;
};

/// A row-balanced matrix; see BalancedForm.
struct BalancedArrays {
    std::uint64_t nrows, ncols, slots, nvals;
    const unsigned *counts; // null: no slot is empty
    const void *positions;
    int position_width; // 1, 2 or 4
    const void *values; // null: none are moved
    int size;
};

/// Scatters the entries of a row-balanced matrix, row-major. bits: cleared before; null: none are
/// set.
struct DensifyBalancedCall {
    BalancedArrays from;
    std::uint64_t *bits;
    void *elements;
};

/// Lists the positions whose bit is set (bits null: all), ascending, with their values unless null.
/// With row_offsets the list is that of a matrix with `ncols` columns: nrows + 1 offsets, and the
/// indices are columns.
struct ListCall {
    std::uint64_t elements;
    const std::uint64_t *bits;
    const void *values;
    int size, index_width;
    void *indices;
    void *list_values;
    std::uint64_t ncols;
    void *row_offsets;
    int offset_width;
};

/// Positions of a dimension. indices null: the k-th position is k. With is_inverse, indices[k] is
/// the position plus 1, or 0 for none.
struct PositionList {
    const std::uint64_t *indices;
    bool is_inverse;
};

/// inverse(list(k)) = k + 1, for the last k that names the position; 0 for positions not in the
/// list.
struct InvertCall {
    const std::uint64_t *list;
    std::uint64_t count, size; // of the list; of inverse
    std::uint64_t *inverse;
};

/// out(i, j) = the entry at (rows(i), columns(j)), if there is one. Element (r, c) is at r *
/// row_stride + c * column_stride.
struct GatherElementsCall {
    PositionList rows, columns;
    std::uint64_t nrows, ncols; // of out
    std::uint64_t row_stride, column_stride;
    const std::uint64_t *bits; // null: full
    const void *values;        // null: none are moved
    int size;
    void *out_values;
    std::uint64_t *out_bits; // null: every position gets an entry
    CountOutput nvals;
};

/// Copies rows list(0), list(1), ... of A, in this order. First measure_rows() sets prefix(q) =
/// entries of the listed rows before the q-th, q = 0 to count, and waits for their sum. Then
/// copy_rows() copies the entries.
struct RowsCall {
    SparseArrays A;
    const std::uint64_t *list;
    std::uint64_t count; // > 0
    std::uint64_t *prefix;
    std::uint64_t *nvals;
    int size;               // of a value
    void *row_offsets;      // of 4 bytes; null: the prefix is used as offsets
    void *indices, *values; // as wide as A's; values null: none are moved
};

/// Makes compressed rows of a row-balanced matrix. to: indices of 4 bytes; offsets of 8 bytes only
/// if no slot is empty.
struct ListBalancedCall {
    BalancedArrays from;
    RowsTarget to;
};

/// Makes compressed rows of `count` (below 2^32) tuples in any order: sorts them stably by row and
/// column, and combines tuples at the same position by dup, in input order and in dup's type, which
/// is the type of the result. Waits. is_refused: an index is outside, or a position repeats without
/// dup; reserve is not called then.
struct BuildCall {
    std::uint64_t count, nrows, ncols;
    const void *rows, *columns; // rows null: all in row 0
    int row_width, column_width;
    const void *values; // of the tuples
    const char *type;
    int value_size;
    bool is_iso;                   // one value for all tuples
    BinaryName dup;                // functor null: no dup; the values keep their type
    bool is_reorderable;           // any order of dup's terms gives the same bits
    int offset_width, index_width; // of the result
    /// Called once to allocate nrows + 1 offsets, nvals indices and nvals values. Arrays that it
    /// leaves null are not made.
    Status (*reserve)(void *context, std::uint64_t nvals, void **offsets, void **indices,
                      void **values);
    void *reserve_context;
    bool *is_refused; // host
};

/// Builds one row of `elements` positions without sorting: without dup, or with one whose terms may
/// come in any order. values: of dup's type, else of `type`, rounded up to a multiple of 4 bytes;
/// null: all tuples share a value that the caller knows.
struct BuildElementsCall {
    std::uint64_t count, elements;
    const void *indices;
    const char *index_type; // C++ name of an integer
    bool has_one_index;
    const void *tuple_values;
    const char *type;
    int value_size; // of `type`
    bool is_iso;
    BinaryName dup;
    void *values;
    std::uint64_t *bits;  // (elements + 63) / 64 words
    std::uint64_t *nvals; // host; the call waits for it
    bool *is_refused;     // host: an index is outside, or repeats without dup
};

/// B = A' by sorted rows: ncols + 1 offsets, nvals (below 2^32) indices and values in A's widths.
/// values null: A is iso, or no values are needed.
struct TransposeCall {
    SparseArrays A;
    int value_size;
    void *row_offsets, *column_indices, *values;
};

/// B(j, i) = A(i, j) for all elements; A nrows × ncols by rows. size: 1, 2, 4, 8 or 16 bytes a
/// value.
struct TransposeElementsCall {
    std::uint64_t nrows, ncols;
    int size;
    const void *values;
    void *out_values;
};

/// result (host): whether A, which is square and sorted, equals its transpose. value_size: bytes of
/// a value; 0: A is iso. A has at least one entry. Waits.
struct SymmetryCall {
    SparseArrays A;
    int value_size;
    bool *result;
};

/// result (host): whether entry k of A is in row and column k, for all rows. A has as many entries
/// as rows. Waits.
struct DiagonalCall {
    SparseArrays A;
    bool *result;
};

/// result (host): the longest row, the number of empty rows, the largest sums of 32 and 256
/// neighbouring rows, and the sum of the squares of all row lengths. Waits.
struct RowLengths {
    std::uint64_t longest, empty, most_of_32, most_of_256;
    double squares;
};
struct RowLengthsCall {
    std::uint64_t nrows;
    const void *row_offsets;
    int offset_width;
    RowLengths *result;
};

/// Makes nrows + 1 offsets from `stored` rows with the numbers row_ids and the begins
/// stored_offsets; the other rows are empty.
struct AllOffsetsCall {
    std::uint64_t nrows, stored;
    const void *row_ids, *stored_offsets;
    int index_width, offset_width; // of row_ids; of both offsets
    void *offsets;
};

/// rows(p) = the row of entry p.
struct RowNumbersCall {
    const void *row_offsets;
    int offset_width, index_width;
    std::uint64_t nrows, nvals;
    void *rows;
};

/// B = A with `count` (below 2^31) entries set or removed. The updates are in row-major order, with
/// distinct positions. Waits for the number of entries.
struct UpdateCall {
    SparseArrays A;
    int value_size;
    std::uint64_t count;
    const std::uint64_t *rows, *columns;
    const unsigned char *is_removal; // 0 or 1
    const void *values;
    /// See BuildCall; not called if no entry is left.
    Status (*reserve)(void *context, std::uint64_t nvals, void **offsets, void **indices,
                      void **values);
    void *reserve_context;
};

/// position (host) = that of entry (row, column) in A's arrays, or nvals if it is absent. A has
/// sorted rows. Waits.
struct FindCall {
    SparseArrays A;
    std::uint64_t row, column;
    std::uint64_t *position;
};

/// w(k) = u(indices(k)) for k < count; u dense, or a list of one row. values null: u is iso, and
/// the caller knows the value. bits null: u is full. Waits for nvals and is_outside (host), which
/// tells that an index is not below `size`.
struct GatherCall {
    std::uint64_t count;
    const void *indices;
    int index_size; // 1, 2, 4 or 8
    bool has_signed_indices, has_one_index;
    std::uint64_t size; // of u
    const std::uint64_t *u_bits;
    const void *u_values;
    const void *u_list; // ascending positions of u's entries; null: u is dense
    std::uint64_t u_nvals;
    int u_list_width, value_size;
    void *values;
    std::uint64_t *bits; // (count + 63) / 64 words
    std::uint64_t *nvals;
    bool *is_outside;
};

namespace gpu {
inline const Function<const MaskBitsCall *> mask_bits{"mask_bits"};
inline const Function<const TransposeElementsCall *> transpose_elements{"transpose_elements"};
inline const Function<const ScatterCall *> scatter_list{"scatter_list"};
inline const Function<const DensifyCall *> densify_list{"densify_list"};
inline const Function<const DensifyRowsCall *> densify_rows{"densify_rows"};
inline const Function<const ListCall *> list_elements{"list_elements"};
inline const Function<const DensifyBalancedCall *> densify_balanced{"densify_balanced"};
inline const Function<const ListBalancedCall *> list_balanced{"list_balanced"};
inline const Function<const BuildCall *> build{"build"};
inline const Function<const BuildElementsCall *> build_elements{"build_elements"};
inline const Function<const TransposeCall *> transpose{"transpose"};
inline const Function<const SymmetryCall *> is_symmetric{"is_symmetric"};
inline const Function<const DiagonalCall *> is_diagonal{"is_diagonal"};
inline const Function<const RowLengthsCall *> row_lengths{"row_lengths"};
inline const Function<const AllOffsetsCall *> all_offsets{"all_offsets"};
inline const Function<const RowNumbersCall *> row_numbers{"row_numbers"};
inline const Function<const UpdateCall *> update{"update"};
inline const Function<const FindCall *> find_entry{"find_entry"};
inline const Function<const GatherCall *> gather{"gather"};
inline const Function<const InvertCall *> invert_list{"invert_list"};
inline const Function<const GatherElementsCall *> gather_elements{"gather_elements"};
inline const Function<const RowsCall *> measure_rows{"measure_rows"};
inline const Function<const RowsCall *> copy_rows{"copy_rows"};
} // namespace gpu

} // namespace grb::device
