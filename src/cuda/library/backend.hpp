// The GPUs that the library uses through the plugin libgraphblast-cuda.so, and their settings.
// The library opens the plugin when a problem is first worth it. A function that names no device
// concerns the calling thread's current device (base/device.hpp).
#pragma once

#include "base/array.hpp"
#include "costs/coefficient.hpp"
#include "cuda/table.h"
#include "dispatch/context.hpp"

namespace grb::device {

inline constexpr char cuda_kind[] = "cuda";

/// A failure of the plugin or of a device.
class Failure : public DeviceFailure {
public:
    explicit Failure(Status status) noexcept : status_(status) {}
    Status status() const noexcept { return status_; }
    const char *what() const noexcept override { return "the device failed"; }

private:
    Status status_;
};

/// Calls f and turns its exceptions into a status. Functions that the plugin calls use it.
template <class F>
Status status_of(const F &f) noexcept {
    try {
        f();
        return Status::ok;
    } catch (const Failure &failure) {
        return failure.status();
    } catch (const std::exception &) {
        return Status::out_of_memory;
    }
}

enum class Mode : int {
    off,       // GRAPHBLAST_CUDA=0; values of GrX_Device_Use
    automatic, // where the cost model prefers it
    always,    // GRAPHBLAST_CUDA=always: wherever a device variant accepts; for tests
};

/// Set what GRAPHBLAST_CUDA, _DEVICE, _DEVICES, _MEMORY and _PLUGIN say in the environment.
/// Settings take effect when the plugin opens. Throw Error GrB_INVALID_VALUE.
void reset_settings() noexcept;
void set_mode(const char *text);
/// Sets the ordinals of the devices to open: "0", "0,1" or "all". An ordinal may appear more than
/// once.
void set_ordinals(const char *text);
/// Sets the ordinals as set_ordinals() does; several devices form a device group, which divides
/// large problems.
void set_group_ordinals(const char *text);
/// Returns the current ordinals as text.
HostString group_ordinals();
/// Throws Error GrB_INVALID_VALUE if the plugin has been opened: the setting comes too late.
void require_unopened(const char *setting);
void set_memory_cap(const char *text);
void set_plugin(const char *path);
Mode mode() noexcept;
void set_mode(Mode mode) noexcept;

/// Returns true if there is a usable GPU. The first call opens the plugin. Returns false in a child
/// after fork. Logs the reason once.
bool can_open() noexcept;
/// Returns true if the plugin is open and the current device is usable. Opens nothing.
bool is_open() noexcept;
/// Opens one more GPU of the open plugin. Throws Failure, std::length_error.
Device &open_device(int ordinal, std::uint64_t memory_cap);

/// Returns the plugin's object for the current device. Throws Failure if the device is switched off
/// or has failed.
Runtime *runtime();
/// Returns the plugin's function. Throws Failure when there is none.
AnyFunction find_function(const char *name);

template <class... Arguments>
Status Function<Arguments...>::operator()(Arguments... arguments) const {
    Runtime *const device = runtime();
    AnyFunction function = found_.load(std::memory_order_acquire);
    if (function == nullptr) {
        function = find_function(name_);
        found_.store(function, std::memory_order_release);
    }
    return reinterpret_cast<Pointer>(function)(device, arguments...);
}

/// Queue a copy on the device; a copy to the host waits for its end. Throw Failure.
void upload(void *to, const void *from_host, std::size_t bytes);
void download(void *to_host, const void *from, std::size_t bytes);
void clear(void *to, std::size_t bytes);
void copy(void *to, const void *from, std::size_t bytes);
/// Hand a block over to the caller, or take one over; see Table.
void hand_over(void *pointer);
Status adopt(void *pointer, std::size_t bytes);
/// Returns the reason why a CUDA library cannot be used, or null if it can. The first call opens
/// the library. Throws Failure.
const char *absence_of(const Function<const char **> &library);
/// Returns the text of the plugin's last failure on this thread.
const char *error_text() noexcept;
const Facts &facts() noexcept;
/// Returns the reason why no device variant can run ("no GPU", ...), or null. The first call opens
/// the plugin.
const char *absence() noexcept;
/// Returns the reason without opening the plugin: device_is_not_open before the first attempt.
const char *absence_so_far() noexcept;

/// Creating the context takes about 0.3 s. The device is opened once the host has processed this
/// many bytes of operands (0.3 s at 4 GB/s). Only problems of at least smallest_for_opening bytes
/// count.
inline const HostCoefficient worth_opening{"opening_bytes", "bytes",
                                           "of operands after which a GPU is opened", 1.2e9};
inline const HostCoefficient smallest_for_opening{
    "opening_least_bytes", "bytes", "of the operands of a call that counts for that", 16e6};
/// Returns true if the plugin is open, or should be opened for operands of this many bytes.
bool is_worth_opening(double bytes) noexcept;

/// Throws Failure unless the status is ok. Takes a failed device out of service.
void check(Status status);
/// Returns the sums of the counters of all GPUs; zeros before the first is opened.
Counters counters() noexcept;
/// Returns freed memory of all GPUs to the system.
void trim() noexcept;

} // namespace grb::device
