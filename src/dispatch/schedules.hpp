// Schedules: some variants can distribute their work in several ways, each of which has a name. A
// rule may ask for one ("mxv:cuda/mxv_push_atomic:twc"); else the variant chooses.
#pragma once

#include <span>

namespace grb {

/// Returns the names of a variant's schedules; most variants have none.
std::span<const char *const> schedules_of(const char *variant) noexcept;

/// Returns the index of the schedule that a rule asks of the variant; -1: none.
int forced_schedule(const char *variant) noexcept;
/// Sets the schedule that a rule asks of a variant; -1: none.
void force_schedule(const char *variant, int schedule) noexcept;
void forget_forced_schedules() noexcept;

/// The schedules of a variant, for the variant itself: the constructor finds them by name once.
struct ScheduledVariant;
class Schedules {
public:
    /// `row` must have schedules.
    explicit Schedules(const char *variant) noexcept;
    /// Returns the index of the schedule that a rule asks for; -1: none.
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
    const ScheduledVariant &variant_;
};

/// The schedule that this thread's last variant with schedules used, for the log.
const char *last_schedule() noexcept;
void set_last_schedule(const char *name) noexcept;

} // namespace grb
