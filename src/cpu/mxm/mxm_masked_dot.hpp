// Dot products at the positions of a mask: C(i, j) = ⊕_k A(i, k) ⊗ B(k, j) for M(i, j).
#pragma once

#include "cpu/common/bit_lookups.hpp"
#include "cpu/common/workspace.hpp"
#include "cpu/mxm/mxm_rows.hpp"

namespace grb {

/// A list longer than the other by this factor is searched for its entries.
inline constexpr std::uint64_t searched_from = 64;

/// State that all tasks of a call share. Row j of the view `B` is column j of B.
struct DotCall {
    explicit DotCall(const MxmProblem &p)
        : problem(p), mask(p.mask.view()), has_dense_A(reads_dense_A(p)),
          dense_A(has_dense_A ? p.A->dense() : DenseView{}),
          M(mask.is_dense ? p.mask.snapshot->rows() : mask.sparse),
          A(has_dense_A ? values_of(dense_A) : p.A->rows(p.is_A_transposed)),
          B(p.B->rows(!p.is_B_transposed)), widths({&M, has_dense_A ? &M : &A, &B}),
          products(*p.semiring, A, B), value_size(products.is_pattern_only ? 0 : products.size),
          has_lookup(!has_dense_A && (A.ncols <= 4096 || A.ncols / 64 <= A.nvals + B.nvals)) {}

    /// The kernel reads A's dense form directly: no row of it is densified.
    static bool reads_dense_A(const MxmProblem &p) noexcept {
        return is_dense(*p.A) && !p.is_A_transposed;
    }

    const MxmProblem &problem;
    MaskView mask;
    bool has_dense_A;
    DenseView dense_A;
    SparseView M, A, B; // a dense A has values only
    CommonWidths widths;
    Products products;
    std::size_t value_size; // of values in buffers
    bool has_lookup;        // the inner dimension is small enough for an array over it
    const BitLookups *lookups = wide_lookups();

    bool allows(std::uint64_t p) const noexcept {
        if (mask.kind == MaskKind::structure) return true;
        const auto *values = static_cast<const unsigned char *>(M.values);
        return is_true(values + (M.is_iso ? 0 : p * M.type->size), M.type);
    }

private:
    static SparseView values_of(const DenseView &dense_A) noexcept {
        SparseView view;
        view.nrows = dense_A.nrows;
        view.ncols = dense_A.ncols;
        view.nvals = dense_A.nvals;
        view.values = dense_A.values;
        view.type = dense_A.type;
        view.is_iso = dense_A.is_iso;
        return view;
    }
};

/// Begin and end of a stored row; a branch on the width here halves the number of instantiations.
struct Extent {
    std::uint64_t begin, end;
    Extent(std::uint64_t first, std::uint64_t last) noexcept : begin(first), end(last) {}
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

/// Memory for the results of several tasks, at most the mask's entries. The calling thread
/// allocates it: the allocator keeps a thread's freed memory for that thread.
class DotRoom {
public:
    DotRoom(const DotCall &call, std::size_t tasks) : call_(call) {
        constexpr std::size_t largest_value = 16;
        if (tasks <= 1 || call.value_size > largest_value) return;
        columns_ = Array(call.M.nvals * static_cast<std::size_t>(call.M.index_width));
        values_ = Array(call.M.nvals * call.value_size);
        column_data_ = columns_.as<unsigned char>();
        value_data_ = values_.as<unsigned char>();
    }
    /// Opens the buffer of the task with the mask's entries [begin, end).
    void open(RowsBuffer &buffer, std::uint64_t begin, std::uint64_t end) const noexcept {
        buffer.open(call_.value_size, call_.M.index_width);
        if (column_data_ == nullptr) return;
        buffer.lend(column_data_ + begin * static_cast<std::size_t>(call_.M.index_width),
                    value_data_ + begin * call_.value_size, end - begin);
    }

private:
    const DotCall &call_;
    Array columns_, values_;
    unsigned char *column_data_ = nullptr, *value_data_ = nullptr;
};

/// One row of A, densified: bits of its columns, and their positions, in memory that calls reuse. A
/// row that tasks share stays until another is needed: its entries may exceed the work of one task.
class DotWorkspace : public HostAllocated {
public:
    explicit DotWorkspace(const DotCall &call);
    ~DotWorkspace();
    DotWorkspace(const DotWorkspace &) = delete;
    DotWorkspace &operator=(const DotWorkspace &) = delete;
    bool keeps(Extent row) const noexcept {
        return row.begin == kept_.begin && row.end == kept_.end;
    }
    /// Keeps the densified row for later tasks.
    void keep(Extent row) noexcept { kept_ = row; }
    /// Clears all bits.
    void clear() noexcept {
        if (kept_.begin != kept_.end) clear_kept();
    }
    /// Tells whether all bits are zero.
    void set_clean(bool is_clean) noexcept { memory_.set_clean(is_clean); }
    std::uint64_t *bits() noexcept { return memory_->marks(); }
    void *positions() noexcept {
        return has_positions_ ? memory_->values() : nullptr;
    } // null when A's values are unused
    unsigned char *scratch() noexcept { return scratch_.as<unsigned char>(); }

    DotWorkspace *next_free = nullptr, *next_made = nullptr;

private:
    void clear_kept() noexcept;

    const SparseView &A_;
    BorrowedAccumulator memory_;
    Array scratch_;
    Extent kept_{0, 0};
    bool has_positions_ = false;
};

/// Work of each stored row of the mask: the entries of B in its columns plus one per column, 0
/// where A has no row. Also the number of result entries of each row.
class MaskWork {
public:
    explicit MaskWork(const DotCall &call);
    /// No row stands out, and none was counted.
    bool is_even() const noexcept { return work_.empty(); }
    /// Only for uneven work.
    std::span<const std::uint64_t> of_rows() const noexcept {
        return {work_.as<std::uint64_t>(), M_.stored_rows};
    }
    /// Steps of an entry, for even work.
    std::uint64_t steps() const noexcept { return steps_; }
    std::uint64_t of(std::uint64_t row, std::uint64_t entries) const noexcept {
        return is_even() ? steps_ * entries : work_.as<std::uint64_t>()[row];
    }
    /// Work of all rows with rows of A densified, or with columns of B. 0 for even work.
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

/// Consecutive entries of the mask, by rows. Several tasks may share a row and add to its count.
struct DotTask {
    RowTasks::Begin from, to;
    const MaskWork &work;
    std::span<std::uint64_t> counts;
};

/// Entries [begin, end) of M in its stored row `row`; the row's columns have `work` entries of B.
/// Other tasks may share the row.
struct DotRowRange {
    std::uint64_t row, begin, end, work;
    bool is_shared;
};

/// Appends a task's result to `out`.
using DotFunction = void (*)(const DotCall &call, DotWorkspace &workspace, const DotTask &task,
                             RowsBuffer &out);
DotFunction find_dot_function(const DotCall &call);

/// C for a dense A.
Ref<Snapshot> dot_with_dense(const DotCall &call);

} // namespace grb
