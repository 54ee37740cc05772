// The errors of recorded calls, which later calls report.
#pragma once

#include "base/error.hpp"
#include "objects/waiting.hpp"

#include <exception>
#include <new>

namespace grb {

/// Keeps the error of a recorded call with this output. A second error of one object is dropped.
void keep_late_error(const Container &output, const Error &error) noexcept;
/// Does the work of a recorded call with this output. Returns false when it throws: the error is
/// kept.
template <class Work>
bool succeeds(const Container &output, Work &&work) noexcept {
    try {
        work();
        return true;
    } catch (const Error &error) {
        keep_late_error(output, error);
    } catch (const std::bad_alloc &) {
        keep_late_error(output, Error(GrB_OUT_OF_MEMORY, "out of memory"));
    } catch (const std::exception &error) {
        keep_late_error(output, Error(GrB_PANIC, "internal error: %s", error.what()));
    }
    return false;
}
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
