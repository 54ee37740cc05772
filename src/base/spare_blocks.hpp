// Large blocks of host memory that were freed a moment ago. Memory from the system comes as pages that fault when they are
// first written, which costs more than most kernels: a result of the size of the one it replaces gets the pages of the
// one before.
#pragma once

#include <cstddef>

namespace grb {

/// A block of at least so many bytes, and few more; `bytes` becomes its size. Null: there is none; then what was kept is
/// freed, so that no more memory is held than without.
void *take_spare_block(std::size_t &bytes) noexcept;
/// Keeps a block from malloc() for the next who asks; false: it is for the caller to free.
bool keep_spare_block(void *block, std::size_t bytes) noexcept;
/// True when there were some.
bool release_spare_blocks() noexcept;

} // namespace grb
