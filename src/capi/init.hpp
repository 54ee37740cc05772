// The initialisation that GrB_init and GrX_init_team share.
#pragma once

#include "base/memory.hpp"
#include "distributed/launcher.hpp"

namespace grb {

/// Initialises the library, and joins the processes of a communicator of this MPI. Without `mpi`,
/// GRAPHBLAST_MPI may name one, and then the process group has all processes. Throws Error and
/// leaves the library uninitialised.
void initialise_with_group(int mode, const AllocatorFunctions &functions, const char *mpi,
                           const void *comm, bool is_fortran);
/// Initialises the library, and joins the processes of the launch in the same way.
void initialise_launched(int mode, const AllocatorFunctions &functions, const Launch &launch);

} // namespace grb
