// Arguments of the products of sparse matrices row by row, as host and device see them; see mxm_hash.cuh.
#pragma once

namespace grb::device {

/// Threads of most blocks, of those that hold a large row, and of those whose warps have a table each.
inline constexpr int hash_threads = 256, rank_threads = 512, many_rank_threads = 1024,
                     warp_table_threads = 128;
/// Products that a lane takes where rows are sorted.
inline constexpr int sorted_items = 4;
/// Products of a row that a warp's table counts, and a block's; a table has twice as many slots.
inline constexpr unsigned warp_count_most = 512, block_count_most = 8192;
/// Entries of a row that a warp's table makes, and a block's.
inline constexpr unsigned warp_fill_most = 256, block_fill_most = 2048;
/// Products of a row that one warp makes.
inline constexpr unsigned long warp_products_most = 4096;
/// Entries of a row of few_ranks.
inline constexpr unsigned long few_ranks_most = 4096;
/// A row of more products is begun early, and gets a large block.
inline constexpr unsigned long giant_products = 65536;
/// Shared memory that kernels have beside what the launch asks for, at most.
inline constexpr int hash_static_bytes = 2048;

/// How a row is counted and made. Rows of the classes up to `copied` are made as they are counted.
enum HashClass : int {
    no_entries,
    sorted_16, // products in registers, 4 lanes to a row
    sorted_32,
    sorted_64,
    sorted_128,  // a warp
    copied,      // one entry of A, a longer row of B
    warp_table,  // a hash table for each warp
    block_table, // for each block
    few_ranks, // bits for the columns of a row; what is counted with bits is made with ranks or a table
    more_ranks, // or giants
    many_ranks, // as much shared memory as there is
    hash_class_count
};

/// Two classes to an array of the list: one from its front, one from its back.
inline constexpr int hash_list_arrays = hash_class_count / 2;
static_assert(hash_class_count % 2 == 1);

/// All 0 before the kernel that adds to them.
struct HashCounters {
    unsigned long long sum; // products, or entries of C
    unsigned long long rows[hash_class_count];
    unsigned long long blocks_done;
};

/// Counts of classes for the host, in one word: 6 bits for each from 1 on, and above them the class that all rows are of,
/// or 0. Code 0: no rows, else the least code whose bound is not below their number; the largest has no bound.
inline constexpr int hash_code_bits = 6;
inline constexpr unsigned most_code = (1u << hash_code_bits) - 1;
#ifdef __CUDACC__
__host__ __device__
#endif
    constexpr unsigned long long
    bound_of_code(unsigned code) {
    // 0, 1, 2, 3, 4, 6, 8, 12, 16, ...
    return code < 2 ? code : (2ull + code % 2) << (code / 2 - 1);
}

struct MxmHashArguments {
    unsigned long nrows, ncols; // of C
    const void *a_offsets, *a_indices, *a_values;
    const void *b_offsets, *b_indices, *b_values;
    const void *mask_offsets, *mask_indices; // null: no mask
    bool is_mask_complemented;
    unsigned *products;             // of each row of C, or the largest number
    unsigned *lengths;              // entries of each row of C
    unsigned *list;                 // hash_list_arrays · nrows
    unsigned long more_ranks_most;  // entries of a row of more_ranks
    HashCounters *counters;         // of counting, or of filling
    unsigned long long *where;      // sum, and counts of classes, on the host
    unsigned long long *share_sums; // entries of the rows of each block that classifies
    unsigned long share;            // rows of it, a multiple of hash_threads
    // Of a launch: its class. has_list false: all rows are of that class.
    int which;
    bool has_list;
    int shared_bytes; // that the launch asked for
    // The result.
    const void *c_offsets;
    void *c_indices, *c_values;
    bool has_short_offsets, has_short_columns;
};

} // namespace grb::device
