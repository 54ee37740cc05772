/// Work on each row or column alone, by a group. Nothing moves. Each member chooses its own
/// variant. Deterministic.
/// The k largest of each row: A cut by rows. C row-balanced and without partitions, or by rows.
/// Sorts: A cut by the rows or columns that are sorted; values and positions by these.
/// Refused: no group, inside of a group; sorts of a single row or column.
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"
#include "storage/balanced.hpp"
#include "team/work.hpp"

namespace grb {

namespace {

Ref<Snapshot> run_maxk(const MaxkProblem &problem) {
    const Type *const type = problem.result_type();
    TeamWork work(Axis::rows, problem.m(), {{problem.A, problem.is_transposed}});
    Ref<Snapshot> C = work.run(type, problem.m(), problem.n(), [&](int member) {
        MaxkProblem own = problem;
        own.A = work.piece(problem.A, problem.is_transposed, member);
        return carry_out(own).result;
    });
    if (!problem.fits_balanced()) return C;
    return Snapshot::of_balanced(type, problem.m(), problem.n(),
                                 sparse_to_balanced(C->rows(), problem.k));
}

const char *refuses_sort(const SortProblem &problem) {
    const std::uint64_t lines = problem.by_column ? problem.A->ncols() : problem.A->nrows();
    return lines == 1 ? "a single line" : refuses_team(problem);
}

/// Rows or columns as the rows of a matrix: columns become its rows.
Ref<Snapshot> as_rows(const Snapshot &lines, bool are_columns) {
    return Snapshot::of_rows(lines.type(), are_columns ? lines.ncols() : lines.nrows(),
                             are_columns ? lines.nrows() : lines.ncols(),
                             lines.share_rows(are_columns));
}

/// Joins the rows or columns that all members have sorted.
Ref<Snapshot> joined_lines(TeamWork &work, HostVector<Ref<Snapshot>> pieces, const Snapshot &A,
                           const Type *type) {
    const bool are_columns = work.axis() == Axis::columns;
    const std::uint64_t across = are_columns ? A.nrows() : A.ncols();
    work.team().each([&](int member) {
        Ref<Snapshot> &piece = pieces[static_cast<std::size_t>(member)];
        piece = as_rows(*piece, are_columns);
        return piece->nvals();
    });
    Ref<Snapshot> lines = joined(work.team(), std::move(pieces), Axis::rows, work.cuts(), type,
                                 work.cuts().length(), across);
    if (!are_columns) return lines;
    return Snapshot::of_columns(type, A.nrows(), A.ncols(), lines->share_rows(false));
}

SortedLines run_sort(const SortProblem &problem) {
    const Snapshot &A = *problem.A;
    const Axis axis = problem.by_column ? Axis::columns : Axis::rows;
    TeamWork work(axis, length_of(A, axis), {{problem.A}});
    HostVector<Ref<Snapshot>> values(static_cast<std::size_t>(work.cuts().parts())),
        positions(values.size());
    const Type *const type = builtin_type(TypeCode::int64);
    work.team().each([&](int member) {
        const auto at = static_cast<std::size_t>(member);
        SortProblem own = problem;
        own.A = work.piece(problem.A, false, member);
        if (work.cuts().extent(member) == 0) {
            values[at] = own.A;
            positions[at] = Snapshot::empty(type, own.A->nrows(), own.A->ncols());
            return std::uint64_t{0};
        }
        SortedLines lines = carry_out(own).result;
        values[at] = std::move(lines.values);
        positions[at] = std::move(lines.positions);
        return values[at]->nvals();
    });
    return {joined_lines(work, std::move(values), A, A.type()),
            joined_lines(work, std::move(positions), A, type)};
}

} // namespace

extern const Variant<MaxkProblem> team_maxk = {
    "team/maxk", {.device = team_kind}, refuses_team, team_cost, run_maxk};
extern const Variant<SortProblem> team_sort = {
    "team/sort", {.device = team_kind}, refuses_sort, team_cost, run_sort};

} // namespace grb
