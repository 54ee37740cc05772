// Host side of the element-wise kernels: programs, grids, the count of entries.
#include "cuda/elementwise/elementwise.hpp"

#include "cuda/elementwise/element_program.hpp"
#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/elementwise/launch_counted.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/structure_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int block = 256;

/// Returns the bytes of a sum by the monoid and of its presence flag.
std::size_t slot_bytes(const BinaryName &add) {
    return size_of_type(add.type) + 1;
}

/// Returns true for a sum that does not fit into the word written to the host: it is copied from
/// the device.
bool is_fetched(const BinaryName &add) {
    return is_user_type(add.type) || size_of_type(add.type) > sizeof(std::uint64_t);
}

/// Adds the members that Partial needs for the sum of values of x by a monoid.
void add_reduction(ProgramSpec &spec, const BinaryName &add, const DenseOperand &x) {
    spec.type("X", x.dense.type);
    spec.type("Z", add.type);
    spec.functor("Add", add.functor, add.type);
    spec.flag("x_is_iso", x.dense.is_iso);
    spec.line("static constexpr bool has_terminal = false, ends_at_first = false;");
    spec.line("static constexpr bool identity_is_neutral = grb::device::identity_is_neutral<Add>;");
    spec.line("static __device__ Z add(Z x, Z y) { return Add::apply(x, y); }");
    spec.line("static __device__ Z identity() { return Add::identity(); }");
}

void describe_merge(ProgramSpec &spec, const MergeCall &call) {
    spec.include("elementwise/elementwise.cuh");
    spec.begin();
    spec.type("A", call.a.dense.type);
    spec.type("B", call.b.dense.type);
    spec.type("Z", call.z_type);
    spec.flag("a_is_iso", call.a.dense.is_iso);
    spec.flag("b_is_iso", call.b.dense.is_iso);
    spec.op(call.op, "A", "B", "uses_a", "uses_b");
    spec.end();
    spec.kernel({"merge_elements", "MergeArguments", block});
}

void describe_map(ProgramSpec &spec, const MapCall &call) {
    spec.include("elementwise/elementwise.cuh");
    spec.begin();
    spec.type("X", call.x.dense.type);
    spec.type("Z", call.z_type);
    spec.flag("x_is_iso", call.x.dense.is_iso);
    spec.flag("is_selection", call.is_selection);
    add_function(spec, {call.kind, call.functor, call.type, {}}, "X", "Z");
    spec.end();
    spec.kernel({"map_elements", "MapArguments", block});
}

void describe_reduce(ProgramSpec &spec, const ReduceCall &call) {
    spec.include("elementwise/elementwise.cuh");
    spec.begin();
    add_reduction(spec, call.add, call.x);
    spec.flag("is_fetched", is_fetched(call.add));
    spec.end();
    spec.kernel({"reduce_elements", "ReduceArguments", block});
}

void describe_scatter(ProgramSpec &spec, const ScatterCall &call) {
    spec.include("elementwise/elementwise.cuh");
    spec.begin();
    spec.index("Index", call.t.index_width);
    spec.type("T", call.t.type);
    spec.type("Z", call.c_type);
    spec.flag("t_is_iso", call.t.is_iso);
    spec.op(call.op, "Z", "T", "uses_c", "uses_t");
    spec.end();
    spec.kernel({"scatter_list", "ScatterArguments", block});
}

DenseElements elements_of(const DenseOperand &operand) {
    return {operand.dense.values, half_words(operand.dense.bits), operand.value, operand.is_empty};
}

/// Both halves of flip are equal: all bits set or none.
DenseMask mask_of(const MaskBits &mask) {
    return {half_words(mask.bits), static_cast<unsigned>(mask.flip)};
}

/// A kernel for rows or columns, and the number of lanes per row.
struct VectorProgram {
    const ReduceToVectorCall *call;
    const char *kernel;
    int lanes;
};

void describe_vector(ProgramSpec &spec, const VectorProgram &shape) {
    spec.include("elementwise/reduce_to_vector.cuh");
    spec.begin();
    add_reduction(spec, shape.call->add, shape.call->x);
    spec.number("lanes", shape.lanes);
    spec.end();
    spec.kernel({shape.kernel, "ReduceToVectorArguments", block});
}

Status find_vector_kernel(const VectorProgram &shape, const void **kernel) {
    return find_kernel(Program(&describe_vector, shape), shape.kernel, kernel);
}

/// The distribution of elements over a kernel's warps: up to 32 words a tile, and no more blocks
/// than needed, since each block publishes.
struct TileGrid {
    unsigned tile_words;
    std::uint64_t blocks;

    explicit TileGrid(std::uint64_t elements, std::uint64_t most_blocks = 4096) {
        constexpr std::uint64_t warps = block / 32, step = 8, most_words = 32;
        const std::uint64_t words = divide_up(elements, 32);
        const std::uint64_t share = divide_up(words, most_blocks * warps);
        tile_words =
            static_cast<unsigned>(std::clamp(divide_up(share, step) * step, step, most_words));
        blocks = std::min(divide_up(words, tile_words * warps), most_blocks);
    }
};

template <class Arguments>
Status launch_tiles(const void *kernel, Arguments &arguments, const CountOutput &count) {
    const TileGrid grid(arguments.elements);
    arguments.tile_words = grid.tile_words;
    return launch_counted(kernel, grid.blocks, block, &arguments, arguments.result, count);
}

template <class Arguments>
Status launch_elements(const void *kernel, std::uint64_t blocks, Arguments &arguments,
                       const CountOutput &count) {
    return launch_counted(kernel, blocks, block, &arguments, arguments.result, count);
}

} // namespace

Status launch_counted(const void *kernel, std::uint64_t blocks, int threads, void *arguments,
                      DenseResult &result, const CountOutput &count) {
    void *list[] = {arguments};
    if (result.bits == nullptr || (count.now == nullptr && count.later == nullptr))
        return runtime().launch(kernel, blocks, threads, list);
    if (blocks == 0) {
        if (count.now != nullptr) *count.now = 0;
        return Status::ok;
    }
    Runtime::Publication publication{};
    Status status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    result.count_sum = publication.sum;
    result.count_blocks = publication.blocks;
    result.count_where = publication.where;
    status = runtime().launch(kernel, blocks, threads, list);
    if (status == Status::ok) return runtime().deliver(publication, count);
    runtime().abandon(publication);
    return status;
}

std::string program_of(const MergeCall &call) {
    return Program(&describe_merge, call).text();
}

Status merge_elements(const MergeCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe_merge, *call), "merge_elements", &kernel);
    if (status != Status::ok) return status;
    MergeArguments arguments{};
    arguments.elements = call->elements;
    arguments.a = elements_of(call->a);
    arguments.b = elements_of(call->b);
    arguments.inside = packed(call->inside);
    arguments.beyond = packed(call->beyond);
    arguments.outside = packed(call->outside);
    arguments.mask = mask_of(call->mask);
    arguments.mask_values = static_cast<const unsigned char *>(call->mask.values);
    arguments.region = half_words(call->region);
    arguments.is_in_place = call->values != nullptr && call->values == call->a.dense.values;
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_tiles(kernel, arguments, call->nvals);
}

std::string program_of(const MapCall &call) {
    return Program(&describe_map, call).text();
}

Status map_elements(const MapCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe_map, *call), "map_elements", &kernel);
    if (status != Status::ok) return status;
    MapArguments arguments{};
    arguments.elements = call->elements;
    arguments.ncols = call->ncols;
    arguments.x = elements_of(call->x);
    arguments.indices = call->indices;
    arguments.has_short_indices = call->index_width == 4;
    arguments.scalar = call->scalar;
    arguments.is_vector = call->is_vector;
    arguments.own_test = call->own_test;
    arguments.mask = mask_of(call->mask);
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_tiles(kernel, arguments, call->nvals);
}

std::string program_of(const ReduceCall &call) {
    return Program(&describe_reduce, call).text();
}

Status reduce_elements(const ReduceCall *call) {
    constexpr std::uint64_t most_blocks = 2048;
    const std::uint64_t elements = call->x.dense.elements;
    const CurrentDevice current;
    const void *kernel = nullptr;
    Status status = find_kernel(Program(&describe_reduce, *call), "reduce_elements", &kernel);
    if (status != Status::ok) return status;
    // The grid depends only on the size, so that the order of addition is the same everywhere.
    const TileGrid grid(elements, most_blocks);
    const std::uint64_t blocks = std::max<std::uint64_t>(grid.blocks, 1);
    Scratch sums;
    status = sums.allocate(blocks * slot_bytes(call->add));
    if (status != Status::ok) return status;
    ReduceArguments arguments{};
    arguments.elements = elements;
    arguments.tile_words = grid.tile_words;
    arguments.x = elements_of(call->x);
    arguments.block_values = sums.as<void>();
    arguments.block_has = sums.as<unsigned char>() + blocks * size_of_type(call->add.type);
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.blocks_done = publication.blocks;
    arguments.where = publication.where;
    void *list[] = {&arguments};
    status = runtime().launch(kernel, blocks, block, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    std::uint64_t has_result = 0;
    const bool comes_later = is_fetched(call->add);
    status = runtime().await(publication, &has_result, comes_later ? nullptr : call->result);
    if (status != Status::ok) return status;
    *call->has_result = has_result != 0;
    if (!comes_later || has_result == 0) return status;
    return runtime().download(call->result, sums.as<void>(), size_of_type(call->add.type));
}

std::string program_of(const ReduceToVectorCall &call, const char *kernel) {
    const VectorProgram shape{&call, kernel, 32};
    return Program(&describe_vector, shape).text();
}

Status reduce_to_vector(const ReduceToVectorCall *call) {
    constexpr std::uint64_t wanted_tasks = 8192, least_share = 2048, most_chunks = 256;
    constexpr std::uint64_t columns = 32;
    const CurrentDevice current;
    int lanes = 32;
    if (!call->of_columns) {
        lanes = 2;
        while (lanes < 32 && static_cast<std::uint64_t>(lanes) < call->ncols) lanes *= 2;
    }
    const void *sum = nullptr, *finish = nullptr;
    Status status =
        find_vector_kernel({call, call->of_columns ? "sum_columns" : "sum_rows", lanes}, &sum);
    if (status == Status::ok) status = find_vector_kernel({call, "finish_vector", 32}, &finish);
    if (status != Status::ok) return status;

    ReduceToVectorArguments arguments{};
    arguments.nrows = call->nrows;
    arguments.ncols = call->ncols;
    arguments.x = elements_of(call->x);
    arguments.major_count = call->of_columns ? call->ncols : call->nrows;
    const std::uint64_t length = call->of_columns ? call->nrows : call->ncols;
    // Rows or columns are divided if there are few, so that all multiprocessors have work.
    const std::uint64_t tasks =
        call->of_columns ? 8 * divide_up(call->ncols, columns) : call->nrows;
    const std::uint64_t chunks = std::clamp<std::uint64_t>(
        std::min(divide_up(length, least_share), divide_up(wanted_tasks, tasks)), 1, most_chunks);
    arguments.share = divide_up(length, chunks);
    arguments.chunks = divide_up(length, arguments.share);
    const std::uint64_t sums = arguments.chunks * arguments.major_count;
    Scratch scratch;
    if ((status = scratch.allocate(sums * slot_bytes(call->add))) != Status::ok) return status;
    arguments.chunk_values = scratch.as<void>();
    arguments.chunk_has = scratch.as<unsigned char>() + sums * size_of_type(call->add.type);
    arguments.mask = mask_of(call->mask);
    arguments.result.values = call->w_values;
    arguments.result.bits = half_words(call->w_bits);
    const std::uint64_t blocks = call->of_columns
                                     ? divide_up(call->ncols, columns) * arguments.chunks
                                     : divide_up(sums * static_cast<std::uint64_t>(lanes), block);
    void *list[] = {&arguments};
    if ((status = runtime().launch(sum, blocks, block, list)) != Status::ok) return status;
    return launch_elements(finish, divide_up(arguments.major_count, block), arguments, call->nvals);
}

std::string program_of(const ScatterCall &call) {
    return Program(&describe_scatter, call).text();
}

Status scatter_list(const ScatterCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    const Status status = find_kernel(Program(&describe_scatter, *call), "scatter_list", &kernel);
    if (status != Status::ok) return status;
    ScatterArguments arguments{};
    arguments.nvals = call->t.nvals;
    arguments.indices = call->t.indices;
    arguments.t_values = call->t.values;
    arguments.t_value = call->t.value;
    arguments.mask = mask_of(call->mask);
    arguments.result.values = call->values;
    arguments.result.bits = half_words(call->bits);
    return launch_elements(kernel, divide_up(call->t.nvals, block), arguments, call->added);
}

namespace {

const Export exports[] = {
    exported<&merge_elements>(gpu::merge_elements), exported<&map_elements>(gpu::map_elements),
    exported<&reduce_elements>(gpu::reduce_elements),
    exported<&reduce_to_vector>(gpu::reduce_to_vector), exported<&scatter_list>(gpu::scatter_list)};

} // namespace

} // namespace grb::device
