// The calls of products of a matrix and a vector: the library fills them in, the plugin executes
// them.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Schedules assign the entries of base vertices (push: of the frontier, pull: rows that the mask
/// allows) to threads; see push_frontier.cuh and pull_*.cuh.
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

enum class MxvVariant : int {
    thread_row,
    warp_row,
    merge_path,
    vsr,
    pull_masked,
    hub,
    segmented,
    row_classes
};

/// Marks the first entry of each row: flags, a bit for each entry and for the end, in
/// segment_words() words of 32; ranks: rows that begin before each of segment_tiles() tiles; rows
/// (4 bytes): those that have entries, null: all.
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
/// Makes flags, ranks, and the number of rows with entries; where that is less than A.nrows,
/// list_segments() then makes segments->rows. Waits. A: fewer than 2^32 rows. scratch: (A.nrows +
/// 63) / 64 words, written by mark_segments, read by list_segments.
struct SegmentsCall {
    SparseArrays A;
    SegmentArrays *segments; // on the host
    std::uint64_t *scratch;
};

/// The rows of A that have entries, as tasks in classes by length, the longest first; see RowTasks.
/// Longer rows are cut into chunks of `chunk` entries, a power of 2 up to most_in_chunk. limits:
/// the number of tasks before each class, and in all.
inline constexpr unsigned most_in_chunk = 512, row_task_limits = 12;
/// The most slices of columns that a chunk of a row is worked on in.
inline constexpr unsigned most_slices = 8;
struct RowTaskArrays {
    unsigned *rows, *begins, *lengths; // limits[11] each
    unsigned *arrived;                 // most_slices for each of the limits[1] chunks
    unsigned chunk, limits[row_task_limits];
};
/// The first call fills `starts` (A.nrows + 1 words on the device) and the number of tasks; the
/// second one fills the arrays. Both wait. A has fewer than 2^32 entries and rows.
struct RowTasksCall {
    SparseArrays A;
    unsigned *starts;
    unsigned count;
    RowTaskArrays *tasks; // on the host
};

/// w = A ⊕.⊗ u, A by rows, u dense. w_values: nrows elements. w_bits: (nrows + 63) / 64 words, or
/// null when every row is known to get an entry. nvals: entries of w, counted only with w_bits.
struct MxvPullCall {
    MxvVariant variant;
    Schedule schedule; // of pull_masked
    SparseArrays A;
    DenseArrays u;
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    /// The first product of a row, in the order of A's columns, may replace the sum. Not with the
    /// schedules block and weaver, where several warps walk one row.
    bool ends_at_first;
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
    /// segmented, hub: u is full; hub: A's columns are numbered by how many entries they have.
    SegmentArrays segments;
    std::uint64_t
        hubs; // hub: as many first elements of u are the hubs' values; 0: as many as a block has
              // room for
    /// merge_path: merge_schedule_words(A) words, filled when has_tile_rows is false. They depend
    /// on A's offsets alone.
    std::uint64_t *tile_rows;
    bool has_tile_rows;
    const void *entry_rows; // schedule edge: of A, see EntryRowsCall
    RowTaskArrays tasks;    // row_classes
};

/// The number of rows + entries of a merge-path tile is merge_threads · merge_items.
inline constexpr std::uint64_t merge_threads = 128, merge_items = 9;
/// Bytes of the largest value whose products have room in a tile's shared memory.
inline constexpr std::size_t merge_widest_value = 40;
inline std::uint64_t merge_schedule_words(std::uint64_t nrows, std::uint64_t nvals) {
    return (nrows + nvals + merge_threads * merge_items - 1) / (merge_threads * merge_items) + 1;
}

enum class PushVariant : int { bitmap, atomic, sort };

/// w = A ⊕.⊗ u, A by columns (A.nrows = size of u, A.ncols = size of w), u sparse with `count` > 0
/// entries.
struct MxvPushCall {
    PushVariant variant;
    Schedule schedule; // the sort always uses merge
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
    bool is_pattern; // all entries of w have one value, known to the caller; no value is read
    MaskBits mask;
    int list_width, value_size; // of the indices and values of w

    // bitmap, atomic
    void *w_values;        // atomic: m elements, bytes up to a multiple of 4
    std::uint64_t *w_bits; // (m + 63) / 64 words
    /// Receives the sorted result too when it has at most list_capacity (up to 2048) entries.
    void *list_indices, *list_values;
    unsigned list_capacity;
    /// w_values and w_bits already hold neutral values and zeros. The call restores them when the
    /// list holds the result.
    bool is_clean;
    /// On the host; null: unwanted. Counts the entries of A in the columns of w's entries; A is
    /// square.
    std::uint64_t *edges;

    /// sort: the call invokes it once when the result has entries, to get memory for them.
    Status (*reserve)(void *context, std::uint64_t nvals, void **indices, void **values);
    void *reserve_context;

    std::uint64_t *nvals; // on the host; the call waits for it
};

/// w = A·u by cuSPARSE, A by rows, not iso, u full. w_bits as in MxvPullCall: w has an entry where
/// a row of A has one and the mask allows it. `workspace` was made for A's offsets and indices, of
/// the size that cusparse_workspace gave, and belongs to them until it is released.
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

/// Renumbers columns by how many entries they have, the fullest first, those without entries last:
/// order(k) = the column that has number k, indices(p) = the number of entry p's column. 32-bit
/// indices, below 2^32 entries a column. Waits.
struct ClusterCall {
    SparseArrays A;
    unsigned *order, *indices; // ncols, nvals
    std::uint64_t *used;       // on the host: the columns that have entries
};

/// Renumbers columns by partitions of u: the columns [bounds(p), bounds(p + 1)) of partition p stay
/// together. The partitions are in order; in each the hubs come first, then the others, the fullest
/// first. Hubs are the columns of the most entries in all partitions, as many as a block has shared
/// memory for their values. The value of column order(k) goes to slot hubs + k. The hubs' values
/// also go to the first slots, from slot hub_order(k) to slot k; k is the number of hub k. The
/// number of any other column is its slot.
inline constexpr int most_column_partitions = 64;
inline constexpr std::uint64_t most_hubs = std::uint64_t{1} << 18;
struct ClusterPartitionsCall {
    SparseArrays A;
    const std::uint64_t *bounds; // on the host, partitions + 1
    int partitions;
    int value_size;                        // of u
    unsigned *order, *indices, *hub_order; // ncols, nvals, most_hubs
    // On the host, partitions + 1: where each begins in order, and the end of the last one.
    std::uint64_t *starts;
    std::uint64_t *hubs; // on the host
};

/// to(k) = from(order(k)).
struct PermuteCall {
    std::uint64_t size;
    const unsigned *order;
    const void *from;
    void *to;
    int value_size;
};

/// Sets a bit for each row of A that has an entry, (nrows + 63) / 64 words, and counts them (on the
/// host). Waits.
struct RowBitsCall {
    SparseArrays A;
    std::uint64_t *bits;
    std::uint64_t *count;
};

namespace gpu {
inline const Function<const RowBitsCall *> row_bits{"row_bits"};
inline const Function<const MxvPullCall *> mxv_pull{"mxv_pull"};
inline const Function<const MxvPushCall *> mxv_push{"mxv_push"};
inline const Function<const EntryRowsCall *> entry_rows{"entry_rows"};
inline const Function<const MxvCusparseCall *, std::size_t *> cusparse_workspace{
    "cusparse_workspace"};
inline const Function<const MxvCusparseCall *> mxv_cusparse{"mxv_cusparse"};
inline const Function<const ClusterCall *> cluster_columns{"cluster_columns"};
inline const Function<const ClusterPartitionsCall *> cluster_partitions{"cluster_partitions"};
inline const Function<const SegmentsCall *> mark_segments{"mark_segments"};
inline const Function<const SegmentsCall *> list_segments{"list_segments"};
inline const Function<RowTasksCall *> count_row_tasks{"count_row_tasks"};
inline const Function<RowTasksCall *> list_row_tasks{"list_row_tasks"};
inline const Function<const PermuteCall *> permute_values{"permute_values"};
/// Returns why cuSPARSE cannot be used; null: it can. Opens cuSPARSE on the first call.
inline const Function<const char **> cusparse_absence{"cusparse_absence"};
} // namespace gpu

} // namespace grb::device
