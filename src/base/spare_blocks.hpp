// Large blocks of host memory that were freed a moment ago. The first write to each page from the
// system causes a fault, which costs more than most kernels: a result reuses the pages of the
// result of like size that it replaces.
#pragma once

#include <cstddef>

namespace grb {

/// Returns the bytes to request for an array of so many: blocks of over 64 KiB have one of few
/// sizes, at most a quarter larger, so that a later result finds one that fits; those of more than
/// a mebibyte fill large pages where an eighth more does.
std::size_t roomy_size(std::size_t bytes) noexcept;
/// Returns a block of at least so many bytes, and few more; `bytes` becomes its size. Returns null
/// when there is none; it then frees kept blocks, the largest first, down to 64 MiB in all.
void *take_spare_block(std::size_t &bytes) noexcept;
/// Keeps a block from malloc() for the next request; on false the caller frees it.
bool keep_spare_block(void *block, std::size_t bytes) noexcept;
/// Returns true when there were some.
bool release_spare_blocks() noexcept;

} // namespace grb
