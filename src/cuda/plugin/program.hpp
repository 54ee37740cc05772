// Fragments of the program texts for the run-time compiler.
#pragma once

#include "cuda/plugin/kernel_table.hpp"
#include "cuda/table.h"

#include <string>

namespace grb::device {

/// Returns the unsigned type of an index of `bytes` bytes.
inline std::string width(int bytes) {
    return bytes == 4 ? "unsigned" : "unsigned long";
}
inline const char *truth(bool value) {
    return value ? "true" : "false";
}

/// Writes the types of offsets and indices of a product's operands and mask as members of a struct.
inline std::string width_members(const SparseArrays &A, const SparseArrays &B,
                                 const SparseArrays &M) {
    std::string text;
    const auto add = [&text](const char *name, int bytes) {
        text += std::string("    using ") + name + " = " + width(bytes) + ";\n";
    };
    add("Offset", A.offset_width);
    add("Index", A.index_width);
    add("BOffset", B.offset_width);
    add("BIndex", B.index_width);
    add("MOffset", M.offset_width);
    add("MIndex", M.index_width);
    return text;
}

/// Describes an operand whose values the multiplier ignores as iso, of the multiplier's type:
/// matrices of any type then share the program.
void forget_unused(const SemiringName &semiring, bool is_flipped, SparseArrays &A,
                   const char *&u_type, bool &u_is_iso);

/// Writes types and operators of a semiring over stored values of types a and u as members of a
/// struct: A, U, Z, uses_a, uses_u, multiply, add, identity, terminal, has_terminal, ends_at_first,
/// identity_is_neutral.
std::string semiring_members(const SemiringName &semiring, const char *a, const char *u,
                             bool is_flipped, bool ends_at_first = false);
/// Adds to the key all that semiring_members() writes.
void add_semiring(KernelKey &key, const SemiringName &semiring, const char *a, const char *u,
                  bool is_flipped);

} // namespace grb::device
