// The truth tables of eWiseAdd, eWiseMult and the commit: the source of the result at each position
// of a merge. The kernels of all devices read them.
#pragma once

#include <cstdint>

namespace grb {

enum class Take : std::uint8_t { nothing, a, b, both };

/// The case of a position: in the region and allowed by the mask, in the region but masked out,
/// outside the region with the mask true, outside with the mask false.
enum class Where : std::uint8_t { inside, masked_out, outside_true, outside_false };

struct MergeRule {
    struct Row {
        Take only_a = Take::nothing, only_b = Take::nothing, both = Take::nothing;
    };
    Row rows[4]; // by Where
    constexpr Row &at(Where where) noexcept { return rows[static_cast<int>(where)]; }
    constexpr const Row &at(Where where) const noexcept { return rows[static_cast<int>(where)]; }

    /// eWiseAdd that applies the mask.
    static constexpr MergeRule union_of() noexcept {
        MergeRule rule;
        rule.at(Where::inside) = {Take::a, Take::b, Take::both};
        return rule;
    }
    /// eWiseMult that applies the mask.
    static constexpr MergeRule intersection_of() noexcept {
        MergeRule rule;
        rule.at(Where::inside) = {Take::nothing, Take::nothing, Take::both};
        return rule;
    }
    /// C⟨M, replace⟩ = accum(C, T), C as a and T as b; see operations/commit.hpp.
    static constexpr MergeRule commit(bool has_accumulator, bool is_replace) noexcept {
        const Row keep{Take::a, Take::nothing, Take::a}, remove{};
        MergeRule rule;
        rule.at(Where::inside) = has_accumulator ? Row{Take::a, Take::b, Take::both}
                                                 : Row{Take::nothing, Take::b, Take::b};
        rule.at(Where::masked_out) = is_replace ? remove : keep;
        rule.at(Where::outside_true) = keep;
        rule.at(Where::outside_false) = is_replace ? remove : keep;
        return rule;
    }

    /// Returns the table's entry for one position.
    constexpr Take take(Where where, bool in_a, bool in_b) const noexcept {
        const Row &row = at(where);
        return in_a ? (in_b ? row.both : row.only_a) : (in_b ? row.only_b : Take::nothing);
    }
};

} // namespace grb
