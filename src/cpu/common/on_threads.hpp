// Thread models that the cost models of the host's variants share.
#pragma once

#include "costs/coefficient.hpp"

namespace grb {

/// Seconds of one thread's work divided among `threads`: the gain is bounded, since they share
/// caches and memory.
double shared_seconds(double seconds, double threads) noexcept;
/// Seconds on as many threads as the work justifies, at most `most`.
double on_threads(double seconds, double most = 1024) noexcept;
/// Seconds of a pass that computes for `computed` seconds while it reads and writes `bytes` in
/// order. Each thread has its own caches for its partition.
double pass_on_threads(double computed, double bytes) noexcept;
/// Seconds to read or write so many bytes in order, by one thread and by several.
double stream_seconds(double bytes) noexcept;
double stream_seconds(double bytes, double threads) noexcept;
/// Seconds to clear new memory. The threads clear moderate sizes together.
double fresh_seconds(double bytes) noexcept;

/// Values per second and thread of an operator on sequential values.
double value_rate(bool is_users) noexcept;

} // namespace grb
