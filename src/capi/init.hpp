// What GrB_init and GrX_init_team have in common.
#pragma once

#include "base/memory.hpp"

namespace grb {

/// Initialises the library, and joins the processes of a communicator of this MPI. Null: without; GRAPHBLAST_MPI may name
/// one, and then the team is of all processes. Throws Error; the library is not initialised then.
void initialise_with_team(int mode, const AllocatorFunctions &functions, const char *mpi,
                          const void *comm, bool is_fortran);

} // namespace grb
