// Makes iso objects and reads their value.
#include "storage/one_value.hpp"

#include <utility>

namespace grb {

Ref<Snapshot> with_one_value(const Snapshot &pattern, const Type *type, const void *value) {
    Array one = value != nullptr ? Array::copy_of(value, type->size) : Array::zeroed(type->size);
    if (pattern.has_dense()) {
        DensePart part = pattern.share_dense();
        part.values = std::move(one);
        part.is_iso = true;
        return Snapshot::of_dense(type, pattern.nrows(), pattern.ncols(), std::move(part));
    }
    const bool by_column = pattern.is_by_column();
    SparsePart part = pattern.share_rows(by_column);
    part.values = std::move(one);
    part.is_iso = true;
    return by_column ? Snapshot::of_columns(type, pattern.nrows(), pattern.ncols(), std::move(part))
                     : Snapshot::of_rows(type, pattern.nrows(), pattern.ncols(), std::move(part));
}

const void *value_of_all(const Snapshot &A) {
    if (A.has_dense()) return std::as_const(A.dense_part().get().values).data();
    for (const LazyPart<SparsePart> *part :
         {&A.rows_part(), &A.jumbled_rows_part(), &A.columns_part()})
        if (part->is_present()) return std::as_const(part->get().values).data();
    return std::as_const(A.balanced_part().get().values).data();
}

} // namespace grb
