// The interface of library and MPI plugin: one table of functions. Plain C: no exception and no C++ object crosses. All
// functions but open, close and text are collective, and give 0 when the bytes have moved, else a text says why not.
// Nothing is computed: bytes move. Lengths of more than a chunk go in several messages.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grb::mpi {

struct Table {
    /// Duplicates the communicator. comm: an MPI_Comm, or with is_fortran a Fortran integer; null: all processes, and MPI
    /// is initialised, if it is not. seconds: how long a call
    /// waits for the others; 0: for ever.
    int (*open)(const void *comm, bool is_fortran, double seconds, std::size_t chunk, int *rank,
                int *size);
    /// Gives the duplicate back. is_alone: without the others, some of which may be gone.
    void (*close)(bool is_alone);
    /// `bytes` bytes of each process for all, in the order of the ranks; of notes, which are small whatever a chunk is.
    int (*gather)(const void *own, void *all, std::size_t bytes);
    /// bytes[p] bytes of each process p.
    int (*gather_all)(const void *own, void *all, const std::uint64_t *bytes);
    /// Process q gets of each p what is between bounds of p: sent[q] and sent[q + 1]; it lies at received[p] and ends at
    /// received[p + 1].
    int (*exchange)(const void *from, const std::uint64_t *sent, void *to,
                    const std::uint64_t *received);
    int (*broadcast)(void *data, std::size_t bytes, int root);
    /// Of the last failure.
    const char *(*text)();
};

/// The plugin's one entry point. False: the plugin belongs to another build of the library.
using PluginEntry = bool (*)(const char *build, Table *table);
inline constexpr char plugin_entry_name[] = "graphblast_mpi_plugin";

} // namespace grb::mpi
