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
};

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

/// Cell p is let through when bit p of bits, exclusive-or flip, is set. No bits: everything.
struct MaskBits {
    const std::uint64_t *bits;
    std::uint64_t flip;
};

/// A predefined operator: template `functor` of algebra/catalogue.hpp over `type`.
struct BinaryName {
    const char *functor;
    const char *type;
};

struct SemiringName {
    BinaryName add, multiply;
    const char *result_type;
};

enum class MxvVariant : int { thread_row, warp_row, merge_path, vsr, pull_masked };

/// w = A ⊕.⊗ u, A by rows, u dense. w_values: nrows cells. w_bits: (nrows + 63) / 64 words, or null when
/// every row is known to get an entry. nvals (host): entries of w, written only with w_bits; then the
/// call waits.
struct MxvPullCall {
    MxvVariant variant;
    SparseArrays A;
    DenseArrays u;
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    std::uint64_t *nvals;
    /// merge_path: merge_schedule_words(A) words, filled when has_schedule is false. They depend on A's
    /// offsets alone.
    std::uint64_t *schedule;
    bool has_schedule;
};

/// Rows + entries of a merge-path tile.
inline constexpr std::uint64_t merge_threads = 128, merge_items = 9;
inline std::uint64_t merge_schedule_words(std::uint64_t nrows, std::uint64_t nvals) {
    return (nrows + nvals + merge_threads * merge_items - 1) / (merge_threads * merge_items) + 1;
}

enum class PushVariant : int { bitmap, atomic, sort };

/// How the edges of the frontier are dealt out to threads; see kernels/push_schedules.cuh.
enum class Schedule : int { merge, vertex, warp, block, twc, weaver };

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
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    bool is_pattern; // all entries of w are one value, known to the caller: none is looked at
    MaskBits mask;
    int list_width, value_size; // of the indices and values of w

    // bitmap, atomic
    void *w_values;        // atomic: m cells, bytes up to a multiple of 4
    std::uint64_t *w_bits; // (m + 63) / 64 words
    /// Get the sorted result as well when it has at most list_capacity (up to 1024) entries.
    void *list_indices, *list_values;
    unsigned list_capacity;

    /// sort: called once when the result has entries, for memory to put them.
    Status (*reserve)(void *context, std::uint64_t nvals, void **indices, void **values);
    void *reserve_context;

    std::uint64_t *nvals; // host; the call waits for it
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
/// `inside`, elsewhere by `outside`. values may be a's own array, bits a's own. bits null: every cell is
/// known to get an entry. nvals (host): written only with bits; then the call waits.
struct MergeCall {
    CellOperand a, b;
    BinaryName op; // functor null: never both
    const char *z_type;
    Takes inside, outside;
    MaskBits mask;
    std::uint64_t cells;
    void *values;
    std::uint64_t *bits;
    std::uint64_t *nvals;
};

enum class MapKind : int { unary, bind_first, bind_second, position, value };

/// values(p) = f(x(p)) where x has an entry. With is_selection f is a test, and values null. bits: where x
/// has an entry, the mask lets through, and a selection's test is true; null when they are x's own.
/// nvals as in MergeCall. f = functor<type>, with kind position over (i, j) and without type for a test.
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
    std::uint64_t *nvals;
};

/// result (host, the low bytes) = the sum of all entries of x; has_result: there is one. Waits.
struct ReduceCall {
    CellOperand x;
    BinaryName add;
    std::uint64_t *result;
    bool *has_result;
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
/// op.functor is null. c in place; bits null: c is full. added (host): new entries of c; with bits only,
/// and then the call waits.
struct ScatterCall {
    ListOperand t;
    BinaryName op;
    const char *c_type;
    MaskBits mask;
    void *values;
    std::uint64_t *bits;
    std::uint64_t *added;
};

/// A list of one row into dense values (of `size` bytes) at their places; the others are left alone.
struct SpreadCall {
    std::uint64_t nvals;
    const void *indices;
    int index_width, size;
    const void *values;
    void *cells;
};

/// The other way: the ascending list of the cells whose bit is set, and their values unless null.
struct ListCall {
    std::uint64_t cells;
    const std::uint64_t *bits;
    const void *values;
    int size, index_width;
    void *indices;
    void *list_values;
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
    /// Chooses the device, makes the context. Host: facts, text (of a failure).
    Status (*open)(int ordinal, std::uint64_t memory_cap, Facts *facts);
    /// Frees what is cached; the context stays.
    void (*trim)();
    /// Text of the last failure on this thread.
    const char *(*error_text)();
    Counters (*counters)();

    Status (*allocate)(void **pointer, std::size_t bytes);
    void (*release)(void *pointer);
    Status (*upload)(void *to, const void *from_host, std::size_t bytes);
    Status (*download)(void *to_host, const void *from, std::size_t bytes); // waits
    Status (*clear)(void *to, std::size_t bytes);
    Status (*copy)(void *to, const void *from, std::size_t bytes);
    Status (*wait)();

    Status (*mask_bits)(const MaskBitsCall *call);
    Status (*mxv_pull)(const MxvPullCall *call);
    Status (*mxv_push)(const MxvPushCall *call);
    Status (*merge_cells)(const MergeCall *call);
    Status (*map_cells)(const MapCall *call);
    Status (*reduce_cells)(const ReduceCall *call);
    Status (*scatter_list)(const ScatterCall *call);
    Status (*spread_list)(const SpreadCall *call);
    Status (*list_cells)(const ListCall *call);
    Status (*build)(const BuildCall *call);
    Status (*build_cells)(const BuildCellsCall *call);
    Status (*transpose)(const TransposeCall *call);
    Status (*row_numbers)(const RowNumbersCall *call);
    Status (*update)(const UpdateCall *call);
    Status (*find_entry)(const FindCall *call);
    Status (*gather)(const GatherCall *call);
};

/// Exported by the plugin. False when the two were not built together.
extern "C" typedef bool (*PluginEntry)(const char *build, Table *table);
inline constexpr const char plugin_entry_name[] = "graphblast_cuda_plugin";

} // namespace grb::device
