// Matrix and Vector objects: a handle's identity (type, size, options, error) around the current
// snapshot and the element updates that have not been folded into it yet.
#pragma once

#include "base/error.hpp"
#include "base/object.hpp"
#include "base/small_mutex.hpp"
#include "storage/pending.hpp"
#include "storage/quick_look.hpp"

#include <limits>

namespace grb {

/// Options that the user set with GrB_set.
struct StorageOptions {
    Format format = Format::automatic;
    int index_width = 0;  // 0: as narrow as fits
    int orientations = 0; // see GrX_ORIENTATIONS
    int distribution = 0; // a GrX_Distribution
    // GxB_{OFFSET,ROWINDEX,COLINDEX}_INTEGER_HINT: 0, 32 or 64; kept and answered.
    int offset_hint = 0, row_hint = 0, column_hint = 0;
    // Hints of SuiteSparse's that are kept and answered: GxB_SPARSITY_CONTROL, GxB_FORMAT, which is the order of
    // extractTuples too, GxB_HYPER_SWITCH and GxB_BITMAP_SWITCH (NaN: as the library's), GxB_HYPER_HASH.
    int sparsity_control = 15, by_column = 0, hyper_hash = 0;
    double hyper_switch = std::numeric_limits<double>::quiet_NaN(),
           bitmap_switch = std::numeric_limits<double>::quiet_NaN();
};

/// Common body of matrices and vectors. Readers call snapshot(); an operation's output is replaced by
/// publish(), or changed in place through exclusive().
class Container : public HostAllocated {
public:
    /// Empty, or with the entries of `first`, which is of the type and shape.
    Container(Magic magic, const Type *type, std::uint64_t nrows, std::uint64_t ncols,
              Ref<Snapshot> first = {});
    ~Container();
    Container(const Container &) = delete;
    Container &operator=(const Container &) = delete;

    ObjectHeader header; // must stay first: the API reads the magic number through the handle

    const Type *type() const noexcept { return type_; }
    std::uint64_t nrows() const noexcept { return nrows_; }
    std::uint64_t ncols() const noexcept { return ncols_; }
    bool is_vector() const noexcept { return header.magic == Magic::vector; }
    StorageOptions &options() noexcept { return options_; }
    const StorageOptions &options() const noexcept { return options_; }

    /// The current state with all pending updates folded in. Any number of readers at once.
    Ref<Snapshot> snapshot() const;
    /// Number of entries, counted without folding unless updates came blindly.
    std::uint64_t nvals() const;
    bool has_pending() const noexcept { return has_pending_.load(std::memory_order_acquire); }

    /// Replaces the entries; pending updates are dropped. Cannot fail: call honour_options() on the
    /// snapshot first when the user pinned something.
    void publish(Ref<Snapshot> snapshot) noexcept;
    /// A caller handed the entries over in the layout of a GxB_SPARSITY_STATUS: the object has it until they change.
    void note_given(int sparsity) noexcept { given_sparsity_ = sparsity; }
    /// 0: the entries were not handed over, or have changed since.
    int given_sparsity() const noexcept { return given_sparsity_.load(std::memory_order_relaxed); }
    /// The snapshot in the form that the object's options ask for: pinned format and width, else the library's choice.
    Ref<Snapshot> honour_options(Ref<Snapshot> snapshot) const;
    /// The snapshot for change in place, updates folded; null when another object shares it.
    /// The caller must drop the parts that it leaves stale.
    Snapshot *exclusive();
    /// The snapshot that exclusive() would give without folding updates or fetching; null where there is none. Changes
    /// nothing.
    const Snapshot *unshared() const noexcept;
    /// For change in place, right after unshared() has given it.
    Snapshot &unshared_for_writing() noexcept {
        given_sparsity_ = 0;
        return *snapshot_;
    }

    /// Overwrites an existing entry in place if no other object shares the storage, else adds a pending update.
    /// `value` has this object's type. Throws std::bad_alloc with the object unchanged.
    void set_element(std::uint64_t row, std::uint64_t column, const void *value);
    /// The same where that takes little; `size`: of a value. False: nothing was done.
    bool set_quickly(std::uint64_t row, std::uint64_t column, const void *value, std::size_t size) {
        if (is_readonly_) return false;
        // Elements of an empty object come by the million, and mostly in order.
        if (has_pending())
            return pending_.are_onto_nothing() && pending_.append(row, column, value);
        return places().empty() && overwrite_quickly(*snapshot_, row, column, value, size);
    }
    void remove_element(std::uint64_t row, std::uint64_t column);
    /// Finds the entry where that takes little; `size`: of a value. The position is inside.
    Look look(std::uint64_t row, std::uint64_t column, std::size_t size) const noexcept {
        return has_pending() ? Look{} : look_quickly(*snapshot_, size, row, column);
    }
    /// Copies the value out (this object's type); false when there is no entry. Never folds.
    bool get_element(std::uint64_t row, std::uint64_t column, void *value) const;

    /// New size; entries outside are dropped. All or nothing.
    void resize(std::uint64_t nrows, std::uint64_t ncols);
    /// Takes the snapshot with its size. Cannot fail.
    void reshape(Ref<Snapshot> snapshot) noexcept;
    /// Takes the snapshot with its size and type. is_readonly: it has arrays of the caller's (Array::lend).
    void become(Ref<Snapshot> snapshot, bool is_readonly) noexcept;
    bool is_readonly() const noexcept { return is_readonly_; }
    /// The arrays of the entries go to an arena, and those of later entries too. Throws std::bad_alloc, Error.
    void move_data(int arena);
    /// Takes all that another object of the same kind has, in which no update waits; that one may only be deleted.
    void take_over(Container &other) noexcept;
    /// GxB_OUTPUT_IS_READONLY for an object with arrays of the caller's.
    void check_writable() const;
    /// Before a read-only object loses its entries: others that share them get copies, and the object may be written.
    /// The caller publishes the next state. Throws std::bad_alloc.
    void end_loans();
    std::size_t bytes() const;

    /// Work that merging small results into sparse storage has cost so far; when it reaches the price
    /// of a bitmap the commit makes one. Touched by the thread that writes this object.
    double merge_debt = 0;

private:
    void fold() const; // under mutex_
    void put_blindly(std::uint64_t row, std::uint64_t column, const void *value);
    void settle_dense() const noexcept;
    void keep_in_arena() const noexcept;
    Ref<Snapshot> formatted(Ref<Snapshot> snapshot) const;
    const Type *type_;
    std::uint64_t nrows_, ncols_;
    StorageOptions options_;
    mutable SmallMutex mutex_;
    mutable Ref<Snapshot> snapshot_;
    mutable PendingUpdates pending_;
    mutable std::atomic<bool> has_pending_{false};
    mutable std::atomic<int> given_sparsity_{0};
    bool is_readonly_ = false;
};

/// T in C's type and as C wants it stored.
Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T);

/// A part of `snapshot` where entry (row, column) lies, without making new parts; false if absent.
/// `value` points into the snapshot.
bool find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                const void *&value);

} // namespace grb

struct GrB_Matrix_opaque : grb::Container, grb::ArenaAllocated<GrB_Matrix_opaque> {
    using grb::ArenaAllocated<GrB_Matrix_opaque>::operator new;
    using grb::ArenaAllocated<GrB_Matrix_opaque>::operator delete;
    GrB_Matrix_opaque(const grb::Type *type, std::uint64_t nrows, std::uint64_t ncols,
                      grb::Ref<grb::Snapshot> first = {})
        : Container(grb::Magic::matrix, type, nrows, ncols, std::move(first)) {}
};

/// A vector of size n is stored as one row of n columns.
struct GrB_Vector_opaque : grb::Container, grb::ArenaAllocated<GrB_Vector_opaque> {
    using grb::ArenaAllocated<GrB_Vector_opaque>::operator new;
    using grb::ArenaAllocated<GrB_Vector_opaque>::operator delete;
    GrB_Vector_opaque(const grb::Type *type, std::uint64_t n, grb::Ref<grb::Snapshot> first = {})
        : Container(grb::Magic::vector, type, 1, n, std::move(first)) {}
};

struct GrB_Scalar_opaque : grb::ArenaAllocated<GrB_Scalar_opaque> {
    grb::ObjectHeader header;
    const grb::Type *type;
    bool has_value = false;
    grb::Array value; // type->size bytes
    explicit GrB_Scalar_opaque(const grb::Type *t);
    /// As of Container.
    void move_data(int arena);
    void take_over(GrB_Scalar_opaque &other) noexcept;
};

namespace grb {
using Matrix = GrB_Matrix_opaque;
using Vector = GrB_Vector_opaque;
using Scalar = GrB_Scalar_opaque;
} // namespace grb
