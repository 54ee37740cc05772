// The step before a choice: makes the facts that the choice looks at, when making them takes time.
#pragma once

#include "dispatch/running.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"

#include <optional>

namespace grb {

/// The row's refusal; when it asks for a place, that place is opened and the row asked again.
template <class Problem>
const char *refusal_once_open(const Variant<Problem> &variant, const Problem &problem) {
    const char *const refusal = variant.refuses(problem);
    if (refusal != place_is_not_open) return refusal;
    place_opener().open();
    return variant.refuses(problem);
}

/// True when some variant reads a row-balanced B as it is. Only variants that add to C do; a full B has other readers.
template <class Problem>
bool is_B_read_balanced(const Problem &problem) {
    if constexpr (requires { problem.sum_into; }) {
        if (!problem.sum_into || problem.B->is_known_full()) return false;
        for (const Variant<Problem> *variant : variants<Problem>())
            if (variant->capabilities.fuses_sum && refusal_once_open(*variant, problem) == nullptr)
                return true;
    }
    return false;
}

/// Makes rows of row-balanced operands that no variant reads as they are.
template <class Problem>
requires(!Structural<Problem>) void unpack_operands(const Problem &problem) {
    if constexpr (requires { problem.A; }) {
        if (problem.A) problem.A->unpack();
    }
    if constexpr (requires { problem.B; }) {
        if (problem.B->has_balanced() && !is_B_read_balanced(problem)) problem.B->unpack();
    }
    if (problem.mask.snapshot) problem.mask.snapshot->unpack();
}

/// The place of a kind where facts are made: the one where an outer row is running, else the first usable one. Null:
/// there is none.
inline Place *place_for_facts(PlaceKind kind) noexcept {
    Place *const outer = running().place;
    if (outer != nullptr && outer->kind() == kind) return outer;
    for (Place *const place : places())
        if (place->kind() == kind && place->is_usable()) return place;
    return nullptr;
}

/// Makes the facts that take time, so that `refuses` and `cost` need only look. A fact that cannot be made stays
/// unknown.
template <class Problem>
void prepare(const Problem &problem) {
    if constexpr (!Structural<Problem>) unpack_operands(problem);
    PlaceKind kind = host_kind;
    Place *place = nullptr;
    std::optional<At> at;
    for (const Variant<Problem> *variant : variants<Problem>()) {
        if (variant->prepare == nullptr) continue;
        if (variant->capabilities.place != kind) {
            kind = variant->capabilities.place;
            place = place_for_facts(kind);
            at.reset();
            if (place != nullptr) at.emplace(*place);
        }
        if (place == nullptr && kind != host_kind) continue;
        try {
            variant->prepare(problem);
        } catch (const PlaceFailure &) { // the choice goes on without
        }
    }
}

} // namespace grb
