// What extractTuples wants of arrays that are on the device alone, in as few bytes as the answer has.
#pragma once

#include "storage/snapshot.hpp"

namespace grb::device {

/// The same entries in a form that takes fewer bytes to fetch: the list of a bitmap, values cast to a
/// smaller `wanted` type (null: values are not wanted). Null: there is none.
Ref<Snapshot> leaner(const Snapshot &snapshot, const Type *wanted);

/// rows[p] = row of entry p. False when the offsets are on the host or fetching them moves less.
bool row_numbers(const SparsePart &part, std::uint64_t nrows, std::uint64_t *rows);

} // namespace grb::device
