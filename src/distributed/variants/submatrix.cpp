/// Extract and assign by a group.
/// C = A(I, J): each member extracts those of its rows that I names, and sends the entries to the
/// owners of C's rows (alltoallv), which build them. A single row (a vector) is cut by its columns,
/// and J is split.
/// S(I, J) = A: the entries of A go to the owners of the rows of S, which assign them with their
/// part of I: an owner has all mentions of a row, so that the last one wins as usual. S(I, J) = s:
/// nothing moves.
/// Each member chooses its own variant. O(n log n) for n entries that move, 32 bytes and two values
/// of scratch for each. Deterministic. Refused: no group, inside of a group, columns that are a
/// vector's values, an iso A.
#include "distributed/exchange.hpp"
#include "distributed/split_list.hpp"
#include "distributed/work.hpp"

#include "storage/build.hpp"

namespace grb {

namespace {

const char *refuses_extract(const ExtractProblem &problem) {
    if (problem.column_vector) return "columns of a vector";
    if (const char *const refusal = refuses_listing(*problem.A)) return refusal;
    return refuses_group(problem);
}

const char *refuses_assign(const AssignProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    if (!problem.A) return nullptr;
    const char *const refusal = refuses_devices(problem.operation);
    return refusal != nullptr ? refusal : refuses_listing(*problem.A);
}

Ref<Snapshot> run_extract(const ExtractProblem &problem) {
    const Axis axis = result_axis(problem.is_transposed ? problem.A->ncols() : problem.A->nrows());
    const bool by_rows = axis == Axis::rows;
    GroupWork work(axis, length_of(*problem.A, stored(axis, problem.is_transposed)),
                   {{problem.A, problem.is_transposed}});
    work.cut(problem.A, problem.is_transposed);
    const SplitList split(by_rows ? problem.rows : problem.columns, work.cuts());
    HostVector<Tuples> tuples(static_cast<std::size_t>(work.cuts().blocks()));
    work.group().each([&](int member) -> std::uint64_t {
        const IndexList list = split.block(member);
        if (list.count == 0 || work.cuts().extent(member) == 0) return 0;
        ExtractProblem own = problem;
        own.own_lists = {};
        own.A = work.partition(problem.A, problem.is_transposed, member);
        (by_rows ? own.rows : own.columns) = list;
        own.mask = {}; // of C's positions, which others own
        Tuples &found = tuples[static_cast<std::size_t>(member)];
        found = tuples_of(*carry_out(own).result);
        std::uint64_t *const along = by_rows ? found.row() : found.column();
        for (std::uint64_t k = 0; k < found.count; k++) along[k] = split.position(member, along[k]);
        return found.count;
    });
    return assembled(work.group(), std::move(tuples), problem.result_type(), problem.rows.count,
                     problem.columns.count);
}

/// The entries of A, each with its owner in S and its row's position in the owner's part of the
/// list.
HostVector<Tuples> sent_to_owners(Group &group, const AssignProblem &problem, Axis axis,
                                  const SplitList &split) {
    const Cuts cuts = own_cuts(*problem.A, stored(axis, problem.is_transposed), group.size());
    prepare_partitions(*problem.A, stored(axis, problem.is_transposed), cuts);
    HostVector<Tuples> tuples(static_cast<std::size_t>(cuts.blocks()));
    HostVector<HostVector<int>> owners(tuples.size());
    group.each([&](int member) -> std::uint64_t {
        if (cuts.extent(member) == 0) return 0;
        const auto at = static_cast<std::size_t>(member);
        Tuples &own = tuples[at];
        own = tuples_of(
            *(*partitioning_of(*problem.A, stored(axis, problem.is_transposed), cuts))[member]);
        if (problem.is_transposed) std::swap(own.rows, own.columns);
        std::uint64_t *const along = axis == Axis::rows ? own.row() : own.column();
        owners[at].resize(own.count);
        for (std::uint64_t k = 0; k < own.count; k++) {
            const std::uint64_t position = along[k] + cuts.begin(member);
            owners[at][k] = split.owner(position);
            along[k] = split.rank(position);
        }
        return own.count;
    });
    return exchanged(
        group, std::move(tuples), problem.A->type()->size,
        [&](int from, std::uint64_t k) { return owners[static_cast<std::size_t>(from)][k]; });
}

Ref<Snapshot> run_assign(const AssignProblem &problem) {
    const Axis axis = result_axis(problem.nrows);
    const bool by_rows = axis == Axis::rows;
    GroupWork work(axis, by_rows ? problem.nrows : problem.ncols);
    const SplitList split(by_rows ? problem.rows : problem.columns, work.cuts());
    HostVector<Tuples> entries;
    if (problem.A) entries = sent_to_owners(work.group(), problem, axis, split);
    work.cut(problem.mask.snapshot, false);
    return work.run(problem.result_type(), problem.nrows, problem.ncols, [&](int member) {
        const std::uint64_t n = work.cuts().extent(member);
        AssignProblem own = problem;
        own.own_lists = {};
        own.nrows = by_rows ? n : problem.nrows;
        own.ncols = by_rows ? problem.ncols : n;
        own.mask = work.partition(problem.mask, member);
        IndexList &list = by_rows ? own.rows : own.columns;
        list = split.block(member);
        if (list.count == 0) return Snapshot::empty(own.result_type(), own.nrows, own.ncols);
        if (problem.A) {
            Tuples &got = entries[static_cast<std::size_t>(member)];
            own.is_transposed = false;
            own.A = build_snapshot(problem.A->type(), own.rows.count, own.columns.count, got.row(),
                                   got.column(), got.values.data(), problem.A->type(), false,
                                   got.count, nullptr);
        }
        return carry_out(own).result;
    });
}

} // namespace

extern const Variant<ExtractProblem> group_extract = {
    "group/extract", {.device = group_kind}, refuses_extract, group_cost, run_extract};
extern const Variant<AssignProblem> group_assign = {
    "group/assign", {.device = group_kind}, refuses_assign, group_cost, run_assign};

} // namespace grb
