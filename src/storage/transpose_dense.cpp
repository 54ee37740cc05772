// Transposes dense storage.
#include "storage/chunks.hpp"
#include "storage/convert.hpp"

namespace grb {

namespace {

/// Values move in tiles of so many rows and columns, whose cache lines stay in the L1 cache.
constexpr std::uint64_t tile = 32;

/// Transposes rows [first, last) of A', which are columns of A.
template <class V>
void transpose_rows(const DenseView &A, std::uint64_t first, std::uint64_t last,
                    unsigned char *out) {
    const std::size_t size = A.type->size;
    const auto *const from = static_cast<const unsigned char *>(A.values);
    for (std::uint64_t row = 0; row < A.nrows; row += tile) {
        const std::uint64_t row_end = std::min(row + tile, A.nrows);
        for (std::uint64_t j = first; j < last; j++) {
            for (std::uint64_t i = row; i < row_end; i++) {
                const std::uint64_t p = i * A.ncols + j, q = j * A.nrows + i;
                if constexpr (std::is_same_v<V, AnySize>) {
                    std::memcpy(out + q * size, from + p * size, size);
                } else {
                    reinterpret_cast<V *>(out)[q] = reinterpret_cast<const V *>(from)[p];
                }
            }
        }
    }
}

/// Computes words [first, last) of the presence bits of A'.
void transpose_bits(const DenseView &A, std::uint64_t first, std::uint64_t last,
                    std::uint64_t *out) {
    const std::uint64_t elements = A.nrows * A.ncols;
    std::uint64_t j = first * 64 / A.nrows, i = first * 64 % A.nrows;
    for (std::uint64_t w = first; w < last; w++) {
        std::uint64_t word = 0;
        for (std::uint64_t q = w * 64; q < std::min(w * 64 + 64, elements); q++) {
            word |= static_cast<std::uint64_t>(A.has(i * A.ncols + j)) << (q % 64);
            if (++i == A.nrows) {
                i = 0;
                j++;
            }
        }
        out[w] = word;
    }
}

} // namespace

Array transposed_values(const DenseView &A) {
    Array result(A.nrows * A.ncols * A.type->size);
    auto *const out = result.as<unsigned char>();
    dispatch_size(A.type->size, [&](auto tag) {
        parallel_ranges((A.ncols + tile - 1) / tile, static_cast<double>(tile * A.nrows) * 2,
                        [&](std::uint64_t begin, std::uint64_t end) {
                            for (std::uint64_t t = begin; t < end; t++)
                                transpose_rows<decltype(tag)>(
                                    A, t * tile, std::min((t + 1) * tile, A.ncols), out);
                        });
    });
    return result;
}

DenseForm transpose_dense(const DenseForm &form, const Type *type, std::uint64_t nrows,
                          std::uint64_t ncols) {
    const DenseView A = view_of(form, type, nrows, ncols);
    DenseForm result;
    result.nvals = form.nvals;
    result.is_iso = form.is_iso;
    result.values = form.is_iso ? form.values : transposed_values(A);
    if (A.is_full()) return result;
    const std::uint64_t words = (nrows * ncols + 63) / 64;
    result.bits = Array::of<std::uint64_t>(words);
    parallel_ranges(words, 100, [&](std::uint64_t begin, std::uint64_t end) {
        transpose_bits(A, begin, end, result.bits.as<std::uint64_t>());
    });
    return result;
}

} // namespace grb
