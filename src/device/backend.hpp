// The GPU as the library sees it: the plugin libgraphblast-cuda.so, opened when a problem is first worth
// it, and the settings that rule it.
#pragma once

#include "core/array.hpp"
#include "device/plugin.h"

#include <exception>

namespace grb::device {

/// The device cannot do what was asked now: out of its memory, a library missing, out of service. The
/// operation then runs on the CPU.
class Failure : public std::exception {
public:
    explicit Failure(Status status) noexcept : status_(status) {}
    Status status() const noexcept { return status_; }
    const char *what() const noexcept override { return "the device failed"; }

private:
    Status status_;
};

/// What a function called by the plugin answers when f throws.
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

/// Settings as the environment gives them: GRAPHBLAST_CUDA, _DEVICE, _MEMORY, _PLUGIN. They count when
/// the backend is opened. Throw Error GrB_INVALID_VALUE.
void reset_settings() noexcept;
void set_mode(const char *text);
void set_ordinal(const char *text);
void set_memory_cap(const char *text);
void set_plugin(const char *path);
Mode mode() noexcept;
void set_mode(Mode mode) noexcept;

/// The plugin's functions, opened on the first call; null when there is no usable GPU or this is a child
/// after fork. The reason is logged once.
const Table *open_backend() noexcept;
/// The same, only if it is open.
const Table *opened_backend() noexcept;
/// Of an open backend. Throws Failure when it was switched off or failed meanwhile.
const Table &backend();
/// True once it has been open, whatever became of it: arrays may be on the device alone.
bool was_opened() noexcept;
const Facts &facts() noexcept;
/// Why no device variant can run ("no GPU", ...); null when one can.
const char *absence() noexcept;

/// Making the context takes about 0.3 s. It is worth that when a host has gone through so many bytes of
/// operands (a third of a second at 4 GB/s), each time at least the smaller number.
inline constexpr double worth_opening = 1.2e9, smallest_for_opening = 16e6;
/// True while the backend is closed and might be opened: then problems are added up.
bool is_undecided() noexcept;
void add_operands(double bytes) noexcept;
/// The backend is open, or should be for operands of so many bytes.
bool is_worth_opening(double bytes) noexcept;

/// False in a forked child, and after a failure: what kernels count is lost, as the entries are.
bool has_counts() noexcept;
/// The number behind a ticket of the plugin, waited for; its place is free then. False when the device fails.
bool take_count(unsigned ticket, std::uint64_t *count) noexcept;
void drop_count(unsigned ticket) noexcept;

/// A range on a profiler's time line, while this lives; costs nothing where there is no profiler.
class Range {
public:
    /// Only of an open backend when `is_wanted`.
    Range(const char *name, bool is_wanted) noexcept : is_open_(is_wanted && open(name)) {}
    ~Range() {
        if (is_open_) close();
    }
    Range(const Range &) = delete;
    Range &operator=(const Range &) = delete;

private:
    static bool open(const char *name) noexcept;
    static void close() noexcept;
    bool is_open_;
};

/// Throws Failure unless ok; a failed device is taken out of service.
void check(Status status);
/// Waits for all work queued on the device. Throws Error GrB_INVALID_OBJECT when some of it failed.
void finish();
/// What the plugin did so far; zeros before it is opened.
Counters counters() noexcept;
/// Gives freed device memory back to the system.
void trim() noexcept;

} // namespace grb::device
