// Host side of the merges of sparse rows: programs, tiles, memory for the result.
#include "cuda/merge/sparse_merge.hpp"

#include "cuda/elementwise/element_program.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/merge/merge_calls.h"
#include "cuda/merge/sparse_tiles.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/look_back.hpp"
#include "cuda/plugin/sizes.hpp"

#include <algorithm>
#include <cstring>

namespace grb::device {

namespace {

constexpr const char *unread = "bool";

struct Shape {
    const SparseMergeCall *call;
    const char *kernel; // sparse_count, sparse_fill, sparse_list

    bool is_count() const { return std::strcmp(kernel, "sparse_count") == 0; }
    bool b_is_dense() const { return call->partner == Partner::elements; }
    /// Short columns fit into half the shared memory.
    bool has_short_columns() const {
        const bool b_is_short = call->b.rows.nvals == 0 || call->b.rows.index_width == 4;
        return call->a.rows.index_width == 4 && b_is_short;
    }
    bool has_values() const { return call->has_values && !is_count(); }
    /// Counting reads values only for a selection's test.
    bool has_function() const {
        return call->function.functor != nullptr && (call->is_selection || !is_count());
    }
    BinaryName op() const { return has_values() ? call->op : BinaryName{}; }
    bool reads_a() const {
        return has_values() || (has_function() && call->function.kind != MapKind::position);
    }
    bool reads_b() const { return has_values() || call->partner == Partner::mask; }
    // A value that is not read has one type in all programs.
    const char *a_type() const { return reads_a() ? call->a.rows.type : unread; }
    bool a_is_iso() const { return !reads_a() || call->a.rows.is_iso; }
    const char *b_type() const {
        if (!reads_b()) return unread;
        return b_is_dense() ? call->elements.dense.type : call->b.rows.type;
    }
    bool b_is_iso() const {
        if (!reads_b()) return true;
        return b_is_dense() ? call->elements.dense.is_iso : call->b.rows.is_iso;
    }
    const char *z_type() const { return has_values() ? call->z_type : a_type(); }
};

void describe(ProgramSpec &spec, const Shape &shape) {
    const SparseMergeCall &call = *shape.call;
    spec.include("merge/sparse_merge.cuh");
    spec.begin();
    spec.type("A", shape.a_type());
    spec.type("B", shape.b_type());
    spec.type("Z", shape.z_type());
    spec.index("Column", shape.has_short_columns() ? 4 : 8);
    spec.flag("a_is_iso", shape.a_is_iso());
    spec.flag("b_is_iso", shape.b_is_iso());
    spec.flag("has_values", shape.has_values());
    spec.flag("b_is_tested", call.partner == Partner::mask);
    spec.flag("b_is_dense", shape.b_is_dense());
    spec.flag("is_selection", call.is_selection);
    spec.flag("has_function", shape.has_function());
    if (shape.has_function())
        add_function(spec, call.function, "A", call.is_selection ? "bool" : "Z");
    else
        spec.line("static constexpr bool uses_x = false, uses_position = false;");
    spec.op(shape.op(), "A", "B", "uses_a", "uses_b", call.is_flipped);
    spec.end();
    spec.kernel({shape.kernel, "SparseMergeArguments", sparse_threads});
}

Status find(const Shape &shape, const void **kernel) {
    return find_kernel(Program(&describe, shape), shape.kernel, kernel);
}

Rows rows_of(const RowsOperand &operand) {
    const SparseArrays &rows = operand.rows;
    return {rows, operand.value, rows.offset_width == 4, rows.index_width == 4};
}

SparseMergeArguments arguments_of(const SparseMergeCall &call) {
    SparseMergeArguments arguments{};
    arguments.nrows = call.nrows;
    arguments.ncols = call.ncols;
    arguments.a = rows_of(call.a);
    if (call.partner != Partner::elements) arguments.b = rows_of(call.b);
    arguments.items = call.nrows + arguments.a.nvals + arguments.b.nvals;
    arguments.dense_values = call.elements.dense.values;
    arguments.dense_bits = half_words(call.elements.dense.bits);
    arguments.dense_value = call.elements.value;
    arguments.inside = packed(call.inside);
    arguments.outside = packed(call.outside);
    arguments.mask = {half_words(call.mask.bits), static_cast<unsigned>(call.mask.flip)};
    arguments.scalar = call.function.scalar;
    arguments.is_vector = call.is_vector;
    return arguments;
}

/// Requests memory for `nvals` entries.
Status reserve(const SparseMergeCall &call, std::uint64_t nvals, SparseMergeArguments &arguments) {
    RowsTarget target{};
    const Status status = call.reserve(call.reserve_context, nvals, &target);
    arguments.offsets = target.row_offsets;
    arguments.columns = target.column_indices;
    arguments.values = target.values;
    arguments.makes_short_offsets = target.offset_width == 4;
    arguments.makes_short_columns = target.index_width == 4;
    return status;
}

/// Counts, waits, and requests memory if there are entries.
Status count_and_reserve(const SparseMergeCall &call, const void *count,
                         SparseMergeArguments &arguments, std::uint64_t tiles) {
    void *list[] = {&arguments};
    Status status = runtime().launch(count, tiles, sparse_threads, list);
    if (status == Status::ok) status = scan_tiles(arguments.sums, tiles, call.made);
    return status != Status::ok || *call.made == 0 ? status : reserve(call, *call.made, arguments);
}

/// Returns the maximum number of entries of the result.
std::uint64_t most_made(const SparseMergeCall &call) {
    const std::uint64_t a = call.a.rows.nvals, b = call.b.rows.nvals;
    if (call.partner == Partner::elements) return a;
    const bool takes_lone_a = (call.inside.only_a | call.outside.only_a) != take_nothing,
               takes_lone_b = (call.inside.only_b | call.outside.only_b) != take_nothing;
    return (takes_lone_a ? a : std::min(a, b)) + (takes_lone_b ? b : 0);
}

/// Merges one row in one launch.
Status merge_list(const SparseMergeCall &call, SparseMergeArguments &arguments,
                  std::uint64_t tiles) {
    const void *kernel = nullptr;
    Status status = find({&call, "sparse_list"}, &kernel);
    if (status != Status::ok) return status;
    void *list[] = {&arguments};
    if (call.values != nullptr) {
        arguments.values = call.values;
        return runtime().launch(kernel, tiles, sparse_threads, list);
    }
    *call.made = 0;
    const std::uint64_t most = most_made(call);
    if (most == 0 || (status = reserve(call, most, arguments)) != Status::ok) return status;
    if ((status = begin_look_back(&arguments.look_back)) != Status::ok) return status;
    Runtime::Publication publication{};
    if ((status = runtime().begin_publication(&publication)) != Status::ok) return status;
    arguments.where = publication.where;
    status = runtime().launch(kernel, tiles, sparse_threads, list);
    if (status == Status::ok) return runtime().await(publication, call.made);
    runtime().abandon(publication);
    return status;
}

} // namespace

std::string sparse_merge_program(const SparseMergeCall &call, const char *kernel) {
    const Shape shape{&call, kernel};
    return Program(&describe, shape).text();
}

Status sparse_merge(const SparseMergeCall *call) {
    const CurrentDevice current;
    SparseMergeArguments arguments = arguments_of(*call);
    const std::uint64_t tiles = divide_up(arguments.items, sparse_tile);
    if (tiles == 0) return Status::ok;
    if (call->nrows == 1 && tiles <= most_that_look_back())
        return merge_list(*call, arguments, tiles);
    const bool keeps_pattern = call->values != nullptr;
    const void *count = nullptr, *fill = nullptr;
    Status status = find({call, "sparse_fill"}, &fill);
    if (status == Status::ok && !keeps_pattern) status = find({call, "sparse_count"}, &count);
    if (status != Status::ok) return status;

    Scratch scratch;
    status = scratch.allocate((3 * tiles + 2) * sizeof(unsigned long));
    if (status != Status::ok) return status;
    arguments.tile_rows = scratch.as<unsigned long>();
    arguments.tile_entries = arguments.tile_rows + tiles + 1;
    if ((status = find_tiles(arguments, tiles)) != Status::ok) return status;
    if (keeps_pattern) {
        arguments.values = call->values;
    } else {
        arguments.sums = arguments.tile_entries + tiles + 1;
        status = count_and_reserve(*call, count, arguments, tiles);
        if (status != Status::ok || *call->made == 0) return status;
    }
    void *list[] = {&arguments};
    return runtime().launch(fill, tiles, sparse_threads, list);
}

namespace {

const Export export_of_sparse_merge = exported<&sparse_merge>(gpu::sparse_merge);

} // namespace

} // namespace grb::device
