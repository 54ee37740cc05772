// Refusals, rules and operands that the commit's device variants share.
// The rules come from the one truth table (problems/merge_rule.hpp).
#pragma once

#include "cuda/structure/structure_calls.h"
#include "cuda/structure/variants/convert.hpp"
#include "problems/commit.hpp"

namespace grb::device {

inline Takes takes(const MergeRule::Row &row) noexcept {
    const auto take = [](grb::Take one) { return static_cast<Take>(one); };
    return {take(row.only_a), take(row.only_b), take(row.both)};
}
static_assert(static_cast<int>(grb::Take::nothing) == take_nothing &&
              static_cast<int>(grb::Take::a) == take_a &&
              static_cast<int>(grb::Take::b) == take_b &&
              static_cast<int>(grb::Take::both) == take_both);

/// Returns the reason why no device variant takes the problem (types, operators, assigns to a row
/// or column), or null.
const char *refuses_commit(const CommitProblem &problem) noexcept;
/// Returns the reason why this GPU should not take it: there is none, or no part of the problem is
/// on it; or null. Asked last.
const char *refuses_on_device(const CommitProblem &problem) noexcept;

/// Return true if T is or can become dense, or a list of one row; an expected T is as it says.
bool T_can_be_dense_operand(const CommitProblem &problem) noexcept;
bool T_is_list(const CommitProblem &problem) noexcept;
/// Returns the bytes that are copied to the GPU before a dense (sparse) pass begins.
double missing_T_bytes(const CommitProblem &problem) noexcept;

/// Returns true when both are lists of the same array of indices.
bool share_pattern(const Snapshot &T, const Snapshot &M) noexcept;
/// Returns true when T's entries are those that the mask allows: they share their pattern.
bool T_is_on_mask(const CommitProblem &problem) noexcept;
/// Returns true when T has an entry at each position of the region, so that none of C's is deleted
/// there. Lists that repeat positions name more than T can have.
bool T_covers_region(const CommitProblem &problem) noexcept;

BinaryName accumulator_name(const CommitProblem &problem);

/// Returns the device's bytes for change in place. The host's copy stays valid until was_written(),
/// so that a call which fails before it starts changes nothing. Null for no array.
inline void *writable(Array &array) {
    return const_cast<void *>(array.data_here());
}
inline void was_written(Array &array) {
    array.data_here_for_writing();
}

/// Returns a dense form of its own for C, not iso.
DenseForm copied_elements(const DenseForm &form, const Type *type, std::uint64_t elements);
/// Returns a list of one row; with values only if they are read.
ListOperand list_operand(const SparseForm &list, const Type *type, bool reads_values);

/// Returns the new state of C: `fresh`, or the changed `current`. The device's work is queued;
/// nothing here undoes it.
Ref<Snapshot> finished(const CommitProblem &problem, DenseForm &&fresh, bool is_in_place);

} // namespace grb::device
