// A mutex of four bytes, for objects of which there are many. Waiting threads sleep.
#pragma once

#include <atomic>
#include <cstdint>

namespace grb {

class SmallMutex {
public:
    SmallMutex() = default;
    SmallMutex(const SmallMutex &) = delete;
    SmallMutex &operator=(const SmallMutex &) = delete;

    bool try_lock() noexcept {
        std::uint32_t expected = is_free;
        return state_.compare_exchange_strong(expected, is_held, std::memory_order_acquire,
                                              std::memory_order_relaxed);
    }
    void lock() noexcept {
        if (try_lock()) return;
        while (state_.exchange(is_awaited, std::memory_order_acquire) != is_free)
            state_.wait(is_awaited, std::memory_order_relaxed);
    }
    void unlock() noexcept {
        if (state_.exchange(is_free, std::memory_order_release) == is_awaited) state_.notify_one();
    }

private:
    static constexpr std::uint32_t is_free = 0, is_held = 1, is_awaited = 2;
    std::atomic<std::uint32_t> state_{is_free};
};

} // namespace grb
