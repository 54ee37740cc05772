// The only way in which errors travel inside the engine; only the guard in capi/ catches them.
#pragma once

#include "GraphBLAS.h"

#include <cstdio>
#include <exception>

namespace grb {

/// An API or execution error with its text, which lies inside the object: throwing allocates
/// nothing.
class Error : public std::exception {
public:
    __attribute__((format(printf, 3, 4))) Error(GrB_Info code, const char *format, ...) noexcept;
    GrB_Info code() const noexcept { return code_; }
    const char *what() const noexcept override { return text_; }

private:
    GrB_Info code_;
    char text_[256];
};

/// Name of the public function that runs on this thread, for the texts ("GrB_mxv: ...").
void set_current_function(const char *name) noexcept;

} // namespace grb
