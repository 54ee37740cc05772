// Few rows with much work, cut into ranges of columns so that all threads take part.
#pragma once

#include "cpu/mxm_gustavson_run.hpp"

namespace grb {

/// How many rows have products, and the threads that all products pay for.
struct FewRows {
    explicit FewRows(std::span<const std::uint64_t> work) noexcept;
    std::uint64_t rows = 0;
    int threads = 1;
};

/// Ranges of C's columns, each as long as one power of two. A table tells where they cut each row of B that A meets: of range r,
/// row 2p of B(r) is what A's entry p meets. So the functions of a row serve a part of it, too.
class ColumnRanges {
public:
    /// Fewer rows than would keep the threads at work, of a B that can be cut, and a table that is no burden.
    static bool accepts(const GustavsonCall &call, const FewRows &few) noexcept;
    ColumnRanges(const GustavsonCall &call, const FewRows &few);

    std::uint64_t count() const noexcept { return count_; }
    std::uint64_t columns() const noexcept { return std::uint64_t{1} << shift_; }
    std::uint64_t begin(std::uint64_t range) const noexcept { return range << shift_; }
    /// A with the rows of B(r) for its columns; its values are where they were.
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
