// What the commit's rows at a GPU share: refusals, and how the one truth table (problems/merge_rule.hpp) goes with
// a call.
#pragma once

#include "cuda/structure/rows/convert.hpp"
#include "cuda/structure/structure_calls.h"
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

/// Null, or why no row here takes it: types, operators, lines.
const char *refuses_commit(const CommitProblem &problem) noexcept;
/// Asked last. Null, or why this GPU should not: there is none, or nothing of the problem is on it.
const char *refuses_place(const CommitProblem &problem) noexcept;

/// T can be had as cells, as a list of one row; an expected one is as it says.
bool T_can_be_cells(const CommitProblem &problem) noexcept;
bool T_is_list(const CommitProblem &problem) noexcept;
/// Bytes that are copied to the GPU before a pass over cells (over rows) begins.
double missing_T_bytes(const CommitProblem &problem) noexcept;

/// True when both are lists of the same array of indices.
bool share_pattern(const Snapshot &T, const Snapshot &M) noexcept;
/// True when T's entries are those that the mask lets through: they share their pattern.
bool T_is_on_mask(const CommitProblem &problem) noexcept;
/// True when T has an entry at each position of the region, so that none of C's is deleted there.
/// Lists that repeat positions name more than T can have.
bool T_covers_region(const CommitProblem &problem) noexcept;

BinaryName accumulator_name(const CommitProblem &problem);

/// The bytes that the device has, for change in place; what the host has stays valid until was_written(), so
/// that a call which fails before it starts changes nothing. Null for no array.
inline void *writable(Array &array) {
    return const_cast<void *>(array.data_here());
}
inline void was_written(Array &array) {
    array.data_here_for_writing();
}

/// Cells of their own for C, not iso.
DensePart copied_cells(const DensePart &part, const Type *type, std::uint64_t cells);
/// A list of one row; its values only where they are read.
ListOperand list_operand(const SparsePart &list, const Type *type, bool reads_values);

/// The new state of C: `fresh`, or what is in `current` now. The device's work is under way and nothing is undone
/// here.
Ref<Snapshot> finished(const CommitProblem &problem, DensePart &&fresh, bool is_in_place);

} // namespace grb::device
