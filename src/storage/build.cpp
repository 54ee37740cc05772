// Builds snapshots from tuples and extracts tuples from snapshots.
#include "storage/build.hpp"

#include "base/error.hpp"
#include "storage/chunks.hpp"
#include "storage/convert.hpp"
#include "storage/maker.hpp"
#include "storage/tuples.hpp"

#include <cstring>

namespace grb {

bool keeps_equal_values(const BinaryOp *op) noexcept {
    return op->traits.is_idempotent || op->code == BinaryCode::first ||
           op->code == BinaryCode::second;
}

Array cast_through(const Type *type, const BinaryOp *duplicate, const void *X,
                   const Type *value_type) {
    Array value(type->size);
    if (duplicate == nullptr) {
        cast_values(value.data(), type, X, value_type, 1);
    } else {
        Array between(duplicate->ztype->size);
        cast_values(between.data(), duplicate->ztype, X, value_type, 1);
        cast_values(value.data(), type, between.data(), duplicate->ztype, 1);
    }
    return value;
}

namespace {

/// True when all n values have the same bytes; costs little when they have not.
bool are_equal(const void *X, std::uint64_t n, std::size_t size) noexcept {
    const auto *bytes = static_cast<const unsigned char *>(X);
    constexpr std::uint64_t sample = 64;
    const std::uint64_t first = std::min(n, sample);
    return std::memcmp(bytes, bytes + size, (first - 1) * size) == 0 &&
           std::memcmp(bytes, bytes + size, (n - 1) * size) == 0;
}

Array combined_values(const TuplePattern &pattern, const Type *type, const BinaryOp *duplicate,
                      const void *X, const Type *value_type) {
    const std::uint64_t n = pattern.nvals();
    const Type *const between = duplicate != nullptr ? duplicate->ztype : value_type;
    if (!pattern.has_duplicates() && (between == value_type || between == type)) {
        Array values(n * type->size);
        pattern.gather(values.data(), type, X, value_type);
        return values;
    }
    Array values(n * between->size);
    if (pattern.has_duplicates()) {
        pattern.combine(values.data(), duplicate, X, value_type);
    } else {
        pattern.gather(values.data(), between, X, value_type);
    }
    return between == type ? values : expand_values(values.data(), between, false, n, type);
}

} // namespace

TupleList tuple_list(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                     const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                     const Type *value_type, bool x_is_scalar, std::uint64_t n,
                     const BinaryOp *duplicate) {
    TupleList list{type, nrows, ncols, rows, columns, X, value_type, x_is_scalar, {}, n, duplicate};
    // An unweighted graph often comes with an array of ones: one value is enough.
    list.is_iso = x_is_scalar || are_equal(X, n, value_type->size);
    if (list.is_iso) list.iso_value = cast_through(type, duplicate, X, value_type);
    return list;
}

Ref<Snapshot> build_snapshot(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                             const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                             const Type *value_type, bool x_is_scalar, std::uint64_t n,
                             const BinaryOp *duplicate) {
    if (n == 0) return Snapshot::empty(type, nrows, ncols);
    return maker().built(
        tuple_list(type, nrows, ncols, rows, columns, X, value_type, x_is_scalar, n, duplicate));
}

namespace {

[[noreturn]] void refuse_duplicate(const TupleList &list, std::uint64_t k) {
    if (list.columns == nullptr) {
        throw Error(GrB_INVALID_VALUE, "tuple %llu repeats index %llu and there is no dup operator",
                    static_cast<unsigned long long>(k),
                    static_cast<unsigned long long>(list.rows[k]));
    }
    throw Error(GrB_INVALID_VALUE,
                "tuple %llu repeats position (%llu, %llu) and there is no dup operator",
                static_cast<unsigned long long>(k), static_cast<unsigned long long>(list.rows[k]),
                static_cast<unsigned long long>(list.columns[k]));
}

} // namespace

Ref<Snapshot> sorted_tuples(const TupleList &list) {
    const bool is_vector = list.columns == nullptr;
    const SortedTuples tuples(is_vector ? nullptr : list.rows, is_vector ? list.rows : list.columns,
                              list.n);
    const TuplePattern pattern(tuples);
    if (pattern.has_duplicates() && list.duplicate == nullptr)
        refuse_duplicate(list, pattern.first_duplicate());
    SparseForm form = pattern.make_form(list.nrows, index_width_for(list.nrows, list.ncols));
    if (list.is_iso && (!pattern.has_duplicates() || keeps_equal_values(list.duplicate))) {
        form.is_iso = true;
        form.values = list.iso_value;
    } else if (list.is_iso) {
        const Array copies = expand_values(list.X, list.value_type, true, list.n, list.value_type);
        form.values =
            combined_values(pattern, list.type, list.duplicate, copies.data(), list.value_type);
    } else {
        form.values = combined_values(pattern, list.type, list.duplicate, list.X, list.value_type);
    }
    return Snapshot::of_rows(list.type, list.nrows, list.ncols, std::move(form));
}

namespace {

void copy_values(void *X, const Type *to, const void *values, const Type *from, bool is_iso,
                 std::uint64_t p, std::uint64_t n) noexcept {
    auto *target = static_cast<unsigned char *>(X) + p * to->size;
    if (is_iso) {
        cast_values(target, to, values, from, 1);
        fill_values(target, target, n, to->size);
    } else {
        cast_values(target, to, static_cast<const unsigned char *>(values) + p * from->size, from,
                    n);
    }
}

void extract_rows(const SparseView &view, std::uint64_t *rows, std::uint64_t *columns, void *X,
                  const Type *value_type) {
    dispatch_widths(view, [&](const auto &A) {
        parallel_ranges(A.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
            if (rows != nullptr) {
                for_row_runs(A.row_offsets, A.stored_rows, begin, end,
                             [&](std::uint64_t k, std::uint64_t first, std::uint64_t last) {
                                 std::fill(rows + first, rows + last, A.row_id(k));
                             });
            }
            if (columns != nullptr)
                std::copy(A.column_indices + begin, A.column_indices + end, columns + begin);
            if (X != nullptr)
                copy_values(X, value_type, view.values, view.type, view.is_iso, begin, end - begin);
        });
    });
}

void extract_full(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                  const Type *value_type) {
    const DenseForm &form = snapshot.dense_form().get();
    const void *const values = X != nullptr ? form.values.data() : nullptr;
    const std::uint64_t ncols = snapshot.ncols();
    parallel_ranges(form.nvals, 2, [&](std::uint64_t begin, std::uint64_t end) {
        std::uint64_t row = begin / ncols, column = begin % ncols;
        for (std::uint64_t p = begin; p < end; p++) {
            if (rows != nullptr) rows[p] = row;
            if (columns != nullptr) columns[p] = column;
            if (++column == ncols) {
                column = 0;
                row++;
            }
        }
        if (X != nullptr)
            copy_values(X, value_type, values, snapshot.type(), form.is_iso, begin, end - begin);
    });
}

} // namespace

void extract_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                    const Type *value_type) {
    maker().list_tuples(snapshot, rows, columns, X, value_type);
}

void copy_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                 const Type *value_type) {
    if (!snapshot.has_rows() && snapshot.has_dense() && snapshot.dense_form().get().bits.empty()) {
        extract_full(snapshot, rows, columns, X, value_type);
        return;
    }
    SparseForm wanted = snapshot.sparse_form(false);
    if (rows == nullptr) wanted.row_offsets = wanted.row_ids = Array();
    if (columns == nullptr) wanted.column_indices = Array();
    if (X == nullptr) wanted.values = Array();
    extract_rows(view_of(wanted, snapshot.type(), snapshot.nrows(), snapshot.ncols()), rows,
                 columns, X, value_type);
}

} // namespace grb
