// Blocks filled by background uploads, for the functions that allocate and release memory.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// Returns true if an earlier begin_upload() filled the block; keeps it for the next one. The
/// runtime's stream waits for the upload.
bool keep_for_upload(Runtime &device, void *pointer) noexcept;
/// Forgets a block that goes to a caller, who releases it otherwise. The runtime's stream waits for
/// the upload.
void forget_upload(Runtime &device, void *pointer) noexcept;
/// Releases the kept blocks. Returns false if there were none.
bool release_kept_for_upload(Runtime &device) noexcept;

} // namespace grb::device
