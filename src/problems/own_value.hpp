// A value of any type that a problem owns: the scalar or the thunk of a call. Short values need no
// allocation.
#pragma once

#include "base/array.hpp"

#include <utility>

namespace grb {

class OwnValue {
public:
    OwnValue() = default;
    template <class T>
    static OwnValue of(const T &value) {
        OwnValue own;
        own.set(&value, sizeof value);
        return own;
    }
    /// Makes a value of so many bytes, for the caller to write. Throws std::bad_alloc.
    void *make(std::size_t bytes) {
        long_ = bytes > sizeof short_ ? Array(bytes) : Array();
        is_set_ = true;
        return long_.empty() ? short_ : long_.data();
    }
    /// Copies a value. Throws std::bad_alloc.
    void set(const void *value, std::size_t bytes) { std::memcpy(make(bytes), value, bytes); }
    /// Is null when no value was set.
    operator const void *() const noexcept {
        if (!is_set_) return nullptr;
        return long_.empty() ? short_ : std::as_const(long_).data();
    }

private:
    alignas(16) unsigned char short_[16] = {};
    bool is_set_ = false;
    Array long_; // on the host
};

} // namespace grb
