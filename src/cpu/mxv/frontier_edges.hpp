// The edges of a frontier, for threads that take equal shares of them.
#pragma once

#include "base/shares.hpp"
#include "cpu/mxv/mxv_push.hpp"

namespace grb {

class FrontierEdges {
public:
    /// Work O(entries of u).
    explicit FrontierEdges(const PushInput &input);
    std::uint64_t count() const noexcept { return before_.as<std::uint64_t>()[n_]; }
    /// Calls f(q, begin, end) for the frontier entries of a share, with the part of their column in
    /// A that the share has.
    template <class F>
    void walk(std::uint64_t share, std::uint64_t shares, F &&f) const {
        const auto *const spans = spans_.as<ColumnSpan>();
        const auto *const before = before_.as<std::uint64_t>();
        std::uint64_t edge = share_begin(count(), shares, share);
        const std::uint64_t end = share_begin(count(), shares, share + 1);
        if (edge == end) return;
        auto q = static_cast<std::uint64_t>(std::upper_bound(before, before + n_ + 1, edge) -
                                            before - 1);
        for (; edge < end; q++) {
            fetch(q);
            const std::uint64_t stop = std::min(end, before[q + 1]);
            const std::uint64_t shift = spans[q].begin - before[q];
            if (stop != edge) f(q, edge + shift, stop + shift);
            edge = stop;
        }
    }

private:
    /// Prefetches a column that comes soon: columns of a sparse u lie far apart.
    void fetch(std::uint64_t q) const noexcept {
        constexpr std::uint64_t ahead = 12, line = 64;
        if (q + ahead >= n_) return;
        const std::uint64_t first = spans_.as<ColumnSpan>()[q + ahead].begin;
        const unsigned char *const column = columns_ + first * index_width_;
        __builtin_prefetch(column);
        __builtin_prefetch(column + line);
        if (values_ == nullptr) return;
        __builtin_prefetch(values_ + first * value_size_);
        __builtin_prefetch(values_ + first * value_size_ + line);
    }

    const unsigned char *const columns_, *values_; // of A; values_ null: not read
    const std::size_t index_width_, value_size_;
    const std::uint64_t n_;
    Array spans_;  // of the columns of u's entries
    Array before_; // the edges of the columns before each, and of all
};

} // namespace grb
