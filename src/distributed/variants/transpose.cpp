/// C = A' by a group: each member lists the entries of its rows of A and sends each to the owner of
/// its row of C (alltoallv); the owners build them. A in any format; C by rows, in the form that a
/// build gives. O(n log n) for n entries, 32 bytes and two values of scratch for each.
/// Deterministic. Refused: no group, inside of a group, an iso A.
#include "distributed/distributed_matrix.hpp"
#include "distributed/exchange.hpp"
#include "distributed/work.hpp"

namespace grb {

namespace {

const char *refuses(const TransposeProblem &problem) {
    if (const char *const refusal = refuses_group(problem)) return refusal;
    return refuses_listing(*problem.A);
}

/// A distributed matrix sends its columns as they lie.
Ref<Snapshot> run_by_columns(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    GroupWork work(Axis::columns, A.ncols(), {{problem.A}});
    work.cut(problem.A, false);
    HostVector<Ref<Snapshot>> partitions(static_cast<std::size_t>(work.cuts().blocks()));
    work.group().each([&](int member) {
        const Ref<Snapshot> columns = work.partition(problem.A, false, member);
        Ref<Snapshot> &own = partitions[static_cast<std::size_t>(member)];
        own = Snapshot::of_rows(A.type(), columns->ncols(), A.nrows(), columns->share_rows(true));
        return own->nvals();
    });
    return joined(work.group(), std::move(partitions), Axis::rows, work.cuts(), A.type(), A.ncols(),
                  A.nrows());
}

Ref<Snapshot> run(const TransposeProblem &problem) {
    const Snapshot &A = *problem.A;
    if (is_distributed(A)) return run_by_columns(problem);
    const Axis axis = result_axis(A.nrows());
    GroupWork work(axis, length_of(A, axis), {{problem.A}});
    HostVector<Tuples> tuples(static_cast<std::size_t>(work.cuts().blocks()));
    work.group().each([&](int member) -> std::uint64_t {
        if (work.cuts().extent(member) == 0) return 0;
        Tuples &own = tuples[static_cast<std::size_t>(member)];
        own = tuples_of(*work.partition(problem.A, false, member));
        std::uint64_t *const along = axis == Axis::rows ? own.row() : own.column();
        for (std::uint64_t k = 0; k < own.count; k++) along[k] += work.cuts().begin(member);
        std::swap(own.rows, own.columns);
        return own.count;
    });
    return assembled(work.group(), std::move(tuples), A.type(), A.ncols(), A.nrows());
}

} // namespace

extern const Variant<TransposeProblem> group_transpose = {
    "group/transpose", {.device = group_kind}, refuses, group_cost, run};

} // namespace grb
