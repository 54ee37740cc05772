// Applies bound operators chunk by chunk, with the casts.
#include "algebra/bound.hpp"

#include <algorithm>
#include <utility>

namespace grb {

namespace {

/// Elements per chunk. Only built-in types are ever cast: three buffers take at most 12 KiB of the
/// L1 cache.
constexpr std::size_t chunk_length = 256;

struct alignas(64) ChunkBuffer {
    char bytes[chunk_length * 16];
};

bool is_same(const Type *a, const Type *b) noexcept {
    return a == b || (a->code != TypeCode::user && a->code == b->code);
}

/// An array operand, cast chunk by chunk to the operator's type.
class Operand {
public:
    /// `to` is null when the operator does not read the operand.
    Operand(const void *values, const Type *from, const Type *to, bool is_scalar)
        : values_(static_cast<const char *>(values)), from_(from), to_(to), is_scalar_(is_scalar),
          has_cast_(to != nullptr && !is_same(from, to)) {
        if (has_cast_ && is_scalar) cast_values(buffer_.bytes, to, values, from, 1);
    }
    const void *chunk(std::size_t first, std::size_t n) {
        if (to_ == nullptr) return nullptr;
        if (!has_cast_) return is_scalar_ ? values_ : values_ + first * from_->size;
        if (!is_scalar_) cast_values(buffer_.bytes, to_, values_ + first * from_->size, from_, n);
        return buffer_.bytes;
    }

private:
    const char *values_;
    const Type *from_, *to_;
    bool is_scalar_, has_cast_;
    ChunkBuffer buffer_;
};

/// Calls operate(result, first, n) for each chunk; its results, of type `from`, go to z as `to`.
template <class F>
void for_each_chunk(void *z, const Type *to, const Type *from, std::size_t n, F &&operate) {
    ChunkBuffer buffer;
    const bool has_cast = !is_same(from, to);
    auto *target = static_cast<char *>(z);
    for (std::size_t first = 0; first < n; first += chunk_length) {
        const std::size_t length = std::min(chunk_length, n - first);
        char *chunk = target + first * to->size;
        if (has_cast) {
            operate(buffer.bytes, first, length);
            cast_values(chunk, to, buffer.bytes, from, length);
        } else {
            operate(chunk, first, length);
        }
    }
}

Broadcast exchange(Broadcast broadcast) noexcept {
    switch (broadcast) {
    case Broadcast::x:
        return Broadcast::y;
    case Broadcast::y:
        return Broadcast::x;
    default:
        return Broadcast::none;
    }
}

} // namespace

BoundBinary::BoundBinary(const BinaryOp *op, const Type *z, const Type *x, const Type *y,
                         bool is_flipped)
    : op_(op), z_(z), x_(x), y_(y), is_flipped_(is_flipped) {
    const Type *left = is_flipped ? op->ytype : op->xtype;
    const Type *right = is_flipped ? op->xtype : op->ytype;
    has_casts_ = !is_same(z, op->ztype) || (!ignores_x() && !is_same(x, left)) ||
                 (!ignores_y() && !is_same(y, right));
}

void BoundBinary::operator()(void *z, const void *x, const void *y, std::size_t n,
                             Broadcast broadcast) const {
    const Type *xtype = x_;
    const Type *ytype = y_;
    if (is_flipped_) {
        std::swap(x, y);
        std::swap(xtype, ytype);
        broadcast = exchange(broadcast);
    }
    if (!has_casts_) {
        op_->batch(op_, z, x, y, n, broadcast);
        return;
    }
    Operand left(x, xtype, op_->traits.ignores_x ? nullptr : op_->xtype, broadcast == Broadcast::x);
    Operand right(y, ytype, op_->traits.ignores_y ? nullptr : op_->ytype,
                  broadcast == Broadcast::y);
    for_each_chunk(z, z_, op_->ztype, n, [&](void *result, std::size_t first, std::size_t length) {
        op_->batch(op_, result, left.chunk(first, length), right.chunk(first, length), length,
                   broadcast);
    });
}

BoundUnary::BoundUnary(const UnaryOp *op, const Type *z, const Type *x) : op_(op), z_(z), x_(x) {}

void BoundUnary::operator()(void *z, const void *x, std::size_t n) const {
    if (is_same(z_, op_->ztype) && is_same(x_, op_->xtype)) {
        op_->batch(op_, z, x, n);
        return;
    }
    Operand operand(x, x_, op_->xtype, false);
    for_each_chunk(z, z_, op_->ztype, n, [&](void *result, std::size_t first, std::size_t length) {
        op_->batch(op_, result, operand.chunk(first, length), length);
    });
}

BoundIndexUnary::BoundIndexUnary(const IndexUnaryOp *op, const Type *z, const Type *x,
                                 const void *thunk)
    : op_(op), z_(z), x_(x), thunk_(thunk) {}

void BoundIndexUnary::operator()(void *z, const void *x, bool x_is_scalar,
                                 const Positions &positions, std::size_t n) const {
    if (is_same(z_, op_->ztype) && (op_->xtype == nullptr || is_same(x_, op_->xtype))) {
        op_->batch(op_, z, x, x_is_scalar, positions, thunk_, n);
        return;
    }
    Operand operand(x, x_, op_->xtype, x_is_scalar);
    for_each_chunk(z, z_, op_->ztype, n, [&](void *result, std::size_t first, std::size_t length) {
        op_->batch(op_, result, operand.chunk(first, length), x_is_scalar, positions.from(first),
                   thunk_, length);
    });
}

} // namespace grb
