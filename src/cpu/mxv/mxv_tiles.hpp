// A matrix without values as tiles of 65,536 columns by some rows, in an order that a product reads
// without branches.
#pragma once

#include "base/array.hpp"
#include "cpu/mxv/mxv_binding.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Columns of a tile. A tile's values of u stay in a core's cache.
inline constexpr unsigned tile_column_bits = 16;
/// A row with more entries in a tile is a run of its own.
inline constexpr std::uint64_t longest_without_run = 16;

/// The entries of a long row in a tile. Their columns are in a list, run after run.
struct TileRun {
    std::uint32_t count;
    std::uint32_t row; // of its block
};

/// Begins of a tile's arrays. They end at those of the next tile.
struct ColumnTile {
    std::uint64_t singles = 0, runs = 0, run_columns = 0;
};

/// Tiles of a matrix, kept with a snapshot: blocks of up to 65,536 stored rows, each a row of
/// tiles. Takes 4 bytes for a single and 2 for an entry of a run.
struct ColumnTiles final : Attachment {
    static constexpr char tag[] = "column tiles";

    /// Builds tiles of sorted rows, from the matrix alone. Work O(entries), parallel. Throws
    /// std::bad_alloc.
    explicit ColumnTiles(const SparseView &rows);
    std::size_t bytes() const noexcept override;

    std::uint64_t blocks() const noexcept { return first_rows.size() - 1; }
    const ColumnTile *tiles_of(std::uint64_t block) const noexcept {
        return tiles.data() + block * tiles_in_row;
    }

    std::uint64_t tiles_in_row;
    HostVector<std::uint64_t> first_rows; // of each block, then the number of rows
    HostVector<ColumnTile> tiles;         // block after block, then the ends
    // 4 bytes: row in its block << 16 | column in its tile. First entries of rows, then second
    // ones, …
    Array singles;
    Array runs;        // TileRun
    Array run_columns; // 2 bytes: column in its tile
    Array has_entries; // a bit for each row
};

/// Number of tiles side by side for so many columns.
std::uint64_t tiles_for(std::uint64_t columns) noexcept;
/// Rows of a block; the last blocks may have fewer, of many entries.
std::uint64_t tile_block_rows(std::uint64_t rows) noexcept;

/// Writes the sums of the rows of one block: rows without entries get the monoid's neutral value.
using TileKernel = void (*)(const ColumnTiles &tiles, std::uint64_t block,
                            const MxvBinding &binding, unsigned char *sums);
/// Returns the kernel for an index of find_curated(), or null when none is compiled.
TileKernel tile_kernel(int curated) noexcept;
/// The kernel reads A's iso value.
bool tile_kernel_reads_a(int curated) noexcept;

} // namespace grb
