// theta, the value that operators on values and positions get beside their operands.
// It is no part of a program: it lies in the program's constant memory, which the host writes
// before a kernel that needs another value.
#pragma once

#include "cuda/plugin/runtime.hpp"

#include <mutex>
#include <string>

namespace grb::device {

/// Returns the name in programs of the memory for an operator's theta.
std::string theta_name(const std::string &op);

/// Sets theta for the kernels with this operator that the calling thread launches next. At most
/// largest_theta bytes. `op` here and below is the name from define(): one pointer for each
/// operator.
void set_theta(const char *op, const void *theta, std::size_t size);

/// Registers a kernel of a library whose operator has a theta.
void note_theta(const void *kernel, cudaLibrary_t library, const char *op);

/// Writes the calling thread's theta to the kernel's memory and keeps it there for the length of a
/// launch. A theta that differs from the previous one waits for the device: kernels on any stream
/// may still read the old one.
class ThetaInPlace {
public:
    explicit ThetaInPlace(const void *kernel);
    ThetaInPlace(const ThetaInPlace &) = delete;
    ThetaInPlace &operator=(const ThetaInPlace &) = delete;
    /// Is ok for kernels without theta.
    Status status() const { return status_; }

private:
    Status status_ = Status::ok;
    std::unique_lock<std::mutex> lock_;
};

} // namespace grb::device
