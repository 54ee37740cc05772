// The number of processors for this process.
#pragma once

namespace grb {

/// The processors in the calling thread's affinity mask, or fewer when the quota of a control group
/// (version 2) allows less. At least 1. Reads files: to be called once.
int usable_processors() noexcept;

/// The number of threads that the environment asks for, as OpenMP reads it: the first number of
/// OMP_NUM_THREADS, at most OMP_THREAD_LIMIT; 0: neither is readable.
int threads_of_environment() noexcept;

} // namespace grb
