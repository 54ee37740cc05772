// Keeps the choices for repeated products with their sparse operand.
#include "dispatch/repeated.hpp"

#include "base/group_devices.hpp"
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"
#include "base/small_mutex.hpp"
#include "costs/choice_basis.hpp"
#include "problems/problems.hpp"
#include "storage/snapshot.hpp"

#include <mutex>

namespace grb {

namespace {

/// The choices that are kept with A, for some products that alternate.
struct KeptChoices final : Attachment {
    static constexpr char tag[] = "kept choices";
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

/// Returns the device where every product runs, for a group its first device; null: there are
/// several, or none.
const Device *only_device() noexcept {
    if (devices().size() == 1) return devices().front();
    const std::span<Device *const> group = group_devices();
    return group.size() == devices().size() ? group.front() : nullptr;
}

bool may_repeat(const Environment &environment, const CommitAhead &ahead) noexcept {
    return !devices().empty() && ahead.output != nullptr && !ahead.may_matter() &&
           !environment.has_rules && !environment.is_deterministic && environment.is_outermost &&
           process_group() == nullptr && group_partitions() == 0;
}

std::optional<ProductFacts> facts_of(const Semiring &semiring, const Snapshot &full,
                                     std::size_t variants) noexcept {
    const BinaryOp &add = *semiring.add->op, &multiply = *semiring.multiply;
    // The address of a freed user-defined operator may come to hold another operator.
    if (add.code == BinaryCode::user || multiply.code == BinaryCode::user ||
        multiply.code == BinaryCode::indexed)
        return {};
    if (full.type()->code == TypeCode::user || !full.is_known_full() || !full.has_dense())
        return {};
    const Device *const only = only_device();
    if (only == nullptr || !only->is_usable()) return {};
    const DenseForm &dense = full.dense_form().get();
    if (!dense.values.is_at(*only)) return {};
    ProductFacts found;
    found.add = &add;
    found.multiply = &multiply;
    found.result = semiring.add->type();
    found.type = full.type();
    found.device = only;
    found.basis = choice_basis.load(std::memory_order_relaxed);
    found.variants = variants;
    found.is_iso = full.is_iso();
    found.is_ascending = full.is_known_ascending();
    found.is_by_elements = dense.bits.empty();
    found.has_device_first = !dense.values.is_on_host();
    return found;
}

} // namespace

void RepeatedProduct::take(const Semiring &semiring, const Snapshot &sparse, const Snapshot &full,
                           bool is_transposed, std::size_t variants) noexcept {
    facts_ = facts_of(semiring, full, variants);
    A_ = &sparse;
    is_transposed_ = is_transposed;
}

RepeatedProduct::RepeatedProduct(const VariantList &list, const ProblemBase &problem,
                                 const Environment &environment, const CommitAhead &ahead) noexcept
    : operation_(list.operation) {
    const bool is_mxv = operation_ == Operation::mxv, is_mxm = operation_ == Operation::mxm;
    if ((!is_mxv && !is_mxm) || !may_repeat(environment, ahead)) return;
    const auto variants = static_cast<std::size_t>(list.size());
    if (is_mxv) {
        const auto &product = static_cast<const MxvProblem &>(problem);
        take(*product.semiring, *product.A, *product.u, product.is_transposed, variants);
        if (facts_) facts_->is_flipped = product.is_flipped;
        return;
    }
    const auto &product = static_cast<const MxmProblem &>(problem);
    if (product.sum_into || product.is_B_transposed) return;
    take(*product.semiring, *product.A, *product.B, product.is_A_transposed, variants);
    if (facts_) facts_->columns = product.n();
}

Candidate RepeatedProduct::find() const noexcept {
    if (!facts_) return {};
    const auto kept = A_->attachments().find<KeptChoices>(key_of(operation_, is_transposed_));
    if (!kept) return {};
    const std::unique_lock<SmallMutex> guard(kept->mutex, std::try_to_lock);
    if (!guard.owns_lock()) return {};
    for (KeptChoices::Slot &slot : kept->all) {
        if (slot.uses_left == 0 || slot.facts != *facts_) continue;
        slot.uses_left--;
        return slot.chosen;
    }
    return {};
}

void RepeatedProduct::forget() const noexcept {
    if (!facts_) return;
    const auto kept = A_->attachments().find<KeptChoices>(key_of(operation_, is_transposed_));
    if (!kept) return;
    const std::lock_guard<SmallMutex> guard(kept->mutex);
    for (KeptChoices::Slot &slot : kept->all)
        if (slot.facts == *facts_) slot.uses_left = 0;
}

void RepeatedProduct::keep(const Candidate &chosen) const noexcept {
    if (!facts_) return;
    try {
        const auto kept = A_->attachments().get_or_make<KeptChoices>(
            key_of(operation_, is_transposed_), [] { return make_ref<KeptChoices>(); });
        const std::unique_lock<SmallMutex> guard(kept->mutex, std::try_to_lock);
        if (!guard.owns_lock()) return;
        KeptChoices::Slot *own = &kept->all[kept->next];
        for (KeptChoices::Slot &slot : kept->all)
            if (slot.facts == *facts_) own = &slot;
        if (own == &kept->all[kept->next]) kept->next = (kept->next + 1) % KeptChoices::slots;
        *own = {*facts_, chosen, KeptChoices::most_uses};
    } catch (const std::bad_alloc &) { // the product is weighed again
    }
}

} // namespace grb
