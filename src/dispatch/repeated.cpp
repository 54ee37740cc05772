// Keeps the choices for problems that repeat.
#include "dispatch/repeated.hpp"

#include "base/group_devices.hpp"
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "base/small_mutex.hpp"
#include "costs/choice_basis.hpp"
#include "problems/commit.hpp"

#include <mutex>

namespace grb {

namespace {

constexpr int most_uses = 64;

struct Kept {
    std::optional<Facts> facts;
    Candidate chosen;
    int uses_left = 0;
};

constexpr std::size_t slots = 256;
SmallMutex mutex_;
Kept kept_[slots];

/// Returns the device where every problem runs, for a group its first device; null: there are
/// several, or none.
const Device *only_device() noexcept {
    if (devices().size() == 1) return devices().front();
    const std::span<Device *const> group = group_devices();
    return !group.empty() && group.size() == devices().size() ? group.front() : nullptr;
}

bool may_repeat(const Environment &environment, const Device *only) noexcept {
    return only != nullptr && only->is_usable() && !environment.has_rules &&
           !environment.is_deterministic && process_group() == nullptr && group_partitions() == 0;
}

/// Adds what decides the estimate of the commit; returns false when it is not told by facts.
bool add_commit(Facts &facts, const CommitAhead &ahead) {
    if (ahead.output == nullptr) return true;
    const Output &output = *ahead.output;
    if (!ahead.may_matter()) return true;
    if (ahead.region != nullptr &&
        !(ahead.region->rows.is_all && ahead.region->columns.is_all && !ahead.region->has_major))
        return false;
    if (output.C->has_pending()) return false;
    const Ref<Snapshot> C = output.C->snapshot();
    facts.add_state(C.get());
    facts.add_mask(output.mask);
    facts.add(output.accumulator);
    facts.add(output.is_replace, C->owns_arrays(), output.mask.snapshot.get() == C.get());
    return true;
}

std::optional<Facts> facts_of(const VariantList &list, const ProblemBase &problem,
                              const Environment &environment, const CommitAhead &ahead) {
    const Device *const only = only_device();
    if (!may_repeat(environment, only)) return {};
    Facts facts(*only);
    if (!problem.add_facts(facts) || !add_commit(facts, ahead)) return {};
    facts.add(static_cast<std::uint64_t>(list.operation));
    facts.add(static_cast<std::uint64_t>(list.size()));
    facts.add(static_cast<std::uint64_t>(choice_basis.load(std::memory_order_relaxed)));
    facts.add(environment.running->device);
    facts.add(environment.is_outermost, environment.avoids_host);
    for (const OperandView &operand : problem.operands()) facts.add_state(operand.snapshot);
    if (const MaskInput *const mask = problem.mask_input()) facts.add_mask(*mask);
    return facts;
}

} // namespace

Repeated::Repeated(const VariantList &list, const ProblemBase &problem,
                   const Environment &environment, const CommitAhead &ahead) noexcept
    : list_(list), problem_(problem), facts_(facts_of(list, problem, environment, ahead)) {}

Candidate Repeated::find() const noexcept {
    if (!facts_) return {};
    Candidate found;
    {
        const std::unique_lock<SmallMutex> guard(mutex_, std::try_to_lock);
        Kept &kept = kept_[facts_->slot() % slots];
        if (!guard.owns_lock() || kept.uses_left == 0 || kept.facts != facts_) return {};
        kept.uses_left--;
        found = kept.chosen;
    }
    std::optional<QueryScope> at;
    if (found.device != nullptr) at.emplace(*found.device);
    return list_.refuses(found.variant, problem_) == nullptr ? found : Candidate{};
}

void Repeated::forget() const noexcept {
    if (!facts_) return;
    const std::lock_guard<SmallMutex> guard(mutex_);
    Kept &kept = kept_[facts_->slot() % slots];
    if (kept.facts == facts_) kept.uses_left = 0;
}

void Repeated::keep(const Candidate &chosen) const noexcept {
    if (!facts_) return;
    if (list_.operation == Operation::commit &&
        list_.at(chosen.variant).capabilities.device == host_kind)
        return;
    const std::unique_lock<SmallMutex> guard(mutex_, std::try_to_lock);
    if (guard.owns_lock()) kept_[facts_->slot() % slots] = {facts_, chosen, most_uses};
}

} // namespace grb
