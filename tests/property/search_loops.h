// Breadth-first searches as programs write them, and what programs do between their turns.
#pragma once

#include "GraphBLAS.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace grb::property {

/// The loops of graph libraries, and what else counts as a turn.
enum class Loop {
    levels,         // a full vector, 0 means "not yet"
    transposed,     // the same by mxv
    parents,        // the same with parents from 1, by positions and MIN_FIRST
    wide_parents,   // of 64 bits
    any_parents,    // a bitmap; the product comes first in the program
    parents_levels, // two bitmaps
    levels_alone,   // a bitmap of levels
    set_last,       // the program counts after the assignments
    small_levels,   // parents, and levels of 8 bits
    number_of_loops
};
constexpr int loop_count = static_cast<int>(Loop::number_of_loops);

/// Something that a program does once between turns, or between the calls of a turn.
enum class Event {
    nothing,
    leave,
    count_visited,
    count_twice,
    read_visited,
    read_frontier,
    copy_visited,
    copy_frontier,
    renew_frontier,
    add_edge,
    remove_edge,
    renew_matrix,
    set_visited,
    remove_visited,
    set_frontier,
    remove_frontier,
    clear_frontier,
    replace_frontier,
    clear_visited,
    skip_levels,
    zero_level,
    assign_range,
    read_by_call,
    other_thread_reads,
    other_thread_counts,
    wait_for_levels,
    change_setting,
    number_of_events
};
constexpr int event_count = static_cast<int>(Event::number_of_events);

/// broad: levels of 2,500 vertices, each with two successors.
enum class Graph { grid, path, hub, broad };

/// A search and all that its program sees.
class Search {
public:
    Search(Loop loop, Graph graph, bool waits);
    ~Search();
    Search(const Search &) = delete;
    Search &operator=(const Search &) = delete;
    /// Runs at most 200 turns, with the event at one of them.
    void run(Event event, int at, bool inside);
    std::vector<std::int64_t> seen;

private:
    void call(GrB_Info info) {
        seen.push_back(info);
        if (!waits_) return;
        for (const GrB_Vector v : {frontier_, visited_, levels_}) GrB_Vector_wait(v, GrB_COMPLETE);
    }
    bool has_bitmap() const { return loop_ >= Loop::any_parents; }
    GrB_Info product();
    void set(int which);
    void turn(const std::function<void()> &inside);
    bool happen(Event event);
    bool change(Event event);
    GrB_Index count(GrB_Vector v) {
        GrB_Index n = 0;
        seen.push_back(GrB_Vector_nvals(&n, v));
        seen.push_back(static_cast<std::int64_t>(n));
        return n;
    }
    void read(GrB_Vector v);

    const Loop loop_;
    const bool waits_;
    GrB_Index n_ = 0;
    std::int64_t level_ = 1;
    GrB_Type type_ = GrB_INT32;
    GrB_Matrix A_ = nullptr;
    GrB_Semiring semiring_ = nullptr;
    GrB_Vector frontier_ = nullptr, visited_ = nullptr, levels_ = nullptr, copy_ = nullptr;
};

} // namespace grb::property
