// Kernels that sum the products of one block of tiles.
#include "cpu/mxv/curated.hpp"
#include "cpu/mxv/mxv_tiles.hpp"

#include <algorithm>

namespace grb {

namespace {

constexpr std::uint32_t column_mask = (std::uint32_t{1} << tile_column_bits) - 1;

/// Products with the values of u in one tile, by column in the tile.
template <class S>
struct TileProducts {
    using T = typename S::T;
    T a;
    const T *u;
    T operator()(std::uint32_t column) const noexcept { return S::multiply(a, u[column]); }
};

/// Prefetch distance for sequential reads: gathers hide their order from processors.
constexpr std::uint64_t bytes_ahead = 1024;
inline void ask_ahead(const void *address) noexcept {
    __builtin_prefetch(static_cast<const char *>(address) + bytes_ahead);
}

/// Adds four at a time: the products are computed before the first of their sums is written.
template <class S>
void add_singles(const std::uint32_t *entry, const std::uint32_t *end,
                 const TileProducts<S> &product, typename S::T *sums) noexcept {
    using T = typename S::T;
    const auto add = [sums](std::uint32_t e, T x) {
        T &sum = sums[e >> tile_column_bits];
        sum = S::add(sum, x);
    };
    const auto add_four = [&](const std::uint32_t *four) {
        const std::uint32_t e[4] = {four[0], four[1], four[2], four[3]};
        const T x[4] = {product(e[0] & column_mask), product(e[1] & column_mask),
                        product(e[2] & column_mask), product(e[3] & column_mask)};
        for (int k = 0; k < 4; k++) add(e[k], x[k]);
    };
    for (; entry + 8 <= end; entry += 8) {
        ask_ahead(entry);
        add_four(entry);
        add_four(entry + 4);
    }
    for (; entry < end; entry++) add(*entry, product(*entry & column_mask));
}

/// Adds in four lanes. Returns the columns of the next run.
template <class S>
const std::uint16_t *add_run(const TileRun &run, const std::uint16_t *columns,
                             const TileProducts<S> &product, typename S::T *sums) noexcept {
    using T = typename S::T;
    const std::uint16_t *const end = columns + run.count;
    T lane[4] = {S::neutral(), S::neutral(), S::neutral(), S::neutral()};
    const auto add_four = [&](const std::uint16_t *four) {
        for (int k = 0; k < 4; k++) lane[k] = S::add(lane[k], product(four[k]));
    };
    for (; columns + 16 <= end; columns += 16) {
        ask_ahead(columns);
        for (int k = 0; k < 16; k += 4) add_four(columns + k);
    }
    for (; columns + 4 <= end; columns += 4) add_four(columns);
    for (; columns < end; columns++) lane[0] = S::add(lane[0], product(*columns));
    sums[run.row] =
        S::add(sums[run.row], S::add(S::add(lane[0], lane[1]), S::add(lane[2], lane[3])));
    return columns;
}

template <class S>
void add_block(const ColumnTiles &tiles, std::uint64_t block, const MxvBinding &binding,
               unsigned char *result) {
    using T = typename S::T;
    const std::uint64_t first = tiles.first_rows[block], last = tiles.first_rows[block + 1];
    T *const sums = reinterpret_cast<T *>(result) + first;
    std::fill(sums, sums + (last - first), S::neutral());
    const auto *const singles = tiles.singles.as<std::uint32_t>();
    const auto *const runs = tiles.runs.as<TileRun>();
    const auto *const columns = tiles.run_columns.as<std::uint16_t>();
    const T *const u = static_cast<const T *>(binding.u.values);
    TileProducts<S> product{T{}, u};
    if constexpr (!S::ignores_a) product.a = *static_cast<const T *>(binding.a.values);
    const ColumnTile *const own = tiles.tiles_of(block);
    for (std::uint64_t t = 0; t < tiles.tiles_in_row; t++) {
        product.u = u + (t << tile_column_bits);
        add_singles<S>(singles + own[t].singles, singles + own[t + 1].singles, product, sums);
        const std::uint16_t *next = columns + own[t].run_columns;
        for (std::uint64_t r = own[t].runs; r < own[t + 1].runs; r++)
            next = add_run<S>(runs[r], next, product, sums);
    }
}

/// Sums of numbers: minima and truth values end a row early, which tiles cannot.
template <class S>
constexpr TileKernel kernel_of() noexcept {
    if constexpr (S::is_ordered || is_boolean<typename S::T> || S::ignores_b) {
        return nullptr;
    } else {
        return &add_block<S>;
    }
}

constexpr TileKernel kernels[] = {
#define GRB_SEMIRING(add, multiply, type) kernel_of<CuratedSemiring<add, multiply, type>>(),
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
};

constexpr bool reads_a[] = {
#define GRB_SEMIRING(add, multiply, type) !CuratedSemiring<add, multiply, type>::ignores_a,
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
};

} // namespace

TileKernel tile_kernel(int curated) noexcept {
    return curated < 0 ? nullptr : kernels[curated];
}

bool tile_kernel_reads_a(int curated) noexcept {
    return reads_a[curated];
}

} // namespace grb
