// Row kernels of sparse (or dense) × full.
#pragma once

#include "cpu/mxm/mxm_rows.hpp"

namespace grb {

/// One row of the product: c(j) = ⊕_t a(t) ⊗ B(ks(t), j) for j in [0, columns), count > 0.
struct FullRow {
    const std::uint32_t *ks;
    const void *a;        // curated: in the semiring's type, else in A's
    std::uint64_t a_step; // 1, or 0 for an iso A
    std::uint64_t count;
    std::uint64_t columns, b_stride; // 1 and 0 when all columns of B are equal
    unsigned char *c;
    unsigned char *scratch; // Products::chunk_length products
};

/// B by rows in a product with a full B: makes B' when the problem has B transposed.
class FullRight {
public:
    explicit FullRight(const MxmProblem &problem);
    Products::Values values() const noexcept { return {values_, dense_.type, dense_.is_iso}; }
    bool is_iso() const noexcept { return dense_.is_iso; }

private:
    DenseView dense_;
    Array transposed_;
    const void *values_;
};

/// C of m×n values: rows in is_present have an entry in each column, the others none.
Ref<Snapshot> of_full_rows(const MxmProblem &problem, Array &&values, bool is_iso,
                           const HostVector<unsigned char> &is_present);

/// Returns null when an mxm variant that makes whole rows of C fits, else the reason.
const char *refuses_full_rows(const MxmProblem &problem);
/// Seconds of such a variant with all threads equally busy; `shared` gets the part that the threads
/// divide.
double full_rows_seconds(const MxmProblem &problem, double *shared);

using FullRowFunction = void (*)(const Products &products, const FullRow &row);
FullRowFunction find_full_row(const Products &products);

} // namespace grb
