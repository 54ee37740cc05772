// The calls of what moves, lists or builds entries, as the library fills them in and the plugin carries them out.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// bits(p) = entry p exists and, unless only the structure counts, is true.
struct MaskBitsCall {
    const SparseArrays *sparse; // either this (one row) or dense
    const DenseArrays *dense;
    bool is_structural;
    std::uint64_t cells;
    std::uint64_t *bits; // (cells + 63) / 64 words
};

/// The entries of one row, ascending. Inline value as in CellOperand.
struct ListOperand {
    std::uint64_t nvals;
    const void *indices;
    int index_width;
    const void *values;
    const char *type;
    bool is_iso;
    std::uint64_t value;
};

/// For the entries of t that the mask lets through: c(p) = op(c(p), t(p)), or t(p) where c has no entry or
/// op.functor is null. c in place; bits null: c is full. added: new entries of c, counted only with
/// bits.
struct ScatterCall {
    ListOperand t;
    BinaryName op;
    const char *c_type;
    MaskBits mask;
    void *values;
    std::uint64_t *bits;
    CountOutput added;
};

/// A list of one row into dense values (of `size` bytes) at their places; the others are left alone.
struct SpreadCall {
    std::uint64_t nvals;
    const void *indices;
    int index_width, size;
    const void *values;
    void *cells;
};

/// The entries of `stored` rows of A, of any order, into cells: entry (r, c) is cell r * row_stride +
/// c * column_stride. Sets bits unless null; values null: only bits are set.
struct SpreadRowsCall {
    SparseArrays A;
    std::uint64_t stored;
    const void *row_ids; // of the stored rows, as wide as the indices; null: all rows are stored
    std::uint64_t row_stride, column_stride;
    int size;
    std::uint64_t *bits; // cleared before
    void *cells;
};

/// A row-balanced matrix; see BalancedPart.
struct BalancedArrays {
    std::uint64_t nrows, ncols, slots, nvals;
    const unsigned *counts; // null: no slot is empty
    const void *places;
    int place_width;    // 1, 2 or 4
    const void *values; // null: none are moved
    int size;
};

/// Its entries into cells, row-major. Sets bits, cleared before, unless null.
struct SpreadBalancedCall {
    BalancedArrays from;
    std::uint64_t *bits;
    void *cells;
};

/// The other way: the ascending list of the cells whose bit is set (bits null: of all), and their values
/// unless null. With row_offsets, the rows of a matrix of `ncols` columns: nrows + 1 offsets, and the
/// indices are columns.
struct ListCall {
    std::uint64_t cells;
    const std::uint64_t *bits;
    const void *values;
    int size, index_width;
    void *indices;
    void *list_values;
    std::uint64_t ncols;
    void *row_offsets;
    int offset_width;
};

/// Positions of a dimension. indices null: each k is itself. With is_inverse, indices[k] is 1 more than
/// the position, and 0 is none.
struct PositionList {
    const std::uint64_t *indices;
    bool is_inverse;
};

/// inverse(list(k)) = k + 1 for the last such k; 0 at the positions that the list does not name.
struct InvertCall {
    const std::uint64_t *list;
    std::uint64_t count, size; // of the list; of inverse
    std::uint64_t *inverse;
};

/// out(i, j) = the cell (rows(i), columns(j)), if there is one and it has an entry; cell (r, c) is at
/// r * row_stride + c * column_stride.
struct GatherCellsCall {
    PositionList rows, columns;
    std::uint64_t nrows, ncols; // of out
    std::uint64_t row_stride, column_stride;
    const std::uint64_t *bits; // null: full
    const void *values;        // null: none are moved
    int size;
    void *out_values;
    std::uint64_t *out_bits; // null: every cell gets an entry
    CountOutput nvals;
};

/// Rows list(0), list(1), ... of A, one after the other. First measure_rows(): prefix(q) = entries of the
/// rows before list(q), q = 0 to count, and their sum for the host, which waits. Then copy_rows().
struct RowsCall {
    SparseArrays A;
    const std::uint64_t *list;
    std::uint64_t count; // > 0
    std::uint64_t *prefix;
    std::uint64_t *nvals;
    int size;               // of a value
    void *row_offsets;      // of 4 bytes; null: the prefix serves
    void *indices, *values; // as wide as A's; values null: none are moved
};

/// A row-balanced matrix by rows. to: indices of 4 bytes, offsets of 8 only where no slot is empty.
struct ListBalancedCall {
    BalancedArrays from;
    RowsTarget to;
};

/// Rows one after the other from `count` (below 2^32) tuples in any order, sorted stably by row and column;
/// tuples at one position are combined by dup in input order, in dup's type, which the values then have.
/// Waits. is_refused: an index is outside, or positions repeat and there is no dup; nothing is reserved.
struct BuildCall {
    std::uint64_t count, nrows, ncols;
    const void *rows, *columns; // rows null: all in row 0
    int row_width, column_width;
    const void *values; // of the tuples
    const char *type;
    int value_size;
    bool is_iso;                   // one value for all tuples
    BinaryName dup;                // functor null: none; the values keep their type
    bool is_reorderable;           // terms of dup may come in any order, to the bit
    int offset_width, index_width; // of the result
    /// Called once, for memory: nrows + 1 offsets, nvals indices and values; null: not wanted.
    Status (*reserve)(void *context, std::uint64_t nvals, void **offsets, void **indices,
                      void **values);
    void *reserve_context;
    bool *is_refused; // host
};

/// The same for one row of `cells` cells, without sorting: for a dup whose terms may come in any order, or
/// none. values: dup's type (or `type`), bytes up to a multiple of 4; null: one value, known to the caller.
struct BuildCellsCall {
    std::uint64_t count, cells;
    const void *indices;
    const char *index_type; // C++ name of an integer
    bool has_one_index;
    const void *tuple_values;
    const char *type;
    int value_size; // of `type`
    bool is_iso;
    BinaryName dup;
    void *values;
    std::uint64_t *bits;  // (cells + 63) / 64 words
    std::uint64_t *nvals; // host; the call waits for it
    bool *is_refused;     // host: an index is outside, or repeats without dup
};

/// B = A' by rows, sorted: ncols + 1 offsets, nvals (below 2^32) indices and values in A's widths. values
/// null: the value is one, or none is wanted.
struct TransposeCall {
    SparseArrays A;
    int value_size;
    void *row_offsets, *column_indices, *values;
};

/// B(j, i) = A(i, j) of all cells, A nrows × ncols by rows. size: 1, 2, 4, 8 or 16.
struct TransposeCellsCall {
    std::uint64_t nrows, ncols;
    int size;
    const void *values;
    void *out_values;
};

/// result (host) = A is square, sorted, and equal to its transpose; values of value_size bytes, or 0: all
/// are one. At least one entry. Waits.
struct SymmetryCall {
    SparseArrays A;
    int value_size;
    bool *result;
};

/// result (host): of the row lengths, the longest, how many are 0, the largest sums of 32 and 256 neighbours,
/// and the sum of their squares. Waits.
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

/// rows(p) = the row of entry p.
struct RowNumbersCall {
    const void *row_offsets;
    int offset_width, index_width;
    std::uint64_t nrows, nvals;
    void *rows;
};

/// B = A with `count` (below 2^31) entries set or removed, at different positions in row-major order. Waits
/// for the number of entries.
struct UpdateCall {
    SparseArrays A;
    int value_size;
    std::uint64_t count;
    const std::uint64_t *rows, *columns;
    const unsigned char *is_removal; // 0 or 1
    const void *values;
    /// As in BuildCall; not called when nothing is left.
    Status (*reserve)(void *context, std::uint64_t nvals, void **offsets, void **indices,
                      void **values);
    void *reserve_context;
};

/// place (host) = where entry (row, column) of A stands, nvals when there is none. Sorted rows. Waits.
struct FindCall {
    SparseArrays A;
    std::uint64_t row, column;
    std::uint64_t *place;
};

/// w(k) = u(indices(k)) for k < count. u dense, or a list of one row. values null: one value, known to the
/// caller. bits null: u is full. Waits. nvals, is_outside (host): an index is not below size.
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
inline const Function<const TransposeCellsCall *> transpose_cells{"transpose_cells"};
inline const Function<const ScatterCall *> scatter_list{"scatter_list"};
inline const Function<const SpreadCall *> spread_list{"spread_list"};
inline const Function<const SpreadRowsCall *> spread_rows{"spread_rows"};
inline const Function<const ListCall *> list_cells{"list_cells"};
inline const Function<const SpreadBalancedCall *> spread_balanced{"spread_balanced"};
inline const Function<const ListBalancedCall *> list_balanced{"list_balanced"};
inline const Function<const BuildCall *> build{"build"};
inline const Function<const BuildCellsCall *> build_cells{"build_cells"};
inline const Function<const TransposeCall *> transpose{"transpose"};
inline const Function<const SymmetryCall *> is_symmetric{"is_symmetric"};
inline const Function<const RowLengthsCall *> row_lengths{"row_lengths"};
inline const Function<const RowNumbersCall *> row_numbers{"row_numbers"};
inline const Function<const UpdateCall *> update{"update"};
inline const Function<const FindCall *> find_entry{"find_entry"};
inline const Function<const GatherCall *> gather{"gather"};
inline const Function<const InvertCall *> invert_list{"invert_list"};
inline const Function<const GatherCellsCall *> gather_cells{"gather_cells"};
inline const Function<const RowsCall *> measure_rows{"measure_rows"};
inline const Function<const RowsCall *> copy_rows{"copy_rows"};
} // namespace gpu

} // namespace grb::device
