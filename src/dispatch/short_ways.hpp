// Calls with so little work that a choice among rows would take longer, and calls that can write into what the output has:
// they are carried out as the row would that is chosen anyway, which is counted. Not where somebody would see the choice, or
// another place could have a say.
#pragma once

#include "algebra/operators.hpp"
#include "problems/output.hpp"

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

/// C = A ⊕ B (A ⊗ B) of full operands, in the cells of C, which are full and shared with nobody: as after cpu/ewise_add_dense
/// (cpu/ewise_mult_dense) and cpu/commit_store, without new memory, which is colder. False: the rows are to be asked.
bool combine_in_place(const Output &output, const EwiseAddProblem &problem);
bool combine_in_place(const Output &output, const EwiseMultProblem &problem);
/// What that does, once all conditions hold: `into` has the cells of C.
void combine_full(const EwiseProblem &problem, Snapshot &into);

/// Operands of at most so many entries each, lists that are at hand: a choice among rows would take as long as they do.
inline constexpr std::uint64_t few_entries = 64;
/// True for what is a list of few entries by rows (columns).
bool lists_few(const Snapshot &A, bool of_columns) noexcept;

/// What lists of few entries give, by the row that fits the parts which are there. `result` is null where the rows are to
/// be asked.
struct ShortResult {
    Ref<Snapshot> result;
    bool mask_was_applied = false;
};
ShortResult run_few(const MxvProblem &problem);
ShortResult run_few(const MxmProblem &problem);
ShortResult run_few(const EwiseAddProblem &problem);
ShortResult run_few(const EwiseMultProblem &problem);

} // namespace grb
