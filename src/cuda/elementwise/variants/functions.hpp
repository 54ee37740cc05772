// The functions of apply and select in the form that the plugin takes.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/operands.hpp"

namespace grb::device {

/// Returns true for operators of positions, which read no value.
inline bool is_position(const IndexUnaryOp &op) noexcept {
    return op.xtype == nullptr;
}

/// Returns true if the function reads positions.
bool uses_positions(const IndexUnaryOp &op) noexcept;
inline bool uses_positions(MapKind kind) noexcept {
    return kind == MapKind::position || kind == MapKind::entry;
}

/// Returns refusal_of() the problem's operator, or the reason why its bound value does not fit into
/// a call; or null.
const char *refuses_function(const ApplyProblem &problem) noexcept;
const char *refuses_function(const SelectProblem &problem) noexcept;
EntryFunction function_of(const ApplyProblem &problem);
EntryFunction function_of(const SelectProblem &problem);
/// Returns the call without x and the result's arrays.
MapCall map_of(const ApplyProblem &problem);

/// Returns true if an iso operand gives an iso result: the pattern is shared, and the host computes
/// the value.
bool stays_iso(const ApplyProblem &problem) noexcept;
/// Returns f of an iso operand's value.
Array iso_result(const ApplyProblem &problem, const Array &values);

} // namespace grb::device
