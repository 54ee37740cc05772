// How many processors there are for this process.
#pragma once

namespace grb {

/// At least 1: the processors in the calling thread's affinity mask, or fewer where the quota of a control group
/// (version 2) gives less time than they have. Reads files: ask once.
int usable_processors() noexcept;

/// The number of threads that the environment asks for, as OpenMP's programs understand it: the first number of
/// OMP_NUM_THREADS, at most OMP_THREAD_LIMIT; 0 where nothing readable is set.
int threads_of_environment() noexcept;

} // namespace grb
