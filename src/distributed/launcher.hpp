// The processes that mpirun or srun has started, as the variables of these launchers say.
#pragma once

namespace grb {

/// The job of this process: alone, unless a launcher started several.
struct Launch {
    int rank = 0, size = 1;
    const char *mpi = nullptr;      ///< the plugin to open; null for a process alone
    const char *variable = nullptr; ///< the one that gave the size
};

/// Reads the environment. GRAPHBLAST_MPI=off hides the launcher; openmpi and mpich name the plugin.
Launch launch_of_environment() noexcept;

/// Joins the processes of the launch, after context().initialise(). Throws Error if MPI has started
/// another number of processes than the launcher.
void join_launched(const Launch &launch);

} // namespace grb
