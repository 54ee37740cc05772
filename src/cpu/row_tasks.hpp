// How the kernels split the rows that they go through among threads.
#pragma once

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "storage/views.hpp"

namespace grb {

/// Consecutive rows in tasks of about equal work. No result depends on where a task begins.
class RowTasks {
public:
    /// Where a task begins: at an entry of a row, counted from the row's first.
    struct Begin {
        std::uint64_t row, entry;
    };
    /// `work` holds elementary steps per row; no row is split.
    explicit RowTasks(const HostVector<std::uint64_t> &work);
    /// A row with more than its share, such as a hub's, is work for several threads. for_each_entry(k, f) calls
    /// f(steps) for each entry of row k in turn.
    template <class ForEachEntry>
    RowTasks(const HostVector<std::uint64_t> &work, const ForEachEntry &for_each_entry);
    /// Each entry of the rows takes so many steps; no row is split.
    RowTasks(const SparseView &rows, double steps_per_entry);

    std::int64_t count() const noexcept { return static_cast<std::int64_t>(begins_.size()) - 1; }
    int threads() const noexcept { return threads_; }
    /// That of the next task is where this one ends.
    const Begin &begin_of(std::int64_t task) const noexcept {
        return begins_[static_cast<std::size_t>(task)];
    }
    // Rows of a task, where none is split.
    std::uint64_t begin(std::int64_t task) const noexcept { return begin_of(task).row; }
    std::uint64_t end(std::int64_t task) const noexcept { return begin_of(task + 1).row; }

private:
    explicit RowTasks(double steps);
    void end_task(const Begin &next) {
        begins_.push_back(next);
        sum_ = 0;
    }

    HostVector<Begin> begins_;
    std::uint64_t wanted_ = 1, share_ = 1; // tasks, and the steps of one
    std::uint64_t sum_ = 0;                // steps of the task that has not ended yet
    int threads_ = 1;
};

/// Steps of all rows, and one a row.
double total_steps(const HostVector<std::uint64_t> &work) noexcept;

template <class ForEachEntry>
RowTasks::RowTasks(const HostVector<std::uint64_t> &work, const ForEachEntry &for_each_entry)
    : RowTasks(total_steps(work)) {
    const std::uint64_t rows = work.size();
    for (std::uint64_t k = 0; k < rows; k++) {
        if (threads_ > 1 && work[k] >= 2 * share_) {
            std::uint64_t entry = 0;
            for_each_entry(k, [&](std::uint64_t steps) {
                entry++;
                sum_ += steps + 1;
                if (sum_ >= share_) end_task({k, entry});
            });
        } else {
            sum_ += work[k] + 1;
        }
        if (sum_ >= share_) end_task({k + 1, 0});
    }
    if (begins_.size() == 1 || sum_ != 0) end_task({rows, 0});
}

} // namespace grb
