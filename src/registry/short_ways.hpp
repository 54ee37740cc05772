// Calls with so little work that a choice among rows would take longer: they are carried out as the row would that is
// chosen anyway, which is counted. Not where somebody would see the choice, or another place could have a say.
#pragma once

#include "algebra/operators.hpp"
#include "registry/output.hpp"

namespace grb {

/// The sum of few entries, as cpu/reduce_scalar has it. False: the rows are to be asked.
bool reduce_few(const Snapshot &A, const Monoid &monoid, void *sum);

/// A ⊕.⊗ B, where all cells of A hold one value and all of B another, as cpu/mxm_one_value has it. Null: the rows are to be
/// asked.
Ref<Snapshot> product_of_one_value(const MxmProblem &problem);

/// C = s for all of C, which has one value for all its cells already and shares it with nobody: s takes its place, as
/// after cpu/assign_scalar_full. The types can be cast. False: the rows are to be asked.
bool replace_value(const Output &output, const void *value, const Type *type);

/// w⟨m⟩ = s for a structural mask of few listed entries, where w has cells, or few listed entries, and shares them with nobody:
/// as after cpu/assign_scalar_mask and cpu/commit_scatter, or cpu/commit_merge_sparse. The types can be cast. False: the rows are
/// to be asked.
bool set_few(const Output &output, const void *value, const Type *type);

} // namespace grb
