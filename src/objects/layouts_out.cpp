// Takes the arrays of a snapshot out for exports.
#include "objects/layouts.hpp"

#include "base/parallel.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Keeps only the exported arrays, so that they count as unshared when no other object has them.
void drop_parts(Snapshot &snapshot) noexcept {
    snapshot.keep_cells_alone();
    snapshot.dense_part().drop();
    snapshot.balanced_part().drop();
}

/// Makes an array on the host that can be given away. `bytes`: in use before, the size of its
/// memory after.
void make_own(Array &array, std::uint64_t &bytes, int arena) {
    const void *data = std::as_const(array).data();
    if (!array.is_unique() || array.arena() != arena) {
        Array copy = Array::in_arena(arena, bytes);
        if (bytes != 0) std::memcpy(copy.data(), data, bytes);
        array = std::move(copy);
    }
    bytes = std::max<std::uint64_t>(bytes, array.capacity());
}

/// From here on only `part` holds the arrays; on failure the snapshot gets them back.
template <class Part, class Own, class Restore>
void own_arrays(Snapshot &snapshot, Part &part, Own &&own, Restore &&restore) {
    const bool is_alone = snapshot.is_unique();
    if (is_alone) drop_parts(snapshot);
    try {
        own(part);
    } catch (...) {
        if (is_alone) restore(std::move(part));
        throw;
    }
}

LayoutArrays take_sparse(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    const Type *const type = snapshot.type();
    const std::uint64_t lines = kind.by_column ? snapshot.ncols() : snapshot.nrows(),
                        length = kind.by_column ? snapshot.nrows() : snapshot.ncols();
    // Wide jumbled rows are the arrays that were given, even when a sorted copy was made meanwhile.
    const bool takes_jumbled =
        allowed.jumbled && !kind.by_column && snapshot.jumbled_rows_part().is_present() &&
        (!snapshot.rows_part().is_present() || snapshot.jumbled_rows_part().get().index_width == 8);
    const SparsePart &source =
        takes_jumbled ? snapshot.jumbled_rows_part().get() : snapshot.sparse_part(kind.by_column);
    const bool is_hyper = kind.layout == Layout::hyper;
    SparsePart part = is_hyper ? hyper_part(source, type, lines, length)
                               : standard_part(source, type, lines, length);
    part = wide_part(part, type, lines, length);
    if (part.is_iso && !allowed.iso) {
        part.values = expand_values(part.values.data(), type, true, part.nvals, type);
        part.is_iso = false;
    }
    LayoutArrays taken;
    taken.vectors = part.stored_rows;
    taken.nvals = part.nvals;
    taken.is_iso = part.is_iso;
    taken.is_jumbled = part.is_jumbled;
    taken.offsets_bytes = (part.stored_rows + 1) * 8;
    taken.ids_bytes = is_hyper ? part.stored_rows * 8 : 0;
    taken.indices_bytes = part.nvals * 8;
    taken.values_bytes = (part.is_iso ? 1 : part.nvals) * type->size;
    own_arrays(
        snapshot, part,
        [&](SparsePart &own) {
            make_own(own.row_offsets, taken.offsets_bytes, arena);
            make_own(own.column_indices, taken.indices_bytes, arena);
            if (is_hyper) make_own(own.row_ids, taken.ids_bytes, arena);
            make_own(own.values, taken.values_bytes, arena);
        },
        [&](SparsePart &&own) {
            auto &place = kind.by_column   ? snapshot.columns_part()
                          : own.is_jumbled ? snapshot.jumbled_rows_part()
                                           : snapshot.rows_part();
            place.set(std::move(own));
        });
    if (kind.layout != Layout::list) taken.offsets = part.row_offsets.give_away();
    taken.indices = part.column_indices.give_away();
    if (is_hyper) taken.ids = part.row_ids.give_away();
    taken.values = part.values.give_away();
    return taken;
}

LayoutArrays take_dense(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    const Type *const type = snapshot.type();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols(),
                        cells = cell_count(nrows, ncols);
    const bool is_bitmap = kind.layout == Layout::bitmap;
    LayoutArrays taken;
    taken.nvals = snapshot.nvals();
    if (!is_bitmap && taken.nvals != cells) {
        throw Error(GrB_INVALID_VALUE, "%" PRIu64 " entries are there, not all %" PRIu64,
                    taken.nvals, cells);
    }
    if (cells == 0) return taken;
    DensePart part = snapshot.share_dense();
    const bool turns = kind.by_column && nrows > 1 && ncols > 1;
    if (turns) part = transpose_dense(part, type, nrows, ncols);
    Array present;
    if (is_bitmap) {
        present = presence_bytes(turns ? view_of(part, type, ncols, nrows)
                                       : view_of(part, type, nrows, ncols));
        present = present.moved_to(arena);
        taken.present_bytes = cells;
    }
    if (part.is_iso && !allowed.iso) {
        part.values = expand_values(part.values.data(), type, true, cells, type);
        part.is_iso = false;
    }
    taken.is_iso = part.is_iso;
    taken.values_bytes = (part.is_iso ? 1 : cells) * type->size;
    if (!turns) {
        own_arrays(
            snapshot, part,
            [&](DensePart &own) { make_own(own.values, taken.values_bytes, arena); },
            [&](DensePart &&own) { snapshot.dense_part().set(std::move(own)); });
    } else {
        make_own(part.values, taken.values_bytes, arena);
    }
    if (is_bitmap) taken.present = present.give_away();
    taken.values = part.values.give_away();
    return taken;
}

} // namespace

Array presence_bytes(const DenseView &view) {
    const std::uint64_t cells = view.nrows * view.ncols;
    Array array(cells);
    auto *bytes = array.as<std::int8_t>();
    parallel_ranges(cells, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t cell = begin; cell < end; cell++) bytes[cell] = view.has(cell) ? 1 : 0;
    });
    return array;
}

SparsePart wide_part(const SparsePart &part, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols) {
    if (part.offset_width == 8 && part.index_width == 8) return part;
    SparseView view = view_of(part, type, nrows, ncols);
    view.is_iso = part.nvals != 0; // copies at most one value: the array of them is shared
    SparsePart wide = with_width(view, 8, 8);
    wide.values = part.values;
    wide.is_iso = part.is_iso;
    wide.is_jumbled = part.is_jumbled;
    return wide;
}

LayoutArrays take_arrays(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    return kind.layout == Layout::bitmap || kind.layout == Layout::full
               ? take_dense(snapshot, kind, allowed, arena)
               : take_sparse(snapshot, kind, allowed, arena);
}

} // namespace grb
