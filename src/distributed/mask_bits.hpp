// Masks by value for a device group: one bit a position, whatever the size of the values.
#pragma once

#include "distributed/cuts.hpp"
#include "problems/problems.hpp"

namespace grb {

/// True for a dense mask vector without partitions: a bitmap whose structure counts, or values of a
/// real type. Otherwise members would copy the values to test them, and the host would count the
/// entries of partitions.
bool is_sent_as_bits(const MaskInput &mask) noexcept;

/// A structural mask for each partition; its bits are made on the device that holds the values.
/// Call only for a device group.
HostVector<MaskInput> masks_as_bits(const MaskInput &mask, const Cuts &cuts);

} // namespace grb
