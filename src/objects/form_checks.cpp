// Implements the checks of a secure import.
#include "objects/form_checks.hpp"

#include "base/error.hpp"
#include "storage/convert.hpp"
#include "storage/first_wrong.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Checks that the numbers of rows (columns) ascend strictly and stay below `bound`.
template <class I>
void check_ids(const char *prefix, const I *ids, std::uint64_t n, std::uint64_t bound) {
    const std::uint64_t k = first_wrong(n, [&](std::uint64_t position) {
        return ids[position] >= bound || (position != 0 && ids[position] <= ids[position - 1]);
    });
    if (k == none_wrong) return;
    const std::uint64_t id = ids[k];
    if (id >= bound) {
        throw Error(GrB_INVALID_OBJECT,
                    "%sh[%" PRIu64 "] is %" PRIu64 ", there are %" PRIu64 " vectors", prefix, k, id,
                    bound);
    }
    throw Error(GrB_INVALID_OBJECT,
                "%sh[%" PRIu64 "] is %" PRIu64 ", not above the %" PRIu64 " before it", prefix, k,
                id, std::uint64_t{ids[k - 1]});
}

/// Returns the first slot of a row (column) whose position is not above the one before it.
template <class A>
std::uint64_t first_unordered(const A &form, std::uint64_t major) {
    for (std::uint64_t p = form.row_offsets[major] + std::uint64_t{1};
         p < form.row_offsets[major + 1]; p++) {
        if (form.column_indices[p] <= form.column_indices[p - 1]) return p;
    }
    return none_wrong;
}

template <class A>
void check_offsets(const char *prefix, const A &form) {
    const std::uint64_t k = first_wrong(form.stored_rows, [&](std::uint64_t major) {
        return form.row_offsets[major + 1] < form.row_offsets[major];
    });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT,
                "%sp[%" PRIu64 "] is %" PRIu64 ", less than the %" PRIu64 " before it", prefix,
                k + 1, std::uint64_t{form.row_offsets[k + 1]}, std::uint64_t{form.row_offsets[k]});
}

template <class A>
void check_range(const char *prefix, const A &form) {
    const std::uint64_t p = first_wrong(form.nvals, [&](std::uint64_t position) {
        return form.column_indices[position] >= form.ncols;
    });
    if (p == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT,
                "%si[%" PRIu64 "] is %" PRIu64 ", a vector has %" PRIu64 " positions", prefix, p,
                std::uint64_t{form.column_indices[p]}, form.ncols);
}

template <class A>
void check_order(const char *prefix, const A &form) {
    const std::uint64_t major = first_wrong(
        form.stored_rows, [&](std::uint64_t k) { return first_unordered(form, k) != none_wrong; });
    if (major == none_wrong) return;
    const std::uint64_t p = first_unordered(form, major);
    throw Error(GrB_INVALID_OBJECT,
                "%si[%" PRIu64 "] is %" PRIu64 ", not above the %" PRIu64
                " before it in vector %" PRIu64,
                prefix, p, std::uint64_t{form.column_indices[p]},
                std::uint64_t{form.column_indices[p - 1]}, form.row_id(major));
}

/// Checks that no position repeats; `form` is the sorted copy of a jumbled one.
template <class A>
void check_repeats(const char *prefix, const A &form) {
    const std::uint64_t major = first_wrong(
        form.stored_rows, [&](std::uint64_t k) { return first_unordered(form, k) != none_wrong; });
    if (major == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%si has position %" PRIu64 " twice in vector %" PRIu64, prefix,
                std::uint64_t{form.column_indices[first_unordered(form, major)]},
                form.row_id(major));
}

} // namespace

void check_sparse(const char *prefix, const SparseForm &form, const Type *type,
                  std::uint64_t major_count, std::uint64_t length) {
    dispatch_widths(view_of(form, type, major_count, length), [&](const auto &A) {
        check_offsets(prefix, A);
        if (A.row_ids != nullptr) check_ids(prefix, A.row_ids, A.stored_rows, major_count);
        check_range(prefix, A);
        if (!form.is_jumbled) check_order(prefix, A);
    });
    if (!form.is_jumbled) return;
    const SparseForm sorted = sorted_form(form, type, major_count, length);
    dispatch_widths(view_of(sorted, type, major_count, length),
                    [&](const auto &A) { check_repeats(prefix, A); });
}

void check_presence(const char *prefix, const void *bytes, std::uint64_t elements) {
    const auto *const present = static_cast<const unsigned char *>(bytes);
    const std::uint64_t k =
        first_wrong(elements, [&](std::uint64_t element) { return present[element] > 1; });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%sb[%" PRIu64 "] is %d, neither 0 nor 1", prefix, k,
                static_cast<signed char>(present[k]));
}

void check_values(const char *name, const void *values, const Type *type, std::uint64_t n,
                  const void *present) {
    if (type->code != TypeCode::boolean) return;
    const auto *const bytes = static_cast<const unsigned char *>(values);
    const auto *const marks = static_cast<const unsigned char *>(present);
    const std::uint64_t k = first_wrong(n, [&](std::uint64_t position) {
        return bytes[position] > 1 && (marks == nullptr || marks[position] != 0);
    });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%s[%" PRIu64 "] is the byte %d, no bool", name, k, bytes[k]);
}

} // namespace grb
