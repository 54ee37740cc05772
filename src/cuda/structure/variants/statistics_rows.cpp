/// Statistics of row lengths, made on the device: one thread per row, sums by blocks, one copy of
/// the result to the host. Every row is stored; offsets of 4 or 8 bytes. Deterministic.
#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/structure_variants.hpp"

#include <algorithm>
#include <cmath>

namespace grb {

namespace {

using namespace device;

const char *refuses(const StatisticsProblem &problem) {
    if (problem.rows.is_hyper) return "hypersparse";
    if (problem.nrows == 0) return "no rows";
    return device::refuses_move(StatisticsProblem::operation, problem.traffic());
}

Cost cost(const StatisticsProblem &problem) {
    const auto bytes = static_cast<double>(problem.rows.row_offsets.bytes());
    return {move_seconds(1, bytes, missing_bytes(problem.rows.row_offsets)) +
            device::rates().wait_seconds};
}

Statistics run(const StatisticsProblem &problem) {
    const SparseForm &rows = problem.rows;
    RowLengths lengths{};
    const RowLengthsCall call{problem.nrows, rows.row_offsets.data_here(), rows.offset_width,
                              &lengths};
    check(gpu::row_lengths(&call));
    Statistics statistics;
    const auto count = static_cast<double>(problem.nrows);
    statistics.mean = static_cast<double>(rows.nvals) / count;
    statistics.deviation =
        std::sqrt(std::max(0.0, lengths.squares / count - statistics.mean * statistics.mean));
    statistics.longest = lengths.longest;
    statistics.empty_rows = lengths.empty;
    statistics.most_of_32 = lengths.most_of_32;
    statistics.most_of_256 = lengths.most_of_256;
    return statistics;
}

} // namespace

extern const Variant<StatisticsProblem> cuda_statistics_rows = {
    "cuda/statistics_rows", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
