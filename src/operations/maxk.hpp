// Maxk: selects the largest entries of each row.
#pragma once

#include "operations/arguments.hpp"

namespace grb {

/// C = the k largest entries of each row of A (transposed by the descriptor); all entries of a row
/// with fewer. Uses the fields GrB_INP0 and GrX_MAXK of the descriptor.
void maxk(Container &C, const Container &A, std::uint64_t k, const Descriptor *descriptor);

} // namespace grb
