// Builds the tiles of a matrix: counts per tile, then entries by rank.
#include "cpu/mxv/mxv_tiles.hpp"

#include "base/parallel.hpp"

#include <algorithm>
#include <utility>

namespace grb {

namespace {

constexpr std::uint64_t least_block_rows = 4096, most_block_rows = 65536;
/// A block of fewer entries is not split.
constexpr std::uint64_t least_block_entries = 65536;
/// Minimum number of blocks of a large matrix, which threads divide.
constexpr std::uint64_t wanted_blocks = 32;
/// A word of bits marks the rows that have entries.
constexpr std::uint64_t rows_in_word = 64;
constexpr double steps_per_entry = 8;

template <class Rows>
HostVector<std::uint64_t> block_starts(const Rows &rows) {
    const std::uint64_t most_rows = tile_block_rows(rows.stored_rows);
    const std::uint64_t most_entries = std::max(rows.nvals / wanted_blocks, least_block_entries);
    HostVector<std::uint64_t> starts(1);
    for (std::uint64_t row = 0; row < rows.stored_rows;) {
        const std::uint64_t begin = starts.back();
        const std::uint64_t next = std::min(row + rows_in_word, rows.stored_rows);
        if (row > begin && (next - begin > most_rows ||
                            rows.row_offsets[next] - rows.row_offsets[begin] > most_entries)) {
            starts.push_back(row);
        }
        row = next;
    }
    starts.push_back(rows.stored_rows);
    return starts;
}

/// Calls f(row - first, tile, begin, end) for the entries in each tile of each row in [first,
/// last).
template <class Rows, class F>
void for_segments(const Rows &rows, std::uint64_t first, std::uint64_t last, F &&f) {
    for (std::uint64_t row = first; row < last; row++) {
        const std::uint64_t end = rows.row_offsets[row + 1];
        for (std::uint64_t p = rows.row_offsets[row]; p < end;) {
            const std::uint64_t tile = rows.column_indices[p] >> tile_column_bits;
            std::uint64_t q = p + 1;
            while (q < end && rows.column_indices[q] >> tile_column_bits == tile) q++;
            f(row - first, tile, p, q);
            p = q;
        }
    }
}

/// Number of rows with at least k + 1 entries in a tile and no run: their k-th entries are
/// consecutive.
struct Ranks {
    std::uint64_t rows[longest_without_run] = {};
};

/// Counts one block: the lengths of each tile's arrays, and the bits of its rows.
template <class Rows>
void count_block(const Rows &rows, std::uint64_t first, std::uint64_t last, ColumnTile *counts,
                 Ranks *ranks, std::uint64_t *bits) {
    for_segments(rows, first, last,
                 [&](std::uint64_t row, std::uint64_t tile, std::uint64_t p, std::uint64_t q) {
                     const std::uint64_t row_in_word = (first + row) % rows_in_word;
                     bits[(first + row) / rows_in_word] |= std::uint64_t{1} << row_in_word;
                     if (q - p > longest_without_run) {
                         counts[tile].runs++;
                         counts[tile].run_columns += q - p;
                     } else {
                         counts[tile].singles += q - p;
                         ranks[tile].rows[q - p - 1]++;
                     }
                 });
}

/// Turns `ranks`, counted by length, into the position of the next entry of each rank.
void begin_ranks(Ranks &ranks, std::uint64_t begin) noexcept {
    for (std::uint64_t k = longest_without_run - 1; k > 0; k--) ranks.rows[k - 1] += ranks.rows[k];
    for (std::uint64_t &rows : ranks.rows) begin += std::exchange(rows, begin);
}

template <class Rows>
void fill_block(const Rows &rows, std::uint64_t first, std::uint64_t last, ColumnTile *next,
                Ranks *ranks, ColumnTiles &to) {
    auto *const singles = to.singles.as<std::uint32_t>();
    auto *const runs = to.runs.as<TileRun>();
    auto *const columns = to.run_columns.as<std::uint16_t>();
    for_segments(rows, first, last,
                 [&](std::uint64_t row, std::uint64_t tile, std::uint64_t p, std::uint64_t q) {
                     if (q - p > longest_without_run) {
                         runs[next[tile].runs++] = {static_cast<std::uint32_t>(q - p),
                                                    static_cast<std::uint32_t>(row)};
                         for (; p < q; p++) {
                             columns[next[tile].run_columns++] =
                                 static_cast<std::uint16_t>(rows.column_indices[p]);
                         }
                         return;
                     }
                     for (std::uint64_t *slot = ranks[tile].rows; p < q; p++, slot++) {
                         const auto column = static_cast<std::uint16_t>(rows.column_indices[p]);
                         singles[(*slot)++] =
                             static_cast<std::uint32_t>(row << tile_column_bits | column);
                     }
                 });
}

/// Turns counts into the begins of the tiles' arrays.
void add_up(HostVector<ColumnTile> &tiles) noexcept {
    ColumnTile sum;
    for (ColumnTile &tile : tiles) {
        const ColumnTile count = std::exchange(tile, sum);
        sum.singles += count.singles;
        sum.runs += count.runs;
        sum.run_columns += count.run_columns;
    }
}

} // namespace

std::uint64_t tiles_for(std::uint64_t columns) noexcept {
    constexpr std::uint64_t width = std::uint64_t{1} << tile_column_bits;
    return columns / width + (columns % width != 0 ? 1 : 0);
}

std::uint64_t tile_block_rows(std::uint64_t rows) noexcept {
    const std::uint64_t wanted = rows / wanted_blocks / rows_in_word * rows_in_word;
    return std::clamp(wanted, least_block_rows, most_block_rows);
}

ColumnTiles::ColumnTiles(const SparseView &view)
    : tiles_in_row(tiles_for(view.ncols)),
      has_entries(Array::zeroed((view.stored_rows + rows_in_word - 1) / rows_in_word * 8)) {
    dispatch_widths(view, [&](const auto &rows) {
        first_rows = block_starts(rows);
        const std::uint64_t count = blocks() * tiles_in_row;
        tiles.resize(count + 1);
        HostVector<Ranks> ranks(count);
        const int threads = threads_for(steps_per_entry * static_cast<double>(view.nvals));
        const auto for_blocks = [&](auto &&f) {
            parallel_tasks(static_cast<std::int64_t>(blocks()), threads, [&](std::int64_t task) {
                const auto block = static_cast<std::uint64_t>(task);
                f(first_rows[block], first_rows[block + 1], block * tiles_in_row);
            });
        };
        auto *const bits = has_entries.as<std::uint64_t>();
        for_blocks([&](std::uint64_t first, std::uint64_t last, std::uint64_t tile) {
            count_block(rows, first, last, tiles.data() + tile, ranks.data() + tile, bits);
        });
        add_up(tiles);
        const ColumnTile &end = tiles.back();
        singles = Array(end.singles * sizeof(std::uint32_t));
        runs = Array(end.runs * sizeof(TileRun));
        run_columns = Array(end.run_columns * sizeof(std::uint16_t));
        for_blocks([&](std::uint64_t first, std::uint64_t last, std::uint64_t tile) {
            const auto begin = tiles.begin() + static_cast<std::ptrdiff_t>(tile);
            HostVector<ColumnTile> next(begin, begin + static_cast<std::ptrdiff_t>(tiles_in_row));
            for (std::uint64_t t = 0; t < tiles_in_row; t++)
                begin_ranks(ranks[tile + t], next[t].singles);
            fill_block(rows, first, last, next.data(), ranks.data() + tile, *this);
        });
    });
}

std::size_t ColumnTiles::bytes() const noexcept {
    return sizeof *this + first_rows.capacity() * sizeof(std::uint64_t) +
           tiles.capacity() * sizeof(ColumnTile) + singles.bytes() + runs.bytes() +
           run_columns.bytes() + has_entries.bytes();
}

} // namespace grb
