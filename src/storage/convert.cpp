// Chooses index widths and formats, and converts snapshots.
#include "storage/convert.hpp"

#include "algebra/batch.hpp"
#include "storage/balanced.hpp"
#include "storage/maker.hpp"
#include "storage/pieces.hpp"
#include "storage/uniform.hpp"

namespace grb {

SparseView view_of(const SparsePart &part, const Type *type, std::uint64_t nrows,
                   std::uint64_t ncols) {
    SparseView view;
    view.nrows = nrows;
    view.ncols = ncols;
    view.stored_rows = part.stored_rows;
    view.nvals = part.nvals;
    view.row_offsets = part.row_offsets.data();
    view.column_indices = part.column_indices.data();
    view.row_ids = part.is_hyper ? part.row_ids.data() : nullptr;
    view.values = part.values.data();
    view.type = type;
    view.offset_width = part.offset_width;
    view.index_width = part.index_width;
    view.is_iso = part.is_iso;
    view.is_jumbled = part.is_jumbled;
    return view;
}

DenseView view_of(const DensePart &part, const Type *type, std::uint64_t nrows,
                  std::uint64_t ncols) {
    DenseView view;
    view.nrows = nrows;
    view.ncols = ncols;
    view.nvals = part.nvals;
    view.bits = part.bits.as<std::uint64_t>();
    view.values = part.values.data();
    view.type = type;
    view.is_iso = part.is_iso;
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

Ref<Snapshot> as_cells(const Snapshot &A, bool wants_full) {
    DensePart part = A.has_dense() ? A.dense_part().get() : sparse_to_dense(A.rows_in_any_order());
    const std::uint64_t cells = cell_count(A.nrows(), A.ncols());
    if (wants_full && part.nvals == cells) part.bits = Array();
    if (!wants_full && part.bits.empty()) part.bits = all_bits(cells);
    return Snapshot::of_dense(A.type(), A.nrows(), A.ncols(), std::move(part));
}

namespace {

/// Lists rows from a dense or row-balanced form.
SparsePart listed_rows(const Snapshot &A) {
    if (A.has_dense())
        return dense_to_sparse(view_of(A.dense_part().get(), A.type(), A.nrows(), A.ncols()));
    const BalancedPart &slots = A.balanced_part().get();
    return balanced_to_sparse(slots, A.type(), A.nrows(), A.ncols(),
                              offset_width_for(4, slots.nvals));
}

} // namespace

Ref<Snapshot> as_lines(const Snapshot &A, bool wants_hyper) {
    const std::uint64_t nrows = A.nrows(), ncols = A.ncols();
    const auto in_kind = [&](const SparsePart &part, std::uint64_t lines, std::uint64_t across) {
        if (part.is_jumbled && part.is_hyper == wants_hyper)
            return sorted_part(part, A.type(), lines, across);
        return wants_hyper ? hyper_part(part, A.type(), lines, across)
                           : standard_part(part, A.type(), lines, across);
    };
    if (A.is_by_column()) {
        return Snapshot::of_columns(A.type(), nrows, ncols,
                                    in_kind(A.columns_part().get(), ncols, nrows));
    }
    if (!A.has_rows() && (A.has_dense() || A.has_balanced()))
        return Snapshot::of_rows(A.type(), nrows, ncols, in_kind(listed_rows(A), nrows, ncols));
    if (!A.has_rows()) A.rows();
    const auto &rows = A.rows_part().is_present() ? A.rows_part() : A.jumbled_rows_part();
    auto result = Snapshot::of_rows(A.type(), nrows, ncols, in_kind(rows.get(), nrows, ncols));
    if (A.has_columns()) result->columns_part().set(SparsePart(A.columns_part().get()));
    return result;
}

Ref<Snapshot> as_slots(const Snapshot &A) {
    if (A.has_balanced()) {
        return Snapshot::of_balanced(A.type(), A.nrows(), A.ncols(),
                                     BalancedPart(A.balanced_part().get()));
    }
    const std::uint64_t slots = std::max<std::uint64_t>(1, A.statistics().longest);
    return Snapshot::of_balanced(A.type(), A.nrows(), A.ncols(),
                                 sparse_to_balanced(A.rows(), slots));
}

namespace {

std::uint64_t rows_of_first_part(const Snapshot &snapshot) noexcept {
    return snapshot.is_by_column() ? snapshot.ncols() : snapshot.nrows();
}

/// The most positions, rows or dense elements, that a format may take however few the entries are.
constexpr std::uint64_t always_affordable = std::uint64_t{1} << 28;

/// True when so many entries may take as many positions in this format. Entries that are already in
/// it have paid for them.
bool is_affordable(const Snapshot &snapshot, Format format, std::uint64_t places) {
    return places <= always_affordable || snapshot.format() == format ||
           places / 64 <= snapshot.nvals();
}

} // namespace

Format attainable_format(const Snapshot &snapshot, Format format) {
    if (format == Format::balanced && !fits_balanced(snapshot)) format = Format::automatic;
    if (format == Format::automatic) format = preferred_format(snapshot);
    const std::uint64_t cells = cell_count(snapshot.nrows(), snapshot.ncols());
    if (cells > always_affordable && may_be_uniform(cells, snapshot.type()->size) &&
        is_uniform(snapshot))
        return Format::full;
    if (format == Format::full && !snapshot.is_full()) format = Format::bitmap;
    if (is_dense(format) && (cells > largest_dense || !is_affordable(snapshot, format, cells)))
        format = Format::sparse;
    const std::uint64_t rows = rows_of_first_part(snapshot);
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
    const auto cast = [&](const auto &part, std::uint64_t n) {
        auto result = part;
        result.values =
            expand_values(part.values.data(), snapshot.type(), false, part.is_iso ? 1 : n, type);
        return result;
    };
    if (snapshot.has_balanced() && may_be_balanced(type)) {
        const BalancedPart &part = snapshot.balanced_part().get();
        return Snapshot::of_balanced(type, nrows, ncols, cast(part, nrows * part.slots));
    }
    if (snapshot.has_balanced() && !snapshot.has_rows()) {
        return Snapshot::of_rows(type, nrows, ncols, cast(listed_rows(snapshot), snapshot.nvals()));
    }
    if (is_dense(snapshot)) {
        return Snapshot::of_dense(type, nrows, ncols,
                                  cast(snapshot.dense_part().get(), nrows * ncols));
    }
    if (snapshot.is_by_column()) {
        return Snapshot::of_columns(type, nrows, ncols,
                                    cast(snapshot.columns_part().get(), snapshot.nvals()));
    }
    const auto &rows =
        snapshot.rows_part().is_present() ? snapshot.rows_part() : snapshot.jumbled_rows_part();
    auto result = Snapshot::of_rows(type, nrows, ncols, cast(rows.get(), snapshot.nvals()));
    if (snapshot.has_columns() && snapshot.is_iso()) {
        result->columns_part().set(cast(snapshot.columns_part().get(), snapshot.nvals()));
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
    SparsePart part = with_width(view, offset_width_for(width, view.nvals), width);
    return is_by_column ? Snapshot::of_columns(snapshot->type(), nrows, ncols, std::move(part))
                        : Snapshot::of_rows(snapshot->type(), nrows, ncols, std::move(part));
}

namespace {

/// True when dense storage is at most `factor` times as large as sparse storage.
bool dense_is_small(const Snapshot &snapshot, double cells, double entries,
                    double factor) noexcept {
    const double value = snapshot.is_iso() ? 0 : static_cast<double>(snapshot.type()->size);
    const double index = index_width_for(snapshot.nrows(), snapshot.ncols());
    return cells * (value + 0.125) <=
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
    const std::uint64_t cells = cell_count(snapshot.nrows(), snapshot.ncols());
    const std::uint64_t entries = snapshot.nvals();
    if (cells != 0 && cells <= largest_dense) {
        if (entries == cells) return Format::full;
        const std::uint64_t floor = is_dense(now) ? cells / 32 : cells / 8;
        if (cells >= 64 && entries > floor) {
            const double factor = is_dense(now) ? 8 : 2;
            if (snapshot.nrows() == 1 || dense_is_small(snapshot, static_cast<double>(cells),
                                                        static_cast<double>(entries), factor)) {
                return Format::bitmap;
            }
        }
    }
    const std::uint64_t rows = rows_of_first_part(snapshot);
    if (now == Format::hypersparse) {
        const SparsePart *part = snapshot.is_by_column() ? &snapshot.columns_part().get()
                                 : snapshot.rows_part().is_present()
                                     ? &snapshot.rows_part().get()
                                     : &snapshot.jumbled_rows_part().get();
        return rows >= 256 && part->stored_rows < rows / 8 ? Format::hypersparse : Format::sparse;
    }
    return should_be_hyper(rows, entries) ? Format::hypersparse : Format::sparse;
}

} // namespace grb
