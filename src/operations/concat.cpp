#include "operations/concat.hpp"

#include "registry/pick.hpp"
#include "registry/structure.hpp"

namespace grb {

void concat(Container &C, HostVector<Tile> tiles) {
    ConcatProblem problem;
    problem.type = C.type();
    problem.nrows = C.nrows();
    problem.ncols = C.ncols();
    problem.tiles = std::move(tiles);
    C.publish(stored(C, run_picked(problem).result));
}

} // namespace grb
