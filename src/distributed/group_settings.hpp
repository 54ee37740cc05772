// Settings of process groups, which the environment gives.
#pragma once

#include <cstddef>

namespace grb {

struct GroupSettings {
    const char *mpi = nullptr; // GRAPHBLAST_MPI: the plugin of the MPI that GrB_init joins
    double seconds = 600;      // GRAPHBLAST_MPI_SECONDS: the longest wait for a process
    std::size_t chunk = std::size_t{1} << 30; // GRAPHBLAST_MPI_CHUNK: the longest message
    double memory = 0;                        // GRAPHBLAST_MEMORY, in bytes; 0: no limit
    bool checks_calls = false;                // GRAPHBLAST_CHECK=collective
};
const GroupSettings &group_settings() noexcept;

/// Returns the name in static memory; throws Error if there is no plugin for such an MPI.
const char *known_mpi(const char *text);
/// Throws Error if the process would hold more than GRAPHBLAST_MEMORY with so many more bytes.
void check_memory(std::size_t bytes);

} // namespace grb
