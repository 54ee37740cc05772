// Shared by the sparse mxm variants: operands of one width, products, output rows of tasks, masks.
#pragma once

#include "cpu/common/row_tasks.hpp"
#include "cpu/mxv/curated.hpp"
#include "problems/problems.hpp"
#include "storage/convert.hpp"

#include <mutex>

namespace grb {

/// Up to three views with arrays of one width; owns converted copies (rare).
class CommonWidths {
public:
    CommonWidths(std::initializer_list<SparseView *> views);

private:
    SparseForm converted_[3];
};

/// The multiplier bound to the operands of one call, for all rows.
struct Products {
    Products(const Semiring &s, const SparseView &A, const SparseView &B)
        : Products(s, {A.values, A.type, A.is_iso}, {B.values, B.type, B.is_iso}) {}
    struct Values {
        const void *values;
        const Type *type;
        bool is_iso;
    };
    Products(const Semiring &s, const Values &A, const Values &B);
    Products(const Products &) = delete;
    Products &operator=(const Products &) = delete;

    const Semiring *semiring;
    const BinaryOp *add; // self of its batches
    std::size_t size;    // of a product
    BoundBinary multiply;
    const unsigned char *a_values, *b_values;
    std::size_t a_step, b_step; // bytes between values, 0: iso
    /// All products have one value: `constants` holds chunk_length copies.
    bool is_constant = false;
    /// All products and their sum have one value: only the pattern of the result has to be found.
    bool is_pattern_only = false;
    Array constants;
    /// Index into tables in the order of hot_semirings.def, or -1.
    int curated = -1;
    CuratedOperand a, b;

    static constexpr std::size_t chunk_length = 256;

    /// Computes n ≤ chunk_length products of the a at position p and the b from position q on. The
    /// result lies in `scratch` or elsewhere.
    const unsigned char *one_by_many(unsigned char *scratch, std::uint64_t p, std::uint64_t q,
                                     std::size_t n) const {
        if (is_constant) return constants.as<unsigned char>();
        const unsigned char *x = a_step == 0 ? a_values : a_values + p * a_step;
        if (b_step == 0) {
            multiply(scratch, x, b_values, 1);
            fill_values(scratch, scratch, n, size);
        } else {
            multiply(scratch, x, b_values + q * b_step, n, Broadcast::x);
        }
        return scratch;
    }
};

/// Output entries of consecutive rows, from one task.
class RowsBuffer {
public:
    void open(std::size_t value_size, int index_width) noexcept {
        value_size_ = value_size;
        index_width_ = static_cast<std::size_t>(index_width);
    }
    /// Uses borrowed memory for the first `entries`; it must live until the rows are assembled.
    void lend(void *columns, unsigned char *values, std::uint64_t entries) noexcept {
        column_data_ = columns;
        value_data_ = values;
        capacity_ = entries;
    }
    /// Reserves room for `more` entries beyond the present ones; `bound`: upper bound of all
    /// entries.
    void reserve(std::uint64_t more, std::uint64_t bound = ~std::uint64_t{0}) {
        if (size_ + more > capacity_) grow(size_ + more, bound);
    }
    std::uint64_t size() const noexcept { return size_; }
    template <class I>
    I *new_columns() noexcept {
        return static_cast<I *>(column_data_) + size_;
    }
    unsigned char *new_values() noexcept { return value_data_ + size_ * value_size_; }
    void add(std::uint64_t count) noexcept { size_ += count; }
    const void *column_data() const noexcept { return column_data_; }
    const unsigned char *value_data() const noexcept { return value_data_; }
    /// Is false when the entries are in lent memory.
    bool owns_entries() const noexcept { return !columns_.empty(); }
    Array &columns() noexcept { return columns_; }
    Array &values() noexcept { return values_; }

private:
    void grow(std::uint64_t needed, std::uint64_t bound);
    Array columns_, values_;
    void *column_data_ = nullptr; // of the arrays, or lent
    unsigned char *value_data_ = nullptr;
    std::size_t value_size_ = 0, index_width_ = 4;
    std::uint64_t size_ = 0, capacity_ = 0;
};

/// Concatenates the tasks' rows, one buffer a task. counts[k]: entries of stored row k of `driver`,
/// whose row numbers the result takes. is_iso: the result is iso, with `iso_value`.
Ref<Snapshot> assemble_rows(const MxmProblem &problem, const SparseView &driver, int threads,
                            HostVector<RowsBuffer> &buffers, std::span<const std::uint64_t> counts,
                            int index_width, const void *iso_value, bool is_jumbled);

/// The mask of a call, row by row.
class MaskRows {
public:
    enum class Mode : std::uint8_t {
        all,   // no mask
        allow, // sparse: only its true entries
        block, // sparse, complemented: all but its true entries
        dense, // bitmap or full: asked by position
    };
    explicit MaskRows(const MaskInput &mask) : view_(mask.view()) {
        mode_ = view_.is_none()         ? Mode::all
                : view_.is_dense        ? Mode::dense
                : view_.is_complemented ? Mode::block
                                        : Mode::allow;
    }
    Mode mode() const noexcept { return mode_; }
    bool is_sparse() const noexcept { return mode_ == Mode::allow || mode_ == Mode::block; }

    struct Row {
        std::uint64_t number = 0, begin = 0, end = 0;
        std::uint64_t length() const noexcept { return end - begin; }
    };
    Row row(std::uint64_t number) const noexcept {
        Row row;
        row.number = number;
        if (!is_sparse()) return row;
        dispatch_widths(view_.sparse, [&](const auto &sparse) {
            std::uint64_t k = 0;
            if (!sparse.find_row(number, k)) return;
            row.begin = sparse.row_offsets[k];
            row.end = sparse.row_offsets[k + 1];
        });
        return row;
    }
    /// The entries of a row in columns [begin, end); for sparse masks.
    Row within(const Row &row, std::uint64_t begin, std::uint64_t end) const noexcept;
    /// Calls f(column) for the true entries of a sparse row, ascending, before any complement.
    template <class F>
    void for_each_true(const Row &row, F &&f) const {
        if (view_.sparse.index_width == 4) {
            for_each_true_in(static_cast<const std::uint32_t *>(view_.sparse.column_indices), row,
                             f);
        } else {
            for_each_true_in(static_cast<const std::uint64_t *>(view_.sparse.column_indices), row,
                             f);
        }
    }
    /// Returns whether the mask allows one position, complement applied.
    bool allows(const Row &row, std::uint64_t column) const noexcept {
        if (mode_ != Mode::dense || view_.kind != MaskKind::structure)
            return allows_searched(row, column);
        return view_.dense.has(row.number * view_.dense.ncols + column) != view_.is_complemented;
    }

private:
    /// Answers when a bit is not enough.
    bool allows_searched(const Row &row, std::uint64_t column) const noexcept;
    bool is_true_at(std::uint64_t p) const noexcept {
        if (view_.kind == MaskKind::structure) return true;
        const auto *values = static_cast<const unsigned char *>(view_.sparse.values);
        return is_true(values + (view_.sparse.is_iso ? 0 : p * view_.sparse.type->size),
                       view_.sparse.type);
    }
    template <class I, class F>
    void for_each_true_in(const I *columns, const Row &row, F &f) const {
        for (std::uint64_t p = row.begin; p < row.end; p++) {
            if (is_true_at(p)) f(static_cast<std::uint64_t>(columns[p]));
        }
    }
    MaskView view_;
    Mode mode_;
};

/// Workspaces that tasks take and return, at most one per concurrent thread. Workspace has the
/// members next_free and next_made.
template <class Workspace>
class WorkspacePool {
public:
    template <class Make>
    Workspace *take(Make &&make) {
        {
            const std::lock_guard<std::mutex> guard(mutex_);
            if (free_ != nullptr) return std::exchange(free_, free_->next_free);
        }
        Workspace *workspace = make();
        const std::lock_guard<std::mutex> guard(mutex_);
        workspace->next_made = std::exchange(made_, workspace);
        return workspace;
    }
    void give_back(Workspace *workspace) noexcept {
        const std::lock_guard<std::mutex> guard(mutex_);
        workspace->next_free = std::exchange(free_, workspace);
    }
    template <class F>
    void for_each(F &&f) {
        for (Workspace *workspace = made_; workspace != nullptr; workspace = workspace->next_made)
            f(*workspace);
    }
    WorkspacePool() = default;
    WorkspacePool(const WorkspacePool &) = delete;
    WorkspacePool &operator=(const WorkspacePool &) = delete;
    ~WorkspacePool() {
        while (made_ != nullptr) delete std::exchange(made_, made_->next_made);
    }

private:
    std::mutex mutex_;
    Workspace *made_ = nullptr, *free_ = nullptr;
};

} // namespace grb
