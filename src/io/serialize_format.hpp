// The fixed structures of a blob: header, section table, chunk table, then the chunks' bytes.
#pragma once

#include "base/type.hpp"
#include "storage/snapshot.hpp"

#include <bit>
#include <cstring>

namespace grb::blob {

static_assert(std::endian::native == std::endian::little, "blobs are little-endian");

/// The first and last bytes reveal a transfer that changed line ends or dropped the eighth bit.
inline constexpr unsigned char magic[8] = {0x89, 'G', 'r', 'X', '\r', '\n', 0x1A, '\n'};
/// The newest version. A blob is written in the oldest version that can hold it, so that older
/// libraries read it.
inline constexpr std::uint32_t version = 2;
/// The bytes of a chunk, in which sections are compressed; the last chunk is shorter. Chunks are
/// work for threads, and a bound on the content that a small blob can claim.
inline constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 18;

enum class Layout : std::uint8_t { rows = 0, columns = 1, full = 2, bitmap = 3, balanced = 4 };
/// The version that introduced a layout. All blobs of the layout are written in it.
inline std::uint32_t version_of(Layout layout) noexcept {
    return layout == Layout::balanced ? 2 : 1;
}
enum class SectionKind : std::uint32_t {
    row_offsets = 1,
    indices = 2,
    row_ids = 3,
    bits = 4,
    values = 5,
    counts = 6
};
enum class Codec : std::uint32_t { none = 0, lz4 = 1, zstd = 2 };

struct Header {
    unsigned char magic[8];
    std::uint32_t version;
    std::uint32_t section_count;
    std::uint64_t total_bytes;    // of the blob
    std::uint64_t metadata_bytes; // header and tables
    std::uint64_t checksum;       // of the metadata, with 0 here
    std::uint64_t nrows, ncols, nvals;
    std::uint64_t stored_rows; // rows and columns; balanced: slots of a row; else 0
    std::uint64_t value_size;
    std::uint8_t type_code;
    std::uint8_t layout;
    std::uint8_t offset_width, index_width; // rows and columns, balanced an index_width; else 0
    std::uint8_t is_hyper, is_iso;
    std::uint16_t name_bytes; // of a name too long for type_name: it follows the chunks; else 0
    char type_name[128];
};
static_assert(sizeof(Header) == 216);

struct Section {
    std::uint32_t kind;
    std::uint32_t codec;
    std::uint64_t raw_bytes;
};
static_assert(sizeof(Section) == 16);

/// A chunk that compression does not shorten is stored uncompressed: stored_bytes is then its raw
/// length.
struct Chunk {
    std::uint64_t stored_bytes;
    std::uint64_t checksum; // of the stored bytes
};
static_assert(sizeof(Chunk) == 16);

inline constexpr int max_sections = 4;

inline std::uint64_t chunk_count(std::uint64_t raw_bytes) noexcept {
    return raw_bytes / chunk_bytes + (raw_bytes % chunk_bytes != 0 ? 1 : 0);
}
inline std::uint64_t chunk_length(std::uint64_t raw_bytes, std::uint64_t k) noexcept {
    return std::min(chunk_bytes, raw_bytes - k * chunk_bytes);
}

/// Lists the sections that a header implies, with their lengths. Returns false when a length is
/// beyond 2^64.
bool expected_sections(const Header &header, Section sections[max_sections],
                       std::uint32_t &count) noexcept;

/// FNV-1a over words of 8 bytes, with the length in front and a final mix. Each step is a bijection
/// of the state, so that two texts that differ in one word never agree.
class Checksum {
public:
    explicit Checksum(std::uint64_t bytes) noexcept : state_(0xCBF29CE484222325 ^ bytes) {}
    /// All calls but the last pass a multiple of 8 bytes.
    Checksum &add(const void *data, std::uint64_t bytes) noexcept {
        const auto *next = static_cast<const unsigned char *>(data);
        for (; bytes >= 8; bytes -= 8, next += 8) {
            std::uint64_t word;
            std::memcpy(&word, next, 8);
            step(word);
        }
        if (bytes != 0) {
            std::uint64_t word = 0;
            std::memcpy(&word, next, bytes);
            step(word);
        }
        return *this;
    }
    std::uint64_t value() const noexcept { return (state_ ^ state_ >> 32) * 0x9E3779B97F4A7C15; }

private:
    void step(std::uint64_t word) noexcept {
        state_ = (state_ ^ word) * 0x100000001B3;
        state_ ^= state_ >> 29;
    }
    std::uint64_t state_;
};

inline std::uint64_t checksum_of(const void *data, std::uint64_t bytes) noexcept {
    return Checksum(bytes).add(data, bytes).value();
}

} // namespace grb::blob
