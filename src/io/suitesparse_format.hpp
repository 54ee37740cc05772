// Blobs of SuiteSparse:GraphBLAS, from 5.2 to 10.5.1: a header, the name of a user-defined type,
// the table of the ends of each array's blocks, the blocks, then two texts.
// docs/internals/serialization.md describes them.
#pragma once

#include "base/type.hpp"

#include <algorithm>
#include <cstring>

namespace grb::suitesparse {

struct Header {
    std::uint64_t total_bytes;
    /// From the lowest bit on, 4 bits each: type, then 1 each when indices, row or column numbers,
    /// and offsets have 32 bits.
    std::uint32_t encoding;
    std::int32_t version; // (major·1000 + minor)·1000 + patch
    std::uint64_t vector_length, vectors, stored_vectors, nonempty_vectors, nvals, value_size;
    std::uint64_t raw_bytes[5]; // of each array
    float hyper_switch, bitmap_switch;
    std::uint32_t
        control;         // the lowest 8 bits: GxB_SPARSITY_CONTROL; then 4 each: hints of integers
    std::uint32_t shape; // bit 0: by column, bit 1: iso, above: GxB_SPARSITY_STATUS
    struct {
        std::int32_t blocks, method; // GxB_COMPRESSION, negative: none
    } arrays[5];
};
static_assert(sizeof(Header) == 160);

/// The arrays in their order.
enum ArrayNumber { offsets = 0, ids = 1, present = 2, indices = 3, values = 4, array_count = 5 };

enum Sparsity : std::uint32_t { hypersparse = 1, sparse = 2, bitmap = 4, full = 8 };

inline constexpr std::uint32_t user_type = 14;
inline constexpr std::uint64_t name_bytes = 128;
/// The first version with the two texts.
inline constexpr std::int32_t version_of_texts = 8001000;
/// Versions before it wrote 0 as nvals of sparse matrices.
inline constexpr std::int32_t version_of_nvals = 7002001;

/// The beginning of block k of an array of n bytes; k = blocks: its end. The formula and its
/// rounding are the format's.
inline std::uint64_t block_begin(std::uint64_t n, std::int32_t k, std::int32_t blocks) noexcept {
    if (k == blocks) return n;
    return static_cast<std::uint64_t>(static_cast<double>(k) * static_cast<double>(n) /
                                      static_cast<double>(blocks));
}

} // namespace grb::suitesparse
