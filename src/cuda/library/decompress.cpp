// Decompression by zstd. The library links zstd for other reasons, so that the plugin need not.
#include "cuda/library/decompress.hpp"

#include <memory>
#include <zstd.h>
#include <zstd_errors.h>

namespace grb::device {

Status decompress(const CompressedBlock *from, void *to, std::size_t bytes) noexcept {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                       &ZSTD_freeDCtx);
    if (context == nullptr) return Status::out_of_memory;
    const std::size_t done =
        ZSTD_decompress_usingDict(context.get(), to, bytes, from->block, from->block_bytes,
                                  from->dictionary, from->dictionary_bytes);
    if (ZSTD_getErrorCode(done) == ZSTD_error_memory_allocation) return Status::out_of_memory;
    return done == bytes ? Status::ok : Status::unsupported;
}

} // namespace grb::device
