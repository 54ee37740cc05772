// The calls of products of a matrix and a vector, as the library fills them in and the plugin carries them out.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// How the entries of base vertices (push: of the frontier, pull: rows that the mask lets through) are
/// dealt out to threads; see push_frontier.cuh and pull_*.cuh.
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
/// Waits. A: fewer than 2^32 rows. scratch: (A.nrows + 63) / 64
/// words, written by mark_segments, read by list_segments.
struct SegmentsCall {
    SparseArrays A;
    SegmentArrays *segments; // host
    std::uint64_t *scratch;
};

/// A's rows that have entries, as tasks in classes by length, the longest first; see RowTasks. `piece`: a power of 2 up to
/// most_in_piece; longer rows are cut into pieces of so many entries. limits: tasks before each class, and all.
inline constexpr unsigned most_in_piece = 512, row_task_limits = 12;
/// Slices of columns that each piece of a row may be worked on in.
inline constexpr unsigned most_slices = 8;
struct RowTaskArrays {
    unsigned *rows, *begins, *lengths; // limits[11] each
    unsigned *arrived;                 // most_slices for each of the limits[1] pieces
    unsigned piece, limits[row_task_limits];
};
/// First `starts` (A.nrows + 1 on the device), and the number of tasks; then the arrays. Both wait. A has fewer than
/// 2^32 entries and rows.
struct RowTasksCall {
    SparseArrays A;
    unsigned *starts;
    unsigned count;
    RowTaskArrays *tasks; // host
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
    /// The first product of a row in the order of A's columns may stand for the sum. Not with the schedules block and
    /// weaver, where several warps walk one row.
    bool ends_at_first;
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    CountOutput nvals;
    /// segmented, hub: u is full; hub: A's columns are numbered by how many entries they have.
    SegmentArrays segments;
    std::uint64_t
        hubs; // hub: the first cells of u that are their values; 0: as many as a block has room for
    /// merge_path: merge_schedule_words(A) words, filled when has_tile_rows is false. They depend on A's
    /// offsets alone.
    std::uint64_t *tile_rows;
    bool has_tile_rows;
    const void *entry_rows; // schedule edge: of A, see EntryRowsCall
    RowTaskArrays tasks;    // row_classes
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
    bool is_pattern; // all entries of w have one value, known to the caller; no value is read
    MaskBits mask;
    int list_width, value_size; // of the indices and values of w

    // bitmap, atomic
    void *w_values;        // atomic: m cells, bytes up to a multiple of 4
    std::uint64_t *w_bits; // (m + 63) / 64 words
    /// Get the sorted result as well when it has at most list_capacity (up to 2048) entries.
    void *list_indices, *list_values;
    unsigned list_capacity;
    /// w_values and w_bits hold neutral values and zeros already. The call restores them when the list holds the
    /// result.
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

/// Columns renumbered by how many entries they have, the fullest first, those without entries last: order(k) = the column
/// that has number k, indices(p) = the number of entry p's column. 32-bit indices, below 2^32 entries a column. Waits.
struct ClusterCall {
    SparseArrays A;
    unsigned *order, *indices; // ncols, nvals
    std::uint64_t *used;       // host: the columns that have entries
};

/// The same where u lies in parts, of which those of columns [bounds(p), bounds(p + 1)) stay together: part after part, in
/// each the hubs and then the others, the fullest first. Hubs are the columns of the most entries, as many of all parts as
/// a block has shared memory for their values. The values go to cells behind as many others as there are hubs: that of
/// order(k) to cell hubs + k. Those of the hubs go to the first cells as well, from cell hub_order(k) to cell k, which is
/// the number of hub k; all others have their cell as number.
inline constexpr int most_column_parts = 64;
inline constexpr std::uint64_t most_hubs = std::uint64_t{1} << 18;
struct ClusterPartsCall {
    SparseArrays A;
    const std::uint64_t *bounds; // host, parts + 1
    int parts;
    int value_size;                        // of u
    unsigned *order, *indices, *hub_order; // ncols, nvals, most_hubs
    std::uint64_t
        *starts; // host, parts + 1: where the parts begin in order, and where the last one ends
    std::uint64_t *hubs; // host
};

/// to(k) = from(order(k)).
struct PermuteCall {
    std::uint64_t size;
    const unsigned *order;
    const void *from;
    void *to;
    int value_size;
};

/// Bits of A's rows that have an entry, (nrows + 63) / 64 words, and their number (host). Waits.
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
inline const Function<const ClusterPartsCall *> cluster_parts{"cluster_parts"};
inline const Function<const SegmentsCall *> mark_segments{"mark_segments"};
inline const Function<const SegmentsCall *> list_segments{"list_segments"};
inline const Function<RowTasksCall *> count_row_tasks{"count_row_tasks"};
inline const Function<RowTasksCall *> list_row_tasks{"list_row_tasks"};
inline const Function<const PermuteCall *> permute_values{"permute_values"};
/// Why cuSPARSE cannot be used; null: it can. Opens cuSPARSE on the first call.
inline const Function<const char **> cusparse_absence{"cusparse_absence"};
} // namespace gpu

} // namespace grb::device
