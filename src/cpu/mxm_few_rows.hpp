// A few rows times a matrix, column by column of the result, with the rows side by side.
#pragma once

#include "cpu/mxm_rows.hpp"

namespace grb {

inline constexpr std::uint64_t most_few_rows = 64;

/// Bits of up to eight rows are bytes, which caches hold for more columns.
inline constexpr std::uint64_t most_byte_rows = 8; // a multiple of four, as strides are

/// A turned so that the values of all rows for one k lie together. Words of bits are std::uint8_t where there are up to
/// most_byte_rows rows, else std::uint64_t.
struct SideBySide {
    std::uint64_t rows = 0, stride = 0; // values per k, a multiple of 4
    const void *values = nullptr; // k·stride; neutral where A has no entry; null: nobody reads them
    const void *entries = nullptr; // per k: bit r is set where A(r, k) is there
    const void *allowed = nullptr; // per column: bit r is set where C(r, j) is wanted
    bool has_few = false; // at few k: the bits, which caches hold, are asked before values are read
};

/// What the kernels write: C by rows, and which rows have an entry in each column.
struct FewRowsResult {
    unsigned char *values = nullptr; // m×n; null: only the pattern is wanted
    void *entries = nullptr;         // words of bits, as above
    std::uint64_t n = 0;
};

/// Columns of the result for the stored rows [begin, end) of `B`, which is B seen by columns.
using FewRowsFunction = void (*)(const Products &products, const SparseView &B, const SideBySide &a,
                                 const FewRowsResult &c, std::uint64_t begin, std::uint64_t end);
/// For products with a curated semiring, or of which only the pattern is wanted.
FewRowsFunction find_few_rows(const Products &products, const SparseView &B, std::uint64_t stride);

/// Writes the curated semiring's neutral value n times.
using FillNeutral = void (*)(void *to, std::uint64_t n);
FillNeutral find_neutral(int curated);

} // namespace grb
