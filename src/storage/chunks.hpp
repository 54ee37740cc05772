// Splits work over threads: equal chunks, rows of entries, prefix sums. No result depends on the
// number of chunks.
#pragma once

#include "base/memory.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace grb {

/// Splits [0, n) into nearly equal chunks, a few for each thread.
struct Chunks {
    std::uint64_t n, count;
    Chunks(std::uint64_t items, int threads, std::uint64_t per_thread = 4)
        : n(items),
          count(threads <= 1
                    ? 1
                    : std::clamp<std::uint64_t>(static_cast<std::uint64_t>(threads) * per_thread, 1,
                                                std::max<std::uint64_t>(items, 1))) {}
    std::uint64_t begin(std::uint64_t k) const noexcept {
        return n / count * k + std::min(k, n % count);
    }
    std::uint64_t end(std::uint64_t k) const noexcept { return begin(k + 1); }
};

/// Calls body(k, begin, end) for every chunk k in parallel.
template <class F>
void for_chunks(const Chunks &chunks, int threads, F &&body) {
    parallel_tasks(static_cast<std::int64_t>(chunks.count), threads, [&](std::int64_t task) {
        const auto k = static_cast<std::uint64_t>(task);
        body(k, chunks.begin(k), chunks.end(k));
    });
}

/// The stored row that holds entry p < nvals.
template <class O>
std::uint64_t row_of_entry(const O *row_offsets, std::uint64_t stored_rows, std::uint64_t p) {
    return static_cast<std::uint64_t>(
               std::upper_bound(row_offsets, row_offsets + stored_rows + 1, p) - row_offsets) -
           1;
}

/// Calls body(k, begin, end) for the runs of entries [first, last) by stored row k; runs are not
/// empty.
template <class O, class F>
void for_row_runs(const O *row_offsets, std::uint64_t stored_rows, std::uint64_t first,
                  std::uint64_t last, F &&body) {
    if (first >= last) return;
    std::uint64_t k = row_of_entry(row_offsets, stored_rows, first);
    for (std::uint64_t p = first; p < last; k++) {
        const std::uint64_t end = std::min<std::uint64_t>(row_offsets[k + 1], last);
        if (end > p) body(k, p, end);
        p = end;
    }
}

/// Replaces counts[0..n) by their exclusive prefix sums and sets counts[n] to the total.
template <class T>
void prefix_sums(T *counts, std::uint64_t n, int threads) {
    const Chunks chunks(n, threads, 2);
    HostVector<T> totals(chunks.count);
    if (chunks.count > 1) {
        for_chunks(chunks, threads,
                   [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                       T total = 0;
                       for (std::uint64_t k = begin; k < end; k++) total += counts[k];
                       totals[chunk] = total;
                   });
    }
    T sum = 0;
    for (T &total : totals) sum += std::exchange(total, sum);
    T last = 0;
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        T running = totals[chunk];
        for (std::uint64_t k = begin; k < end; k++) running += std::exchange(counts[k], running);
        if (chunk + 1 == chunks.count) last = running;
    });
    counts[n] = last;
}

/// A value of 16 bytes that moves as a whole.
struct Sixteen {
    std::uint64_t words[2];
};
/// Values of any size, which memcpy moves.
struct AnySize {};

/// Calls f(tag) with the plain type that moves values of `size` bytes; AnySize when none fits.
template <class F>
decltype(auto) dispatch_size(std::size_t size, F &&f) {
    switch (size) {
    case 1:
        return f(std::uint8_t{});
    case 2:
        return f(std::uint16_t{});
    case 4:
        return f(std::uint32_t{});
    case 8:
        return f(std::uint64_t{});
    case 16:
        return f(Sixteen{});
    default:
        return f(AnySize{});
    }
}

} // namespace grb
