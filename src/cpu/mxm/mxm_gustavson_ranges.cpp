// Splits few long rows of a product into ranges of columns, with a table of B's cuts.
#include "cpu/mxm/mxm_gustavson_ranges.hpp"

#include <algorithm>
#include <bit>

namespace grb {

namespace {

/// More tasks than threads, since ranges differ.
constexpr std::uint64_t tasks_per_thread = 4;
constexpr std::uint64_t most_table_bytes = std::uint64_t{1} << 26;

std::uint64_t wanted_ranges(const RowsAndThreads &counts) noexcept {
    return std::bit_ceil(tasks_per_thread * static_cast<std::uint64_t>(counts.threads) /
                         counts.rows);
}

/// Cuts the row of B that entry p of A names into `count` ranges of `columns` columns: cuts[2 ·
/// entries · r] is the begin in range r, the next element the end.
template <class View>
void cut_row(const View &A, const View &B, std::uint64_t p, std::uint64_t count,
             std::uint64_t columns, typename View::Offset *cuts) {
    using O = typename View::Offset;
    constexpr std::uint64_t short_range = 16;
    std::uint64_t k = 0, q = 0, end = 0;
    if (B.find_row(A.column_indices[p], k)) {
        q = B.row_offsets[k];
        end = B.row_offsets[k + 1];
    }
    const bool is_long = (end - q) / count > short_range;
    const auto *const indices = B.column_indices;
    for (std::uint64_t range = 0; range < count; range++, cuts += 2 * A.nvals) {
        const std::uint64_t limit = (range + 1) * columns;
        cuts[0] = static_cast<O>(q);
        if (is_long) {
            q = static_cast<std::uint64_t>(std::lower_bound(indices + q, indices + end, limit) -
                                           indices);
        } else {
            while (q < end && indices[q] < limit) q++;
        }
        cuts[1] = static_cast<O>(q);
    }
}

} // namespace

RowsAndThreads::RowsAndThreads(std::span<const std::uint64_t> work) noexcept {
    constexpr double steps_per_product = 4;
    std::uint64_t products = 0;
    for (const std::uint64_t own : work) {
        products += own;
        rows += own != 0 ? 1 : 0;
    }
    threads = threads_for(steps_per_product * static_cast<double>(products));
}

bool ColumnRanges::accepts(const GustavsonCall &call, const RowsAndThreads &counts) noexcept {
    constexpr std::uint64_t least_columns = 4096;
    if (counts.rows == 0 || 2 * counts.rows > static_cast<std::uint64_t>(counts.threads))
        return false;
    const std::uint64_t entries = call.A.nvals;
    return !call.B.is_jumbled && call.B.ncols >= least_columns &&
           entries < std::uint64_t{1} << 30 &&
           2 * entries * wanted_ranges(counts) * static_cast<std::uint64_t>(call.B.offset_width) <=
               most_table_bytes;
}

ColumnRanges::ColumnRanges(const GustavsonCall &call, const RowsAndThreads &counts)
    : whole_B_(call.B), A_(call.A),
      shift_(std::bit_width((call.B.ncols - 1) / wanted_ranges(counts))),
      count_(((call.B.ncols - 1) >> shift_) + 1),
      cuts_(2 * A_.nvals * count_ * static_cast<std::size_t>(call.B.offset_width)),
      rows_(A_.nvals * static_cast<std::size_t>(A_.index_width)) {
    constexpr double entry_steps = 20;
    dispatch_widths(call.A, [&](const auto &A) {
        using View = std::decay_t<decltype(A)>;
        const View B(call.B);
        auto *const rows = rows_.as<typename View::Index>();
        auto *const cuts = cuts_.as<typename View::Offset>();
        parallel_ranges(A.nvals, entry_steps + static_cast<double>(count_),
                        [&](std::uint64_t begin, std::uint64_t end) {
                            for (std::uint64_t p = begin; p < end; p++) {
                                rows[p] = static_cast<typename View::Index>(2 * p);
                                cut_row(A, B, p, count_, columns(), cuts + 2 * p);
                            }
                        });
    });
    A_.column_indices = rows_.data();
}

SparseView ColumnRanges::B(std::uint64_t range) const noexcept {
    SparseView view = whole_B_;
    view.row_offsets = cuts_.as<unsigned char>() +
                       2 * A_.nvals * range * static_cast<std::uint64_t>(view.offset_width);
    view.row_ids = nullptr;
    view.nrows = view.stored_rows = 2 * A_.nvals;
    return view;
}

} // namespace grb
