// Checks a caller's arrays and copies them into a snapshot.
#include "storage/import.hpp"

#include "base/error.hpp"
#include "storage/build.hpp"
#include "storage/convert.hpp"
#include "storage/first_wrong.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Checks a list of indices against a dimension; `unit`: "rows".
void check_range(const char *list, const std::uint64_t *indices, std::uint64_t n,
                 std::uint64_t bound, const char *unit) {
    const std::uint64_t k =
        first_wrong(n, [&](std::uint64_t position) { return indices[position] >= bound; });
    if (k == none_wrong) return;
    throw Error(GrB_INDEX_OUT_OF_BOUNDS,
                "%s[%" PRIu64 "] is %" PRIu64 ", the matrix has %" PRIu64 " %s", list, k,
                indices[k], bound, unit);
}

/// Checks the offsets and returns the number of entries.
std::uint64_t check_offsets(const ForeignArrays &arrays, std::uint64_t vectors, const char *unit) {
    if (arrays.offsets_length <= vectors) {
        throw Error(GrB_INVALID_VALUE,
                    "offsets has %" PRIu64 " elements, %" PRIu64 " %s need %" PRIu64,
                    arrays.offsets_length, vectors, unit, vectors + 1);
    }
    const std::uint64_t *const offsets = arrays.offsets;
    if (offsets[0] != 0) {
        throw Error(GrB_INDEX_OUT_OF_BOUNDS, "offsets[0] is %" PRIu64 ", not 0", offsets[0]);
    }
    const std::uint64_t k =
        first_wrong(vectors, [&](std::uint64_t v) { return offsets[v + 1] < offsets[v]; });
    if (k != none_wrong) {
        throw Error(GrB_INDEX_OUT_OF_BOUNDS,
                    "offsets[%" PRIu64 "] is %" PRIu64 ", less than the %" PRIu64 " before it",
                    k + 1, offsets[k + 1], offsets[k]);
    }
    const std::uint64_t nvals = offsets[vectors];
    const bool indices_are_short = nvals > arrays.indices_length;
    if (indices_are_short || nvals > arrays.values_length) {
        throw Error(GrB_INDEX_OUT_OF_BOUNDS,
                    "offsets[%" PRIu64 "] is %" PRIu64 ", %s has %" PRIu64 " elements", vectors,
                    nvals, indices_are_short ? "indices" : "values",
                    indices_are_short ? arrays.indices_length : arrays.values_length);
    }
    return nvals;
}

template <class To>
Array copied(const std::uint64_t *from, std::uint64_t n) {
    Array result = Array::of<To>(n);
    To *const to = result.as<To>();
    parallel_ranges(n, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t k = begin; k < end; k++) to[k] = static_cast<To>(from[k]);
    });
    return result;
}

Array copied(const std::uint64_t *from, std::uint64_t n, int width) {
    return width == 4 ? copied<std::uint32_t>(from, n) : copied<std::uint64_t>(from, n);
}

Array copied_values(const void *from, std::uint64_t n, std::size_t size) {
    std::uint64_t bytes;
    if (__builtin_mul_overflow(n, size, &bytes)) throw std::bad_alloc();
    Array result(bytes);
    auto *const to = result.as<unsigned char>();
    parallel_ranges(bytes, 0.1, [&](std::uint64_t begin, std::uint64_t end) {
        std::memcpy(to + begin, static_cast<const unsigned char *>(from) + begin, end - begin);
    });
    return result;
}

/// True when some row is not strictly ascending.
bool has_unsorted_row(const std::uint64_t *offsets, const std::uint64_t *indices,
                      std::uint64_t vectors, std::uint64_t nvals) {
    const int threads = threads_for(static_cast<double>(nvals));
    std::atomic<bool> is_found{false};
    for_chunks(Chunks(nvals, threads), threads,
               [&](std::uint64_t, std::uint64_t begin, std::uint64_t end) {
                   bool is_sorted = true;
                   for_row_runs(offsets, vectors, begin, end,
                                [&](std::uint64_t v, std::uint64_t first, std::uint64_t last) {
                                    if (first == offsets[v]) first++;
                                    for (std::uint64_t p = first; p < last; p++) {
                                        is_sorted &= indices[p - 1] < indices[p];
                                    }
                                });
                   if (!is_sorted) is_found.store(true, std::memory_order_relaxed);
               });
    return is_found.load();
}

/// `unit` and `index_unit` are the names of the vectors and of the indices inside them.
void check_duplicates(const SparseForm &form, const SparseView &view, const char *unit,
                      const char *index_unit) {
    dispatch_widths(view, [&](const auto &A) {
        const std::uint64_t k = first_wrong(form.stored_rows, [&](std::uint64_t v) {
            const auto *const first = A.column_indices + A.row_offsets[v];
            const auto *const last = A.column_indices + A.row_offsets[v + 1];
            return std::adjacent_find(first, last) != last;
        });
        if (k == none_wrong) return;
        const auto *const found = std::adjacent_find(A.column_indices + A.row_offsets[k],
                                                     A.column_indices + A.row_offsets[k + 1]);
        throw Error(GrB_INVALID_VALUE, "%s %" PRIu64 " has %s %" PRIu64 " twice", unit, A.row_id(k),
                    index_unit, std::uint64_t{*found});
    });
}

} // namespace

Ref<Snapshot> import_compressed(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                                const ForeignArrays &arrays, bool by_column) {
    const std::uint64_t vectors = by_column ? ncols : nrows, length = by_column ? nrows : ncols;
    const std::uint64_t nvals = check_offsets(arrays, vectors, by_column ? "columns" : "rows");
    check_range("indices", arrays.indices, nvals, length, by_column ? "rows" : "columns");

    SparseForm form;
    form.stored_rows = vectors;
    form.nvals = nvals;
    form.index_width = index_width_for(nrows, ncols);
    form.offset_width = offset_width_for(form.index_width, nvals);
    form.row_offsets = copied(arrays.offsets, vectors + 1, form.offset_width);
    form.column_indices = copied(arrays.indices, nvals, form.index_width);
    form.values = copied_values(arrays.values, nvals, type->size);
    if (has_unsorted_row(arrays.offsets, arrays.indices, vectors, nvals)) {
        form.is_jumbled = true;
        form = sort_rows(view_of(form, type, vectors, length));
        check_duplicates(form, view_of(form, type, vectors, length), by_column ? "column" : "row",
                         by_column ? "row" : "column");
    }
    return by_column ? Snapshot::of_columns(type, nrows, ncols, std::move(form))
                     : Snapshot::of_rows(type, nrows, ncols, std::move(form));
}

Ref<Snapshot> import_tuples(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                            const ForeignArrays &arrays) {
    const std::uint64_t n = arrays.values_length;
    if (arrays.offsets_length != n || arrays.indices_length != n) {
        throw Error(GrB_INVALID_VALUE,
                    "offsets, indices and values have %" PRIu64 ", %" PRIu64 " and %" PRIu64
                    " elements, which must be equal",
                    arrays.offsets_length, arrays.indices_length, n);
    }
    check_range("indices", arrays.indices, n, nrows, "rows");
    check_range("offsets", arrays.offsets, n, ncols, "columns");
    return build_snapshot(type, nrows, ncols, arrays.indices, arrays.offsets, arrays.values, type,
                          false, n, nullptr);
}

} // namespace grb
