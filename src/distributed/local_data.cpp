// Builds objects of a process group from the data of single processes.
#include "distributed/local_data.hpp"

#include "base/error.hpp"
#include "base/process_group.hpp"
#include "distributed/processes.hpp"
#include "distributed/work.hpp"

#include <cinttypes>
#include <cstring>

namespace grb {

namespace {

/// The tuples of this process, in the list of all members.
HostVector<Tuples> only(Tuples &&own) {
    const ProcessGroup &group = *process_group();
    HostVector<Tuples> all(static_cast<std::size_t>(group.size));
    all[static_cast<std::size_t>(group.rank)] = std::move(own);
    return all;
}

/// The caller's arrays, which are only read.
Tuples lent(const TupleList &list) {
    const std::uint64_t *const columns = list.columns != nullptr ? list.columns : list.rows;
    const std::size_t size = list.value_type->size;
    if (list.n == 0) return Tuples::of(0, size);
    const auto lend = [&](const void *array, std::size_t bytes) {
        return Array::lend(array, list.n * bytes, 0);
    };
    return {list.n, lend(list.rows, sizeof(std::uint64_t)), lend(columns, sizeof(std::uint64_t)),
            lend(list.X, size), size};
}

} // namespace

LocalRange own_range(const Ref<Snapshot> &whole, bool is_vector) {
    const Axis axis = is_vector ? Axis::columns : Axis::rows;
    const ProcessGroup &group = *process_group();
    const Cuts cuts = own_cuts(*whole, axis, group.size);
    return {cuts.begin(group.rank), cuts.end(group.rank),
            (*partitioning_of(*whole, axis, cuts))[group.rank]};
}

Ref<Snapshot> built_from_own(const BuildProblem &own) {
    BuildProblem problem = own;
    // The values of other processes may differ.
    problem.tuples.is_iso = false;
    return built_from_tuples(problem, only(lent(own.tuples)));
}

Ref<Snapshot> stacked(const Ref<Snapshot> &own) {
    const InsideGroup inside;
    Group &group = *processes();
    const Type *const type = own->type();
    const HostVector<std::uint64_t> rows = group.each([&](int) { return own->nrows(); });
    const Cuts cuts{std::span<const std::uint64_t>(rows)};
    HostVector<Ref<Snapshot>> partitions(rows.size());
    partitions[static_cast<std::size_t>(process_group()->rank)] = own;
    return joined(group, std::move(partitions), Axis::rows, cuts, type, cuts.length(),
                  own->ncols());
}

Ref<Snapshot> scattered(const Ref<Snapshot> &local, const Type *type, std::uint64_t nrows,
                        std::uint64_t ncols, int root) {
    const InsideGroup inside;
    Group &group = *processes();
    HostVector<Tuples> tuples(static_cast<std::size_t>(group.size()));
    group.each([&](int member) -> std::uint64_t {
        if (member != root) return 0;
        Tuples &own = tuples[static_cast<std::size_t>(member)];
        own = tuples_of(*local);
        return own.count;
    });
    return assembled(group, std::move(tuples), type, nrows, ncols);
}

void gather_bytes(void *all, std::uint64_t *begins, const void *own, std::uint64_t bytes) {
    begins[0] = 0;
    if (process_group() == nullptr) {
        begins[1] = bytes;
        if (all != nullptr && bytes != 0) std::memcpy(all, own, bytes);
        return;
    }
    Group &group = *processes();
    const HostVector<std::uint64_t> counts = group.each([&](int) { return bytes; });
    for (std::size_t p = 0; p < counts.size(); p++) begins[p + 1] = begins[p] + counts[p];
    if (all == nullptr) return;
    HostVector<Array> given(counts.size());
    group.each([&](int member) {
        Array &copy = given[static_cast<std::size_t>(member)];
        if (bytes != 0) copy = Array::copy_of(own, bytes);
        return bytes;
    });
    const Array gathered = group.allgatherv(given);
    if (gathered.bytes() != 0) std::memcpy(all, gathered.data(), gathered.bytes());
}

void require_equal(const char *name, std::uint64_t own) {
    Group &group = *processes();
    const HostVector<std::uint64_t> all = group.each([&](int) { return own; });
    for (std::size_t p = 0; p < all.size(); p++)
        if (all[p] != all[0])
            throw Error(GrB_INVALID_VALUE,
                        "%s is %" PRIu64 " at process 0 and %" PRIu64 " at process %zu", name,
                        all[0], all[p], p);
}

} // namespace grb
