// Transposes bits of up to 64 long rows into words of columns, and back: a warp takes 32 columns at
// a time.
#pragma once

#include "kernels/common.cuh"

namespace grb::device {

/// Returns true when 32 neighbouring columns are one word in each row.
__device__ inline bool has_whole_words(unsigned long columns) {
    return columns % warp_size == 0;
}

/// Returns the word of rows of each lane's column. `bits` are rows of `columns` bits; the lanes'
/// columns are adjacent from `first` on. All lanes.
__device__ inline unsigned long transposed_rows(const unsigned *bits, unsigned long rows,
                                            unsigned long columns, unsigned long first) {
    unsigned long word = 0;
    for (unsigned long base = 0; base < rows; base += warp_size) {
        const unsigned long row = base + lane();
        const unsigned own = row < rows ? bits[(row * columns + first) / warp_size] : 0;
#pragma unroll
        for (int column = 0; column < warp_size; column++) {
            const unsigned of_column = __ballot_sync(all_lanes, (own >> column & 1) != 0);
            if (lane() == column) word |= static_cast<unsigned long>(of_column) << base;
        }
    }
    return word;
}

/// Writes 32 columns of each row: the reverse of transposed_rows().
__device__ inline void write_transposed(unsigned *bits, unsigned long rows, unsigned long columns,
                                    unsigned long first, unsigned long word) {
    for (unsigned long base = 0; base < rows; base += warp_size) {
        const auto half = static_cast<unsigned>(word >> base);
        unsigned own = 0;
#pragma unroll
        for (int row = 0; row < warp_size; row++) {
            const unsigned of_row = __ballot_sync(all_lanes, (half >> row & 1) != 0);
            if (lane() == row) own = of_row;
        }
        const unsigned long row = base + lane();
        if (row < rows) bits[(row * columns + first) / warp_size] = own;
    }
}

} // namespace grb::device
