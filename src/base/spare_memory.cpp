// Implements each device's list of spare memory.
#include "base/spare_memory.hpp"

#include "base/device_clock.hpp"

#include <limits>
#include <mutex>

namespace grb {

/// The spare memory of one device, on a cache line of its own.
struct alignas(64) SpareList {
    std::mutex mutex;
    SpareMemory *first = nullptr;

    static SpareList &of(const Device &device) noexcept {
        static constinit SpareList lists[most_devices_at_once + 1];
        return lists[device.id()];
    }
    void add(SpareMemory &memory) noexcept {
        memory.before_ = nullptr;
        memory.after_ = first;
        if (first != nullptr) first->before_ = &memory;
        first = &memory;
        memory.is_listed_ = true;
    }
    void remove(SpareMemory &memory) noexcept {
        if (!memory.is_listed_) return;
        (memory.before_ != nullptr ? memory.before_->after_ : first) = memory.after_;
        if (memory.after_ != nullptr) memory.after_->before_ = memory.before_;
        memory.is_listed_ = false;
    }
    /// Takes out the least recently used memory among those that can be taken.
    SpareMemory::Taken take_oldest() noexcept {
        constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
        const std::uint64_t oldest = oldest_scope();
        // All memory that was last used at `tried` or before has refused.
        for (std::uint64_t tried = 0;;) {
            std::uint64_t next = never;
            for (const SpareMemory *one = first; one != nullptr; one = one->after_) {
                const std::uint64_t use = one->last_use_.load();
                if (use > tried && use < next) next = use;
            }
            if (next == never || next > oldest) return {};
            for (SpareMemory *one = first; one != nullptr; one = one->after_) {
                if (one->last_use_.load() != next) continue;
                const SpareMemory::Taken taken = one->take_out();
                if (taken.memory == nullptr) continue;
                remove(*one);
                return taken;
            }
            tried = next;
        }
    }
};

void SpareMemory::join(Device &device) noexcept {
    // Sets the flag first, then the time: a thread that saw the flag unset began its scope before
    // this time.
    has_joined_.store(true);
    note_time();
    SpareList &list = SpareList::of(device);
    const std::lock_guard<std::mutex> guard(list.mutex);
    if (!is_listed_) list.add(*this);
}

void SpareMemory::leave(Device &device) noexcept {
    // In a forked child the lock may stay locked, by a thread of the parent.
    if (!has_joined_.load() || !device.is_own()) return;
    SpareList &list = SpareList::of(device);
    const std::lock_guard<std::mutex> guard(list.mutex);
    list.remove(*this);
}

bool SpareMemory::is_unused() const noexcept {
    return last_use_.load() <= oldest_scope();
}

void SpareMemory::note_time() noexcept {
    const std::uint64_t now = device_time();
    std::uint64_t seen = last_use_.load();
    // The time never goes back: an older scope must not hide the use of a younger one.
    while (seen < now && !last_use_.compare_exchange_weak(seen, now)) {
    }
}

std::size_t give_up_spare(Device &device, std::size_t bytes) noexcept {
    std::size_t freed = 0;
    SpareList &list = SpareList::of(device);
    while (freed < bytes) {
        SpareMemory::Taken taken;
        {
            const std::lock_guard<std::mutex> guard(list.mutex);
            taken = list.take_oldest();
        }
        if (taken.memory == nullptr) break;
        taken.give_back(device, taken.memory);
        freed += taken.bytes;
    }
    return freed;
}

} // namespace grb
