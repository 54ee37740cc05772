/// Tuples in and out, by a group.
/// Build: each member takes a range of the list and sends each tuple to the owner of its position
/// (alltoallv); the owners build them: ranges arrive in order, so duplicates are combined in the
/// order of the list. The whole list is searched again for an invalid tuple, for the text that
/// names it.
/// Tuples: the members agree on the position at which the entries of each begin (the vote's counts)
/// and list their own.
/// Each member chooses its own variant. Deterministic. Refused: no group, inside of a group, tuples
/// that are vectors.
#include "base/error.hpp"
#include "distributed/local_data.hpp"
#include "distributed/work.hpp"

#include <cstring>
#include <functional>

namespace grb {

Ref<Snapshot> built_from_tuples(const BuildProblem &problem, HostVector<Tuples> tuples) {
    const TupleList &list = problem.tuples;
    const Axis axis = result_axis(list.nrows);
    const bool by_rows = axis == Axis::rows;
    GroupWork given(Axis::rows, list.n);
    GroupWork work(axis, by_rows ? cuts_by_rows(given.group(), list.nrows, tuples)
                                 : Cuts(list.ncols, given.group().size()));
    HostVector<const std::uint64_t *> keys;
    for (Tuples &one : tuples) keys.push_back(by_rows ? one.row() : one.column());
    const auto owner = [&](int from, std::uint64_t k) {
        return work.cuts().owner(keys[static_cast<std::size_t>(from)][k]);
    };
    // Passes by reference: a copy of its captures would be allocated past the functions of
    // GxB_init.
    HostVector<Tuples> received = exchanged(
        work.group(), std::move(tuples), list.is_iso ? 0 : list.value_type->size, std::cref(owner));
    return work.run(list.type, list.nrows, list.ncols, [&](int member) {
        Tuples &own = received[static_cast<std::size_t>(member)];
        const std::uint64_t n = work.cuts().extent(member);
        BuildProblem local = problem;
        local.own = {};
        local.tuples.nrows = by_rows ? n : 1;
        local.tuples.ncols = by_rows ? list.ncols : n;
        if (own.count == 0)
            return Snapshot::empty(list.type, local.tuples.nrows, local.tuples.ncols);
        std::uint64_t *const along = by_rows ? own.row() : own.column();
        for (std::uint64_t k = 0; k < own.count; k++) along[k] -= work.cuts().begin(member);
        local.tuples.n = own.count;
        local.tuples.rows = along;
        local.tuples.columns = by_rows ? own.column() : nullptr;
        if (!list.is_iso) local.tuples.X = own.values.data();
        return carry_out(local).result;
    });
}

namespace {

const char *refuses_build(const BuildProblem &problem) {
    if (problem.positions) return "tuples from vectors";
    return refuses_group(problem);
}

/// Tuples [begin, end) of the list; no values if all share one.
Tuples share_of(const TupleList &list, std::uint64_t begin, std::uint64_t end) {
    const std::size_t size = list.is_iso ? 0 : list.value_type->size;
    Tuples own = Tuples::of(end - begin, size);
    if (own.count == 0) return own;
    const std::size_t bytes = own.count * sizeof(std::uint64_t);
    // A vector's positions are stored as rows.
    const std::uint64_t *const columns = list.columns != nullptr ? list.columns : list.rows;
    std::memcpy(own.row(), list.rows + begin, bytes);
    std::memcpy(own.column(), columns + begin, bytes);
    if (size != 0)
        std::memcpy(own.values.data(), static_cast<const unsigned char *>(list.X) + begin * size,
                    own.count * size);
    return own;
}

Ref<Snapshot> build_in_partitions(const BuildProblem &problem) {
    GroupWork given(Axis::rows, problem.tuples.n);
    const Cuts &shares = given.cuts();
    HostVector<Tuples> tuples(static_cast<std::size_t>(shares.blocks()));
    given.group().each([&](int member) {
        Tuples &own = tuples[static_cast<std::size_t>(member)];
        own = share_of(problem.tuples, shares.begin(member), shares.end(member));
        return own.count;
    });
    return built_from_tuples(problem, std::move(tuples));
}

Ref<Snapshot> run_build(const BuildProblem &problem) {
    try {
        return build_in_partitions(problem);
    } catch (const Error &) {
        const InsideGroup alone;
        return carry_out(problem).result;
    }
}

/// The arrays belong to one process, which gets all entries.
const char *refuses_tuples(const TuplesProblem &problem) {
    return process_group() != nullptr ? "for each process alone" : refuses_group(problem);
}

Nothing run_tuples(const TuplesProblem &problem) {
    const Axis axis = result_axis(problem.A->nrows());
    GroupWork work(axis, length_of(*problem.A, axis), {{problem.A}});
    const HostVector<std::uint64_t> counts = work.group().each(
        [&](int member) { return work.partition(problem.A, false, member)->nvals(); });
    work.group().each([&](int member) -> std::uint64_t {
        std::uint64_t before = 0;
        const std::uint64_t n = counts[static_cast<std::size_t>(member)];
        for (int k = 0; k < member; k++) before += counts[static_cast<std::size_t>(k)];
        if (n == 0) return 0;
        TuplesProblem own = problem;
        own.own = {};
        own.A = work.partition(problem.A, false, member);
        if (problem.rows != nullptr) own.rows += before;
        if (problem.columns != nullptr) own.columns += before;
        if (problem.X != nullptr)
            own.X = static_cast<unsigned char *>(problem.X) + before * problem.value_type->size;
        carry_out(own);
        std::uint64_t *const along = axis == Axis::rows ? own.rows : own.columns;
        for (std::uint64_t k = 0; k < n && along != nullptr; k++)
            along[k] += work.cuts().begin(member);
        return n;
    });
    return {};
}

} // namespace

extern const Variant<BuildProblem> group_build = {
    "group/build", {.device = group_kind}, refuses_build, group_cost, run_build};
extern const Variant<TuplesProblem> group_tuples = {
    "group/tuples", {.device = group_kind}, refuses_tuples, group_cost, run_tuples};

} // namespace grb
