// Layouts of a graph's edges in the simulated memory.
#pragma once

#include "gather.h"
#include "memory_system.h"

namespace grb::weaver {

/// A graph by rows. Weights are integers; all are 1 in a graph without weights.
struct Rows {
    std::vector<uint32_t> offsets, columns, bases, weights;
};

/// The arrays from which S_em reads the two ends of an edge. Jeong et al. 2025 do not specify them.
enum class EdgeArrays {
    by_base,      ///< an array for each end, in the order of the bases
    by_neighbour, ///< an array for each end, in the order of the other ends
    shuffled,     ///< an array for each end, in random order
    records,      ///< one array of triples: base, other end, weight
    expanded,     ///< by_base; a kernel writes the bases from the offsets before the first round
    searched,     ///< no array of bases: each thread searches the offsets for its edge
};
const char *name_of(EdgeArrays arrays);
/// Throws tool::InputError if no arrays have this name.
EdgeArrays edge_arrays_named(const std::string &name);

/// Places the arrays in the machine's memory. Expanded bases are 0 until the kernel has run.
GraphAddresses copy_in_edges(Memory &memory, uint32_t line_bytes, const Rows &rows,
                             EdgeArrays arrays, bool has_weights);

} // namespace grb::weaver
