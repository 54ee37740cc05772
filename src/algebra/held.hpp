// Counted references to operators, monoids and semirings. A holder may use the object after the
// user has freed its handle. Holders are waiting problems, monoids (of their operator) and
// semirings (of their parts). Types are not counted: the user keeps them as long as the objects
// made of them.
#pragma once

#include "algebra/operators.hpp"

#include <atomic>
#include <utility>

namespace grb {

/// Adds a holder. Predefined objects live for ever and are not counted.
inline void hold(const ObjectHeader &header) noexcept {
    if (header.is_predefined) return;
    std::atomic_ref<std::uint32_t>(header.holders).fetch_add(1, std::memory_order_relaxed);
}
/// Removes a holder; the last one deletes the object.
void let_go(const UnaryOp *op) noexcept;
void let_go(const BinaryOp *op) noexcept;
void let_go(const IndexUnaryOp *op) noexcept;
void let_go(const Monoid *monoid) noexcept;
void let_go(const Semiring *semiring) noexcept;

template <class Object>
class Held {
public:
    Held() = default;
    Held(std::nullptr_t) {}
    Held(const Object *object) noexcept : object_(object) {
        if (object != nullptr) hold(object->header);
    }
    /// Takes over the reference that a new object begins with.
    static Held adopt(const Object *object) noexcept {
        Held held;
        held.object_ = object;
        return held;
    }
    Held(const Held &other) noexcept : Held(other.object_) {}
    Held(Held &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Held &operator=(Held other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Held() {
        if (object_ != nullptr) let_go(object_);
    }
    operator const Object *() const noexcept { return object_; }
    const Object *operator->() const noexcept { return object_; }
    const Object &operator*() const noexcept { return *object_; }

private:
    const Object *object_ = nullptr;
};

/// Makes a semiring, which holds its parts, in an arena; the caller is its first holder. Throws
/// std::bad_alloc.
Semiring *make_semiring(const Monoid *add, const BinaryOp *multiply, int arena = 0);
/// Makes a monoid, which holds its operator, in an arena; the caller is its first holder and sets
/// the identity. Throws std::bad_alloc.
Monoid *make_monoid(const BinaryOp *op, int arena = 0);

} // namespace grb
