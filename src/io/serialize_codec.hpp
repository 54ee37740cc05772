// Compresses single chunks. The libraries' memory comes from base/memory.hpp.
#pragma once

#include "base/array.hpp"
#include "io/serialize_format.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace grb::blob {

/// The codec and level of a GrX_Compression.
struct Compression {
    Codec codec;
    int level; // zstd
    explicit Compression(int number) noexcept;
};

/// An encoder; each thread has its own.
class Encoder {
public:
    explicit Encoder(Compression compression);
    ~Encoder();
    Encoder(const Encoder &) = delete;
    Encoder &operator=(const Encoder &) = delete;
    /// Writes fewer than `bytes` bytes and returns their number, or 0 when that is impossible.
    std::uint64_t encode(void *target, const void *source, std::uint64_t bytes);
    /// Writes a block, even one longer than the source; `target` has room for any result,
    /// block_bound() bytes.
    std::uint64_t encode_block(void *target, const void *source, std::uint64_t bytes);
    std::uint64_t block_bound(std::uint64_t bytes) const noexcept;

private:
    std::uint64_t encode_into(void *target, std::uint64_t room, const void *source,
                              std::uint64_t bytes);
    Compression compression_;
    ZSTD_CCtx_s *zstd_ = nullptr;
    Array lz4_state_;
};

/// Returns false when `stored` bytes of a chunk, whatever they are, cannot become `bytes` bytes, or
/// are no frame. Needs neither decoding nor memory.
bool can_hold(Codec codec, const void *source, std::uint64_t stored, std::uint64_t bytes);

/// Differs from can_hold() in that stored bytes as many as the decoded ones are compressed, too.
bool can_hold_block(Codec codec, const void *source, std::uint64_t stored, std::uint64_t bytes);

/// A decoder; each thread has its own.
class Decoder {
public:
    Decoder() = default;
    ~Decoder();
    Decoder(const Decoder &) = delete;
    Decoder &operator=(const Decoder &) = delete;
    /// Decodes `stored` bytes to exactly `bytes` bytes; returns false when they decode to anything
    /// else.
    bool decode(Codec codec, void *target, std::uint64_t bytes, const void *source,
                std::uint64_t stored);
    /// Decodes a block that can_hold_block() has accepted.
    bool decode_block(Codec codec, void *target, std::uint64_t bytes, const void *source,
                      std::uint64_t stored);

private:
    ZSTD_DCtx_s *zstd_ = nullptr; // made when needed
};

} // namespace grb::blob
