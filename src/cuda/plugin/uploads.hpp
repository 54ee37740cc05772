// Memory that uploads of parts have filled (uploads.cpp), as whoever allocates and releases sees it.
#pragma once

#include "cuda/plugin/runtime.hpp"

namespace grb::device {

/// True: the block was filled by an upload that was begun ahead, and is kept for the next one. The place's stream waits for the upload.
bool keep_for_upload(Runtime &place, void *pointer) noexcept;
/// The block goes to a caller, who releases it in a way of his own. The place's stream waits for the upload.
void forget_upload(Runtime &place, void *pointer) noexcept;
/// Releases the blocks that are kept. False: there were none.
bool release_kept_for_upload(Runtime &place) noexcept;

} // namespace grb::device
