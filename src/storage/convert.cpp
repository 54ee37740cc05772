// Chooses index widths and formats, and converts snapshots.
#include "storage/convert.hpp"

#include "algebra/batch.hpp"
#include "storage/balanced.hpp"
#include "storage/chunks.hpp"
#include "storage/full_iso.hpp"
#include "storage/maker.hpp"

namespace grb {

SparseView view_of(const SparseForm &form, const Type *type, std::uint64_t nrows,
                   std::uint64_t ncols) {
    SparseView view;
    view.nrows = nrows;
    view.ncols = ncols;
    view.stored_rows = form.stored_rows;
    view.nvals = form.nvals;
    view.row_offsets = form.row_offsets.data();
    view.column_indices = form.column_indices.data();
    view.row_ids = form.is_hyper ? form.row_ids.data() : nullptr;
    view.values = form.values.data();
    view.type = type;
    view.offset_width = form.offset_width;
    view.index_width = form.index_width;
    view.is_iso = form.is_iso;
    view.is_jumbled = form.is_jumbled;
    return view;
}

DenseView view_of(const DenseForm &form, const Type *type, std::uint64_t nrows,
                  std::uint64_t ncols) {
    DenseView view;
    view.nrows = nrows;
    view.ncols = ncols;
    view.nvals = form.nvals;
    view.bits = form.bits.as<std::uint64_t>();
    view.values = form.values.data();
    view.type = type;
    view.is_iso = form.is_iso;
    return view;
}

int index_width_for(std::uint64_t nrows, std::uint64_t ncols) noexcept {
    constexpr std::uint64_t limit = std::uint64_t{1} << 32;
    return nrows <= limit && ncols <= limit ? 4 : 8;
}

int offset_width_for(int index_width, std::uint64_t nvals) noexcept {
    return index_width == 8 || nvals > UINT32_MAX ? 8 : 4;
}

bool should_be_hyper(std::uint64_t nrows, std::uint64_t stored_rows) noexcept {
    return nrows >= 256 && stored_rows < nrows / 16;
}

Array expand_values(const void *values, const Type *from, bool is_iso, std::uint64_t n,
                    const Type *to) {
    if (n > SIZE_MAX / 2 / std::max<std::size_t>(to->size, 1)) throw std::bad_alloc();
    Array array(n * to->size);
    auto *target = array.as<unsigned char>();
    parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
        if (is_iso) {
            cast_values(target + begin * to->size, to, values, from, 1);
            fill_values(target + begin * to->size, target + begin * to->size, end - begin,
                        to->size);
        } else {
            cast_values(target + begin * to->size, to,
                        static_cast<const unsigned char *>(values) + begin * from->size, from,
                        end - begin);
        }
    });
    return array;
}

Ref<Snapshot> as_dense(const Snapshot &A, bool wants_full) {
    DenseForm form = A.has_dense() ? A.dense_form().get() : sparse_to_dense(A.rows_in_any_order());
    const std::uint64_t elements = element_count(A.nrows(), A.ncols());
    if (wants_full && form.nvals == elements) form.bits = Array();
    if (!wants_full && form.bits.empty()) form.bits = all_bits(elements);
    return Snapshot::of_dense(A.type(), A.nrows(), A.ncols(), std::move(form));
}

namespace {

/// Lists rows from a dense or row-balanced form.
SparseForm listed_rows(const Snapshot &A) {
    if (A.has_dense())
        return dense_to_sparse(view_of(A.dense_form().get(), A.type(), A.nrows(), A.ncols()));
    const BalancedForm &slots = A.balanced_form().get();
    return balanced_to_sparse(slots, A.type(), A.nrows(), A.ncols(),
                              offset_width_for(4, slots.nvals));
}

} // namespace

Ref<Snapshot> as_compressed(const Snapshot &A, bool wants_hyper) {
    const std::uint64_t nrows = A.nrows(), ncols = A.ncols();
    const auto in_kind = [&](const SparseForm &form, std::uint64_t major_count,
                             std::uint64_t across) {
        if (form.is_jumbled && form.is_hyper == wants_hyper)
            return sorted_form(form, A.type(), major_count, across);
        return wants_hyper ? hyper_form(form, A.type(), major_count, across)
                           : standard_form(form, A.type(), major_count, across);
    };
    if (A.is_by_column()) {
        return Snapshot::of_columns(A.type(), nrows, ncols,
                                    in_kind(A.columns_form().get(), ncols, nrows));
    }
    if (!A.has_rows() && (A.has_dense() || A.has_balanced()))
        return Snapshot::of_rows(A.type(), nrows, ncols, in_kind(listed_rows(A), nrows, ncols));
    if (!A.has_rows()) A.rows();
    const auto &rows = A.rows_form().is_present() ? A.rows_form() : A.jumbled_rows_form();
    auto result = Snapshot::of_rows(A.type(), nrows, ncols, in_kind(rows.get(), nrows, ncols));
    if (A.has_columns()) result->columns_form().set(SparseForm(A.columns_form().get()));
    return result;
}

Ref<Snapshot> as_slots(const Snapshot &A) {
    if (A.has_balanced()) {
        return Snapshot::of_balanced(A.type(), A.nrows(), A.ncols(),
                                     BalancedForm(A.balanced_form().get()));
    }
    const std::uint64_t slots = std::max<std::uint64_t>(1, A.statistics().longest);
    return Snapshot::of_balanced(A.type(), A.nrows(), A.ncols(),
                                 sparse_to_balanced(A.rows(), slots));
}

namespace {

std::uint64_t rows_of_first_form(const Snapshot &snapshot) noexcept {
    return snapshot.is_by_column() ? snapshot.ncols() : snapshot.nrows();
}

/// The most positions, rows or dense elements, that a format may take however few the entries are.
constexpr std::uint64_t always_affordable = std::uint64_t{1} << 28;

/// True when so many entries may take as many positions in this format. Entries that are already in
/// it have paid for them.
bool is_affordable(const Snapshot &snapshot, Format format, std::uint64_t positions) {
    return positions <= always_affordable || snapshot.format() == format ||
           positions / 64 <= snapshot.nvals();
}

} // namespace

Format attainable_format(const Snapshot &snapshot, Format format) {
    if (format == Format::balanced && !fits_balanced(snapshot)) format = Format::automatic;
    if (format == Format::automatic) format = preferred_format(snapshot);
    const std::uint64_t elements = element_count(snapshot.nrows(), snapshot.ncols());
    if (elements > always_affordable && may_be_iso(elements, snapshot.type()->size) &&
        is_full_iso(snapshot))
        return Format::full;
    if (format == Format::full && !snapshot.is_full()) format = Format::bitmap;
    if (is_dense(format) &&
        (elements > largest_dense || !is_affordable(snapshot, format, elements)))
        format = Format::sparse;
    const std::uint64_t rows = rows_of_first_form(snapshot);
    if (format == Format::sparse &&
        (rows > largest_dense || !is_affordable(snapshot, format, rows))) {
        format = Format::hypersparse;
    }
    return format;
}

Ref<Snapshot> converted(const Snapshot &snapshot, Format wanted) {
    return maker().converted(snapshot, attainable_format(snapshot, wanted), false);
}

Ref<Snapshot> casted(const Ref<Snapshot> &source, const Type *type) {
    if (source->type() == type) return source;
    // The host casts an iso value wherever the entries are; these are shared.
    return source->is_iso() ? as_type(*source, type) : maker().cast(*source, type);
}

Ref<Snapshot> as_type(const Snapshot &snapshot, const Type *type) {
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
    const auto cast = [&](const auto &form, std::uint64_t n) {
        auto result = form;
        result.values =
            expand_values(form.values.data(), snapshot.type(), false, form.is_iso ? 1 : n, type);
        return result;
    };
    if (snapshot.has_balanced() && may_be_balanced(type)) {
        const BalancedForm &form = snapshot.balanced_form().get();
        return Snapshot::of_balanced(type, nrows, ncols, cast(form, nrows * form.slots));
    }
    if (snapshot.has_balanced() && !snapshot.has_rows()) {
        return Snapshot::of_rows(type, nrows, ncols, cast(listed_rows(snapshot), snapshot.nvals()));
    }
    if (is_dense(snapshot)) {
        return Snapshot::of_dense(type, nrows, ncols,
                                  cast(snapshot.dense_form().get(), nrows * ncols));
    }
    if (snapshot.is_by_column()) {
        return Snapshot::of_columns(type, nrows, ncols,
                                    cast(snapshot.columns_form().get(), snapshot.nvals()));
    }
    const auto &rows =
        snapshot.rows_form().is_present() ? snapshot.rows_form() : snapshot.jumbled_rows_form();
    auto result = Snapshot::of_rows(type, nrows, ncols, cast(rows.get(), snapshot.nvals()));
    if (snapshot.has_columns() && snapshot.is_iso()) {
        result->columns_form().set(cast(snapshot.columns_form().get(), snapshot.nvals()));
    }
    return result;
}

Ref<Snapshot> with_index_width(const Ref<Snapshot> &snapshot, int index_width) {
    const bool is_by_column = snapshot->is_by_column();
    if (is_dense(*snapshot) || snapshot->has_balanced()) return snapshot;
    const std::uint64_t nrows = snapshot->nrows(), ncols = snapshot->ncols();
    const SparseView view = is_by_column ? snapshot->columns() : snapshot->rows_in_any_order();
    const int width = std::max(index_width, index_width_for(nrows, ncols));
    if (view.index_width == width) return snapshot;
    SparseForm form = with_width(view, offset_width_for(width, view.nvals), width);
    return is_by_column ? Snapshot::of_columns(snapshot->type(), nrows, ncols, std::move(form))
                        : Snapshot::of_rows(snapshot->type(), nrows, ncols, std::move(form));
}

namespace {

/// True when dense storage is at most `factor` times as large as sparse storage.
bool dense_is_small(const Snapshot &snapshot, double elements, double entries,
                    double factor) noexcept {
    const double value = snapshot.is_iso() ? 0 : static_cast<double>(snapshot.type()->size);
    const double index = index_width_for(snapshot.nrows(), snapshot.ncols());
    return elements * (value + 0.125) <=
           factor * (entries * (value + index) + static_cast<double>(snapshot.nrows()) * index);
}

} // namespace

// Takes constant time, for every operation calls it. A dense snapshot stays dense for longer.
Format preferred_format(const Snapshot &snapshot) noexcept {
    const Format now = snapshot.format();
    // Balanced storage is made only on request.
    if (now == Format::balanced) return now;
    // The device is still counting: no choice is worth the wait.
    if (!snapshot.knows_nvals()) return now;
    const std::uint64_t elements = element_count(snapshot.nrows(), snapshot.ncols());
    const std::uint64_t entries = snapshot.nvals();
    if (elements != 0 && elements <= largest_dense) {
        if (entries == elements) return Format::full;
        const std::uint64_t floor = is_dense(now) ? elements / 32 : elements / 8;
        if (elements >= 64 && entries > floor) {
            const double factor = is_dense(now) ? 8 : 2;
            if (snapshot.nrows() == 1 || dense_is_small(snapshot, static_cast<double>(elements),
                                                        static_cast<double>(entries), factor)) {
                return Format::bitmap;
            }
        }
    }
    const std::uint64_t rows = rows_of_first_form(snapshot);
    if (now == Format::hypersparse) {
        const SparseForm *form = snapshot.is_by_column() ? &snapshot.columns_form().get()
                                 : snapshot.rows_form().is_present()
                                     ? &snapshot.rows_form().get()
                                     : &snapshot.jumbled_rows_form().get();
        return rows >= 256 && form->stored_rows < rows / 8 ? Format::hypersparse : Format::sparse;
    }
    return should_be_hyper(rows, entries) ? Format::hypersparse : Format::sparse;
}

} // namespace grb
