// Import and export of full objects as arrays in device memory.
// The device's counterpart of storage/hand_over.hpp. All functions throw Error (GrB_NOT_IMPLEMENTED
// without a GPU) and std::bad_alloc.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "storage/snapshot.hpp"

namespace grb::device {

/// Takes over memory that cudaFree releases, after all work queued on the device. Throws
/// GrB_INVALID_VALUE if the memory is not of the current device, or if the library already owns
/// part of it.
Array adopted(void *pointer, std::size_t bytes);

/// Waits for all work queued on the device, so that memory that stays the caller's can be read.
/// Throws as adopted() does.
void check_lent(void *pointer, std::size_t bytes);

/// Undoes adopted(): the memory is the caller's again.
void give_back(Array &array) noexcept;

/// Implements grb::take_values() on the device: one value per element, in memory for cudaFree.
/// Waits for the device.
void *take_values(Snapshot &snapshot);

} // namespace grb::device
