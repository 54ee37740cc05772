// Partitions and wholes for devices: arrays that are ranges of each other, gathered by their
// readers.
#include "base/array_ranges.hpp"
#include "storage/convert.hpp"
#include "team/cell_pieces.hpp"
#include "team/exchange.hpp"
#include "team/parts.hpp"

#include <cstring>

namespace grb {

SparseView offsets_of(const SparsePart &lines, std::uint64_t count) {
    SparseView view;
    view.nrows = count;
    view.stored_rows = lines.is_hyper ? lines.stored_rows : count;
    view.nvals = lines.nvals;
    view.row_offsets = lines.row_offsets.data();
    view.row_ids = lines.is_hyper ? lines.row_ids.data() : nullptr;
    view.type = builtin_type(TypeCode::boolean); // has no values
    view.offset_width = lines.offset_width;
    view.index_width = lines.index_width;
    return view;
}

namespace {

using std::uint64_t;

/// Adds `base` to offsets or indices on the device that holds them, without bringing them to the
/// host.
Array raised(const Array &numbers, int width, uint64_t count, uint64_t base) {
    const std::size_t bytes = count * static_cast<std::size_t>(width);
    if (base == 0 || count == 0) return range_of(numbers, 0, bytes);
    Device *const there = numbers.is_on_host() ? nullptr : place_with(numbers);
    if (there != nullptr && range_functions(*there).raise != nullptr) {
        const At at(*there);
        Array result = Array::at(*there, bytes);
        range_functions(*there).raise(*there, result.data_at_for_writing(*there),
                                      numbers.data_at(*there), count, base, width);
        return result;
    }
    Array result(bytes);
    const auto raise = [&]<class I>(I) {
        const I *const from = numbers.as<I>();
        I *const to = result.as<I>();
        for (uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(from[k] + base);
    };
    width == 4 ? raise(std::uint32_t{}) : raise(uint64_t{});
    return result;
}

using Pieces = HostVector<Ref<Snapshot>>;

/// True if all partitions share one value; else gathers all values, which are in values(k).
template <class Part, class Count>
bool have_one_value(const HostVector<Part> &parts, const Type *type, const Count &count,
                    Array *value) {
    const Array *first = nullptr;
    for (const Part &part : parts) {
        if (count(part) == 0) continue;
        if (!part.is_iso) return false;
        if (first == nullptr) first = &part.values;
        if (std::memcmp(first->data(), part.values.data(), type->size) != 0) return false;
    }
    if (first != nullptr) *value = *first;
    return first != nullptr;
}

template <class Part>
Array values_of(const Part &part, uint64_t n, const Type *type) {
    return part.is_iso ? expand_values(part.values.data(), type, true, n, type)
                       : range_of(part.values, 0, n * type->size);
}

/// Joins the members' blocks of columns side by side; `bits` per element.
Array beside(const HostVector<Array> &blocks, const Cuts &cuts, uint64_t nrows, std::size_t bits) {
    HostVector<ArrayRange> ranges;
    const std::size_t pitch = cuts.length() * bits / 8;
    for (int k = 0; k < cuts.parts(); k++) {
        const std::size_t width = cuts.extent(k) * bits / 8;
        if (width == 0) continue;
        ranges.push_back({blocks[static_cast<std::size_t>(k)], 0, cuts.begin(k) * bits / 8, width,
                          nrows, width, pitch});
    }
    return array_of_ranges(ranges, nrows * pitch);
}

/// An empty partition is a list whoever made it; makes it dense, so that the others stay dense.
Pieces with_cells(const Pieces &pieces, const Cuts &cuts) {
    Pieces all = pieces;
    for (int k = 0; k < cuts.parts(); k++) {
        Ref<Snapshot> &piece = all[static_cast<std::size_t>(k)];
        if (cuts.extent(k) == 0 || is_dense(*piece)) continue;
        const uint64_t cells = piece->nrows() * piece->ncols();
        const std::size_t bytes = cells * piece->type()->size;
        DensePart part;
        part.bits = Array::zeroed((cells + 63) / 64 * 8);
        // The values of absent entries are undefined.
        part.values = here() != nullptr ? Array::make_here(bytes) : Array::zeroed(bytes);
        piece = Snapshot::of_dense(piece->type(), piece->nrows(), piece->ncols(), std::move(part));
    }
    return all;
}

Array joined_bits(Team &team, const HostVector<Array> &bits, const Cuts &cuts, Axis axis,
                  uint64_t nrows, uint64_t ncols) {
    const uint64_t lines = axis == Axis::columns ? nrows : 1; // of each partition, interleaved
    const uint64_t across = axis == Axis::columns ? 1 : ncols;
    bool is_by_words = lines == 1 || ncols % 64 == 0;
    for (int k = 0; k + 1 < cuts.parts(); k++)
        is_by_words = is_by_words && cuts.end(k) * across % 64 == 0;
    if (is_by_words) return lines == 1 ? team.allgatherv(bits) : beside(bits, cuts, nrows, 1);
    Array all = Array::zeroed((nrows * ncols + 63) / 64 * 8);
    for (int k = 0; k < cuts.parts(); k++) {
        const uint64_t length = cuts.extent(k) * across, begin = cuts.begin(k) * across;
        if (length == 0) continue;
        const auto *const from = bits[static_cast<std::size_t>(k)].as<uint64_t>();
        for (uint64_t line = 0; line < lines; line++)
            copy_bits(all.as<uint64_t>(), line * ncols + begin, from, line * length, length);
    }
    return all;
}

Ref<Snapshot> join_cells(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                         const Type *type, uint64_t nrows, uint64_t ncols) {
    const CellPieces all_pieces(pieces, cuts);
    const HostVector<DensePart> &parts = all_pieces.parts;
    const HostVector<uint64_t> &cells = all_pieces.cells;
    const auto count = [&](const DensePart &part) { return all_pieces.count(part); };
    DensePart whole;
    whole.is_iso = have_one_value(parts, type, count, &whole.values);
    if (!whole.is_iso) {
        HostVector<Array> values;
        for (std::size_t k = 0; k < parts.size(); k++)
            values.push_back(values_of(parts[k], cells[k], type));
        whole.values = is_across(axis, nrows) ? beside(values, cuts, nrows, 8 * type->size)
                                              : team.allgatherv(values);
    }
    whole.nvals = nrows * ncols;
    uint64_t nvals = 0;
    for (const DensePart &part : parts) nvals += part.nvals;
    // Bitmaps may be full by now.
    if (!all_pieces.are_full && nvals != whole.nvals) {
        HostVector<Array> bits;
        for (std::size_t k = 0; k < parts.size(); k++) {
            const bool is_full = parts[k].bits.empty() && cells[k] != 0;
            bits.push_back(is_full ? all_bits(cells[k])
                                   : range_of(parts[k].bits, 0, (cells[k] + 63) / 64 * 8));
        }
        whole.bits = joined_bits(team, bits, cuts, axis, nrows, ncols);
        whole.nvals = nvals;
    }
    return Snapshot::of_dense(type, nrows, ncols, std::move(whole));
}

/// The partitions by rows with indices and offsets of the widths of `whole`, all hypersparse or
/// none.
HostVector<SparsePart> alike(const Pieces &pieces, const Type *type, const SparsePart &whole) {
    HostVector<SparsePart> parts;
    for (const Ref<Snapshot> &piece : pieces) {
        SparsePart part = piece->share_rows(false);
        const uint64_t nrows = piece->nrows(), ncols = piece->ncols();
        if (whole.is_hyper && !part.is_hyper) part = hyper_part(part, type, nrows, ncols);
        if (part.index_width != whole.index_width || part.offset_width != whole.offset_width)
            part = with_width(view_of(part, type, nrows, ncols), whole.offset_width,
                              whole.index_width);
        parts.push_back(std::move(part));
    }
    return parts;
}

Array one_number(uint64_t number, int width) {
    return Array::copy_of(&number, static_cast<std::size_t>(width)); // little-endian
}

Ref<Snapshot> join_lists(Team &team, const Pieces &pieces, Axis axis, const Cuts &cuts,
                         const Type *type, uint64_t nrows, uint64_t ncols) {
    SparsePart whole;
    whole.index_width = index_width_for(nrows, ncols);
    for (const Ref<Snapshot> &piece : pieces) {
        const SparsePart part = piece->share_rows(false);
        whole.nvals += part.nvals;
        whole.index_width = std::max(whole.index_width, part.index_width);
        whole.is_hyper = whole.is_hyper || (part.is_hyper && axis == Axis::rows);
    }
    whole.offset_width = offset_width_for(whole.index_width, whole.nvals);
    const HostVector<SparsePart> parts = alike(pieces, type, whole);
    HostVector<Array> offsets, indices, ids, values;
    uint64_t before = 0;
    for (std::size_t k = 0; k < parts.size(); k++) {
        const SparsePart &part = parts[k];
        const uint64_t base = cuts.begin(static_cast<int>(k));
        const uint64_t stored = part.is_hyper ? part.stored_rows : pieces[k]->nrows();
        indices.push_back(raised(part.column_indices, whole.index_width, part.nvals,
                                 axis == Axis::columns ? base : 0));
        if (axis == Axis::rows)
            offsets.push_back(raised(part.row_offsets, whole.offset_width, stored, before));
        if (whole.is_hyper) ids.push_back(raised(part.row_ids, whole.index_width, stored, base));
        before += part.nvals;
        whole.stored_rows += stored;
    }
    offsets.push_back(one_number(whole.nvals, whole.offset_width));
    if (axis == Axis::columns) { // of a single row
        whole.stored_rows = 1;
        offsets.insert(offsets.begin(), one_number(0, whole.offset_width));
    }
    whole.row_offsets = team.allgatherv(offsets);
    whole.column_indices = team.allgatherv(indices);
    if (whole.is_hyper) whole.row_ids = team.allgatherv(ids);
    const auto count = [](const SparsePart &part) { return part.nvals; };
    whole.is_iso = have_one_value(parts, type, count, &whole.values);
    if (!whole.is_iso) {
        for (const SparsePart &part : parts) values.push_back(values_of(part, part.nvals, type));
        whole.values = team.allgatherv(values);
    }
    return Snapshot::of_rows(type, nrows, ncols, std::move(whole));
}

/// Lists partitions that lie across rows, and builds the whole by rows.
Ref<Snapshot> built_across(Team &team, const Pieces &pieces, const Cuts &cuts, const Type *type,
                           uint64_t nrows, uint64_t ncols) {
    HostVector<Tuples> tuples;
    for (int k = 0; k < cuts.parts(); k++) {
        tuples.push_back(tuples_of(*pieces[static_cast<std::size_t>(k)]));
        uint64_t *const columns = tuples.back().column();
        for (uint64_t t = 0; t < tuples.back().count; t++) columns[t] += cuts.begin(k);
    }
    return assembled(team, std::move(tuples), type, nrows, ncols);
}

} // namespace

void bring_here(const Snapshot &snapshot) {
    const auto bring = [](const Array &array) {
        if (array.bytes() != 0) array.data_here();
    };
    if (snapshot.has_dense()) {
        const DensePart &part = snapshot.dense_part().get();
        bring(part.bits);
        if (!part.is_iso) bring(part.values);
    } else if (snapshot.rows_part().is_present()) {
        const SparsePart &part = snapshot.rows_part().get();
        bring(part.column_indices);
        if (!part.is_iso) bring(part.values);
    }
}

Ref<Snapshot> whole_of_ranges(Team &team, const HostVector<Ref<Snapshot>> &pieces, Axis axis,
                              const Cuts &cuts, const Type *type, uint64_t nrows, uint64_t ncols) {
    bool have_cells = false, are_lists = false, are_empty = true;
    for (int k = 0; k < cuts.parts(); k++) {
        const Snapshot &piece = *pieces[static_cast<std::size_t>(k)];
        if (cuts.extent(k) == 0) continue;
        are_empty = are_empty && piece.nvals() == 0;
        if (!is_dense(piece) && piece.nvals() == 0) continue;
        (is_dense(piece) ? have_cells : are_lists) = true;
    }
    // An empty result needs no data: no dense part is fetched.
    if (are_empty) return Snapshot::empty(type, nrows, ncols);
    if (have_cells && !are_lists)
        return join_cells(team, with_cells(pieces, cuts), axis, cuts, type, nrows, ncols);
    return is_across(axis, nrows) ? built_across(team, pieces, cuts, type, nrows, ncols)
                                  : join_lists(team, pieces, axis, cuts, type, nrows, ncols);
}

} // namespace grb
