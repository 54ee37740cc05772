// Builds a diagonal matrix from a vector by shifting its positions.
#include "storage/diagonal.hpp"

#include "base/parallel.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// Sets to[k] = first + from[k], or first + k without `from`.
template <class To, class From>
void fill_shifted(To *to, const From *from, std::uint64_t n, std::uint64_t first) {
    parallel_ranges(n, 0.5, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) {
            to[k] = static_cast<To>(first +
                                    (from != nullptr ? static_cast<std::uint64_t>(from[k]) : k));
        }
    });
}

template <class From>
Array shifted(const From *from, std::uint64_t n, std::uint64_t first, int width) {
    Array array(n * static_cast<std::size_t>(width));
    if (width == 4) {
        fill_shifted(array.as<std::uint32_t>(), from, n, first);
    } else {
        fill_shifted(array.as<std::uint64_t>(), from, n, first);
    }
    return array;
}

} // namespace

Array moved_positions(const Array &from, int from_width, std::uint64_t n, std::uint64_t first,
                      int width) {
    if (!from.empty() && first == 0 && from_width == width) return from;
    if (from.empty()) return shifted<std::uint64_t>(nullptr, n, first, width);
    return from_width == 4 ? shifted(from.as<std::uint32_t>(), n, first, width)
                           : shifted(from.as<std::uint64_t>(), n, first, width);
}

Ref<Snapshot> diagonal(const Snapshot &v, std::int64_t k) {
    const std::uint64_t shift =
        k < 0 ? -static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
    const std::uint64_t n = v.ncols() + shift;
    const bool is_full = v.has_dense() && v.is_full();
    SparseForm entries; // those of a full vector have no positions: they are 0, 1, ...
    if (is_full) {
        const DenseForm dense = v.share_dense();
        entries.nvals = v.ncols();
        entries.values = dense.values;
        entries.is_iso = dense.is_iso;
    } else {
        entries = v.share_rows(false);
    }
    SparseForm form;
    form.nvals = form.stored_rows = entries.nvals;
    form.is_hyper = true;
    form.index_width = index_width_for(n, n);
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    const auto positions = [&](std::uint64_t first) {
        return moved_positions(entries.column_indices, entries.index_width, form.nvals, first,
                               form.index_width);
    };
    const Array plain = positions(0), moved = shift == 0 ? plain : positions(shift);
    form.row_ids = k < 0 ? moved : plain;
    form.column_indices = k < 0 ? plain : moved;
    form.row_offsets = moved_positions(Array(), 0, form.nvals + 1, 0, form.offset_width);
    form.values = entries.values;
    form.is_iso = entries.is_iso;
    return Snapshot::of_rows(v.type(), n, n, std::move(form));
}

} // namespace grb
