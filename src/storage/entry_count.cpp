// Reads the counts of entries that devices have finished.
#include "storage/entry_count.hpp"

#include <mutex>

namespace grb {

std::uint64_t EntryCount::settled() const noexcept {
    // Counts that a failed device has not delivered stay pending. A forked child must not wait for
    // a lock.
    if (device_ == nullptr || !device_->is_own()) return value_.load(std::memory_order_relaxed);
    // One mutex serves all counts of a device: each is read once, and mostly has arrived. Members
    // of a group wait for their own devices at once.
    static constinit std::mutex mutexes[most_devices_at_once];
    const auto own = static_cast<unsigned>(device_->id()) % most_devices_at_once;
    const std::lock_guard<std::mutex> guard(mutexes[own]);
    const unsigned ticket = ticket_.load(std::memory_order_relaxed);
    std::uint64_t more = 0;
    if (ticket != 0 && device_->take_count(ticket, &more)) {
        value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
        // The device has taken the ticket back.
        ticket_.store(0, std::memory_order_release);
    }
    return value_.load(std::memory_order_relaxed);
}

void EntryCount::forget() noexcept {
    const unsigned ticket = ticket_.exchange(0);
    if (ticket != 0 && device_ != nullptr) device_->drop_count(ticket);
}

} // namespace grb
