// Types and operators of users, whom the device's compiler gets to know by their C source.
#pragma once

#include "algebra/operators.hpp"
#include "cuda/table.h"

namespace grb::device {

/// Null, or why no device can have it: a user's that came without source, or whose source has turned out
/// not to compile there.
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

} // namespace grb::device
