// What the cost models of the host's rows share.
#pragma once

#include "costs/coefficient.hpp"

namespace grb {

/// Seconds of `seconds` of one thread's work shared by so many: what they gain is bounded, since caches and memory are
/// shared, too.
double shared_seconds(double seconds, double threads) noexcept;
/// The same on the threads that the work is worth, at most `most`.
double on_threads(double seconds, double most = 1024) noexcept;
/// Of a pass that computes for so many seconds while it reads and writes so many bytes in order. Each thread has caches
/// of its own for its share.
double pass_on_threads(double computed, double bytes) noexcept;
/// Seconds of reading or writing so many bytes in order, by one thread and by several.
double stream_seconds(double bytes) noexcept;
double stream_seconds(double bytes, double threads) noexcept;
/// Seconds of clearing new memory. Of moderate size the threads clear it together.
double fresh_seconds(double bytes) noexcept;

/// Values per second and thread that an operator gives in order.
double value_rate(bool is_users) noexcept;

} // namespace grb
