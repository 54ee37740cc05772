// The MPI plugin, as a table of its functions.
#pragma once

#include "distributed/mpi_table.h"

namespace grb {

/// Opens libgraphblast-mpi-NAME.so beside the library. Throws Error GrB_NOT_IMPLEMENTED if it is
/// missing or belongs to another build of the library.
mpi::Table open_mpi_plugin(const char *name);

/// Returns whether the file of the plugin is there.
bool has_mpi_plugin(const char *name) noexcept;

} // namespace grb
