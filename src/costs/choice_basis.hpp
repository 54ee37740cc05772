// The facts that all choices rest on beside operands and variants: coefficients, the use of
// devices.
#pragma once

#include <atomic>

namespace grb {

/// Counts changes. A choice made under another count must be made again.
inline constinit std::atomic<unsigned> choice_basis{0};
inline void change_choice_basis() noexcept {
    choice_basis.fetch_add(1, std::memory_order_relaxed);
}

} // namespace grb
