// Problems: all facts that a variant may know about a call, as a value. A problem refers to
// immutable snapshots, holds its operators and copies its scalars, so operands may change and
// operators may be freed while it waits. Lists of indices stay the caller's until own_all() copies
// them: a call that is carried out at once needs no copy.
#pragma once

#include "algebra/bound.hpp"
#include "algebra/held.hpp"
#include "problems/index_list.hpp"
#include "problems/own_value.hpp"
#include "problems/problem.hpp"

namespace grb {

/// The copies of a problem's lists, made by own_all().
struct OwnLists {
    Array rows, columns;
};

/// The mask of a call. It has the output's shape.
struct MaskInput {
    Ref<Snapshot> snapshot; // null: no mask
    MaskKind kind = MaskKind::none;
    bool is_complemented = false;
    bool is_none() const noexcept { return kind == MaskKind::none; }
    /// Returns a dense view when the snapshot has a dense part, else sorted rows. An iso mask whose
    /// value is true counts as structural. The complement of no mask allows nothing; operations
    /// return before they ask for its view.
    MaskView view() const;
    /// True when view() makes and fetches nothing.
    bool is_at_hand() const noexcept;
    /// Returns an upper bound on the positions that the mask allows.
    double allowed(double positions) const noexcept;
};

/// A problem whose result a commit takes: result_type() is the type before that.
struct OperationProblem : ProblemBase {
    MaskInput mask;
    const MaskInput *mask_input() const noexcept final { return &mask; }
};

/// w = A ⊕.⊗ u, or with is_transposed w = A' ⊕.⊗ u. A m×n, u n (one row), w m (one row), sizes
/// after the transposition. vxm is the same with transposition and multiplier exchanged
/// (is_flipped: the product is ⊗(u, a), else ⊗(a, u)).
struct MxvProblem : OperationProblem {
    static constexpr Operation operation = Operation::mxv;
    Ref<Snapshot> A, u;
    bool is_transposed = false, is_flipped = false;
    /// A is a partition of some rows, whose other orientation must not be made: it is unknown how
    /// many of its entries u selects.
    bool is_pulled = false;
    Held<Semiring> semiring;

    const Type *result_type() const noexcept { return semiring->add->type(); }
    std::uint64_t m() const noexcept { return is_transposed ? A->ncols() : A->nrows(); }
    std::uint64_t n() const noexcept { return is_transposed ? A->nrows() : A->ncols(); }
    /// pull_rows() are the rows of the effective matrix, which pull walks; push_columns() are its
    /// columns, which push walks. Both make a missing form.
    SparseView pull_rows() const { return A->rows(is_transposed); }
    SparseView push_columns() const { return A->rows(!is_transposed); }
    bool has_pull_rows() const noexcept { return is_transposed ? A->has_columns() : A->has_rows(); }
    bool has_push_columns() const noexcept {
        return is_transposed ? A->has_rows() : A->has_columns();
    }
    Operands operands() const noexcept override { return {{{"A", A.get()}, {"u", u.get()}}}; }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// C = A ⊕.⊗ B; either operand may be transposed. A m×k, B k×n after transposition.
struct MxmProblem : OperationProblem {
    static constexpr Operation operation = Operation::mxm;
    Ref<Snapshot> A, B;
    bool is_A_transposed = false, is_B_transposed = false;
    Held<Semiring> semiring;
    /// C before the call, if a variant may return C ⊕ A ⊕.⊗ B in place of the product
    /// (Capabilities::fuses_sum): C is full and of the monoid's type, the accumulator is the
    /// monoid's operator, and there is no mask. Else null.
    Ref<Snapshot> sum_into;
    /// The type of C, when it is narrow and the commit would only cast the product to it: a variant
    /// may return that type. Else null.
    const Type *narrow_type = nullptr;

    const Type *result_type() const noexcept { return semiring->add->type(); }
    std::uint64_t m() const noexcept { return is_A_transposed ? A->ncols() : A->nrows(); }
    std::uint64_t k() const noexcept { return is_A_transposed ? A->nrows() : A->ncols(); }
    std::uint64_t n() const noexcept { return is_B_transposed ? B->nrows() : B->ncols(); }
    Operands operands() const noexcept override {
        return {{{"A", A.get()}, {"B", B.get(), sum_into && !B->is_known_full()}}};
    }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// C = A ⊕ B on the union (ewise_add) or C = A ⊗ B on the intersection (ewise_mult). On the union
/// an entry without partner is cast to the operator's output type.
struct EwiseProblem : OperationProblem {
    Ref<Snapshot> A, B;
    bool is_A_transposed = false, is_B_transposed = false;
    Held<BinaryOp> op;
    const Output *output = nullptr; // a variant may write it in place of a commit; or null
    const Type *result_type() const noexcept { return op->ztype; }
    std::uint64_t m() const noexcept { return is_A_transposed ? A->ncols() : A->nrows(); }
    std::uint64_t n() const noexcept { return is_A_transposed ? A->nrows() : A->ncols(); }
    Operands operands() const noexcept override { return {{{"A", A.get()}, {"B", B.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};
struct EwiseAddProblem : EwiseProblem {
    static constexpr Operation operation = Operation::ewise_add;
};
struct EwiseMultProblem : EwiseProblem {
    static constexpr Operation operation = Operation::ewise_mult;
};

/// C = f(A): unary, binary with a bound scalar, or index-unary. Same pattern as A (transposed or
/// not).
struct ApplyProblem : OperationProblem {
    static constexpr Operation operation = Operation::apply;
    enum class Kind : std::uint8_t { unary, bind_first, bind_second, index };
    Kind kind = Kind::unary;
    Ref<Snapshot> A;
    bool is_transposed = false, is_vector = false;
    Held<UnaryOp> unary;
    Held<BinaryOp> binary;
    Held<IndexUnaryOp> index;
    /// The bound scalar, or the thunk, already in the operator's type.
    OwnValue scalar;
    const Type *result_type() const noexcept {
        return kind == Kind::unary   ? unary->ztype
               : kind == Kind::index ? index->ztype
                                     : binary->ztype;
    }
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// C = entries of A for which the index operator gives true. Values and type stay A's.
struct SelectProblem : OperationProblem {
    static constexpr Operation operation = Operation::select;
    Ref<Snapshot> A;
    bool is_transposed = false, is_vector = false;
    Held<IndexUnaryOp> index;
    OwnValue thunk; // in the operator's type
    const Type *result_type() const noexcept { return A->type(); }
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// w(i) = ⊕_j A(i, j), no entry for an empty row; or with to_scalar one value as a 1×1 result
/// (empty when A is). The result is in the monoid's type.
struct ReduceProblem : OperationProblem {
    static constexpr Operation operation = Operation::reduce;
    Ref<Snapshot> A;
    bool is_transposed = false, to_scalar = false;
    Held<Monoid> monoid;
    void *sum =
        nullptr; // with to_scalar: a variant may write the sum of a non-empty A here; else null
    const Type *result_type() const noexcept { return monoid->type(); }
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// C = A'.
struct TransposeProblem : OperationProblem {
    static constexpr Operation operation = Operation::transpose;
    Ref<Snapshot> A;
    const Type *result_type() const noexcept { return A->type(); }
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
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
};

/// C = A ⊗kron B.
struct KroneckerProblem : OperationProblem {
    static constexpr Operation operation = Operation::kronecker;
    Ref<Snapshot> A, B;
    bool is_A_transposed = false, is_B_transposed = false;
    Held<BinaryOp> op;
    const Type *result_type() const noexcept { return op->ztype; }
    Operands operands() const noexcept override { return {{{"A", A.get()}, {"B", B.get()}}}; }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
};

/// C = the k ≥ 1 largest entries of each row of A, whose type is built in. Of equal entries those
/// in the lowest columns are taken. NaN comes after all numbers; -0 equals +0.
struct MaxkProblem : OperationProblem {
    static constexpr Operation operation = Operation::maxk;
    Ref<Snapshot> A;
    bool is_transposed = false, is_by_magnitude = false;
    std::uint64_t k = 1;
    std::uint64_t m() const noexcept { return is_transposed ? A->ncols() : A->nrows(); }
    std::uint64_t n() const noexcept { return is_transposed ? A->nrows() : A->ncols(); }
    const Type *result_type() const noexcept { return A->type(); }
    /// True: the result is row-balanced with k slots a row. False: it is sparse.
    bool fits_balanced() const noexcept;
    Operands operands() const noexcept override { return {{{"A", A.get()}}}; }
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
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
