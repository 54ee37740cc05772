// The calls that carry out the turns of a breadth-first search, and write their assignments.
#pragma once

#include "cuda/table.h"

namespace grb::device {

inline constexpr int longest_search = 64; // turns

/// Lists of vertices: those before the first turn, then the new ones of each. ends[t]: of the list
/// of turn t; ends[longest_search + 1]: the number of turns that were carried out.
struct SearchListArrays {
    unsigned *positions, *parents, *ends; // parents null: none
};

/// Carries out turns until one finds nothing or the next would exceed a bound. The visited vector
/// holds marks meanwhile, and is as before when the call ends.
struct SearchAheadCall {
    const void *row_offsets; // of the matrix whose rows are the edges
    int offset_width;
    const unsigned *columns;
    const unsigned *vertices; // of the first list
    const void *values;       // of the first list, of 4 or 8 bytes, or one; null: not read
    int value_width;
    bool is_iso;
    std::uint32_t count;
    std::int64_t offset; // of a value from the parent's position
    unsigned *elements;  // of the visited vector: `element_words` a vertex
    int element_words;   // 1, 2
    unsigned *bits;      // null: an element that is not 0 has been visited
    bool sets_first;     // the turns begin with the assignment to the first list
    int most;
    std::uint32_t capacity, longest_list;
    std::uint32_t most_degree, most_turn_edges, most_edges;
    SearchListArrays lists;
};

/// Writes to the elements of one vector at the vertices of some lists; or the values of one list.
struct SearchSetCall {
    SearchListArrays lists;
    int first_list, list_count;
    std::uint32_t begin, end; // of their vertices
    std::int64_t offset;
    bool takes_values; // offset + parent; else scalars[list - first_list]
    void *elements;
    bool are_listed; // element k - begin is that of vertex k; else that of its position
    int width;       // 1, 2, 4, 8
    unsigned *bits;  // null: all elements are there
    std::uint64_t scalars[longest_search];
};

namespace gpu {
inline const Function<const SearchAheadCall *> search_ahead{"search_ahead"};
/// added (host): elements that had no bit. Waits for it if there are bits.
inline const Function<const SearchSetCall *, std::uint64_t *> search_set{"search_set"};
} // namespace gpu

} // namespace grb::device
