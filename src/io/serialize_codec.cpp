// Compresses and decompresses chunks by zstd or lz4, and bounds what a chunk can hold.
#define ZSTD_STATIC_LINKING_ONLY // for contexts with an allocator of ours

#include "io/serialize_codec.hpp"

#include "GraphBLAS.h"
#include "base/memory.hpp"

#include <climits>
#include <lz4.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace grb::blob {

namespace {

void *zstd_allocate(void *, std::size_t bytes) {
    return allocator().malloc(bytes);
}
void zstd_free(void *, void *pointer) {
    release(pointer);
}
constexpr ZSTD_customMem zstd_memory = {zstd_allocate, zstd_free, nullptr};

/// Returns 0 for an error in the data; throws when memory is short.
std::uint64_t zstd_size(std::size_t result) {
    if (ZSTD_isError(result) == 0) return result;
    if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    return 0;
}

/// True for one frame of the present format and nothing else. The library would also read several
/// frames, and those of its first versions, with decoders that take their memory elsewhere.
bool is_one_frame(const void *source, std::uint64_t bytes) {
    std::uint32_t first;
    if (bytes < sizeof first) return false;
    std::memcpy(&first, source, sizeof first);
    return first == ZSTD_MAGICNUMBER && ZSTD_findFrameCompressedSize(source, bytes) == bytes;
}

/// The most bytes that the blocks of a frame can become: blocks of literal and of repeated bytes
/// say how many.
std::uint64_t zstd_bound(const unsigned char *frame, std::uint64_t bytes) {
    std::uint64_t bound = 0, at = ZSTD_frameHeaderSize(frame, bytes);
    while (at < bytes && bytes - at >= 3) {
        const auto head =
            static_cast<std::uint32_t>(frame[at] | frame[at + 1] << 8 | frame[at + 2] << 16);
        const std::uint32_t kind = head >> 1 & 3, size = head >> 3;
        const bool is_compressed = kind == 2, is_repeated = kind == 1;
        bound += is_compressed ? ZSTD_BLOCKSIZE_MAX : size;
        at += 3 + (is_repeated ? 1 : size);
        if ((head & 1) != 0) break;
    }
    return bound;
}

} // namespace

bool can_hold(Codec codec, const void *source, std::uint64_t stored, std::uint64_t bytes) {
    return stored == bytes || can_hold_block(codec, source, stored, bytes);
}

bool can_hold_block(Codec codec, const void *source, std::uint64_t stored, std::uint64_t bytes) {
    // lz4 counts in ints.
    if (codec == Codec::lz4) return bytes / 255 <= stored && stored <= INT_MAX && bytes <= INT_MAX;
    return codec == Codec::zstd && is_one_frame(source, stored) &&
           zstd_bound(static_cast<const unsigned char *>(source), stored) >= bytes;
}

Compression::Compression(int number) noexcept : codec(Codec::zstd), level(1) {
    if (number == GrX_COMPRESSION_NONE) {
        codec = Codec::none;
    } else if (number == GrX_COMPRESSION_LZ4) {
        codec = Codec::lz4;
    } else if (number > GrX_COMPRESSION_ZSTD) {
        level = number - GrX_COMPRESSION_ZSTD;
    }
}

Encoder::Encoder(Compression compression) : compression_(compression) {
    if (compression.codec == Codec::lz4) {
        lz4_state_ = Array(static_cast<std::size_t>(LZ4_sizeofState()));
    } else if (compression.codec == Codec::zstd) {
        zstd_ = ZSTD_createCCtx_advanced(zstd_memory);
        if (zstd_ == nullptr) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(zstd_, ZSTD_c_compressionLevel, compression.level);
    }
}

Encoder::~Encoder() {
    ZSTD_freeCCtx(zstd_);
}

std::uint64_t Encoder::encode(void *target, const void *source, std::uint64_t bytes) {
    if (compression_.codec == Codec::none || bytes < 2) return 0;
    return encode_into(target, bytes - 1, source, bytes);
}

std::uint64_t Encoder::encode_block(void *target, const void *source, std::uint64_t bytes) {
    return encode_into(target, block_bound(bytes), source, bytes);
}

std::uint64_t Encoder::block_bound(std::uint64_t bytes) const noexcept {
    return compression_.codec == Codec::zstd
               ? ZSTD_compressBound(bytes)
               : static_cast<std::uint64_t>(LZ4_compressBound(static_cast<int>(bytes)));
}

std::uint64_t Encoder::encode_into(void *target, std::uint64_t room, const void *source,
                                   std::uint64_t bytes) {
    if (compression_.codec == Codec::zstd)
        return zstd_size(ZSTD_compress2(zstd_, target, room, source, bytes));
    const int written = LZ4_compress_fast_extState(
        lz4_state_.data(), static_cast<const char *>(source), static_cast<char *>(target),
        static_cast<int>(bytes), static_cast<int>(room), 1);
    return static_cast<std::uint64_t>(written);
}

Decoder::~Decoder() {
    ZSTD_freeDCtx(zstd_);
}

bool Decoder::decode(Codec codec, void *target, std::uint64_t bytes, const void *source,
                     std::uint64_t stored) {
    if (stored == bytes) {
        std::memcpy(target, source, bytes);
        return true;
    }
    return decode_block(codec, target, bytes, source, stored);
}

bool Decoder::decode_block(Codec codec, void *target, std::uint64_t bytes, const void *source,
                           std::uint64_t stored) {
    if (codec == Codec::lz4) {
        const int written =
            LZ4_decompress_safe(static_cast<const char *>(source), static_cast<char *>(target),
                                static_cast<int>(stored), static_cast<int>(bytes));
        return written >= 0 && static_cast<std::uint64_t>(written) == bytes;
    }
    if (codec != Codec::zstd) return false;
    if (zstd_ == nullptr) zstd_ = ZSTD_createDCtx_advanced(zstd_memory);
    if (zstd_ == nullptr) throw std::bad_alloc();
    return zstd_size(ZSTD_decompressDCtx(zstd_, target, bytes, source, stored)) == bytes;
}

} // namespace grb::blob
