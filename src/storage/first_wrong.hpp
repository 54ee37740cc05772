// Searches foreign arrays for invalid elements in parallel.
#pragma once

#include "storage/pieces.hpp"

namespace grb {

constexpr std::uint64_t none_wrong = UINT64_MAX;

/// Lowest k in [0, n) with is_wrong(k), or `none_wrong`.
template <class F>
std::uint64_t first_wrong(std::uint64_t n, F &&is_wrong) {
    const int threads = threads_for(static_cast<double>(n));
    const Pieces pieces(n, threads);
    HostVector<std::uint64_t> found(pieces.count, none_wrong);
    for_pieces(pieces, threads, [&](std::uint64_t piece, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end && found[piece] == none_wrong; k++) {
            if (is_wrong(k)) found[piece] = k;
        }
    });
    return *std::min_element(found.begin(), found.end());
}

} // namespace grb
