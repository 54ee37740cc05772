// Intrusive reference counting for snapshots and array blocks.
#pragma once

#include "base/memory.hpp"

#include <atomic>
#include <utility>

namespace grb {

class RefCounted : public HostAllocated {
public:
    RefCounted() = default;
    RefCounted(const RefCounted &) = delete;
    RefCounted &operator=(const RefCounted &) = delete;
    void retain() const noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
    /// True when the caller dropped the last reference and must destroy the object.
    bool drop() const noexcept { return count_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
    bool is_unique() const noexcept { return count_.load(std::memory_order_acquire) == 1; }

protected:
    ~RefCounted() = default;

private:
    mutable std::atomic<std::uint32_t> count_{1};
};

/// Owning pointer to a RefCounted; adopts the initial reference of a new object.
template <class T>
class Ref {
public:
    Ref() = default;
    Ref(std::nullptr_t) {}
    static Ref adopt(T *pointer) noexcept {
        Ref ref;
        ref.pointer_ = pointer;
        return ref;
    }
    static Ref share(T *pointer) noexcept {
        if (pointer != nullptr) pointer->retain();
        return adopt(pointer);
    }
    Ref(const Ref &other) noexcept : pointer_(other.pointer_) {
        if (pointer_ != nullptr) pointer_->retain();
    }
    Ref(Ref &&other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
    Ref &operator=(Ref other) noexcept {
        std::swap(pointer_, other.pointer_);
        return *this;
    }
    ~Ref() {
        if (pointer_ != nullptr && pointer_->drop()) delete pointer_;
    }
    T *get() const noexcept { return pointer_; }
    T *operator->() const noexcept { return pointer_; }
    T &operator*() const noexcept { return *pointer_; }
    explicit operator bool() const noexcept { return pointer_ != nullptr; }

private:
    T *pointer_ = nullptr;
};

template <class T, class... Args>
Ref<T> make_ref(Args &&...args) {
    return Ref<T>::adopt(new T(std::forward<Args>(args)...));
}

} // namespace grb
