// Masks by value for the members of a team of places: an eighth of a byte a position, whatever the values take.
#pragma once

#include "problems/problems.hpp"
#include "team/cuts.hpp"

namespace grb {

/// The cells of a vector that are in no pieces: a bitmap whose structure counts, or values of a real type. Members would else
/// copy values to look at their truth, and the host would count the entries of pieces.
bool is_sent_as_bits(const MaskInput &mask) noexcept;

/// A structural mask for each part, of bits that are made where the values are. The caller works for a team of places.
HostVector<MaskInput> masks_as_bits(const MaskInput &mask, const Cuts &cuts);

} // namespace grb
