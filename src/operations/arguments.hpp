// Checks and conversions that all operations share.
#pragma once

#include "core/descriptor.hpp"
#include "operations/commit.hpp"

namespace grb {

/// The mask of a call from its handle (may be null) and descriptor (may be null).
MaskInput mask_input(const Container *mask, const Descriptor *descriptor);

/// Output of a call: snapshots the mask; C's size and the mask's must agree later in check_output.
Output make_output(Container &C, const Container *mask, const BinaryOp *accumulator,
                   const Descriptor *descriptor);

/// Checks C, mask and accumulator against a result of nrows × ncols of result_type, whose shape comes
/// from `operands` (for the text). Throws GrB_DIMENSION_MISMATCH, then GrB_DOMAIN_MISMATCH.
void check_output(const Output &output, std::uint64_t nrows, std::uint64_t ncols,
                  const Type *result_type);

/// Throws GrB_DOMAIN_MISMATCH unless a value of `given` can be cast to `wanted`. `what`: "A", "thunk".
void check_domain(const char *what, const Type *given, const Type *wanted);

/// GrB_INDEX_OUT_OF_BOUNDS unless every index is below `bound`: "I[3] is 17, A has 12 rows". `unit`: "rows".
void check_indices(const char *list, const IndexList &indices, std::uint64_t bound,
                   const char *owner, const char *unit);

inline bool transposes_first(const Descriptor *d) noexcept {
    return d != nullptr && d->transpose0;
}
inline bool transposes_second(const Descriptor *d) noexcept {
    return d != nullptr && d->transpose1;
}

/// Printable name of a type: built-in C name or the user's.
const char *type_name(const Type *type) noexcept;

} // namespace grb
