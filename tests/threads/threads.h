// Several threads at once, and graphs that they work on. Values are small integers, so that every
// order of addition gives the same sum.
#pragma once

#include "GraphBLAS.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace threads {

/// Fails the test unless the call succeeds. For the thread that runs the test.
void require(GrB_Info info);

/// Reports the code of a call that should have succeeded.
class CallFailed : public std::runtime_error {
public:
    explicit CallFailed(GrB_Info info)
        : std::runtime_error("a call returned " + std::to_string(info)), info_(info) {}
    GrB_Info info() const noexcept { return info_; }

private:
    GrB_Info info_;
};
/// Throws CallFailed unless the call succeeds: inside run_together().
void demand(GrB_Info info);

constexpr int thread_count = 8;
/// Runs work(t), t = 0 ... 7, on eight threads that start together. An exception fails the test.
void run_together(const std::function<void(int t)> &work);

/// Random entries; the same for the same seed. Completed.
GrB_Matrix random_matrix(GrB_Index nrows, GrB_Index ncols, GrB_Index entries, unsigned seed);
/// Every `stride`-th entry present.
GrB_Vector strided_vector(GrB_Index size, GrB_Index stride);

/// Indices, then values.
using Contents = std::vector<double>;
Contents contents(GrB_Matrix A);
Contents contents(GrB_Vector u);

/// Handles that free themselves.
template <class Handle, GrB_Info (*free_handle)(Handle *)>
class Owned {
public:
    Owned() = default;
    explicit Owned(Handle handle) : handle_(handle) {}
    ~Owned() { free_handle(&handle_); }
    Owned(const Owned &) = delete;
    Owned &operator=(const Owned &) = delete;
    operator Handle() const { return handle_; }
    /// Returns the address at which a function that makes an object stores its handle.
    Handle *out() { return &handle_; }

private:
    Handle handle_ = nullptr;
};
using OwnedMatrix = Owned<GrB_Matrix, GrB_Matrix_free>;
using OwnedVector = Owned<GrB_Vector, GrB_Vector_free>;

} // namespace threads
