#include "cpu/cells_under_mask.hpp"

#include "algebra/batch.hpp"
#include "cpu/merge.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// Cells in ascending order, and where the rows of them end.
struct Cells {
    const DenseView &T;
    HostVector<std::uint64_t> places, row_ends;

    explicit Cells(const DenseView &view) : T(view), row_ends(view.nrows, 0) {}
    void add(std::uint64_t row, std::uint64_t cell) {
        places.push_back(cell);
        row_ends[row] = places.size();
    }
};

/// False when there are more than `most`.
bool list_under_entries(const MaskView &mask, Cells &cells, std::uint64_t most) {
    if (mask.sparse.nvals > most) return false;
    cells.places.reserve(mask.sparse.nvals);
    dispatch_widths(mask.sparse, [&](const auto &entries) {
        for (std::uint64_t k = 0; k < entries.stored_rows; k++) {
            const std::uint64_t row = entries.row_id(k);
            for (std::uint64_t p = entries.row_offsets[k]; p < entries.row_offsets[k + 1]; p++) {
                const std::uint64_t cell = row * cells.T.ncols + entries.column_indices[p];
                const bool is_true = mask.kind == MaskKind::structure ||
                                     grb::is_true(entries.value(p), mask.sparse.type);
                if (is_true && cells.T.has(cell)) cells.add(row, cell);
            }
        }
    });
    return true;
}

bool list_under_bits(const MaskView &mask, Cells &cells, std::uint64_t most) {
    const DenseView &T = cells.T;
    HostVector<std::uint64_t> bits = mask_bits(mask, T.nrows, T.ncols);
    const std::uint64_t words = (T.nrows * T.ncols + 63) / 64;
    std::uint64_t count = 0;
    for (std::uint64_t w = 0; w < words; w++) {
        if (T.bits != nullptr) bits[w] &= T.bits[w];
        count += static_cast<std::uint64_t>(__builtin_popcountll(bits[w]));
    }
    if (count > most) return false;
    cells.places.reserve(count);
    for (std::uint64_t w = 0; w < words; w++) {
        for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
            const std::uint64_t cell = w * 64 + static_cast<std::uint64_t>(__builtin_ctzll(left));
            cells.add(cell / T.ncols, cell);
        }
    }
    return true;
}

} // namespace

Ref<Snapshot> few_cells_under_mask(const MaskView &mask, const Snapshot &T) {
    const DenseView view = T.dense();
    const std::uint64_t most = view.nrows * view.ncols / 4;
    Cells cells(view);
    const bool are_few = !mask.is_dense && !mask.is_complemented
                             ? list_under_entries(mask, cells, most)
                             : list_under_bits(mask, cells, most);
    if (!are_few) return {};
    const std::uint64_t nvals = cells.places.size();
    SparsePart part;
    part.stored_rows = view.nrows;
    part.nvals = nvals;
    part.index_width = index_width_for(view.nrows, view.ncols);
    part.offset_width = offset_width_for(part.index_width, nvals);
    part.is_iso = view.is_iso && nvals != 0;
    part.row_offsets = Array((view.nrows + 1) * static_cast<std::size_t>(part.offset_width));
    part.column_indices = Array(nvals * static_cast<std::size_t>(part.index_width));
    part.values = Array((part.is_iso ? 1 : nvals) * view.type->size);
    if (!part.is_iso) {
        gather_values(part.values.data(), view.values, cells.places.data(), 8, nvals,
                      view.type->size);
    } else {
        std::memcpy(part.values.data(), view.values, view.type->size);
    }
    const auto fill = [&](auto *offsets, auto *columns) {
        using Offset = std::remove_pointer_t<decltype(offsets)>;
        using Index = std::remove_pointer_t<decltype(columns)>;
        offsets[0] = 0;
        for (std::uint64_t row = 0; row < view.nrows; row++) {
            offsets[row + 1] = std::max(offsets[row], static_cast<Offset>(cells.row_ends[row]));
        }
        for (std::uint64_t k = 0; k < nvals; k++)
            columns[k] = static_cast<Index>(cells.places[k] % view.ncols);
    };
    if (part.index_width == 8) {
        fill(part.row_offsets.as<std::uint64_t>(), part.column_indices.as<std::uint64_t>());
    } else if (part.offset_width == 8) {
        fill(part.row_offsets.as<std::uint64_t>(), part.column_indices.as<std::uint32_t>());
    } else {
        fill(part.row_offsets.as<std::uint32_t>(), part.column_indices.as<std::uint32_t>());
    }
    return Snapshot::of_rows(view.type, view.nrows, view.ncols, std::move(part));
}

} // namespace grb
