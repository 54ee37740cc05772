// Host side of the selection of the largest entries of rows.
#include "cuda/ssd/maxk.hpp"

#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/ssd/maxk_arguments.h"
#include "cuda/ssd/ssd_calls.h"

#include <algorithm>

namespace grb::device {

namespace {

/// Returns the values that a lane loads at once.
int neighbours(const MaxkCall &call) {
    const std::uintptr_t boundary = std::min<std::uintptr_t>(16, 4 * size_of_type(call.A.type));
    const bool is_even =
        call.columns % 4 == 0 && reinterpret_cast<std::uintptr_t>(call.A.values) % boundary == 0;
    return call.A.bits == nullptr && is_even && call.columns <= 512 ? 4 : 1;
}

/// Returns the values that a lane holds: a power of two, 0 where a row is longer than 512.
int held_by_lane(const MaxkCall &call) {
    for (int held = neighbours(call); held <= 16; held *= 2)
        if (call.columns <= static_cast<std::uint64_t>(held) * 32) return held;
    return 0;
}

void describe(ProgramSpec &spec, const MaxkCall &call) {
    spec.include("ssd/maxk.cuh");
    spec.begin();
    spec.type("X", call.A.type);
    spec.index("Position", call.position_width);
    spec.flag("is_abs", call.is_abs);
    spec.number("held", held_by_lane(call));
    spec.number("vec", neighbours(call));
    spec.end();
    spec.kernel({"maxk_select", "MaxkArguments", 256});
}

} // namespace

std::string maxk_program(const MaxkCall &call) {
    return Program(&describe, call).text();
}

Status maxk(const MaxkCall *call) {
    const CurrentDevice current;
    const void *kernel = nullptr;
    Status status = find_kernel(Program(&describe, *call), "maxk_select", &kernel);
    if (status != Status::ok) return status;
    MaxkArguments arguments{};
    arguments.nrows = call->nrows;
    arguments.columns = static_cast<unsigned>(call->columns);
    arguments.k = static_cast<unsigned>(call->k);
    arguments.values = call->A.values;
    arguments.bits = reinterpret_cast<const unsigned long *>(call->A.bits);
    arguments.counts = call->counts;
    arguments.positions = call->positions;
    arguments.to_values = call->to_values;
    if (neighbours(*call) > 1) {
        const std::size_t values = divide_up(call->k * size_of_type(call->A.type), 8) * 8;
        const std::size_t positions = call->k * static_cast<std::size_t>(call->position_width);
        arguments.share_bytes = static_cast<unsigned>(divide_up(values + positions, 16) * 16);
    }
    constexpr std::size_t warps = 8; // of a block
    const std::size_t shared_bytes = warps * arguments.share_bytes;
    // A warp's first row takes several times as long as the next ones. Four rounds of five blocks
    // to a multiprocessor.
    const std::uint64_t most = 20 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    void *list[] = {&arguments};
    const std::uint64_t blocks = std::min(divide_up(call->nrows, warps), most);
    if (call->nvals == nullptr) return runtime().launch(kernel, blocks, 256, list, shared_bytes);
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.count_blocks = publication.blocks;
    arguments.count_where = publication.where;
    status = runtime().launch(kernel, blocks, 256, list, shared_bytes);
    if (status == Status::ok) return runtime().await(publication, call->nvals);
    runtime().abandon(publication);
    return status;
}

namespace {

const Export export_of_maxk = exported<&maxk>(gpu::maxk);

} // namespace

} // namespace grb::device
