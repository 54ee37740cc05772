// The process group. Each step of a call begins with a note of every process to all: whether it has
// failed, and its next action. So a failure anywhere ends the step of all with the same code and
// text, and a process that takes a different step is detected.
#pragma once

#include "GraphBLAS.h"
#include "distributed/group.hpp"

namespace grb {

/// Opens the plugin of an MPI ("openmpi", "mpich") and joins the processes of a communicator; null
/// means all processes. Throws Error.
void join_processes(const void *comm, bool is_fortran, const char *mpi);
/// Returns null if this process is in no group.
Group *processes() noexcept;

/// Runs a public function that all processes call. `run` returns its code or throws; if processes
/// fail, all throw the failure of the lowest.
using CallBody = GrB_Info (*)(void *context);
GrB_Info run_together(const char *function, CallBody run, void *context);

} // namespace grb
