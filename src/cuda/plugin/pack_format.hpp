// The format of the pack's file.
// It holds a head, the basis (padded with zeros to whole words), the index, a checksum of these;
// then a dictionary of zstd and blocks compressed with it. Head and index are aligned for mapping
// the file.
#pragma once

#include "cuda/plugin/checksum.hpp"

#include <cstdint>
#include <string_view>

namespace grb::device {

inline constexpr const char pack_file_name[] = "libgraphblast-cuda.pack";
/// The last byte is the version.
inline constexpr char pack_magic[16] = {'G', 'r', 'a', 'p', 'h', 'B', 'L', 'A',
                                        'S', 'T', ' ', 'p', 'a', 'c', 'k', 2};

/// A range of bytes in the file.
struct PackBlock {
    std::uint64_t begin, bytes, checksum;
};

struct PackHead {
    char magic[sizeof pack_magic];
    std::uint64_t basis_bytes, programs;
    PackBlock dictionary;
};

/// An entry of the index, which ascends by hash. The block holds the program's text, then its code,
/// compressed.
struct PackEntry {
    std::uint64_t text_hash, capability;
    std::uint64_t text_bytes, code_bytes;
    PackBlock block;
};

/// Returns the checksum of a block, or of all bytes before the checksum of head and index.
inline std::uint64_t pack_checksum(std::string_view bytes) {
    return quick_checksum(bytes, bytes.size());
}

/// Returns the bytes that the basis takes in the file.
inline std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + 7) / 8 * 8;
}

} // namespace grb::device
