// Host side of the pull kernels: programs, grids, carries, the count of entries.
#include "cuda/mxv_pull.hpp"

#include "cuda/jit.hpp"
#include "cuda/kernels/mxv_pull_arguments.h"
#include "cuda/program.hpp"

#include <algorithm>

namespace grb::device {

namespace {

struct Shape {
    const MxvPullCall *call;
    int lanes; // warp_row
};

constexpr int block = 256;
constexpr int vsr_steps = 8;

std::string width(int bytes) {
    return bytes == 4 ? "unsigned" : "unsigned long";
}

const char *truth(bool value) {
    return value ? "true" : "false";
}

std::string program(const void *argument) {
    const Shape &shape = *static_cast<const Shape *>(argument);
    const MxvPullCall &call = *shape.call;
    std::string text = "#include \"kernels/mxv_pull.cuh\"\n\nstruct P {\n";
    text += "    using Offset = " + width(call.A.offset_width) + ";\n";
    text += "    using Index = " + width(call.A.index_width) + ";\n";
    text += semiring_members(call.semiring, call.A.type, call.u.type, call.is_flipped);
    text += std::string("    static constexpr bool a_is_iso = ") + truth(call.A.is_iso) + ";\n";
    text += std::string("    static constexpr bool u_is_iso = ") + truth(call.u.is_iso) + ";\n";
    text += std::string("    static constexpr bool u_is_full = ") + truth(call.u.bits == nullptr) +
            ";\n";
    text += "    static constexpr int lanes = " + std::to_string(shape.lanes) + ";\n";
    text += "    static constexpr int threads = " + std::to_string(merge_threads) + ";\n";
    text += "    static constexpr int items = " + std::to_string(merge_items) + ";\n";
    text += "    static constexpr int steps = " + std::to_string(vsr_steps) + ";\n";
    text += "};\n\nusing grb::device::MxvPullArguments;\n";
    const auto kernel = [&text](const char *name, int threads) {
        text += "extern \"C\" __global__ void __launch_bounds__(" + std::to_string(threads) + ") " +
                name + "(const MxvPullArguments arguments) {\n    grb::device::mxv_" + name +
                "<P>(arguments);\n}\n";
    };
    switch (call.variant) {
    case MxvVariant::thread_row:
        kernel("thread_row", block);
        break;
    case MxvVariant::warp_row:
        kernel("warp_row", block);
        break;
    case MxvVariant::pull_masked:
        kernel("pull_masked", block);
        break;
    case MxvVariant::merge_path:
        kernel("merge_schedule", block);
        kernel("merge_path", merge_threads);
        kernel("add_carries", block);
        break;
    case MxvVariant::vsr:
        kernel("vsr", block);
        kernel("add_carries", block);
        break;
    }
    return text;
}

const char *entry_of(MxvVariant variant) {
    static constexpr const char *names[] = {"thread_row", "warp_row", "merge_path", "vsr",
                                            "pull_masked"};
    return names[static_cast<int>(variant)];
}

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

MxvPullCall with_used_values(MxvPullCall call) {
    forget_unused(call.semiring, call.is_flipped, call.A, call.u.type, call.u.is_iso);
    return call;
}

/// Lanes per row near the mean row length, where the variant has a choice.
int lanes_of(const MxvPullCall &call) {
    if (call.variant != MxvVariant::warp_row) return 32;
    const SparseArrays &A = call.A;
    const double mean =
        static_cast<double>(A.nvals) / static_cast<double>(std::max<std::uint64_t>(1, A.nrows));
    int lanes = 2;
    while (lanes < 32 && lanes < mean) lanes *= 2;
    return lanes;
}

} // namespace

std::string mxv_pull_program(const MxvPullCall &given) {
    const MxvPullCall call = with_used_values(given);
    const Shape shape{&call, lanes_of(call)};
    return program(&shape);
}

Status mxv_pull(const MxvPullCall *given) {
    const MxvPullCall used = with_used_values(*given), *const call = &used;
    const SparseArrays &A = call->A;
    const Shape shape{call, lanes_of(*call)};
    const bool is_balanced =
        call->variant == MxvVariant::merge_path || call->variant == MxvVariant::vsr;
    KernelKey key("mxv_pull");
    add_semiring(key, call->semiring, A.type, call->u.type, call->is_flipped);
    key.add(A.offset_width).add(A.index_width).add(A.is_iso).add(call->u.is_iso);
    key.add(call->u.bits == nullptr).add(shape.lanes).add(static_cast<int>(call->variant));
    const CurrentDevice current;
    const void *kernel = nullptr, *fix_up = nullptr, *scheduler = nullptr;
    Status status = find_kernel(key, entry_of(call->variant), &program, &shape, &kernel);
    if (status != Status::ok) return status;
    if (is_balanced) {
        status = find_kernel(key, "add_carries", &program, &shape, &fix_up);
        if (status != Status::ok) return status;
    }
    if (call->variant == MxvVariant::merge_path && !call->has_schedule) {
        status = find_kernel(key, "merge_schedule", &program, &shape, &scheduler);
        if (status != Status::ok) return status;
    }

    MxvPullArguments arguments{};
    arguments.nrows = A.nrows;
    arguments.nvals = A.nvals;
    arguments.row_offsets = A.row_offsets;
    arguments.column_indices = A.column_indices;
    arguments.a_values = A.values;
    arguments.u_values = call->u.values;
    arguments.u_bits = call->u.bits;
    arguments.mask_bits = call->mask.bits;
    arguments.mask_flip = call->mask.flip;
    arguments.w_values = call->w_values;
    arguments.w_bits = call->w_bits;

    std::uint64_t blocks = 0;
    int threads = block;
    switch (call->variant) {
    case MxvVariant::thread_row:
    case MxvVariant::pull_masked:
        blocks = divide_up(A.nrows, block);
        break;
    case MxvVariant::warp_row:
        blocks = divide_up(A.nrows * static_cast<std::uint64_t>(shape.lanes), block);
        break;
    case MxvVariant::merge_path:
        threads = static_cast<int>(merge_threads);
        blocks = divide_up(A.nrows + A.nvals, merge_threads * merge_items);
        arguments.tiles = blocks;
        arguments.tile_rows = reinterpret_cast<unsigned long *>(call->schedule);
        break;
    case MxvVariant::vsr:
        arguments.tiles = divide_up(A.nvals, 32 * vsr_steps);
        blocks = divide_up(arguments.tiles, block / 32);
        break;
    }
    Scratch carries;
    if (is_balanced) {
        const std::uint64_t tiles = arguments.tiles;
        if ((status = carries.allocate(tiles * 18)) != Status::ok) return status;
        arguments.carry_rows = carries.as<unsigned long>();
        arguments.carry_values = carries.as<unsigned long>() + tiles;
        arguments.carry_has = carries.as<unsigned char>() + tiles * 16;
        arguments.start_has = arguments.carry_has + tiles;
    }
    if (scheduler != nullptr) {
        void *list[] = {&arguments};
        status = runtime().launch(scheduler, divide_up(arguments.tiles + 1, block), block, list);
        if (status != Status::ok) return status;
    }
    if (call->w_bits != nullptr) {
        status = runtime().clear(call->w_bits, divide_up(A.nrows, 64) * 8);
        if (status != Status::ok) return status;
        const Runtime::Publication publication = runtime().begin_publication();
        arguments.count_sum = publication.sum;
        arguments.count_blocks = publication.blocks;
        arguments.count_where = is_balanced ? nullptr : publication.where;
        void *list[] = {&arguments};
        status = runtime().launch(kernel, blocks, threads, list);
        if (is_balanced && status == Status::ok) {
            arguments.count_where = publication.where;
            status = runtime().launch(fix_up, divide_up(arguments.tiles, block / 32), block, list);
        }
        if (status != Status::ok) {
            runtime().abandon_publication();
            return status;
        }
        return runtime().await(call->nvals);
    }
    void *list[] = {&arguments};
    status = runtime().launch(kernel, blocks, threads, list);
    if (is_balanced && status == Status::ok)
        status = runtime().launch(fix_up, divide_up(arguments.tiles, block / 32), block, list);
    return status;
}

} // namespace grb::device
