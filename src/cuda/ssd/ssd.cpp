// Host side of the sparse-sparse-dense kernels: programs and grids.
#include "cuda/ssd/ssd.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/program.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/ssd/ssd_arguments.h"
#include "cuda/ssd/ssd_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

constexpr int warp = 32;
/// The shared memory that a block gets without cudaFuncSetAttribute.
constexpr std::size_t shared_bytes = 48 * 1024;

SsdCall with_used_values(SsdCall call) {
    forget_unused(call.semiring, false, call.A, call.x_type, call.x_is_iso);
    return call;
}

const char *place_type(int width) {
    return width == 1 ? "unsigned char" : width == 2 ? "unsigned short" : "unsigned";
}

std::string program(const void *argument) {
    const SsdCall &call = *static_cast<const SsdCall *>(argument);
    std::string text = "#include \"ssd/ssd.cuh\"\n\nstruct P {\n";
    const auto line = [&text](const std::string &content) { text += "    " + content + ";\n"; };
    line("using Offset = " + width(call.A.offset_width));
    line("using Index = " + width(call.A.index_width));
    line(std::string("using Place = ") + place_type(call.place_width));
    text += semiring_members(call.semiring, call.A.type, call.x_type, false);
    line(std::string("static constexpr bool a_is_iso = ") + truth(call.A.is_iso));
    line(std::string("static constexpr bool u_is_iso = ") + truth(call.x_is_iso));
    line(std::string("static constexpr bool c_is_iso = ") + truth(call.c_is_iso));
    line(std::string("static constexpr bool always_shares = ") + truth(call.always_shares));
    line("static constexpr int slots = " + std::to_string(call.warp_slots));
    line("static constexpr int entries = " + std::to_string(call.entries_at_once));
    line("static constexpr int vector = " + std::to_string(call.vector));
    // With wide reads more warps (five blocks of 256 to a multiprocessor) hide more latency than
    // more loads of each warp.
    const bool is_wide = call.vector >= 4;
    // Each lane of a group has one entry of A.
    const int known = std::max(1, warp / call.warp_slots / call.entries_at_once);
    line("static constexpr int flight = " + std::to_string(std::min(known, is_wide ? 2 : 4)));
    text += "};\n\nusing grb::device::SsdArguments;\n";
    // By default the compiler gives narrow decoupled kernels 48 registers and spills; four blocks
    // leave it 64.
    const std::string bounds = is_wide ? "(256, 5)" : call.is_coupled ? "(256)" : "(256, 4)";
    for (const char *name : {"rows", call.is_coupled ? "coupled" : "decoupled"}) {
        text += std::string("extern \"C\" __global__ void __launch_bounds__") + bounds + " ssd_" +
                name + "(const SsdArguments arguments) {\n    grb::device::ssd_" + name +
                "<P>(arguments);\n}\n";
    }
    return text;
}

KernelKey key_of(const SsdCall &call) {
    KernelKey key(call.is_coupled ? "ssd_coupled" : "ssd_decoupled");
    add_semiring(key, call.semiring, call.A.type, call.x_type, false);
    key.add(call.A.offset_width).add(call.A.index_width).add(call.place_width);
    key.add(call.A.is_iso).add(call.x_is_iso).add(call.c_is_iso).add(call.always_shares);
    return key.add(call.warp_slots).add(call.entries_at_once).add(call.vector);
}

bool on_boundary(const void *p) {
    return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
}

} // namespace

std::string ssd_program(const SsdCall &given) {
    const SsdCall call = with_used_values(given);
    return program(&call);
}

Status ssd(const SsdCall *given) {
    const SsdCall call = with_used_values(*given);
    const CurrentDevice current;
    const void *rows = nullptr, *main = nullptr;
    const KernelKey key = key_of(call);
    Status status = find_kernel(key, "ssd_rows", &program, &call, &rows);
    if (status == Status::ok)
        status = find_kernel(key, call.is_coupled ? "ssd_coupled" : "ssd_decoupled", &program,
                             &call, &main);
    if (status != Status::ok) return status;

    const std::size_t row_bytes = call.columns * size_of_type(call.semiring.result_type);
    const std::size_t warp_bytes = row_bytes * static_cast<std::size_t>(call.warp_slots);
    if (warp_bytes > shared_bytes) return Status::unsupported;
    const std::uint64_t warps =
        std::min<std::uint64_t>(8, shared_bytes / std::max<std::size_t>(1, warp_bytes));
    SsdArguments arguments{};
    arguments.nrows = call.A.nrows;
    arguments.groups = call.groups;
    arguments.row_offsets = call.A.row_offsets;
    arguments.column_indices = call.A.column_indices;
    arguments.a_values = call.A.values;
    arguments.edge_groups = static_cast<const EdgeGroup *>(call.edge_groups);
    arguments.group_size = call.group_size;
    arguments.columns = static_cast<unsigned>(call.columns);
    arguments.slots = static_cast<unsigned>(call.slots);
    arguments.x_counts = call.x_counts;
    arguments.x_columns = call.x_columns;
    arguments.x_values = call.x_values;
    arguments.c_values = call.c_values;
    arguments.to_values = call.to_values;
    arguments.is_wide = row_bytes % 16 == 0 && on_boundary(call.to_values);
    void *list[] = {&arguments};
    const std::uint64_t most = 16 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    status = runtime().launch(rows, std::min(divide_up(call.A.nrows, 8), most), 256, list);
    if (status != Status::ok || call.groups == 0) return status;
    const std::uint64_t groups_of_block = warps * static_cast<std::uint64_t>(call.warp_slots);
    return runtime().launch(main, divide_up(call.groups, groups_of_block),
                            static_cast<int>(warps) * warp, list, warps * warp_bytes);
}

namespace {

const Export export_of_ssd = exported<&ssd>(gpu::ssd);

} // namespace

} // namespace grb::device
