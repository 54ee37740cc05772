// Turns of a breadth-first search: of a loop with the same calls in each turn, whose program asks
// for the number of new vertices.
#pragma once

#include "storage/snapshot.hpp"

#include <array>

namespace grb {

class Container;

/// Bounds of the turns that are carried out together: of all turns, of the vertices of one list,
/// and of all; of the edges of a turn, and of all.
inline constexpr int most_search_turns = 64;
inline constexpr std::uint32_t longest_search_list = 1 << 12, most_search_entries = 1 << 17,
                               most_turn_edges = 1 << 15, most_search_edges = 1 << 19;

/// An assignment to a vector at the vertices of a turn.
struct SearchSet {
    Container *C = nullptr;
    bool takes_values = false; // of the frontier; else one scalar
    bool operator==(const SearchSet &) const = default;
};

/// The calls of each turn of a search. A turn: frontier⟨¬visited, replace⟩ = frontier times
/// A, and the assignments, to the visited vector among others.
struct SearchCalls {
    const Snapshot *A = nullptr;
    bool walks_columns = false; // the columns of A have the edges of a vertex; else its rows
    Container *frontier = nullptr;
    const Container *visited = nullptr;
    bool tests_values = false; // the visited vector is full, and 0 means "not yet"; else a bitmap
    bool sets_first = false;   // the assignments are at the vertices before the product
    bool has_parents = false;  // values are `offset` plus the least position before; else 1
    std::int64_t offset = 0;
    bool applies_positions = false; // a call gives the frontier its positions before the product
    std::array<SearchSet, 2> sets;
    int set_count = 0;
    bool operator==(const SearchCalls &) const = default;
};

/// Turns that are carried out in advance; the objects keep their states, until as many as the
/// program has asked for are applied.
struct SearchTurns {
    SearchCalls calls;
    int most = 0; // turns wanted
    // Vertices: the frontier before the first turn, then the new ones of each turn. Positions and
    // parents have 32 bits; parents only with has_parents. ends[t]: of the list of turn t, where
    // the frontier is 0; in the last place the number of turns.
    Array positions, parents, ends;
    int turns = 0; // carried out; 0: not yet, or none was possible
    int asked = 0; // of these, by the program: they are to be applied; 0: turns are wanted
    std::uint64_t scalars[2][most_search_turns] = {}; // in the types of the outputs

    SearchTurns();
    ~SearchTurns();
    /// Makes the arrays, on the device where the thread works or on the host. Throws as Array.
    void reserve(std::uint32_t capacity, bool is_on_device);
    void clear() noexcept;

    static constexpr std::size_t end_count = most_search_turns + 2;
    std::uint32_t end_of(int turn) const {
        return ends.as<std::uint32_t>()[static_cast<std::size_t>(turn)];
    }
    std::uint32_t begin_of(int turn) const { return turn == 0 ? 0 : end_of(turn - 1); }
    /// The vertices where the turn assigns are the list of this turn.
    int list_of(int turn) const noexcept { return calls.sets_first ? turn - 1 : turn; }
};

/// The list of a vector, in any order; null: it has another form, or wide positions.
inline const SparseForm *any_list_of(const Snapshot &vector) noexcept {
    const auto &form =
        vector.rows_form().is_present() ? vector.rows_form() : vector.jumbled_rows_form();
    const bool is_list = !is_dense(vector) && form.is_present() && form.get().index_width == 4 &&
                         !form.get().is_hyper;
    return is_list ? &form.get() : nullptr;
}

/// The frontier after the turns that were asked for; without has_parents its value is 1, and
/// `values` is not read.
Ref<Snapshot> frontier_of(const SearchTurns &search, Array positions, Array values);

/// Ends a change in place of a dense vector that has so many entries more.
void finish_search_set(Container &C, std::uint64_t added) noexcept;

} // namespace grb
