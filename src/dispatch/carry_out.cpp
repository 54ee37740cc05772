// Runs the chosen variant: quickly, or with a log line, comparison and trials.
#include "dispatch/carry_out.hpp"

#include "base/process_group.hpp"
#include "dispatch/choose.hpp"
#include "dispatch/compare.hpp"
#include "dispatch/context.hpp"
#include "dispatch/in_place.hpp"
#include "dispatch/log.hpp"
#include "dispatch/repeated.hpp"
#include "dispatch/trials.hpp"

#include <optional>

namespace grb {

namespace {

/// A problem that is being carried out.
struct Call {
    const VariantList &list;
    const ProblemBase &problem;
    const Role role;
    const CommitAhead &ahead;
    void *const result;
};

/// Lives while the chosen variant runs. The operands stay where they are until the variant is done.
class VariantRun {
public:
    VariantRun(const Call &call, const Environment &environment, const Candidate &candidate)
        : variant_(call.list.at(candidate.variant)), running_(*environment.running),
          is_outermost_(running_.depth == 0),
          device_(at_device(candidate.device != nullptr                 ? candidate.device
                            : variant_.capabilities.device != host_kind ? here()
                                                                        : nullptr)),
          range_(variant_.name, device_), inside_(running_, device_) {
        if (call.role == Role::operation && is_outermost_) set_last_variant(variant_.name);
        if (!running_.is_unseen) context().count_pick(call.list.operation, candidate.variant);
    }
    const VariantBase &variant() const noexcept { return variant_; }
    Device *device() const noexcept { return device_; }
    bool is_outermost() const noexcept { return is_outermost_; }

private:
    Device *at_device(Device *device) {
        if (device != nullptr) at_.emplace(*device);
        return device;
    }
    const VariantBase &variant_;
    Running &running_;
    const bool is_outermost_;
    std::optional<At> at_;
    Device *const device_; // null: the host
    const Range range_;
    const Running::Inside inside_;
};

/// Runs the chosen variant with a line in the log, or with timed trials of all variants. It
/// compares commits before the real one, which may change C in place. Inside another variant a
/// comparison would count as that variant's time.
const Capabilities &run_watched(const Call &call, const Environment &environment,
                                const Choice &choice, bool only_on_host) {
    const auto &[list, problem, role, ahead, result] = call;
    Consideration considered[most_considered], compared[most_considered];
    // Reading C folds its pending updates, which a choice without estimates does not.
    const bool may_read = choice.stage == Stage::cheapest || ahead.output == nullptr ||
                          !ahead.output->C->has_pending();
    const int count = consider_all(list, problem, environment, may_read ? ahead : CommitAhead{},
                                   only_on_host, considered);
    const std::span<const Consideration> all(considered, static_cast<std::size_t>(count));
    char description[768];
    problem.describe(description, sizeof description);
    // Operations only: a form is made under its lock, and writing the operands may need that form.
    if (context().log_level() == LogLevel::dump && role == Role::operation)
        dump(problem, description, sizeof description);
    std::size_t bytes = problem.operand_bytes();
    int timed = role == Role::commit ? compare_commits(problem, environment, all, compared) : 0;
    const VariantRun run(call, environment, choice.candidate);
    const double start = seconds_now();
    list.run(choice.candidate.variant, problem, result);
    const double elapsed = seconds_now() - start;
    if (role != Role::commit) {
        bytes += list.bytes_of_result(result);
        if (run.is_outermost())
            timed = compare_and_try(list, problem, environment, ahead, all, compared);
    }
    if (environment.is_logged) {
        log_choice(list.operation, run.variant().name, choice.stage, run.device(), all,
                   {compared, static_cast<std::size_t>(timed)}, description,
                   {choice.preparing_seconds, elapsed}, bytes);
    }
    return run.variant().capabilities;
}

const Capabilities &run_at_device(const Call &call, const Environment &environment,
                                  const Candidate &candidate) {
    const VariantRun run(call, environment, candidate);
    call.list.run(candidate.variant, call.problem, call.result);
    return run.variant().capabilities;
}

/// Does the work of Turn when no device is in use.
const Capabilities &run_on_host(const Call &call, const Environment &environment, int variant) {
    const VariantBase &own = call.list.at(variant);
    if (call.role == Role::operation && environment.is_outermost) set_last_variant(own.name);
    if (!environment.running->is_unseen) context().count_pick(call.list.operation, variant);
    const Running::Inside inside(*environment.running, nullptr);
    call.list.run(variant, call.problem, call.result);
    return own.capabilities;
}

const Capabilities &run_once(const Call &call, const Environment &environment, bool only_on_host) {
    const Choice choice = choose(call.list, call.problem, environment, call.ahead, only_on_host);
    const bool is_tried = trial_mode() != TrialMode::off && call.role != Role::commit &&
                          !environment.running->is_unseen;
    if (environment.is_logged || is_tried)
        return run_watched(call, environment, choice, only_on_host);
    return environment.is_host_alone ? run_on_host(call, environment, choice.candidate.variant)
                                     : run_at_device(call, environment, choice.candidate);
}

StepsDone done(const Capabilities &can) noexcept {
    return {can.fuses_mask, can.fuses_sum, can.writes_output, can.device == host_kind};
}

} // namespace

StepsDone carry_out(const VariantList &list, const ProblemBase &problem, Role role,
                    const CommitAhead &ahead, void *result) {
    const Call call{list, problem, role, ahead, result};
    const Environment environment(list.operation);
    try {
        return done(run_once(call, environment, false));
    } catch (const DeviceFailure &) {
        Repeated(list, problem, environment, ahead).forget();
        return done(run_once(call, environment, true));
    }
}

bool may_write_in_place(const Container &C) noexcept {
    return !C.has_pending() && !C.is_readonly() && is_host_alone() && running().depth == 0 &&
           !context().has_rules(Operation::commit);
}

} // namespace grb
