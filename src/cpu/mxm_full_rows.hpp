// Row kernels of sparse (or dense) × full.
#pragma once

#include "cpu/mxm_rows.hpp"

namespace grb {

/// One row of the product: c(j) = ⊕_t a(t) ⊗ B(ks(t), j) for j in [0, columns), count > 0.
struct FullRow {
    const std::uint32_t *ks;
    const void *a;        // curated: in the semiring's type, else in A's
    std::uint64_t a_step; // 1, or 0 for an iso A
    std::uint64_t count;
    std::uint64_t columns, b_stride; // 1 and 0 when all columns of B are the same
    unsigned char *c;
    unsigned char *scratch; // Products::chunk_length products
};

using FullRowFunction = void (*)(const Products &products, const FullRow &row);
FullRowFunction find_full_row(const Products &products);

} // namespace grb
