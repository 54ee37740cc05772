/// Tiles side by side: moves the tuples of all tiles to their positions and builds one object; see
/// concatenated().
/// Tiles in any format, cast to one type. O(n log n) for n entries, 24 bytes an entry of scratch.
/// Deterministic.
#include "costs/rates.hpp"
#include "dispatch/variant.hpp"
#include "problems/structure.hpp"

namespace grb {

namespace {

const char *refuses(const ConcatProblem &) {
    return nullptr;
}

const HostCoefficient entry_bytes{"concat_entry_bytes", "bytes",
                                  "of an entry that goes through tuples, read and written", 64};

Cost cost(const ConcatProblem &problem) {
    double entries = 0;
    for (const Tile &tile : problem.tiles) entries += most_entries_of(*tile.entries);
    return {rates().call_seconds + entries / rates().sort_keys +
            entries * entry_bytes / rates().stream_bytes};
}

Ref<Snapshot> run(const ConcatProblem &problem) {
    return concatenated(problem.type, problem.nrows, problem.ncols, problem.tiles);
}

} // namespace

extern const Variant<ConcatProblem> concat_tuples = {"cpu/concat_tuples", {}, refuses, cost, run};

} // namespace grb
