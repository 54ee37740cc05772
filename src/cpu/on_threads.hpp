// What the cost models of the host's rows share.
#pragma once

#include "registry/coefficient.hpp"

namespace grb {

/// Seconds for `seconds` of one thread's work on the threads that it is worth, at most `most`.
double on_threads(double seconds, double most = 1024) noexcept;

/// Values per second and thread that an operator gives in order.
double value_rate(bool is_users) noexcept;

} // namespace grb
