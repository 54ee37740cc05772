/* Moves of vertices between communities. */
#ifndef GRAPHBLAST_ALGORITHMS_VERTEX_MOVES_H
#define GRAPHBLAST_ALGORITHMS_VERTEX_MOVES_H

#include "level_graph.h"

/* Moves vertices to neighbouring communities until no move raises the modularity.
 * to(v), of 0 .. n - 1, is v's community; `order` is a permutation of the vertices. */
GrB_Info gba_move_vertices(uint32_t *to, const LevelGraph *g, const uint32_t *order,
                           double resolution, Scratch *scratch, Workers *workers);

#endif
