// Transposes a full matrix. The kernels move values by size, so they are compiled with the plugin.
#include "cuda/plugin/exports.hpp"
#include "cuda/structure/structure_calls.h"

#include <cstdint>

namespace grb::device {

namespace {

constexpr int tile = 32, rows_at_once = 8;

/// B(j, i) = A(i, j), A nrows × ncols by rows. A block transposes tiles of 32 × 32 in shared
/// memory, so that it reads A and writes B by rows. A tile's rows are padded by one value, so that
/// the values of a column lie in different banks. Bytes: A and B once. Grid: one block per tile, at
/// most 2^31 - 1 blocks, which stride over the rest; 32 × 8 threads. Deterministic. (After Harris
/// 2013, "An Efficient Matrix Transpose in CUDA C/C++".)
template <class Value>
__global__ void __launch_bounds__(tile *rows_at_once)
    transpose_tiles(const Value *from, std::uint64_t nrows, std::uint64_t ncols, Value *to) {
    __shared__ Value values[tile][tile + 1];
    const std::uint64_t tiles_across = (ncols + tile - 1) / tile,
                        tiles = (nrows + tile - 1) / tile * tiles_across;
    const int x = static_cast<int>(threadIdx.x) % tile, y = static_cast<int>(threadIdx.x) / tile;
    for (std::uint64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        const std::uint64_t first_row = t / tiles_across * tile,
                            first_column = t % tiles_across * tile;
        for (int r = y; r < tile; r += rows_at_once) {
            const std::uint64_t row = first_row + r, column = first_column + x;
            if (row < nrows && column < ncols) values[r][x] = from[row * ncols + column];
        }
        __syncthreads();
        for (int r = y; r < tile; r += rows_at_once) {
            const std::uint64_t row = first_row + x, column = first_column + r;
            if (row < nrows && column < ncols) to[column * nrows + row] = values[x][r];
        }
        __syncthreads(); // until the tile has been read
    }
}

template <class Value>
const void *kernel() {
    return reinterpret_cast<const void *>(&transpose_tiles<Value>);
}

const void *kernel_for(int size) {
    switch (size) {
    case 1:
        return kernel<std::uint8_t>();
    case 2:
        return kernel<std::uint16_t>();
    case 4:
        return kernel<std::uint32_t>();
    case 8:
        return kernel<std::uint64_t>();
    case 16:
        return kernel<uint4>();
    default:
        return nullptr;
    }
}

} // namespace

static Status transpose_elements(const TransposeElementsCall *call) {
    const void *const chosen = kernel_for(call->size);
    if (chosen == nullptr) return fail(Status::unsupported, "values of %d bytes", call->size);
    const CurrentDevice current;
    const std::uint64_t tiles = (call->nrows + tile - 1) / tile * ((call->ncols + tile - 1) / tile);
    constexpr std::uint64_t most_blocks = 0x7FFFFFFF;
    const void *from = call->values;
    void *to = call->out_values;
    std::uint64_t nrows = call->nrows, ncols = call->ncols;
    void *list[] = {&from, &nrows, &ncols, &to};
    return runtime().launch(chosen, tiles < most_blocks ? tiles : most_blocks, tile * rows_at_once,
                            list);
}

namespace {

const Export export_of_transpose_elements = exported<&transpose_elements>(gpu::transpose_elements);

} // namespace

} // namespace grb::device
