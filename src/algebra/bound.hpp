// Operators bound to the types of arrays: they cast the operands, apply the operator and cast the
// result, in chunks that stay in the L1 cache. A kernel passes raw values and never asks for types.
#pragma once

#include "algebra/operators.hpp"

namespace grb {

/// Computes z = (Z) op((X) x, (Y) y); with is_flipped z = op(y, x), cast likewise. x is the first
/// array in both cases.
class BoundBinary {
public:
    BoundBinary() = default;
    /// Takes the types of the arrays; each must be compatible with the operator's.
    BoundBinary(const BinaryOp *op, const Type *z, const Type *x, const Type *y,
                bool is_flipped = false);
    void operator()(void *z, const void *x, const void *y, std::size_t n,
                    Broadcast broadcast = Broadcast::none) const;
    const BinaryOp *op() const noexcept { return op_; }
    bool is_flipped() const noexcept { return is_flipped_; }
    /// True when the first (second) array is never read; it may then be null.
    bool ignores_x() const noexcept {
        return is_flipped_ ? op_->traits.ignores_y : op_->traits.ignores_x;
    }
    bool ignores_y() const noexcept {
        return is_flipped_ ? op_->traits.ignores_x : op_->traits.ignores_y;
    }
    std::size_t z_size() const noexcept { return z_->size; }

private:
    const BinaryOp *op_ = nullptr;
    const Type *z_ = nullptr, *x_ = nullptr, *y_ = nullptr;
    bool is_flipped_ = false, has_casts_ = false;
};

/// Computes z = (Z) op((X) x).
class BoundUnary {
public:
    BoundUnary() = default;
    BoundUnary(const UnaryOp *op, const Type *z, const Type *x);
    void operator()(void *z, const void *x, std::size_t n) const;

private:
    const UnaryOp *op_ = nullptr;
    const Type *z_ = nullptr, *x_ = nullptr;
};

/// Computes z = (Z) op((X) x, i, j, thunk); thunk already has the operator's type.
class BoundIndexUnary {
public:
    BoundIndexUnary() = default;
    BoundIndexUnary(const IndexUnaryOp *op, const Type *z, const Type *x, const void *thunk);
    void operator()(void *z, const void *x, bool x_is_scalar, const Positions &positions,
                    std::size_t n) const;

private:
    const IndexUnaryOp *op_ = nullptr;
    const Type *z_ = nullptr, *x_ = nullptr;
    const void *thunk_ = nullptr;
};

} // namespace grb
