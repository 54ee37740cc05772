// Values that kernels move without reading them. Such kernels are compiled with the plugin.
#pragma once

#include "cuda/plugin/sizes.hpp"

namespace grb::device {

/// An array of values of sizeof(Value) bytes, or null.
template <class Value>
class Moved {
public:
    __host__ __device__ Moved(const void *values, int)
        : values_(static_cast<Value *>(const_cast<void *>(values))) {}
    __device__ bool is_there() const { return values_ != nullptr; }
    /// Copies the value of `from` at `position` to position `to`.
    __device__ void take(std::uint64_t to, const Moved &from, std::uint64_t position) const {
        values_[to] = from.values_[position];
    }
    __device__ void clear(std::uint64_t to) const { values_[to] = Value{}; }

private:
    Value *values_;
};

/// An array of values of `size` bytes, each of several units.
template <class Unit>
class Moved<Several<Unit>> {
public:
    __host__ __device__ Moved(const void *values, int size)
        : units_(static_cast<Unit *>(const_cast<void *>(values))),
          count_(static_cast<unsigned>(size) / static_cast<unsigned>(sizeof(Unit))) {}
    __device__ bool is_there() const { return units_ != nullptr; }
    __device__ void take(std::uint64_t to, const Moved &from, std::uint64_t position) const {
        for (unsigned k = 0; k < count_; k++)
            units_[to * count_ + k] = from.units_[position * count_ + k];
    }
    __device__ void clear(std::uint64_t to) const {
        for (unsigned k = 0; k < count_; k++) units_[to * count_ + k] = 0;
    }

private:
    Unit *units_;
    unsigned count_;
};

} // namespace grb::device
