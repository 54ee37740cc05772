// Row offsets and symmetry of edge lists.
#include "edge_list.h"

#include <algorithm>
#include <atomic>
#include <omp.h>
#include <utility>

namespace grb::tool {

Buffer<uint64_t> row_offsets(const EdgeList &edges) {
    Buffer<uint64_t> offsets(edges.nrows + 1);
    if (edges.packed != nullptr) {
#pragma omp parallel for schedule(static) if (edges.nrows > serial_size)
        for (uint64_t i = 0; i <= edges.nrows; ++i) offsets[i] = edges.packed->offset(i);
        return offsets;
    }
    const auto rows = static_cast<int64_t>(edges.nrows);
#pragma omp parallel for schedule(static) if (edges.nrows > serial_size)
    for (int64_t i = 0; i <= rows; ++i) {
        const auto row =
            std::lower_bound(edges.rows.begin(), edges.rows.end(), static_cast<uint64_t>(i));
        offsets[static_cast<uint64_t>(i)] = static_cast<uint64_t>(row - edges.rows.begin());
    }
    return offsets;
}

namespace {

/// row(j) returns the range of the entries of row j.
template <class Row>
bool equals_transpose(const EdgeList &edges, const Row &row) {
    if (edges.nrows != edges.ncols) return false;
    std::atomic<bool> symmetric{true};
    const auto count = static_cast<int64_t>(edges.size());
#pragma omp parallel for schedule(static) if (edges.size() > serial_size)
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

/// Does the same in one sweep over the rows, without a search per entry: in ascending order, the
/// entries above the diagonal match those below it. A thread needs a number for every row.
bool equals_transpose_by_sweep(const EdgeList &edges, const Buffer<uint64_t> &offsets,
                               int threads) {
    const uint64_t count = edges.size();
    const auto thread_count = static_cast<uint64_t>(threads);
    std::atomic<bool> symmetric{true};
    uint64_t above = 0;
    uint64_t below = 0;
#pragma omp parallel for schedule(static, 1) num_threads(threads) reduction(+ : above, below)
    for (uint64_t t = 0; t < thread_count; ++t) {
        const auto row_of = [&](uint64_t chunk) {
            return chunk == thread_count ? edges.nrows : edges.rows[count / thread_count * chunk];
        };
        const uint64_t first = t == 0 ? 0 : row_of(t);
        const uint64_t last = row_of(t + 1);
        Buffer<uint64_t> next(edges.nrows); // of row j: the next entry left of the diagonal
        for (uint64_t j = first; j < edges.nrows; ++j) {
            const auto begin = edges.cols.begin() + static_cast<int64_t>(offsets[j]);
            const auto end = edges.cols.begin() + static_cast<int64_t>(offsets[j + 1]);
            const auto found = first == 0 ? begin : std::lower_bound(begin, end, first);
            next[j] = static_cast<uint64_t>(found - edges.cols.begin());
        }
        for (uint64_t i = first; i < last && symmetric.load(std::memory_order_relaxed); ++i)
            for (uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
                const uint64_t j = edges.cols[k];
                below += j < i;
                above += j > i;
                if (j <= i) continue;
                const uint64_t other = next[j]++;
                if (other >= offsets[j + 1] || edges.cols[other] != i ||
                    (!edges.is_pattern() && edges.weights[other] != edges.weights[k]))
                    symmetric.store(false, std::memory_order_relaxed);
            }
    }
    // Each entry above has a distinct one below: equal counts mean that these are all.
    return symmetric.load() && above == below;
}

} // namespace

bool is_symmetric(const EdgeList &edges, const Buffer<uint64_t> &offsets) {
    if (edges.packed != nullptr) return edges.packed->is_symmetric;
    if (edges.nrows != edges.ncols) return false;
    if (edges.size() == 0) return true;
    const int threads = edges.size() < serial_size ? 1 : omp_get_max_threads();
    if (edges.nrows / 2 * static_cast<uint64_t>(threads) <= edges.size())
        return equals_transpose_by_sweep(edges, offsets, threads);
    return equals_transpose(edges,
                            [&](uint64_t j) { return std::pair(offsets[j], offsets[j + 1]); });
}

bool is_symmetric(const EdgeList &edges) {
    if (edges.packed != nullptr) return edges.packed->is_symmetric;
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
