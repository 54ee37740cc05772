// Views a vector, which is stored as one row, as a matrix of one column, and back. The arrays are
// shared: O(1), but for a matrix without its columns.
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// `vector` has one row.
Ref<Snapshot> as_column(const Snapshot &vector);
/// `column` has one column.
Ref<Snapshot> as_vector(const Snapshot &column);

} // namespace grb
