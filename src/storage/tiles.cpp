#include "storage/tiles.hpp"

#include "base/parallel.hpp"
#include "storage/build.hpp"

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

Ref<Snapshot> diagonal_entries(const Snapshot &A, std::int64_t k, std::uint64_t length,
                               const Type *type) {
    Tuples tuples(A.nvals(), type);
    extract_tuples(A, tuples.rows, tuples.columns, tuples.values.data(), type);
    return build_snapshot(type, 1, length, k >= 0 ? tuples.rows : tuples.columns, nullptr,
                          tuples.values.data(), type, false, tuples.n, nullptr);
}

Ref<Snapshot> reshaped(const Snapshot &A, bool by_column, std::uint64_t nrows,
                       std::uint64_t ncols) {
    __extension__ using Wide = unsigned __int128; // a matrix may have 2^120 cells
    Tuples tuples(A.nvals(), A.type());
    extract_tuples(A, tuples.rows, tuples.columns, tuples.values.data(), A.type());
    const std::uint64_t old_length = by_column ? A.nrows() : A.ncols(),
                        new_length = by_column ? nrows : ncols;
    tuples.move_each([&](std::uint64_t &row, std::uint64_t &column) {
        std::uint64_t &line = by_column ? column : row, &place = by_column ? row : column;
        const Wide cell = static_cast<Wide>(line) * old_length + place;
        line = static_cast<std::uint64_t>(cell / new_length);
        place = static_cast<std::uint64_t>(cell % new_length);
    });
    return tuples.built(A.type(), nrows, ncols);
}

} // namespace grb
