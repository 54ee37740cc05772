// The team of processes. Each step of a call begins with a note of every process to all: whether it has failed, and what
// it is about to do. So a failure anywhere ends the step of all, with the same code and text, and a process that does
// something else is found out.
#pragma once

#include "GraphBLAS.h"
#include "team/team.hpp"

namespace grb {

/// The MPI that GRAPHBLAST_MPI names; null: none.
const char *mpi_of_environment() noexcept;
/// Opens the plugin of an MPI ("openmpi", "mpich") and joins the processes of a communicator; null: all processes. Throws
/// Error.
void join_processes(const void *comm, bool is_fortran, const char *mpi);
/// Null: this process is in no team.
Team *processes() noexcept;

/// A public function that all processes call. `run` gives its code, or throws; what a process throws that failed alone
/// all of them throw: the failure of the lowest one.
using CallBody = GrB_Info (*)(void *context);
GrB_Info run_together(const char *function, CallBody run, void *context);

} // namespace grb
