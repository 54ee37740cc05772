#include "edge_list.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace grb::tool {

Buffer<uint64_t> row_offsets(const EdgeList &edges) {
    Buffer<uint64_t> offsets(edges.nrows + 1);
    const auto rows = static_cast<int64_t>(edges.nrows);
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i <= rows; ++i) {
        const auto row =
            std::lower_bound(edges.rows.begin(), edges.rows.end(), static_cast<uint64_t>(i));
        offsets[static_cast<uint64_t>(i)] = static_cast<uint64_t>(row - edges.rows.begin());
    }
    return offsets;
}

namespace {

/// row(j): where the entries of row j begin and end.
template <class Row>
bool equals_transpose(const EdgeList &edges, const Row &row) {
    if (edges.nrows != edges.ncols) return false;
    std::atomic<bool> symmetric{true};
    const auto count = static_cast<int64_t>(edges.size());
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < count; ++k) {
        const auto e = static_cast<uint64_t>(k);
        const uint64_t i = edges.rows[e];
        const uint64_t j = edges.cols[e];
        if (i == j) continue;
        if (!symmetric.load(std::memory_order_relaxed)) continue;
        const auto [begin, end] = row(j);
        const auto first = edges.cols.begin() + static_cast<int64_t>(begin);
        const auto last = edges.cols.begin() + static_cast<int64_t>(end);
        const auto found = std::lower_bound(first, last, i);
        const bool same =
            found != last && *found == i &&
            (edges.is_pattern() ||
             edges.weights[static_cast<uint64_t>(found - edges.cols.begin())] == edges.weights[e]);
        if (!same) symmetric.store(false, std::memory_order_relaxed);
    }
    return symmetric.load();
}

} // namespace

bool is_symmetric(const EdgeList &edges, const Buffer<uint64_t> &offsets) {
    return equals_transpose(edges,
                            [&](uint64_t j) { return std::pair(offsets[j], offsets[j + 1]); });
}

bool is_symmetric(const EdgeList &edges) {
    if (edges.nrows != edges.ncols) return false;
    if (edges.nrows / 4 <= edges.size()) return is_symmetric(edges, row_offsets(edges));
    return equals_transpose(edges, [&](uint64_t j) {
        const auto [begin, end] = std::equal_range(edges.rows.begin(), edges.rows.end(), j);
        return std::pair(static_cast<uint64_t>(begin - edges.rows.begin()),
                         static_cast<uint64_t>(end - edges.rows.begin()));
    });
}

uint64_t busiest_row(const Buffer<uint64_t> &offsets) {
    uint64_t best = 0;
    for (uint64_t i = 0; i + 1 < offsets.size(); ++i)
        if (offsets[i + 1] - offsets[i] > offsets[best + 1] - offsets[best]) best = i;
    return best;
}

} // namespace grb::tool
