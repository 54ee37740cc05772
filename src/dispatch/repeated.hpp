// The stage of a choice for products that repeat: keeps with A a choice that no missing form would
// change. In a loop of small calls estimates would take longer than a small kernel.
#pragma once

#include "dispatch/choose.hpp"

#include <cstddef>
#include <optional>

namespace grb {

/// The facts that decide the choice for a product with a full operand, beside its sparse operand.
struct ProductFacts {
    const BinaryOp *add = nullptr, *multiply = nullptr;
    const Type *result = nullptr, *type = nullptr; // of the full operand
    const Device *device = nullptr;                // where the full operand is
    std::uint64_t columns = 1;
    unsigned basis = 0;       // see choice_basis
    std::size_t variants = 0; // of the operation
    bool is_flipped = false, is_iso = false, is_ascending = false, is_by_elements = false,
         has_device_first = false;
    friend bool operator==(const ProductFacts &, const ProductFacts &) noexcept = default;
};

/// A product whose choice may be kept with its sparse operand. It is void when the choice depends
/// on more: a mask, an accumulator, a rule, a process group or device group, or a user-defined
/// operator.
class RepeatedProduct {
public:
    RepeatedProduct(const VariantList &list, const ProblemBase &problem,
                    const Environment &environment, const CommitAhead &ahead) noexcept;
    /// Returns the kept choice; none after 64 times, since A's forms may have come or gone.
    Candidate find() const noexcept;
    /// Ignores lack of memory.
    void keep(const Candidate &chosen) const noexcept;
    /// Forgets a variant that has failed: the next choice weighs the product again.
    void forget() const noexcept;

private:
    void take(const Semiring &semiring, const Snapshot &sparse, const Snapshot &full,
              bool is_transposed, std::size_t variants) noexcept;
    Operation operation_;
    bool is_transposed_ = false;
    const Snapshot *A_ = nullptr;
    std::optional<ProductFacts> facts_;
};

} // namespace grb
