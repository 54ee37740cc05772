#include "operations/commit.hpp"

#include "cpu/masked_entries.hpp"
#include "cpu/merge.hpp"
#include "cpu/update_dense.hpp"
#include "cuda/merge/rows/commit_dense.hpp"
#include "cuda/merge/rows/commit_sparse.hpp"
#include "storage/convert.hpp"
#include "storage/uniform.hpp"

#include <cstring>
#include <optional>

namespace grb {

namespace {

double positions_of(const Snapshot &snapshot) noexcept {
    return static_cast<double>(snapshot.nrows()) * static_cast<double>(snapshot.ncols());
}

/// One merge into sparse storage costs C's entries again. When the sum of that over many small results
/// has reached the price of a bitmap, C becomes one, and each later result costs only its own entries.
bool should_become_bitmap(Container &C, const Snapshot &current, const Snapshot &T) {
    if (C.options().format != Format::automatic || is_dense(current) || !C.is_vector())
        return false;
    const double entries = static_cast<double>(current.nvals());
    if (static_cast<double>(T.nvals()) * 4 > entries) return false;
    C.merge_debt += entries;
    return C.merge_debt > positions_of(current) &&
           attainable_format(current, Format::bitmap) == Format::bitmap;
}

/// The dense part of a snapshot that owns its arrays, with one value per entry. May throw.
void make_writable(Snapshot &own, bool keeps_iso) {
    DensePart &part = own.dense_part().get();
    if (keeps_iso || !part.is_iso) return;
    const auto positions = own.nrows() * own.ncols();
    part.values = expand_values(part.values.data(), own.type(), true, positions, own.type());
    part.is_iso = false;
}

/// True when the new entries carry the one value that all of C has.
bool keeps_iso(const Snapshot &own, const SparseView &T, const BinaryOp *accumulator) {
    if (!own.is_iso() || accumulator != nullptr || !T.is_iso || T.nvals == 0) return false;
    HostVector<unsigned char> value(own.type()->size);
    cast_values(value.data(), own.type(), T.values, T.type, 1);
    return std::memcmp(value.data(), own.dense().values, value.size()) == 0;
}

struct Merge {
    const Output &output;
    const Ref<Snapshot> &T;
    MaskView mask;
    RegionSets region;
    MergeRule rule;

    MergeValues values() const {
        return {output.C->type(), output.C->type(), T->type(), output.accumulator};
    }

    /// Few sparse entries into dense storage that only C holds, or a dense merge there.
    bool try_in_place() const {
        Snapshot *own = output.C->exclusive();
        if (own == nullptr || !is_dense(*own)) return false;
        if (!is_dense(*T)) {
            if (output.is_replace && !mask.is_none()) return false;
            const SparseView entries = T->rows();
            if (static_cast<double>(entries.nvals) * 8 < positions_of(*own)) {
                make_writable(*own, keeps_iso(*own, entries, output.accumulator));
                if (update_dense(*own, entries, output.accumulator, mask, region)) return true;
            }
        }
        // One value meets one value: that is a new snapshot, not a pass over the positions.
        if (is_uniform(*own) && is_uniform(*T) && mask.is_none() && region.is_everything())
            return false;
        // A user's function over large values may need memory, and a merge in place must not fail.
        const bool may_allocate =
            output.accumulator != nullptr && output.accumulator->code == BinaryCode::user;
        if (may_allocate || !T->can_be_dense()) return false;
        const DenseView dense_T = T->dense();
        make_writable(*own, false);
        merge_dense(own->dense(), dense_T, values(), rule, mask, region, own);
        return true;
    }

    Ref<Snapshot> merged(const Snapshot &current) const {
        if (is_dense(current) || (is_dense(*T) && current.can_be_dense())) {
            // C has all positions, so T may have them too, however few its entries; T itself, which may be
            // somebody's operand, keeps its form.
            DensePart spread;
            if (!T->can_be_dense()) spread = sparse_to_dense(T->rows_in_any_order());
            const DenseView dense_T =
                T->can_be_dense() ? T->dense() : view_of(spread, T->type(), T->nrows(), T->ncols());
            return merge_dense(current.dense(), dense_T, values(), rule, mask, region, nullptr);
        }
        // The mask's words tell what it leaves of a dense T sooner than all of T is listed.
        const bool sees_part =
            is_dense(*T) && !T->has_rows() && !mask.is_none() && !region.has_line;
        const Ref<Snapshot> seen = sees_part ? entries_under(mask, *T) : T;
        return merge_sparse(current.rows(), seen->rows(), values(), rule, mask, region);
    }
};

/// The specification gives Z = C ⊙ T the domain of the accumulator's result (chapter 'standard matrix
/// accumulate'): entries without partner go through that type too. Where it is C's own type that
/// changes nothing; this is the other case, in two steps as the formulas say.
void commit_through_other_type(const Output &output, const Ref<Snapshot> &T, const Region *region) {
    Container &C = *output.C;
    const BinaryOp *accumulator = output.accumulator;
    // A row or column assign looks at that line of C only, any other operation at all of C.
    Region seen{IndexList::all(C.nrows()), IndexList::all(C.ncols())};
    if (region != nullptr && region->has_line) {
        seen = *region;
        if (seen.line_is_column) {
            seen.rows = IndexList::all(C.nrows());
        } else {
            seen.columns = IndexList::all(C.ncols());
        }
    }
    Ref<Snapshot> Z;
    {
        const Ref<Snapshot> current = C.snapshot();
        const MergeValues values{accumulator->ztype, current->type(), T->type(), accumulator};
        const IndexSet rows(seen.rows, C.nrows()), columns(seen.columns, C.ncols());
        RegionSets sets;
        sets.rows = &rows;
        sets.columns = &columns;
        Z = merge_sparse(current->rows(), T->rows(), values, MergeRule::union_of(), {}, sets);
    }
    Output rest = output;
    rest.accumulator = nullptr;
    commit(rest, std::move(Z), false, &seen);
}

} // namespace

void commit(const Output &output, Ref<Snapshot> T, bool mask_was_applied, const Region *region) {
    Container &C = *output.C;
    if (output.accumulator != nullptr && output.accumulator->ztype != C.type()) {
        commit_through_other_type(output, T, region);
        return;
    }
    const bool is_whole = region == nullptr || (region->rows.is_all && region->columns.is_all);
    // Asked only where it matters: it puts pending changes in order. Entries that are still being counted
    // on the device count as some.
    const auto C_is_empty = [&C] { return C.snapshot()->knows_nvals() && C.nvals() == 0; };
    const bool mask_is_done =
        output.mask.is_none() || (mask_was_applied && (output.is_replace || C_is_empty()));
    if (is_whole && mask_is_done && (output.accumulator == nullptr || C_is_empty())) {
        Ref<Snapshot> result = stored(C, T);
        C.merge_debt = 0;
        C.publish(std::move(result));
        return;
    }

    T->unpack();
    C.snapshot()->unpack();
    if (output.mask.snapshot) output.mask.snapshot->unpack();
    const bool has_line = region != nullptr && region->has_line;
    if (!has_line &&
        ((is_whole && device::commit_sparse(output, T, mask_was_applied)) ||
         device::commit_dense(output, T, mask_was_applied, is_whole ? nullptr : region))) {
        return;
    }

    std::optional<IndexSet> rows, columns;
    Merge merge{output, T, output.mask.view(), {}, {}};
    if (!is_whole) {
        if (!region->rows.is_all) merge.region.rows = &rows.emplace(region->rows, C.nrows());
        if (!region->columns.is_all)
            merge.region.columns = &columns.emplace(region->columns, C.ncols());
    }
    if (has_line) {
        merge.region.has_line = true;
        merge.region.line_is_column = region->line_is_column;
        merge.region.line = region->line;
    }
    merge.rule = MergeRule::commit(output.accumulator != nullptr, output.is_replace);
    if (merge.try_in_place()) return;
    Ref<Snapshot> current = C.snapshot();
    if (should_become_bitmap(C, *current, *T)) {
        C.publish(converted(*current, Format::bitmap));
        current = nullptr;
        if (merge.try_in_place()) return;
        current = C.snapshot();
    }
    C.publish(C.honour_options(merge.merged(*current)));
}

} // namespace grb
