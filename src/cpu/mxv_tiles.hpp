// A matrix without values as tiles of 65,536 columns by some rows, in an order that a product goes through without
// branches.
#pragma once

#include "base/array.hpp"
#include "cpu/mxv_binding.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Columns of a tile. The values of u that a tile asks for stay in a core's cache.
inline constexpr unsigned tile_column_bits = 16;
/// A row with more entries in a tile is a run of its own.
inline constexpr std::uint64_t longest_without_run = 16;

/// The entries of a row in a tile, where they are many. Their columns are in a list, run after run.
struct TileRun {
    std::uint32_t count;
    std::uint32_t row; // of its block
};

/// Where a tile's parts begin. They end where those of the next tile begin.
struct ColumnTile {
    std::uint64_t singles = 0, runs = 0, run_columns = 0;
};

/// Kept with a snapshot. Blocks of up to 65,536 stored rows; a block is a row of tiles. Takes 4 bytes for a single and 2
/// for an entry of a run.
struct ColumnTiles final : Attachment {
    static constexpr char tag[] = "column tiles";

    /// Of sorted rows. Depends on the matrix alone. Work O(entries), parallel. Throws std::bad_alloc.
    explicit ColumnTiles(const SparseView &rows);
    std::size_t bytes() const noexcept override;

    std::uint64_t blocks() const noexcept { return first_rows.size() - 1; }
    const ColumnTile *tiles_of(std::uint64_t block) const noexcept {
        return tiles.data() + block * tiles_in_row;
    }

    std::uint64_t tiles_in_row;
    HostVector<std::uint64_t> first_rows; // of each block, then the number of rows
    HostVector<ColumnTile> tiles;         // block after block, then the ends
    Array
        singles; // 4 bytes: row in its block << 16 | column in its tile. First entries of rows, then second ones, …
    Array runs;  // TileRun
    Array run_columns; // 2 bytes: column in its tile
    Array has_entries; // a bit for each row
};

/// Tiles beside one another for so many columns.
std::uint64_t tiles_for(std::uint64_t columns) noexcept;
/// Rows of a block, but for the last ones of many entries.
std::uint64_t tile_block_rows(std::uint64_t rows) noexcept;

/// The sums of the rows of one block: those without entries get the monoid's neutral value.
using TileKernel = void (*)(const ColumnTiles &tiles, std::uint64_t block,
                            const MxvBinding &binding, unsigned char *sums);
/// Null: none is compiled. By find_curated().
TileKernel tile_kernel(int curated) noexcept;
/// The kernel reads the one value of A.
bool tile_kernel_reads_a(int curated) noexcept;

} // namespace grb
