// Binds a semiring to the operands of one matrix-vector product, and names the tier that computes
// it.
#pragma once

#include "cpu/mxv/curated.hpp"
#include "problems/problems.hpp"

namespace grb {

enum class Tier : std::uint8_t {
    // All products have one value that idempotent addition keeps: no arithmetic.
    pattern,
    curated,
    batch,
};

/// The values of an operand as stored.
struct OperandValues {
    const void *values = nullptr;
    const Type *type = nullptr;
    bool is_iso = false;
};

/// w(i) = ⊕ multiply(a, u). Lives for one call; not copied, since operands may point into it.
struct MxvBinding {
    MxvBinding(const MxvProblem &problem, const OperandValues &a, const OperandValues &u);
    MxvBinding(const MxvBinding &) = delete;
    MxvBinding &operator=(const MxvBinding &) = delete;

    Tier tier = Tier::batch;
    int curated = -1;
    CuratedOperand a, u; // curated tier
    OperandValues a_values, u_values;
    BoundBinary multiply; // x = a, y = u
    const Monoid *add;
    const Type *type;
    std::size_t size;
    Array product; // pattern tier: the result's iso value
};

/// The tier that a binding would choose, from types alone; for the cost models.
Tier expected_tier(const MxvProblem &problem) noexcept;
/// Multiply-adds per second and thread of that tier.
double operation_rate(const MxvProblem &problem, Tier tier) noexcept;

/// Entries that a batch kernel processes at once.
std::size_t batch_length(std::size_t largest_size) noexcept;

} // namespace grb
