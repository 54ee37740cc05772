/* Moves of vertices between communities. */
#ifndef GRAPHBLAST_ALGORITHMS_VERTEX_MOVES_H
#define GRAPHBLAST_ALGORITHMS_VERTEX_MOVES_H

#include "level_graph.h"

/* Larger blocks let more vertices wait; with smaller ones, threads wait for each other. */
enum { largest_block = 256, least_blocks = 64 };

static inline uint32_t gba_block_size(uint32_t vertices) {
    const uint32_t size = 1 + vertices / least_blocks;
    return size < largest_block ? size : largest_block;
}

/* Gains are compared in the unit of the mean weight. */
static const double least_gain = 1e-9;

/* Moves vertices to neighbouring communities until no move raises the modularity.
 * to(v), of 0 .. n - 1, is v's community; `order` is a permutation of the vertices. */
GrB_Info gba_move_vertices(uint32_t *to, const LevelGraph *g, const uint32_t *order,
                           double resolution, Scratch *scratch, Workers *workers);

/* Divides communities into connected parts: within(v) is v's community, part(v), of 0 .. n - 1,
 * becomes the part. */
GrB_Info gba_refine(uint32_t *part, const LevelGraph *g, const uint32_t *within,
                    const uint32_t *order, double resolution, Scratch *scratch, Workers *workers);

#endif
