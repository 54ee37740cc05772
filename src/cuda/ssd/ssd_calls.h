// The calls of top-k pruning and of products by a row-balanced matrix: the library fills them in,
// the plugin executes them.
#pragma once

#include "cuda/table.h"

namespace grb::device {

/// Finds the k largest entries of each of nrows rows of a dense matrix of a built-in type,
/// row-balanced: counts nrows words, positions (position_width bytes: 1, 2 or 4) and to_values
/// nrows · k. nvals (on the host): entries kept, waits for their number; null: not counted.
struct MaxkCall {
    std::uint64_t nrows, columns, k; // both at most 2^31
    DenseArrays A;                   // not iso
    bool is_abs;
    int position_width;
    unsigned *counts;
    void *positions, *to_values;
    std::uint64_t *nvals;
};

/// Makes A's entries into groups of at most group_size (up to 2^13) of one row. count_edge_groups
/// counts the groups before each row into firsts (A.nrows + 1 words), and in all (below 2^32) into
/// count; waits. Then list_edge_groups makes the groups, edge_group_bytes each; with `classes`
/// (group_size words) the fullest come first. A: fewer than 2^32 rows.
inline constexpr std::uint64_t edge_group_bytes = 16;
struct EdgeGroupsCall {
    SparseArrays A;
    unsigned group_size;
    unsigned *firsts, *classes;
    std::uint64_t *count; // host
    void *groups;
};

/// to = C ⊕ A ⊕.⊗ X, A by rows, X row-balanced sparse (see BalancedForm) with `columns` columns, C
/// full; its values: one where c_is_iso. The monoid has a neutral value.
struct SsdCall {
    bool is_coupled, always_shares; // always_shares: all updates by atomics
    int warp_slots;                 // groups that a warp has in flight: 1, 2, 4; coupled: 1
    int vector;                     // slots of X that a lane reads at once: 1, 2, 4; divides them
    // Entries of a group: a power of two up to 32 / warp_slots; above 1: values of 4 or 8 bytes
    int entries_at_once;
    SparseArrays A;
    std::uint64_t columns, slots;
    const unsigned *x_counts; // null: all rows have `slots` entries
    const void *x_columns, *x_values;
    int position_width; // of x_columns: 1, 2 or 4
    const char *x_type;
    bool x_is_iso, c_is_iso;
    SemiringName semiring;
    const void *c_values;
    void *to_values;
    std::uint64_t groups;
    unsigned group_size;
    const void *edge_groups;
};

namespace gpu {
inline const Function<const MaxkCall *> maxk{"maxk"};
inline const Function<const EdgeGroupsCall *> count_edge_groups{"count_edge_groups"};
inline const Function<const EdgeGroupsCall *> list_edge_groups{"list_edge_groups"};
inline const Function<const SsdCall *> ssd{"ssd"};
} // namespace gpu

} // namespace grb::device
