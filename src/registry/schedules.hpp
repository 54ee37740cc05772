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

/// The schedule of this thread's last run of a row with schedules, for the log.
const char *last_schedule() noexcept;
void set_last_schedule(const char *name) noexcept;

} // namespace grb
