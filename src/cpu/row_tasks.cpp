#include "cpu/row_tasks.hpp"

namespace grb {

double total_steps(const HostVector<std::uint64_t> &work) noexcept {
    std::uint64_t total = work.size();
    for (const std::uint64_t steps : work) total += steps;
    return static_cast<double>(total);
}

RowTasks::RowTasks(double steps) : threads_(threads_for(steps)) {
    // Sixteen per thread: a task that turns out longer than its estimate is made up for.
    if (threads_ > 1) wanted_ = static_cast<std::uint64_t>(threads_) * 16;
    share_ = static_cast<std::uint64_t>(steps) / wanted_ + 1;
    begins_.reserve(static_cast<std::size_t>(wanted_) + 2);
    begins_.push_back({0, 0});
}

RowTasks::RowTasks(const HostVector<std::uint64_t> &work) : RowTasks(total_steps(work)) {
    const std::uint64_t rows = work.size();
    for (std::uint64_t k = 0; k < rows; k++) {
        sum_ += work[k] + 1;
        if (sum_ >= share_) end_task({k + 1, 0});
    }
    if (begins_.size() == 1 || sum_ != 0) end_task({rows, 0});
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
