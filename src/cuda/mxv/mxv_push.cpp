// Host side of the push kernels: programs, schedules and grids, the count of entries.
#include "cuda/mxv/mxv_push.hpp"

#include "cuda/mxv/mxv_calls.h"
#include "cuda/mxv/mxv_push_arguments.h"
#include "cuda/plugin/exports.hpp"
#include "cuda/plugin/jit.hpp"
#include "cuda/plugin/sizes.hpp"
#include "cuda/structure/compaction.hpp"
#include "cuda/structure/sort.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace grb::device {

namespace {

constexpr std::uint64_t threads = schedule_threads;

/// Returns true when the merge schedule needs a prefix sum of its own. The sort makes one anyway,
/// to count products.
bool needs_prefix(const MxvPushCall &call) {
    return call.variant == PushVariant::sort ||
           (call.schedule == Schedule::merge && call.count > push_own_scan);
}

const char *schedule_of(const MxvPushCall &call) {
    if (needs_prefix(call)) return "grb::device::MergeSchedule";
    static constexpr const char *names[] = {
        "grb::device::OwnMergeSchedule", "grb::device::VertexSchedule", "grb::device::WarpSchedule",
        "grb::device::BlockSchedule",    "grb::device::TwcSchedule",    "grb::device::TwceSchedule",
        "grb::device::EdgeSchedule",     "grb::device::WeaverSchedule"};
    return names[static_cast<int>(call.schedule)];
}

/// Returns the header of the kernel's source.
const char *header_of(const MxvPushCall &call) {
    if (needs_prefix(call)) return "mxv/push_balanced.cuh";
    switch (call.schedule) {
    case Schedule::merge:
    case Schedule::twce:
    case Schedule::edge:
        return "mxv/push_balanced.cuh";
    case Schedule::weaver:
        return "mxv/push_weaver.cuh";
    default:
        return "mxv/push_schedules.cuh";
    }
}

struct Shape {
    const MxvPushCall *call;
    const char *kernel;

    bool is(const char *name) const { return std::strcmp(kernel, name) == 0; }
    bool walks_frontier() const { return !is("push_prepare") && !is("push_reduce"); }
    bool is_gather() const { return walks_frontier() && !is("push_enumerate"); }
    bool has_values() const {
        return !is("push_bitmap") && !is("push_enumerate") && !call->is_pattern;
    }
};

/// The members of a call that determine a kernel. Kernels that only add do not depend on the
/// multiplier.
MxvPushCall call_for(const char *kernel, MxvPushCall call) {
    const Shape shape{&call, kernel};
    if (shape.is_gather() || !shape.has_values()) return call;
    const char *type = call.semiring.result_type;
    call.semiring.multiply = {"First", type};
    call.A.type = call.u_type = type;
    call.A.is_iso = call.u_is_iso = call.u_is_by_position = call.is_flipped = false;
    return call;
}

void describe(ProgramSpec &spec, const Shape &shape) {
    const MxvPushCall &call = *shape.call;
    spec.include("mxv/mxv_push.cuh");
    if (shape.is_gather()) spec.include(header_of(call));
    spec.begin();
    if (shape.walks_frontier()) {
        spec.index("Offset", call.A.offset_width);
        spec.index("FrontierIndex", call.frontier_width);
    }
    if (shape.is_gather()) {
        spec.index("Index", call.A.index_width);
        spec.index("EdgeRow", entry_row_width(call.A.nrows));
        spec.type("Schedule", schedule_of(call));
        spec.index("ListIndex", call.list_width);
    }
    const bool has_mask_values = shape.is_gather() && call.mask.values != nullptr;
    spec.flag("has_mask_values", has_mask_values);
    spec.type("MaskValue", has_mask_values ? call.mask.type : "bool");
    spec.flag("has_values", shape.has_values());
    if (shape.has_values()) {
        spec.semiring(call.semiring, call.A.type, call.u_type, call.is_flipped);
        spec.flag("a_is_iso", call.A.is_iso);
        spec.flag("u_is_iso", call.u_is_iso);
        spec.flag("u_by_vertex", call.u_is_by_position);
    }
    spec.end();
    spec.kernel({shape.kernel, "MxvPushArguments", schedule_threads, 0, "mxv_"});
}

Status find(const MxvPushCall &given, const char *name, const void **kernel) {
    const MxvPushCall call = call_for(name, given);
    const Shape shape{&call, name};
    return find_kernel(Program(&describe, shape), shape.kernel, kernel);
}

MxvPushCall with_used_values(MxvPushCall call) {
    forget_unused(call.semiring, call.is_flipped, call.A, call.u_type, call.u_is_iso);
    return call;
}

MxvPushArguments arguments_of(const MxvPushCall &call) {
    MxvPushArguments arguments{};
    arguments.A = call.A;
    arguments.count = call.count;
    arguments.frontier = call.frontier;
    arguments.u_values = call.u_values;
    arguments.edge_rows = call.entry_rows;
    arguments.frontier_bits = call.frontier_bits;
    arguments.mask = call.mask;
    arguments.mask_values = call.mask.values;
    arguments.w_values = call.w_values;
    arguments.w_bits = call.w_bits;
    arguments.list = call.list_indices;
    arguments.list_values = call.list_values;
    arguments.list_capacity = call.list_capacity;
    arguments.cleans_up = call.list_capacity != 0;
    arguments.counts_edges = call.edges != nullptr;
    return arguments;
}

/// Blocks of kernels that run with any grid.
std::uint64_t most_blocks() {
    return 32 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
}

/// Returns the blocks of a gather, and sets the parameters of its schedule.
std::uint64_t grid_of(const MxvPushCall &call, MxvPushArguments &arguments) {
    const auto multiprocessors = static_cast<std::uint64_t>(runtime().facts().multiprocessors);
    const std::uint64_t resident = 8 * multiprocessors, most = most_blocks();
    if (needs_prefix(call)) return resident;
    switch (call.schedule) {
    case Schedule::merge: {
        // The host does not know the number of edges: the kernel reads it on the device.
        const double mean = static_cast<double>(call.A.nvals) / static_cast<double>(call.A.nrows);
        const double tiles = 2 * mean * static_cast<double>(call.count) / (4 * schedule_threads);
        return std::clamp(static_cast<std::uint64_t>(tiles), multiprocessors, resident);
    }
    case Schedule::warp: {
        // Distributes few vertices over all multiprocessors, and more only as far as they fill a
        // warp's lanes.
        constexpr std::uint64_t warps = threads / 32;
        const std::uint64_t filling = 32 * call.A.nrows / std::max<std::uint64_t>(1, call.A.nvals);
        const std::uint64_t group =
            std::clamp<std::uint64_t>(std::max(call.count / (resident * warps), filling), 1, 32);
        arguments.group = static_cast<unsigned>(group);
        return std::min(divide_up(call.count, warps * group), most);
    }
    case Schedule::twce:
        return std::min(call.count, most);
    case Schedule::edge:
        return std::min(divide_up(call.A.nvals, threads), most);
    default:
        return std::min(divide_up(call.count, threads), most);
    }
}

/// Arrays made from the frontier before the gather. It must outlive the gather.
class Preparation {
public:
    Status prepare(const MxvPushCall &call, MxvPushArguments &arguments) {
        if (needs_prefix(call)) {
            const Status status = scratch_.allocate((call.count + 1) * sizeof(unsigned long));
            if (status != Status::ok) return status;
            arguments.prefix = scratch_.as<unsigned long>();
            return frontier_prefix(call, scratch_.as<unsigned long>(), nullptr);
        }
        if (call.schedule != Schedule::twce) return Status::ok;
        const void *enumerate = nullptr;
        Status status = find(call, "push_enumerate", &enumerate);
        if (status == Status::ok)
            status = make_queues(call.count, call.A.nvals, scratch_, &arguments.queues);
        if (status != Status::ok) return status;
        void *list[] = {&arguments};
        const std::uint64_t blocks = std::min(divide_up(call.count, threads), most_blocks());
        return runtime().launch(enumerate, blocks, schedule_threads, list);
    }

private:
    Scratch scratch_;
};

/// Makes bits and, with values, a dense accumulator.
Status push_to_dense(const MxvPushCall &call) {
    const bool has_values = call.variant == PushVariant::atomic;
    const void *kernel = nullptr, *prepare = nullptr;
    Status status = find(call, has_values ? "push_atomic" : "push_bitmap", &kernel);
    if (status == Status::ok && has_values) status = find(call, "push_prepare", &prepare);
    if (status != Status::ok) return status;

    MxvPushArguments arguments = arguments_of(call);
    const std::uint64_t grid = grid_of(call, arguments);
    Preparation made;
    if ((status = made.prepare(call, arguments)) != Status::ok) return status;
    void *list[] = {&arguments};
    if (call.is_clean) {
        status = Status::ok;
    } else if (has_values) {
        const std::uint64_t most =
            8 * static_cast<std::uint64_t>(runtime().facts().multiprocessors);
        status = runtime().launch(prepare, std::min(divide_up(arguments.A.ncols, threads), most),
                                  schedule_threads, list);
    } else {
        status = runtime().clear(call.w_bits, divide_up(arguments.A.ncols, 64) * 8);
    }
    if (status != Status::ok) return status;
    Runtime::Publication publication{};
    status = runtime().begin_publication(&publication);
    if (status != Status::ok) return status;
    arguments.count_sum = publication.sum;
    arguments.edge_sum = publication.second_sum;
    arguments.count_where = publication.where;
    arguments.list_count = publication.appended;
    status = runtime().launch(kernel, grid, schedule_threads, list);
    if (status != Status::ok) {
        runtime().abandon(publication);
        return status;
    }
    return runtime().await(publication, call.nvals, call.edges, true);
}

/// Sorts products by destination. Waits for their number, which determines the sort and its memory,
/// and for the number of destinations.
Status push_by_sorting(const MxvPushCall &call) {
    const bool has_values = !call.is_pattern;
    const void *expand = nullptr, *reduce = nullptr;
    Status status = find(call, "push_expand", &expand);
    if (status == Status::ok && has_values) status = find(call, "push_reduce", &reduce);
    if (status != Status::ok) return status;

    Scratch prefix, keys, products, starts;
    std::uint64_t entries = 0;
    if ((status = prefix.allocate((call.count + 1) * sizeof(unsigned long))) != Status::ok)
        return status;
    if ((status = frontier_prefix(call, prefix.as<unsigned long>(), &entries)) != Status::ok)
        return status;
    *call.nvals = 0;
    if (entries == 0) return Status::ok;

    SortArrays sorted{};
    sorted.value_size = has_values ? std::max(4, call.value_size) : 0;
    // The second half is aligned for every value type.
    const std::uint64_t padded = divide_up(entries, 64) * 64;
    if ((status = keys.allocate(2 * padded * sizeof(unsigned))) != Status::ok) return status;
    sorted.keys[0] = keys.as<unsigned>();
    sorted.keys[1] = keys.as<unsigned>() + padded;
    if (has_values) {
        const std::uint64_t half = padded * static_cast<std::uint64_t>(sorted.value_size);
        if ((status = products.allocate(2 * half)) != Status::ok) return status;
        sorted.values[0] = products.as<char>();
        sorted.values[1] = products.as<char>() + half;
    }
    MxvPushArguments arguments = arguments_of(call);
    arguments.prefix = prefix.as<unsigned long>();
    arguments.keys = sorted.keys[0];
    arguments.products = sorted.values[0];
    void *list[] = {&arguments};
    const std::uint64_t tiles = divide_up(entries, 4 * threads);
    status =
        runtime().launch(expand, std::min(tiles, grid_of(call, arguments)), schedule_threads, list);
    if (status != Status::ok) return status;
    // Key m marks products that the mask excludes.
    const std::uint64_t largest = call.mask.bits == nullptr && call.mask.flip == ~std::uint64_t{0}
                                      ? call.A.ncols - 1
                                      : call.A.ncols;
    const int bits = std::max(1, static_cast<int>(std::bit_width(largest)));
    if ((status = sort_pairs(sorted, entries, bits)) != Status::ok) return status;

    SegmentFinder segments(sorted.keys[sorted.first], entries, call.A.ncols);
    if ((status = segments.find(call.nvals)) != Status::ok || *call.nvals == 0) return status;
    void *indices = nullptr, *values = nullptr;
    if ((status = call.reserve(call.reserve_context, *call.nvals, &indices, &values)) !=
            Status::ok ||
        (status = starts.allocate((*call.nvals + 1) * sizeof(unsigned long))) != Status::ok) {
        return status;
    }
    status = segments.write(indices, call.list_width, starts.as<unsigned long>());
    if (status != Status::ok || !has_values) return status;
    arguments.count = *call.nvals;
    arguments.starts = starts.as<unsigned long>();
    arguments.products = sorted.values[sorted.first];
    arguments.list_values = values;
    return runtime().launch(reduce, divide_up(arguments.count, threads), schedule_threads, list);
}

} // namespace

std::string mxv_push_program(const MxvPushCall &given, const char *kernel) {
    const MxvPushCall call = call_for(kernel, with_used_values(given));
    const Shape shape{&call, kernel};
    return Program(&describe, shape).text();
}

Status mxv_push(const MxvPushCall *given) {
    const CurrentDevice current;
    const MxvPushCall call = with_used_values(*given);
    return call.variant == PushVariant::sort ? push_by_sorting(call) : push_to_dense(call);
}

namespace {

const Export export_of_mxv_push = exported<&mxv_push>(gpu::mxv_push);

} // namespace

} // namespace grb::device
