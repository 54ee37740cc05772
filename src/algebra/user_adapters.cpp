// Calls user functions behind the batch signatures, once per element. A user function may write its
// result before it has read its operands, so it never gets the same memory for both.
#include "algebra/indexed.hpp"

#include <cstring>
#include <utility>

namespace grb {

namespace {

/// Room for one value, on the stack unless it is large.
class ValueBuffer {
public:
    explicit ValueBuffer(std::size_t size)
        : pointer_(size <= sizeof inline_ ? inline_ : static_cast<char *>(allocate(size))) {}
    ~ValueBuffer() {
        if (pointer_ != inline_) release(pointer_);
    }
    ValueBuffer(const ValueBuffer &) = delete;
    ValueBuffer &operator=(const ValueBuffer &) = delete;
    char *get() noexcept { return pointer_; }

private:
    alignas(64) char inline_[512];
    char *pointer_;
};

/// Calls f(result, k) for each element; the result is a buffer beside z when z is also an operand.
template <class F>
void for_each_result(void *z, std::size_t size, std::size_t n, bool is_in_place, F &&f) {
    auto *target = static_cast<char *>(z);
    if (!is_in_place) {
        for (std::size_t k = 0; k < n; k++) f(target + k * size, k);
        return;
    }
    ValueBuffer buffer(size);
    for (std::size_t k = 0; k < n; k++) {
        f(buffer.get(), k);
        std::memcpy(target + k * size, buffer.get(), size);
    }
}

template <class Index>
void scatter_with_index(const BinaryOp &op, char *z, const Index *index, const char *x,
                        std::size_t n) {
    const std::size_t size = op.ztype->size;
    ValueBuffer buffer(size);
    for (std::size_t k = 0; k < n; k++) {
        char *target = z + index[k] * size;
        op.function(buffer.get(), target, x + k * size);
        std::memcpy(target, buffer.get(), size);
    }
}

} // namespace

void user_unary_batch(const void *self, void *z, const void *x, std::size_t n) {
    const auto &op = *static_cast<const UnaryOp *>(self);
    const auto *operand = static_cast<const char *>(x);
    const std::size_t step = op.xtype->size;
    for_each_result(z, op.ztype->size, n, z == x,
                    [&](void *result, std::size_t k) { op.function(result, operand + k * step); });
}

void user_binary_batch(const void *self, void *z, const void *x, const void *y, std::size_t n,
                       Broadcast broadcast) {
    const auto &op = *static_cast<const BinaryOp *>(self);
    const auto *left = static_cast<const char *>(x);
    const auto *right = static_cast<const char *>(y);
    const std::size_t left_step = broadcast == Broadcast::x ? 0 : op.xtype->size;
    const std::size_t right_step = broadcast == Broadcast::y ? 0 : op.ytype->size;
    for_each_result(z, op.ztype->size, n, z == x || z == y, [&](void *result, std::size_t k) {
        op.function(result, left + k * left_step, right + k * right_step);
    });
}

void user_index_unary_batch(const void *self, void *z, const void *x, bool x_is_scalar,
                            const Positions &positions, const void *thunk, std::size_t n) {
    const auto &op = *static_cast<const IndexUnaryOp *>(self);
    const auto *operand = static_cast<const char *>(x);
    const bool is_walked = !x_is_scalar && op.xtype != nullptr;
    const std::size_t step = is_walked ? op.xtype->size : 0;
    for_each_result(z, op.ztype->size, n, z == x, [&](void *result, std::size_t k) {
        op.function(result, operand + k * step, positions.i(k), positions.j(k), thunk);
    });
}

void user_indexed_batch(const void *self, void *z, const void *x, const void *y, std::size_t n,
                        Broadcast broadcast) {
    const auto &op = *static_cast<const BinaryOp *>(self);
    const GxB_index_binary_function function = op.binding->source->function;
    const void *const theta = std::as_const(op.binding->theta).data();
    const auto *left = static_cast<const char *>(x);
    const auto *right = static_cast<const char *>(y);
    const std::size_t left_step = broadcast == Broadcast::x ? 0 : op.xtype->size;
    const std::size_t right_step = broadcast == Broadcast::y ? 0 : op.ytype->size;
    for_each_result(z, op.ztype->size, n, z == x || z == y, [&](void *result, std::size_t k) {
        const char *const a = left + k * left_step, *const b = right + k * right_step;
        EntryPosition at, beside;
        std::memcpy(&at, a, sizeof at);
        std::memcpy(&beside, b, sizeof beside);
        function(result, a + sizeof at, at.row, at.column, b + sizeof beside, beside.row,
                 beside.column, theta);
    });
}

void carry_position_batch(const void *self, void *z, const void *x, bool x_is_scalar,
                          const Positions &positions, const void *thunk, std::size_t n) {
    const auto &op = *static_cast<const IndexUnaryOp *>(self);
    const bool is_transposed = *static_cast<const bool *>(thunk);
    const std::size_t size = op.xtype->size, step = op.ztype->size;
    const std::size_t unused = step - sizeof(EntryPosition) - size;
    const auto *value = static_cast<const char *>(x);
    auto *target = static_cast<char *>(z);
    for (std::size_t k = 0; k < n; k++, target += step) {
        EntryPosition at{positions.i(k), positions.j(k)};
        if (is_transposed) std::swap(at.row, at.column);
        std::memcpy(target, &at, sizeof at);
        std::memcpy(target + sizeof at, value, size);
        std::memset(target + sizeof at + size, 0, unused);
        if (!x_is_scalar) value += size;
    }
}

void user_reduce_batch(const void *self, void *z, const void *x, std::size_t n) {
    const auto &op = *static_cast<const BinaryOp *>(self);
    const auto *values = static_cast<const char *>(x);
    const std::size_t size = op.ztype->size;
    ValueBuffer buffer(size);
    auto *now = static_cast<char *>(z);
    char *next = buffer.get();
    for (std::size_t k = 0; k < n; k++) {
        op.function(next, now, values + k * size);
        std::swap(now, next);
    }
    if (now != z) std::memcpy(z, now, size);
}

void user_scatter_batch(const void *self, void *z, const void *index, int index_width,
                        const void *x, std::size_t n) {
    const auto &op = *static_cast<const BinaryOp *>(self);
    auto *target = static_cast<char *>(z);
    const auto *values = static_cast<const char *>(x);
    if (index_width == 4) {
        scatter_with_index(op, target, static_cast<const std::uint32_t *>(index), values, n);
    } else {
        scatter_with_index(op, target, static_cast<const std::uint64_t *>(index), values, n);
    }
}

} // namespace grb
