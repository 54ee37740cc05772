// Tuples in and out.
#pragma once

#include "algebra/held.hpp"
#include "storage/snapshot.hpp"

namespace grb {

/// Entries of `type` from n tuples in any order. `columns` may be null when nrows == 1: then `rows`
/// holds column numbers (a vector). Indices were checked by the caller. Duplicates are combined by
/// `duplicate` in input order, computed in its own types and cast at the end; null: they are an error,
/// GrB_INVALID_VALUE with the position in the text. X has type `value_type`; x_is_scalar: one value
/// for all tuples (an iso result, O(1) memory for values).
Ref<Snapshot> build_snapshot(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                             const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                             const Type *value_type, bool x_is_scalar, std::uint64_t n,
                             const BinaryOp *duplicate);

/// n > 0 tuples as build_snapshot() is given them. `is_uniform`: X is one value, and `iso_value` what it becomes
/// in the result, which has no other where positions do not repeat or `duplicate` keeps equal values.
struct TupleList {
    const Type *type = nullptr;
    std::uint64_t nrows = 0, ncols = 0;
    const std::uint64_t *rows = nullptr, *columns = nullptr;
    const void *X = nullptr;
    const Type *value_type = nullptr;
    bool is_uniform = false;
    Array iso_value;
    std::uint64_t n = 0;
    Held<BinaryOp> duplicate;
};
TupleList tuple_list(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                     const std::uint64_t *rows, const std::uint64_t *columns, const void *X,
                     const Type *value_type, bool x_is_scalar, std::uint64_t n,
                     const BinaryOp *duplicate);
/// build_snapshot() on the host: sorts, then combines what repeats. O(n log n).
Ref<Snapshot> sorted_tuples(const TupleList &tuples);

/// True when any number of equal values combine to that value.
bool keeps_equal_values(const BinaryOp *op) noexcept;
/// X[0] as it is stored: through the type of the operator, if there is one, to `type`.
Array cast_through(const Type *type, const BinaryOp *duplicate, const void *X,
                   const Type *value_type);

/// All entries in row-major order; any of the arrays may be null. X gets values cast to `value_type`.
void extract_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                    const Type *value_type);

/// The same on the host, which fetches no more than is asked for.
void copy_tuples(const Snapshot &snapshot, std::uint64_t *rows, std::uint64_t *columns, void *X,
                 const Type *value_type);

/// The snapshot with pending updates applied, on the host.
class PendingUpdates;
Ref<Snapshot> folded(const Snapshot &snapshot, const PendingUpdates &pending);

/// Entries inside nrows × ncols kept. For vectors nrows stays 1.
Ref<Snapshot> resized(const Snapshot &snapshot, std::uint64_t nrows, std::uint64_t ncols);

} // namespace grb
