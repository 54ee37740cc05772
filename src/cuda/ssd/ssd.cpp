// Host side of the sparse-sparse-dense kernels: programs and grids.
#include "cuda/ssd/ssd.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
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

const char *main_kernel(const SsdCall &call) {
    return call.is_coupled ? "ssd_coupled" : "ssd_decoupled";
}

void describe(ProgramSpec &spec, const SsdCall &call) {
    spec.include("ssd/ssd.cuh");
    spec.begin();
    spec.index("Offset", call.A.offset_width);
    spec.index("Index", call.A.index_width);
    spec.index("Position", call.position_width);
    spec.semiring(call.semiring, call.A.type, call.x_type, false);
    spec.flag("a_is_iso", call.A.is_iso);
    spec.flag("u_is_iso", call.x_is_iso);
    spec.flag("c_is_iso", call.c_is_iso);
    spec.flag("always_shares", call.always_shares);
    spec.number("slots", call.warp_slots);
    spec.number("entries", call.entries_at_once);
    spec.number("vector", call.vector);
    // With wide reads more warps (five blocks of 256 to a multiprocessor) hide more latency than
    // more loads of each warp.
    const bool is_wide = call.vector >= 4;
    // Each lane of a group has one entry of A.
    const int known = std::max(1, warp / call.warp_slots / call.entries_at_once);
    spec.number("flight", std::min(known, is_wide ? 2 : 4));
    spec.end();
    // By default the compiler gives narrow decoupled kernels 48 registers and spills; four blocks
    // leave it 64.
    const int blocks = is_wide ? 5 : call.is_coupled ? 0 : 4;
    spec.kernel({"ssd_rows", "SsdArguments", 256, blocks});
    spec.kernel({main_kernel(call), "SsdArguments", 256, blocks});
}

bool on_boundary(const void *p) {
    return reinterpret_cast<std::uintptr_t>(p) % 16 == 0;
}

} // namespace

std::string ssd_program(const SsdCall &given) {
    const SsdCall call = with_used_values(given);
    return Program(&describe, call).text();
}

Status ssd(const SsdCall *given) {
    const SsdCall call = with_used_values(*given);
    const CurrentDevice current;
    const void *rows = nullptr, *main = nullptr;
    const Program program(&describe, call);
    Status status = find_kernel(program, "ssd_rows", &rows);
    if (status == Status::ok) status = find_kernel(program, main_kernel(call), &main);
    if (status != Status::ok) return status;

    const std::size_t row_bytes = call.columns * size_of_type(call.semiring.result_type);
    const std::size_t warp_bytes = row_bytes * static_cast<std::size_t>(call.warp_slots);
    if (warp_bytes > shared_bytes) return Status::unsupported;
    const std::uint64_t warps =
        std::min<std::uint64_t>(8, shared_bytes / std::max<std::size_t>(1, warp_bytes));
    SsdArguments arguments{};
    arguments.A = call.A;
    arguments.groups = call.groups;
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
