// Implements concat and publishes its result.
#include "operations/concat.hpp"

#include "base/process_group.hpp"
#include "dispatch/carry_out.hpp"
#include "problems/structure.hpp"

namespace grb {

void concat(Container &C, HostVector<Tile> tiles) {
    ConcatProblem problem;
    problem.type = C.type();
    problem.nrows = C.nrows();
    problem.ncols = C.ncols();
    problem.tiles = std::move(tiles);
    Ref<Snapshot> result = stored(C, carry_out(problem).result);
    agree_to_change();
    C.publish(std::move(result));
}

} // namespace grb
