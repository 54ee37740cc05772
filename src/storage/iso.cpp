// Makes iso objects and reads their value.
#include "storage/iso.hpp"

#include <utility>

namespace grb {

Ref<Snapshot> with_iso_value(const Snapshot &pattern, const Type *type, const void *value) {
    Array one = value != nullptr ? Array::copy_of(value, type->size) : Array::zeroed(type->size);
    if (pattern.has_dense()) {
        DenseForm form = pattern.share_dense();
        form.values = std::move(one);
        form.is_iso = true;
        return Snapshot::of_dense(type, pattern.nrows(), pattern.ncols(), std::move(form));
    }
    const bool by_column = pattern.is_by_column();
    SparseForm form = pattern.share_rows(by_column);
    form.values = std::move(one);
    form.is_iso = true;
    return by_column ? Snapshot::of_columns(type, pattern.nrows(), pattern.ncols(), std::move(form))
                     : Snapshot::of_rows(type, pattern.nrows(), pattern.ncols(), std::move(form));
}

const void *value_of_iso(const Snapshot &A) {
    if (A.has_dense()) return std::as_const(A.dense_form().get().values).data();
    for (const LazyForm<SparseForm> *form :
         {&A.rows_form(), &A.jumbled_rows_form(), &A.columns_form()})
        if (form->is_present()) return std::as_const(form->get().values).data();
    return std::as_const(A.balanced_form().get().values).data();
}

} // namespace grb
