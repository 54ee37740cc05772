// Where a call may do without a choice among rows, and what is noted then.
#pragma once

#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "dispatch/context.hpp"
#include "dispatch/running.hpp"
#include "dispatch/trials.hpp"
#include "problems/problems.hpp"

#include <algorithm>

namespace grb {

/// True when nobody would see a choice among rows of the operation, and no other place could have a say.
inline bool is_open(Operation operation) noexcept {
    const Context &engine = context();
    return is_host_alone() && !engine.has_rules(operation) &&
           engine.log_level() == LogLevel::none && trial_mode() == TrialMode::off &&
           running().depth == 0 && process_team() == nullptr && team_parts() == 0;
}

/// As if the row had been chosen. It is one of the library's, whose numbers do not change.
template <class Problem>
void count_taken(const Variant<Problem> &row) noexcept {
    const auto rows = built_in_variants<Problem>();
    const auto place = std::find(rows.begin(), rows.end(), &row) - rows.begin();
    context().count_pick(Problem::operation, static_cast<int>(place));
}

/// The same of an operation, whose row the caller may ask for.
template <class Problem>
void note_taken(const Variant<Problem> &row) noexcept {
    set_last_variant(row.name);
    count_taken(row);
}

} // namespace grb
