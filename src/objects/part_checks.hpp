// What a secure import promises of arrays that anybody may have made. All throw GrB_INVALID_OBJECT with a text that
// names the array, the place in it and the values; `prefix` stands before an array's letter: "A" for "Ap".
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Offsets that never decrease (the first and the last are known to be right), lines ascending and inside, positions
/// inside a line's length, strictly ascending unless the part is jumbled, and then each at most once.
/// A jumbled part takes a sorted copy. Throws std::bad_alloc, too.
void check_sparse(const char *prefix, const SparsePart &part, const Type *type, std::uint64_t lines,
                  std::uint64_t length);
/// The bytes that say where entries are: 0 or 1.
void check_presence(const char *prefix, const void *bytes, std::uint64_t cells);
/// Values of bool: 0 or 1. Any bytes are right for another type. `name`: of the whole array. `present`: bytes that say
/// which of them count; null: all.
void check_values(const char *name, const void *values, const Type *type, std::uint64_t n,
                  const void *present = nullptr);

} // namespace grb
