// User-defined types and operators, compiled for the device from their C source.
#pragma once

#include "algebra/operators.hpp"
#include "cuda/table.h"

namespace grb::device {

/// Returns the reason why no device can use the operator, or null. Refuses a user's type or
/// operator without source, or with a source that failed to compile for the device.
const char *refusal_of(const UnaryOp &op) noexcept;
const char *refusal_of(const BinaryOp &op) noexcept;
const char *refusal_of(const IndexUnaryOp &op) noexcept;
/// Returns the reason for sums, or null. Predefined operators need an identity in the catalogue.
const char *refusal_of(const Monoid &monoid) noexcept;

/// Returns the reason why a device cannot move, add or pass values of the type to operators that
/// are not refused, or null.
const char *refusal_of(const Type *type) noexcept;

/// Return the name in programs of a type or operator that is not refused. Throw Failure.
const char *user_name(const Type &type);
const char *user_name(const UnaryOp &op);
const char *user_name(const BinaryOp &op);
const char *user_name(const IndexUnaryOp &op);

/// Refuses, after an unsupported call, those sources that do not compile among the last that this
/// thread named. Throws nothing.
void note_refused_sources() noexcept;

} // namespace grb::device
