// A few rows times a matrix, column by column of the result, with the rows side by side.
#pragma once

#include "cpu/mxm/mxm_rows.hpp"

namespace grb {

inline constexpr std::uint64_t most_few_rows = 64;

/// The bits of up to eight rows fit bytes, so that caches hold more columns.
inline constexpr std::uint64_t most_byte_rows = 8; // a multiple of four, as strides are

/// A transposed so that the values of all rows for one k are adjacent. Words of bits are
/// std::uint8_t for up to most_byte_rows rows, else std::uint64_t.
struct SideBySide {
    std::uint64_t rows = 0, stride = 0; // values per k, a multiple of 4
    const void *values = nullptr;       // k·stride; neutral where A has no entry; null when unused
    const void *entries = nullptr;      // per k: bit r is set where A has (r, k)
    const void *allowed = nullptr;      // per column: bit r is set where C(r, j) is wanted
    // A has entries at few k: kernels test the bits, which caches hold, before they read values.
    bool has_few = false;
};

/// Output of the kernels: C by rows, and per column the rows that have an entry.
struct FewRowsResult {
    unsigned char *values = nullptr; // m×n; null: the caller wants the pattern only
    void *entries = nullptr;         // words of bits, as above
    std::uint64_t n = 0;
};

/// Computes the columns of the result for the stored rows [begin, end) of `B`, which is B by
/// columns.
using FewRowsFunction = void (*)(const Products &products, const SparseView &B, const SideBySide &a,
                                 const FewRowsResult &c, std::uint64_t begin, std::uint64_t end);
/// Finds the function for products with a curated semiring or for the pattern only.
FewRowsFunction find_few_rows(const Products &products, const SparseView &B, std::uint64_t stride);

/// Writes the curated semiring's neutral value n times.
using FillNeutral = void (*)(void *to, std::uint64_t n);
FillNeutral find_neutral(int curated);

} // namespace grb
