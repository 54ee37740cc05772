// Searches foreign arrays for invalid elements in parallel.
#pragma once

#include "storage/chunks.hpp"

namespace grb {

constexpr std::uint64_t none_wrong = UINT64_MAX;

/// Lowest k in [0, n) with is_wrong(k), or `none_wrong`.
template <class F>
std::uint64_t first_wrong(std::uint64_t n, F &&is_wrong) {
    const int threads = threads_for(static_cast<double>(n));
    const Chunks chunks(n, threads);
    HostVector<std::uint64_t> found(chunks.count, none_wrong);
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end && found[chunk] == none_wrong; k++) {
            if (is_wrong(k)) found[chunk] = k;
        }
    });
    return *std::min_element(found.begin(), found.end());
}

} // namespace grb
