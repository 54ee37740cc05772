// Row-balanced storage (CBSR): which matrices fit it, and conversions to and from it.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Bytes of a column index: as few as ncols allows.
int balanced_index_width(std::uint64_t ncols) noexcept;

/// True for real types; complex and user-defined ones are not stored row-balanced.
inline bool may_be_balanced(const Type *type) noexcept {
    return is_real_code(type->code);
}

/// True when nvals entries of `type`, at most `slots` in a row, may be stored row-balanced: the
/// type allows it, 4 bytes count the rows and columns, and few enough slots stay empty.
bool fits_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols, std::uint64_t slots,
                   std::uint64_t nvals) noexcept;
/// Takes as many slots as the longest row has entries. May make rows to count them.
bool fits_balanced(const Snapshot &snapshot);

/// A row-balanced form without entries, all its slots 0, for the caller to fill. With is_iso one
/// value, not set.
BalancedForm empty_balanced(const Type *type, std::uint64_t nrows, std::uint64_t ncols,
                            std::uint64_t slots, bool is_iso);
/// Converts sorted rows to the row-balanced form. No row is longer than `slots`, and the matrix
/// fits the format.
BalancedForm sparse_to_balanced(const SparseView &A, std::uint64_t slots);
/// Converts to sorted rows with offsets of 4 (where they fit) or 8 bytes. They share the values
/// when no slot is empty, and an iso value always.
SparseForm balanced_to_sparse(const BalancedForm &form, const Type *type, std::uint64_t nrows,
                              std::uint64_t ncols, int offset_width);
BalancedView view_of(const BalancedForm &form, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols);

/// Finds the slot of entry (row, column); returns false if it is absent.
bool find_slot(const BalancedView &view, std::uint64_t row, std::uint64_t column,
               std::uint64_t &slot);

} // namespace grb
