// The mask of a call, and the base of problems whose result a commit takes.
#pragma once

#include "problems/problem.hpp"

namespace grb {

/// The mask of a call. It has the output's shape.
struct MaskInput {
    Ref<Snapshot> snapshot; // null: no mask
    MaskKind kind = MaskKind::none;
    bool is_complemented = false;
    bool is_none() const noexcept { return kind == MaskKind::none; }
    /// Returns a dense view when the snapshot has a dense form, else sorted rows. An iso mask whose
    /// value is true counts as structural. The complement of no mask allows nothing; operations
    /// return before they ask for its view.
    MaskView view() const;
    /// True when view() makes and fetches nothing.
    bool is_at_hand() const noexcept;
    /// Returns an upper bound on the positions that the mask allows.
    double allowed(double positions) const noexcept;
};

/// A problem whose result a commit takes: result_type() is the type before that.
struct OperationProblem : ProblemBase {
    MaskInput mask;
    const MaskInput *mask_input() const noexcept final { return &mask; }
};

} // namespace grb
