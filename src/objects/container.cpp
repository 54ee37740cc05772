// Implements the states of a matrix or vector: pending updates, changes in place and options.
#include "objects/container.hpp"

#include "algebra/batch.hpp"
#include "base/process_group.hpp"
#include "objects/orientations.hpp"
#include "objects/overwrite.hpp"
#include "storage/arenas.hpp"
#include "storage/balanced.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage/dense_update.hpp"
#include "storage/distribution.hpp"
#include "storage/entry_on_devices.hpp"
#include "storage/maker.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>

namespace grb {

namespace {

/// Makes sorted rows when there are only jumbled ones: binary search needs them.
void ensure_searchable(const Snapshot &snapshot) {
    if (!is_dense(snapshot) && !snapshot.has_columns() && !snapshot.has_balanced()) snapshot.rows();
}

/// True when changes of single entries are gathered and made at once: a search for each would wait
/// for the device each time, or the next reader of the densified entries is expected on another
/// device. On the host, entries that do not fit a dense form are searched at once.
bool are_updates_gathered(const Snapshot &snapshot) noexcept {
    if (is_distributed(snapshot)) return true;
    const bool fits = element_count(snapshot.nrows(), snapshot.ncols()) <= largest_dense;
    return !devices().empty() &&
           (!snapshot.is_on_host() || (fits && expected_expansion(snapshot) != 0));
}

/// Bytes of the arrays of a distributed matrix, of which this process holds the part that the
/// attached partition shares.
std::size_t bytes_elsewhere(const Snapshot &snapshot) noexcept {
    if (!is_distributed(snapshot)) return 0;
    const SparseForm &rows = snapshot.rows_form().get();
    std::size_t bytes = 0;
    for (const Array *array : {&rows.column_indices, &rows.values})
        if (is_distributed(*array) && !array->is_on_host()) bytes += array->bytes();
    return bytes;
}

/// True when the program asks for a layout or a place that no distributed matrix has.
bool asks_for_whole(const StorageOptions &options) noexcept {
    return options.format != Format::automatic || options.index_width != 0 ||
           options.orientations > 1 || options.distribution == GrX_DISTRIBUTION_ONE ||
           options.distribution == GrX_DISTRIBUTION_COPIES;
}

/// Throws when the process group of a distributed matrix has ended.
const Distribution &required_distribution() {
    if (const Distribution *const group = distribution.load()) return *group;
    throw Error(GrB_INVALID_OBJECT,
                "the entries are distributed over a process group that has ended");
}

bool has_more_than_dense(const Snapshot &snapshot) noexcept {
    return snapshot.has_rows() || snapshot.has_columns() || !snapshot.attachments().empty() ||
           snapshot.known_statistics(false) != nullptr ||
           snapshot.known_statistics(true) != nullptr;
}

} // namespace

bool find_entry(const Snapshot &snapshot, std::uint64_t row, std::uint64_t column,
                const void *&value) {
    if (snapshot.has_dense()) {
        const DenseView dense = snapshot.dense();
        const std::uint64_t element = row * dense.ncols + column;
        value = dense.value(element);
        return dense.has(element);
    }
    if (snapshot.has_balanced()) {
        const BalancedView view = view_of(snapshot.balanced_form().get(), snapshot.type(),
                                          snapshot.nrows(), snapshot.ncols());
        std::uint64_t slot;
        if (!find_slot(view, row, column, slot)) return false;
        value = static_cast<const unsigned char *>(view.values) +
                (view.is_iso ? 0 : slot * view.type->size);
        return true;
    }
    const bool by_column = !snapshot.rows_form().is_present() && snapshot.has_columns();
    const SparseView view = by_column ? snapshot.columns() : snapshot.rows_in_any_order();
    std::uint64_t p;
    if (!find_position(view, by_column ? column : row, by_column ? row : column, p)) return false;
    value =
        static_cast<const unsigned char *>(view.values) + (view.is_iso ? 0 : p * view.type->size);
    return true;
}

Container::Container(Magic magic, const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                     Ref<Snapshot> first)
    : header{.magic = magic, .is_apart = is_apart()}, type_(type), nrows_(nrows), ncols_(ncols),
      snapshot_(first ? std::move(first) : Snapshot::empty(type, nrows, ncols)),
      pending_(type->size) {
    if (magic != Magic::matrix) {
        options_.by_column = 1; // SuiteSparse stores one column by column
        return;
    }
    options_.orientations = default_orientations();
    // SuiteSparse's rule holds: one column is by column, one row by row, whatever the setting.
    options_.by_column = options_.orientations == 2 || ncols == 1 ? 1
                         : nrows == 1                             ? 0
                                                                  : default_by_column().load();
}

Container::~Container() {
    finish_calls();
    if (snapshot_ && snapshot_->is_unique()) host_share_.count(*snapshot_);
}

void Container::finish_calls() const noexcept {
    settle_quietly();
    try {
        if (snapshot_) let_readers_finish();
    } catch (const std::exception &) { // the error of a call with this output
    }
}

void Container::settle_quietly() const noexcept {
    try {
        settle();
    } catch (const std::exception &) { // the entries that it concerns are given up
    }
}

// Only a writer, which is alone, sets has_pending_: while it is false the snapshot stays.
Ref<Snapshot> Container::snapshot() const {
    if (has_pending()) {
        settle();
        const std::lock_guard<SmallMutex> guard(mutex_);
        if (has_pending_.load(std::memory_order_relaxed)) fold();
    }
    // Objects that share a snapshot may have different options.
    if (snapshot_->distribution() != options_.distribution)
        snapshot_->note_distribution(options_.distribution);
    return snapshot_;
}

std::uint64_t Container::nvals() const {
    std::uint64_t counted = 0;
    const WaitingCalls *const calls = waits_for();
    if (calls != nullptr && calls != calls_run_here && calls->count_entries(*this, counted))
        return counted;
    settle();
    if (!has_pending()) {
        const std::uint64_t nvals = snapshot_->nvals();
        // Throws when a failed device has not delivered the number.
        if (!snapshot_->knows_nvals()) snapshot_->dense_form().get().nvals.device()->finish();
        return nvals;
    }
    const std::lock_guard<SmallMutex> guard(mutex_);
    if (!pending_.is_counted()) fold();
    return snapshot_->nvals() + static_cast<std::uint64_t>(pending_.nvals_change());
}

std::size_t Container::bytes() const {
    settle();
    const std::lock_guard<SmallMutex> guard(mutex_);
    return sizeof(Container) + snapshot_->bytes_held() - bytes_elsewhere(*snapshot_) +
           pending_.bytes();
}

void Container::fold() const {
    const bool is_in_place = is_dense(*snapshot_) && snapshot_->is_unique();
    Ref<Snapshot> next = is_distributed(*snapshot_)
                             ? required_distribution().updated(*snapshot_, pending_)
                             : maker().updated(*snapshot_, pending_, is_in_place);
    if (is_in_place) {
        settle_dense();
    } else {
        next = conformed(std::move(next));
        // After a failure all processes fold again, or none: folding gathers.
        if (is_distributed(*snapshot_)) agree_to_change();
        host_share_.count(*snapshot_);
        snapshot_ = std::move(next);
    }
    given_sparsity_ = 0;
    pending_.clear();
    has_pending_.store(false, std::memory_order_release);
}

/// Drops the forms that disagree with a changed dense form; a complete bitmap becomes full.
void Container::settle_dense() const noexcept {
    DenseForm &form = snapshot_->dense_form().get();
    snapshot_->keep_dense_alone();
    if (form.nvals == nrows_ * ncols_ && options_.format != Format::bitmap) form.bits = Array();
    keep_in_arena();
}

void Container::publish(Ref<Snapshot> snapshot) noexcept {
    settle_quietly();
    if (snapshot && snapshot_ && snapshot.get() != snapshot_.get()) host_share_.count(*snapshot_);
    snapshot_ = std::move(snapshot);
    given_sparsity_ = 0;
    keep_in_arena();
    if (has_pending()) {
        pending_.clear();
        has_pending_.store(false, std::memory_order_release);
    }
}

Ref<Snapshot> Container::formatted(Ref<Snapshot> snapshot) const {
    const auto with_format = [this](Ref<Snapshot> one) {
        const Format format = attainable_format(*one, options_.format);
        return one->format() == format ? one : converted(*one, format);
    };
    snapshot = with_format(std::move(snapshot));
    if (options_.index_width != 0) snapshot = with_index_width(snapshot, options_.index_width / 8);
    // A dense form serves both orientations; a row-balanced one has one orientation.
    if (options_.orientations == 0 || is_vector() || is_dense(*snapshot)) return snapshot;
    if (options_.format == Format::balanced && snapshot->has_balanced()) return snapshot;
    const std::uint64_t nrows = snapshot->nrows(), ncols = snapshot->ncols();
    if (options_.orientations == 1 && snapshot->is_by_column()) {
        return with_format(
            Snapshot::of_rows(type_, nrows, ncols, SparseForm(snapshot->sparse_form(false))));
    }
    if (options_.orientations == 2 && !snapshot->is_by_column()) {
        return with_format(
            Snapshot::of_columns(type_, nrows, ncols, SparseForm(snapshot->sparse_form(true))));
    }
    if (options_.orientations == 3) {
        snapshot->sparse_form(false);
        snapshot->sparse_form(true);
    }
    return snapshot;
}

Ref<Snapshot> Container::conformed(Ref<Snapshot> snapshot) const {
    check_writable();
    // An arena is the caller's memory: each process puts all entries there.
    const bool is_whole = header.is_apart || header.data_arena != 0 || asks_for_whole(options_);
    if (is_whole && !is_vector()) snapshot = gathered(snapshot);
    snapshot = formatted(std::move(snapshot));
    if (!is_whole && !is_vector()) snapshot = distributed(std::move(snapshot));
    put_in_arena(snapshot, header.data_arena);
    return snapshot;
}

Ref<Snapshot> stored(const Container &C, const Ref<Snapshot> &T) {
    return C.conformed(casted(T, C.type()));
}

const Snapshot *Container::unshared() const noexcept {
    const std::lock_guard<SmallMutex> guard(mutex_);
    const bool is_own = !has_pending() && snapshot_->is_unique() && snapshot_->owns_arrays();
    return is_own ? snapshot_.get() : nullptr;
}

/// Adds an update without a search for the entry; null: a removal.
void Container::put_blindly(std::uint64_t row, std::uint64_t column, const void *value) {
    const bool is_full = snapshot_->is_full();
    if (value != nullptr) {
        pending_.set(row, column, value, is_full);
    } else {
        pending_.remove(row, column, is_full);
    }
    if (!is_full) pending_.lose_count();
    has_pending_.store(true, std::memory_order_release);
}

// The mutex separates readers that fold at once. A writer is alone and needs none: its locked
// instructions would wait for each store that misses the cache.
void Container::set_element(std::uint64_t row, std::uint64_t column, const void *value) {
    check_writable();
    settle();
    // Programs set millions of elements of an empty object, mostly in order.
    if (pending_.are_onto_nothing() && pending_.append(row, column, value)) return;
    if (has_pending() && pending_.find(row, column) != nullptr)
        return pending_.set(row, column, value, false);
    let_readers_finish();
    Snapshot &snapshot = *snapshot_;
    if (are_updates_gathered(snapshot)) return put_blindly(row, column, value);
    if (snapshot_->is_unique() && is_dense(snapshot)) {
        DenseForm &form = snapshot.dense_form().get();
        const std::uint64_t element = row * ncols_ + column;
        if (overwrite_element(form, element, value, type_->size)) {
            snapshot.note_ascending(false);
            if (has_more_than_dense(snapshot)) settle_dense();
            return;
        }
        prepare_update(form, type_, nrows_ * ncols_, value, false);
        set_dense_element(form, type_, element, value);
        settle_dense();
        return;
    }
    // There is no entry to search.
    if (!is_dense(snapshot) && snapshot.knows_nvals() && snapshot.nvals() == 0) {
        pending_.note_nothing_below();
        pending_.set(row, column, value, false);
        has_pending_.store(true, std::memory_order_release);
        return;
    }
    ensure_searchable(snapshot);
    const void *old = nullptr;
    bool exists = false;
    if (snapshot_->is_unique()) {
        const Overwrite outcome = overwrite_entry(snapshot, row, column, value);
        if (outcome == Overwrite::done) return;
        exists = outcome == Overwrite::refused;
    } else {
        exists = find_entry(snapshot, row, column, old);
        if (exists && std::memcmp(old, value, type_->size) == 0) return;
    }
    pending_.set(row, column, value, exists);
    has_pending_.store(true, std::memory_order_release);
}

void Container::remove_element(std::uint64_t row, std::uint64_t column) {
    check_writable();
    settle();
    if (has_pending() && pending_.find(row, column) != nullptr) {
        pending_.remove(row, column, false);
        return;
    }
    let_readers_finish();
    Snapshot &snapshot = *snapshot_;
    if (are_updates_gathered(snapshot)) {
        put_blindly(row, column, nullptr);
        return;
    }
    ensure_searchable(snapshot);
    const void *value;
    if (!find_entry(snapshot, row, column, value)) return;
    if (snapshot_->is_unique() && is_dense(snapshot)) {
        DenseForm &form = snapshot.dense_form().get();
        prepare_update(form, type_, nrows_ * ncols_, nullptr, true);
        remove_dense_element(form, row * ncols_ + column);
        settle_dense();
        return;
    }
    pending_.remove(row, column, true);
    has_pending_.store(true, std::memory_order_release);
}

bool Container::get_element(std::uint64_t row, std::uint64_t column, void *value) const {
    const auto copy_out = [&] {
        // Which process has the entry on a device does not matter: all ask its owner.
        if (is_distributed(*snapshot_))
            return required_distribution().find_entry(*snapshot_, row, column, value);
        if (const auto exists = find_on_devices(*snapshot_, row, column, value)) return *exists;
        const void *found;
        ensure_searchable(*snapshot_);
        if (!find_entry(*snapshot_, row, column, found)) return false;
        std::memcpy(value, found, type_->size);
        return true;
    };
    settle();
    if (!has_pending()) {
        const Probe probe = probe_quickly(*snapshot_, type_->size, row, column);
        if (!probe.is_known) return copy_out();
        if (probe.value == nullptr) return false;
        copy_value(value, probe.value, type_->size);
        return true;
    }
    const std::lock_guard<SmallMutex> guard(mutex_);
    const PendingUpdates::Update *update = pending_.find(row, column);
    if (update == nullptr) return copy_out();
    if (update->is_removal) return false;
    std::memcpy(value, pending_.value_of(*update), type_->size);
    return true;
}

void Container::resize(std::uint64_t nrows, std::uint64_t ncols) {
    Ref<Snapshot> next = conformed(resized(*snapshot(), nrows, ncols));
    agree_to_change();
    reshape(std::move(next));
}

void Container::reshape(Ref<Snapshot> snapshot) noexcept {
    settle_quietly();
    nrows_ = snapshot->nrows();
    ncols_ = snapshot->ncols();
    publish(std::move(snapshot));
}

void Container::become(Ref<Snapshot> snapshot, bool is_readonly) noexcept {
    settle_quietly();
    type_ = snapshot->type();
    pending_ = PendingUpdates(type_->size);
    has_pending_.store(false, std::memory_order_release);
    owed_merge_cost = 0;
    is_readonly_ = is_readonly;
    reshape(std::move(snapshot));
}

} // namespace grb

GrB_Scalar_opaque::GrB_Scalar_opaque(const grb::Type *t)
    : header{grb::Magic::scalar}, type(t), value(grb::Array::zeroed(t->size)) {}
