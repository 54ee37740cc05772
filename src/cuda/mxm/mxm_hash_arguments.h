// Arguments of the products of sparse matrices row by row, as host and device see them; see
// mxm_hash.cuh.
#pragma once

#include "kernels/operand_arguments.h"

namespace grb::device {

/// Threads of most blocks, of blocks that hold a large row, and of blocks that hold a small one or
/// a table for each warp.
inline constexpr int hash_threads = 256, rank_threads = 512, many_rank_threads = 1024,
                     small_threads = 128, warp_table_threads = 128;
/// The products of a row that a warp's table counts, and a block's; a table has twice as many
/// slots.
inline constexpr unsigned warp_count_most = 512, block_count_most = 8192;
/// The entries of a row that a warp's table makes, and a block's.
inline constexpr unsigned warp_fill_most = 256, block_fill_most = 2048;
/// The products and entries of small rows, one to a block, with many blocks at a time. Up to
/// small_bits_columns of C they have bits and ranks for all columns, else tables.
inline constexpr unsigned small_table_counts = 2048, small_table_fills = 1024,
                          small_bits_counts = 8192, small_ranks_fills = 2048;
inline constexpr unsigned long small_bits_columns = 131072, small_products_most = 16384;
/// The products of a row that one warp makes.
inline constexpr unsigned long warp_products_most = 4096;
/// The entries of a row of few_ranks.
inline constexpr unsigned long few_ranks_most = 4096;
/// A row of more products begins early, and gets a large block.
inline constexpr unsigned long giant_products = 65536;
/// The most shared memory that kernels have beside that of the launch.
inline constexpr int hash_static_bytes = 2048;

/// The class says how a row is counted and made. Rows of the classes up to `copied` are made as
/// they are counted.
enum HashClass : int {
    no_entries,
    sorted_16, // products in registers: 4 or 8 for each of 4, 8, 8, 16 lanes
    sorted_32,
    sorted_64,
    sorted_128,
    copied,      // one entry of A, a longer row of B
    warp_table,  // a hash table for each warp
    small_row,   // a small block
    block_table, // a hash table for each block
    few_ranks,   // bits for the columns of a row; rows counted with bits are made with ranks or a
                 // table
    more_ranks,  // or giants
    many_ranks,  // as much shared memory as there is
    hash_class_count
};

/// Two classes to an array of the list: one from its front, one from its back.
inline constexpr int hash_list_arrays = hash_class_count / 2;

/// All are 0 before the kernel that adds to them.
struct HashCounters {
    unsigned long long sum; // products, or entries of C
    unsigned long long rows[hash_class_count];
    unsigned long long blocks_done;
};

/// Counts of classes for the host, in one word: 5 bits for each from 1 on, and above them the class
/// of all rows, or 0. Code 0: no rows, code k: up to 2^(k - 1), the largest: more.
inline constexpr int hash_code_bits = 5, hash_codes_bits = (hash_class_count - 1) * hash_code_bits;
inline constexpr unsigned most_code = (1u << hash_code_bits) - 1;
static_assert(hash_codes_bits + 4 <= 64 && hash_class_count <= 16);

struct MxmHashArguments {
    CsrArrays A, B, M; // M: the mask, where P::has_mask
    bool is_mask_complemented;
    unsigned *products;                 // of each row of C, or the largest number
    unsigned *lengths;                  // entries of each row of C
    unsigned *list;                     // hash_list_arrays · nrows
    unsigned long more_ranks_most;      // entries of a row of more_ranks
    unsigned small_counts, small_fills; // products, entries of a small row
    HashCounters *counters;             // of counting, or of filling
    unsigned long long *where;          // sum, and counts of classes, on the host
    unsigned long long *share_sums;     // entries of the rows of each block that classifies
    unsigned long share;                // rows of it, a multiple of hash_threads
    // The class of a launch. has_list false: all rows are of that class.
    int which;
    bool has_list;
    int shared_bytes; // that the launch asked for
    // The result.
    const void *c_offsets;
    void *c_indices, *c_values;
    bool has_short_offsets, has_short_columns;
};

} // namespace grb::device
