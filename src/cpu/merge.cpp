#include "cpu/merge.hpp"

#include "cpu/mask_cursor.hpp"

namespace grb {

namespace {

/// Words of a dense mask by structure, or of Booleans with one value for each position.
void dense_mask_words(const MaskView &mask, std::uint64_t positions, std::uint64_t *words) {
    const auto *values = static_cast<const unsigned char *>(mask.dense.values);
    const std::uint64_t flip = mask.is_complemented ? ~std::uint64_t{0} : 0;
    for (std::uint64_t w = 0; w * 64 < positions; w++) {
        std::uint64_t word = mask.dense.bits != nullptr ? mask.dense.bits[w] : ~std::uint64_t{0};
        if (mask.kind == MaskKind::value && word != 0) {
            const std::uint64_t count = std::min<std::uint64_t>(64, positions - w * 64);
            std::uint64_t truths = 0;
            for (std::uint64_t k = 0; k < count; k++)
                truths |= std::uint64_t{values[w * 64 + k] != 0} << k;
            word &= truths;
        }
        words[w] = word ^ flip;
    }
    if (positions % 64 != 0) words[positions / 64] &= (std::uint64_t{1} << (positions % 64)) - 1;
}

} // namespace

HostVector<std::uint64_t> mask_bits(const MaskView &mask, std::uint64_t nrows,
                                    std::uint64_t ncols) {
    HostVector<std::uint64_t> bits;
    if (mask.is_none()) return bits;
    const std::uint64_t positions = nrows * ncols;
    bits.assign(positions / 64 + 1, 0);
    const bool is_boolean = mask.is_dense && mask.dense.type->code == TypeCode::boolean;
    if (mask.is_dense && (mask.kind == MaskKind::structure || (is_boolean && !mask.dense.is_iso))) {
        dense_mask_words(mask, positions, bits.data());
        return bits;
    }
    if (mask.is_dense) {
        for (std::uint64_t p = 0; p < positions; p++) {
            bits[p / 64] |= std::uint64_t{dense_mask_lets_through(mask, p)} << (p % 64);
        }
        return bits;
    }
    dispatch_widths(mask.sparse, [&](const auto &sparse) {
        for (std::uint64_t k = 0; k < sparse.stored_rows; k++) {
            const std::uint64_t base = sparse.row_id(k) * ncols;
            for (std::uint64_t p = sparse.row_offsets[k]; p < sparse.row_offsets[k + 1]; p++) {
                if (mask.kind == MaskKind::structure ||
                    is_true(sparse.value(p), mask.sparse.type)) {
                    const std::uint64_t position = base + sparse.column_indices[p];
                    bits[position / 64] |= std::uint64_t{1} << (position % 64);
                }
            }
        }
    });
    if (mask.is_complemented) {
        for (std::uint64_t &word : bits) word = ~word;
        bits.back() &= (std::uint64_t{1} << (positions % 64)) - 1;
    }
    return bits;
}

} // namespace grb
