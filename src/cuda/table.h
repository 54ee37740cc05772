// The interface of library and CUDA plugin: the services of a place, in one table, and functions that both sides
// know by name. Plain structs and function pointers: no exception and no C++ object crosses. All
// pointers in calls are device pointers unless they say host. Calls are queued on the place's stream, in
// order; what they write is valid for later calls without waiting. The structs of a family of kernels are in
// its folder (mxv/mxv_calls.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace grb::device {

enum class Status : int {
    ok = 0,
    out_of_memory, // of the device; nothing was written
    unsupported, // a library or the compiler is missing, or it refuses: another variant should run
    failed,      // the device is out of service
};

struct Facts {
    char name[96];
    int ordinal;
    int multiprocessors;
    int capability; // 90 for 9.0
    std::uint64_t memory_bytes;
    std::uint64_t l2_bytes;
    double bytes_a_second; // of the memory, at its peak; 0: unknown
    bool has_profiler;     // one that shows ranges
};

/// A block that was compressed by zstd with a dictionary. Host pointers.
struct CompressedBlock {
    const void *dictionary, *block;
    std::size_t dictionary_bytes, block_bytes;
};

/// Functions of the library that the plugin calls.
struct Host {
    /// Writes a line to the log.
    void (*note)(const char *what, const char *detail);
    /// Writes the `bytes` bytes that the block stands for. unsupported: the block is damaged, or stands for more or fewer.
    Status (*decompress)(const CompressedBlock *from, void *to, std::size_t bytes);
};

/// Counters since the plugin was opened.
struct Counters {
    std::uint64_t bytes_to_device, bytes_to_host;
    std::uint64_t synchronisations; // times that the host waited
    std::uint64_t launches;
    std::uint64_t compilations, cache_hits;
    std::uint64_t bytes_held, bytes_peak;
};

/// Rows one after the other; a vector of size n is one row.
struct SparseArrays {
    std::uint64_t nrows, ncols, nvals;
    const void *row_offsets, *column_indices, *values;
    int offset_width, index_width; // 4 or 8
    const char *type;              // C++ name of a value
    bool is_iso;
};

/// Row-major; bits null: full. See DenseView.
struct DenseArrays {
    std::uint64_t cells;
    const std::uint64_t *bits;
    const void *values;
    const char *type;
    bool is_iso;
};

/// The target of a call's count of entries. `now` (host): the call waits. Else `later` gets a
/// ticket for take_count(), which may be called at any time.
struct CountOutput {
    std::uint64_t *now;
    unsigned *later;
};

/// Cell p is let through when bit p of bits, exclusive-or flip, is set. No bits: everything. For
/// MxvPushCall alone: or when values(p), as `type`, is true, exclusive-or flip.
struct MaskBits {
    const std::uint64_t *bits;
    std::uint64_t flip;
    const void *values; // null: bits
    const char *type;
};

/// A user's type or operator, for define(). What sees positions gets its operands as placed types: {row, column, value}.
struct Definition {
    enum class Kind : int {
        type,
        unary,
        binary,
        index_unary,
        placed, // a type: the value is an x
        carry,  // from an x, its position and whether rows are columns (y, a bool) to a placed z
        indexed // an operator of placed types x and y, and of theta
    } kind;
    const char *c_name, *source; // of the C type or function; placed, carry: null
    std::size_t size;            // of a type
    const char *z, *x, *y;       // operator: names of its types; y null: unary
    const char *theta_type = nullptr;
    const void *theta =
        nullptr; // host: the value for this thread's next kernels; no part of any program
    std::size_t theta_size = 0;
};
/// Longer ones are refused.
inline constexpr std::size_t largest_theta = 64;

/// A predefined operator: template `functor` of algebra/catalogue.hpp or catalogue_extended.hpp over `type`; or the name that
/// define() gave a user's.
struct BinaryName {
    const char *functor;
    const char *type;
};

struct SemiringName {
    BinaryName add, multiply;
    const char *result_type;
};

/// Memory for a result by rows. Made by the caller.
struct RowsTarget {
    void *row_offsets, *column_indices; // nrows + 1 (null: not wanted), nvals
    int offset_width, index_width;
    void *values; // null: none are made
};

/// A place on a device, the plugin's own: a stream, a pool, counters.
class Runtime;

using AnyFunction = void (*)();

/// A function of the plugin's beside the table's. The library calls it (library/backend.hpp), which looks its
/// name up once; the plugin gives it a body (plugin/exports.hpp).
template <class... Arguments>
class Function {
public:
    using Pointer = Status (*)(Runtime *place, Arguments...);
    constexpr explicit Function(const char *name) noexcept : name_(name) {}
    const char *name() const noexcept { return name_; }
    /// On the calling thread's place. Throws Failure when that is out of service.
    Status operator()(Arguments... arguments) const;

private:
    const char *name_;
    mutable std::atomic<AnyFunction> found_{nullptr};
};

namespace gpu {
/// A name that calls can use; the same each time, valid for ever. unsupported: it was seen before that the
/// source does not compile.
inline const Function<const Definition *, const char **> define{"define"};
/// Whether that has turned out, by a name of define().
inline const Function<const char *, bool *> is_source_refused{"is_source_refused"};
} // namespace gpu

struct Table {
    /// Makes a place of a device: its context, a stream, a pool. Host: facts. memory_cap 0: what the device has.
    Status (*open)(int ordinal, std::uint64_t memory_cap, const Host *host, Facts *facts,
                   Runtime **place);
    /// Frees what is cached; the context stays.
    void (*trim)(Runtime *place);
    /// Text of the last failure on this thread.
    const char *(*error_text)();
    /// Place null: the one that was opened first.
    Counters (*counters)(Runtime *place);
    /// Ranges of the calling thread on the profiler's time line; only with facts.has_profiler.
    void (*range_push)(const char *name);
    void (*range_pop)();
    /// For tests: the n-th allocation from now on fails, 0: none does. Gives what was left of the n
    /// before: 0 when that allocation has failed. Place null: the one that was opened first.
    std::uint64_t (*fail_allocation)(Runtime *place, std::uint64_t n);

    Status (*allocate)(Runtime *place, void **pointer, std::size_t bytes);
    void (*release)(Runtime *place, void *pointer);
    /// Memory of the caller's, for cudaFree, becomes ours to release; all work on the device is done then.
    /// unsupported: it is none of this device, or some of it is ours already.
    Status (*adopt)(Runtime *place, void *pointer, std::size_t bytes);
    /// A block becomes the caller's, to release with cudaFree; all our work on it is done then.
    Status (*hand_over)(Runtime *place, void *pointer);
    Status (*upload)(Runtime *place, void *to, const void *from_host, std::size_t bytes);
    /// Waits.
    Status (*download)(Runtime *place, void *to_host, const void *from, std::size_t bytes);
    Status (*clear)(Runtime *place, void *to, std::size_t bytes);
    Status (*copy)(Runtime *place, void *to, const void *from, std::size_t bytes);
    /// From another place's memory; either queue then waits for the other where it has to.
    Status (*copy_from)(Runtime *place, void *to, Runtime *other, const void *from,
                        std::size_t bytes);
    Status (*wait)(Runtime *place);
    /// The number that a call left a ticket for, once; waits when it is not there yet.
    Status (*take_count)(Runtime *place, unsigned ticket, std::uint64_t *count);
    void (*drop_count)(Runtime *place, unsigned ticket);

    /// The function under a name; null: the plugin has none.
    AnyFunction (*find)(const char *name);
};

/// Exported by the plugin. False when the two were not built together.
extern "C" typedef bool (*PluginEntry)(const char *build, Table *table);
inline constexpr const char plugin_entry_name[] = "graphblast_cuda_plugin";

} // namespace grb::device
