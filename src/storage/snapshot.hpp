// Snapshot: one immutable state of a matrix or vector (a vector of size n is one row of n columns).
//
// It holds the entries in one or more parts: rows (CSR or hypersparse), columns (CSC), dense (bitmap
// or full), balanced (CBSR). One part is there from the beginning; others are made when asked for, under a lock of that
// part only, and stay until the snapshot dies. A snapshot with one reference may be changed in place by
// its owner, who then drops the parts that no longer agree.
#pragma once

#include "base/array.hpp"
#include "storage/attachments.hpp"
#include "storage/entry_count.hpp"
#include "storage/views.hpp"

#include <atomic>
#include <mutex>
#include <optional>

namespace grb {

enum class Format : std::uint8_t {
    automatic = 0,
    sparse = 1,
    hypersparse = 2,
    bitmap = 3,
    full = 4,
    balanced = 5
};

inline bool is_dense(Format format) noexcept {
    return format == Format::bitmap || format == Format::full;
}

/// nrows·ncols, or 2^64 - 1 when that is less.
inline std::uint64_t cell_count(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    std::uint64_t cells;
    return __builtin_mul_overflow(nrows, ncols, &cells) ? UINT64_MAX : cells;
}

/// Storage of a sparse part; view() describes it. See SparseView for the meaning.
struct SparsePart {
    std::uint64_t stored_rows = 0, nvals = 0;
    Array row_offsets, column_indices, row_ids, values;
    int offset_width = 4, index_width = 4;
    bool is_hyper = false, is_iso = false, is_jumbled = false;
};

struct DensePart {
    EntryCount nvals;
    Array bits; // empty: full
    Array values;
    bool is_iso = false;
};

/// Storage of a row-balanced part, of a built-in type; view() describes it. See BalancedView for the
/// meaning and storage/balanced.hpp for what fits it. It is there from the beginning or not at all.
struct BalancedPart {
    std::uint64_t slots = 1, nvals = 0;
    Array counts, column_indices, values;
    int index_width = 4; // as balanced_index_width() says
    bool is_iso = false;
};

/// Row lengths; made from the second use on.
struct Statistics {
    double mean = 0, deviation = 0;
    std::uint64_t longest = 0, empty_rows = 0;
    /// The most entries of 32 and of 256 neighbouring rows (of those stored), from a multiple of that on:
    /// what a warp or a block that takes a row a thread walks along.
    std::uint64_t most_of_32 = 0, most_of_256 = 0;
};

/// A part that is made at most once, by whoever needs it first; readers never see half of it.
template <class T>
class LazyPart {
public:
    bool is_present() const noexcept { return is_present_.load(std::memory_order_acquire); }
    const T &get() const noexcept { return *value_; }
    T &get() noexcept { return *value_; }
    void set(T &&value) {
        value_.emplace(std::move(value));
        is_present_.store(true, std::memory_order_release);
    }
    template <class Make>
    const T &get_or_make(Make &&make) {
        if (!is_present()) {
            const std::lock_guard<SmallMutex> guard(mutex_);
            if (!is_present()) set(make());
        }
        return *value_;
    }
    void drop() noexcept {
        is_present_.store(false, std::memory_order_relaxed);
        value_.reset();
    }

private:
    SmallMutex mutex_;
    std::atomic<bool> is_present_{false};
    std::optional<T> value_;
};

class Snapshot : public RefCounted {
public:
    Snapshot(const Type *type, std::uint64_t nrows, std::uint64_t ncols)
        : type_(type), nrows_(nrows), ncols_(ncols) {}

    static Ref<Snapshot> of_rows(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                 SparsePart &&rows);
    static Ref<Snapshot> of_columns(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                    SparsePart &&columns);
    static Ref<Snapshot> of_dense(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                  DensePart &&dense);
    static Ref<Snapshot> of_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                     BalancedPart &&balanced);
    static Ref<Snapshot> empty(const Type *type, std::uint64_t nrows, std::uint64_t ncols);

    const Type *type() const noexcept { return type_; }
    std::uint64_t nrows() const noexcept { return nrows_; }
    std::uint64_t ncols() const noexcept { return ncols_; }
    std::uint64_t nvals() const noexcept;
    bool is_iso() const noexcept;
    /// Format of the first part.
    Format format() const noexcept;
    /// Of the object and its parts: what an operand amounts to.
    std::size_t bytes() const noexcept;
    /// With what kernels keep with it.
    std::size_t bytes_held() const noexcept { return bytes() + attachments_.bytes(); }

    bool has_rows() const noexcept { return rows_.is_present() || jumbled_rows_.is_present(); }
    bool has_columns() const noexcept { return columns_.is_present(); }
    bool has_dense() const noexcept { return dense_.is_present(); }
    bool has_balanced() const noexcept { return balanced_.is_present(); }
    /// Makes rows beside a balanced part, for readers that know no such part.
    void unpack() const;
    /// True when a dense part exists or nrows·ncols is small enough to make one.
    bool can_be_dense() const noexcept;
    bool is_full() const noexcept { return nvals() == cell_count(nrows_, ncols_); }
    /// False while asking for nvals() would wait for the device.
    bool knows_nvals() const noexcept {
        return rows_.is_present() || !dense_.is_present() || !dense_.get().nvals.is_pending();
    }
    // What is known without waiting, copying or allocating: all that `refuses` and `cost` of a row look at.
    /// nvals(), or while the device is still counting the number of cells: at most so many.
    std::uint64_t most_nvals() const noexcept {
        return knows_nvals() ? nvals() : cell_count(nrows_, ncols_);
    }
    bool is_known_empty() const noexcept { return most_nvals() == 0; }
    bool is_known_full() const noexcept { return knows_nvals() && is_full(); }
    /// Null: nobody has counted the rows (columns) yet.
    const Statistics *known_statistics(bool of_columns) const noexcept {
        const LazyPart<Statistics> &part = of_columns ? column_statistics_ : statistics_;
        return part.is_present() ? &part.get() : nullptr;
    }
    /// Rows (columns) in any order, where they are there and on the host.
    std::optional<SparseView> lines_at_hand(bool transposed) const noexcept;

    /// True when the first part is the columns.
    bool is_by_column() const noexcept { return home_ == Home::columns && columns_.is_present(); }
    /// True when no other snapshot shares an array with this one (the patterns are often shared).
    bool owns_arrays() const noexcept;

    // Views; a missing part is made first (O(nvals), or O(nrows·ncols) for dense). Rows come sorted.
    SparseView rows() const;
    /// Rows with column indices in any order: no sorting is done for a reader that does not care.
    SparseView rows_in_any_order() const;
    SparseView columns() const; // the transpose by rows: view.nrows == ncols()
    SparseView rows(bool transposed) const { return transposed ? columns() : rows(); }
    /// The part that rows(transposed) views, wherever its arrays are: none is fetched to look at it.
    const SparsePart &sparse_part(bool transposed) const;
    DenseView dense() const; // full when all entries are present, else bitmap
    /// Copies of the parts that share their arrays, for a result with the same pattern.
    SparsePart share_rows(bool transposed) const;
    DensePart share_dense() const;
    /// The dense part if there is one, else rows: what a mask or a scan wants without conversion.
    bool prefers_dense() const noexcept { return has_dense(); }
    const Statistics &statistics() const;
    /// Of the columns: mean, longest and empty ones count entries of a column.
    const Statistics &column_statistics() const;

    /// Cost in seconds that the absence of a part has caused so far; see registry/pick. Parts beyond the number
    /// that is told apart share one debt.
    std::atomic<double> &debt_of(Part part) const noexcept;

    /// What kernels keep with it; see storage/attachments.hpp.
    Attachments &attachments() const noexcept { return attachments_; }

    /// The entries of a matrix in the columns where this vector has entries, found out on the way; the
    /// matrix is known by the array of its offsets. Negative: not known. A guess that may be stale: it
    /// decides between variants only.
    void note_edges(const void *offsets, double edges) noexcept {
        edges_offsets_ = offsets;
        edges_ = edges;
    }
    void note_edges_of(const Snapshot &other) noexcept {
        note_edges(other.edges_offsets_, other.edges_);
    }
    double noted_edges(const void *offsets) const noexcept {
        return offsets != nullptr && offsets == edges_offsets_ ? edges_ : -1;
    }

    /// False when some array is on the device alone.
    bool is_on_host() const noexcept;
    /// Copies such arrays to the host, so that nothing that follows can fail for want of them.
    void fetch() const;
    /// Bytes that are on the device alone.
    std::size_t bytes_away() const noexcept;

    // For the owner of the only reference.
    LazyPart<SparsePart> &rows_part() noexcept { return rows_; }
    LazyPart<SparsePart> &jumbled_rows_part() noexcept { return jumbled_rows_; }
    LazyPart<SparsePart> &columns_part() noexcept { return columns_; }
    LazyPart<DensePart> &dense_part() noexcept { return dense_; }
    const LazyPart<SparsePart> &rows_part() const noexcept { return rows_; }
    const LazyPart<SparsePart> &jumbled_rows_part() const noexcept { return jumbled_rows_; }
    const LazyPart<SparsePart> &columns_part() const noexcept { return columns_; }
    /// Sorted rows, or columns.
    LazyPart<SparsePart> &lines_part(bool of_columns) noexcept {
        return of_columns ? columns_ : rows_;
    }
    const LazyPart<SparsePart> &lines_part(bool of_columns) const noexcept {
        return of_columns ? columns_ : rows_;
    }
    const LazyPart<DensePart> &dense_part() const noexcept { return dense_; }
    LazyPart<BalancedPart> &balanced_part() noexcept { return balanced_; }
    const LazyPart<BalancedPart> &balanced_part() const noexcept { return balanced_; }
    void drop_statistics() noexcept {
        statistics_.drop();
        column_statistics_.drop();
        attachments_.clear();
    }

private:
    enum class Home : std::uint8_t { rows, columns, dense };

    const Type *type_;
    std::uint64_t nrows_, ncols_;
    Home home_ = Home::rows; // the part that was there first
    mutable LazyPart<SparsePart> rows_, columns_;
    mutable LazyPart<SparsePart>
        jumbled_rows_; // what a variant made unsorted; rows_ is sorted from it
    mutable LazyPart<DensePart> dense_;
    LazyPart<BalancedPart> balanced_;
    mutable LazyPart<Statistics> statistics_, column_statistics_;
    mutable Attachments attachments_;
    struct Debt {
        std::atomic<const char *> tag{nullptr}; // of the part; null: none yet
        std::atomic<double> seconds{0};
    };
    mutable Debt debts_[8];
    const void *edges_offsets_ = nullptr;
    double edges_ = -1;
};

/// The first part is bitmap or full.
inline bool is_dense(const Snapshot &snapshot) noexcept {
    return is_dense(snapshot.format());
}

} // namespace grb
