// Choices that came out without a wish for a part that is missing. The same product again, in a loop of small calls, need
// not be weighed anew: that takes longer than a small kernel.
#pragma once

#include "dispatch/choose.hpp"

#include <cstddef>
#include <optional>

namespace grb {

/// What the choice for a product by a full operand turns on, beside its sparse operand.
struct ProductFacts {
    const BinaryOp *add = nullptr, *multiply = nullptr;
    const Type *result = nullptr, *type = nullptr; // of the full operand
    const Place *place = nullptr;                  // where that is
    std::uint64_t columns = 1;
    unsigned basis = 0;   // see choice_basis
    std::size_t rows = 0; // of the operation
    bool is_flipped = false, is_iso = false, is_ascending = false, is_by_cells = false,
         has_device_first = false;
    friend bool operator==(const ProductFacts &, const ProductFacts &) noexcept = default;
};

/// Nothing where the choice turns on more: a mask, an accumulator, a rule, a log, a team; or on a user's operator.
std::optional<ProductFacts> facts_of(const MxvProblem &problem, const CommitAhead &ahead) noexcept;
std::optional<ProductFacts> facts_of(const MxmProblem &problem, const CommitAhead &ahead) noexcept;

/// What was chosen for A and these facts; nothing: it was not, or it is time to look again. A's parts may have come or gone.
std::optional<Candidate> settled_choice(Operation operation, const Snapshot &A, bool is_transposed,
                                        const ProductFacts &facts) noexcept;
/// Lack of memory is no failure.
void settle_choice(Operation operation, const Snapshot &A, bool is_transposed,
                   const ProductFacts &facts, const Candidate &chosen) noexcept;

/// What was chosen has failed: the next time it is weighed again.
void forget_choice(Operation operation, const Snapshot &A, bool is_transposed,
                   const ProductFacts &facts) noexcept;

inline bool reads_transposed(const MxvProblem &problem) noexcept {
    return problem.is_transposed;
}
inline bool reads_transposed(const MxmProblem &problem) noexcept {
    return problem.is_A_transposed;
}

/// What the same product came to lately; nothing: it is to be prepared and weighed.
template <class Problem>
std::optional<Candidate> settled(const Problem &problem, const CommitAhead &ahead) noexcept {
    if constexpr (requires { reads_transposed(problem); }) {
        if (const std::optional<ProductFacts> facts = facts_of(problem, ahead))
            return settled_choice(Problem::operation, *problem.A, reads_transposed(problem),
                                  *facts);
    }
    return {};
}
/// Notes the choice of a product.
template <class Problem>
void settle(const Problem &problem, const CommitAhead &ahead, const Candidate &chosen) noexcept {
    if constexpr (requires { reads_transposed(problem); }) {
        if (const std::optional<ProductFacts> facts = facts_of(problem, ahead))
            settle_choice(Problem::operation, *problem.A, reads_transposed(problem), *facts,
                          chosen);
    }
}

template <class Problem>
void unsettle(const Problem &problem, const CommitAhead &ahead) noexcept {
    if constexpr (requires { reads_transposed(problem); }) {
        if (const std::optional<ProductFacts> facts = facts_of(problem, ahead))
            forget_choice(Problem::operation, *problem.A, reads_transposed(problem), *facts);
    }
}

} // namespace grb
