// Matrix and Vector objects: a handle's identity (type, size, options, error) around the current
// snapshot and the element updates that have not been folded into it yet.
#pragma once

#include "base/error.hpp"
#include "base/object.hpp"
#include "base/small_mutex.hpp"
#include "objects/host_share.hpp"
#include "objects/waiting.hpp"
#include "storage/pending.hpp"
#include "storage/quick_probe.hpp"

#include <limits>

namespace grb {

/// Options that the user set with GrB_set.
struct StorageOptions {
    Format format = Format::automatic;
    int index_width = 0;  // 0: as narrow as fits
    int orientations = 0; // see GrX_ORIENTATIONS
    int distribution = 0; // a GrX_Distribution
    // GxB_{OFFSET,ROWINDEX,COLINDEX}_INTEGER_HINT: 0, 32 or 64; kept and returned.
    int offset_hint = 0, row_hint = 0, column_hint = 0;
    // SuiteSparse's hints, which are kept and returned: GxB_SPARSITY_CONTROL, GxB_FORMAT, which is
    // the order of extractTuples, too, GxB_HYPER_SWITCH and GxB_BITMAP_SWITCH (NaN: the library's),
    // GxB_HYPER_HASH.
    int sparsity_control = 15, by_column = 0, hyper_hash = 0;
    double hyper_switch = std::numeric_limits<double>::quiet_NaN(),
           bitmap_switch = std::numeric_limits<double>::quiet_NaN();
};

/// The common body of matrices and vectors. Readers call snapshot(); publish() replaces an
/// operation's output, or unshared_for_writing() gives it for change in place.
class Container : public HostAllocated {
public:
    /// Makes an empty object, or one with the entries of `first`, which has this type and shape.
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

    /// Returns the current state with all pending updates folded in. Many readers may call it at
    /// once.
    Ref<Snapshot> snapshot() const;
    /// Returns the state when its arrays are to be handed out. This thread's recorded calls run
    /// first if they read it: they would share the arrays, which had to be copied.
    Ref<Snapshot> snapshot_to_hand_out() const {
        settle();
        let_readers_finish();
        return snapshot();
    }
    /// Returns the number of entries, counted without folding unless updates came without a search.
    std::uint64_t nvals() const;
    /// True when snapshot() has work to do: updates to fold, or recorded calls to run.
    bool has_pending() const noexcept {
        return has_pending_.load(std::memory_order_acquire) || waits();
    }

    /// The recorded calls that make this object's state, or the errors of such calls; null: none.
    const WaitingCalls *waits_for() const noexcept {
        return waits_for_.load(std::memory_order_acquire);
    }
    /// Only the calls in question, or the thread that records one of them, call this.
    void wait_for(const WaitingCalls *calls) const noexcept {
        waits_for_.store(calls, std::memory_order_release);
    }
    /// True when the object waits for calls that this thread is not running now.
    bool waits() const noexcept {
        const WaitingCalls *const calls = waits_for();
        return calls != nullptr && calls != calls_run_here;
    }
    /// Runs the calls that the object waits for. Throws the error of one of them, once.
    void settle() const {
        const WaitingCalls *const calls = waits_for();
        if (calls != nullptr && calls != calls_run_here) calls->finish(*this);
    }
    /// Runs this thread's recorded calls if one may read the entries: a change in place would copy
    /// them.
    void let_readers_finish() const {
        if (own_calls != nullptr && !snapshot_->is_unique()) own_calls->finish(*this);
    }
    /// Runs the calls that the object waits for, and those of this thread that read it: after its
    /// end it holds no memory. Drops the error of a call.
    void finish_calls() const noexcept;
    /// The recorded calls with this output. Only the holder of their lock reads or writes it.
    mutable std::uint32_t recorded_calls = 0;
    mutable bool has_failed_call = false; // one of them has failed; under the same lock

    /// Replaces the entries; drops pending updates. Cannot fail: call conformed() on the
    /// snapshot first when the user set a format or width.
    void publish(Ref<Snapshot> snapshot) noexcept;
    /// Notes that a caller handed the entries over in the layout of a GxB_SPARSITY_STATUS: the
    /// object reports it until they change.
    void note_given(int sparsity) noexcept { given_sparsity_ = sparsity; }
    /// Returns 0 when the entries were not handed over, or have changed since.
    int given_sparsity() const {
        settle();
        return given_sparsity_.load(std::memory_order_relaxed);
    }
    /// Returns the snapshot in the form that the object's options ask for: the set format and
    /// width, else the library's choice.
    Ref<Snapshot> conformed(Ref<Snapshot> snapshot) const;
    /// Returns the snapshot if no other object shares it and no update waits, else null. Changes
    /// nothing.
    const Snapshot *unshared() const noexcept;
    /// Returns the snapshot for change in place, right after unshared() has given it. The caller
    /// must drop the forms that become stale.
    Snapshot &unshared_for_writing() noexcept {
        given_sparsity_ = 0;
        return *snapshot_;
    }

    /// Overwrites an existing entry in place if no other object shares the storage, else adds a
    /// pending update. `value` has this object's type. Throws std::bad_alloc with the object
    /// unchanged.
    void set_element(std::uint64_t row, std::uint64_t column, const void *value);
    /// Sets an element when that is quick; `size`: of a value. Returns false when it did nothing.
    bool set_quickly(std::uint64_t row, std::uint64_t column, const void *value, std::size_t size) {
        if (is_readonly_) return false;
        // Programs set millions of elements of an empty object, mostly in order.
        if (has_pending())
            return !waits() && pending_.are_onto_nothing() && pending_.append(row, column, value);
        return devices().empty() && overwrite_quickly(*snapshot_, row, column, value, size);
    }
    void remove_element(std::uint64_t row, std::uint64_t column);
    /// Finds the entry when that is quick; `size`: of a value. The position must be inside.
    Probe probe(std::uint64_t row, std::uint64_t column, std::size_t size) const noexcept {
        return has_pending() ? Probe{} : probe_quickly(*snapshot_, size, row, column);
    }
    /// Copies the value out (this object's type); returns false when there is no entry. Never
    /// folds.
    bool get_element(std::uint64_t row, std::uint64_t column, void *value) const;

    /// Changes the size and drops the entries outside. When this throws, the object is unchanged.
    void resize(std::uint64_t nrows, std::uint64_t ncols);
    /// Takes the snapshot and its size. Cannot fail.
    void reshape(Ref<Snapshot> snapshot) noexcept;
    /// Takes the snapshot with its size and type. is_readonly: it has the caller's arrays
    /// (Array::lend).
    void become(Ref<Snapshot> snapshot, bool is_readonly) noexcept;
    bool is_readonly() const noexcept { return is_readonly_; }
    /// Moves the arrays of the entries, and of later entries, to an arena. Throws std::bad_alloc,
    /// Error.
    void move_data(int arena);
    /// Takes the state of another object of the same kind without pending updates; the caller may
    /// only delete that object.
    void take_over(Container &other) noexcept;
    /// Throws GxB_OUTPUT_IS_READONLY for an object with the caller's arrays.
    void check_writable() const;
    /// Prepares a read-only object that will lose its entries: other objects that share them get
    /// copies, and the object becomes writable. The caller publishes the next state. Throws
    /// std::bad_alloc.
    void end_loans();
    std::size_t bytes() const;

    /// The amortised cost of merging small results into sparse storage; when it reaches the price
    /// of a bitmap the commit makes one. Only the thread that writes this object changes it.
    double owed_merge_cost = 0;

    /// Returns the share of this object's results that the host needs (HostShare).
    double host_share() const noexcept {
        return snapshot_ && !devices().empty() ? host_share_.with(*snapshot_) : 0;
    }
    /// Counts a state that was taken out of this object, and that another one will replace.
    void count_result(const Snapshot &state) noexcept { host_share_.count(state); }

private:
    void fold() const; // needs mutex_
    /// Runs the calls that the object waits for; drops the error of one of them.
    void settle_quietly() const noexcept;
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
    mutable std::atomic<const WaitingCalls *> waits_for_{nullptr};
    mutable std::atomic<bool> has_pending_{false};
    mutable std::atomic<int> given_sparsity_{0};
    bool is_readonly_ = false;
    mutable HostShare host_share_;
};

/// Returns T in C's type, stored as C wants it.
Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T);

/// Finds entry (row, column) in some form of `snapshot`, without making new forms; returns false if
/// absent. `value` points into the snapshot.
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
    /// These work as those of Container.
    void move_data(int arena);
    void take_over(GrB_Scalar_opaque &other) noexcept;
};

namespace grb {
using Matrix = GrB_Matrix_opaque;
using Vector = GrB_Vector_opaque;
using Scalar = GrB_Scalar_opaque;
} // namespace grb
