// Blobs in SuiteSparse's format, built from their components.
#pragma once

#include "api/exchange.h"

namespace api::draft {

/// The fixed header, as docs/internals/serialization.md specifies it.
struct Header {
    std::uint64_t total_bytes = 0;
    std::uint32_t encoding = 0;
    std::int32_t version = 10005001;
    std::uint64_t vector_length = 0, vectors = 0, stored_vectors = 0, nonempty_vectors = 0,
                  nvals = 0, value_size = 0;
    std::uint64_t raw_bytes[5] = {};
    float hyper_switch = 0.25F, bitmap_switch = 0.5F;
    std::uint32_t control = 15, shape = 0;
    struct {
        std::int32_t blocks = 0, method = -1;
    } arrays[5];
};
static_assert(sizeof(Header) == 160);
enum { offsets, ids, present, indices, values };

template <class T>
Bytes bytes_of(const std::vector<T> &items) {
    const auto *const first = reinterpret_cast<const unsigned char *>(items.data());
    return Bytes(first, first + items.size() * sizeof(T));
}

/// Returns the bytes of 32-bit or 64-bit numbers.
inline Bytes numbers(const std::vector<std::uint64_t> &items, bool is_narrow) {
    return is_narrow ? bytes_of(std::vector<std::uint32_t>(items.begin(), items.end()))
                     : bytes_of(items);
}

/// Builds a blob without compression.
struct Draft {
    Header header;
    Bytes arrays[5];
    std::string name, type_name;

    Bytes blob() const {
        Header full = header;
        Bytes tables, data;
        for (int k = 0; k < 5; k++) {
            full.raw_bytes[k] = arrays[k].size();
            full.arrays[k].blocks = arrays[k].empty() ? 0 : 1;
            if (arrays[k].empty()) continue;
            append(tables, bytes_of(std::vector<std::uint64_t>{arrays[k].size()}));
            append(data, arrays[k]);
        }
        full.total_bytes =
            sizeof full + tables.size() + data.size() + name.size() + type_name.size() + 2;
        Bytes result(sizeof full);
        std::memcpy(result.data(), &full, sizeof full);
        append(result, tables);
        append(result, data);
        for (const std::string &text : {name, type_name}) {
            result.insert(result.end(), text.begin(), text.end());
            result.push_back(0);
        }
        return result;
    }
};

constexpr std::uint32_t int32_code = 6;

/// Makes 3 x 4, INT32, by column: (0,0)=10 (2,0)=20 (1,3)=30; a hypersparse draft omits columns 1
/// and 2.
inline Draft draft_of_columns(bool is_hyper, bool narrow_offsets, bool narrow_ids,
                              bool narrow_indices) {
    Draft draft;
    Header &header = draft.header;
    header.encoding = int32_code | (narrow_indices ? 1U << 4 : 0) | (narrow_ids ? 1U << 8 : 0) |
                      (narrow_offsets ? 1U << 12 : 0);
    header.vector_length = 3;
    header.vectors = 4;
    header.stored_vectors = is_hyper ? 2 : 4;
    header.nonempty_vectors = 2;
    header.nvals = 3;
    header.value_size = 4;
    header.shape = (is_hyper ? 1U : 2U) << 2 | 1U;
    using Numbers = std::vector<std::uint64_t>;
    draft.arrays[offsets] =
        numbers(is_hyper ? Numbers{0, 2, 3} : Numbers{0, 2, 2, 2, 3}, narrow_offsets);
    if (is_hyper) draft.arrays[ids] = numbers({0, 3}, narrow_ids);
    draft.arrays[indices] = numbers({0, 2, 1}, narrow_indices);
    draft.arrays[values] = bytes_of(std::vector<std::int32_t>{10, 20, 30});
    return draft;
}

} // namespace api::draft
