// Packs vector masks into bits, by position or by stored row.
#include "cpu/mxv/mxv_mask.hpp"

#include "base/parallel.hpp"
#include "cpu/common/mask_cursor.hpp"

namespace grb {

namespace {

/// Sets bit p % 64 of words[p / 64] to the truth of values[p], within present entries.
void pack_truth(const DenseView &mask, std::uint64_t *words, std::uint64_t positions) {
    const CastBatch to_bool = find_cast(TypeCode::boolean, mask.type->code);
    const auto *values = static_cast<const unsigned char *>(mask.values);
    parallel_ranges((positions + 63) / 64, 32, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t w = begin; w < end; w++) {
            const std::uint64_t present = mask.bits != nullptr ? mask.bits[w] : ~std::uint64_t{0};
            if (present == 0) {
                words[w] = 0;
                continue;
            }
            unsigned char truth[64]; // no bool: absent entries may have any byte
            const std::uint64_t first = w * 64,
                                count = std::min<std::uint64_t>(64, positions - first);
            if (mask.is_iso) {
                std::fill_n(truth, count, is_true(values, mask.type));
            } else {
                to_bool(truth, values + first * mask.type->size, count);
            }
            std::uint64_t word = 0;
            for (std::uint64_t k = 0; k < count; k++)
                word |= static_cast<std::uint64_t>(truth[k] != 0) << k;
            words[w] = word & present;
        }
    });
}

} // namespace

AllowedBits allowed_bits(const MaskView &mask, std::uint64_t positions) {
    AllowedBits allowed;
    if (mask.is_none()) return allowed;
    allowed.flip = mask.is_complemented ? ~std::uint64_t{0} : 0;
    const std::size_t bytes = (positions + 63) / 64 * 8;
    if (mask.is_dense && mask.kind == MaskKind::structure) {
        allowed.words = mask.dense.bits;
        // A full mask has no absent entries.
        if (allowed.words == nullptr) allowed.flip = ~allowed.flip;
        return allowed;
    }
    allowed.owned = mask.is_dense ? Array(bytes) : Array::zeroed(bytes);
    auto *words = allowed.owned.as<std::uint64_t>();
    allowed.words = words;
    if (mask.is_dense) {
        pack_truth(mask.dense, words, positions);
        return allowed;
    }
    dispatch_widths(mask.sparse, [&](const auto &sparse) {
        const bool tests_value = mask.kind == MaskKind::value;
        for (std::uint64_t p = 0; p < sparse.nvals; p++) {
            if (tests_value && !is_true(sparse.value(p), mask.sparse.type)) continue;
            const std::uint64_t i = sparse.column_indices[p];
            words[i / 64] |= std::uint64_t{1} << (i % 64);
        }
    });
    return allowed;
}

AllowedTruth allowed_truth(const MaskView &mask) noexcept {
    const bool is_asked = mask.kind == MaskKind::value && mask.is_dense && mask.dense.is_full() &&
                          !mask.dense.is_iso && is_real_code(mask.dense.type->code);
    if (!is_asked) return {};
    return {mask.dense.values, static_cast<unsigned>(mask.dense.type->size),
            is_float_code(mask.dense.type->code) ? 1U : 0U, mask.is_complemented ? 1U : 0U};
}

AllowedBits allowed_stored_rows(const MaskView &mask, const SparseView &rows) {
    AllowedBits allowed;
    if (mask.is_none()) return allowed;
    allowed.flip = 0;
    allowed.owned = Array::zeroed((rows.stored_rows + 63) / 64 * 8);
    auto *words = allowed.owned.as<std::uint64_t>();
    allowed.words = words;
    MaskCursor cursor(mask);
    cursor.begin_row(0);
    dispatch_widths(rows, [&](const auto &A) {
        for (std::uint64_t k = 0; k < A.stored_rows; k++) {
            if (cursor.allows(A.row_id(k))) words[k / 64] |= std::uint64_t{1} << (k % 64);
        }
    });
    return allowed;
}

} // namespace grb
