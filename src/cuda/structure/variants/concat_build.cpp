/// Concatenates tiles: lists the entries of all as tuples at their positions in the whole, and
/// sorts and builds them as cuda/build_sort does. Tiles in any format, also hypersparse, cast to
/// one type. Work O(n) for the positions and a radix sort of n entries, none if the tiles come in
/// order; 16 bytes an entry and a value of scratch. Refused: hypersparse wholes, 2^32 entries.
/// Deterministic.
#include "cuda/structure/tile_calls.h"
#include "cuda/structure/variants/build_variants.hpp"
#include "cuda/structure/variants/convert.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

using namespace device;

double most_entries(const ConcatProblem &problem) noexcept {
    double entries = 0;
    for (const Tile &tile : problem.tiles) entries += most_entries_of(*tile.entries);
    return entries;
}

const char *refuses(const ConcatProblem &problem) {
    if (const char *refusal = refusal_of(problem.type)) return refusal;
    bool has_entries = false;
    for (const Tile &tile : problem.tiles) {
        if (const char *refusal = refusal_of(tile.entries->type())) return refusal;
        if (tile.entries->has_balanced()) return "row-balanced tile";
        has_entries |= !has_no_entries(*tile.entries);
    }
    if (!has_entries) return "no entries";
    const double entries = most_entries(problem);
    if (entries >= 0x1p32) return "too many tuples";
    if (should_be_hyper(problem.nrows, static_cast<std::uint64_t>(entries))) return "hypersparse";
    return refuses_move(ConcatProblem::operation, problem.traffic());
}

const DeviceCoefficient sort_launches{"device_concat_launches", "1",
                                      "kernels of the sort of a concatenation", 24};
const DeviceCoefficient tile_launches{"device_concat_tile_launches", "1",
                                      "kernels that shift a tile", 4};
const DeviceCoefficient entry_bytes{"device_concat_entry_bytes", "bytes",
                                    "of an entry of a tile that is shifted and sorted", 160};

Cost cost(const ConcatProblem &problem) {
    const device::Rates &r = device::rates();
    const Traffic traffic = problem.traffic();
    const double entries = most_entries(problem),
                 launches = sort_launches + tile_launches * size_of(problem.tiles.size());
    return {move_seconds(launches, entries * entry_bytes,
                         static_cast<double>(traffic.bytes - traffic.away)) +
            entries / r.gathers_memory + 2 * r.wait_seconds};
}

/// The destination of one tile's entries among the tuples.
struct Slice {
    DeviceTuples &tuples;
    std::uint64_t first;

    std::uint64_t *rows() const {
        return static_cast<std::uint64_t *>(tuples.rows.data_here_for_writing()) + first;
    }
    std::uint64_t *columns() const {
        return static_cast<std::uint64_t *>(tuples.columns.data_here_for_writing()) + first;
    }
    unsigned char *values() const {
        return static_cast<unsigned char *>(tuples.values.data_here_for_writing()) +
               first * tuples.value_type->size;
    }
};

/// Writes the tile's entries; returns their number.
std::uint64_t append(const Tile &tile, const Slice &to) {
    const Snapshot &own = *tile.entries;
    TileCall call{};
    call.A = sparse_arrays(own, false);
    if (call.A.nvals == 0) return 0;
    const SparseForm &form = own.sparse_form(false);
    call.row_ids = form.is_hyper ? form.row_ids.data_here() : nullptr;
    call.row_shift = tile.row;
    call.column_shift = tile.column;
    call.rows = to.rows();
    call.columns = to.columns();
    check(gpu::shift_tile(&call));
    const Array values =
        form.is_iso || own.type() != to.tuples.value_type
            ? cast_array(form.values, form.is_iso, {}, form.nvals, own.type(), to.tuples.value_type)
            : form.values;
    copy(to.values(), values.data_here(), form.nvals * to.tuples.value_type->size);
    return form.nvals;
}

Ref<Snapshot> run(const ConcatProblem &problem) {
    DeviceTuples tuples;
    tuples.value_type = problem.type;
    for (const Tile &tile : problem.tiles) tuples.count += tile.entries->nvals();
    if (tuples.count == 0) return Snapshot::empty(problem.type, problem.nrows, problem.ncols);
    tuples.rows = Array::make_here(tuples.count * sizeof(std::uint64_t));
    tuples.columns = Array::make_here(tuples.count * sizeof(std::uint64_t));
    tuples.values = Array::make_here(tuples.count * problem.type->size);
    std::uint64_t first = 0;
    for (const Tile &tile : problem.tiles)
        if (tile.entries->nvals() != 0) first += append(tile, {tuples, first});
    return built(problem.type, problem.nrows, problem.ncols, tuples, nullptr);
}

} // namespace

extern const Variant<ConcatProblem> cuda_concat_build = {
    "cuda/concat_build", {.device = device::cuda_kind}, refuses, cost, run};

} // namespace grb
