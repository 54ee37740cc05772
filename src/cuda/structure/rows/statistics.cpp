#include "cuda/structure/rows/statistics.hpp"

#include "cuda/library/backend.hpp"
#include "cuda/structure/structure_calls.h"

#include <algorithm>
#include <cmath>

namespace grb::device {

std::optional<Statistics> statistics_there(const SparsePart &rows, std::uint64_t nrows) {
    if (!is_open() || rows.is_hyper || nrows == 0 || rows.row_offsets.is_on_host()) {
        return {};
    }
    try {
        RowLengths lengths{};
        const RowLengthsCall call{nrows, rows.row_offsets.data_here(), rows.offset_width, &lengths};
        check(gpu::row_lengths(&call));
        Statistics statistics;
        const auto count = static_cast<double>(nrows);
        statistics.mean = static_cast<double>(rows.nvals) / count;
        statistics.deviation =
            std::sqrt(std::max(0.0, lengths.squares / count - statistics.mean * statistics.mean));
        statistics.longest = lengths.longest;
        statistics.empty_rows = lengths.empty;
        statistics.most_of_32 = lengths.most_of_32;
        statistics.most_of_256 = lengths.most_of_256;
        return statistics;
    } catch (const Failure &) {
        return {};
    }
}

} // namespace grb::device
