// Divides rows into tasks of about equal work.
#include "cpu/common/row_tasks.hpp"

namespace grb {

RowTasks::RowTasks(double steps) : threads_(threads_for(steps)) {
    if (threads_ > 1) wanted_ = static_cast<std::uint64_t>(threads_) * tasks_per_thread;
    share_ = static_cast<std::uint64_t>(steps) / wanted_ + 1;
}

RowTasks::Plan::Plan(std::span<const std::uint64_t> work)
    : threads(threads_for(static_cast<double>(work.size()))), chunks(work.size(), threads),
      before(chunks.count + 1) {
    for_chunks(chunks, threads, [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
        std::uint64_t sum = end - begin;
        for (std::uint64_t k = begin; k < end; k++) sum += work[k];
        before[chunk] = sum;
    });
    prefix_sums(before.data(), chunks.count, 1);
}

RowTasks::RowTasks(std::span<const std::uint64_t> work)
    : RowTasks(work, [](std::uint64_t, const auto &) {}) {}

void RowTasks::drop_empty() {
    const auto is_same = [](const Begin &a, const Begin &b) {
        return a.row == b.row && a.entry == b.entry;
    };
    begins_.erase(std::unique(begins_.begin(), begins_.end(), is_same), begins_.end());
}

RowTasks::RowTasks(const SparseView &rows, double steps_per_entry)
    : RowTasks(static_cast<double>(rows.nvals) * steps_per_entry +
               static_cast<double>(rows.stored_rows)) {
    begins_.resize(static_cast<std::size_t>(wanted_) + 1);
    begins_[wanted_] = {rows.stored_rows, 0};
    // Entries and rows count: empty rows take time too.
    const std::uint64_t share = (rows.nvals + rows.stored_rows) / wanted_;
    constexpr double search_steps = 1000;
    dispatch_widths(rows, [&](const auto &A) {
        parallel_ranges(wanted_ - 1, search_steps, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t task = begin + 1; task <= end; task++) {
                std::uint64_t low = 0, high = A.stored_rows;
                while (low < high) {
                    const std::uint64_t middle = low + (high - low) / 2;
                    if (A.row_offsets[middle] + middle < share * task) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                begins_[task] = {low, 0};
            }
        });
    });
}

} // namespace grb
