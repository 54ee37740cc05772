// Pieces of the texts that the run-time compiler gets.
#pragma once

#include "cuda/plugin/kernel_table.hpp"
#include "cuda/table.h"

#include <string>

namespace grb::device {

/// The unsigned type of an index of so many bytes.
inline std::string width(int bytes) {
    return bytes == 4 ? "unsigned" : "unsigned long";
}
inline const char *truth(bool value) {
    return value ? "true" : "false";
}

/// Values that the multiplier ignores are called one of its own type: a graph has the same programs
/// whatever its values are, where only its pattern counts.
void forget_unused(const SemiringName &semiring, bool is_flipped, SparseArrays &A,
                   const char *&u_type, bool &u_is_iso);

/// Types and operators of a semiring over stored values of types a and u, as members of a struct:
/// A, U, Z, uses_a, uses_u, multiply, add, identity, terminal, has_terminal, identity_is_neutral.
std::string semiring_members(const SemiringName &semiring, const char *a, const char *u,
                             bool is_flipped);
/// Adds what determines it.
void add_semiring(KernelKey &key, const SemiringName &semiring, const char *a, const char *u,
                  bool is_flipped);

} // namespace grb::device
