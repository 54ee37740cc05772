// Dot products at the positions of a mask: C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) for M(i, j).
#pragma once

#include "cpu/mxm_rows.hpp"
#include "cpu/workspace.hpp"

namespace grb {

/// A list so many times as long as the other is searched for its entries.
inline constexpr std::uint64_t searched_from = 64;

/// State that all tasks of a call share. Row j of the view `B` is column j of B.
struct DotCall {
    explicit DotCall(const MxmProblem &p)
        : problem(p), mask(p.mask.view()), M(mask.is_dense ? p.mask.snapshot->rows() : mask.sparse),
          A(p.A->rows(p.is_A_transposed)), B(p.B->rows(!p.is_B_transposed)), widths({&M, &A, &B}),
          products(*p.semiring, A, B), value_size(products.is_pattern_only ? 0 : products.size),
          has_lookup(A.ncols <= 4096 || A.ncols / 64 <= A.nvals + B.nvals) {}

    const MxmProblem &problem;
    MaskView mask;
    SparseView M, A, B;
    CommonWidths widths;
    Products products;
    std::size_t value_size; // of what buffers hold
    bool has_lookup;        // the inner dimension is small enough for an array over it

    bool lets_through(std::uint64_t p) const noexcept {
        if (mask.kind == MaskKind::structure) return true;
        const auto *values = static_cast<const unsigned char *>(M.values);
        return is_true(values + (M.is_iso ? 0 : p * M.type->size), M.type);
    }
};

/// Begin and end of a stored row; the width is asked here to halve the number of instantiations.
struct Extent {
    std::uint64_t begin, end;
    Extent(const SparseView &view, std::uint64_t k) noexcept {
        if (view.offset_width == 4) {
            const auto *offsets = static_cast<const std::uint32_t *>(view.row_offsets) + k;
            begin = offsets[0];
            end = offsets[1];
        } else {
            const auto *offsets = static_cast<const std::uint64_t *>(view.row_offsets) + k;
            begin = offsets[0];
            end = offsets[1];
        }
    }
};

/// One row of A, spread out: which columns it has, and where. In memory that is kept between calls.
class DotWorkspace : public HostAllocated {
public:
    explicit DotWorkspace(const DotCall &call);
    std::uint64_t *bits() noexcept { return memory_->marks(); }
    void *positions() noexcept {
        return has_positions_ ? memory_->values() : nullptr;
    } // null: nobody reads A's values
    /// Whether all bits are zero.
    void set_clean(bool is_clean) noexcept { memory_.set_clean(is_clean); }
    unsigned char *scratch() noexcept { return scratch_.as<unsigned char>(); }

    DotWorkspace *next_free = nullptr, *next_made = nullptr;

private:
    BorrowedAccumulator memory_;
    Array scratch_;
    bool has_positions_ = false;
};

/// How much work each stored row of the mask is: the entries of B in its columns and one for each column, 0 where A
/// has no row. Also how many entries of the result it gives.
class MaskWork {
public:
    explicit MaskWork(const DotCall &call);
    /// No row stands out: none was counted.
    bool is_even() const noexcept { return work_.empty(); }
    /// Only where it is not even.
    std::span<const std::uint64_t> of_rows() const noexcept {
        return {work_.as<std::uint64_t>(), M_.stored_rows};
    }
    /// Of an entry, where it is even.
    std::uint64_t steps() const noexcept { return steps_; }
    std::uint64_t of(std::uint64_t row, std::uint64_t entries) const noexcept {
        return is_even() ? steps_ * entries : work_.as<std::uint64_t>()[row];
    }
    /// Of all rows, and with columns of B spread out in their place. 0 where it is even.
    std::uint64_t by_rows() const noexcept { return by_rows_; }
    std::uint64_t by_columns() const noexcept { return by_columns_; }
    std::span<std::uint64_t> counts() noexcept {
        return {counts_.as<std::uint64_t>(), M_.stored_rows};
    }

private:
    const SparseView &M_;
    Array work_, counts_;
    std::uint64_t steps_ = 0, by_rows_ = 0, by_columns_ = 0;
};

/// Consecutive entries of the mask, by rows. A row may be shared by several tasks, which add to its count.
struct DotTask {
    RowTasks::Begin from, to;
    const MaskWork &work;
    std::span<std::uint64_t> counts;
};

/// Entries [begin, end) of M, which lie in its stored row `row`; `work` entries of B lie in the row's columns.
struct DotPiece {
    std::uint64_t row, begin, end, work;
};

/// Appends what a task gives to `out`.
using DotFunction = void (*)(const DotCall &call, DotWorkspace &workspace, const DotTask &task,
                             RowsBuffer &out);
DotFunction find_dot_function(const DotCall &call);

} // namespace grb
