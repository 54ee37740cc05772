// Takes the arrays of a snapshot out for exports.
#include "objects/layouts.hpp"

#include "base/parallel.hpp"
#include "storage/convert.hpp"

#include <cinttypes>

namespace grb {

namespace {

/// Keeps only the exported arrays, so that they count as unshared when no other object has them.
void drop_forms(Snapshot &snapshot) noexcept {
    snapshot.keep_dense_alone();
    snapshot.dense_form().drop();
    snapshot.balanced_form().drop();
}

/// Makes an array on the host that can be given away. `bytes`: in use before, the size of its
/// memory after.
void make_own(Array &array, std::uint64_t &bytes, int arena) {
    const void *data = std::as_const(array).data();
    if (!array.is_unique() || array.arena() != arena) {
        Array copy = Array::in_arena(arena, bytes);
        if (bytes != 0) std::memcpy(copy.data(), data, bytes);
        array = std::move(copy);
    }
    bytes = std::max<std::uint64_t>(bytes, array.capacity());
}

/// From here on only `form` holds the arrays; on failure the snapshot gets them back.
template <class Form, class Own, class Restore>
void own_arrays(Snapshot &snapshot, Form &form, Own &&own, Restore &&restore) {
    const bool is_alone = snapshot.is_unique();
    if (is_alone) drop_forms(snapshot);
    try {
        own(form);
    } catch (...) {
        if (is_alone) restore(std::move(form));
        throw;
    }
}

LayoutArrays take_sparse(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    const Type *const type = snapshot.type();
    const std::uint64_t major_count = kind.by_column ? snapshot.ncols() : snapshot.nrows(),
                        length = kind.by_column ? snapshot.nrows() : snapshot.ncols();
    // Wide jumbled rows are the arrays that were given, even when a sorted copy was made meanwhile.
    const bool takes_jumbled =
        allowed.jumbled && !kind.by_column && snapshot.jumbled_rows_form().is_present() &&
        (!snapshot.rows_form().is_present() || snapshot.jumbled_rows_form().get().index_width == 8);
    const SparseForm &source =
        takes_jumbled ? snapshot.jumbled_rows_form().get() : snapshot.sparse_form(kind.by_column);
    const bool is_hyper = kind.layout == Layout::hyper;
    SparseForm form = is_hyper ? hyper_form(source, type, major_count, length)
                               : standard_form(source, type, major_count, length);
    form = wide_form(form, type, major_count, length);
    if (form.is_iso && !allowed.iso) {
        form.values = expand_values(form.values.data(), type, true, form.nvals, type);
        form.is_iso = false;
    }
    LayoutArrays taken;
    taken.vectors = form.stored_rows;
    taken.nvals = form.nvals;
    taken.is_iso = form.is_iso;
    taken.is_jumbled = form.is_jumbled;
    taken.offsets_bytes = (form.stored_rows + 1) * 8;
    taken.ids_bytes = is_hyper ? form.stored_rows * 8 : 0;
    taken.indices_bytes = form.nvals * 8;
    taken.values_bytes = (form.is_iso ? 1 : form.nvals) * type->size;
    own_arrays(
        snapshot, form,
        [&](SparseForm &own) {
            make_own(own.row_offsets, taken.offsets_bytes, arena);
            make_own(own.column_indices, taken.indices_bytes, arena);
            if (is_hyper) make_own(own.row_ids, taken.ids_bytes, arena);
            make_own(own.values, taken.values_bytes, arena);
        },
        [&](SparseForm &&own) {
            auto &slot = kind.by_column   ? snapshot.columns_form()
                         : own.is_jumbled ? snapshot.jumbled_rows_form()
                                          : snapshot.rows_form();
            slot.set(std::move(own));
        });
    if (kind.layout != Layout::list) taken.offsets = form.row_offsets.give_away();
    taken.indices = form.column_indices.give_away();
    if (is_hyper) taken.ids = form.row_ids.give_away();
    taken.values = form.values.give_away();
    return taken;
}

LayoutArrays take_dense(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    const Type *const type = snapshot.type();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols(),
                        elements = element_count(nrows, ncols);
    const bool is_bitmap = kind.layout == Layout::bitmap;
    LayoutArrays taken;
    taken.nvals = snapshot.nvals();
    if (!is_bitmap && taken.nvals != elements) {
        throw Error(GrB_INVALID_VALUE, "%" PRIu64 " entries are there, not all %" PRIu64,
                    taken.nvals, elements);
    }
    if (elements == 0) return taken;
    DenseForm form = snapshot.share_dense();
    const bool transposes = kind.by_column && nrows > 1 && ncols > 1;
    if (transposes) form = transpose_dense(form, type, nrows, ncols);
    Array present;
    if (is_bitmap) {
        present = presence_bytes(transposes ? view_of(form, type, ncols, nrows)
                                            : view_of(form, type, nrows, ncols));
        present = present.moved_to(arena);
        taken.present_bytes = elements;
    }
    if (form.is_iso && !allowed.iso) {
        form.values = expand_values(form.values.data(), type, true, elements, type);
        form.is_iso = false;
    }
    taken.is_iso = form.is_iso;
    taken.values_bytes = (form.is_iso ? 1 : elements) * type->size;
    if (!transposes) {
        own_arrays(
            snapshot, form,
            [&](DenseForm &own) { make_own(own.values, taken.values_bytes, arena); },
            [&](DenseForm &&own) { snapshot.dense_form().set(std::move(own)); });
    } else {
        make_own(form.values, taken.values_bytes, arena);
    }
    if (is_bitmap) taken.present = present.give_away();
    taken.values = form.values.give_away();
    return taken;
}

} // namespace

Array presence_bytes(const DenseView &view) {
    const std::uint64_t elements = view.nrows * view.ncols;
    Array array(elements);
    auto *bytes = array.as<std::int8_t>();
    parallel_ranges(elements, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t element = begin; element < end; element++)
            bytes[element] = view.has(element) ? 1 : 0;
    });
    return array;
}

SparseForm wide_form(const SparseForm &form, const Type *type, std::uint64_t nrows,
                     std::uint64_t ncols) {
    if (form.offset_width == 8 && form.index_width == 8) return form;
    SparseView view = view_of(form, type, nrows, ncols);
    view.is_iso = form.nvals != 0; // copies at most one value: the array of them is shared
    SparseForm wide = with_width(view, 8, 8);
    wide.values = form.values;
    wide.is_iso = form.is_iso;
    wide.is_jumbled = form.is_jumbled;
    return wide;
}

LayoutArrays take_arrays(Snapshot &snapshot, LayoutKind kind, Allowed allowed, int arena) {
    return kind.layout == Layout::bitmap || kind.layout == Layout::full
               ? take_dense(snapshot, kind, allowed, arena)
               : take_sparse(snapshot, kind, allowed, arena);
}

} // namespace grb
