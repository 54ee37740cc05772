// Ranges on a profiler's time line (NVTX).
#pragma once

namespace grb::device {

/// Returns false when no profiler is attached; the functions below are then never called.
bool open_ranges();
void push_range(const char *name);
void pop_range();

} // namespace grb::device
