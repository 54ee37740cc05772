// The functions of apply and select as the plugin takes them.
#pragma once

#include "cuda/elementwise/elementwise_calls.h"
#include "cuda/library/operands.hpp"

namespace grb::device {

/// True for operators of positions: they look at no value.
inline bool is_position(const IndexUnaryOp &op) noexcept {
    return op.xtype == nullptr;
}

/// The function looks at positions.
bool uses_positions(const IndexUnaryOp &op) noexcept;
inline bool uses_positions(MapKind kind) noexcept {
    return kind == MapKind::position || kind == MapKind::entry;
}

/// refusal_of() the problem's operator, or what is bound to it does not fit into a call.
const char *refuses_function(const ApplyProblem &problem) noexcept;
const char *refuses_function(const SelectProblem &problem) noexcept;
EntryFunction function_of(const ApplyProblem &problem);
EntryFunction function_of(const SelectProblem &problem);
/// All but x and where the result goes.
MapCall map_of(const ApplyProblem &problem);

/// One value in, one out: the pattern is shared and the host computes it.
bool stays_iso(const ApplyProblem &problem) noexcept;
/// f of an iso operand's one value.
Array iso_result(const ApplyProblem &problem, const Array &values);

} // namespace grb::device
