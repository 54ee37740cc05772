// User-defined types and operators: their C source is compiled for the device.
#pragma once

#include "algebra/operators.hpp"
#include "cuda/table.h"

namespace grb::device {

/// Null, or the reason why no device can take it: a user's type or operator without source, or whose source did not
/// compile for the device.
const char *refusal_of(const UnaryOp &op) noexcept;
const char *refusal_of(const BinaryOp &op) noexcept;
const char *refusal_of(const IndexUnaryOp &op) noexcept;
/// The same for sums; predefined operators have an identity in the catalogue, or are none.
const char *refusal_of(const Monoid &monoid) noexcept;

/// Null, or why values of a type cannot be moved, added up, or handed to operators that are not refused.
const char *refusal_of(const Type *type) noexcept;

/// Name in programs of what is not refused. Throw Failure.
const char *user_name(const Type &type);
const char *user_name(const UnaryOp &op);
const char *user_name(const BinaryOp &op);
const char *user_name(const IndexUnaryOp &op);

/// After a call that was unsupported: those of the sources that this thread has named last which do not compile are
/// refused from now on. Throws nothing.
void note_refused_sources() noexcept;

} // namespace grb::device
