// The orientations that new matrices have.
#pragma once

#include <atomic>

namespace grb {

/// GrX_ORIENTATIONS of the library; see StorageOptions.
std::atomic<int> &default_orientations() noexcept;

} // namespace grb
