#include "dispatch/settled.hpp"

#include "base/process_team.hpp"
#include "base/small_mutex.hpp"
#include "base/team_parts.hpp"
#include "base/team_places.hpp"
#include "costs/choice_basis.hpp"
#include "dispatch/context.hpp"
#include "dispatch/trials.hpp"
#include "storage/snapshot.hpp"

#include <mutex>

namespace grb {

namespace {

/// Kept with A, for some products that alternate.
struct SettledChoices final : Attachment {
    static constexpr char tag[] = "settled choices";
    static constexpr int slots = 4, most_uses = 64;
    std::size_t bytes() const noexcept override { return sizeof *this; }

    struct Slot {
        ProductFacts facts;
        Candidate chosen;
        int uses_left = 0;
    };
    mutable SmallMutex mutex;
    mutable Slot all[slots];
    mutable int next = 0;
};

AttachmentKey key_of(Operation operation, bool is_transposed) noexcept {
    return {is_transposed, static_cast<std::uint64_t>(operation), nullptr};
}

/// The place that products of one place run at; null: there are several, or none. Of a team the first.
const Place *only_place() noexcept {
    if (places().size() == 1) return places().front();
    const std::span<Place *const> team = team_places();
    return team.size() == places().size() ? team.front() : nullptr;
}

bool is_plain(Operation operation, const CommitAhead &ahead) noexcept {
    const Context &engine = context();
    return !places().empty() && ahead.output != nullptr && !ahead.may_matter() &&
           !engine.has_rules(operation) && !engine.is_deterministic() &&
           engine.log_level() == LogLevel::none && trial_mode() == TrialMode::off &&
           process_team() == nullptr && team_parts() == 0 && running().depth == 0;
}

std::optional<ProductFacts> facts(const Semiring &semiring, const Snapshot &full,
                                  std::size_t rows) noexcept {
    const BinaryOp &add = *semiring.add->op, &multiply = *semiring.multiply;
    // Those that may be freed, and another made where they were.
    if (add.code == BinaryCode::user || multiply.code == BinaryCode::user ||
        multiply.code == BinaryCode::indexed)
        return {};
    if (full.type()->code == TypeCode::user || !full.is_known_full() || !full.has_dense())
        return {};
    const Place *const only = only_place();
    if (only == nullptr || !only->is_usable()) return {};
    const Place &place = *only;
    const DensePart &cells = full.dense_part().get();
    if (!cells.values.is_at(place)) return {};
    ProductFacts found;
    found.add = &add;
    found.multiply = &multiply;
    found.result = semiring.add->type();
    found.type = full.type();
    found.place = &place;
    found.basis = choice_basis.load(std::memory_order_relaxed);
    found.rows = rows;
    found.is_iso = full.is_iso();
    found.is_ascending = full.is_known_ascending();
    found.is_by_cells = cells.bits.empty();
    found.has_device_first = !cells.values.is_on_host();
    return found;
}

} // namespace

std::optional<ProductFacts> facts_of(const MxvProblem &problem, const CommitAhead &ahead) noexcept {
    if (!is_plain(MxvProblem::operation, ahead)) return {};
    std::optional<ProductFacts> found =
        facts(*problem.semiring, *problem.u, variants<MxvProblem>().size());
    if (found) found->is_flipped = problem.is_flipped;
    return found;
}

std::optional<ProductFacts> facts_of(const MxmProblem &problem, const CommitAhead &ahead) noexcept {
    if (problem.sum_into || problem.is_B_transposed) return {};
    if (!is_plain(MxmProblem::operation, ahead)) return {};
    std::optional<ProductFacts> found =
        facts(*problem.semiring, *problem.B, variants<MxmProblem>().size());
    if (found) found->columns = problem.n();
    return found;
}

std::optional<Candidate> settled_choice(Operation operation, const Snapshot &A, bool is_transposed,
                                        const ProductFacts &facts) noexcept {
    const auto kept = A.attachments().find<SettledChoices>(key_of(operation, is_transposed));
    if (!kept) return {};
    const std::unique_lock<SmallMutex> guard(kept->mutex, std::try_to_lock);
    if (!guard.owns_lock()) return {};
    for (SettledChoices::Slot &slot : kept->all) {
        if (slot.uses_left == 0 || slot.facts != facts) continue;
        slot.uses_left--;
        return slot.chosen;
    }
    return {};
}

void forget_choice(Operation operation, const Snapshot &A, bool is_transposed,
                   const ProductFacts &facts) noexcept {
    const auto kept = A.attachments().find<SettledChoices>(key_of(operation, is_transposed));
    if (!kept) return;
    const std::lock_guard<SmallMutex> guard(kept->mutex);
    for (SettledChoices::Slot &slot : kept->all)
        if (slot.facts == facts) slot.uses_left = 0;
}

void settle_choice(Operation operation, const Snapshot &A, bool is_transposed,
                   const ProductFacts &facts, const Candidate &chosen) noexcept {
    try {
        const auto kept = A.attachments().get_or_make<SettledChoices>(
            key_of(operation, is_transposed), [] { return make_ref<SettledChoices>(); });
        const std::unique_lock<SmallMutex> guard(kept->mutex, std::try_to_lock);
        if (!guard.owns_lock()) return;
        SettledChoices::Slot *own = &kept->all[kept->next];
        for (SettledChoices::Slot &slot : kept->all)
            if (slot.facts == facts) own = &slot;
        if (own == &kept->all[kept->next]) kept->next = (kept->next + 1) % SettledChoices::slots;
        *own = {facts, chosen, SettledChoices::most_uses};
    } catch (const std::bad_alloc &) { // then it is weighed again
    }
}

} // namespace grb
