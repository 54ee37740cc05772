// Memory functions for GxB_init that count live blocks and refuse on demand.
#pragma once

#include "GraphBLAS.h"

#include <cstddef>

namespace faults {

void *allocate(std::size_t bytes);
void *allocate_zeroed(std::size_t count, std::size_t bytes);
void *reallocate(void *pointer, std::size_t bytes);
void release(void *pointer);

/// Calls GxB_init with the functions above.
GrB_Info initialise(GrB_Mode mode = GrB_NONBLOCKING);

long live_bytes();
long live_blocks();
/// Returns the number of requests since the start of the program.
long requests();

enum class Failing { once, from_then_on };
/// Refuses the n-th request from now on, n = 1, 2, ..., or it and all that follow.
void fail_at(long n, Failing how);
/// Ends the refusals; returns true if a request was refused.
bool stop_failing();

} // namespace faults
