/// Concatenates tiles, by a group: C is cut by its rows (a single row by its columns) as if each
/// tile's entries were spread evenly over its rows, and each member joins the tiles' entries in its
/// partition. Tiles in any format, cast to one type. Nothing moves. Each member chooses its own
/// variant. Deterministic.
/// Refused: no group, inside of a group.
#include "dispatch/variant.hpp"
#include "distributed/distributed_matrix.hpp"
#include "distributed/work.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

/// The first row or column of a tile.
std::uint64_t &begin_of(Tile &tile, Axis axis) noexcept {
    return axis == Axis::rows ? tile.row : tile.column;
}

Cuts cuts_of(const ConcatProblem &problem, Axis axis) {
    const bool by_rows = axis == Axis::rows;
    return Cuts(by_rows ? problem.nrows : problem.ncols, group_size(), [&](std::uint64_t i) {
        std::uint64_t weight = 0;
        for (const Tile &tile : problem.tiles) {
            const std::uint64_t begin = by_rows ? tile.row : tile.column,
                                length = length_of(*tile.entries, axis);
            if (i <= begin || length == 0) continue;
            const std::uint64_t nvals = tile.entries->nvals(), rows = std::min(i - begin, length);
            weight += nvals / length * rows + nvals % length * rows / length;
        }
        return weight;
    });
}

/// The part of a tile in [begin, end), relative to begin.
Tile block_of(const Tile &tile, Axis axis, std::uint64_t begin, std::uint64_t end) {
    Tile block = tile;
    std::uint64_t &at = begin_of(block, axis);
    const std::uint64_t length = length_of(*tile.entries, axis),
                        first = begin > at ? std::min(begin - at, length) : 0,
                        last = end > at ? std::min(end - at, length) : 0;
    if (last - first != length) block.entries = slice(*tile.entries, axis, first, last);
    at = at > begin ? at - begin : 0;
    return block;
}

Ref<Snapshot> run(const ConcatProblem &problem) {
    const Axis axis = result_axis(problem.nrows);
    const bool by_rows = axis == Axis::rows;
    const InsideGroup inside;
    GroupWork work(axis, cuts_of(problem, axis));
    for (const Tile &tile : problem.tiles) gather_for_all(tile.entries);
    return work.run(problem.type, problem.nrows, problem.ncols, [&](int member) {
        const std::uint64_t begin = work.cuts().begin(member), end = work.cuts().end(member);
        ConcatProblem own = problem;
        (by_rows ? own.nrows : own.ncols) = end - begin;
        own.tiles.clear();
        for (const Tile &tile : problem.tiles) {
            Tile block = block_of(tile, axis, begin, end);
            if (length_of(*block.entries, axis) != 0) own.tiles.push_back(std::move(block));
        }
        return carry_out(own).result;
    });
}

} // namespace

extern const Variant<ConcatProblem> group_concat = {
    "group/concat", {.device = group_kind}, refuses_group, group_cost, run};

} // namespace grb
