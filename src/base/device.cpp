// Keeps the list of devices, each thread's device, and the scopes that protect device memory.
#include "base/device.hpp"

#include "base/device_clock.hpp"
#include "base/group_partitions.hpp"
#include "base/process_group.hpp"

#include <limits>
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <utility>

namespace grb {

namespace {

std::mutex list_mutex;
Device *list[most_devices_at_once];
std::atomic<int> list_size{0};

/// Forks between the first process and this one. Arrays often ask whether they are in a forked
/// process; comparing this number is cheaper than getpid(), a system call.
std::atomic<int> forks{0};
[[maybe_unused]] const int is_counting = pthread_atfork(nullptr, nullptr, [] { forks++; });

thread_local Device *own_device = nullptr;
std::atomic<Device *> default_device{nullptr};

/// The start of the oldest scope when none is open.
constexpr std::uint64_t nowhere = std::numeric_limits<std::uint64_t>::max();
std::atomic<std::uint64_t> clock_{1};
/// The times when the threads' open scopes began: a slot for each thread, on its own cache line; 0:
/// the slot is free.
constexpr int most_scopes = 256;
struct alignas(64) Slot {
    std::atomic<std::uint64_t> start{0};
};
Slot scopes[most_scopes];
/// Open scopes that found no slot. While there are any, no memory is given up.
std::atomic<int> scopes_without_slot{0};
thread_local int own_slot = -1;
thread_local int own_depth = 0;

void enter_scope() noexcept {
    if (own_depth++ != 0) return;
    const std::uint64_t now = clock_.fetch_add(1);
    thread_local int last_slot = 0; // the first guess: most often it is free again
    for (int tries = 0; tries < most_scopes; tries++) {
        const int k = (last_slot + tries) % most_scopes;
        std::uint64_t free = 0;
        if (!scopes[k].start.compare_exchange_strong(free, now)) continue;
        own_slot = last_slot = k;
        return;
    }
    scopes_without_slot++;
    own_slot = -1;
}

void leave_scope() noexcept {
    if (--own_depth != 0) return;
    if (own_slot >= 0) {
        scopes[std::exchange(own_slot, -1)].start.store(0);
    } else {
        scopes_without_slot--;
    }
}

constinit DeviceOpener opener{[]() noexcept { return false; }, []() noexcept { return false; },
                              []() noexcept { return 0.0; }, [](double) noexcept {},
                              []() noexcept {}};
std::atomic<bool> is_host_avoided{false};
/// The number of partitions, and a bit that says whether a rule forces a variant of a group: one
/// read tells that there is no group.
constexpr unsigned is_group_forced = 1U << 31;
std::atomic<unsigned> group_state{0};
constinit thread_local GroupContext own_context;

} // namespace

bool Device::is_own() const noexcept {
    // A device that never joined has nothing that a process could lack.
    return process_ == 0 || forks.load(std::memory_order_relaxed) + 1 == process_;
}
bool Device::copy_from(void *, Device &, const void *, std::size_t) {
    return false;
}
std::optional<bool> Device::find_entry(const Snapshot &, std::uint64_t, std::uint64_t, void *) {
    return {};
}
void Device::has_sent(const Array &) noexcept {}
bool Device::begin_range(const char *) noexcept {
    return false;
}
void Device::end_range() noexcept {}

int add_device(Device &device) {
    const std::lock_guard<std::mutex> guard(list_mutex);
    const int size = list_size.load(std::memory_order_relaxed);
    if (size == most_devices_at_once) throw std::length_error("too many devices");
    list[size] = &device;
    device.id_ = size + 1;
    device.process_ = forks.load(std::memory_order_relaxed) + 1;
    list_size.store(size + 1, std::memory_order_release);
    return device.id_;
}

std::span<Device *const> devices() noexcept {
    return {list, static_cast<std::size_t>(list_size.load(std::memory_order_acquire))};
}

void finish_devices() {
    for (Device *const device : devices()) device->finish();
}

Device *here() noexcept {
    return own_device != nullptr ? own_device : default_device.load(std::memory_order_acquire);
}

void set_default_device(Device &device) noexcept {
    default_device.store(&device, std::memory_order_release);
}

At::At(Device &device) noexcept : before_(std::exchange(own_device, &device)) {
    enter_scope();
}

At::~At() {
    leave_scope();
    own_device = before_;
}

QueryScope::QueryScope(Device &device) noexcept : before_(std::exchange(own_device, &device)) {}

QueryScope::~QueryScope() {
    own_device = before_;
}

std::uint64_t device_time() noexcept {
    return clock_.load();
}

std::uint64_t oldest_scope() noexcept {
    if (scopes_without_slot.load() != 0) return 0;
    std::uint64_t oldest = nowhere;
    for (const Slot &scope : scopes) {
        const std::uint64_t start = scope.start.load();
        if (start != 0 && start < oldest) oldest = start;
    }
    return oldest;
}

void set_device_opener(const DeviceOpener &functions) noexcept {
    opener = functions;
}
const DeviceOpener &device_opener() noexcept {
    return opener;
}
bool is_host_alone() noexcept {
    return devices().empty() && !opener.may_open() && !has_group();
}

bool avoids_host() noexcept {
    return is_host_avoided.load(std::memory_order_relaxed) ||
           (group_partitions() != 0 && !own_context.is_inside);
}
void set_avoids_host(bool avoids) noexcept {
    is_host_avoided.store(avoids, std::memory_order_relaxed);
}

int group_partitions() noexcept {
    if (const ProcessGroup *const processes = process_group()) return processes->size;
    return static_cast<int>(group_state.load(std::memory_order_relaxed) & ~is_group_forced);
}
void set_group_partitions(int partitions) noexcept {
    const unsigned forced = group_state.load(std::memory_order_relaxed) & is_group_forced;
    group_state.store(static_cast<unsigned>(partitions) | forced, std::memory_order_relaxed);
}
void set_group_forced(bool is_forced) noexcept {
    const unsigned partitions = group_state.load(std::memory_order_relaxed) & ~is_group_forced;
    group_state.store(partitions | (is_forced ? is_group_forced : 0), std::memory_order_relaxed);
}
bool has_group() noexcept {
    return group_state.load(std::memory_order_relaxed) != 0 || process_group() != nullptr;
}
GroupContext &group_context() noexcept {
    return own_context;
}

} // namespace grb
