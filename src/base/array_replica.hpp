// Replicas of arrays on devices: for array.cpp and array_upload.cpp alone.
#pragma once

#include "base/array.hpp"
#include "base/loans.hpp"

#include <mutex>

namespace grb {

/// The bytes of a block on one device; without memory it does not count. A block's list of replicas
/// grows only at its head, so readers walk it without the mutex. A replica joins the spare memory
/// of its device once the bytes are on a second device. Most arrays never get there, and take no
/// lock for it.
struct Array::Replica final : SpareMemory, HostAllocated {
    Replica(Device &where, Block &owner, bool is_in_it) noexcept
        : device(&where), block(&owner), is_in_block(is_in_it) {}
    Device *const device;
    Block *const block;
    const bool is_in_block;  // in the block's memory, behind it
    Replica *next = nullptr; // of the block
    void *pointer = nullptr; // changes only under the mutex and without readers
    std::atomic<bool> is_valid{false};
    /// The bytes are on their way (SendsAhead), and the device does not yet wait for them.
    mutable std::atomic<bool> is_in_flight{false};

    /// The memory is the caller's.
    bool is_lent() const noexcept {
        return is_in_block && block->is_lent && block->arena == memory_of_device;
    }
    /// Returns the memory for use on the device, whose next work waits for the bytes. Throws
    /// DeviceFailure.
    void *arrived() const {
        if (is_in_flight.load(std::memory_order_acquire)) await();
        return pointer;
    }
    /// Returns the memory to the caller of data_at. Within SendsAhead the device does not wait for
    /// the bytes.
    void *handed_out() const;
    void await() const;
    /// The caller holds the mutex.
    void *remove() noexcept {
        is_valid.store(false);
        is_in_flight.store(false);
        return std::exchange(pointer, nullptr);
    }
    /// Uploads a range of an array on the host to new memory beside the device's other work.
    /// Returns null when the range is neither large nor sent ahead. The caller holds the mutex.
    void *upload_beside();
    /// A reader notes its use and then reads is_valid; this clears is_valid and then searches for
    /// uses. So either the reader finds the replica invalid, or this finds it in use.
    Taken take_out() noexcept override {
        // A locked mutex means that bytes are being copied from or to this replica.
        const std::unique_lock<SmallMutex> guard(block->transfers, std::try_to_lock);
        if (!guard.owns_lock() || !is_valid.load() || is_lent()) return {};
        if (!block->is_on_host.load() && block->source(this) == nullptr) return {};
        is_valid.store(false);
        if (is_unused())
            return {remove(), [](Device &at, void *memory) { at.release(memory); }, block->bytes};
        is_valid.store(true);
        return {};
    }
};

} // namespace grb
