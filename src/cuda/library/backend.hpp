// GPUs as the library sees them: places of the plugin libgraphblast-cuda.so, which is opened when a problem is
// first worth it, and the settings that rule them. What is asked without naming a place concerns the one where
// the calling thread works (base/place.hpp).
#pragma once

#include "base/array.hpp"
#include "costs/coefficient.hpp"
#include "cuda/table.h"
#include "dispatch/context.hpp"

namespace grb::device {

inline constexpr char cuda_kind[] = "cuda";

/// A failure of the plugin.
class Failure : public PlaceFailure {
public:
    explicit Failure(Status status) noexcept : status_(status) {}
    Status status() const noexcept { return status_; }
    const char *what() const noexcept override { return "the device failed"; }

private:
    Status status_;
};

/// Calls f and turns what it throws into a status; for functions that the plugin calls.
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
    automatic, // where the cost says so
    always,    // GRAPHBLAST_CUDA=always: wherever a device variant accepts, for tests
};

/// Settings as the environment gives them: GRAPHBLAST_CUDA, _DEVICE, _DEVICES, _MEMORY, _PLUGIN. They count when
/// the plugin is opened. Throw Error GrB_INVALID_VALUE.
void reset_settings() noexcept;
void set_mode(const char *text);
/// The ordinals of the devices that become places, "0", "0,1" or "all"; one may be named more than once.
void set_ordinals(const char *text);
/// The same; several are a team, which shares what is worth it.
void set_team(const char *text);
/// The ordinals in force as text.
HostString team();
/// Throws Error GrB_INVALID_VALUE when the plugin was opened: settings came too late.
void require_unopened(const char *setting);
void set_memory_cap(const char *text);
void set_plugin(const char *path);
Mode mode() noexcept;
void set_mode(Mode mode) noexcept;

/// There is a usable GPU; its plugin is opened on the first call. False in a child after fork. The reason is
/// logged once.
bool can_open() noexcept;
/// The same, only if it is open.
bool is_open() noexcept;
/// One more place on a device, of an open plugin. Throws Failure, std::length_error.
Place &open_place(int ordinal, std::uint64_t memory_cap);

/// The plugin's own place. Throws Failure when it was switched off or failed meanwhile.
Runtime *runtime();
/// The plugin's function. Throws Failure when there is none.
AnyFunction find_function(const char *name);

template <class... Arguments>
Status Function<Arguments...>::operator()(Arguments... arguments) const {
    Runtime *const place = runtime();
    AnyFunction function = found_.load(std::memory_order_acquire);
    if (function == nullptr) {
        function = find_function(name_);
        found_.store(function, std::memory_order_release);
    }
    return reinterpret_cast<Pointer>(function)(place, arguments...);
}

/// Queue a copy on the device; copies to the host are waited for. Throw Failure.
void upload(void *to, const void *from_host, std::size_t bytes);
void download(void *to_host, const void *from, std::size_t bytes);
void clear(void *to, std::size_t bytes);
void copy(void *to, const void *from, std::size_t bytes);
/// Hand a block over to the caller, or take one over; see Table.
void hand_over(void *pointer);
Status adopt(void *pointer, std::size_t bytes);
/// Why a library of CUDA's cannot be used; null: it can. Opens it on the first call. Throws Failure.
const char *absence_of(const Function<const char **> &library);
/// Text of the plugin's last failure on this thread.
const char *error_text() noexcept;
const Facts &facts() noexcept;
/// Why no device variant can run ("no GPU", ...); null when one can. Opens the plugin on the first call.
const char *absence() noexcept;
/// The same without opening: place_is_not_open before somebody has tried.
const char *absence_so_far() noexcept;

/// Making the context takes about 0.3 s. The device is opened once the host has gone through so many bytes of
/// operands (a third of a second at 4 GB/s); a problem counts at least the smaller number.
inline const HostCoefficient worth_opening{"opening_bytes", "bytes",
                                           "of operands after which a GPU is opened", 1.2e9};
inline const HostCoefficient smallest_for_opening{
    "opening_least_bytes", "bytes", "of the operands of a call that counts for that", 16e6};
/// The plugin is open, or should be for operands of so many bytes.
bool is_worth_opening(double bytes) noexcept;

/// Throws Failure unless ok; a place that failed is taken out of service.
void check(Status status);
/// Counters of all places together; zeros before the first place is opened.
Counters counters() noexcept;
/// Gives freed device memory back to the system, at all places.
void trim() noexcept;

} // namespace grb::device
