// Host memory: the engine allocates all of it through the functions given at initialisation, or
// through those of an arena (GxB_arena_init) for objects of an arena.
#pragma once

#include <atomic>
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

/// Equals GxB_NARENAS. Arena 0 has the functions of set_allocator().
inline constexpr int arena_count = 8;

/// Replaces the allocation functions. Only Context::initialise() calls it, before the library has
/// allocated anything.
void set_allocator(const AllocatorFunctions &functions) noexcept;
const AllocatorFunctions &allocator() noexcept;

/// bytes == 0 gives a valid pointer. Throws std::bad_alloc.
void *allocate(std::size_t bytes);
void *allocate_zeroed(std::size_t bytes);
void release(void *pointer) noexcept;

/// Allocates from an arena that was made. Throws std::bad_alloc.
void *allocate_in(int arena, std::size_t bytes);
void release_in(int arena, void *pointer) noexcept;
/// Returns null when there is no arena of this number.
const AllocatorFunctions *arena_functions(int arena) noexcept;
/// Returns false when the number is invalid or the arena was made before.
bool make_arena(int arena, const AllocatorFunctions &functions) noexcept;
/// Lets the arenas but 0 be made anew. Memory that is left in them still goes back to their
/// functions.
void forget_arenas() noexcept;

inline constinit std::atomic<bool> arenas_were_made{false};
/// Is false while everything is in arena 0. Checked before all work that arenas cause.
inline bool has_arenas() noexcept {
    return arenas_were_made.load(std::memory_order_relaxed);
}

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

/// Says where to create an object: new (InArena{1}) Matrix(...).
struct InArena {
    int number;
};

/// Base of the objects behind handles. The object's header names the arena of its memory: see
/// made_in().
template <class Object>
struct ArenaAllocated {
    static void *operator new(std::size_t bytes) { return grb::allocate(bytes); }
    static void *operator new(std::size_t bytes, InArena arena) {
        return allocate_in(arena.number, bytes);
    }
    static void *operator new(std::size_t, void *address) noexcept { return address; }
    // For constructors that throw.
    static void operator delete(void *pointer) noexcept { grb::release(pointer); }
    static void operator delete(void *pointer, InArena arena) noexcept {
        release_in(arena.number, pointer);
    }
    static void operator delete(ArenaAllocated *self, std::destroying_delete_t) noexcept {
        auto *const object = static_cast<Object *>(self);
        const int arena = object->header.arena;
        object->~Object();
        release_in(arena, object);
    }
};

/// Base of the objects that the engine creates with new.
struct HostAllocated {
    static void *operator new(std::size_t bytes) { return grb::allocate(bytes); }
    static void *operator new(std::size_t, void *address) noexcept { return address; }
    static void operator delete(void *pointer) noexcept { grb::release(pointer); }
};

} // namespace grb
