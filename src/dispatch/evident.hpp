// The stage of a choice that needs no estimates: operands so small, or so stored, that one variant
// must be the quickest.
#pragma once

#include "dispatch/environment.hpp"
#include "dispatch/variant.hpp"

namespace grb {

/// Sparse forms of at most so many entries are small: estimates would take as long as the work on
/// them.
inline constexpr std::uint64_t small_list = 64;

/// True for the operations that have the stage.
constexpr bool may_be_evident(Operation operation) noexcept {
    constexpr Operation all[] = {Operation::mxv,        Operation::mxm,    Operation::ewise_add,
                                 Operation::ewise_mult, Operation::assign, Operation::reduce,
                                 Operation::commit};
    unsigned set = 0;
    for (const Operation each : all) set |= 1U << static_cast<unsigned>(each);
    return (set >> static_cast<unsigned>(operation) & 1U) != 0;
}

/// Returns the index of the variant that must be the quickest and accepts the problem, or -1. Reads
/// known facts alone. The environment must be plain.
int evident_variant(const VariantList &list, const ProblemBase &problem,
                    const Environment &environment) noexcept;

} // namespace grb
