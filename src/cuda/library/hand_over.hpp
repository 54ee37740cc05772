// Arrays of a caller's on the device that become full objects, and back. The counterpart of
// storage/hand_over.hpp. All throw Error (GrB_NOT_IMPLEMENTED without a GPU) and std::bad_alloc.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "storage/snapshot.hpp"

namespace grb::device {

/// Takes over memory that cudaFree releases, once all work that was queued on the device is done.
/// GrB_INVALID_VALUE when it is not memory of the device in use, or when the library owns part of it already.
Array adopted(void *pointer, std::size_t bytes);

/// Waits for all work that was queued on the device: then memory that stays the caller's can be read. Refused as adopted().
void check_lent(void *pointer, std::size_t bytes);

/// adopted() undone: the memory is the caller's again.
void give_back(Array &array) noexcept;

/// grb::take_values() on the device, one value for each cell, for cudaFree. Waits for the device.
void *take_values(Snapshot &snapshot);

} // namespace grb::device
