// Schedules: rows that deal their work out in more ways than one name them. A rule may ask for one,
// "mxv:cuda/mxv_push_atomic:twc"; else the row chooses.
#pragma once

#include <span>

namespace grb {

/// What the row can be asked for; none for most rows.
std::span<const char *const> schedules_of(const char *row) noexcept;

/// Index of what a rule asks of the row, -1: nothing.
int forced_schedule(const char *row) noexcept;
/// Of a row with schedules.
void force_schedule(const char *row, int schedule) noexcept;
void forget_forced_schedules() noexcept;

/// A row's schedules as the row itself asks for them: it is looked up by name once.
struct ScheduledRow;
class Schedules {
public:
    /// Of a row with schedules.
    explicit Schedules(const char *row) noexcept;
    /// Index of what a rule asks for, -1: nothing.
    int forced() const noexcept;
    /// The run is under this one; noted for the log.
    void note(int schedule) const noexcept;
    /// What a rule asks for, else `own`; noted.
    int choose(int own) const noexcept {
        const int asked = forced(), schedule = asked < 0 ? own : asked;
        note(schedule);
        return schedule;
    }

private:
    const ScheduledRow &row_;
};

/// The schedule of this thread's last run of a row with schedules, for the log.
const char *last_schedule() noexcept;
void set_last_schedule(const char *name) noexcept;

} // namespace grb
