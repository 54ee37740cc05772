// Splits few rows with much work into ranges of columns, so that all threads take part.
#pragma once

#include "cpu/mxm/mxm_gustavson_run.hpp"

namespace grb {

/// Number of rows with products, and of threads that the products justify.
struct RowsAndThreads {
    explicit RowsAndThreads(std::span<const std::uint64_t> work) noexcept;
    std::uint64_t rows = 0;
    int threads = 1;
};

/// Ranges of C's columns, each of the same power-of-two length. A table holds their cuts in each
/// row of B that A names: A's entry p names row 2p of B(r) in range r. Row functions thus process a
/// part of a row, too.
class ColumnRanges {
public:
    /// Accepts fewer rows than keep the threads busy, a B that can be cut, and a small enough
    /// table.
    static bool accepts(const GustavsonCall &call, const RowsAndThreads &counts) noexcept;
    ColumnRanges(const GustavsonCall &call, const RowsAndThreads &counts);

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t columns() const noexcept { return std::uint64_t{1} << shift_; }
    std::uint64_t begin(std::uint64_t range) const noexcept { return range << shift_; }
    /// A with rows of B(r) as its columns; its values are unchanged.
    SparseView A() const noexcept { return A_; }
    SparseView B(std::uint64_t range) const noexcept;

private:
    const SparseView &whole_B_;
    SparseView A_;
    int shift_;
    std::uint64_t count_;
    Array cuts_, rows_;
};

} // namespace grb
