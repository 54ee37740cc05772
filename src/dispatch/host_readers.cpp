// Notes the needs of the host for the operands of a call.
#include "dispatch/host_readers.hpp"

#include "dispatch/operator_refusals.hpp"
#include "problems/structure.hpp"

#include <algorithm>

namespace grb {

double share_of_output(const VariantList &list, const ProblemBase &problem,
                       const CommitAhead &ahead) noexcept {
    if (list.operation == Operation::commit)
        return static_cast<const CommitProblem &>(problem).host_share;
    return ahead.output == nullptr ? 0 : ahead.output->C->host_share();
}

void note_readers(const VariantList &list, const ProblemBase &problem, const Choice &choice,
                  double share) noexcept {
    const auto is_usable = [](const Device *device) { return device->is_usable(); };
    if (choice.stage == Stage::rule || running().is_unseen ||
        std::none_of(devices().begin(), devices().end(), is_usable))
        return;
    if (list.operation == Operation::tuples)
        return note_need(*static_cast<const TuplesProblem &>(problem).A, 1);
    const double weight = choice.is_of_host_alone ? 1 : share * share / 2;
    const auto note = [weight](const Snapshot *state) {
        if (state != nullptr) note_need(*state, weight);
    };
    for (const OperandView &operand : problem.operands()) note(operand.snapshot);
    if (const MaskInput *const mask = problem.mask_input()) note(mask->snapshot.get());
}

bool operator_refusals::is_one(const char *refusal) noexcept {
    constexpr const char *all[] = {no_source, does_not_compile, complex_source, narrow_source,
                                   unknown,   wide_type,        wide_theta,     unknown_monoid};
    return std::find(std::begin(all), std::end(all), refusal) != std::end(all);
}

} // namespace grb
