// Choosing and running a variant: the cheapest that accepts, with investments and the log.
#pragma once

#include "core/context.hpp"
#include "device/backend.hpp"
#include "registry/problems.hpp"
#include "registry/rates.hpp"
#include "registry/schedules.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

/// What the choice saw, for the log line.
inline constexpr int most_considered = 24;
struct Consideration {
    const char *name;
    const char *refusal; // null: accepted
    double seconds;
};

/// Writes the line of GRAPHBLAST_LOG=pick to stderr. `describe` prints the problem's own part.
void log_pick(Operation operation, const char *chosen, std::span<const Consideration> considered,
              std::span<const Consideration> compared, const char *description,
              double elapsed_seconds, std::size_t bytes);

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
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes();
    return bytes;
}

/// Bytes of the problem's operands that are on the device alone.
template <class Problem>
std::size_t operand_bytes_away(const Problem &problem) {
    std::size_t bytes = 0;
    if constexpr (requires { problem.A; }) bytes += problem.A ? problem.A->bytes_away() : 0;
    if constexpr (requires { problem.B; }) bytes += problem.B->bytes_away();
    if constexpr (requires { problem.u; }) bytes += problem.u->bytes_away();
    if constexpr (requires { problem.column_vector; })
        bytes += problem.column_vector ? problem.column_vector->bytes_away() : 0;
    if (problem.mask.snapshot) bytes += problem.mask.snapshot->bytes_away();
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
void unpack_operands(const Problem &problem) {
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

/// What GRAPHBLAST_CUDA=always adds to the cost of host variants.
inline constexpr double aversion_to_host = 1e6;

/// Picks a variant. Order: a forced row that accepts; else the cheapest accepting row that is not
/// skipped, counting missing parts at full price unless their debt pays for them. The list of every
/// operation contains a row that accepts everything, and that one cannot be skipped away. With
/// `only_on_host` the device's rows are passed over.
template <class Problem>
const Variant<Problem> &pick(const Problem &problem, Consideration *considered,
                             int &considered_count, int &row, bool only_on_host) {
    const auto list = variants<Problem>();
    Context &settings = context();
    const bool has_rules = settings.has_rules();
    const char *forced = has_rules ? settings.forced(Problem::operation) : nullptr;
    const bool deterministic_only = settings.is_deterministic();
    int best = -1, invested = -1, fallback = -1;
    double best_seconds = 0, invested_seconds = 0;
    Cost invested_cost;
    if (device::is_undecided()) device::add_operands(static_cast<double>(operand_bytes(problem)));
    const std::size_t bytes_away = device::was_opened() ? operand_bytes_away(problem) : 0;
    considered_count = 0;
    for (int k = 0; k < static_cast<int>(list.size()); k++) {
        const Variant<Problem> &variant = *list[k];
        const bool is_on_device = variant.capabilities.is_on_device;
        const char *refusal =
            is_on_device && only_on_host ? "the device failed" : variant.refuses(problem);
        if (refusal == nullptr) {
            if (!is_on_device) fallback = k;
            if (forced != nullptr && forced == variant.name) {
                row = k;
                return variant;
            }
            if (has_rules && settings.is_skipped(variant.name)) refusal = "skipped";
            if (deterministic_only && !variant.capabilities.is_deterministic)
                refusal = "not deterministic";
        }
        Cost cost;
        if (refusal == nullptr) {
            cost = is_on_device || bytes_away == 0
                       ? variant.cost(problem)
                       : cost_from_afar(bytes_away, operand_bytes(problem));
            if (!is_on_device && device::mode() == device::Mode::always)
                cost.seconds += aversion_to_host;
            const double total = cost.seconds + cost.missing_seconds;
            if (best < 0 || total < best_seconds) {
                best = k;
                best_seconds = total;
            }
            if (cost.missing_in != nullptr && (invested < 0 || cost.seconds < invested_seconds)) {
                invested = k;
                invested_seconds = cost.seconds;
                invested_cost = cost;
            }
        }
        if (considered != nullptr && considered_count < most_considered) {
            considered[considered_count++] = {variant.name, refusal,
                                              cost.seconds + cost.missing_seconds};
        }
    }
    if (invested >= 0 && invested != best && invested_seconds < best_seconds &&
        absence_should_be_ended(invested_cost, best_seconds)) {
        best = invested;
    }
    row = best >= 0 ? best : fallback;
    return *list[static_cast<std::size_t>(row)];
}

/// Result of run_picked: the variant's output and what it left for the commit.
struct Outcome {
    Ref<Snapshot> result;
    bool mask_was_applied = false, sum_was_applied = false;
};

/// Writes a problem's operands and adds their prefix to its description.
template <class Problem>
void dump(const Problem &problem, char *description, std::size_t size) {
    const Snapshot *A = nullptr, *B = nullptr, *u = nullptr;
    if constexpr (requires { problem.A; }) A = problem.A.get();
    if constexpr (requires { problem.B; }) B = problem.B.get();
    if constexpr (requires { problem.u; }) u = problem.u.get();
    const DumpOperand operands[] = {
        {"A", A}, {"B", B}, {"u", u}, {"M", problem.mask.snapshot.get()}};
    const std::size_t length = std::strlen(description);
    dump_operands(operands, description + length, size - length);
}

/// Where it is in use.
inline void wait_for_device() {
    if (device::was_opened() && device::has_counts()) device::finish();
}

/// Seconds of a call, once everything that it keeps has been made. Short ones are queued one behind the other.
template <class Problem>
double measured_seconds(const Variant<Problem> &variant, const Problem &problem) {
    constexpr double long_enough = 5e-4;
    constexpr int most_calls = 50;
    double seconds = 0;
    for (int calls = 1, turn = 0; turn < 3; turn++) {
        wait_for_device();
        const double start = seconds_now();
        for (int k = 0; k < calls; k++) variant.run(problem);
        wait_for_device();
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
    for (const Variant<Problem> *variant : variants<Problem>()) {
        const auto found =
            std::find_if(considered.begin(), considered.end(),
                         [&](const Consideration &seen) { return seen.name == variant->name; });
        if (found == considered.end() || found->refusal != nullptr) continue;
        if (found->seconds >= aversion_to_host) continue;
        try {
            compared[count] = {variant->name, nullptr, measured_seconds(*variant, problem)};
            count++;
        } catch (const std::exception &) { // it would have been another one's turn
        }
    }
    return count;
}

template <class Problem>
Outcome run_picked_once(const Problem &problem, bool only_on_host) {
    const bool is_logged = context().log_level() != LogLevel::none;
    Consideration considered[most_considered];
    int count = 0, row = 0;
    const Variant<Problem> &variant =
        pick(problem, is_logged ? considered : nullptr, count, row, only_on_host);
    set_last_variant(variant.name);
    context().count_pick(Problem::operation, row);
    const device::Range range(variant.name, variant.capabilities.is_on_device);
    const Capabilities &can = variant.capabilities;
    if (!is_logged) return {variant.run(problem), can.fuses_mask, can.fuses_sum};
    char description[768];
    describe(problem, description, sizeof description);
    if (context().log_level() == LogLevel::dump) dump(problem, description, sizeof description);
    const double start = seconds_now();
    Outcome outcome{variant.run(problem), can.fuses_mask, can.fuses_sum};
    const double elapsed = seconds_now() - start;
    const std::span<const Consideration> all(considered, static_cast<std::size_t>(count));
    Consideration compared[most_considered];
    int timed = 0;
    const bool is_forced = context().has_rules() && context().forced(Problem::operation) != nullptr;
    if (context().log_level() == LogLevel::compare && !is_forced) {
        const char *const own_schedule = last_schedule();
        timed = compare(problem, all, compared);
        set_last_schedule(own_schedule);
    }
    log_pick(Problem::operation, variant.name, all, {compared, static_cast<std::size_t>(timed)},
             description, elapsed, operand_bytes(problem) + outcome.result->bytes());
    return outcome;
}

/// Picks, runs, counts and logs. What the device cannot do after all, the host does.
template <class Problem>
Outcome run_picked(const Problem &problem) {
    unpack_operands(problem);
    try {
        return run_picked_once(problem, false);
    } catch (const device::Failure &) {
        return run_picked_once(problem, true);
    }
}

} // namespace grb
