// The orientations that new matrices have and report.
#pragma once

#include <atomic>

namespace grb {

/// GrX_ORIENTATIONS of the library; see StorageOptions.
std::atomic<int> &default_orientations() noexcept;
/// GxB_FORMAT of the library.
std::atomic<int> &default_by_column() noexcept;

} // namespace grb
