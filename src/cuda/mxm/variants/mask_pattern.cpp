// Makes sorted rows of the entries that a mask allows, and results on them.
#include "cuda/mxm/variants/mask_pattern.hpp"

#include "costs/device_rates.hpp"
#include "cuda/library/rows.hpp"
#include "cuda/structure/variants/all_rows.hpp"

namespace grb::device {

const char *refuses_pattern(const MaskInput &mask) noexcept {
    if (mask.is_none()) return "no mask";
    if (mask.is_complemented) return "complemented mask";
    const Snapshot &M = *mask.snapshot;
    if (M.is_known_empty()) return "nothing to compute";
    if (!M.rows_form().is_present()) return "the mask is not sparse by rows";
    if (refuses_all_rows(M, false) != nullptr) return "a hypersparse mask of too many rows";
    if (mask.kind == MaskKind::value && !is_builtin(M.type())) return "user-defined type of mask";
    return nullptr;
}

double pattern_seconds(const MaskInput &mask) noexcept {
    if (mask.kind == MaskKind::structure) {
        const RowBytes bytes = row_bytes(*mask.snapshot, false);
        return bytes.structure / rates().stream_bytes + bytes.missing / rates().upload_bytes;
    }
    MergeCost cost;
    cost.reads(*mask.snapshot, false);
    cost.reads(mask);
    cost.writes(most_entries(*mask.snapshot), mask.snapshot->type());
    return cost.cost().seconds;
}

Ref<Snapshot> mask_pattern(const MaskInput &mask) {
    if (mask.snapshot->sparse_form(false).is_hyper) {
        MaskInput stored = mask;
        stored.snapshot = with_all_rows(*mask.snapshot);
        return mask_pattern(stored);
    }
    if (mask.kind == MaskKind::structure) return mask.snapshot;
    const Type *const type = builtin_type(TypeCode::boolean);
    RowsMerge merge(*mask.snapshot, false, type);
    const bool yes = true;
    merge.make_iso(Array::copy_of(&yes, sizeof yes));
    const SparseForm form = *rows_form(*mask.snapshot, false);
    // Makes a snapshot of the mask's rows without its dense form, which would be taken instead.
    const Ref<Snapshot> rows = Snapshot::of_rows(mask.snapshot->type(), mask.snapshot->nrows(),
                                                 mask.snapshot->ncols(), SparseForm(form));
    merge.filter_by({rows, MaskKind::value, false});
    return merge.run();
}

Ref<Snapshot> on_pattern(const Snapshot &pattern, const Type *type, Array &&values) {
    SparseForm form = *rows_form(pattern, false);
    form.values = std::move(values);
    form.is_iso = false;
    return Snapshot::of_rows(type, pattern.nrows(), pattern.ncols(), std::move(form));
}

} // namespace grb::device
