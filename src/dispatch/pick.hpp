// Choosing and running a variant: the cheapest that accepts, with investments and the log.
#pragma once

#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "costs/rates.hpp"
#include "dispatch/choose.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/context.hpp"
#include "dispatch/log.hpp"
#include "dispatch/prepare.hpp"
#include "dispatch/running.hpp"
#include "dispatch/schedules.hpp"
#include "dispatch/settled.hpp"
#include "problems/problems.hpp"

#include <algorithm>
#include <optional>

namespace grb {

/// Picks a variant by estimates; see cheapest(). When a variant asks for a place, this opens it and picks again. What all
/// variants say goes to `considered`, unless that is null. `is_final`: see Found.
template <class Problem>
Candidate pick(const Problem &problem, Consideration *considered, int &considered_count,
               bool only_on_host, const CommitAhead &ahead = {}, bool *is_final = nullptr) {
    const VariantList &list = variant_list<Problem>();
    see_operands(Problem::operation, problem);
    Found found = cheapest(list, problem, ahead, only_on_host);
    if (found.wants_place) {
        place_opener().open();
        prepare(problem);
        found = cheapest(list, problem, ahead, only_on_host);
    }
    considered_count =
        considered == nullptr ? 0 : consider_all(list, problem, ahead, only_on_host, considered);
    if (is_final != nullptr) *is_final = found.is_final;
    found.candidate.row = agreed(list, found.candidate.row);
    return found.candidate;
}

/// Result of run_picked: the variant's output and what it left for the commit.
template <class Result>
struct OutcomeOf {
    Result result;
    bool mask_was_applied = false, sum_was_applied = false;
};
using Outcome = OutcomeOf<Ref<Snapshot>>;
template <class Problem>
using OutcomeFor = OutcomeOf<typename ResultOf<Problem>::Type>;

/// The only row that accepts the problem, when the host is alone and no rule concerns the operation: then nothing has to
/// be estimated. -1: there is a choice. For callers without a log.
template <class Problem>
int only_row(const Problem &problem) {
    const Context &engine = context();
    if (engine.has_rules(Problem::operation) || engine.is_deterministic() || !is_host_alone())
        return -1;
    int found = -1;
    const auto list = variants<Problem>();
    for (int row = 0; row < static_cast<int>(list.size()); row++) {
        if (list[row]->capabilities.place != host_kind || list[row]->refuses(problem)) continue;
        if (found >= 0) return -1;
        found = row;
    }
    if (found >= 0) see_operands(Problem::operation, problem);
    return found;
}

/// While a chosen row runs. What it reads stays where it is until the row is done, wherever that is.
template <class Problem>
class Turn {
public:
    Turn(const Candidate &candidate, Role role)
        : variant_(*variants<Problem>()[static_cast<std::size_t>(candidate.row)]),
          running_(running()), is_outermost_(running_.depth == 0),
          place_(at_place(candidate.place != nullptr                 ? candidate.place
                          : variant_.capabilities.place != host_kind ? here()
                                                                     : nullptr)),
          range_(variant_.name, place_), inside_(running_, place_) {
        if (role == Role::operation && is_outermost_) set_last_variant(variant_.name);
        if (!running_.is_unseen) context().count_pick(Problem::operation, candidate.row);
    }
    OutcomeFor<Problem> run(const Problem &problem) const {
        const Capabilities &can = variant_.capabilities;
        return {variant_.run(problem), can.fuses_mask, can.fuses_sum};
    }
    const Variant<Problem> &variant() const noexcept { return variant_; }
    Place *place() const noexcept { return place_; }
    bool is_outermost() const noexcept { return is_outermost_; }

private:
    Place *at_place(Place *place) {
        if (place != nullptr) at_.emplace(*place);
        return place;
    }
    const Variant<Problem> &variant_;
    Running &running_;
    const bool is_outermost_;
    std::optional<At> at_;
    Place *const place_; // null: the host
    const Range range_;
    const Running::Inside inside_;
};

/// With a line in the log, or timed trials of all rows.
template <class Problem>
OutcomeFor<Problem> run_watched(const Problem &problem, Role role, const CommitAhead &ahead,
                                bool only_on_host, double preparing_seconds) {
    Consideration considered[most_considered];
    int count = 0;
    const Candidate candidate = pick(problem, considered, count, only_on_host, ahead);
    const Turn<Problem> turn(candidate, role);
    char description[768];
    problem.describe(description, sizeof description);
    // Operations only: a part is made under its lock, and writing the operands may need that part.
    if (context().log_level() == LogLevel::dump && role == Role::operation)
        dump(problem, description, sizeof description);
    const double start = seconds_now();
    OutcomeFor<Problem> outcome = turn.run(problem);
    const double elapsed = seconds_now() - start;
    const std::span<const Consideration> all(considered, static_cast<std::size_t>(count));
    Consideration compared[most_considered];
    // Not inside of another row: the comparison would count as that row's time.
    const int timed = turn.is_outermost() ? look_back(problem, ahead, all, compared) : 0;
    if (context().log_level() == LogLevel::none) return outcome;
    log_pick(Problem::operation, turn.variant().name, turn.place(), all,
             {compared, static_cast<std::size_t>(timed)}, description, {preparing_seconds, elapsed},
             problem.operand_bytes() + bytes_of(outcome.result));
    return outcome;
}

template <class Problem>
OutcomeFor<Problem> run_picked_once(const Problem &problem, Role role, const CommitAhead &ahead,
                                    bool only_on_host, double preparing_seconds) {
    const bool is_watched =
        context().log_level() != LogLevel::none || trial_mode() != TrialMode::off;
    if (is_watched && !running().is_unseen)
        return run_watched(problem, role, ahead, only_on_host, preparing_seconds);
    int count = 0;
    bool is_final = false;
    const int only = only_row(problem);
    const Candidate candidate =
        only >= 0 ? Candidate{only} : pick(problem, nullptr, count, only_on_host, ahead, &is_final);
    if (is_final && !only_on_host) settle(problem, ahead, candidate);
    return Turn<Problem>(candidate, role).run(problem);
}

/// Prepares, picks, runs, counts and logs. When a device fails, the host carries the problem out.
template <class Problem>
OutcomeFor<Problem> run_picked(const Problem &problem, Role role = Role::operation,
                               const CommitAhead &ahead = {}) {
    const double start = context().log_level() != LogLevel::none ? seconds_now() : 0;
    const std::optional<Candidate> known = settled(problem, ahead);
    if (!known) prepare(problem);
    const double preparing = start > 0 ? seconds_now() - start : 0;
    try {
        if (known) return Turn<Problem>(*known, role).run(problem);
        return run_picked_once(problem, role, ahead, false, preparing);
    } catch (const PlaceFailure &) {
        unsettle(problem, ahead);
        return run_picked_once(problem, role, ahead, true, preparing);
    }
}

/// The same for an operation whose result is committed next.
template <class Problem>
OutcomeFor<Problem> run_picked(const Problem &problem, const CommitAhead &ahead) {
    return run_picked(problem, Role::operation, ahead);
}

} // namespace grb
