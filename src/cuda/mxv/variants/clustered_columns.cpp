// Makes and keeps renumbered columns and the values of u in their order.
#include "cuda/mxv/variants/clustered_columns.hpp"

#include "base/array_ranges.hpp"
#include "base/group_partitions.hpp"
#include "cuda/structure/partition_calls.h"

#include <algorithm>
#include <utility>

namespace grb::device {

namespace {

using std::uint64_t;
using Ranges = std::span<const ArrayRange>;

/// Values of u in the order of columns, on one device. They have memory of their own: their first
/// elements are no range of another array.
struct OrderedValues final : Attachment {
    static constexpr char tag[] = "values in the order of columns";
    std::size_t bytes() const noexcept override { return sizeof *this + values.bytes(); }
    Array values;
};

/// The partitions of u's values on their devices, in order. Empty: u has one partition, or some
/// partitions are absent.
Ranges partitions_of(const MxvProblem &problem) {
    if (!group_context().is_inside || !problem.u->has_dense()) return {};
    const Ranges partitions = ranges_of(problem.u->dense_form().get().values);
    if (partitions.size() < 2 || partitions.size() > most_column_partitions) return {};
    std::size_t end = 0;
    for (const ArrayRange &partition : partitions) {
        const Device *const there = device_with(partition.from);
        if (!partition.is_one_run() || partition.to_at != end) return {};
        if (there == nullptr || there->kind() != here()->kind()) return {};
        end += partition.bytes();
    }
    return end == problem.n() * problem.u->type()->size ? partitions : Ranges{};
}

HostVector<uint64_t> bounds_of(Ranges partitions, std::size_t size) {
    HostVector<uint64_t> bounds(1, 0);
    for (const ArrayRange &partition : partitions)
        bounds.push_back((partition.to_at + partition.bytes()) / size);
    return bounds;
}

AttachmentKey key_of(const MxvProblem &problem, Ranges partitions) {
    uint64_t hash = 0;
    if (!partitions.empty()) {
        const std::size_t size = problem.u->type()->size;
        hash = size;
        for (const ArrayRange &partition : partitions)
            hash = (hash ^ (partition.to_at + partition.bytes())) * 0x9e3779b97f4a7c15ULL;
    }
    return {problem.is_transposed, hash};
}

unsigned *words(Array &array, uint64_t count) {
    array = Array::make_here(count * 4);
    return static_cast<unsigned *>(array.data_here_for_writing());
}

const unsigned *numbers(const Array &array) {
    return static_cast<const unsigned *>(array.data_here());
}

Ref<ClusteredColumns> clustered(const SparseArrays &A) {
    auto columns = make_ref<ClusteredColumns>();
    ClusterCall call{};
    call.A = A;
    call.order = words(columns->order, A.ncols);
    call.indices = words(columns->indices, A.nvals);
    call.used = &columns->used;
    check(gpu::cluster_columns(&call));
    return columns;
}

Ref<ClusteredColumns> clustered(const SparseArrays &A, const HostVector<uint64_t> &bounds,
                                std::size_t value_size) {
    auto columns = make_ref<ClusteredColumns>();
    Array order;
    HostVector<uint64_t> starts(bounds.size());
    ClusterPartitionsCall call{};
    call.A = A;
    call.bounds = bounds.data();
    call.partitions = static_cast<int>(bounds.size()) - 1;
    call.value_size = static_cast<int>(value_size);
    call.order = words(order, A.ncols);
    call.indices = words(columns->indices, A.nvals);
    call.hub_order = words(columns->order, most_hubs);
    call.starts = starts.data();
    call.hubs = &columns->hubs;
    check(gpu::cluster_partitions(&call));
    columns->used = starts.back();
    for (std::size_t p = 0; p + 1 < starts.size(); p++) {
        const uint64_t count = starts[p + 1] - starts[p];
        Array picks;
        if (count != 0) {
            RaiseCall raise{};
            raise.to = words(picks, count);
            raise.from = numbers(order) + starts[p];
            raise.count = count;
            raise.base = uint64_t{0} - bounds[p]; // modulo 2^32
            raise.width = 4;
            check(gpu::raise(&raise));
        }
        columns->picks.push_back(std::move(picks));
    }
    return columns;
}

void permute(const unsigned *order, uint64_t count, const void *from, void *to, int size) {
    const PermuteCall call{count, order, from, to, size};
    check(gpu::permute_values(&call));
}

/// Each device selects its own values. The copies begin with this device's partition, so that no
/// two devices read from the same one.
Array in_order(const ClusteredColumns &columns, Ranges partitions, std::size_t size) {
    HostVector<ArrayRange> ranges;
    std::size_t own = 0;
    uint64_t element = columns.hubs;
    for (std::size_t p = 0; p < partitions.size(); p++) {
        const uint64_t count = columns.picks[p].bytes() / 4;
        if (partitions[p].from.is_here()) own = p;
        ranges.push_back({partitions[p].from, partitions[p].from_at, element * size, size, count,
                          size, size, columns.picks[p]});
        element += count;
    }
    std::rotate(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(own), ranges.end());
    std::erase_if(ranges, [](const ArrayRange &range) { return range.count == 0; });
    Array values = Array::make_here(element * size);
    auto *const to = static_cast<unsigned char *>(values.data_here_for_writing());
    gather(*here(), to, ranges);
    permute(numbers(columns.order), columns.hubs, to, to, static_cast<int>(size));
    return values;
}

/// The values are kept with u. The key holds an address, which other columns may have when these
/// are freed.
AttachmentKey key_of_values(const MxvProblem &problem, const ClusteredColumns &columns) {
    return {problem.is_transposed, reinterpret_cast<std::uintptr_t>(columns.indices.identity())};
}

Ref<const OrderedValues> ordered(const MxvProblem &problem, const ClusteredColumns &columns,
                                 Ranges partitions) {
    return problem.u->attachments().get_or_make<OrderedValues>(
        key_of_values(problem, columns), [&] {
            auto made = make_ref<OrderedValues>();
            made->values = in_order(columns, partitions, problem.u->type()->size);
            return made;
        });
}

} // namespace

std::size_t ClusteredColumns::bytes() const noexcept {
    std::size_t all = sizeof *this + indices.bytes() + order.bytes();
    for (const Array &one : picks) all += one.bytes();
    return all;
}

Ref<const ClusteredColumns> known_columns(const MxvProblem &problem) {
    return problem.A->attachments().find<ClusteredColumns>(key_of(problem, partitions_of(problem)));
}

Ref<const ClusteredColumns> clustered_columns(const MxvProblem &problem) {
    const Ranges partitions = partitions_of(problem);
    return problem.A->attachments().get_or_make<ClusteredColumns>(key_of(problem, partitions), [&] {
        const SparseArrays A = sparse_arrays(*problem.A, problem.is_transposed);
        if (A.index_width != 4) throw Failure(Status::unsupported);
        const std::size_t size = problem.u->type()->size;
        return partitions.empty() ? clustered(A) : clustered(A, bounds_of(partitions, size), size);
    });
}

Renumbered renumbered(const MxvProblem &problem, const ClusteredColumns &columns, Array &values) {
    Renumbered result{columns.indices.data_here(), nullptr, columns.hubs + columns.used,
                      columns.hubs};
    if (!columns.picks.empty()) {
        values = ordered(problem, columns, partitions_of(problem))->values;
    } else {
        const int size = static_cast<int>(problem.u->type()->size);
        values = Array::make_here(columns.used * static_cast<uint64_t>(size));
        permute(numbers(columns.order), columns.used, dense_arrays(*problem.u).values,
                values.data_here_for_writing(), size);
    }
    result.u_values = std::as_const(values).data_here();
    return result;
}

bool prefetch_renumbered(const MxvProblem &problem) {
    const Ref<const ClusteredColumns> columns = known_columns(problem);
    if (!columns || columns->picks.empty()) return false;
    ordered(problem, *columns, partitions_of(problem));
    return true;
}

bool is_prefetched(const MxvProblem &problem) {
    const Ref<const ClusteredColumns> columns = known_columns(problem);
    if (!columns || columns->picks.empty()) return false;
    const AttachmentKey key = key_of_values(problem, *columns);
    return static_cast<bool>(problem.u->attachments().find<OrderedValues>(key));
}

} // namespace grb::device
