// Operands of row-by-row merges: cached compressed rows (columns).
#pragma once

#include "storage/snapshot.hpp"

namespace grb {

/// Returns the cached rows (columns) on any device, or null when there are none.
inline const SparseForm *known_vectors(const Snapshot &snapshot, bool of_columns) noexcept {
    if (snapshot.vectors_form(of_columns).is_present())
        return &snapshot.vectors_form(of_columns).get();
    const bool is_jumbled = !of_columns && snapshot.jumbled_rows_form().is_present();
    return is_jumbled ? &snapshot.jumbled_rows_form().get() : nullptr;
}

/// Returns null, or why no merge fits: other formats than compressed rows, types or widths that
/// differ.
inline const char *refuses_to_combine(const Snapshot &A, bool is_A_transposed, const Snapshot &B,
                                      bool is_B_transposed, const Type *z) noexcept {
    if (is_dense(A) || is_dense(B)) return "a dense operand";
    const SparseForm *const a = known_vectors(A, is_A_transposed), *const b = known_vectors(
                                                                       B, is_B_transposed);
    if (a == nullptr || b == nullptr) return "no rows yet";
    if (a->is_hyper || b->is_hyper) return "hypersparse";
    if (a->is_iso || b->is_iso) return "an iso operand";
    if (A.type() != z || B.type() != z) return "types differ";
    if (a->index_width != b->index_width || a->offset_width != b->offset_width)
        return "widths differ";
    return nullptr;
}

} // namespace grb
