// Divides the rows that kernels process among threads.
#pragma once

#include "storage/chunks.hpp"
#include "storage/views.hpp"

#include <span>

namespace grb {

/// Consecutive rows in tasks of about equal work. No result depends on the tasks' bounds.
class RowTasks {
public:
    /// Begin of a task: an entry of a row, counted from the row's first.
    struct Begin {
        std::uint64_t row, entry;
    };
    /// Enough tasks to compensate for one that exceeds its estimate.
    static constexpr std::uint64_t tasks_per_thread = 16;
    /// `work` holds elementary steps per row; no row is split.
    explicit RowTasks(std::span<const std::uint64_t> work);
    /// Several threads share a row of more than one task's work, such as a hub's. for_each_entry(k,
    /// f) calls f(steps) for each entry of row k in turn; an entry counts as one step more.
    template <class ForEachEntry>
    RowTasks(std::span<const std::uint64_t> work, const ForEachEntry &for_each_entry);
    /// Each entry takes `steps_per_entry` steps; no row is split.
    RowTasks(const SparseView &rows, double steps_per_entry);

    std::int64_t count() const noexcept { return static_cast<std::int64_t>(begins_.size()) - 1; }
    int threads() const noexcept { return threads_; }
    /// Begin of a task, and end of the one before it.
    const Begin &begin_of(std::int64_t task) const noexcept {
        return begins_[static_cast<std::size_t>(task)];
    }
    // Rows of a task, if none is split.
    std::uint64_t begin(std::int64_t task) const noexcept { return begin_of(task).row; }
    std::uint64_t end(std::int64_t task) const noexcept { return begin_of(task + 1).row; }

private:
    /// The rows in chunks, and the steps of all rows before each chunk.
    struct Plan {
        explicit Plan(std::span<const std::uint64_t> work);
        double steps() const noexcept { return static_cast<double>(before[chunks.count]); }
        int threads;
        Chunks chunks;
        HostVector<std::uint64_t> before;
    };
    explicit RowTasks(double steps);
    template <class ForEachEntry>
    RowTasks(std::span<const std::uint64_t> work, const Plan &plan,
             const ForEachEntry &for_each_entry);
    /// Drops empty tasks, whose ends fell into one unsplit row.
    void drop_empty();

    HostVector<Begin> begins_;
    std::uint64_t wanted_ = 1, share_ = 1; // tasks, and the steps of each
    int threads_ = 1;
};

template <class ForEachEntry>
RowTasks::RowTasks(std::span<const std::uint64_t> work, const ForEachEntry &for_each_entry)
    : RowTasks(work, Plan(work), for_each_entry) {}

/// Task t ends where the steps reach t times a task's steps.
template <class ForEachEntry>
RowTasks::RowTasks(std::span<const std::uint64_t> work, const Plan &plan,
                   const ForEachEntry &for_each_entry)
    : RowTasks(plan.steps()) {
    begins_.assign(static_cast<std::size_t>(wanted_) + 1, {work.size(), 0});
    begins_[0] = {0, 0};
    if (wanted_ == 1) return;
    for_chunks(plan.chunks, plan.threads,
               [&](std::uint64_t chunk, std::uint64_t begin, std::uint64_t end) {
                   std::uint64_t sum = plan.before[chunk], task = sum / share_ + 1;
                   for (std::uint64_t k = begin; k < end; k++) {
                       std::uint64_t within = sum, entry = 0;
                       sum += work[k] + 1;
                       if (sum < task * share_) continue;
                       if (work[k] >= 2 * share_) {
                           for_each_entry(k, [&](std::uint64_t steps) {
                               entry++;
                               within += steps + 1;
                               if (within >= task * share_ && sum >= task * share_)
                                   begins_[task++] = {k, entry};
                           });
                       }
                       while (sum >= task * share_) begins_[task++] = {k + 1, 0};
                   }
               });
    drop_empty();
}

} // namespace grb
