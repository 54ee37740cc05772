// Takes blobs apart, and puts them together again with right checksums and lengths.
#include "fuzz/blob.h"

#include "io/serialize_format.hpp"

#include <algorithm>
#include <cstring>

namespace fuzz {

namespace {

using namespace grb::blob;
using Uint128 = unsigned __int128;

Header header_of(const Bytes &blob) {
    Header header;
    std::memcpy(&header, blob.data(), sizeof header);
    return header;
}

struct Part {
    SectionKind kind;
    Uint128 bytes;
};

std::vector<Part> parts_of(const Header &h) {
    const Uint128 elements = Uint128{h.nrows} * h.ncols, value = h.value_size;
    std::vector<Part> parts;
    if (h.layout <= static_cast<std::uint8_t>(Layout::columns)) {
        parts.push_back({SectionKind::row_offsets, (Uint128{h.stored_rows} + 1) * h.offset_width});
        if (h.is_hyper != 0)
            parts.push_back({SectionKind::row_ids, Uint128{h.stored_rows} * h.index_width});
        parts.push_back({SectionKind::indices, Uint128{h.nvals} * h.index_width});
        parts.push_back({SectionKind::values, h.is_iso != 0 ? value : h.nvals * value});
        return parts;
    }
    if (h.layout == static_cast<std::uint8_t>(Layout::bitmap))
        parts.push_back({SectionKind::bits, (elements + 63) / 64 * 8});
    // Widths beyond 64 bits are of no use here, and would not fit the product.
    parts.push_back({SectionKind::values, h.is_iso != 0 ? value
                                          : elements >> 64
                                              ? elements
                                              : elements * std::min(value, Uint128{1} << 63)});
    return parts;
}

void append(Bytes &bytes, const void *data, std::size_t size) {
    const auto *const first = static_cast<const unsigned char *>(data);
    bytes.insert(bytes.end(), first, first + size);
}

} // namespace

void sign(Bytes &blob) {
    if (blob.size() < sizeof(Header)) return;
    Header header = header_of(blob);
    header.total_bytes = std::min<std::uint64_t>(header.total_bytes, blob.size());
    header.checksum = 0;
    std::memcpy(blob.data(), &header, sizeof header);
    const std::uint64_t metadata = header.metadata_bytes;
    if (metadata < sizeof header || metadata > blob.size()) return;
    std::uint64_t offset = metadata;
    for (std::uint64_t at = sizeof(Header) + header.section_count * sizeof(Section);
         at + sizeof(Chunk) <= metadata; at += sizeof(Chunk)) {
        Chunk chunk;
        std::memcpy(&chunk, blob.data() + at, sizeof chunk);
        if (chunk.stored_bytes > blob.size() - offset) break;
        chunk.checksum = checksum_of(blob.data() + offset, chunk.stored_bytes);
        std::memcpy(blob.data() + at, &chunk, sizeof chunk);
        offset += chunk.stored_bytes;
    }
    header.checksum = checksum_of(blob.data(), metadata);
    std::memcpy(blob.data(), &header, sizeof header);
}

Bytes rebuilt(const Bytes &blob) {
    constexpr Uint128 most = 1 << 15;
    if (blob.size() < sizeof(Header)) return {};
    Header header = header_of(blob);
    const std::vector<Part> parts = parts_of(header);
    Bytes tables;
    std::uint64_t data_bytes = 0;
    for (const Part &part : parts) {
        if (part.bytes > most) return {};
        const Section section{static_cast<std::uint32_t>(part.kind),
                              static_cast<std::uint32_t>(Codec::none),
                              static_cast<std::uint64_t>(part.bytes)};
        append(tables, &section, sizeof section);
        data_bytes += section.raw_bytes;
    }
    for (const Part &part : parts) {
        const Chunk chunk{static_cast<std::uint64_t>(part.bytes), 0};
        if (chunk.stored_bytes != 0) append(tables, &chunk, sizeof chunk);
    }
    std::size_t data = sizeof(Header) + tables.size();
    if (header.metadata_bytes >= sizeof(Header) && header.metadata_bytes <= blob.size())
        data = header.metadata_bytes;
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = version;
    header.section_count = static_cast<std::uint32_t>(parts.size());
    header.metadata_bytes = sizeof(Header) + tables.size();
    header.total_bytes = header.metadata_bytes + data_bytes;

    Bytes result;
    append(result, &header, sizeof header);
    append(result, tables.data(), tables.size());
    if (data < blob.size())
        append(result, blob.data() + data, std::min<std::size_t>(blob.size() - data, data_bytes));
    result.resize(header.total_bytes);
    sign(result);
    return result;
}

bool is_suitesparse(const Bytes &blob) {
    std::uint64_t first = 0;
    if (blob.size() < sizeof first) return false;
    std::memcpy(&first, blob.data(), sizeof first);
    return first == blob.size();
}

Bytes as_suitesparse(Bytes blob) {
    const std::uint64_t size = blob.size();
    if (size >= sizeof size) std::memcpy(blob.data(), &size, sizeof size);
    return blob;
}

std::uint64_t value_size(const Bytes &blob) {
    if (!is_suitesparse(blob)) return header_of(blob).value_size;
    std::uint64_t size;
    std::memcpy(&size, blob.data() + 56, sizeof size);
    return size;
}

} // namespace fuzz
