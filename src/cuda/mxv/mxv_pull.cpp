// Host side of the pull kernels: programs, grids, carries, the count of entries.
#include "cuda/mxv/mxv_pull.hpp"

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_pull_arguments.h"
#include "cuda/mxv/row_bits.hpp"
#include "cuda/mxv/row_tasks.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/compaction.hpp"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int block = schedule_threads;
constexpr int steps = 8; // rounds of 32 entries in the share of a warp
constexpr std::uint64_t own_carries_most = 1024;

/// The main kernel of a variant, the header of its source, and the kernels that run before and
/// after it.
struct Kernels {
    const char *header, *main;
    const char *before = nullptr;
    bool has_carries = false; // mxv_add_carries after it
};

Kernels kernels_of(const MxvPullCall &call) {
    switch (call.variant) {
    case MxvVariant::thread_row:
        return {"mxv/mxv_pull.cuh", "thread_row"};
    case MxvVariant::warp_row:
        return {"mxv/mxv_pull.cuh", "warp_row"};
    case MxvVariant::merge_path:
        return {"mxv/mxv_merge_path.cuh", "merge_path", "merge_schedule", true};
    case MxvVariant::hub:
        return {"mxv/mxv_hub.cuh", "hub", nullptr, true};
    case MxvVariant::segmented:
        return {"mxv/mxv_segmented.cuh", "segmented", nullptr, true};
    case MxvVariant::vsr:
        return {"mxv/mxv_vsr.cuh", "vsr", nullptr, true};
    case MxvVariant::row_classes:
        return {"mxv/mxv_row_classes.cuh", "row_classes"};
    case MxvVariant::pull_masked:
        break;
    }
    switch (call.schedule) {
    case Schedule::vertex: // uses the thread per row of cuda/mxv_thread_row
        return {"mxv/mxv_pull.cuh", "thread_row"};
    case Schedule::warp:
        return {"mxv/pull_grouped.cuh", "pull_warp"};
    case Schedule::block:
        return {"mxv/pull_grouped.cuh", "pull_block"};
    case Schedule::twc:
        return {"mxv/pull_classes.cuh", "pull_twc"};
    case Schedule::twce:
        return {"mxv/pull_classes.cuh", "pull_twce", "pull_enumerate"};
    case Schedule::edge:
        return {"mxv/pull_balanced.cuh", "pull_edge", nullptr, true};
    case Schedule::merge:
        return {"mxv/pull_balanced.cuh", "pull_merge", nullptr, true};
    case Schedule::weaver:
        break;
    }
    return {"mxv/pull_weaver.cuh", "pull_weaver"};
}

MxvPullCall with_used_values(MxvPullCall call) {
    forget_unused(call.semiring, call.is_flipped, call.A, call.u.type, call.u.is_iso);
    return call;
}

/// The shape of warp_row: lanes per row, and entries that each lane has in flight.
struct Lanes {
    int count = 32, flight = 1;
};

/// Chooses as many lanes as take a mean row at once.
Lanes lanes_for(const SparseArrays &A) {
    const double mean =
        static_cast<double>(A.nvals) / static_cast<double>(std::max<std::uint64_t>(1, A.nrows));
    Lanes lanes{1, mean > 32 ? 8 : 4};
    while (lanes.count < 32 && lanes.count * lanes.flight < mean) lanes.count *= 2;
    return lanes;
}

struct Shape {
    const MxvPullCall *call;
    Lanes lanes;
    Kernels kernels;

    explicit Shape(const MxvPullCall &c)
        : call(&c), lanes(c.variant == MxvVariant::warp_row ? lanes_for(c.A) : Lanes{}),
          kernels(kernels_of(c)) {}
};

/// With u full, which rows get an entry does not depend on u.
bool knows_rows(MxvVariant variant) {
    return variant == MxvVariant::hub || variant == MxvVariant::segmented;
}

int threads_of(MxvVariant variant) {
    if (variant == MxvVariant::hub) return 1024;
    return variant == MxvVariant::merge_path ? static_cast<int>(merge_threads) : block;
}

void describe(ProgramSpec &spec, const Shape &shape) {
    const MxvPullCall &call = *shape.call;
    const Kernels &kernels = shape.kernels;
    spec.include(kernels.header);
    spec.begin();
    spec.index("Offset", call.A.offset_width);
    spec.index("Index", call.A.index_width);
    spec.index("EdgeRow", entry_row_width(call.A.nrows));
    spec.semiring(call.semiring, call.A.type, call.u.type, call.is_flipped, call.ends_at_first);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.u.is_iso);
    spec.flag("u_is_full", call.u.bits == nullptr);
    spec.number("lanes", shape.lanes.count);
    spec.number("flight", shape.lanes.flight);
    spec.constant("int", "threads", merge_threads);
    spec.constant("int", "items", merge_items);
    spec.constant("unsigned long", "segment_tile", segment_tile);
    spec.constant("int", "steps", steps);
    spec.end();
    const auto kernel = [&spec](const char *name, int threads) {
        spec.kernel({name, "MxvPullArguments", threads, 0, "mxv_"});
    };
    if (kernels.before != nullptr) kernel(kernels.before, block);
    kernel(kernels.main, threads_of(call.variant));
    if (kernels.has_carries) kernel("add_carries", block);
}

MxvPullArguments arguments_of(const MxvPullCall &call) {
    MxvPullArguments arguments{};
    arguments.A = call.A;
    const auto starts_on_boundary = [](const void *p) {
        return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
    };
    arguments.is_aligned =
        starts_on_boundary(call.A.column_indices) && starts_on_boundary(call.A.values);
    arguments.u_values = call.u.values;
    arguments.u_bits = call.u.bits;
    arguments.mask = call.mask;
    arguments.w_values = call.w_values;
    arguments.w_bits = call.w_bits;
    arguments.tile_rows = reinterpret_cast<unsigned long *>(call.tile_rows);
    arguments.edge_rows = call.entry_rows;
    arguments.segments = {call.segments.flags, call.segments.ranks, call.segments.rows,
                          call.segments.count};
    if (call.variant == MxvVariant::row_classes) {
        // A task has as many lanes as take four entries each, up to a warp.
        arguments.tasks = row_tasks(
            call.tasks,
            [](int log_length) { return std::uint64_t{1} << std::clamp(log_length - 2, 0, 5); }, 32,
            block);
    }
    return arguments;
}

/// The number of equal shares into which a balanced kernel cuts the work; 0: the kernel has none.
std::uint64_t tiles_of(const Shape &shape) {
    const MxvPullCall &call = *shape.call;
    if (!shape.kernels.has_carries) return 0;
    if (call.variant == MxvVariant::merge_path)
        return divide_up(call.A.nrows + call.A.nvals, merge_threads * merge_items);
    return knows_rows(call.variant) ? segment_tiles(call.A.nvals)
                                    : divide_up(call.A.nvals, 32 * steps);
}

/// blocks_of_classes: the blocks of row_classes.
std::uint64_t blocks_of(const Shape &shape, std::uint64_t tiles, std::uint64_t blocks_of_classes) {
    const MxvPullCall &call = *shape.call;
    const auto multiprocessors = static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    const std::uint64_t most = 32 * multiprocessors;
    const std::uint64_t warp_a_tile = divide_up(tiles, block / 32);
    switch (call.variant) {
    case MxvVariant::row_classes:
        return blocks_of_classes;
    case MxvVariant::hub:
        return multiprocessors;
    case MxvVariant::merge_path:
        return tiles;
    case MxvVariant::warp_row:
        return divide_up(call.A.nrows * static_cast<std::uint64_t>(shape.lanes.count), block);
    case MxvVariant::pull_masked:
        if (call.schedule == Schedule::merge) return std::min(warp_a_tile, most);
        if (call.schedule == Schedule::twce) return std::min(call.A.nrows, most);
        break;
    default:
        break;
    }
    return shape.kernels.has_carries ? warp_a_tile : divide_up(call.A.nrows, block);
}

/// The main kernel's last block adds up the carries: with few tiles it is done before another
/// kernel would begin.
bool adds_own_carries(const Shape &shape, std::uint64_t tiles) {
    const MxvVariant variant = shape.call->variant;
    return tiles <= own_carries_most &&
           (variant == MxvVariant::merge_path || variant == MxvVariant::vsr ||
            variant == MxvVariant::segmented);
}

/// Device memory of a call beside operands and result, and the kernel's grid.
class Preparation {
public:
    std::uint64_t blocks = 0;
    int threads = block;
    std::size_t shared_bytes = 0;

    Status prepare(const Shape &shape, const void *before, const void *main,
                   MxvPullArguments &arguments) {
        const MxvPullCall &call = *shape.call;
        arguments.tiles = tiles_of(shape);
        blocks = blocks_of(shape, arguments.tiles, arguments.tasks.blocks[row_class_count]);
        threads = threads_of(call.variant);
        const bool is_masked = call.variant == MxvVariant::pull_masked;
        Status status = Status::ok;
        if (call.variant == MxvVariant::hub) {
            status = lay_table(call, main, arguments);
        } else if (is_masked && call.schedule == Schedule::merge) {
            status = number_entries(call, arguments);
        } else if (is_masked && call.schedule == Schedule::twce) {
            status = enumerate(call, before, arguments);
        } else if (before != nullptr) {
            status = launch(before, divide_up(arguments.tiles + 1, block), arguments);
        }
        if (call.variant == MxvVariant::row_classes) arguments.tiles = call.tasks.limits[1];
        if (status != Status::ok || arguments.tiles == 0) return status;
        return make_carries(arguments, size_of_type(call.semiring.result_type));
    }

private:
    static Status launch(const void *kernel, std::uint64_t grid, MxvPullArguments &arguments) {
        void *list[] = {&arguments};
        return runtime().launch(kernel, grid, block, list);
    }
    /// The table takes all shared memory that a block can have.
    Status lay_table(const MxvPullCall &call, const void *main, MxvPullArguments &arguments) {
        std::size_t room = 0;
        if (const Status status = shared_room(&room); status != Status::ok) return status;
        const std::size_t value = size_of_type(call.u.type);
        const std::size_t hubs = call.hubs != 0 ? call.hubs : call.u.elements;
        arguments.hubs = static_cast<unsigned>(std::min<std::size_t>(room / value, hubs));
        shared_bytes = arguments.hubs * value;
        if (const cudaError_t error =
                // Sets the maximum always: other threads set the same attribute for tables of other
            // sizes.
            cudaFuncSetAttribute(main, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(room))) {
            return fail("cudaFuncSetAttribute", error);
        }
        return Status::ok;
    }
    Status make_carries(MxvPullArguments &arguments, std::size_t value) {
        const std::uint64_t tiles = arguments.tiles, rows = divide_up(tiles * value, 8) * 8;
        if (const Status status = carries_.allocate(rows + tiles * 10); status != Status::ok)
            return status;
        arguments.carry_values = carries_.as<void>();
        arguments.carry_rows = carries_.as<unsigned long>() + rows / 8;
        arguments.carry_has = carries_.as<unsigned char>() + rows + tiles * 8;
        arguments.start_has = arguments.carry_has + tiles;
        return Status::ok;
    }
    Status number_entries(const MxvPullCall &call, MxvPullArguments &arguments) {
        const Status status = scratch_.allocate((call.A.nrows + 1) * sizeof(unsigned long));
        if (status != Status::ok) return status;
        arguments.prefix = scratch_.as<unsigned long>();
        return allowed_prefix(call, scratch_.as<unsigned long>());
    }
    Status enumerate(const MxvPullCall &call, const void *before, MxvPullArguments &arguments) {
        const Status status = make_queues(call.A.nrows, call.A.nvals, scratch_, &arguments.queues);
        return status == Status::ok ? launch(before, divide_up(call.A.nrows, block), arguments)
                                    : status;
    }
    Scratch carries_, scratch_;
};

} // namespace

Status shared_room(std::size_t *bytes) {
    int most = 0;
    if (const cudaError_t error = cudaDeviceGetAttribute(
            &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, runtime().facts().ordinal))
        return fail("cudaDeviceGetAttribute", error);
    *bytes = static_cast<std::size_t>(most);
    return Status::ok;
}

std::string mxv_pull_program(const MxvPullCall &given) {
    const MxvPullCall call = with_used_values(given);
    const Shape shape(call);
    return Program(&describe, shape).text();
}

Status mxv_pull(const MxvPullCall *given) {
    const MxvPullCall used = with_used_values(*given), *const call = &used;
    const Shape shape(*call);
    const Program program(&describe, shape);
    const bool has_carries = shape.kernels.has_carries;
    const CurrentDevice current;
    const void *kernel = nullptr, *fix_up = nullptr, *before = nullptr;
    Status status = find_kernel(program, shape.kernels.main, &kernel);
    if (status == Status::ok)
        status = find_kernel(program, has_carries ? "add_carries" : nullptr, &fix_up);
    if (status == Status::ok && !call->has_tile_rows)
        status = find_kernel(program, shape.kernels.before, &before);
    if (status != Status::ok) return status;

    MxvPullArguments arguments = arguments_of(*call);
    Preparation made;
    status = made.prepare(shape, before, kernel, arguments);
    if (status != Status::ok) return status;
    const std::uint64_t fix_up_blocks = divide_up(arguments.tiles, block);
    void *list[] = {&arguments};
    if (call->w_bits == nullptr && adds_own_carries(shape, arguments.tiles)) {
        status = runtime().block_counter(&arguments.carry_blocks);
        return status == Status::ok
                   ? runtime().launch(kernel, made.blocks, made.threads, list, made.shared_bytes)
                   : status;
    }
    if (knows_rows(call->variant)) {
        if (call->w_bits != nullptr)
            status = row_bits(call->A, call->mask, call->w_bits, call->nvals);
        if (status == Status::ok)
            status = runtime().launch(kernel, made.blocks, made.threads, list, made.shared_bytes);
        return status == Status::ok ? runtime().launch(fix_up, fix_up_blocks, block, list) : status;
    }
    if (call->w_bits == nullptr) {
        status = runtime().launch(kernel, made.blocks, made.threads, list, made.shared_bytes);
        if (has_carries && status == Status::ok)
            status = runtime().launch(fix_up, fix_up_blocks, block, list);
        return status;
    }
    status = runtime().clear(call->w_bits, divide_up(call->A.nrows, 64) * 8);
    if (status != Status::ok) return status;
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.count_blocks = publication.blocks;
    arguments.count_where = has_carries ? nullptr : publication.where;
    status = runtime().launch(kernel, made.blocks, made.threads, list, made.shared_bytes);
    if (has_carries && status == Status::ok) {
        arguments.count_where = publication.where;
        status = runtime().launch(fix_up, fix_up_blocks, block, list);
    }
    if (status != Status::ok) {
        runtime().abandon_counted(publication);
        return status;
    }
    return runtime().deliver(publication, call->nvals);
}

namespace {

const Export export_of_mxv_pull = exported<&mxv_pull>(gpu::mxv_pull);

} // namespace

} // namespace grb::device
