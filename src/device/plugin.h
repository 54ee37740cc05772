// The one table through which the library and its CUDA plugin meet. Plain structs and function
// pointers: no exception and no C++ object crosses it. All pointers in the calls are device pointers
// unless they say host. Calls are queued on the plugin's stream, in order; what they write is valid for
// later calls without waiting.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grb::device {

enum class Status : int {
    ok = 0,
    out_of_memory, // of the device; nothing was written
    unsupported, // a library or the compiler is missing, or it refuses: another variant should run
    failed,      // the device is out of service
};

struct Facts {
    char name[96];
    int ordinal;
    int multiprocessors;
    int capability; // 90 for 9.0
    std::uint64_t memory_bytes;
    std::uint64_t l2_bytes;
    bool has_profiler; // one that shows ranges
};

/// A line of the library's log.
using Note = void (*)(const char *what, const char *detail);

/// Since the plugin was opened.
struct Counters {
    std::uint64_t bytes_to_device, bytes_to_host;
    std::uint64_t synchronisations; // times that the host waited
    std::uint64_t launches;
    std::uint64_t compilations, cache_hits;
    std::uint64_t bytes_held, bytes_peak;
};

/// Rows one after the other; a vector of size n is one row.
struct SparseArrays {
    std::uint64_t nrows, ncols, nvals;
    const void *row_offsets, *column_indices, *values;
    int offset_width, index_width; // 4 or 8
    const char *type;              // C++ name of a value
    bool is_iso;
};

/// Row-major; bits null: full. See DenseView.
struct DenseArrays {
    std::uint64_t cells;
    const std::uint64_t *bits;
    const void *values;
    const char *type;
    bool is_iso;
};

/// Where a call that counts entries leaves their number. `now` (host): the call waits. Else `later` gets a
/// ticket for take_count(), which may be called at any time.
struct CountOutput {
    std::uint64_t *now;
    unsigned *later;
};

/// Cell p is let through when bit p of bits, exclusive-or flip, is set. No bits: everything. For
/// MxvPushCall alone: or when values(p), as `type`, is true, exclusive-or flip.
struct MaskBits {
    const std::uint64_t *bits;
    std::uint64_t flip;
    const void *values; // null: bits
    const char *type;
};

/// A user's type or operator, for define().
struct Definition {
    enum class Kind : int { type, unary, binary, index_unary } kind;
    const char *c_name, *source; // of the C type or function
    std::size_t size;            // of a type
    const char *z, *x, *y;       // operator: names of its types; y null: unary
};

/// A predefined operator: template `functor` of algebra/catalogue.hpp over `type`; or the name that
/// define() gave a user's.
struct BinaryName {
    const char *functor;
    const char *type;
};

struct SemiringName {
    BinaryName add, multiply;
    const char *result_type;
};

/// How the entries of base vertices (push: of the frontier, pull: rows that the mask lets through) are
/// dealt out to threads; see kernels/push_frontier.cuh, kernels/pull_*.cuh.
enum class Schedule : int { merge, vertex, warp, block, twc, twce, edge, weaver };

/// rows[p] = the row of entry p of A.
struct EntryRowsCall {
    SparseArrays A;
    void *rows;
    int row_width;
};
/// Width that the row numbers have.
inline int entry_row_width(std::uint64_t nrows) {
    return nrows <= UINT32_MAX ? 4 : 8;
}

enum class MxvVariant : int { thread_row, warp_row, merge_path, vsr, pull_masked, hub, segmented };

/// Where rows begin among the entries: a bit for each, and for the end, in segment_words() words of 32; ranks:
/// rows that begin before each of segment_tiles() tiles; rows (4 bytes): those that have entries, null: all.
struct SegmentArrays {
    unsigned *flags, *ranks, *rows;
    std::uint64_t count; // of rows that have entries
};
inline constexpr std::uint64_t segment_tile = 512;
inline std::uint64_t segment_tiles(std::uint64_t nvals) {
    return nvals / segment_tile + 1;
}
inline std::uint64_t segment_words(std::uint64_t nvals) {
    return segment_tiles(nvals) * (segment_tile / 32) + 1;
}
/// flags, ranks, and the number; then, where that is less than A.nrows, list_segments() segments->rows.
/// Waits. A: fewer than 2^32 rows. scratch: (A.nrows + 63) / 64 words, from the one for the other.
struct SegmentsCall {
    SparseArrays A;
    SegmentArrays *segments; // host
    std::uint64_t *scratch;
};

/// w = A ⊕.⊗ u, A by rows, u dense. w_values: nrows cells. w_bits: (nrows + 63) / 64 words, or null when
/// every row is known to get an entry. nvals: entries of w, counted only with w_bits.
struct MxvPullCall {
    MxvVariant variant;
    Schedule schedule; // of pull_masked
    SparseArrays A;
    DenseArrays u;
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
    /// segmented, hub: u is full; hub: A's columns are numbered by how many entries they have.
    SegmentArrays segments;
    /// merge_path: merge_schedule_words(A) words, filled when has_tile_rows is false. They depend on A's
    /// offsets alone.
    std::uint64_t *tile_rows;
    bool has_tile_rows;
    const void *entry_rows; // schedule edge: of A, see EntryRowsCall
};

/// Rows + entries of a merge-path tile.
inline constexpr std::uint64_t merge_threads = 128, merge_items = 9;
/// Bytes of the largest value whose products have room in a tile's shared memory.
inline constexpr std::size_t merge_widest_value = 40;
inline std::uint64_t merge_schedule_words(std::uint64_t nrows, std::uint64_t nvals) {
    return (nrows + nvals + merge_threads * merge_items - 1) / (merge_threads * merge_items) + 1;
}

enum class PushVariant : int { bitmap, atomic, sort };

/// w = A ⊕.⊗ u, A by columns (A.nrows = size of u, A.ncols = size of w), u sparse with `count` > 0 entries.
struct MxvPushCall {
    PushVariant variant;
    Schedule schedule; // the sort merges always
    SparseArrays A;
    std::uint64_t count;
    const void *frontier; // positions of u's entries, ascending; null: every position
    int frontier_width;
    const void *u_values;
    const char *u_type;
    bool u_is_iso, u_is_by_position; // u_values[position], else u_values[entry]
    /// Schedule edge: of A, see EntryRowsCall; a bit for each position of u, null: every position.
    const void *entry_rows;
    const std::uint64_t *frontier_bits;
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    bool is_pattern; // all entries of w are one value, known to the caller: none is looked at
    MaskBits mask;
    int list_width, value_size; // of the indices and values of w

    // bitmap, atomic
    void *w_values;        // atomic: m cells, bytes up to a multiple of 4
    std::uint64_t *w_bits; // (m + 63) / 64 words
    /// Get the sorted result as well when it has at most list_capacity (up to 2048) entries.
    void *list_indices, *list_values;
    unsigned list_capacity;
    /// w_values and w_bits hold neutral values and zeros already. When the list holds the result, they
    /// are made so again.
    bool is_clean;
    /// Host, null: unwanted. Entries of A in the columns of w's entries; A square.
    std::uint64_t *edges;

    /// sort: called once when the result has entries, for memory to put them.
    Status (*reserve)(void *context, std::uint64_t nvals, void **indices, void **values);
    void *reserve_context;

    std::uint64_t *nvals; // host; the call waits for it
};

/// w = A·u by cuSPARSE, A by rows, not iso, u full. w_bits as in MxvPullCall: an entry where a row of A has
/// one and the mask lets it through. `workspace` was made for A's offsets and indices, of the size that
/// cusparse_workspace gave, and is theirs until it is released.
struct MxvCusparseCall {
    int algorithm; // 0: ALG1, 1: ALG2, which gives the same bits on every run
    SparseArrays A;
    const void *u_values;
    const char *type; // of w
    MaskBits mask;
    void *workspace, *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
};

/// The k largest entries of each of nrows rows of a dense matrix of a built-in type, row-balanced: counts
/// nrows words, places (place_width bytes: 1, 2 or 4) and to_values nrows · k. nvals (host): entries kept, waits
/// for their number; null: nobody asks.
struct MaxkCall {
    std::uint64_t nrows, columns, k; // both at most 2^31
    DenseArrays A;                   // not iso
    bool is_abs;
    int place_width;
    unsigned *counts;
    void *places, *to_values;
    std::uint64_t *nvals;
};

/// A's entries in groups of at most group_size (below 2^31) of one row. count_edge_groups: how many there are
/// before each row into firsts (A.nrows + 1 words), and in all (below 2^32) into count; waits. Then
/// list_edge_groups: the groups, edge_group_bytes each; with `classes` (group_size words) the fullest come first.
/// A: fewer than 2^32 rows.
inline constexpr std::uint64_t edge_group_bytes = 16;
struct EdgeGroupsCall {
    SparseArrays A;
    unsigned group_size;
    unsigned *firsts, *classes;
    std::uint64_t *count; // host
    void *groups;
};

/// to = C ⊕ A ⊕.⊗ X, A by rows, X row-balanced sparse (see BalancedPart) with `columns` columns, C full.
/// C's values: one where c_is_iso. The monoid has a neutral value.
struct SsdCall {
    bool is_coupled, always_shares; // always_shares: all updates by atomics
    int warp_slots;                 // groups a warp has under way: 1, 2, 4; coupled: 1
    int vector;                     // slots of X that a lane reads at once: 1, 2, 4; divides them
    int entries_at_once; // of a group: a power of two up to 32 / warp_slots; above 1: values of 4 or 8 bytes
    SparseArrays A;
    std::uint64_t columns, slots;
    const unsigned *x_counts; // null: all rows have `slots` entries
    const void *x_columns, *x_values;
    int place_width; // of x_columns: 1, 2 or 4
    const char *x_type;
    bool x_is_iso, c_is_iso;
    SemiringName semiring;
    const void *c_values;
    void *to_values;
    std::uint64_t groups;
    unsigned group_size;
    const void *edge_groups;
};

enum class SpmmVariant : int {
    row_split,
    merge,
    merge_path,
    parallel_row,
    parallel_balanced,
    sequential_row,
    sequential_balanced,
    vector
};

/// C = A ⊕.⊗ B, A by rows, B full with `columns` columns. Nothing is said of cells that the mask does not let through,
/// nor of rows of C whose rows of A are empty. row_split and vector look at the mask.
struct SpmmCall {
    SpmmVariant variant;
    SparseArrays A;
    DenseArrays B;
    std::uint64_t columns;
    SemiringName semiring;
    MaskBits mask; // of C's cells
    void *c_values;
    SegmentArrays segments; // vector
    std::uint64_t slice;    // vector: the most columns that are worked on at a time
    /// merge_path: spmm_schedule_words() words, filled when has_tile_rows is false. They depend on A's offsets
    /// and the share alone.
    std::uint64_t *tile_rows;
    bool has_tile_rows;
};

/// Rows + entries that a group of lanes takes in merge_path: what was found best for so many columns (Shan et
/// al. 2023, Figure 6), less where that would be fewer groups than a GPU wants.
inline constexpr int spmm_cost_count = 6;
inline int spmm_cost_class(std::uint64_t columns) {
    constexpr std::uint64_t most[] = {2, 8, 16, 32, 64};
    int number = 0;
    for (const std::uint64_t limit : most) number += columns > limit;
    return number;
}
inline std::uint64_t spmm_share(std::uint64_t nrows, std::uint64_t nvals, std::uint64_t columns) {
    constexpr std::uint64_t costs[spmm_cost_count] = {50, 15, 20, 30, 35, 50};
    constexpr std::uint64_t fewest_groups = 1024;
    const std::uint64_t cost = costs[spmm_cost_class(columns)], total = nrows + nvals;
    return total / cost >= fewest_groups ? cost : total / fewest_groups + 1;
}
inline std::uint64_t spmm_schedule_words(std::uint64_t nrows, std::uint64_t nvals,
                                         std::uint64_t columns) {
    return (nrows + nvals) / spmm_share(nrows, nvals, columns) + 2;
}

/// Bits of the cells of an A.nrows × columns matrix: those of the rows in which A has entries, where the mask lets
/// them through; (A.nrows · columns + 63) / 64 words. The values of all other cells become 0, unless null.
struct RowCellsCall {
    SparseArrays A;
    std::uint64_t columns;
    MaskBits mask;
    std::uint64_t *bits;
    void *values;
    int size;          // of a value: 1, 2, 4 or 8
    CountOutput nvals; // both null: nobody wants to know
};

/// C = A·B by cuSPARSE's SpMM, A by rows, not iso, values of A, B and C of one type. `workspace` as in
/// MxvCusparseCall, of the size that spmm_workspace gave for as many columns.
struct SpmmCusparseCall {
    int algorithm; // 0: ALG1, 1: ALG2, 2: ALG3
    SparseArrays A;
    std::uint64_t columns;
    const void *b_values;
    const char *type;
    void *workspace, *c_values;
};

/// C = A·B by cuBLAS, all full and by rows: op(A) m×k, op(B) k×n, none of them 0. type: float or double.
/// may_use_tf32: products of floats may be of 10 bits' precision.
struct MxmCublasCall {
    std::uint64_t m, n, k;
    const void *a, *b;
    bool is_a_transposed, is_b_transposed, may_use_tf32;
    const char *type;
    void *c;
};

/// bits(p) = entry p exists and, unless only the structure counts, is true.
struct MaskBitsCall {
    const SparseArrays *sparse; // either this (one row) or dense
    const DenseArrays *dense;
    bool is_structural;
    std::uint64_t cells;
    std::uint64_t *bits; // (cells + 63) / 64 words
};

/// An operand of the element-wise calls. The one value of an iso operand may come with the call, in the
/// low bytes of `value`: dense.values is null then. `is_empty`: no entries, and nothing else counts.
struct CellOperand {
    DenseArrays dense;
    std::uint64_t value;
    bool is_empty;
};

/// What a cell of a merge takes, by which of a and b have an entry there.
enum Take : std::uint8_t { take_nothing = 0, take_a = 1, take_b = 2, take_both = 3 };
struct Takes {
    Take only_a, only_b, both;
};

/// values(p) = a(p), b(p) or op(a(p), b(p)), as z_type; where the mask lets cell p through by the rule
/// `inside`, or `beyond` where p's bit of `region` is not set, elsewhere by `outside`. values may be a's
/// own array, bits a's own. bits null: every cell is known to get an entry. nvals: counted only with bits.
struct MergeCall {
    CellOperand a, b;
    BinaryName op; // functor null: never both
    const char *z_type;
    Takes inside, beyond, outside;
    MaskBits mask;
    const std::uint64_t *region; // null: everything is inside
    std::uint64_t cells;
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

enum class MapKind : int { unary, bind_first, bind_second, position, value, entry };

/// values(p) = f(x(p)) where x has an entry. With is_selection f is a test, and values null. bits: where x
/// has an entry, the mask lets through, and a selection's test is true; null when they are x's own.
/// nvals as in MergeCall. f = functor<type>, with kind position over (i, j) and without type for a test,
/// with kind entry (a user's) over the value, i and j.
struct MapCall {
    MapKind kind;
    const char *functor, *type;
    bool is_selection;
    CellOperand x;
    const void *indices; // x is a list of one row: the columns of its entries; null: x is dense
    int index_width;
    std::uint64_t scalar; // the bound scalar or the thunk, in its operator's type
    const char *z_type;
    std::uint64_t cells, ncols;
    bool is_vector; // i is the column, j is 0
    MaskBits mask;
    void *values;
    std::uint64_t *bits;
    CountOutput nvals;
};

/// result (host, the first bytes of 8, or of what a user's type takes) = the sum of all entries of x;
/// has_result: there is one. Waits.
struct ReduceCall {
    CellOperand x;
    BinaryName add;
    std::uint64_t *result;
    bool *has_result;
};

/// w(k) = the sum of line k of x, a row or a column of the matrix. w_bits null: every line is known to
/// have an entry, and the mask lets all through. nvals as in MergeCall.
struct ReduceLinesCall {
    CellOperand x;
    std::uint64_t nrows, ncols;
    bool of_columns;
    BinaryName add;
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
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

/// Sorted rows; without row_offsets one row, or no entries. Inline value as in CellOperand.
struct RowsOperand {
    SparseArrays rows;
    std::uint64_t value;
};

/// What entries of an operand become, or by which test they are chosen; see MapCall. No functor: themselves.
struct EntryFunction {
    MapKind kind;
    const char *functor, *type;
    std::uint64_t scalar;
};

/// What meets the entries of a: those of b; a mask, that is those of b that are true, or all of them; or
/// the cells of a dense operand, of which only those count where a has an entry.
enum class Partner : int { rows, mask, structure, cells };

/// Where a result by rows goes. Made by the caller.
struct RowsTarget {
    void *row_offsets, *column_indices; // nrows + 1 (null: not wanted), nvals
    int offset_width, index_width;
    void *values; // null: none are made
};

/// A row-balanced matrix by rows. to: indices of 4 bytes, offsets of 8 only where no slot is empty.
struct ListBalancedCall {
    BalancedArrays from;
    RowsTarget to;
};

/// C = a, b or op(a, b) by which of them have an entry, where the mask lets through by the rule `inside`,
/// elsewhere by `outside`; as z_type. An entry of a that fails the test of a selection is none.
struct SparseMergeCall {
    std::uint64_t nrows, ncols;
    RowsOperand a, b;
    Partner partner;
    CellOperand cells;      // in b's place
    EntryFunction function; // of a's entries that have no partner
    bool is_selection, is_vector;
    BinaryName op;   // functor null: never both
    bool is_flipped; // op(b, a)
    const char *z_type;
    Takes inside, outside;
    MaskBits mask; // of cells, as in MergeCall

    /// The result has a's pattern: here are its nvals values. Null: called once when the result has
    /// entries, for memory to put them; the call waits for their number.
    void *values;
    Status (*reserve)(void *context, std::uint64_t nvals, RowsTarget *target);
    void *reserve_context;
    bool has_values; // false: reserve gives no memory for them
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

/// Columns renumbered by how many entries they have, the fullest first: order(k) = the column that has
/// number k, indices(p) = the number of entry p's column. 32-bit indices, below 2^32 entries a column.
struct ClusterCall {
    SparseArrays A;
    unsigned *order, *indices; // ncols, nvals
};

/// to(k) = from(order(k)).
struct PermuteCall {
    std::uint64_t size;
    const unsigned *order;
    const void *from;
    void *to;
    int value_size;
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

struct Table {
    /// Chooses the device, makes the context. Host: facts. memory_cap 0: what the device has.
    Status (*open)(int ordinal, std::uint64_t memory_cap, Note note, Facts *facts);
    /// Frees what is cached; the context stays.
    void (*trim)();
    /// Text of the last failure on this thread.
    const char *(*error_text)();
    Counters (*counters)();
    /// Ranges of the calling thread on the profiler's time line; only with facts.has_profiler.
    void (*range_push)(const char *name);
    void (*range_pop)();
    /// For tests: the n-th allocation from now on fails, 0: none does. Gives what was left of the n
    /// before: 0 when that allocation has failed.
    std::uint64_t (*fail_allocation)(std::uint64_t n);

    Status (*allocate)(void **pointer, std::size_t bytes);
    void (*release)(void *pointer);
    /// Memory of the caller's, for cudaFree, becomes ours to release; all work on the device is done then.
    /// unsupported: it is none of this device, or some of it is ours already.
    Status (*adopt)(void *pointer, std::size_t bytes);
    /// A block becomes the caller's, to release with cudaFree; all our work on it is done then.
    Status (*hand_over)(void *pointer);
    Status (*upload)(void *to, const void *from_host, std::size_t bytes);
    Status (*download)(void *to_host, const void *from, std::size_t bytes); // waits
    Status (*clear)(void *to, std::size_t bytes);
    Status (*copy)(void *to, const void *from, std::size_t bytes);
    Status (*wait)();
    /// The number that a call left a ticket for, once; waits when it is not there yet.
    Status (*take_count)(unsigned ticket, std::uint64_t *count);
    void (*drop_count)(unsigned ticket);

    /// A name that calls can use; the same each time, valid for ever. unsupported: it was seen before that
    /// the source does not compile.
    Status (*define)(const Definition *definition, const char **name);

    Status (*mask_bits)(const MaskBitsCall *call);
    Status (*mxv_pull)(const MxvPullCall *call);
    Status (*mxv_push)(const MxvPushCall *call);
    Status (*entry_rows)(const EntryRowsCall *call);
    /// Why cuSPARSE cannot be used, null: it can. Opens it on the first call.
    const char *(*cusparse_absence)();
    Status (*cusparse_workspace)(const MxvCusparseCall *call, std::size_t *bytes);
    Status (*mxv_cusparse)(const MxvCusparseCall *call);
    Status (*maxk)(const MaxkCall *call);
    Status (*count_edge_groups)(const EdgeGroupsCall *call);
    Status (*list_edge_groups)(const EdgeGroupsCall *call);
    Status (*ssd)(const SsdCall *call);
    Status (*spmm)(const SpmmCall *call);
    Status (*row_cells)(const RowCellsCall *call);
    Status (*spmm_workspace)(const SpmmCusparseCall *call, std::size_t *bytes);
    Status (*spmm_cusparse)(const SpmmCusparseCall *call);
    /// As for cuSPARSE.
    const char *(*cublas_absence)();
    Status (*mxm_cublas)(const MxmCublasCall *call);
    Status (*transpose_cells)(const TransposeCellsCall *call);
    Status (*merge_cells)(const MergeCall *call);
    Status (*map_cells)(const MapCall *call);
    Status (*reduce_cells)(const ReduceCall *call);
    Status (*reduce_lines)(const ReduceLinesCall *call);
    Status (*scatter_list)(const ScatterCall *call);
    Status (*spread_list)(const SpreadCall *call);
    Status (*spread_rows)(const SpreadRowsCall *call);
    Status (*list_cells)(const ListCall *call);
    Status (*spread_balanced)(const SpreadBalancedCall *call);
    Status (*list_balanced)(const ListBalancedCall *call);
    Status (*sparse_merge)(const SparseMergeCall *call);
    Status (*build)(const BuildCall *call);
    Status (*build_cells)(const BuildCellsCall *call);
    Status (*transpose)(const TransposeCall *call);
    Status (*is_symmetric)(const SymmetryCall *call);
    Status (*cluster_columns)(const ClusterCall *call);
    Status (*mark_segments)(const SegmentsCall *call);
    Status (*list_segments)(const SegmentsCall *call);
    Status (*permute_values)(const PermuteCall *call);
    Status (*row_lengths)(const RowLengthsCall *call);
    Status (*row_numbers)(const RowNumbersCall *call);
    Status (*update)(const UpdateCall *call);
    Status (*find_entry)(const FindCall *call);
    Status (*gather)(const GatherCall *call);
    Status (*invert_list)(const InvertCall *call);
    Status (*gather_cells)(const GatherCellsCall *call);
    Status (*measure_rows)(const RowsCall *call);
    Status (*copy_rows)(const RowsCall *call);
};

/// Exported by the plugin. False when the two were not built together.
extern "C" typedef bool (*PluginEntry)(const char *build, Table *table);
inline constexpr const char plugin_entry_name[] = "graphblast_cuda_plugin";

} // namespace grb::device
