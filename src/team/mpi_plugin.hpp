// The plugin of an MPI, as a table of its functions.
#pragma once

#include "team/mpi_table.h"

namespace grb {

/// Opens libgraphblast-mpi-NAME.so beside the library. Throws Error GrB_NOT_IMPLEMENTED where there is none, or where it
/// belongs to another build of the library.
mpi::Table open_mpi_plugin(const char *name);

} // namespace grb
