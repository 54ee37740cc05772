/// Work on each row or column alone, by a group. Nothing moves. Each member chooses its own
/// variant. Deterministic.
/// The k largest of each row: A cut by rows. C row-balanced and without partitions, or by rows.
/// Sorts: A cut by the rows or columns that are sorted; values and positions by these.
/// Refused: no group, inside of a group; sorts of a single row or column.
#include "dispatch/variant.hpp"
#include "distributed/work.hpp"
#include "problems/structure.hpp"
#include "storage/balanced.hpp"

namespace grb {

namespace {

Ref<Snapshot> run_maxk(const MaxkProblem &problem) {
    const Type *const type = problem.result_type();
    GroupWork work(Axis::rows, problem.m(), {{problem.A, problem.is_transposed}});
    work.cut(problem.A, problem.is_transposed);
    Ref<Snapshot> C = work.run(type, problem.m(), problem.n(), [&](int member) {
        MaxkProblem own = problem;
        own.A = work.partition(problem.A, problem.is_transposed, member);
        return carry_out(own).result;
    });
    if (!problem.fits_balanced()) return C;
    return Snapshot::of_balanced(type, problem.m(), problem.n(),
                                 sparse_to_balanced(C->rows(), problem.k));
}

const char *refuses_sort(const SortProblem &problem) {
    const std::uint64_t vectors = problem.by_column ? problem.A->ncols() : problem.A->nrows();
    return vectors == 1 ? "a single row or column" : refuses_group(problem);
}

/// Rows or columns as the rows of a matrix: columns become its rows.
Ref<Snapshot> as_rows(const Snapshot &vectors, bool are_columns) {
    return Snapshot::of_rows(vectors.type(), are_columns ? vectors.ncols() : vectors.nrows(),
                             are_columns ? vectors.nrows() : vectors.ncols(),
                             vectors.share_rows(are_columns));
}

/// Joins the rows or columns that all members have sorted.
Ref<Snapshot> joined_vectors(GroupWork &work, HostVector<Ref<Snapshot>> partitions,
                             const Snapshot &A, const Type *type) {
    const bool are_columns = work.axis() == Axis::columns;
    const std::uint64_t across = are_columns ? A.nrows() : A.ncols();
    work.group().each([&](int member) {
        Ref<Snapshot> &partition = partitions[static_cast<std::size_t>(member)];
        partition = as_rows(*partition, are_columns);
        return partition->nvals();
    });
    Ref<Snapshot> vectors = joined(work.group(), std::move(partitions), Axis::rows, work.cuts(),
                                   type, work.cuts().length(), across);
    if (!are_columns) return vectors;
    return Snapshot::of_columns(type, A.nrows(), A.ncols(), vectors->share_rows(false));
}

SortedVectors run_sort(const SortProblem &problem) {
    const Snapshot &A = *problem.A;
    const Axis axis = problem.by_column ? Axis::columns : Axis::rows;
    GroupWork work(axis, length_of(A, axis), {{problem.A}});
    work.cut(problem.A, false);
    HostVector<Ref<Snapshot>> values(static_cast<std::size_t>(work.cuts().blocks())),
        positions(values.size());
    const Type *const type = builtin_type(TypeCode::int64);
    work.group().each([&](int member) {
        const auto at = static_cast<std::size_t>(member);
        SortProblem own = problem;
        own.A = work.partition(problem.A, false, member);
        if (work.cuts().extent(member) == 0) {
            values[at] = own.A;
            positions[at] = Snapshot::empty(type, own.A->nrows(), own.A->ncols());
            return std::uint64_t{0};
        }
        SortedVectors vectors = carry_out(own).result;
        values[at] = std::move(vectors.values);
        positions[at] = std::move(vectors.positions);
        return values[at]->nvals();
    });
    return {joined_vectors(work, std::move(values), A, A.type()),
            joined_vectors(work, std::move(positions), A, type)};
}

} // namespace

extern const Variant<MaxkProblem> group_maxk = {
    "group/maxk", {.device = group_kind}, refuses_group, group_cost, run_maxk};
extern const Variant<SortProblem> group_sort = {
    "group/sort", {.device = group_kind}, refuses_sort, group_cost, run_sort};

} // namespace grb
