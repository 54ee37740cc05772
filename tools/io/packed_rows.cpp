// Packs and unpacks the entries of an edge list.
#include "packed_rows.h"

#include "edge_list.h"
#include "file_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace grb::tool {

bool can_sum(double largest, uint64_t nrows, Numbers numbers) {
    const double path = largest * static_cast<double>(nrows);
    return numbers == Numbers::int32   ? path < std::numeric_limits<int32_t>::max()
           : numbers == Numbers::int64 ? path < 0x1.0p62
                                       : true;
}

Numbers numbers_of(const EdgeList &edges) {
    if (edges.packed != nullptr) return edges.packed->numbers;
    double largest = edges.is_pattern() ? 1 : 0;
    for (const double weight : edges.weights) largest = std::max(largest, std::abs(weight));
    return numbers_for(largest, edges);
}

Numbers numbers_for(double largest, const EdgeList &edges) {
    if (edges.field == Field::real) return Numbers::fp64;
    for (const Numbers numbers : {Numbers::int32, Numbers::int64})
        if (can_sum(largest, edges.nrows, numbers)) return numbers;
    return Numbers::fp64;
}

double PackedRows::value(uint64_t k) const {
    if (values == nullptr) return 1;
    switch (numbers) {
    case Numbers::int32:
        return static_cast<const int32_t *>(values)[k];
    case Numbers::int64:
        return static_cast<double>(static_cast<const int64_t *>(values)[k]);
    case Numbers::fp64:
        break;
    }
    return static_cast<const double *>(values)[k];
}

bool can_pack(const EdgeList &edges) {
    constexpr uint64_t most = std::numeric_limits<int32_t>::max();
    constexpr uint64_t small_nrows = uint64_t{1} << 16;
    return edges.nrows < most && edges.ncols < most &&
           (edges.nrows <= small_nrows || edges.nrows / 2 <= edges.size());
}

void unpack_entries(EdgeList &edges) {
    if (edges.packed == nullptr) return;
    const std::shared_ptr<const PackedRows> packed = std::exchange(edges.packed, nullptr);
    edges.rows.resize(packed->entries);
    edges.cols.resize(packed->entries);
    edges.weights.resize(edges.is_pattern() ? 0 : packed->entries);
#pragma omp parallel for schedule(dynamic, 1024) if (packed->entries > serial_size)
    for (uint64_t i = 0; i < edges.nrows; ++i)
        for (uint64_t k = packed->offset(i), end = packed->offset(i + 1); k < end; ++k) {
            edges.rows[k] = i;
            edges.cols[k] = packed->columns[k];
            if (!edges.is_pattern()) edges.weights[k] = packed->value(k);
        }
    require_unchanged_files();
}

bool has_negative_weight(const EdgeList &edges) {
    if (edges.is_pattern()) return false;
    const PackedRows *const packed = edges.packed.get();
    bool is_negative = false;
#pragma omp parallel for schedule(static) reduction(|| \
                                                    : is_negative) if (edges.size() > serial_size)
    for (uint64_t k = 0; k < edges.size(); ++k)
        is_negative = is_negative || (packed == nullptr ? edges.weights[k] : packed->value(k)) < 0;
    return is_negative;
}

} // namespace grb::tool
