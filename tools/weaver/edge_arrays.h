#pragma once

#include "gather.h"
#include "memory_system.h"

namespace grb::weaver {

/// A graph by rows. Weights are whole numbers; 1 where it has none.
struct Rows {
    std::vector<uint32_t> offsets, columns, bases, weights;
};

/// Where S_em reads the two ends of an edge. Jeong et al. 2025 do not say.
enum class EdgeArrays {
    by_base,      ///< an array for each end, in the order of the bases
    by_neighbour, ///< the same, in the order of the other ends
    shuffled,     ///< the same, in no order
    records,      ///< an array with base, other end and weight of an edge side by side
    expanded,     ///< by_base; a kernel writes the bases from the offsets before the first round
    searched,     ///< no array of bases: each thread looks for its edge in the offsets
};
const char *name_of(EdgeArrays arrays);
/// Throws tool::InputError where there are none of this name.
EdgeArrays edge_arrays_named(const std::string &name);

/// Where the arrays lie in the machine's memory. Bases that are expanded are 0 until the kernel has run.
GraphAddresses place_edges(Memory &memory, uint32_t line_bytes, const Rows &rows, EdgeArrays arrays,
                           bool has_weights);

} // namespace grb::weaver
