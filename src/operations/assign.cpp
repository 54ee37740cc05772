// Makes problems of assign from arguments, and commits their results.
#include "operations/assign.hpp"

#include "deferred/queue.hpp"
#include "dispatch/carry_out.hpp"
#include "operations/transpose.hpp"
#include "problems/chain.hpp"
#include "problems/commit.hpp"
#include "problems/index_list.hpp"
#include "problems/region.hpp"
#include "problems/submatrix.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb {

namespace {

void check_lists(const Container &C, const IndexList &rows, const IndexList &columns) {
    if (C.is_vector()) {
        check_indices("I", columns, C.ncols(), "w", "entries");
    } else {
        check_indices("I", rows, C.nrows(), "C", "rows");
        check_indices("J", columns, C.ncols(), "C", "columns");
    }
}

/// Checks that the operand has the region's shape; `type` is the operand's.
void check_operand(const Output &output, std::uint64_t m, std::uint64_t n, const IndexList &rows,
                   const IndexList &columns, const Type *type) {
    if (m != rows.count || n != columns.count) {
        if (output.C->is_vector()) {
            throw Error(GrB_DIMENSION_MISMATCH,
                        "u has size %" PRIu64 ", the list I has %" PRIu64 " indices", n,
                        columns.count);
        }
        throw Error(GrB_DIMENSION_MISMATCH,
                    "A is %" PRIu64 " x %" PRIu64 ", the lists I and J have %" PRIu64
                    " and %" PRIu64 " indices",
                    m, n, rows.count, columns.count);
    }
    check_output(output, output.C->nrows(), output.C->ncols(), type);
    check_lists(*output.C, rows, columns);
}

/// Returns a vector's entries as row (or column) `where` of an nrows × ncols matrix that shares the
/// arrays.
Ref<Snapshot> embedded(const Snapshot &vector, bool as_column, std::uint64_t where,
                       std::uint64_t nrows, std::uint64_t ncols) {
    SparseForm form = vector.share_rows(false);
    form.is_hyper = true;
    if (index_width_for(nrows, ncols) == 8 && form.index_width == 4) {
        form = with_width(vector.rows(), 8, 8);
        form.is_hyper = true;
    }
    form.row_ids = Array(static_cast<std::size_t>(form.index_width));
    if (form.index_width == 4) {
        *form.row_ids.as<std::uint32_t>() = static_cast<std::uint32_t>(where);
    } else {
        *form.row_ids.as<std::uint64_t>() = where;
    }
    return as_column ? Snapshot::of_columns(vector.type(), nrows, ncols, std::move(form))
                     : Snapshot::of_rows(vector.type(), nrows, ncols, std::move(form));
}

/// Expands the mask of a row or column assign to all of C.
MaskInput embedded_mask(const Container &C, const Container *mask, bool as_column,
                        std::uint64_t where, const Descriptor *descriptor) {
    MaskInput input = mask_input(mask, descriptor);
    if (mask != nullptr) {
        const std::uint64_t length = as_column ? C.nrows() : C.ncols();
        if (mask->ncols() != length) {
            throw Error(GrB_DIMENSION_MISMATCH, "mask has size %" PRIu64 ", a %s of C has %" PRIu64,
                        mask->ncols(), as_column ? "column" : "row", length);
        }
        if (input.kind == MaskKind::value && mask->type()->code == TypeCode::user) {
            throw Error(GrB_DOMAIN_MISMATCH,
                        "the mask has a user-defined type, which has no truth value");
        }
        input.snapshot = embedded(*input.snapshot, as_column, where, C.nrows(), C.ncols());
    } else if (input.is_complemented) {
        input.snapshot = Snapshot::empty(builtin_type(TypeCode::boolean), C.nrows(), C.ncols());
        input.kind = MaskKind::structure;
        input.is_complemented = false;
    }
    return input;
}

void assign_row_or_column(Output output, const Container *mask, const Container &u, bool as_column,
                          std::uint64_t where, const IndexList &list,
                          const Descriptor *descriptor) {
    const Container &C = *output.C;
    const std::uint64_t major_count = as_column ? C.ncols() : C.nrows(),
                        length = as_column ? C.nrows() : C.ncols();
    output.mask = embedded_mask(C, mask, as_column, where, descriptor);
    output.is_replace = descriptor != nullptr && descriptor->replace;
    if (u.ncols() != list.count) {
        throw Error(GrB_DIMENSION_MISMATCH,
                    "u has size %" PRIu64 ", the list has %" PRIu64 " indices", u.ncols(),
                    list.count);
    }
    check_output(output, C.nrows(), C.ncols(), u.type());
    if (where >= major_count) {
        throw Error(GrB_INVALID_INDEX, "%s is %" PRIu64 ", C has %" PRIu64 " %s",
                    as_column ? "j" : "i", where, major_count, as_column ? "columns" : "rows");
    }
    check_indices(as_column ? "I" : "J", list, length, "C", as_column ? "rows" : "columns");
    Ref<Snapshot> T;
    {
        AssignProblem problem;
        problem.A = u.snapshot();
        problem.rows = IndexList::all(1);
        problem.columns = list;
        problem.nrows = 1;
        problem.ncols = length;
        T = embedded(*carry_out(problem).result, as_column, where, C.nrows(), C.ncols());
    }
    const IndexList major = IndexList::progression(where, 1, 1, major_count);
    const Region region{as_column ? list : major, as_column ? major : list, true, as_column, where};
    commit(output, std::move(T), false, &region);
}

class Assign final : public Task {
public:
    /// problem: without A and C's shape.
    Assign(AssignProblem problem) noexcept : problem_(std::move(problem)) {}
    void run(const Output &output, Ref<Snapshot> A, Ref<Snapshot>) override;
    bool describe(ChainStage &stage) const noexcept override {
        const bool is_scalar = problem_.scalar_type != nullptr;
        stage.name = "assign";
        stage.kind = is_scalar ? ChainStage::Kind::assign_scalar : ChainStage::Kind::assign;
        stage.assign_scalar = is_scalar ? &problem_ : nullptr;
        return problem_.rows.is_all && problem_.columns.is_all;
    }

private:
    AssignProblem problem_;
};

void Assign::run(const Output &output, Ref<Snapshot> A, Ref<Snapshot>) {
    AssignProblem &problem = problem_;
    const bool is_scalar = problem.scalar_type != nullptr;
    if (is_scalar) {
        problem.output = &output;
    } else {
        problem.A = std::move(A);
        transpose_if_dense(problem.A, problem.is_transposed);
    }
    problem.nrows = output.C->nrows();
    problem.ncols = output.C->ncols();
    problem.mask = output.mask;
    const Region region{problem.rows, problem.columns};
    problem.fits_block =
        problem.A && !problem.is_transposed && fits_block(output, region, *problem.A);
    Outcome outcome = carry_out(problem, {&output, &region});
    if (outcome.output_was_written) return;
    problem = {};
    commit(output, std::move(outcome.result), outcome.mask_was_applied, &region);
}

void record_or_run(const Output &output, AssignProblem &problem, const Container *A,
                   const IndexList &rows, const IndexList &columns) {
    // Converts the lists to ranges here, since later readers would test for ranges, too.
    problem.rows = as_range(rows, output.C->nrows());
    problem.columns = as_range(columns, output.C->ncols());
    const bool may_wait = problem.rows.is_progression() && problem.columns.is_progression();
    grb::record_or_run<Assign>(may_wait, output, A, nullptr, std::move(problem));
}

/// Assigns an empty scalar: the entries of the region that the mask allows go.
class AssignNothing final : public Task {
public:
    AssignNothing(const Type *type, const IndexList &rows, const IndexList &columns) noexcept
        : type_(type), region_{rows, columns} {}
    void run(const Output &output, Ref<Snapshot>, Ref<Snapshot>) override {
        const Container &C = *output.C;
        commit(output, Snapshot::empty(type_, C.nrows(), C.ncols()), false, &region_);
    }

private:
    const Type *type_;
    Region region_;
};

} // namespace

void assign(const Output &output, const Container &A, const IndexList &rows,
            const IndexList &columns, const Descriptor *descriptor) {
    AssignProblem problem;
    problem.is_transposed = !output.C->is_vector() && transposes_first(descriptor);
    check_operand(output, problem.is_transposed ? A.ncols() : A.nrows(),
                  problem.is_transposed ? A.nrows() : A.ncols(), rows, columns, A.type());
    record_or_run(output, problem, &A, rows, columns);
}

void assign_row(const Output &output, const Container *mask, const Container &u, std::uint64_t row,
                const IndexList &columns, const Descriptor *descriptor) {
    assign_row_or_column(output, mask, u, false, row, columns, descriptor);
}

void assign_column(const Output &output, const Container *mask, const Container &u,
                   std::uint64_t column, const IndexList &rows, const Descriptor *descriptor) {
    assign_row_or_column(output, mask, u, true, column, rows, descriptor);
}

void assign_scalar(const Output &output, const void *value, const Type *type, const IndexList &rows,
                   const IndexList &columns) {
    check_output(output, output.C->nrows(), output.C->ncols(), type);
    check_lists(*output.C, rows, columns);
    AssignProblem problem;
    problem.scalar.set(value, type->size);
    problem.scalar_type = type;
    record_or_run(output, problem, nullptr, rows, columns);
}

void assign_nothing(const Output &output, const Type *type, const IndexList &rows,
                    const IndexList &columns) {
    check_output(output, output.C->nrows(), output.C->ncols(), type);
    check_lists(*output.C, rows, columns);
    const bool may_wait = rows.is_progression() && columns.is_progression();
    grb::record_or_run<AssignNothing>(may_wait, output, nullptr, nullptr, type, rows, columns);
}

} // namespace grb
