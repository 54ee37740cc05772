// Partitions for devices: their arrays are ranges of the whole's, and the cut positions are on the
// host.
#include "base/array_ranges.hpp"
#include "distributed/partitioning.hpp"

#include <bit>
#include <cstring>

namespace grb {

namespace {

using std::uint64_t;

/// `count` numbers from position `first` on, less `base`, on the host.
template <class I>
Array rebased(const I *numbers, uint64_t first, uint64_t count, uint64_t base) {
    Array array = Array::of<I>(count);
    I *const to = array.as<I>();
    for (uint64_t k = 0; k < count; k++) to[k] = static_cast<I>(numbers[first + k] - base);
    return array;
}

/// Takes the entries [first, last) of a form.
void take_entries(SparseForm &partition, const SparseForm &whole, uint64_t first, uint64_t last,
                  std::size_t value_size) {
    const auto width = static_cast<std::size_t>(whole.index_width);
    partition.nvals = last - first;
    partition.offset_width = whole.offset_width;
    partition.index_width = whole.index_width;
    partition.is_iso = whole.is_iso && partition.nvals != 0;
    partition.column_indices =
        range_of(whole.column_indices, first * width, partition.nvals * width);
    partition.values =
        partition.is_iso ? whole.values
                         : range_of(whole.values, first * value_size, partition.nvals * value_size);
}

SparseForm vectors_of(const SparseForm &whole, uint64_t count, uint64_t begin, uint64_t end,
                      std::size_t value_size) {
    return dispatch_widths(offsets_of(whole, count), [&](const auto &A) {
        using O = typename std::decay_t<decltype(A)>::Offset;
        using I = typename std::decay_t<decltype(A)>::Index;
        uint64_t k = begin, stop = end;
        if (whole.is_hyper) {
            const I *const ids = A.row_ids, *const past = ids + A.stored_rows;
            k = static_cast<uint64_t>(std::lower_bound(ids, past, begin) - ids);
            stop = static_cast<uint64_t>(std::lower_bound(ids, past, end) - ids);
        }
        SparseForm partition;
        const uint64_t first = A.row_offsets[k];
        take_entries(partition, whole, first, A.row_offsets[stop], value_size);
        partition.is_hyper = whole.is_hyper;
        partition.stored_rows = stop - k;
        partition.row_offsets = rebased<O>(A.row_offsets, k, stop - k + 1, first);
        if (partition.is_hyper) partition.row_ids = rebased<I>(A.row_ids, k, stop - k, begin);
        return partition;
    });
}

/// Positions [begin, end) of one row. Fetches its index list to the host to find the cuts.
SparseForm positions_of(const SparseForm &whole, uint64_t begin, uint64_t end,
                        std::size_t value_size) {
    const auto cut = [&]<class I>(I) {
        const I *const indices = whole.column_indices.as<I>(), *const past = indices + whole.nvals;
        const auto first = static_cast<uint64_t>(std::lower_bound(indices, past, begin) - indices);
        const auto last = static_cast<uint64_t>(std::lower_bound(indices, past, end) - indices);
        SparseForm partition;
        take_entries(partition, whole, first, last, value_size);
        partition.column_indices = rebased<I>(indices, first, last - first, begin);
        partition.stored_rows = 1;
        partition.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(partition.offset_width));
        std::memcpy(partition.row_offsets.as<unsigned char>() + partition.offset_width,
                    &partition.nvals,
                    static_cast<std::size_t>(partition.offset_width)); // little-endian
        return partition;
    };
    return whole.index_width == 4 ? cut(std::uint32_t{}) : cut(uint64_t{});
}

uint64_t count_bits(const Array &bits) {
    uint64_t count = 0;
    const auto *const words = bits.as<uint64_t>();
    for (std::size_t k = 0; k < bits.bytes() / 8; k++)
        count += static_cast<uint64_t>(std::popcount(words[k]));
    return count;
}

/// A block of dense elements as a range of all, row by row.
Array block_of(const Array &all, std::size_t size, uint64_t ncols, uint64_t row, uint64_t rows,
               uint64_t column, uint64_t columns) {
    const std::size_t at = (row * ncols + column) * size, width = columns * size;
    if (columns == ncols) return range_of(all, at, rows * width);
    const ArrayRange only[] = {{all, at, 0, width, rows, ncols * size, width}};
    return array_of_ranges(only, rows * width);
}

/// Takes bits [first, first + elements), and their number, which comes later, without bringing them
/// to the host. Returns false for bits on the host or in partitions.
bool takes_bits(DenseForm &partition, const Array &bits, uint64_t first, uint64_t elements) {
    Device *const there = bits.is_on_host() ? nullptr : device_with(bits);
    if (there == nullptr || range_functions(*there).true_bits == nullptr) return false;
    const At at(*there);
    partition.bits = Array::at(*there, (elements + 63) / 64 * 8);
    const DenseRange range{builtin_type(TypeCode::boolean), &bits, nullptr, first, elements};
    partition.nvals = 0;
    partition.nvals.expect(range_functions(*there).true_bits(
        *there, static_cast<uint64_t *>(partition.bits.data_at_for_writing(*there)), range));
    return true;
}

DenseForm dense_of(const Snapshot &whole, uint64_t row, uint64_t rows, uint64_t column,
                   uint64_t columns) {
    const DenseForm &form = whole.dense_form().get();
    const uint64_t ncols = whole.ncols(), elements = rows * columns, first = row * ncols + column;
    DenseForm partition;
    partition.is_iso = form.is_iso;
    partition.nvals = elements;
    partition.values =
        form.is_iso ? form.values
                    : block_of(form.values, whole.type()->size, ncols, row, rows, column, columns);
    if (form.bits.empty()) return partition;
    const bool is_one_run = columns == ncols || rows == 1;
    const bool ends_whole = first + elements == whole.nrows() * ncols;
    if (is_one_run && first % 64 == 0 && (elements % 64 == 0 || ends_whole)) {
        if (takes_bits(partition, form.bits, first, elements)) return partition;
        partition.bits = range_of(form.bits, first / 8, (elements + 63) / 64 * 8);
    } else {
        partition.bits = Array::zeroed((elements + 63) / 64 * 8);
        for (uint64_t k = 0; k < rows; k++)
            copy_bits(partition.bits.as<uint64_t>(), k * columns, form.bits.as<uint64_t>(),
                      first + k * ncols, columns);
    }
    const Array on_host = partition.bits;
    partition.nvals = count_bits(on_host);
    return partition;
}

} // namespace

Ref<Snapshot> slice_of_ranges(const Snapshot &whole, Axis axis, uint64_t begin, uint64_t end) {
    const Type *const type = whole.type();
    const uint64_t n = end - begin;
    const bool by_rows = axis == Axis::rows;
    const uint64_t nrows = by_rows ? n : whole.nrows(), ncols = by_rows ? whole.ncols() : n;
    if (n == 0) return Snapshot::empty(type, nrows, ncols);
    if (is_dense(whole))
        return Snapshot::of_dense(
            type, nrows, ncols,
            dense_of(whole, by_rows ? begin : 0, nrows, by_rows ? 0 : begin, ncols));
    if (!by_rows && whole.nrows() == 1)
        return Snapshot::of_rows(type, nrows, ncols,
                                 positions_of(whole.sparse_form(false), begin, end, type->size));
    SparseForm vectors =
        vectors_of(whole.sparse_form(!by_rows), length_of(whole, axis), begin, end, type->size);
    return by_rows ? Snapshot::of_rows(type, nrows, ncols, std::move(vectors))
                   : Snapshot::of_columns(type, nrows, ncols, std::move(vectors));
}

} // namespace grb
