// Implements the checks of a secure import.
#include "objects/part_checks.hpp"

#include "base/error.hpp"
#include "storage/convert.hpp"
#include "storage/first_wrong.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Checks that the numbers of rows (columns) ascend strictly and stay below `bound`.
template <class I>
void check_ids(const char *prefix, const I *ids, std::uint64_t n, std::uint64_t bound) {
    const std::uint64_t k = first_wrong(n, [&](std::uint64_t place) {
        return ids[place] >= bound || (place != 0 && ids[place] <= ids[place - 1]);
    });
    if (k == none_wrong) return;
    const std::uint64_t id = ids[k];
    if (id >= bound) {
        throw Error(GrB_INVALID_OBJECT,
                    "%sh[%" PRIu64 "] is %" PRIu64 ", there are %" PRIu64 " lines", prefix, k, id,
                    bound);
    }
    throw Error(GrB_INVALID_OBJECT,
                "%sh[%" PRIu64 "] is %" PRIu64 ", not above the %" PRIu64 " before it", prefix, k,
                id, std::uint64_t{ids[k - 1]});
}

/// Returns the first slot of a row (column) whose position is not above the one before it.
template <class A>
std::uint64_t first_unordered(const A &part, std::uint64_t line) {
    for (std::uint64_t p = part.row_offsets[line] + std::uint64_t{1};
         p < part.row_offsets[line + 1]; p++) {
        if (part.column_indices[p] <= part.column_indices[p - 1]) return p;
    }
    return none_wrong;
}

template <class A>
void check_offsets(const char *prefix, const A &part) {
    const std::uint64_t k = first_wrong(part.stored_rows, [&](std::uint64_t line) {
        return part.row_offsets[line + 1] < part.row_offsets[line];
    });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT,
                "%sp[%" PRIu64 "] is %" PRIu64 ", less than the %" PRIu64 " before it", prefix,
                k + 1, std::uint64_t{part.row_offsets[k + 1]}, std::uint64_t{part.row_offsets[k]});
}

template <class A>
void check_range(const char *prefix, const A &part) {
    const std::uint64_t p = first_wrong(
        part.nvals, [&](std::uint64_t place) { return part.column_indices[place] >= part.ncols; });
    if (p == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT,
                "%si[%" PRIu64 "] is %" PRIu64 ", a line has %" PRIu64 " positions", prefix, p,
                std::uint64_t{part.column_indices[p]}, part.ncols);
}

template <class A>
void check_order(const char *prefix, const A &part) {
    const std::uint64_t line = first_wrong(
        part.stored_rows, [&](std::uint64_t k) { return first_unordered(part, k) != none_wrong; });
    if (line == none_wrong) return;
    const std::uint64_t p = first_unordered(part, line);
    throw Error(GrB_INVALID_OBJECT,
                "%si[%" PRIu64 "] is %" PRIu64 ", not above the %" PRIu64
                " before it in line %" PRIu64,
                prefix, p, std::uint64_t{part.column_indices[p]},
                std::uint64_t{part.column_indices[p - 1]}, part.row_id(line));
}

/// Checks that no position repeats; `part` is the sorted copy of a jumbled one.
template <class A>
void check_repeats(const char *prefix, const A &part) {
    const std::uint64_t line = first_wrong(
        part.stored_rows, [&](std::uint64_t k) { return first_unordered(part, k) != none_wrong; });
    if (line == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%si has position %" PRIu64 " twice in line %" PRIu64, prefix,
                std::uint64_t{part.column_indices[first_unordered(part, line)]}, part.row_id(line));
}

} // namespace

void check_sparse(const char *prefix, const SparsePart &part, const Type *type, std::uint64_t lines,
                  std::uint64_t length) {
    dispatch_widths(view_of(part, type, lines, length), [&](const auto &A) {
        check_offsets(prefix, A);
        if (A.row_ids != nullptr) check_ids(prefix, A.row_ids, A.stored_rows, lines);
        check_range(prefix, A);
        if (!part.is_jumbled) check_order(prefix, A);
    });
    if (!part.is_jumbled) return;
    const SparsePart sorted = sorted_part(part, type, lines, length);
    dispatch_widths(view_of(sorted, type, lines, length),
                    [&](const auto &A) { check_repeats(prefix, A); });
}

void check_presence(const char *prefix, const void *bytes, std::uint64_t cells) {
    const auto *const present = static_cast<const unsigned char *>(bytes);
    const std::uint64_t k =
        first_wrong(cells, [&](std::uint64_t cell) { return present[cell] > 1; });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%sb[%" PRIu64 "] is %d, neither 0 nor 1", prefix, k,
                static_cast<signed char>(present[k]));
}

void check_values(const char *name, const void *values, const Type *type, std::uint64_t n,
                  const void *present) {
    if (type->code != TypeCode::boolean) return;
    const auto *const bytes = static_cast<const unsigned char *>(values);
    const auto *const marks = static_cast<const unsigned char *>(present);
    const std::uint64_t k = first_wrong(n, [&](std::uint64_t place) {
        return bytes[place] > 1 && (marks == nullptr || marks[place] != 0);
    });
    if (k == none_wrong) return;
    throw Error(GrB_INVALID_OBJECT, "%s[%" PRIu64 "] is the byte %d, no bool", name, k, bytes[k]);
}

} // namespace grb
