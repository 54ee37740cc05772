// Schedules: some rows can distribute their work in several ways, each of which has a name. A rule may ask for one
// ("mxv:cuda/mxv_push_atomic:twc"); else the row chooses.
#pragma once

#include <span>

namespace grb {

/// The names of a row's schedules; most rows have none.
std::span<const char *const> schedules_of(const char *row) noexcept;

/// The index of the schedule that a rule asks of the row; -1: none.
int forced_schedule(const char *row) noexcept;
/// Sets what a rule asks of a row with schedules; -1: nothing.
void force_schedule(const char *row, int schedule) noexcept;
void forget_forced_schedules() noexcept;

/// A row's schedules, for the row itself: the constructor looks them up by name once.
struct ScheduledRow;
class Schedules {
public:
    /// `row` must have schedules.
    explicit Schedules(const char *row) noexcept;
    /// The index of the schedule that a rule asks for; -1: none.
    int forced() const noexcept;
    /// Notes for the log that the run uses this schedule.
    void note(int schedule) const noexcept;
    /// Returns the schedule that a rule asks for, else `own`, and notes it.
    int choose(int own) const noexcept {
        const int asked = forced(), schedule = asked < 0 ? own : asked;
        note(schedule);
        return schedule;
    }

private:
    const ScheduledRow &row_;
};

/// The schedule that this thread's last run of a row with schedules used, for the log.
const char *last_schedule() noexcept;
void set_last_schedule(const char *name) noexcept;

} // namespace grb
