// Host memory: every allocation of the engine goes through the functions given at initialisation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace grb {

struct AllocatorFunctions {
    void *(*malloc)(std::size_t);
    void *(*calloc)(std::size_t, std::size_t); // may be null
    void *(*realloc)(void *, std::size_t);     // may be null
    void (*free)(void *);
};

/// Replaces the allocation functions. Only Context::initialise() calls it, before the library has allocated anything.
void set_allocator(const AllocatorFunctions &functions) noexcept;
const AllocatorFunctions &allocator() noexcept;

/// bytes == 0 gives a valid pointer. Throws std::bad_alloc.
void *allocate(std::size_t bytes);
void *allocate_zeroed(std::size_t bytes);
void release(void *pointer) noexcept;

/// Standard allocator over allocate()/release(), for containers inside the engine.
template <class T>
struct HostAllocator {
    using value_type = T;
    HostAllocator() = default;
    template <class U>
    HostAllocator(const HostAllocator<U> &) noexcept {}
    T *allocate(std::size_t n) {
        if (n > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
        return static_cast<T *>(grb::allocate(n * sizeof(T)));
    }
    void deallocate(T *pointer, std::size_t) noexcept { grb::release(pointer); }
    template <class U>
    bool operator==(const HostAllocator<U> &) const noexcept {
        return true;
    }
};

template <class T>
using HostVector = std::vector<T, HostAllocator<T>>;

/// Base of what is created with new inside the engine.
struct HostAllocated {
    static void *operator new(std::size_t bytes) { return grb::allocate(bytes); }
    static void *operator new(std::size_t, void *place) noexcept { return place; }
    static void operator delete(void *pointer) noexcept { grb::release(pointer); }
};

} // namespace grb
