// Memory at places that the library could do without: replicas of arrays whose bytes are elsewhere too, and what
// kernels keep with a snapshot. Each place has a list of it, from which the least recently used is given up when
// memory is short. The list is touched when such memory comes and goes, not when it is used.
#pragma once

#include "base/place.hpp"

namespace grb {

class SpareMemory {
public:
    SpareMemory() = default;
    SpareMemory(const SpareMemory &) = delete;
    SpareMemory &operator=(const SpareMemory &) = delete;

    /// Joins the list of a place. From then on it may be taken out by anybody who is short of memory, until it
    /// leaves; all scopes that are open count as users.
    void join(Place &place) noexcept;
    /// Leaves the list of that place if it is in it. In a child after fork the list is the parent's and is left alone.
    void leave(Place &place) noexcept;
    /// The calling thread uses the memory until the end of its scope (At).
    void note_use() noexcept {
        // Nobody looks before it joins, which counts as a use by all.
        if (has_joined_.load()) note_time();
    }

protected:
    ~SpareMemory() = default;
    /// True when no scope is open that has noted a use.
    bool is_unused() const noexcept;

    /// What was taken out, and how it goes back: without a lock, when this object may be gone.
    struct Taken {
        void *memory = nullptr; // null: none, since it is in use or the only copy
        void (*give_back)(Place &place, void *memory) = nullptr;
        std::size_t bytes = 0;
    };

private:
    friend struct SpareList;
    friend std::size_t give_up_spare(Place &place, std::size_t bytes) noexcept;
    /// Under the list's lock: waits for no other.
    virtual Taken take_out() noexcept = 0;
    void note_time() noexcept;

    SpareMemory *before_ = nullptr, *after_ = nullptr;
    std::atomic<std::uint64_t> last_use_{0};
    std::atomic<bool> has_joined_{false}; // ever
    bool is_listed_ = false;              // under the list's lock
};

/// Frees spare memory of a place that nobody uses, the least recently used first, until so many bytes are free.
/// Gives the number of bytes freed.
std::size_t give_up_spare(Place &place, std::size_t bytes) noexcept;

} // namespace grb
