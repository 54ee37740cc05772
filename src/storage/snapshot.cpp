// Makes the forms of a snapshot on demand and drops those that no longer agree.
#include "storage/snapshot.hpp"

#include "algebra/batch.hpp"
#include "storage/balanced.hpp"
#include "storage/convert.hpp"
#include "storage/maker.hpp"
#include "storage/snapshot_arrays.hpp"

#include <algorithm>
#include <cstring>

namespace grb {

Snapshot::~Snapshot() = default;

Ref<Snapshot> Snapshot::of_rows(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                SparseForm &&rows) {
    auto snapshot = make_ref<Snapshot>(type, nrows, ncols);
    (rows.is_jumbled ? snapshot->jumbled_rows_ : snapshot->rows_).set(std::move(rows));
    return snapshot;
}

Ref<Snapshot> Snapshot::of_columns(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                   SparseForm &&columns) {
    auto snapshot = make_ref<Snapshot>(type, nrows, ncols);
    snapshot->home_ = Home::columns;
    snapshot->columns_.set(columns.is_jumbled ? sort_rows(view_of(columns, type, ncols, nrows))
                                              : std::move(columns));
    return snapshot;
}

namespace {

/// True for a large matrix without rows or columns. It has no elements, but may have 2^60 rows,
/// which dense kernels walk, and gains nothing from a dense form.
bool has_vectors_alone(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    return (nrows == 0 || ncols == 0) && std::max(nrows, ncols) > 65536;
}

} // namespace

Ref<Snapshot> Snapshot::of_dense(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                 DenseForm &&dense) {
    if (has_vectors_alone(nrows, ncols)) return empty(type, nrows, ncols);
    auto snapshot = make_ref<Snapshot>(type, nrows, ncols);
    snapshot->home_ = Home::dense;
    snapshot->dense_.set(std::move(dense));
    return snapshot;
}

Ref<Snapshot> Snapshot::of_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                    BalancedForm &&balanced) {
    auto snapshot = make_ref<Snapshot>(type, nrows, ncols);
    snapshot->balanced_.set(std::move(balanced));
    return snapshot;
}

Ref<Snapshot> Snapshot::empty(const Type *type, std::uint64_t nrows, std::uint64_t ncols) {
    SparseForm form;
    form.is_hyper = should_be_hyper(nrows, 0);
    form.index_width = index_width_for(nrows, ncols);
    form.offset_width = offset_width_for(form.index_width, 0);
    form.stored_rows = form.is_hyper ? 0 : nrows;
    form.row_offsets =
        Array::zeroed((form.stored_rows + 1) * static_cast<std::size_t>(form.offset_width));
    form.column_indices = Array(0);
    if (form.is_hyper) form.row_ids = Array(0);
    form.values = Array(0);
    return of_rows(type, nrows, ncols, std::move(form));
}

std::uint64_t Snapshot::nvals() const noexcept {
    if (rows_.is_present()) return rows_.get().nvals;
    if (dense_.is_present()) return dense_.get().nvals;
    if (balanced_.is_present()) return balanced_.get().nvals;
    return jumbled_rows_.is_present() ? jumbled_rows_.get().nvals : columns_.get().nvals;
}

bool Snapshot::is_iso() const noexcept {
    if (rows_.is_present()) return rows_.get().is_iso;
    if (dense_.is_present()) return dense_.get().is_iso;
    if (balanced_.is_present()) return balanced_.get().is_iso;
    return jumbled_rows_.is_present() ? jumbled_rows_.get().is_iso : columns_.get().is_iso;
}

Format Snapshot::format() const noexcept {
    const auto of_sparse = [](const LazyForm<SparseForm> &form) {
        return form.get().is_hyper ? Format::hypersparse : Format::sparse;
    };
    if (balanced_.is_present()) return Format::balanced;
    if (dense_.is_present() && (home_ == Home::dense || (!has_rows() && !has_columns()))) {
        return dense_.get().bits.empty() ? Format::full : Format::bitmap;
    }
    if (columns_.is_present() && (home_ == Home::columns || !has_rows()))
        return of_sparse(columns_);
    return of_sparse(rows_.is_present() ? rows_ : jumbled_rows_);
}

std::size_t Snapshot::bytes() const noexcept {
    std::size_t total = sizeof(Snapshot);
    const void *seen[17];
    int count = 0;
    for_arrays(*this, [&](const Array &array) {
        // Forms of one snapshot share arrays: each array counts once.
        if (array.empty() || std::find(seen, seen + count, array.identity()) != seen + count)
            return;
        seen[count++] = array.identity();
        total += array.bytes();
    });
    return total;
}

std::atomic<double> &Snapshot::owed_cost_of(SnapshotItem item) const noexcept {
    for (OwedCost &owed : owed_costs_) {
        const char *tag = nullptr;
        if (owed.tag.load(std::memory_order_relaxed) == item.tag() ||
            owed.tag.compare_exchange_strong(tag, item.tag()) || tag == item.tag())
            return owed.seconds;
    }
    return std::end(owed_costs_)[-1].seconds;
}

void Snapshot::end_loans() {
    // Another owner of the snapshot counts as one that shares the arrays.
    const bool is_alone = is_unique();
    for_arrays(*this, [is_alone](const Array &array) {
        if (is_alone) {
            array.end_loan();
        } else {
            Array(array).end_loan();
        }
    });
}

bool Snapshot::is_on_host() const noexcept {
    bool all_there = true;
    for_arrays(*this, [&](const Array &array) { all_there &= array.is_on_host(); });
    return all_there;
}

void Snapshot::fetch() const {
    for_arrays(*this, [](const Array &array) { array.data(); });
}

std::size_t Snapshot::bytes_away() const noexcept {
    std::size_t bytes = 0;
    for_arrays(*this, [&](const Array &array) {
        if (!array.is_on_host()) bytes += array.bytes();
    });
    return bytes;
}

bool Snapshot::owns_arrays() const noexcept {
    bool all_unique = true;
    for_arrays(*this,
               [&](const Array &array) { all_unique &= array.empty() || array.is_unique(); });
    return all_unique;
}

bool Snapshot::can_be_dense() const noexcept {
    if (has_dense()) return true;
    if (has_vectors_alone(nrows_, ncols_)) return false;
    const std::uint64_t entries = nvals();
    return element_count(nrows_, ncols_) <=
           std::max<std::uint64_t>(
               65536, std::min(largest_dense, entries > largest_dense ? entries : 64 * entries));
}

const SparseForm &Snapshot::sparse_form(bool transposed) const {
    // Making columns or the dense form may make rows first, never the other way round: no cycle of
    // locks.
    if (transposed) {
        return columns_.get_or_make([this] {
            const SparseForm &own =
                has_rows() && !rows_.is_present() ? jumbled_rows_.get() : sparse_form(false);
            return maker().oriented(own, type_, nrows_, ncols_);
        });
    }
    return rows_.get_or_make([this] {
        const bool is_jumbled = jumbled_rows_.is_present();
        if (!is_jumbled && (is_by_column() || !(has_dense() || has_balanced())))
            return maker().oriented(columns_.get(), type_, ncols_, nrows_);
        const bool is_hyper = is_jumbled && jumbled_rows_.get().is_hyper;
        const Ref<Snapshot> made =
            maker().converted(*this, is_hyper ? Format::hypersparse : Format::sparse, false);
        return std::move(made->rows_form().get());
    });
}

bool Snapshot::is_symmetric() const {
    if (nrows_ != ncols_ || !rows_.is_present()) return false;
    const SparseForm &own = rows_.get();
    if (own.is_hyper || own.is_jumbled || own.nvals == 0) return false;
    if (columns_.is_present()) {
        const SparseForm &other = columns_.get();
        return other.column_indices.identity() == own.column_indices.identity() &&
               other.row_offsets.identity() == own.row_offsets.identity() &&
               other.values.identity() == own.values.identity();
    }
    const Symmetry known = symmetry_.load(std::memory_order_relaxed);
    if (known == Symmetry::none || !own.column_indices.is_on_host() || !own.values.is_on_host())
        return false;
    if (known == Symmetry::unknown) {
        symmetry_.store(Symmetry::asked, std::memory_order_relaxed);
        return false;
    }
    const std::optional<Array> values = values_if_symmetric(view_of(own, type_, nrows_, ncols_));
    const bool is_so =
        values && std::memcmp(values->data(), own.values.data(), values->bytes()) == 0;
    if (is_so)
        note_symmetric();
    else
        symmetry_.store(Symmetry::none, std::memory_order_relaxed);
    return is_so;
}

void Snapshot::note_symmetric() const {
    columns_.get_or_make([this] { return SparseForm(rows_.get()); });
}

void Snapshot::unpack() const {
    if (has_balanced()) sparse_form(false);
}

SparseView Snapshot::rows() const {
    return view_of(sparse_form(false), type_, nrows_, ncols_);
}

SparseView Snapshot::rows_in_any_order() const {
    if (!rows_.is_present() && jumbled_rows_.is_present()) {
        return view_of(jumbled_rows_.get(), type_, nrows_, ncols_);
    }
    return rows();
}

SparseView Snapshot::columns() const {
    return view_of(sparse_form(true), type_, ncols_, nrows_);
}

const DenseForm &Snapshot::made_dense() const {
    return dense_.get_or_make([this] {
        const std::uint64_t elements = element_count(nrows_, ncols_);
        if (elements == 0) return sparse_to_dense(rows_in_any_order());
        const Format format = nvals() == elements ? Format::full : Format::bitmap;
        return std::move(maker().converted(*this, format, true)->dense_form().get());
    });
}

DenseView Snapshot::dense() const {
    return view_of(made_dense(), type_, nrows_, ncols_);
}

std::optional<SparseView> Snapshot::vectors_at_hand(bool transposed) const noexcept {
    const LazyForm<SparseForm> &form = transposed           ? columns_
                                       : rows_.is_present() ? rows_
                                                            : jumbled_rows_;
    if (!form.is_present()) return {};
    const SparseForm &own = form.get();
    for (const Array *array : {&own.row_offsets, &own.column_indices, &own.row_ids, &own.values})
        if (!array->is_on_host()) return {};
    return view_of(own, type_, transposed ? ncols_ : nrows_, transposed ? nrows_ : ncols_);
}

SparseForm Snapshot::share_rows(bool transposed) const {
    return sparse_form(transposed);
}

DenseForm Snapshot::share_dense() const {
    return made_dense();
}

const Statistics &Snapshot::column_statistics() const {
    return column_statistics_.get_or_make(
        [this] { return maker().statistics(sparse_form(true), type_, ncols_, nrows_); });
}

const Statistics &Snapshot::statistics() const {
    return statistics_.get_or_make([this] {
        if (!has_rows() && has_dense() && dense_.get().bits.empty()) {
            Statistics full;
            full.mean = static_cast<double>(ncols_);
            full.longest = ncols_;
            full.empty_rows = ncols_ == 0 ? nrows_ : 0;
            full.most_of_32 = element_count(std::min<std::uint64_t>(nrows_, 32), ncols_);
            full.most_of_256 = element_count(std::min<std::uint64_t>(nrows_, 256), ncols_);
            return full;
        }
        const bool is_jumbled = !rows_.is_present() && jumbled_rows_.is_present();
        return maker().statistics(is_jumbled ? jumbled_rows_.get() : sparse_form(false), type_,
                                  nrows_, ncols_);
    });
}

bool dense_mask_allows(const MaskView &mask, std::uint64_t p) noexcept {
    bool is_allowed = mask.dense.has(p);
    if (is_allowed && mask.kind == MaskKind::value) {
        const unsigned char *value = mask.dense.value(p);
        switch (mask.dense.type->code) {
        case TypeCode::boolean:
        case TypeCode::int8:
        case TypeCode::uint8:
            is_allowed = *value != 0;
            break;
        case TypeCode::int32:
        case TypeCode::uint32:
            is_allowed = *reinterpret_cast<const std::uint32_t *>(value) != 0;
            break;
        case TypeCode::int64:
        case TypeCode::uint64:
            is_allowed = *reinterpret_cast<const std::uint64_t *>(value) != 0;
            break;
        case TypeCode::fp32:
            is_allowed = *reinterpret_cast<const float *>(value) != 0;
            break;
        case TypeCode::fp64:
            is_allowed = *reinterpret_cast<const double *>(value) != 0;
            break;
        default:
            is_allowed = is_true(value, mask.dense.type);
            break;
        }
    }
    return is_allowed != mask.is_complemented;
}

} // namespace grb
