// Compression of one chunk. The libraries' memory comes from base/memory.hpp.
#pragma once

#include "base/array.hpp"
#include "io/serialize_format.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace grb::blob {

/// Codec and level of a GrX_Compression.
struct Compression {
    Codec codec;
    int level; // zstd
    explicit Compression(int number) noexcept;
};

/// One per thread.
class Encoder {
public:
    explicit Encoder(Compression compression);
    ~Encoder();
    Encoder(const Encoder &) = delete;
    Encoder &operator=(const Encoder &) = delete;
    /// Writes fewer than `bytes` bytes and returns their number, or 0 when that is not possible.
    std::uint64_t encode(void *target, const void *source, std::uint64_t bytes);

private:
    Compression compression_;
    ZSTD_CCtx_s *zstd_ = nullptr;
    Array lz4_state_;
};

/// False when `stored` bytes of a chunk, whatever they are, cannot become `bytes` bytes, or are no frame: found
/// without decoding them, and without memory.
bool can_hold(Codec codec, const void *source, std::uint64_t stored, std::uint64_t bytes);

/// One per thread.
class Decoder {
public:
    Decoder() = default;
    ~Decoder();
    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;
    /// Decodes `stored` bytes to exactly `bytes` bytes; false when they decode to anything else.
    bool decode(Codec codec, void *target, std::uint64_t bytes, const void *source,
                std::uint64_t stored);

private:
    ZSTD_DCtx_s *zstd_ = nullptr; // made when needed
};

} // namespace grb::blob
