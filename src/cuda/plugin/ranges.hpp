// Ranges on a profiler's time line (NVTX).
#pragma once

namespace grb::device {

/// False when no profiler is attached: then the others are not called.
bool open_ranges();
void push_range(const char *name);
void pop_range();

} // namespace grb::device
