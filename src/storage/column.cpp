// Shares the arrays of a vector as those of a one-column matrix, and back.
#include "storage/column.hpp"

#include "storage/convert.hpp"

namespace grb {

Ref<Snapshot> as_column(const Snapshot &vector) {
    if (vector.has_dense())
        return Snapshot::of_dense(vector.type(), vector.ncols(), 1, vector.share_dense());
    return Snapshot::of_columns(vector.type(), vector.ncols(), 1, vector.share_rows(false));
}

Ref<Snapshot> as_vector(const Snapshot &column) {
    if (column.has_dense())
        return Snapshot::of_dense(column.type(), 1, column.nrows(), column.share_dense());
    return Snapshot::of_rows(
        column.type(), 1, column.nrows(),
        standard_form(column.share_rows(true), column.type(), 1, column.nrows()));
}

} // namespace grb
