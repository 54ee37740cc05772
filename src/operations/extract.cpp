// Makes problems of extract from arguments, and commits their results.
#include "operations/extract.hpp"

#include "dispatch/carry_out.hpp"
#include "problems/index_list.hpp"
#include "problems/submatrix.hpp"

#include <cinttypes>

namespace grb {

namespace {

void run_and_commit(const Output &output, ExtractProblem &&problem) {
    problem.mask = output.mask;
    Outcome outcome = carry_out(problem, {&output});
    problem = {};
    commit(output, std::move(outcome.result), outcome.mask_was_applied);
}

} // namespace

void extract(const Output &output, const Container &A, const IndexList &rows,
             const IndexList &columns, const Descriptor *descriptor) {
    const bool is_vector = output.C->is_vector();
    ExtractProblem problem;
    problem.is_transposed = !is_vector && transposes_first(descriptor);
    check_output(output, rows.count, columns.count, A.type());
    if (is_vector) {
        check_indices("I", columns, A.ncols(), "u", "entries");
    } else {
        const char *name = problem.is_transposed ? "A'" : "A";
        check_indices("I", rows, problem.is_transposed ? A.ncols() : A.nrows(), name, "rows");
        check_indices("J", columns, problem.is_transposed ? A.nrows() : A.ncols(), name, "columns");
    }
    problem.A = A.snapshot();
    problem.rows = rows;
    problem.columns = columns;
    run_and_commit(output, std::move(problem));
}

void extract_at_values(const Output &output, const Container &u, const Container &I) {
    ExtractProblem problem;
    check_indices_type("I_vector", I.type());
    problem.column_vector = I.snapshot();
    problem.columns.count = problem.column_vector->nvals();
    check_output(output, 1, problem.columns.count, u.type());
    problem.A = u.snapshot();
    problem.rows = IndexList::all(1);
    run_and_commit(output, std::move(problem));
}

void extract_column(const Output &output, const Container &A, const IndexList &rows,
                    std::uint64_t column, const Descriptor *descriptor) {
    // A column of A is a row of A'. Since w is one row, this extracts that row.
    ExtractProblem problem;
    const bool reads_row = transposes_first(descriptor);
    problem.is_transposed = !reads_row;
    const std::uint64_t bound = reads_row ? A.nrows() : A.ncols();
    if (column >= bound) {
        throw Error(GrB_INVALID_INDEX, "j is %" PRIu64 ", A%s has %" PRIu64 " columns", column,
                    reads_row ? "'" : "", bound);
    }
    check_output(output, 1, rows.count, A.type());
    check_indices("I", rows, reads_row ? A.ncols() : A.nrows(), reads_row ? "A'" : "A", "rows");
    problem.A = A.snapshot();
    problem.rows = IndexList::progression(column, 1, 1, bound);
    problem.columns = rows;
    run_and_commit(output, std::move(problem));
}

} // namespace grb
