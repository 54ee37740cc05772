// Problems that combine, change, choose or sum entries.
#pragma once

#include "algebra/held.hpp"
#include "problems/operation_problem.hpp"
#include "problems/own_value.hpp"

namespace grb {

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
    bool add_facts(Facts &facts) const noexcept override;
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
    bool add_facts(Facts &facts) const noexcept override;
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
    bool add_facts(Facts &facts) const noexcept override;
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
    bool add_facts(Facts &facts) const noexcept override;
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

} // namespace grb
