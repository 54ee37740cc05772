// The packed form of an edge list.
#pragma once

#include "buffer.h"

#include <cstdint>
#include <memory>

namespace grb::tool {

struct EdgeList;

/// The narrowest type that holds the sum of weights along any path.
enum class Numbers : uint32_t { int32, int64, fp64 };
Numbers numbers_of(const EdgeList &edges);
/// Does so for a list whose largest magnitude of a weight is known.
Numbers numbers_for(double largest, const EdgeList &edges);
/// Returns whether the type holds the sums of weights up to `largest`.
bool can_sum(double largest, uint64_t nrows, Numbers numbers);

/// The entries of a graph as the arrays of a sparse matrix, in memory that stays: a cache maps
/// them.
struct PackedRows {
    std::shared_ptr<void> owner; ///< of the memory
    uint64_t entries = 0;
    /// The start of each row, and the end. The library uses the same widths, so that a second copy
    /// by columns shares them.
    void *offsets = nullptr;
    uint32_t *columns = nullptr; ///< ascending in each row
    void *values = nullptr;      ///< of `numbers`; null: each entry is 1
    Numbers numbers = Numbers::int32;
    bool is_symmetric = false; ///< includes the values

    bool has_short_offsets() const { return has_short_offsets(entries); }
    static bool has_short_offsets(uint64_t entries) { return entries <= UINT32_MAX; }
    uint64_t offset(uint64_t row) const {
        return has_short_offsets() ? static_cast<const uint32_t *>(offsets)[row]
                                   : static_cast<const uint64_t *>(offsets)[row];
    }
    double value(uint64_t k) const;
};

/// Returns whether the arrays can hold the graph in less memory than a list.
bool can_pack(const EdgeList &edges);

/// Makes the list of packed entries with all threads. Keeps an existing list. Throws InputError if
/// the entries are in a mapped file that changed.
void unpack_entries(EdgeList &edges);

bool has_negative_weight(const EdgeList &edges);

} // namespace grb::tool
