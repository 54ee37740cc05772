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

enum class Mode : int {
    off,       // GRAPHBLAST_CUDA=0; values of GrX_Device_Use
    automatic, // where the cost says so
    always,    // GRAPHBLAST_CUDA=always: wherever a device variant accepts, for tests
};

/// Reads GRAPHBLAST_CUDA, GRAPHBLAST_CUDA_DEVICE, GRAPHBLAST_CUDA_MEMORY, GRAPHBLAST_CUDA_PLUGIN.
/// Throws Error GrB_INVALID_VALUE. Opens nothing.
void read_settings();
Mode mode() noexcept;
void set_mode(Mode mode) noexcept;

/// The plugin's functions, opened on the first call; null when there is no usable GPU or this is a child
/// after fork. The reason is logged once.
const Table *open_backend() noexcept;
/// The same, only if it is open.
const Table *opened_backend() noexcept;
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

/// Throws Failure unless ok; a failed device is taken out of service.
void check(Status status);
/// Waits for all work queued on the device. Throws Error GrB_INVALID_OBJECT when some of it failed.
void finish();
/// Frees what the plugin caches.
void trim() noexcept;

} // namespace grb::device
