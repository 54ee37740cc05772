// Moves entries to other positions and builds the result.
#include "storage/tiles.hpp"

#include "base/parallel.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage/diagonal.hpp"

#include <algorithm>

namespace grb {

namespace {

/// Positions and values of n entries.
struct Tuples {
    std::uint64_t n;
    Array row_array, column_array, values;
    std::uint64_t *rows, *columns;

    Tuples(std::uint64_t count, const Type *type)
        : n(count), row_array(Array::of<std::uint64_t>(count)),
          column_array(Array::of<std::uint64_t>(count)), values(count * type->size),
          rows(row_array.as<std::uint64_t>()), columns(column_array.as<std::uint64_t>()) {}

    template <class Move>
    void move_each(Move &&move) {
        parallel_ranges(n, 4, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t p = begin; p < end; p++) move(rows[p], columns[p]);
        });
    }
    Ref<Snapshot> built(const Type *type, std::uint64_t nrows, std::uint64_t ncols) const {
        return build_snapshot(type, nrows, ncols, rows, columns, values.data(), type, false, n,
                              nullptr);
    }
};

} // namespace

Ref<Snapshot> concatenated(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                           std::span<const Tile> tiles) {
    std::uint64_t total = 0;
    for (const Tile &tile : tiles) total += tile.entries->nvals();
    Tuples tuples(total, type);
    auto *values = tuples.values.as<unsigned char>();
    std::uint64_t first = 0;
    for (const Tile &tile : tiles) {
        const std::uint64_t n = tile.entries->nvals();
        if (n == 0) continue;
        std::uint64_t *rows = tuples.rows + first, *columns = tuples.columns + first;
        extract_tuples(*tile.entries, rows, columns, values + first * type->size, type);
        parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t p = begin; p < end; p++) {
                rows[p] += tile.row;
                columns[p] += tile.column;
            }
        });
        first += n;
    }
    return tuples.built(type, nrows, ncols);
}

namespace {

/// Makes the vector from a matrix with at most one entry in each row (column): the positions are
/// its columns (rows), moved.
Ref<Snapshot> entries_of_vectors(const Snapshot &A, std::int64_t k, std::uint64_t length) {
    const bool by_column = A.is_by_column();
    const SparseForm vectors = A.share_rows(by_column);
    // The other coordinate of v(0).
    const std::int64_t first =
        by_column ? std::max<std::int64_t>(0, -k) : std::max<std::int64_t>(0, k);
    SparseForm form;
    form.nvals = vectors.nvals;
    form.stored_rows = 1;
    form.index_width = index_width_for(1, length);
    form.offset_width = offset_width_for(form.index_width, form.nvals);
    form.column_indices = moved_positions(vectors.column_indices, vectors.index_width, form.nvals,
                                          -static_cast<std::uint64_t>(first), form.index_width);
    form.row_offsets = Array::zeroed(2 * static_cast<std::size_t>(form.offset_width));
    if (form.offset_width == 4) {
        form.row_offsets.as<std::uint32_t>()[1] = static_cast<std::uint32_t>(form.nvals);
    } else {
        form.row_offsets.as<std::uint64_t>()[1] = form.nvals;
    }
    form.values = vectors.values;
    form.is_iso = vectors.is_iso;
    return Snapshot::of_rows(A.type(), 1, length, std::move(form));
}

} // namespace

Ref<Snapshot> diagonal_entries(const Snapshot &A, std::int64_t k, std::uint64_t length,
                               const Type *type) {
    if (type == A.type() && A.nvals() != 0 && !is_dense(A) && !A.has_balanced())
        return entries_of_vectors(A, k, length);
    Tuples tuples(A.nvals(), type);
    extract_tuples(A, tuples.rows, tuples.columns, tuples.values.data(), type);
    return build_snapshot(type, 1, length, k >= 0 ? tuples.rows : tuples.columns, nullptr,
                          tuples.values.data(), type, false, tuples.n, nullptr);
}

Ref<Snapshot> reshaped(const Snapshot &A, bool by_column, std::uint64_t nrows,
                       std::uint64_t ncols) {
    // Dense elements lie in row-major order.
    if (is_dense(A) && (!by_column || (A.nrows() == 1 && nrows == 1)))
        return Snapshot::of_dense(A.type(), nrows, ncols, A.share_dense());
    __extension__ using Wide = unsigned __int128; // a matrix may have 2^120 elements
    Tuples tuples(A.nvals(), A.type());
    extract_tuples(A, tuples.rows, tuples.columns, tuples.values.data(), A.type());
    const std::uint64_t old_length = by_column ? A.nrows() : A.ncols(),
                        new_length = by_column ? nrows : ncols;
    tuples.move_each([&](std::uint64_t &row, std::uint64_t &column) {
        std::uint64_t &major = by_column ? column : row, &minor = by_column ? row : column;
        const Wide element = static_cast<Wide>(major) * old_length + minor;
        major = static_cast<std::uint64_t>(element / new_length);
        minor = static_cast<std::uint64_t>(element % new_length);
    });
    return tuples.built(A.type(), nrows, ncols);
}

} // namespace grb
