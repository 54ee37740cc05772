// theta, the value that operators on values and positions get beside their operands. It is no part of a program: it
// lies in constant memory of the program's, where the host writes it before a kernel that is to see another one.
#pragma once

#include "cuda/plugin/runtime.hpp"

#include <mutex>
#include <string>

namespace grb::device {

/// What a program calls the memory of an operator's theta.
std::string theta_name(const std::string &op);

/// What the next kernels with this operator get that the calling thread launches. At most largest_theta bytes. `op` here
/// and below is the name that define() gives: one pointer for each operator.
void set_theta(const char *op, const void *theta, std::size_t size);

/// A kernel of a library whose operator has a theta.
void note_theta(const void *kernel, cudaLibrary_t library, const char *op);

/// The calling thread's theta where the kernel finds it, for the length of a launch. A theta that differs from the one
/// before it waits for the device: kernels that read that one may still run, on any stream.
class ThetaInPlace {
public:
    explicit ThetaInPlace(const void *kernel);
    ThetaInPlace(const ThetaInPlace &) = delete;
    ThetaInPlace &operator=(const ThetaInPlace &) = delete;
    /// ok for kernels without theta.
    Status status() const { return status_; }

private:
    Status status_ = Status::ok;
    std::unique_lock<std::mutex> lock_;
};

} // namespace grb::device
