// Decides whether a variant may write the output of a call in place of a commit.
#pragma once

#include "objects/container.hpp"

namespace grb {

/// True when C has no pending update, no device or other process may have its values, and no rule
/// concerns commits.
bool may_write_in_place(const Container &C) noexcept;

/// True when all elements are present, each with its own value.
inline bool is_plain_full(const Snapshot &A) noexcept {
    if (!is_dense(A)) return false;
    const DenseForm &form = A.dense_form().get();
    return form.bits.empty() && !form.is_iso && form.nvals != 0;
}

} // namespace grb
