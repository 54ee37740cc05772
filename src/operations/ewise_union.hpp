// The element-wise union with a substitute for each operand's missing entries.
#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// A value that stands for the missing entries of an operand.
struct Substitute {
    const char *name;  // of the argument
    const void *value; // null: any value, when the operator reads positions alone
    const Type *type;
};

/// C⟨M⟩ = accum(C, A ∪ B): add(a, b) on the union of the patterns, with `alpha` for A's missing
/// entries and `beta` for B's. Vectors are one row.
void ewise_union(const Output &output, const BinaryOp *add, const Container &A,
                 const Substitute &alpha, const Container &B, const Substitute &beta,
                 const Descriptor *descriptor);

} // namespace grb
