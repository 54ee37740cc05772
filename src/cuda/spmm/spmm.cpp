// Host side of the products by a full matrix: programs, grids, carries.
#include "cuda/spmm/spmm.hpp"

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/row_tasks.hpp"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/spmm/row_elements.hpp"
#include "cuda/spmm/spmm_arguments.h"
#include "cuda/spmm/spmm_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int warp = 32;
constexpr int carry_threads = 256;

/// The kernels of a variant, and the header of their source.
struct Kernels {
    const char *header, *main;
    const char *before = nullptr;
    bool has_carries = false; // spmm_add_carries after it
    int threads = 256;
    int flight = 4;
    int blocks = 1; // that a multiprocessor should have room for
    bool reads_mask = false;
};

Kernels kernels_of(SpmmVariant variant) {
    switch (variant) {
    case SpmmVariant::row_split:
        return {.header = "spmm/spmm_rows.cuh",
                .main = "row_split",
                .threads = 128,
                .flight = 32,
                .reads_mask = true};
    case SpmmVariant::sequential_row:
        return {.header = "spmm/spmm_rows.cuh", .main = "sequential_row"};
    case SpmmVariant::parallel_row:
        return {.header = "spmm/spmm_rows.cuh", .main = "parallel_row"};
    case SpmmVariant::merge:
        return {.header = "spmm/spmm_balanced.cuh",
                .main = "merge",
                .before = "merge_partition",
                .has_carries = true,
                .threads = 128,
                .flight = 32};
    case SpmmVariant::sequential_balanced:
        return {
            .header = "spmm/spmm_balanced.cuh", .main = "sequential_balanced", .has_carries = true};
    case SpmmVariant::parallel_balanced:
        return {
            .header = "spmm/spmm_balanced.cuh", .main = "parallel_balanced", .has_carries = true};
    case SpmmVariant::merge_path:
        return {.header = "spmm/spmm_merge_path.cuh",
                .main = "merge_path",
                .before = "merge_path_schedule",
                .has_carries = true};
    case SpmmVariant::row_classes:
        return {.header = "spmm/spmm_row_classes.cuh",
                .main = "row_classes",
                .threads = 128,
                .flight = 8,
                .blocks = 5,
                .reads_mask = true};
    case SpmmVariant::vector:
        break;
    }
    return {.header = "spmm/spmm_vector.cuh",
            .main = "vector",
            .has_carries = true,
            .threads = 128,
            .reads_mask = true};
}

SpmmCall with_used_values(SpmmCall call) {
    forget_unused(call.semiring, false, call.A, call.B.type, call.B.is_iso);
    return call;
}

/// Returns C's type in programs.
const char *type_of_c(const SpmmCall &call) {
    return call.c_type != nullptr ? call.c_type : call.semiring.result_type;
}

/// Returns the neighbouring columns that a lane takes by one instruction of up to 16 bytes: up to 4
/// of them, 8 of narrow numbers.
int widest_load(const SpmmCall &call) {
    const std::size_t from = size_of_type(call.B.type), to = size_of_type(type_of_c(call));
    const auto fits = [](const void *p, std::size_t bytes) {
        return bytes <= 16 && reinterpret_cast<std::uintptr_t>(p) % bytes == 0;
    };
    for (const unsigned vec : {8U, 4U, 2U}) {
        const bool is_for_type = vec < 8 || (is_narrow_type(call.B.type) && to <= 4);
        if (!is_for_type || call.columns % vec != 0) continue;
        // Several instructions store wider sums.
        if (!fits(call.c_values, vec == 8 ? 16 : to * vec)) continue;
        if (fits(call.B.is_iso ? nullptr : call.B.values, from * vec)) return static_cast<int>(vec);
    }
    return 1;
}

/// The distribution of lanes over columns.
struct Shape {
    const SpmmCall *call;
    Kernels kernels;
    int vec = 1, lanes = warp;
    int carry_vec = 1, carry_lanes = warp; // of add_carries
    bool is_masked = false;

    explicit Shape(const SpmmCall &c) : call(&c), kernels(kernels_of(c.variant)) {
        const bool has_mask = c.mask.bits != nullptr || c.mask.flip == 0;
        is_masked = kernels.reads_mask && has_mask;
        carry_vec = widest_load(c);
        carry_lanes = lanes_over(c.columns / static_cast<unsigned>(carry_vec));
        switch (c.variant) {
        case SpmmVariant::parallel_row:
        case SpmmVariant::parallel_balanced:
            vec = widest_load(c);
            lanes = 1;
            break;
        case SpmmVariant::merge_path:
            // Four lanes or more: fewer would read entries that are too far apart.
            vec = widest_load(c);
            while (vec > 1 && c.columns / static_cast<unsigned>(vec) < 4) vec /= 2;
            lanes = lanes_over(c.columns / static_cast<unsigned>(vec));
            break;
        case SpmmVariant::row_classes:
            vec = widest_load(c);
            lanes = lanes_over(c.columns / static_cast<unsigned>(vec));
            break;
        case SpmmVariant::vector: {
            vec = widest_load(c);
            lanes = lanes_over(
                divide_up(std::min(c.columns, c.slice), static_cast<std::uint64_t>(vec)));
            // Sets the rows of B in flight, by lanes and warps, as registers allow without
            // spilling; short blocks leave fewer registers unused.
            kernels.flight = lanes <= 8 ? 8 : 4;
            kernels.blocks = lanes == 1 ? 4 : lanes <= 8 ? 5 : 8;
            // Sums of 8 columns take more registers, and factors some.
            if (vec == 8 && lanes >= 8) {
                kernels.flight = 4;
                kernels.blocks = lanes > 8 ? 8 : 7;
            } else if (vec == 8) {
                kernels.blocks = c.A.is_iso ? 5 : 4;
            }
            break;
        }
        default:
            break;
        }
    }
    std::uint64_t slices() const {
        return divide_up(call->columns, static_cast<std::uint64_t>(lanes * vec));
    }

private:
    static int lanes_over(std::uint64_t chunks) {
        int lanes = 1;
        while (lanes < warp && static_cast<std::uint64_t>(lanes) < chunks) lanes *= 2;
        return lanes;
    }
};

void describe(ProgramSpec &spec, const Shape &shape) {
    const SpmmCall &call = *shape.call;
    const Kernels &kernels = shape.kernels;
    spec.include(kernels.header);
    if (kernels.has_carries) spec.include("spmm/spmm_carries.cuh");
    spec.begin();
    spec.index("Offset", call.A.offset_width);
    spec.index("Index", call.A.index_width);
    spec.semiring(call.semiring, call.A.type, call.B.type, false);
    spec.type("C", type_of_c(call));
    spec.flag("rounds_once", call.c_type != nullptr);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.B.is_iso);
    spec.flag("is_masked", shape.is_masked);
    spec.number("vec", shape.vec);
    spec.number("lanes", shape.lanes);
    spec.number("flight", kernels.flight);
    spec.number("warps", kernels.threads / warp);
    spec.constant("unsigned long", "segment_tile", segment_tile);
    if (kernels.has_carries) {
        spec.derive("Carries");
        spec.number("vec", shape.carry_vec);
        spec.number("lanes", shape.carry_lanes);
    }
    spec.end();
    const auto kernel = [&spec](const char *name, const char *parameter, int threads,
                                int blocks = 1) {
        spec.kernel({name, "SpmmArguments", threads, blocks, "spmm_", parameter});
    };
    if (kernels.before != nullptr) kernel(kernels.before, "P", carry_threads);
    kernel(kernels.main, "P", kernels.threads, kernels.blocks);
    if (kernels.has_carries) kernel("add_carries", "Carries", carry_threads);
}

SpmmArguments arguments_of(const SpmmCall &call, const Shape &shape) {
    SpmmArguments arguments{};
    arguments.A = call.A;
    const auto starts_on_boundary = [](const void *p) {
        return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
    };
    arguments.is_aligned =
        starts_on_boundary(call.A.column_indices) && starts_on_boundary(call.A.values);
    arguments.columns = static_cast<unsigned>(call.columns);
    arguments.slices = static_cast<unsigned>(shape.slices());
    arguments.b_values = call.B.values;
    arguments.c_values = call.c_values;
    arguments.segments = {call.segments.flags, call.segments.ranks, call.segments.rows,
                          call.segments.count};
    if (call.variant == SpmmVariant::merge_path)
        arguments.tile_rows = reinterpret_cast<unsigned long *>(call.tile_rows);
    if (call.variant == SpmmVariant::row_classes) {
        // A task has as many groups of lanes as take eight entries each, up to a warp.
        const auto lanes = static_cast<std::uint64_t>(shape.lanes);
        arguments.tasks = row_tasks(
            call.tasks,
            [lanes](int log_length) {
                return std::min<std::uint64_t>(lanes << std::max(log_length - 3, 0), warp);
            },
            warp, static_cast<std::uint64_t>(shape.kernels.threads));
    }
    return arguments;
}

/// The entries (rows + entries) of a tile.
std::uint64_t share_of(const Shape &shape) {
    const SpmmCall &call = *shape.call;
    switch (call.variant) {
    case SpmmVariant::merge:
        return 128; // of a block, one a thread
    case SpmmVariant::merge_path:
        return spmm_share(call.A.nrows, call.A.nvals, call.columns);
    case SpmmVariant::vector:
        break;
    default:
        return 256;
    }
    // Takes as few carries as leave enough warps. A share divides segment_tile, and is a multiple
    // of a round of all groups.
    const std::uint64_t fewest = shape.lanes == 1 ? 256 : shape.lanes <= 8 ? 128 : 32;
    const auto warps = 64 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    std::uint64_t share = shape.lanes == 1 || shape.lanes * shape.vec >= 16 ? 512 : 256;
    while (share > fewest && call.A.nvals / share * shape.slices() < warps) share /= 2;
    return share;
}

/// Device memory beside operands and result.
class Preparation {
public:
    /// Finds the rows that the mask wants, of those that the kernel numbers.
    Status find_wanted(const SpmmCall &call, SpmmArguments &arguments) {
        const bool has_segments = call.variant == SpmmVariant::vector;
        const std::uint64_t count = has_segments ? call.segments.count : call.A.nrows;
        const Status status = wanted_.allocate(allowed_row_words(count) * sizeof(unsigned));
        if (status != Status::ok) return status;
        arguments.wanted = wanted_.as<unsigned>();
        return allowed_rows(call.mask, call.columns, has_segments ? call.segments.rows : nullptr,
                            count, wanted_.as<unsigned>());
    }
    Status prepare(const Kernels &kernels, const SpmmCall &call, SpmmArguments &arguments) {
        const std::uint64_t tiles = arguments.tiles;
        if (tiles == 0) return Status::ok;
        // The values begin on a boundary of 16 bytes.
        const std::uint64_t padded = tiles + tiles % 2;
        const std::uint64_t words = kernels.before != nullptr ? 2 * padded : padded;
        const std::uint64_t sums =
            (tiles * arguments.columns * size_of_type(call.semiring.result_type) + 15) / 16 * 16;
        const bool has_ends = call.c_type != nullptr;
        const Status status = memory_.allocate(words * 8 + (has_ends ? 2 : 1) * sums);
        if (status != Status::ok) return status;
        arguments.carry_rows = memory_.as<unsigned long>();
        arguments.limits = arguments.carry_rows + (words - padded);
        arguments.carry_values = arguments.carry_rows + words;
        if (has_ends) arguments.end_values = static_cast<char *>(arguments.carry_values) + sums;
        return Status::ok;
    }

private:
    Scratch memory_, wanted_;
};

} // namespace

std::string spmm_program(const SpmmCall &given) {
    const SpmmCall call = with_used_values(given);
    const Shape shape(call);
    return Program(&describe, shape).text();
}

Status spmm(const SpmmCall *given) {
    const SpmmCall call = with_used_values(*given);
    const Shape shape(call);
    const Kernels &kernels = shape.kernels;
    const Program program(&describe, shape);
    const CurrentDevice current;
    const void *before = nullptr, *kernel = nullptr, *fix_up = nullptr;
    Status status = find_kernel(program, kernels.main, &kernel);
    if (status == Status::ok && !call.has_tile_rows)
        status = find_kernel(program, kernels.before, &before);
    if (status == Status::ok)
        status = find_kernel(program, kernels.has_carries ? "add_carries" : nullptr, &fix_up);
    if (status != Status::ok) return status;

    SpmmArguments arguments = arguments_of(call, shape);
    std::uint64_t units = arguments.A.nrows;
    if (kernels.has_carries) {
        const bool has_rows = call.variant == SpmmVariant::merge_path;
        arguments.share = share_of(shape);
        units = divide_up(arguments.A.nvals + (has_rows ? arguments.A.nrows : 0), arguments.share);
        arguments.tiles = units;
    }
    if (call.variant == SpmmVariant::row_classes) arguments.tiles = call.tasks.limits[1];
    Preparation memory;
    status = memory.prepare(kernels, call, arguments);
    if (status == Status::ok && shape.is_masked) status = memory.find_wanted(call, arguments);
    if (status != Status::ok) return status;
    void *list[] = {&arguments};
    if (before != nullptr)
        status = runtime().launch(before, divide_up(units + 1, carry_threads), carry_threads, list);
    // The other kernels take a warp for a unit.
    const std::uint64_t tasks = units * arguments.slices;
    std::uint64_t threads = tasks * warp;
    if (call.variant == SpmmVariant::merge)
        threads = tasks * static_cast<unsigned>(kernels.threads);
    if (call.variant == SpmmVariant::merge_path)
        threads = tasks * static_cast<unsigned>(shape.lanes);
    std::uint64_t blocks = divide_up(threads, static_cast<unsigned>(kernels.threads));
    if (call.variant == SpmmVariant::row_classes)
        blocks = std::uint64_t{arguments.tasks.blocks[row_class_count]} * arguments.slices;
    if (status == Status::ok) status = runtime().launch(kernel, blocks, kernels.threads, list);
    if (status != Status::ok || fix_up == nullptr) return status;
    const auto carry_lanes = static_cast<std::uint64_t>(shape.carry_lanes);
    const std::uint64_t fix_up_blocks =
        divide_up(units, carry_threads / carry_lanes) *
        divide_up(arguments.columns, carry_lanes * static_cast<unsigned>(shape.carry_vec));
    return runtime().launch(fix_up, fix_up_blocks, carry_threads, list);
}

namespace {

const Export export_of_spmm = exported<&spmm>(gpu::spmm);

} // namespace

} // namespace grb::device
