// Choosing and running a variant: the cheapest that accepts, with investments and the log.
#pragma once

#include "registry/context.hpp"
#include "registry/problems.hpp"
#include "registry/rates.hpp"
#include "registry/running.hpp"
#include "registry/schedules.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace grb {

/// What the choice saw, for the log line.
inline constexpr int most_considered = 64;
struct Consideration {
    const char *name;
    const char *refusal; // null: accepted
    double seconds;
    Place *place = nullptr; // null: the host
};

/// Writes the line of GRAPHBLAST_LOG=pick to stderr. `describe` prints the problem's own part.
void log_pick(Operation operation, const char *chosen, const Place *place,
              std::span<const Consideration> considered, std::span<const Consideration> compared,
              const char *description, double elapsed_seconds, std::size_t bytes);

/// key=value text of a problem for the log: shapes, types, formats, mask, operator names.
void describe(const MxvProblem &problem, char *text, std::size_t size);
void describe(const MxmProblem &problem, char *text, std::size_t size);
void describe(const EwiseProblem &problem, char *text, std::size_t size);
void describe(const ApplyProblem &problem, char *text, std::size_t size);
void describe(const SelectProblem &problem, char *text, std::size_t size);
void describe(const ReduceProblem &problem, char *text, std::size_t size);
void describe(const TransposeProblem &problem, char *text, std::size_t size);
void describe(const ExtractProblem &problem, char *text, std::size_t size);
void describe(const AssignProblem &problem, char *text, std::size_t size);
void describe(const KroneckerProblem &problem, char *text, std::size_t size);
void describe(const MaxkProblem &problem, char *text, std::size_t size);

double seconds_now() noexcept;

/// An operand to write beside the log line (GRAPHBLAST_LOG=dump); null snapshots are passed over.
struct DumpOperand {
    const char *name;
    const Snapshot *snapshot;
};
/// Writes the operands to graphblast-<process>-<number>-<name>.mtx in the current folder and gives
/// the common prefix, for the log line, in `prefix`.
void dump_operands(std::span<const DumpOperand> operands, char *prefix, std::size_t size);

/// Adds to the debt of a missing part what its absence costs now. True when the debt has reached the
/// price, so that the part should be made.
bool absence_should_be_ended(const Cost &with_part, double best_without) noexcept;

/// Bytes of the problem's operands, for the log's GB/s.
template <class Problem>
std::size_t operand_bytes(const Problem &problem) {
    if constexpr (Structural<Problem>) return problem.traffic().bytes;
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes();
    return bytes;
}

/// Bytes of the problem's operands that are on the device alone.
template <class Problem>
std::size_t operand_bytes_away(const Problem &problem) {
    if constexpr (Structural<Problem>) return problem.traffic().away;
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes_away() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes_away();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes_away();
    if constexpr (requires { problem.column_vector; })
        bytes += problem.column_vector ? problem.column_vector->bytes_away() : 0;
    if constexpr (requires { problem.mask; })
        bytes += problem.mask.snapshot ? problem.mask.snapshot->bytes_away() : 0;
    return bytes;
}

/// Some variant takes a row-balanced B as it is: those that add to C. A full one has other readers.
template <class Problem>
bool is_B_read_balanced(const Problem &problem) {
    if constexpr (requires { problem.sum_into; }) {
        if (!problem.sum_into || problem.B->is_full()) return false;
        for (const Variant<Problem> *variant : variants<Problem>())
            if (variant->capabilities.fuses_sum && variant->refuses(problem) == nullptr)
                return true;
    }
    return false;
}

/// Rows of the operands that are row-balanced, where no variant reads them as they are.
template <class Problem>
requires(!Structural<Problem>) void unpack_operands(const Problem &problem) {
    if constexpr (requires { problem.A; }) {
        if (problem.A) problem.A->unpack();
    }
    if constexpr (requires { problem.B; }) {
        if (!is_B_read_balanced(problem)) problem.B->unpack();
    }
    if (problem.mask.snapshot) problem.mask.snapshot->unpack();
}

/// Estimate for a host variant whose operands would first have to be fetched: a closer look at them
/// would fetch them.
Cost cost_from_afar(std::size_t bytes_away, std::size_t operand_bytes) noexcept;
/// The same for a part: who reads it is where the entries are, so that it goes back.
Cost cost_from_afar(const Traffic &traffic) noexcept;

template <class Problem>
Cost from_afar(const Problem &problem) {
    if constexpr (Structural<Problem>) return cost_from_afar(problem.traffic());
    return cost_from_afar(operand_bytes_away(problem), operand_bytes(problem));
}

/// What GRAPHBLAST_CUDA=always adds to the cost of host variants.
inline constexpr double aversion_to_host = 1e6;

/// A row, and the place where it is to run; null: the host, or where nobody asked yet.
struct Candidate {
    int row = -1;
    Place *place = nullptr;
};

/// Calls f(place) at each place where rows of this kind run, until it returns false. Of a kind that has no place
/// yet once without one: the row may open some when it is asked. Inside of a row that runs at a place of the kind
/// only there.
template <class F>
void at_places(PlaceKind kind, const F &f) {
    bool has_place = false;
    Place *const outer = running().place;
    for (Place *const place : kind == host_kind ? std::span<Place *const>() : places()) {
        if (place->kind() != kind) continue;
        if (outer != nullptr && outer->kind() == kind && outer != place) continue;
        has_place = true;
        const Glance at(*place);
        if (!f(place)) return;
    }
    if (!has_place) f(nullptr);
}

/// The choice among the rows of one operation.
template <class Problem>
class Choice {
public:
    Choice(const Problem &problem, Consideration *considered, bool only_on_host)
        : problem_(problem), considered_(considered), only_on_host_(only_on_host),
          forced_(context().has_rules() ? context().forced(Problem::operation) : nullptr) {
        const PlaceOpener &opener = place_opener();
        // Places are opened for operations, not for the parts that these want.
        if (!Structural<Problem> && opener.is_undecided())
            opener.see_operands(static_cast<double>(operand_bytes(problem)));
        bytes_away_ = places().empty() ? 0 : operand_bytes_away(problem);
    }

    Candidate make() {
        const auto list = variants<Problem>();
        for (int k = 0; k < static_cast<int>(list.size()) && !is_settled_; k++) {
            at_places(list[k]->capabilities.place, [&](Place *place) {
                consider(*list[k], {k, place});
                return !is_settled_;
            });
        }
        if (is_settled_) return best_;
        if (invested_.row >= 0 && invested_.row != best_.row && invested_seconds_ < best_seconds_ &&
            absence_should_be_ended(invested_cost_, best_seconds_)) {
            return invested_;
        }
        return best_.row >= 0 ? best_ : fallback_;
    }
    int considered_count() const noexcept { return considered_count_; }

private:
    /// Null: it may be chosen.
    const char *refusal_of(const Variant<Problem> &variant, bool is_elsewhere) const {
        if (is_elsewhere && only_on_host_) return "the device failed";
        return variant.refuses(problem_);
    }
    const char *exclusion_of(const Variant<Problem> &variant) const {
        if (context().has_rules() && context().is_skipped(variant.name)) return "skipped";
        if (context().is_deterministic() && !variant.capabilities.is_deterministic)
            return "not deterministic";
        return nullptr;
    }
    Cost cost_of(const Variant<Problem> &variant, bool is_elsewhere) const {
        Cost cost = is_elsewhere || bytes_away_ == 0 ? variant.cost(problem_) : from_afar(problem_);
        if (!is_elsewhere && avoids_host()) cost.seconds += aversion_to_host;
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
            cost = cost_of(variant, is_elsewhere);
            weigh(candidate, cost);
        }
        if (considered_ != nullptr && considered_count_ < most_considered)
            considered_[considered_count_++] = {
                variant.name, refusal, cost.seconds + cost.missing_seconds, candidate.place};
    }
    void weigh(const Candidate &candidate, const Cost &cost) {
        const double total = cost.seconds + cost.missing_seconds;
        if (best_.row < 0 || total < best_seconds_) {
            best_ = candidate;
            best_seconds_ = total;
        }
        if (cost.missing_in == nullptr) return;
        if (invested_.row >= 0 && cost.seconds >= invested_seconds_) return;
        invested_ = candidate;
        invested_seconds_ = cost.seconds;
        invested_cost_ = cost;
    }

    const Problem &problem_;
    Consideration *considered_;
    const bool only_on_host_;
    const char *const forced_;
    std::size_t bytes_away_ = 0;
    int considered_count_ = 0;
    bool is_settled_ = false;
    Candidate best_, invested_, fallback_;
    double best_seconds_ = 0, invested_seconds_ = 0;
    Cost invested_cost_;
};

/// Picks a variant. Order: a forced row that accepts; else the cheapest accepting row that is not
/// skipped, counting missing parts at full price unless their debt pays for them. The list of every
/// operation contains a row that accepts everything, and that one cannot be skipped away. With
/// `only_on_host` the rows of other places are passed over.
template <class Problem>
Candidate pick(const Problem &problem, Consideration *considered, int &considered_count,
               bool only_on_host) {
    Choice<Problem> choice(problem, considered, only_on_host);
    const Candidate candidate = choice.make();
    considered_count = choice.considered_count();
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

/// Writes a problem's operands and adds their prefix to its description.
template <class Problem>
void dump(const Problem &problem, char *description, std::size_t size) {
    const Snapshot *A = nullptr, *B = nullptr, *u = nullptr, *M = nullptr;
    if constexpr (requires { problem.A; }) A = problem.A.get();
    if constexpr (requires { problem.B; }) B = problem.B.get();
    if constexpr (requires { problem.u; }) u = problem.u.get();
    if constexpr (requires { problem.mask; }) M = problem.mask.snapshot.get();
    const DumpOperand operands[] = {{"A", A}, {"B", B}, {"u", u}, {"M", M}};
    const std::size_t length = std::strlen(description);
    const Running::Unseen unseen; // reading them is no call's
    dump_operands(operands, description + length, size - length);
}

/// Seconds of a call, once everything that it keeps has been made. Short ones are queued one behind the other.
template <class Problem>
double measured_seconds(const Variant<Problem> &variant, const Problem &problem) {
    constexpr double long_enough = 5e-4;
    constexpr int most_calls = 50;
    double seconds = 0;
    for (int calls = 1, turn = 0; turn < 3; turn++) {
        wait_for_places();
        const double start = seconds_now();
        for (int k = 0; k < calls; k++) variant.run(problem);
        wait_for_places();
        const double own = (seconds_now() - start) / calls;
        seconds = own; // the last one's, without what the first one made
        calls = std::clamp(static_cast<int>(long_enough / std::max(1e-9, own)), 1, most_calls);
    }
    return seconds;
}

/// What every variant takes that might have been chosen. They run for nothing but that.
template <class Problem>
int compare(const Problem &problem, std::span<const Consideration> considered,
            Consideration *compared) {
    int count = 0;
    const Running::Unseen unseen;
    for (const Consideration &seen : considered) {
        if (seen.refusal != nullptr || seen.seconds >= aversion_to_host) continue;
        const auto list = variants<Problem>();
        const auto variant = std::find_if(list.begin(), list.end(),
                                          [&](const auto *row) { return row->name == seen.name; });
        std::optional<At> at;
        if (seen.place != nullptr) at.emplace(*seen.place);
        try {
            compared[count] = {seen.name, nullptr, measured_seconds(**variant, problem),
                               seen.place};
            count++;
        } catch (const std::exception &) { // it would have been another one's turn
        }
    }
    return count;
}

/// The only row of the host that takes the problem, where nobody looks, rules or has another place: then there is
/// nothing to estimate. -1: there is something to choose.
template <class Problem>
int only_row(const Problem &problem) {
    const Context &engine = context();
    if (!Structural<Problem> || !places().empty() || avoids_host() || engine.has_rules() ||
        engine.is_deterministic() || engine.log_level() != LogLevel::none)
        return -1;
    int found = -1;
    const auto list = variants<Problem>();
    for (int row = 0; row < static_cast<int>(list.size()); row++) {
        if (list[row]->capabilities.place != host_kind || list[row]->refuses(problem)) continue;
        if (found >= 0) return -1;
        found = row;
    }
    return found;
}

template <class Problem>
OutcomeFor<Problem> run_picked_once(const Problem &problem, Role role, bool only_on_host) {
    const bool is_logged = context().log_level() != LogLevel::none && !running().is_unseen;
    Consideration considered[most_considered];
    int count = 0;
    const int only = only_row(problem);
    const Candidate candidate =
        only >= 0 ? Candidate{only}
                  : pick(problem, is_logged ? considered : nullptr, count, only_on_host);
    const Variant<Problem> &variant = *variants<Problem>()[static_cast<std::size_t>(candidate.row)];
    const bool is_outermost = running().depth == 0;
    if (role == Role::operation && is_outermost) set_last_variant(variant.name);
    if (!running().is_unseen) context().count_pick(Problem::operation, candidate.row);
    // What a row reads stays where it is until the row is done, wherever that is.
    std::optional<At> at;
    Place *const place = candidate.place != nullptr                ? candidate.place
                         : variant.capabilities.place != host_kind ? here()
                                                                   : nullptr;
    if (place != nullptr) at.emplace(*place);
    const Range range(variant.name, place);
    const Running::Inside inside(place);
    const Capabilities &can = variant.capabilities;
    if (!is_logged) return {variant.run(problem), can.fuses_mask, can.fuses_sum};
    char description[768];
    describe(problem, description, sizeof description);
    // A part is made under its lock, and what writes operands may ask for it.
    if (context().log_level() == LogLevel::dump && role == Role::operation)
        dump(problem, description, sizeof description);
    const double start = seconds_now();
    OutcomeFor<Problem> outcome{variant.run(problem), can.fuses_mask, can.fuses_sum};
    const double elapsed = seconds_now() - start;
    const std::span<const Consideration> all(considered, static_cast<std::size_t>(count));
    Consideration compared[most_considered];
    int timed = 0;
    const bool is_forced = context().has_rules() && context().forced(Problem::operation) != nullptr;
    // Inside of another row this would be part of that one's time.
    if (context().log_level() == LogLevel::compare && !is_forced && is_outermost) {
        const char *const own_schedule = last_schedule();
        timed = compare(problem, all, compared);
        set_last_schedule(own_schedule);
    }
    log_pick(Problem::operation, variant.name, place, all,
             {compared, static_cast<std::size_t>(timed)}, description, elapsed,
             operand_bytes(problem) + bytes_of(outcome.result));
    return outcome;
}

/// Picks, runs, counts and logs. What the device cannot do after all, the host does.
template <class Problem>
OutcomeFor<Problem> run_picked(const Problem &problem, Role role = Role::operation) {
    if constexpr (!Structural<Problem>) unpack_operands(problem);
    try {
        return run_picked_once(problem, role, false);
    } catch (const PlaceFailure &) {
        return run_picked_once(problem, role, true);
    }
}

} // namespace grb
