// The header of binary graphs.
#pragma once

#include "cache_file.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace grb::tool {

constexpr uint64_t cache_magic = 0x3165686361436247; // "GbCache1"
constexpr uint32_t cache_version = 2;
constexpr uint32_t cache_byte_order = 0x01020304;

enum IdKind : uint32_t { plain_ids, number_ids, word_ids };
enum EntryLayout : uint32_t {
    list_layout,  ///< rows and columns of 8 bytes, weights as double
    matrix_layout ///< offsets of rows of 4 or 8 bytes, columns of 4, values of `numbers`
};

constexpr uint64_t padded(uint64_t bytes) {
    return (bytes + 7) / 8 * 8;
}

/// The header of the file. It is followed by rows or offsets, columns, and weights (if any), each
/// padded to a multiple of 8 bytes; then ids, their text, the options and the origin.
struct CacheHeader {
    uint64_t magic;
    uint32_t version;
    uint32_t byte_order;
    uint64_t checksum; ///< of all bytes, with 0 here
    FileState source;
    uint64_t nrows, ncols, entries;
    uint32_t field, is_undirected, id_kind, layout;
    uint64_t base, ids, text_bytes, options_bytes, origin_bytes;
    uint32_t numbers, is_symmetric; ///< of a matrix

    uint64_t offset_bytes() const { return PackedRows::has_short_offsets(entries) ? 4 : 8; }
    uint64_t first_bytes() const {
        return layout == list_layout ? 8 * entries : padded(offset_bytes() * (nrows + 1));
    }
    uint64_t column_bytes() const {
        return layout == list_layout ? 8 * entries : padded(4 * entries);
    }
    uint64_t value_bytes() const {
        const bool is_short =
            layout == matrix_layout && numbers == static_cast<uint32_t>(Numbers::int32);
        return field == 0 ? 0 : is_short ? padded(4 * entries) : 8 * entries;
    }
    uint64_t entry_bytes() const { return first_bytes() + column_bytes() + value_bytes(); }

    /// The bytes after the header; nothing if the numbers are impossible.
    std::optional<uint64_t> payload_bytes() const {
        constexpr uint64_t most = uint64_t{1} << 58;
        constexpr uint64_t most_vertices = uint64_t{1} << 60;
        constexpr uint64_t most_packed = std::numeric_limits<int32_t>::max();
        const bool is_matrix = layout == matrix_layout;
        const bool is_sound =
            field <= 2 && layout <= matrix_layout && is_undirected <= 1 && id_kind <= word_ids &&
            numbers <= static_cast<uint32_t>(field == 0 ? Numbers::int32 : Numbers::fp64) &&
            is_symmetric <= 1 && base <= 1 && nrows <= most_vertices && ncols <= most_vertices &&
            (!is_matrix || (nrows < most_packed && ncols < most_packed)) &&
            ((is_undirected == 0 && is_symmetric == 0) || nrows == ncols) && entries < most / 32 &&
            ids < most / 8 && text_bytes < most && options_bytes < most && origin_bytes < most;
        if (!is_sound) return std::nullopt;
        return entry_bytes() + 8 * ids + text_bytes + options_bytes + origin_bytes;
    }
};
static_assert(sizeof(CacheHeader) == 144);

} // namespace grb::tool
