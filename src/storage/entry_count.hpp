// The number of entries of a dense form. A device may still be counting: the first reader of the
// number waits. A loop on the device waits only where its caller asks for the number.
#pragma once

#include "base/device.hpp"

#include <atomic>
#include <cstdint>
#include <utility>

namespace grb {

class EntryCount {
public:
    EntryCount(std::uint64_t value = 0) noexcept : value_(value) {}
    EntryCount(const EntryCount &other) noexcept : value_(static_cast<std::uint64_t>(other)) {}
    EntryCount(EntryCount &&other) noexcept
        : value_(other.value_.load(std::memory_order_relaxed)), device_(other.device_),
          ticket_(other.ticket_.exchange(0)) {}
    EntryCount &operator=(EntryCount other) noexcept {
        forget();
        value_.store(other.value_.load(std::memory_order_relaxed), std::memory_order_relaxed);
        device_ = other.device_;
        ticket_.store(other.ticket_.exchange(0));
        return *this;
    }
    ~EntryCount() { forget(); }

    operator std::uint64_t() const noexcept {
        return ticket_.load(std::memory_order_acquire) == 0 ? value_.load(std::memory_order_relaxed)
                                                            : settled();
    }
    EntryCount &operator+=(std::uint64_t more) noexcept { return *this = *this + more; }
    EntryCount &operator-=(std::uint64_t less) noexcept { return *this = *this - less; }
    void operator++(int) noexcept { *this += 1; }
    void operator--(int) noexcept { *this -= 1; }

    /// Adds the count of a call on the calling thread's device (cuda/table.h); 0: none. Settles
    /// earlier counts first.
    void expect(unsigned ticket) noexcept {
        if (ticket == 0) return;
        const std::uint64_t before = *this;
        value_.store(before, std::memory_order_relaxed);
        device_ = here();
        ticket_.store(ticket, std::memory_order_release);
    }
    /// The device that delivers the number while it is pending.
    Device *device() const noexcept { return device_; }
    bool is_pending() const noexcept { return ticket_.load(std::memory_order_relaxed) != 0; }

private:
    std::uint64_t settled() const noexcept;
    void forget() noexcept;

    mutable std::atomic<std::uint64_t> value_;
    Device *device_ = nullptr; // the device of the ticket
    mutable std::atomic<unsigned> ticket_{0};
};

} // namespace grb
