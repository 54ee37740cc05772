// Device memory that the library could do without: replicas of arrays whose bytes are also on
// another device, and data that kernels keep with a snapshot. Each device has a list of it; when
// memory is short, it gives up the least recently used. Only joining and leaving take the list's
// lock; use does not.
#pragma once

#include "base/device.hpp"

namespace grb {

class SpareMemory {
public:
    SpareMemory() = default;
    SpareMemory(const SpareMemory &) = delete;
    SpareMemory &operator=(const SpareMemory &) = delete;

    /// Joins the list of a device. Until it leaves, any thread that is short of memory may take it
    /// out. The scopes that are open now count as users.
    void join(Device &device) noexcept;
    /// Leaves the list of that device if it is in it. Does nothing in a forked child: the list is
    /// the parent's.
    void leave(Device &device) noexcept;
    /// The calling thread uses the memory until the end of its scope (At).
    void note_use() noexcept {
        // Before it joins nobody asks for uses, and joining counts as a use.
        if (has_joined_.load()) note_time();
    }

protected:
    ~SpareMemory() = default;
    /// True when no open scope has noted a use.
    bool is_unused() const noexcept;

    /// Memory that was taken out, and the function that releases it: later, without the lock, when
    /// the SpareMemory may be gone.
    struct Taken {
        void *memory = nullptr; // null: none was taken, since it is in use or the only copy
        void (*give_back)(Device &device, void *memory) = nullptr;
        std::size_t bytes = 0;
    };

private:
    friend struct SpareList;
    friend std::size_t give_up_spare(Device &device, std::size_t bytes) noexcept;
    /// Called under the list's lock, so it must not wait for another lock.
    virtual Taken take_out() noexcept = 0;
    void note_time() noexcept;

    SpareMemory *before_ = nullptr, *after_ = nullptr;
    std::atomic<std::uint64_t> last_use_{0};
    std::atomic<bool> has_joined_{false}; // never false again
    bool is_listed_ = false;              // read and written under the list's lock
};

/// Frees spare memory of a device that nobody uses, the least recently used first, until it has
/// freed so many bytes. Returns the number of freed bytes.
std::size_t give_up_spare(Device &device, std::size_t bytes) noexcept;

} // namespace grb
