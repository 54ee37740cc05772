// Checks and conversions that all operations share.
#pragma once

#include "base/type_name.hpp"
#include "objects/descriptor.hpp"
#include "operations/commit.hpp"

namespace grb {

/// Makes the mask of a call from its handle (may be null) and descriptor (may be null).
MaskInput mask_input(const Container *mask, const Descriptor *descriptor);

/// Makes the output of a call and snapshots the mask. check_output() checks later that C and mask
/// agree in size.
Output make_output(Container &C, const Container *mask, const BinaryOp *accumulator,
                   const Descriptor *descriptor);

/// Does the same for a call that may be recorded: C and the mask may wait for other calls, and the
/// mask has no state yet.
Output recordable_output(Container &C, const Container *mask, const BinaryOp *accumulator,
                         const Descriptor *descriptor);

/// Makes the output of a call without mask and accumulator.
Output plain_output(Container &C);

/// Checks C, mask and accumulator against a result of nrows × ncols of result_type, whose shape
/// comes from `operands` (for the text). Throws GrB_DIMENSION_MISMATCH, then GrB_DOMAIN_MISMATCH.
void check_output(const Output &output, std::uint64_t nrows, std::uint64_t ncols,
                  const Type *result_type);

/// Throws GrB_DOMAIN_MISMATCH unless a value of `given` can be cast to `wanted`. `what`: "A",
/// "thunk".
void check_domain(const char *what, const Type *given, const Type *wanted);

/// Calls check_domain for both operands of an operator; an operator on positions takes any type.
void check_product_domains(const char *x, const Type *xtype, const char *y, const Type *ytype,
                           const BinaryOp *op);

/// Throws GrB_DOMAIN_MISMATCH for an operator on positions, or GxB_IGNORE_DUP, where values are
/// combined. `role`: "the accumulator". Accepts null.
void check_combines_values(const char *role, const BinaryOp *op);
/// Throws GrB_DOMAIN_MISMATCH for GxB_IGNORE_DUP, which only build accepts.
void check_is_operator(const BinaryOp *op);

/// Throws GrB_DOMAIN_MISMATCH unless the type is an integer type, whose values can be positions.
void check_indices_type(const char *what, const Type *type);

inline bool transposes_first(const Descriptor *d) noexcept {
    return d != nullptr && d->transpose0;
}
inline bool transposes_second(const Descriptor *d) noexcept {
    return d != nullptr && d->transpose1;
}

} // namespace grb
