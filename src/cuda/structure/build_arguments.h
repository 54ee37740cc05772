// Arguments of the kernels that combine tuples, as host and device see them.
#pragma once

namespace grb::device {

/// Runs of tuples; the tuples of a run have the same position.
struct RunArguments {
    unsigned long runs;
    const void *values;     // of the tuples; iso: one value
    const unsigned *order;  // input position of each sorted tuple; null: they are in input order
    const unsigned *starts; // runs + 1; null: each run is one tuple
    void *out;
};

/// Tuples scattered into dense storage.
struct ElementArguments {
    unsigned long count, elements;
    const void *indices, *tuple_values;
    /// Prepared with the neutral value. Its bytes are a multiple of 4. Null: only the pattern is
    /// computed.
    void *values;
    unsigned *bits; // cleared
    // See CountAndFlags.
    unsigned long long *count_sum;
    unsigned *count_blocks, *flags;
    unsigned long long *where;
};

inline constexpr int build_threads = 256;

} // namespace grb::device
