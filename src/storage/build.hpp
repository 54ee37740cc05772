// Builds snapshots from tuples, and extracts their entries as tuples.
#pragma once

#include "algebra/held.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Makes entries of `type` from n tuples in any order. `columns` may be null when nrows == 1: then
/// `rows` holds column numbers (a vector). The caller has checked the indices. `duplicate` combines
/// duplicates in input order, in its own types, and casts at the end; null: duplicates are an
/// error, GrB_INVALID_VALUE with the position in the text. X has type `value_type`; x_is_scalar:
/// one value for all tuples (an iso result, O(1) memory for values).
Ref<Snapshot> build_snapshot(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                             const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                             const Type *value_type, bool x_is_scalar, std::uint64_t n,
                             const BinaryOp *duplicate);

/// n > 0 tuples for build_snapshot(). `is_full_iso`: X is one value that becomes `iso_value` in the
/// result, which is iso if positions do not repeat or `duplicate` keeps equal values.
struct TupleList {
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    const std::uint64_t *rows = nullptr, *columns = nullptr;
    const void *X = nullptr;
    const Type *value_type = nullptr;
    bool is_iso = false;
    Array iso_value;
    std::uint64_t n = 0;
    Held<BinaryOp> duplicate;
};
TupleList tuple_list(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                     const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                     const Type *value_type, bool x_is_scalar, std::uint64_t n,
                     const BinaryOp *duplicate);
/// Builds a snapshot on the host: sorts, then combines duplicates. O(n log n).
Ref<Snapshot> sorted_tuples(const TupleList &tuples);

/// True when any number of equal values combine to that value.
bool keeps_equal_values(const BinaryOp *op) noexcept;
/// Casts X[0] through the type of the operator, if there is one, to `type`.
Array cast_through(const Type *type, const BinaryOp *duplicate, const void *X,
                   const Type *value_type);

/// Extracts all entries in row-major order; any of the arrays may be null. X gets values cast to
/// `value_type`.
void extract_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                    const Type *value_type);

/// Extracts all entries on the host and fetches only the requested arrays.
void copy_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                 const Type *value_type);

/// Applies pending updates to the snapshot on the host.
class PendingUpdates;
Ref<Snapshot> folded(const Snapshot &snapshot, const PendingUpdates &pending);

/// Keeps the entries inside nrows × ncols. For vectors nrows stays 1.
Ref<Snapshot> resized(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
