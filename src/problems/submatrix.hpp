// Problems of submatrices: extract and assign.
#pragma once

#include "problems/index_list.hpp"
#include "problems/operation_problem.hpp"
#include "problems/own_value.hpp"

namespace grb {

/// The copies of a problem's lists, made by own_all().
struct OwnLists {
    Array rows, columns;
};

/// C = A(I, J), duplicates in the lists allowed. A may be transposed first.
struct ExtractProblem : OperationProblem {
    static constexpr Operation operation = Operation::extract;
    Ref<Snapshot> A;
    bool is_transposed = false;
    IndexList rows, columns;
    OwnLists own_lists;
    /// A vector whose entries' values, in order and of an integer type, are the columns; or null.
    /// `columns` then has only their number, and they have not been checked.
    Ref<Snapshot> column_vector;
    /// Returns the list of columns. A list that must be made lies in `owned`. Throws
    /// GrB_INDEX_OUT_OF_BOUNDS.
    IndexList column_list(Array &owned) const;
    const Type *result_type() const noexcept { return A->type(); }
    Operands operands() const noexcept override {
        return {{{"A", A.get()}, {"I", column_vector.get()}}};
    }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// Expands A (or a scalar) to the shape of C: S(I(i), J(j)) = A(i, j). Commit then applies
/// accumulator, mask and region. With a duplicate in a list the last one wins (the spec leaves it
/// open).
struct AssignProblem : OperationProblem {
    static constexpr Operation operation = Operation::assign;
    Ref<Snapshot> A; // null: scalar
    bool is_transposed = false;
    OwnValue scalar; // in scalar_type
    const Type *scalar_type = nullptr;
    IndexList rows, columns;
    OwnLists own_lists;
    std::uint64_t nrows = 0, ncols = 0; // of C
    bool fits_block = false; // a variant may return A as it is: see fits_block() in commit.hpp
    const Output *output = nullptr; // a variant may write it in place of a commit; or null
    const Type *result_type() const noexcept { return A ? A->type() : scalar_type; }
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
    bool add_facts(Facts &facts) const noexcept override;
};

/// Copies all data that the problem only refers to, so that it may wait and outlive the call.
/// Throws std::bad_alloc.
template <class Problem>
void own_all(Problem &problem) {
    if constexpr (requires { problem.own_lists; }) {
        own_list(problem.rows, problem.own_lists.rows);
        own_list(problem.columns, problem.own_lists.columns);
    }
}
template <class Problem>
bool owns_all(const Problem &problem) noexcept {
    if constexpr (requires { problem.own_lists; }) {
        return is_own(problem.rows, problem.own_lists.rows) &&
               is_own(problem.columns, problem.own_lists.columns);
    }
    return true;
}

} // namespace grb
