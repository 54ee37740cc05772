// The checks that a secure import makes of arrays from anywhere. All throw GrB_INVALID_OBJECT with
// a text that names the array, the slot in it and the values; `prefix` stands before an array's
// letter: "A" for "Ap".
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Checks that offsets never decrease (the first and the last are known to be right), that row
/// (column) numbers ascend and are in bounds, and that positions are below `length` and ascend
/// strictly; in a jumbled form they only must not repeat. A jumbled form takes a sorted copy.
/// Throws std::bad_alloc, too.
void check_sparse(const char *prefix, const SparseForm &form, const Type *type,
                  std::uint64_t major_count, std::uint64_t length);
/// Checks that presence bytes are 0 or 1.
void check_presence(const char *prefix, const void *bytes, std::uint64_t elements);
/// Checks that values of bool are 0 or 1; another type may have any bytes. `name`: of the whole
/// array. `present`: bytes that select the checked values; null: all.
void check_values(const char *name, const void *values, const Type *type, std::uint64_t n,
                  const void *present = nullptr);

} // namespace grb
