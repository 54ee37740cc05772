// Problems of products: matrix times vector, matrix times matrix, Kronecker.
#pragma once

#include "algebra/held.hpp"
#include "problems/operation_problem.hpp"

namespace grb {

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
    /// A full output: a variant may add to it in place of a commit. Or null.
    const Output *output = nullptr;
    bool output_is_shared = false; // such a variant adds to a copy

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
    /// True when a row's first product, in the order of A's columns, is its sum: ANY, or MIN of
    /// stored values of u that do not descend, such as positions.
    bool first_product_decides() const noexcept;
    /// True when a row's last product is its sum: MAX of such values.
    bool last_product_decides() const noexcept;
    /// True when a row's sum is its number of entries: PLUS of ONEB, and u is full.
    bool counts_entries() const noexcept;
    Operands operands() const noexcept override { return {{{"A", A.get()}, {"u", u.get()}}}; }
    double expected_entries() const noexcept override;
    const Type *type_of_result() const noexcept override { return result_type(); }
    void describe(char *text, std::size_t size) const override;
    bool add_facts(Facts &facts) const noexcept override;
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
    bool add_facts(Facts &facts) const noexcept override;
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

} // namespace grb
