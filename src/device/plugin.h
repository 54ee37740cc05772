// The one table through which the library and its CUDA plugin meet. Plain structs and function
// pointers: no exception and no C++ object crosses it. All pointers in the calls are device pointers
// unless they say host. Calls are queued on the plugin's stream, in order; what they write is valid for
// later calls without waiting.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grb::device {

enum class Status : int {
    ok = 0,
    out_of_memory, // of the device; nothing was written
    unsupported,   // a library or the compiler is missing, or it refuses: another variant should run
    failed,        // the device is out of service
};

struct Facts {
    char name[96];
    int ordinal;
    int multiprocessors;
    int capability; // 90 for 9.0
    std::uint64_t memory_bytes;
    std::uint64_t l2_bytes;
};

/// Since the plugin was opened.
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

/// Cell p is let through when bit p of bits, exclusive-or flip, is set. No bits: everything.
struct MaskBits {
    const std::uint64_t *bits;
    std::uint64_t flip;
};

/// A predefined operator: template `functor` of algebra/catalogue.hpp over `type`.
struct BinaryName {
    const char *functor;
    const char *type;
};

struct SemiringName {
    BinaryName add, multiply;
    const char *result_type;
};

enum class MxvVariant : int { thread_row, warp_row, merge_path, vsr, pull_masked };

/// w = A ⊕.⊗ u, A by rows, u dense. w_values: nrows cells. w_bits: (nrows + 63) / 64 words, or null when
/// every row is known to get an entry. nvals (host): entries of w, written only with w_bits; then the
/// call waits.
struct MxvPullCall {
    MxvVariant variant;
    SparseArrays A;
    DenseArrays u;
    SemiringName semiring;
    bool is_flipped; // the product is u ⊗ a
    MaskBits mask;
    void *w_values;
    std::uint64_t *w_bits;
    std::uint64_t *nvals;
};

/// bits(p) = entry p exists and, unless only the structure counts, is true.
struct MaskBitsCall {
    const SparseArrays *sparse; // either this (one row) or dense
    const DenseArrays *dense;
    bool is_structural;
    std::uint64_t cells;
    std::uint64_t *bits; // (cells + 63) / 64 words
};

struct Table {
    /// Chooses the device, makes the context. Host: facts, text (of a failure).
    Status (*open)(int ordinal, std::uint64_t memory_cap, Facts *facts);
    /// Frees what is cached; the context stays.
    void (*trim)();
    /// Text of the last failure on this thread.
    const char *(*error_text)();
    Counters (*counters)();

    Status (*allocate)(void **pointer, std::size_t bytes);
    void (*release)(void *pointer);
    Status (*upload)(void *to, const void *from_host, std::size_t bytes);
    Status (*download)(void *to_host, const void *from, std::size_t bytes); // waits
    Status (*clear)(void *to, std::size_t bytes);
    Status (*wait)();

    Status (*mask_bits)(const MaskBitsCall *call);
    Status (*mxv_pull)(const MxvPullCall *call);
};

/// Exported by the plugin. False when the two were not built together.
extern "C" typedef bool (*PluginEntry)(const char *build, Table *table);
inline constexpr const char plugin_entry_name[] = "graphblast_cuda_plugin";

} // namespace grb::device
