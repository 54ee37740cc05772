// The interface of library and CUDA plugin: a table of services, and functions found by name.
// Only plain structs and function pointers cross it: no exception and no C++ object. All pointers
// in calls are device pointers unless marked host. Calls are queued in order on the runtime's
// stream; later calls may use their results without waiting. Each family of kernels has its structs
// in its own folder (mxv/mxv_calls.h).
#pragma once

#include "cuda/kernels/operand_arguments.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace grb::device {

enum class Status : int {
    ok = 0,
    out_of_memory, // of the device; nothing was written
    unsupported,   // a library or the compiler is missing or refuses: another variant should run
    failed,        // the device is out of service
};

struct Facts {
    char name[96];
    int ordinal;
    int multiprocessors;
    int capability; // 90 for 9.0
    std::uint64_t memory_bytes;
    std::uint64_t l2_bytes;
    double bytes_a_second; // peak of the device's memory; 0: unknown
    bool has_profiler;     // a profiler that shows ranges is attached
};

/// A block compressed by zstd with a dictionary. Host pointers.
struct CompressedBlock {
    const void *dictionary, *block;
    std::size_t dictionary_bytes, block_bytes;
};

/// Functions of the library that the plugin calls.
struct Host {
    /// Writes a line to the log.
    void (*note)(const char *what, const char *detail);
    /// Writes the `bytes` bytes of the block. unsupported: the block is damaged or has another
    /// size.
    Status (*decompress)(const CompressedBlock *from, void *to, std::size_t bytes);
};

/// Counters since the plugin was opened.
struct Counters {
    std::uint64_t bytes_to_device, bytes_to_host;
    std::uint64_t synchronisations; // waits of the host
    std::uint64_t launches;
    std::uint64_t compilations, cache_hits;
    std::uint64_t bytes_held, bytes_peak;
};

/// CSR of a matrix; a vector of size n is one row.
struct SparseArrays : CsrArrays {
    int offset_width, index_width; // 4 or 8
    const char *type;              // C++ name of a value
    bool is_iso;
};

/// A row-major dense form; bits null: full. See DenseView.
struct DenseArrays {
    std::uint64_t elements;
    const std::uint64_t *bits;
    const void *values;
    const char *type;
    bool is_iso;
};

/// The target of a call's count of entries. `now` (host): the call waits for the count. Otherwise
/// `later` gets a ticket for take_count(), which may be called at any time.
struct CountOutput {
    std::uint64_t *now;
    unsigned *later;
};

/// The mask allows element p if bit p of bits, XOR flip, is set. Without bits it allows every
/// element. For MxvPushCall only: it also allows p if values(p), of type `type`, is true, XOR flip.
struct MaskBits : MaskWords {
    const void *values; // null: bits
    const char *type;
};

/// A user's type or operator, for define(). An operator that sees positions gets its operands as
/// positioned types: {row, column, value}.
struct Definition {
    enum class Kind : int {
        type,
        unary,
        binary,
        index_unary,
        positioned, // a type: a value of type x with its position
        carry,      // x, its position and whether rows are columns (y, a bool) to a positioned z
        indexed     // an operator of positioned types x and y, and of theta
    } kind;
    const char *c_name, *source; // of the C type or function; positioned, carry: null
    std::size_t size;            // of a type
    const char *z, *x, *y;       // operator: names of its types; y null: unary
    const char *theta_type = nullptr;
    const void *theta =
        nullptr; // host: the value for this thread's next kernels; no part of any program
    std::size_t theta_size = 0;
};
/// Longer values of theta are refused.
inline constexpr std::size_t largest_theta = 64;

/// A predefined operator: template `functor` of algebra/catalogue.hpp or catalogue_extended.hpp
/// over `type`; or the name that define() gave a user's operator.
struct BinaryName {
    const char *functor;
    const char *type;
};

struct SemiringName {
    BinaryName add, multiply;
    const char *result_type;
};

/// Memory that the caller provides for a result in CSR.
struct RowsTarget {
    void *row_offsets, *column_indices; // nrows + 1 offsets (null: not wanted), nvals indices
    int offset_width, index_width;
    void *values; // null: no values are written
};

/// The plugin's state for one opened device: a stream, a pool, counters.
class Runtime;

using AnyFunction = void (*)();

/// A function of the plugin outside the table. The library calls it (library/backend.hpp) and looks
/// its name up once; the plugin implements it (plugin/exports.hpp).
template <class... Arguments>
class Function {
public:
    using Pointer = Status (*)(Runtime *device, Arguments...);
    constexpr explicit Function(const char *name) noexcept : name_(name) {}
    const char *name() const noexcept { return name_; }
    /// Runs on the calling thread's device. Throws Failure when that is out of service.
    Status operator()(Arguments... arguments) const;

private:
    const char *name_;
    mutable std::atomic<AnyFunction> found_{nullptr};
};

namespace gpu {
/// Returns a name for calls, always the same one, valid for ever. unsupported: the source is known
/// not to compile.
inline const Function<const Definition *, const char **> define{"define"};
/// Returns whether the source of a name from define() is known not to compile.
inline const Function<const char *, bool *> is_source_refused{"is_source_refused"};
} // namespace gpu

struct Table {
    /// Opens a device: creates its context, a stream and a pool. Host pointer: facts. memory_cap 0:
    /// all of the device's memory.
    Status (*open)(int ordinal, std::uint64_t memory_cap, const Host *host, Facts *facts,
                   Runtime **device);
    /// Frees cached memory; the context stays.
    void (*trim)(Runtime *device);
    /// Returns the text of the last failure on this thread.
    const char *(*error_text)();
    /// Returns the counters. device null: the first one opened.
    Counters (*counters)(Runtime *device);
    /// Mark ranges of the calling thread on the profiler's time line; only with facts.has_profiler.
    void (*range_push)(const char *name);
    void (*range_pop)();
    /// For tests: makes the n-th allocation from now on fail; 0: none. Returns the rest of the
    /// previous n: 0 when that allocation has failed. device null: the first one opened.
    std::uint64_t (*fail_allocation)(Runtime *device, std::uint64_t n);

    Status (*allocate)(Runtime *device, void **pointer, std::size_t bytes);
    void (*release)(Runtime *device, void *pointer);
    /// Takes over memory of the caller's that cudaFree releases; all work on the device is done
    /// then. unsupported: the memory is not of this device, or the plugin already owns part of it.
    Status (*adopt)(Runtime *device, void *pointer, std::size_t bytes);
    /// Hands a block to the caller, to release with cudaFree; all the plugin's work on it is done
    /// then.
    Status (*hand_over)(Runtime *device, void *pointer);
    Status (*upload)(Runtime *device, void *to, const void *from_host, std::size_t bytes);
    /// Waits for the bytes.
    Status (*download)(Runtime *device, void *to_host, const void *from, std::size_t bytes);
    Status (*clear)(Runtime *device, void *to, std::size_t bytes);
    Status (*copy)(Runtime *device, void *to, const void *from, std::size_t bytes);
    /// Copies from another runtime's memory; each stream waits for the other if it must.
    Status (*copy_from)(Runtime *device, void *to, Runtime *other, const void *from,
                        std::size_t bytes);
    Status (*wait)(Runtime *device);
    /// Returns the count of a ticket, once; waits if it has not arrived yet.
    Status (*take_count)(Runtime *device, unsigned ticket, std::uint64_t *count);
    void (*drop_count)(Runtime *device, unsigned ticket);

    /// Returns the function of a name; null: the plugin has none.
    AnyFunction (*find)(const char *name);
};

/// The plugin exports it. Returns false if library and plugin were not built together.
extern "C" typedef bool (*PluginEntry)(const char *build, Table *table);
inline constexpr const char plugin_entry_name[] = "graphblast_cuda_plugin";

} // namespace grb::device
