// Recognises the launcher of the processes, and joins them.
#include "distributed/launcher.hpp"

#include "base/error.hpp"
#include "base/process_group.hpp"
#include "distributed/mpi_plugin.hpp"
#include "distributed/processes.hpp"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace grb {

namespace {

/// The variables of a launcher. Its MPIs are tried in order: the first with a plugin is taken.
struct Launcher {
    const char *size, *rank;
    const char *mpis[2]; // the second may be null
};

/// Open MPI's mpirun also sets the variables of the last launcher, so that it comes first. The last
/// two are srun's: --mpi=pmi2, which MPICH's mpirun sets as well, and --mpi=pmix.
constexpr Launcher launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", {"openmpi", nullptr}},
    {"PMI_SIZE", "PMI_RANK", {"mpich", "openmpi"}},
    {"SLURM_STEP_NUM_TASKS", "PMIX_RANK", {"openmpi", "mpich"}},
};

/// The variable as a number from 0 to 2^31 - 1, or -1.
int number_of(const char *variable) noexcept {
    const char *const text = secure_getenv(variable);
    if (text == nullptr) return -1;
    const char *const end = text + std::strlen(text);
    int number = -1;
    const auto [stop, code] = std::from_chars(text, end, number);
    return code == std::errc() && stop == end && number >= 0 ? number : -1;
}

const char *mpi_of(const Launcher &launcher) noexcept {
    const char *const second = launcher.mpis[1];
    const bool takes_second = second != nullptr && !has_mpi_plugin(launcher.mpis[0]);
    return takes_second && has_mpi_plugin(second) ? second : launcher.mpis[0];
}

} // namespace

Launch launch_of_environment() noexcept {
    const char *const chosen = secure_getenv("GRAPHBLAST_MPI");
    if (chosen != nullptr && std::strcmp(chosen, "off") == 0) return {};
    for (const Launcher &launcher : launchers) {
        const int size = number_of(launcher.size), rank = number_of(launcher.rank);
        if (size < 2 || rank < 0 || rank >= size) continue;
        for (const char *const known : {"openmpi", "mpich"})
            if (chosen != nullptr && std::strcmp(chosen, known) == 0)
                return {rank, size, known, launcher.size};
        return {rank, size, mpi_of(launcher), launcher.size};
    }
    return {};
}

void join_launched(const Launch &launch) {
    join_processes(nullptr, false, launch.mpi);
    const ProcessGroup &group = *process_group();
    if (group.size != launch.size || group.rank != launch.rank)
        throw Error(GrB_INVALID_VALUE,
                    "%s=%d, and this is process %d, but %s has %d processes, this one is %d: the "
                    "launcher is of another MPI (GRAPHBLAST_MPI names the MPI)",
                    launch.variable, launch.size, launch.rank, launch.mpi, group.size, group.rank);
}

} // namespace grb
