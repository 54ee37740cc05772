// How the pack lies in its file: a head, the basis (filled up with zeros to whole words), the index, a checksum of all
// that; then a dictionary of zstd and blocks that were compressed with it. Head and index are aligned for those who map
// the file.
#pragma once

#include "cuda/plugin/checksum.hpp"

#include <cstdint>
#include <string_view>

namespace grb::device {

inline constexpr const char pack_file_name[] = "libgraphblast-cuda.pack";
/// Ends with the version.
inline constexpr char pack_magic[16] = {'G', 'r', 'a', 'p', 'h', 'B', 'L', 'A',
                                        'S', 'T', ' ', 'p', 'a', 'c', 'k', 2};

/// Bytes in the file.
struct PackBlock {
    std::uint64_t begin, bytes, checksum;
};

struct PackHead {
    char magic[sizeof pack_magic];
    std::uint64_t basis_bytes, programs;
    PackBlock dictionary;
};

/// One of the index, which ascends by hash. The block is the program's text, and its code behind that, compressed.
struct PackEntry {
    std::uint64_t text_hash, capability;
    std::uint64_t text_bytes, code_bytes;
    PackBlock block;
};

/// Checks a block, or all that lies before the checksum of head and index.
inline std::uint64_t pack_checksum(std::string_view bytes) {
    return quick_checksum(bytes, bytes.size());
}

/// Bytes that the basis takes in the file.
inline std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + 7) / 8 * 8;
}

} // namespace grb::device
