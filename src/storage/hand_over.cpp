// Passes arrays between full objects and the caller.
#include "storage/hand_over.hpp"

#include "storage/convert.hpp"

namespace grb {

Ref<Snapshot> full_object(const Type *type, std::uint64_t nrows, std::uint64_t ncols, Array values,
                          bool is_iso) {
    if (nrows == 0 || ncols == 0) return Snapshot::empty(type, nrows, ncols);
    DenseForm form;
    form.nvals = nrows * ncols;
    form.values = std::move(values);
    form.is_iso = is_iso;
    return Snapshot::of_dense(type, nrows, ncols, std::move(form));
}

void *take_values(Snapshot &snapshot, bool *is_iso, int arena) {
    const DenseView view = snapshot.dense(); // the values are on the host now
    const bool stays_iso = view.is_iso && is_iso != nullptr;
    if (is_iso != nullptr) *is_iso = stays_iso;
    Array &values = snapshot.dense_form().get().values;
    const bool is_expanded = view.is_iso && !stays_iso;
    // Attachments of the snapshot may share its arrays.
    if (snapshot.is_unique()) snapshot.attachments().clear();
    if (snapshot.is_unique() && values.is_unique() && !is_expanded && values.arena() == arena)
        return values.give_away();
    Array copy = expand_values(view.values, view.type, is_expanded,
                               stays_iso ? 1 : view.nrows * view.ncols, view.type);
    copy = copy.moved_to(arena);
    return copy.give_away();
}

} // namespace grb
