// Arguments of the push kernels, as host and device see them.
#pragma once

#include "kernels/operand_arguments.h"
#include "kernels/schedule_arguments.h"

namespace grb::device {

struct MxvPushArguments {
    CsrArrays A;                 // by columns: row k is column k; m: its ncols, the size of w
    unsigned long count;         // entries of u
    const void *frontier;        // their positions; null: 0 to count - 1
    const void *u_values;        // by entry or by position (P::u_by_vertex)
    const unsigned long *prefix; // MergeSchedule: entries of A before frontier entry q, count + 1
    const void *edge_rows;       // EdgeSchedule: the column of each entry of A
    const unsigned long *frontier_bits; // null: every vertex
    WorkQueues queues;                  // TwceSchedule
    unsigned group;                     // WarpSchedule: frontier entries per warp, 1 to 32
    MaskWords mask;                     // flip: all bits or none
    const void *mask_values;            // of P::MaskValue, one per position; null: bits
    void *w_values;                     // m elements, neutral at first; bytes up to a multiple of 4
    unsigned long *w_bits;              // cleared
    void *list, *list_values;           // sorted result when it has at most list_capacity entries
    unsigned list_capacity;             // up to push_list_capacity, or 0
    unsigned *list_count;               // device, 0 before and after
    bool cleans_up;                     // a list: elements and bits are restored
    bool counts_edges;                  // entries of A in the columns of w's entries, for square A
    unsigned *keys; // mxv_push_expand: destination of each product, m where masked
    void *products; // its value, 4 or 8 bytes
    const unsigned long
        *starts; // mxv_push_reduce: first product of each of `count` runs, and the end
    unsigned long long *count_sum, *edge_sum; // device, 0 before and after
    unsigned long long *count_where;          // mapped: entries, and with counts_edges the edges
};

/// Results up to this many entries are sorted by the kernel that makes them.
inline constexpr unsigned push_list_capacity = 2048;
/// Frontiers up to this many entries are scanned by each block for itself.
inline constexpr unsigned long push_own_scan = 2048;

} // namespace grb::device
