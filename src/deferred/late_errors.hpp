// The errors of recorded calls, which later calls report.
#pragma once

#include "base/error.hpp"
#include "objects/waiting.hpp"

namespace grb {

/// Keeps the error of a recorded call with this output. A second error of one object is dropped.
void keep_late_error(const Container &output, const Error &error) noexcept;
/// Returns false when no error is kept for the object.
bool find_late_error(const Container &object, Error &error) noexcept;
/// Makes the object wait for its error: the next call that needs its state, or has it as output,
/// throws it, once.
void report_late_error(const Container &object) noexcept;
void forget_late_errors() noexcept;
/// For fork: the child must not find the errors locked.
void lock_late_errors() noexcept;
void unlock_late_errors() noexcept;

} // namespace grb
