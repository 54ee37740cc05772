// The interface of library and MPI plugin: one table of functions. Plain C: no exception and no C++
// object crosses. All functions but open, close and text are collective; they return 0 once the
// bytes have moved, else text() explains the failure. They only move bytes and compute nothing.
// Data longer than a chunk is sent in several messages.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grb::mpi {

struct Table {
    /// Duplicates the communicator. comm: an MPI_Comm, or with is_fortran a Fortran integer; null
    /// means all processes, and initialises MPI if needed. seconds: how long a call waits for the
    /// others; 0: forever.
    int (*open)(const void *comm, bool is_fortran, double seconds, std::size_t chunk, int *rank,
                int *size);
    /// Frees the duplicate. is_alone: without the other processes, some of which may be gone.
    void (*close)(bool is_alone);
    /// Gathers `bytes` bytes of each process on all, by rank; for notes, which are smaller than any
    /// chunk.
    int (*gather)(const void *own, void *all, std::size_t bytes);
    /// Gathers bytes[p] bytes of each process p on all.
    int (*gather_all)(const void *own, void *all, const std::uint64_t *bytes);
    /// Process q receives from each p the bytes from sent[q] to sent[q + 1] of p's bounds; they are
    /// stored from received[p] up to received[p + 1].
    int (*exchange)(const void *from, const std::uint64_t *sent, void *to,
                    const std::uint64_t *received);
    int (*broadcast)(void *data, std::size_t bytes, int root);
    /// The text of the last failure.
    const char *(*text)();
};

/// The plugin's entry point. Returns false if the plugin belongs to another build of the library.
using PluginEntry = bool (*)(const char *build, Table *table);
inline constexpr char plugin_entry_name[] = "graphblast_mpi_plugin";

} // namespace grb::mpi
