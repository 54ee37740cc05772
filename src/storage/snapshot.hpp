// Snapshot: one immutable state of a matrix or vector (a vector of size n is one row of n columns).
//
// It holds the entries in one or more forms: rows (CSR or hypersparse), columns (CSC), dense
// (bitmap or full), balanced (CBSR). The first form exists from the beginning. Others are made on
// demand, each under its own lock, and stay until the snapshot dies. The owner of the only
// reference may change the snapshot in place; it then drops the forms that no longer agree.
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

/// nrows·ncols, but at most 2^64 - 1.
inline std::uint64_t element_count(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    std::uint64_t elements;
    return __builtin_mul_overflow(nrows, ncols, &elements) ? UINT64_MAX : elements;
}

/// Storage of a sparse form; view() describes it. See SparseView for the meaning.
struct SparseForm {
    std::uint64_t stored_rows = 0, nvals = 0;
    Array row_offsets, column_indices, row_ids, values;
    int offset_width = 4, index_width = 4;
    bool is_hyper = false, is_iso = false, is_jumbled = false;
};

struct DenseForm {
    EntryCount nvals;
    Array bits; // empty: full
    Array values;
    bool is_iso = false;
};

/// Storage of a row-balanced form, of a built-in type; view() describes it. See BalancedView for
/// the meaning and storage/balanced.hpp for the matrices that fit. A balanced form is always the
/// first: none is made later.
struct BalancedForm {
    std::uint64_t slots = 1, nvals = 0;
    Array counts, column_indices, values;
    int index_width = 4; // as balanced_index_width() says
    bool is_iso = false;
};

/// Statistics of row lengths.
struct Statistics {
    double mean = 0, deviation = 0;
    std::uint64_t longest = 0, empty_rows = 0;
    /// The most entries in a group of 32 and of 256 neighbouring stored rows: the most that a warp
    /// or a block walks along when each thread takes a row. Groups begin at multiples of their
    /// size.
    std::uint64_t most_of_32 = 0, most_of_256 = 0;
};

/// A form that the first thread that needs it makes, at most once. Readers see all of it or
/// nothing.
template <class T>
class LazyForm {
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
    /// Not in each place that has a reference: it would be a thousand bytes.
    ~Snapshot();

    static Ref<Snapshot> of_rows(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                 SparseForm &&rows);
    static Ref<Snapshot> of_columns(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                    SparseForm &&columns);
    static Ref<Snapshot> of_dense(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                  DenseForm &&dense);
    static Ref<Snapshot> of_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                     BalancedForm &&balanced);
    static Ref<Snapshot> empty(const Type *type, std::uint64_t nrows, std::uint64_t ncols);

    const Type *type() const noexcept { return type_; }
    std::uint64_t nrows() const noexcept { return nrows_; }
    std::uint64_t ncols() const noexcept { return ncols_; }
    std::uint64_t nvals() const noexcept;
    bool is_iso() const noexcept;
    /// Format of the first form.
    Format format() const noexcept;
    /// Bytes of the snapshot and its forms.
    std::size_t bytes() const noexcept;
    /// Bytes of the snapshot, its forms and its attachments.
    std::size_t bytes_held() const noexcept { return bytes() + attachments_.bytes(); }

    bool has_rows() const noexcept { return rows_.is_present() || jumbled_rows_.is_present(); }
    bool has_columns() const noexcept { return columns_.is_present(); }
    bool has_dense() const noexcept { return dense_.is_present(); }
    bool has_balanced() const noexcept { return balanced_.is_present(); }
    /// Makes rows beside a balanced form, for readers that do not know balanced forms.
    void unpack() const;
    /// True when a dense form exists or nrows·ncols is small enough to make one.
    bool can_be_dense() const noexcept;
    bool is_full() const noexcept { return nvals() == element_count(nrows_, ncols_); }
    /// Is false while nvals() would wait for the device.
    bool knows_nvals() const noexcept {
        return rows_.is_present() || !dense_.is_present() || !dense_.get().nvals.is_pending();
    }
    /// An upper bound of nvals(): while the device is still counting, the number of elements; else
    /// nvals(). This and the next functions neither wait, copy nor allocate: a variant's `refuses`
    /// and `cost` call no others.
    std::uint64_t most_nvals() const noexcept {
        return knows_nvals() ? nvals() : element_count(nrows_, ncols_);
    }
    bool is_known_empty() const noexcept { return most_nvals() == 0; }
    bool is_known_full() const noexcept { return knows_nvals() && is_full(); }
    /// The statistics of the rows (columns), or null when they are not made yet.
    const Statistics *known_statistics(bool of_columns) const noexcept {
        const LazyForm<Statistics> &form = of_columns ? column_statistics_ : statistics_;
        return form.is_present() ? &form.get() : nullptr;
    }
    /// The rows (columns), in any order, if that form exists and is on the host.
    std::optional<SparseView> vectors_at_hand(bool transposed) const noexcept;

    /// True when the first form is the columns.
    bool is_by_column() const noexcept { return home_ == Home::columns && columns_.is_present(); }
    /// True when no other snapshot shares an array with this one. Patterns are often shared.
    bool owns_arrays() const noexcept;

    // The functions below return views; they first make a missing form (O(nvals), or O(nrows·ncols)
    // for dense). Rows come sorted.
    SparseView rows() const;
    /// Rows with column indices in any order, for readers that need no order: nothing is sorted.
    SparseView rows_in_any_order() const;
    SparseView columns() const; // the transpose by rows: view.nrows == ncols()
    SparseView rows(bool transposed) const { return transposed ? columns() : rows(); }
    /// The form that rows(transposed) views. Its arrays stay on their devices.
    const SparseForm &sparse_form(bool transposed) const;
    DenseView dense() const; // full when all entries are present, else bitmap
    /// Copies of the forms that share their arrays, for a result with the same pattern. Nothing is
    /// fetched.
    SparseForm share_rows(bool transposed) const;
    DenseForm share_dense() const;
    /// True when a mask or a scan should read the dense form, false when it should read rows:
    /// neither is made for it.
    bool prefers_dense() const noexcept { return has_dense(); }
    const Statistics &statistics() const;
    /// Statistics of the columns.
    const Statistics &column_statistics() const;

    /// Seconds that the absence of an item has cost so far, its amortised cost; see
    /// dispatch/choose.hpp. Items past the table's end share one number.
    std::atomic<double> &owed_cost_of(SnapshotItem item) const noexcept;

    /// The data that kernels keep with the snapshot; see storage/attachments.hpp.
    Attachments &attachments() const noexcept { return attachments_; }

    /// For a vector: the number of entries that a matrix has in the columns where the vector has
    /// entries. Kernels note it in passing. The address of the matrix's offsets identifies the
    /// matrix. Negative: not known. The number may be stale: only the choice among variants reads
    /// it.
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

    /// The wish of the owning object for the distribution over several devices (GrX_DISTRIBUTION);
    /// 0: the library chooses.
    int distribution() const noexcept { return distribution_.load(std::memory_order_relaxed); }
    void note_distribution(int wish) noexcept {
        distribution_.store(wish, std::memory_order_relaxed);
    }

    /// For a vector: its values are known not to descend from one position to the next. A caller
    /// that changes a value in place takes that back, as drop_statistics() does.
    void note_ascending(bool ascends) noexcept { ascends_ = ascends; }
    bool is_known_ascending() const noexcept { return ascends_; }

    /// The host's need for this state, if it is the result of an operation; see
    /// objects/host_share.hpp. 0: it is none.
    std::atomic<std::uint8_t> &host_need() const noexcept { return host_need_; }

    /// True when the matrix equals its transpose, with values of the same bytes, as far as this is
    /// known: columns have been made and are the rows' own arrays. From the second question on it
    /// is found out, at a cost of O(entries) where it is so.
    bool is_symmetric() const;
    /// Makes the columns of the rows' own arrays, for a matrix that is known to be symmetric.
    void note_symmetric() const;

    /// Ends the loans of all arrays (Array::end_loan); do not use the snapshot afterwards. Throws
    /// std::bad_alloc.
    void end_loans();

    /// Is false when the host lacks some array.
    bool is_on_host() const noexcept;
    /// Copies the arrays that the host lacks, so that later reads cannot fail.
    void fetch() const;
    /// Bytes that the host lacks.
    std::size_t bytes_away() const noexcept;

    // Only the owner of the only reference may call the functions below.
    LazyForm<SparseForm> &rows_form() noexcept { return rows_; }
    LazyForm<SparseForm> &jumbled_rows_form() noexcept { return jumbled_rows_; }
    LazyForm<SparseForm> &columns_form() noexcept { return columns_; }
    LazyForm<DenseForm> &dense_form() noexcept { return dense_; }
    const LazyForm<SparseForm> &rows_form() const noexcept { return rows_; }
    const LazyForm<SparseForm> &jumbled_rows_form() const noexcept { return jumbled_rows_; }
    const LazyForm<SparseForm> &columns_form() const noexcept { return columns_; }
    /// Sorted rows or columns.
    LazyForm<SparseForm> &vectors_form(bool of_columns) noexcept {
        return of_columns ? columns_ : rows_;
    }
    const LazyForm<SparseForm> &vectors_form(bool of_columns) const noexcept {
        return of_columns ? columns_ : rows_;
    }
    const LazyForm<DenseForm> &dense_form() const noexcept { return dense_; }
    LazyForm<BalancedForm> &balanced_form() noexcept { return balanced_; }
    const LazyForm<BalancedForm> &balanced_form() const noexcept { return balanced_; }
    /// Drops all forms but the dense one after it has been changed in place.
    void keep_dense_alone() noexcept {
        rows_.drop();
        jumbled_rows_.drop();
        columns_.drop();
        drop_statistics();
    }
    /// Drops all forms but the rows after they have been changed in place.
    void keep_rows_alone() noexcept {
        jumbled_rows_.drop();
        columns_.drop();
        dense_.drop();
        drop_statistics();
    }
    void drop_statistics() noexcept {
        statistics_.drop();
        column_statistics_.drop();
        attachments_.clear();
        ascends_ = false;
        symmetry_.store(Symmetry::unknown, std::memory_order_relaxed);
    }

private:
    enum class Home : std::uint8_t { rows, columns, dense };

    const DenseForm &made_dense() const;

    const Type *type_;
    std::uint64_t nrows_, ncols_;
    Home home_ = Home::rows; // the first form
    mutable LazyForm<SparseForm> rows_, columns_;
    mutable LazyForm<SparseForm>
        jumbled_rows_; // unsorted rows that a variant made; sorting them makes rows_
    mutable LazyForm<DenseForm> dense_;
    LazyForm<BalancedForm> balanced_;
    mutable LazyForm<Statistics> statistics_, column_statistics_;
    mutable Attachments attachments_;
    struct OwedCost {
        std::atomic<const char *> tag{nullptr}; // names the item; null: unused
        std::atomic<double> seconds{0};
    };
    mutable OwedCost owed_costs_[8];
    const void *edges_offsets_ = nullptr;
    double edges_ = -1;
    bool ascends_ = false;
    enum class Symmetry : std::uint8_t { unknown, asked, none };
    mutable std::atomic<Symmetry> symmetry_{Symmetry::unknown};
    mutable std::atomic<std::uint8_t> host_need_{0};
    std::atomic<int> distribution_{0};
};

/// True when the first form is bitmap or full.
inline bool is_dense(const Snapshot &snapshot) noexcept {
    return is_dense(snapshot.format());
}

} // namespace grb
