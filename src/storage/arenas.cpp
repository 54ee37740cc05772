// Moves a snapshot's arrays to an arena.
#include "storage/arenas.hpp"

#include "storage/snapshot_arrays.hpp"

#include <utility>

namespace grb {

namespace {

bool is_elsewhere(const Array &array, int arena) noexcept {
    return !array.empty() && array.arena() != arena && !array.is_lent() && array.is_on_host();
}

/// Copies of arrays that have to move: an array that several forms share is copied once.
class Moves {
public:
    explicit Moves(int arena) noexcept : arena_(arena) {}
    Array moved(const Array &array) {
        if (!is_elsewhere(array, arena_)) return array;
        for (int k = 0; k < count_; k++)
            if (moved_[k].first == array.identity()) return moved_[k].second;
        moved_[count_] = {array.identity(), array.moved_to(arena_)};
        return moved_[count_++].second;
    }

private:
    int arena_, count_ = 0;
    std::pair<const void *, Array> moved_[17];
};

SparseForm moved(SparseForm form, Moves &moves) {
    for (Array *array : {&form.row_offsets, &form.column_indices, &form.row_ids, &form.values})
        *array = moves.moved(*array);
    return form;
}

/// Copies the first form of a snapshot alone to the arena.
Ref<Snapshot> copied(const Snapshot &snapshot, Moves &moves) {
    const Type *const type = snapshot.type();
    const std::uint64_t nrows = snapshot.nrows(), ncols = snapshot.ncols();
    if (snapshot.format() == Format::balanced) {
        BalancedForm form = snapshot.balanced_form().get();
        for (Array *array : {&form.counts, &form.column_indices, &form.values})
            *array = moves.moved(*array);
        return Snapshot::of_balanced(type, nrows, ncols, std::move(form));
    }
    if (is_dense(snapshot)) {
        DenseForm form = snapshot.dense_form().get();
        form.bits = moves.moved(form.bits);
        form.values = moves.moved(form.values);
        return Snapshot::of_dense(type, nrows, ncols, std::move(form));
    }
    if (snapshot.is_by_column())
        return Snapshot::of_columns(type, nrows, ncols,
                                    moved(snapshot.columns_form().get(), moves));
    const LazyForm<SparseForm> &rows =
        snapshot.rows_form().is_present() ? snapshot.rows_form() : snapshot.jumbled_rows_form();
    if (!rows.is_present())
        return Snapshot::of_columns(type, nrows, ncols,
                                    moved(snapshot.columns_form().get(), moves));
    return Snapshot::of_rows(type, nrows, ncols, moved(rows.get(), moves));
}

} // namespace

bool is_in_arena(const Snapshot &snapshot, int arena) noexcept {
    bool all_there = true;
    for_arrays(snapshot, [&](const Array &array) { all_there &= !is_elsewhere(array, arena); });
    return all_there;
}

void put_in_arena(Ref<Snapshot> &snapshot, int arena) {
    if (!has_arenas() || is_in_arena(*snapshot, arena)) return;
    Moves moves(arena);
    if (!snapshot->is_unique()) {
        snapshot = copied(*snapshot, moves);
        return;
    }
    // Makes all copies before it replaces the first array.
    for_arrays(*snapshot, [&](const Array &array) { moves.moved(array); });
    for_arrays(*snapshot, [&](Array &array) { array = moves.moved(array); });
    snapshot->attachments().clear();
}

} // namespace grb
