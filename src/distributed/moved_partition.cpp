// Moves the rows of a distributed matrix to the owners that other cuts give them, or to the owners
// of its columns. A process sends its rows, or its columns of them, as they lie: what moves is
// bytes, and the receiver puts the parts of all senders one behind the other.
#include "distributed/distributed_matrix.hpp"
#include "distributed/exchange.hpp"
#include "distributed/processes.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"

#include <cstring>

namespace grb {

namespace {

std::size_t rank() noexcept {
    return static_cast<std::size_t>(process_group()->rank);
}

/// An array of this process in the list of all members, of which the others' are elsewhere.
HostVector<Array> only(Array own) {
    HostVector<Array> all(static_cast<std::size_t>(process_group()->size));
    all[rank()] = std::move(own);
    return all;
}

/// The vectors (rows or columns) of a matrix without gaps, ready to be sent.
struct Sent {
    Array lengths, indices, values; // lengths of 8 bytes
    Bounds vectors, entries;        // at which each receiver's begin, and the end
};

/// `cuts` cut the vectors; those before `first` and past the form's are another's.
Sent sent_vectors(const SparseForm &form, const Type *type, std::uint64_t first,
                  std::uint64_t count, std::uint64_t ncols, const Cuts &cuts) {
    Sent sent;
    sent.lengths = Array::of<std::uint64_t>(count);
    sent.indices = form.column_indices;
    sent.values = form.is_iso ? Array(0) : form.values;
    dispatch_widths(view_of(form, type, count, ncols), [&](const auto &view) {
        auto *const lengths = sent.lengths.as<std::uint64_t>();
        for (std::uint64_t k = 0; k < count; k++)
            lengths[k] = view.row_offsets[k + 1] - view.row_offsets[k];
        for (int to = 0; to <= cuts.blocks(); to++) {
            const std::uint64_t bound = to == cuts.blocks() ? cuts.length() : cuts.begin(to),
                                k = std::clamp(bound, first, first + count) - first;
            sent.vectors.push_back(k);
            sent.entries.push_back(view.row_offsets[k]);
        }
    });
    return sent;
}

Array moved(const Array &array, const Bounds &at, std::size_t size) {
    Bounds bytes(at);
    for (std::uint64_t &bound : bytes) bound *= size;
    HostVector<Bounds> bounds(static_cast<std::size_t>(process_group()->size));
    bounds[rank()] = std::move(bytes);
    const HostVector<Array> from = only(array);
    return processes()->alltoallv(from, bounds)[rank()];
}

/// Offsets of 4 or 8 bytes from lengths.
Array offsets_of(const std::uint64_t *lengths, std::uint64_t count, int width) {
    Array array((count + 1) * static_cast<std::size_t>(width));
    const auto add_up = [&]<class O>(O *to) {
        std::uint64_t sum = 0;
        for (std::uint64_t k = 0; k < count; k++) {
            to[k] = static_cast<O>(sum);
            sum += lengths[k];
        }
        to[count] = static_cast<O>(sum);
    };
    if (width == 4) {
        add_up(array.as<std::uint32_t>());
    } else {
        add_up(array.as<std::uint64_t>());
    }
    return array;
}

/// Entries whose rows may lie anywhere, for matrices with fewer stored rows than rows.
Ref<Snapshot> moved_tuples(const Snapshot &matrix, Axis axis, const Cuts &cuts) {
    const std::uint64_t begin =
        own_cuts(matrix, Axis::rows, cuts.blocks()).begin(static_cast<int>(rank()));
    const bool by_rows = axis == Axis::rows;
    Group &group = *processes();
    HostVector<Tuples> tuples(static_cast<std::size_t>(group.size()));
    group.each([&](int) {
        Tuples &own = tuples[rank()];
        own = tuples_of(*own_rows(matrix));
        for (std::uint64_t k = 0; k < own.count; k++) own.row()[k] += begin;
        return own.count;
    });
    const std::uint64_t *const keys = by_rows ? tuples[rank()].row() : tuples[rank()].column();
    const Type *const type = matrix.type();
    HostVector<Tuples> received =
        exchanged(group, std::move(tuples), type->size,
                  [&](int, std::uint64_t k) { return cuts.owner(keys[k]); });
    Ref<Snapshot> partition;
    group.each([&](int member) {
        Tuples &own = received[rank()];
        const std::uint64_t n = cuts.extent(member);
        std::uint64_t *const along = by_rows ? own.row() : own.column();
        for (std::uint64_t k = 0; k < own.count; k++) along[k] -= cuts.begin(member);
        std::uint64_t *const across = by_rows ? own.column() : own.row();
        partition = build_snapshot(type, n, by_rows ? matrix.ncols() : matrix.nrows(), along,
                                   across, own.values.data(), type, false, own.count, nullptr);
        return own.count;
    });
    if (by_rows) return partition;
    return Snapshot::of_columns(type, matrix.nrows(), cuts.extent(static_cast<int>(rank())),
                                partition->share_rows(false));
}

/// Puts the parts of columns that the senders have, with row indices from their first row on, one
/// behind the other.
template <class I>
void merge(const HostVector<std::uint64_t> &first_rows, std::uint64_t count,
           const std::uint64_t *lengths, const I *indices, const unsigned char *values,
           std::size_t size, const HostVector<std::uint64_t> &offsets, I *to_indices,
           unsigned char *to_values) {
    HostVector<std::uint64_t> next(offsets);
    std::uint64_t p = 0;
    for (std::size_t sender = 0; sender < first_rows.size(); sender++) {
        for (std::uint64_t k = 0; k < count; k++) {
            const std::uint64_t length = lengths[sender * count + k], at = next[k];
            for (std::uint64_t e = 0; e < length; e++)
                to_indices[at + e] = static_cast<I>(indices[p + e] + first_rows[sender]);
            if (values != nullptr)
                std::memcpy(to_values + at * size, values + p * size, length * size);
            next[k] += length;
            p += length;
        }
    }
}

/// The form of received columns: `count` of them from each sender.
SparseForm merged(const Sent &received, const SparseForm &whole, const Type *type, const Cuts &rows,
                  std::uint64_t count) {
    HostVector<std::uint64_t> first_rows, sums(count, 0);
    for (int sender = 0; sender < rows.blocks(); sender++) first_rows.push_back(rows.begin(sender));
    const auto *const lengths = received.lengths.as<std::uint64_t>();
    for (std::size_t sender = 0; sender < first_rows.size(); sender++)
        for (std::uint64_t k = 0; k < count; k++) sums[k] += lengths[sender * count + k];
    SparseForm form;
    form.stored_rows = count;
    form.offset_width = whole.offset_width;
    form.index_width = whole.index_width;
    form.row_offsets = offsets_of(sums.data(), count, form.offset_width);
    std::uint64_t sum = 0;
    for (std::uint64_t &one : sums) one = std::exchange(sum, sum + one);
    form.nvals = sum;
    form.is_iso = whole.is_iso && sum != 0;
    form.column_indices = Array(received.indices.bytes());
    form.values = whole.is_iso ? whole.values : Array(received.values.bytes());
    const auto *const values = whole.is_iso ? nullptr : received.values.as<unsigned char>();
    unsigned char *const to = whole.is_iso ? nullptr : form.values.as<unsigned char>();
    if (form.index_width == 4) {
        merge(first_rows, count, lengths, received.indices.as<std::uint32_t>(), values, type->size,
              sums, form.column_indices.as<std::uint32_t>(), to);
    } else {
        merge(first_rows, count, lengths, received.indices.as<std::uint64_t>(), values, type->size,
              sums, form.column_indices.as<std::uint64_t>(), to);
    }
    return form;
}

bool are_equal(const Array &a, const Array &b) {
    return a.bytes() == b.bytes() && std::memcmp(a.data(), b.data(), a.bytes()) == 0;
}

} // namespace

Ref<Snapshot> moved_partition(const Snapshot &matrix, Axis axis, const Cuts &cuts) {
    require_all_members();
    const SparseForm &whole = matrix.rows_form().get();
    const bool by_rows = axis == Axis::rows;
    if (whole.is_hyper || (!by_rows && should_be_hyper(matrix.ncols(), whole.nvals)))
        return moved_tuples(matrix, axis, cuts);
    Group &group = *processes();
    const Type *const type = matrix.type();
    const Cuts own = own_cuts(matrix, Axis::rows, group.size());
    const auto own_block = static_cast<int>(rank());
    const Ref<Snapshot> rows = own_rows(matrix);
    Sent sent;
    group.each([&](int) {
        const SparseForm part = rows->share_rows(false);
        const std::uint64_t first = own.begin(own_block), count = own.extent(own_block);
        if (by_rows) {
            sent = sent_vectors(part, type, first, count, matrix.ncols(), cuts);
        } else {
            const SparseForm columns = transpose_form(view_of(part, type, count, matrix.ncols()));
            const SparseForm standard =
                columns.is_hyper ? to_standard(view_of(columns, type, matrix.ncols(), count))
                                 : columns;
            sent = sent_vectors(standard, type, 0, matrix.ncols(), count, cuts);
        }
        return part.nvals;
    });
    const auto index_size = static_cast<std::size_t>(whole.index_width);
    Sent received;
    received.lengths = moved(sent.lengths, sent.vectors, sizeof(std::uint64_t));
    received.indices = moved(sent.indices, sent.entries, index_size);
    sent.indices = {};
    if (!whole.is_iso) received.values = moved(sent.values, sent.entries, type->size);
    sent.values = {};
    Ref<Snapshot> partition;
    group.each([&](int member) {
        const std::uint64_t count = cuts.extent(member);
        if (!by_rows) {
            SparseForm form = merged(received, whole, type, own, count);
            // The partition of a symmetric matrix has the same entries by rows.
            const SparseForm part = rows->share_rows(false);
            if (cuts == own && !part.is_hyper && part.offset_width == form.offset_width &&
                are_equal(part.row_offsets, form.row_offsets) &&
                are_equal(part.column_indices, form.column_indices) &&
                are_equal(part.values, form.values))
                form = part;
            partition = Snapshot::of_columns(type, matrix.nrows(), count, std::move(form));
            return partition->nvals();
        }
        SparseForm form;
        form.stored_rows = count;
        form.nvals = received.indices.bytes() / index_size;
        form.offset_width = whole.offset_width;
        form.index_width = whole.index_width;
        form.row_offsets = offsets_of(std::as_const(received.lengths).as<std::uint64_t>(), count,
                                      form.offset_width);
        form.column_indices = received.indices;
        form.is_iso = whole.is_iso && form.nvals != 0;
        form.values = whole.is_iso ? whole.values : received.values;
        partition = Snapshot::of_rows(type, count, matrix.ncols(), std::move(form));
        return partition->nvals();
    });
    return partition;
}

namespace {

/// The entries that each process would get if it had the columns that these cuts give it.
HostVector<std::uint64_t> loads_of(const Snapshot &matrix, const Cuts &cuts) {
    HostVector<Array> loads(static_cast<std::size_t>(cuts.blocks()));
    processes()->each([&](int) {
        loads[rank()] = Array::zeroed(loads.size() * sizeof(std::uint64_t));
        auto *const load = loads[rank()].as<std::uint64_t>();
        const Ref<Snapshot> own = own_rows(matrix);
        dispatch_widths(own->rows(), [&](const auto &rows) {
            for (std::uint64_t p = 0; p < rows.nvals; p++)
                load[cuts.owner(rows.column_indices[p])]++;
        });
        return own->nvals();
    });
    const Array all = processes()->allgatherv(loads);
    HostVector<std::uint64_t> sums(loads.size(), 0);
    for (std::size_t k = 0; k < loads.size() * loads.size(); k++)
        sums[k % loads.size()] += all.as<std::uint64_t>()[k];
    return sums;
}

} // namespace

Cuts cuts_by_columns(const Snapshot &matrix) {
    require_all_members();
    Group &group = *processes();
    if (matrix.ncols() == matrix.nrows()) {
        // The cuts of the rows serve as well unless some process gets a quarter more than its
        // share: vectors then stay where they are, and a symmetric matrix has one partition.
        const Cuts rows = own_cuts(matrix, Axis::rows, group.size());
        const HostVector<std::uint64_t> loads = loads_of(matrix, rows);
        const std::uint64_t most = *std::max_element(loads.begin(), loads.end());
        if (most * loads.size() * 4 <= matrix.nvals() * 5) return rows;
    }
    HostVector<Tuples> columns(static_cast<std::size_t>(group.size()));
    group.each([&](int) {
        Tuples &own = columns[rank()];
        const Ref<Snapshot> rows = own_rows(matrix);
        own.count = rows->nvals();
        own.rows = Array::of<std::uint64_t>(own.count);
        dispatch_widths(rows->rows(), [&](const auto &view) {
            std::copy_n(view.column_indices, own.count, own.row());
        });
        return own.count;
    });
    return cuts_by_rows(group, matrix.ncols(), columns);
}

} // namespace grb
