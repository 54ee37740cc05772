// Choosing and running a variant: the cheapest that accepts, with investments and the log.
#pragma once

#include "base/process_team.hpp"
#include "base/team_parts.hpp"
#include "registry/at_places.hpp"
#include "registry/commit.hpp"
#include "registry/compare.hpp"
#include "registry/context.hpp"
#include "registry/describe.hpp"
#include "registry/expected.hpp"
#include "registry/operand_bytes.hpp"
#include "registry/prepare.hpp"
#include "registry/problems.hpp"
#include "registry/rates.hpp"
#include "registry/running.hpp"
#include "registry/schedules.hpp"
#include "registry/settled.hpp"

#include <algorithm>
#include <optional>

namespace grb {

/// Adds what the absence of a part costs this call to the debt of the part. True when the debt has reached the price of
/// the part, so that it should be made.
bool absence_should_be_ended(const Cost &with_part, double best_without) noexcept;

/// What a host variant takes at least whose operands would first have to be fetched, by byte counts alone: the way, and reading
/// them once.
struct FromAfar {
    double way = 0, reading = 0; // seconds
    double seconds() const noexcept { return way + reading; }
};
FromAfar cost_from_afar(std::size_t bytes_away, std::size_t operand_bytes) noexcept;
/// The same for a part. Its reader works where the entries are, so the part is copied back, too.
FromAfar cost_from_afar(const Traffic &traffic) noexcept;

/// Of every host row when operands are elsewhere; nothing when the host has all operands.
template <class Problem>
std::optional<FromAfar> from_afar(const Problem &problem) {
    if constexpr (Structural<Problem>) {
        const Traffic traffic = problem.traffic();
        if (traffic.away == 0) return {};
        return cost_from_afar(traffic);
    } else {
        const std::size_t bytes_away = operand_bytes_away(problem);
        if (bytes_away == 0) return {};
        return cost_from_afar(bytes_away, operand_bytes(problem));
    }
}

/// Seconds from which on nothing is gained by a look at more rows: little longer than a call that does nothing.
double short_enough() noexcept;

/// The choice among the rows of one operation.
template <class Problem>
class Choice {
public:
    Choice(const Problem &problem, Consideration *considered, bool only_on_host,
           CommitEstimate *commit = nullptr)
        : problem_(problem), considered_(considered), commit_(commit), only_on_host_(only_on_host),
          has_rules_(context().has_rules(Problem::operation)),
          forced_(has_rules_ ? context().forced(Problem::operation) : nullptr) {
        // The host's rows of the commit include fetching in their own estimates.
        if (!places().empty() && !is_commit) from_afar_ = from_afar(problem);
    }

    Candidate make() {
        const auto list = variants<Problem>();
        // The log tells why they refuse.
        const bool is_host_enough = considered_ == nullptr && is_host_alone();
        // The host's rows fetch first, whatever they do then: they come last, if that can still win.
        const double way = considered_ == nullptr && !has_rules_ ? seconds_of_way() : 0;
        for (int pass = way > 0 ? 0 : 1; pass < 2; pass++) {
            for (int k = 0; k < static_cast<int>(list.size()) && !is_done(); k++) {
                const bool is_host = list[k]->capabilities.place == host_kind;
                if (is_host ? pass == 0 || (way > 0 && is_worse(way, k))
                            : is_host_enough || (way > 0 && pass == 1))
                    continue;
                at_places(list[k]->capabilities.place, [&](Place *place) {
                    consider(*list[k], {k, place});
                    return !is_done();
                });
            }
        }
        if (is_settled_ || is_enough_) return best_;
        if (invested_.row >= 0 && invested_.row != best_.row && invested_seconds_ < best_seconds_ &&
            absence_should_be_ended(invested_cost_, best_seconds_)) {
            return invested_;
        }
        return best_.row >= 0 ? best_ : fallback_;
    }
    int considered_count() const noexcept { return considered_count_; }
    /// True when the same would be chosen again, whatever has been asked for meanwhile: nothing that is missing would pay.
    bool is_final() const noexcept {
        return !is_settled_ && best_.row >= 0 && best_missing_seconds_ == 0 &&
               (invested_.row < 0 || invested_seconds_ >= best_seconds_);
    }
    /// True when some row would accept at a place that is not open yet.
    bool wants_place() const noexcept { return wants_place_; }

private:
    static constexpr bool is_commit = Problem::operation == Operation::commit;

    /// What every row of the host takes at least, because operands are elsewhere.
    double seconds_of_way() const {
        if constexpr (is_commit) return problem_.transfer_seconds();
        return from_afar_ ? from_afar_->seconds() : 0;
    }
    bool is_worse(double seconds, int row) const noexcept {
        return best_.row >= 0 && seconds * row_factor(Problem::operation, row) >= best_seconds_;
    }
    /// A log shows what the other rows would have cost.
    bool is_done() const noexcept { return is_settled_ || (is_enough_ && considered_ == nullptr); }
    /// Null: the row accepts.
    const char *refusal_of(const Variant<Problem> &variant, bool is_elsewhere) {
        if (is_elsewhere && only_on_host_) return "the device failed";
        const char *const refusal = variant.refuses(problem_);
        if (refusal == place_is_not_open) wants_place_ = true;
        return refusal;
    }
    /// A team of processes carries it out together: each must take a row of the team, whatever its places are.
    static bool is_shared_by_processes() noexcept {
        return process_team() != nullptr && !team_turn().is_inside;
    }
    const char *exclusion_of(const Variant<Problem> &variant) const {
        if (has_rules_ && context().is_skipped(variant.name)) return "skipped";
        if (context().is_deterministic() && !variant.capabilities.is_deterministic)
            return "not deterministic";
        return nullptr;
    }
    /// A row of the host: with what it takes to fetch what it reads. An estimate looks at nothing that is elsewhere.
    Cost host_cost(const Variant<Problem> &variant) const {
        Cost cost = variant.cost(problem_);
        if (from_afar_)
            cost.seconds = from_afar_->way + std::max(cost.seconds, from_afar_->reading);
        return cost;
    }
    /// The estimate, with that of the commit that follows.
    Cost cost_of(const Variant<Problem> &variant, const Candidate &candidate,
                 bool is_elsewhere) const {
        Cost cost = is_elsewhere ? variant.cost(problem_) : host_cost(variant);
        cost.seconds *= row_factor(Problem::operation, candidate.row);
        const bool is_of_team = variant.capabilities.place == team_kind;
        if ((!is_elsewhere && avoids_host()) || (!is_of_team && is_shared_by_processes()))
            cost.seconds += aversion_to_host;
        // A log shows the whole of each; else who has lost already need not be known better.
        const bool is_lost =
            considered_ == nullptr && best_.row >= 0 && cost.seconds >= best_seconds_;
        if (commit_ != nullptr && !is_lost)
            cost.seconds += commit_->seconds(variant.capabilities, candidate.place);
        return cost;
    }
    void consider(const Variant<Problem> &variant, const Candidate &candidate) {
        const bool is_elsewhere = variant.capabilities.place != host_kind;
        const char *refusal = refusal_of(variant, is_elsewhere);
        if (refusal == nullptr) {
            if (!is_elsewhere) fallback_ = candidate;
            if (forced_ != nullptr && forced_ == variant.name) {
                best_ = candidate;
                is_settled_ = true;
                return;
            }
            refusal = exclusion_of(variant);
        }
        Cost cost;
        if (refusal == nullptr) {
            cost = cost_of(variant, candidate, is_elsewhere);
            weigh(candidate, cost);
        }
        if (considered_ != nullptr && considered_count_ < most_considered)
            considered_[considered_count_++] = {variant.name, refusal,
                                                cost.seconds + cost.missing_seconds,
                                                candidate.place, cost.missing_seconds};
    }
    void weigh(const Candidate &candidate, const Cost &cost) {
        if (is_enough_) return;
        const double total = cost.seconds + cost.missing_seconds;
        if (best_.row < 0 || total < best_seconds_) {
            best_ = candidate;
            best_seconds_ = total;
            best_missing_seconds_ = cost.missing_seconds;
            is_enough_ = forced_ == nullptr && total <= short_enough();
        }
        if (cost.missing_in == nullptr) return;
        if (invested_.row >= 0 && cost.seconds >= invested_seconds_) return;
        invested_ = candidate;
        invested_seconds_ = cost.seconds;
        invested_cost_ = cost;
    }

    const Problem &problem_;
    Consideration *considered_;
    CommitEstimate *const commit_; // null: no commit counts
    const bool only_on_host_, has_rules_;
    const char *const forced_;
    std::optional<FromAfar> from_afar_; // of the host's rows
    int considered_count_ = 0;
    bool is_settled_ = false, is_enough_ = false, wants_place_ = false;
    Candidate best_, invested_, fallback_;
    double best_seconds_ = 0, best_missing_seconds_ = 0, invested_seconds_ = 0;
    Cost invested_cost_;
};

/// Among several rows of a team of processes, the one that process 0 has chosen: estimates may differ.
template <class Problem>
int agreed_row(int row) {
    const ProcessTeam *const processes = process_team();
    if (processes == nullptr || team_turn().is_inside) return row;
    // By their order among the team's rows: where there is no GPU the list may be shorter.
    const auto list = variants<Problem>();
    int rows[most_rows], count = 0, chosen = -1;
    for (int k = 0; k < static_cast<int>(list.size()); k++) {
        if (list[static_cast<std::size_t>(k)]->capabilities.place != team_kind) continue;
        if (k == row) chosen = count;
        rows[count++] = k;
    }
    return chosen < 0 || count < 2 ? row : rows[processes->choose(chosen)];
}

/// Picks a variant: a forced row that accepts, else the cheapest row that accepts and is not skipped. A missing part
/// counts at its full price until its debt has paid for it. The list of every operation has a host row that accepts
/// everything; when all others are skipped or refuse, it is taken even if it is skipped. With `only_on_host` rows of
/// other places are left out. When a row asks for a place, this opens it and chooses again. `is_final`: see Choice.
template <class Problem>
Candidate pick(const Problem &problem, Consideration *considered, int &considered_count,
               bool only_on_host, CommitEstimate *commit = nullptr, bool *is_final = nullptr) {
    see_operands(problem);
    std::optional<Choice<Problem>> choice(std::in_place, problem, considered, only_on_host, commit);
    Candidate candidate = choice->make();
    if (choice->wants_place()) {
        place_opener().open();
        prepare(problem);
        choice.emplace(problem, considered, only_on_host, commit);
        candidate = choice->make();
    }
    considered_count = choice->considered_count();
    if (is_final != nullptr) *is_final = choice->is_final();
    candidate.row = agreed_row<Problem>(candidate.row);
    return candidate;
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
    if (found >= 0) see_operands(problem);
    return found;
}

/// True when some row declares the form of its result, so that the commits after the rows may differ.
template <class Problem>
bool have_forms(std::span<const Variant<Problem> *const> rows) noexcept {
    return std::any_of(rows.begin(), rows.end(),
                       [](const auto *row) { return row->capabilities.form != Form::by_entries; });
}

/// Picks with the commit of the result in the estimates, when that may differ between rows. Nothing of C is held when
/// this returns.
template <class Problem>
Candidate pick_with_commit(const Problem &problem, const CommitAhead &ahead,
                           Consideration *considered, int &count, bool only_on_host,
                           bool *is_final = nullptr) {
    if constexpr (!Structural<Problem>) {
        if (ahead.may_matter() && (!places().empty() || !ahead.output->mask.is_none() ||
                                   have_forms(variants<Problem>()))) {
            CommitEstimate commit(ahead, problem.result_type(), expected_entries(problem));
            return pick(problem, considered, count, only_on_host, &commit);
        }
    }
    return pick(problem, considered, count, only_on_host, nullptr, is_final);
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
    const Candidate candidate = pick_with_commit(problem, ahead, considered, count, only_on_host);
    const Turn<Problem> turn(candidate, role);
    char description[768];
    describe(problem, description, sizeof description);
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
             operand_bytes(problem) + bytes_of(outcome.result));
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
        only >= 0 ? Candidate{only}
                  : pick_with_commit(problem, ahead, nullptr, count, only_on_host, &is_final);
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
