// theta, the value that operators on values and positions get beside their operands. It is no part of a program: it
// lies in constant memory of the program's, where the host writes it before a kernel that is to see another one.
#pragma once

#include "cuda/plugin/runtime.hpp"

#include <mutex>
#include <string>

namespace grb::device {

/// What the next kernels with this operator of define() get that the calling thread launches. At most largest_theta
/// bytes.
void set_theta(const std::string &op, const void *theta, std::size_t size);

/// A kernel of a library whose operator `op` (of define()) has a theta.
void note_theta(const void *kernel, cudaLibrary_t library, const std::string &op);

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
