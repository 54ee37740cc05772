// The initialisation that GrB_init and GrX_init_team share.
#pragma once

#include "base/memory.hpp"

#include <functional>

namespace grb {

/// Initialises the library, and joins the processes of a communicator of this MPI. Without `mpi`,
/// GRAPHBLAST_MPI may name one, and then the process group has all processes. Throws Error and
/// leaves the library uninitialised.
void initialise_with_group(int mode, const AllocatorFunctions &functions, const char *mpi,
                           const void *comm, bool is_fortran);
/// Initialises the library; then `join` joins a process group, or none.
void initialise_and_join(int mode, const AllocatorFunctions &functions,
                         const std::function<void()> &join);

} // namespace grb
