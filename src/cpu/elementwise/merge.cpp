// The rules of merges, and masks and regions as packed words for dense merges.
#include "cpu/elementwise/merge.hpp"

#include "base/parallel.hpp"
#include "cpu/common/mask_cursor.hpp"

#include <cstring>

namespace grb {

namespace {

/// Returns a bit for each of 8 Booleans that is true.
std::uint64_t truths_of_eight(const unsigned char *values) noexcept {
    constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f, high_bits = ~low_bits;
    std::uint64_t bytes;
    std::memcpy(&bytes, values, sizeof bytes);
    const std::uint64_t marks = (((bytes & low_bits) + low_bits) | bytes) & high_bits;
    return (marks >> 7) * 0x0102040810204080 >> 56;
}

/// Returns bit k for each true one of `count` Booleans.
std::uint64_t truths_of(const unsigned char *values, std::uint64_t count) {
    std::uint64_t truths = 0, k = 0;
    for (; k + 8 <= count; k += 8) truths |= truths_of_eight(values + k) << k;
    for (; k < count; k++) truths |= std::uint64_t{values[k] != 0} << k;
    return truths;
}

/// Writes words [begin, end) of a dense mask.
void dense_mask_words(const MaskView &mask, std::uint64_t positions, std::uint64_t begin,
                      std::uint64_t end, std::uint64_t *words) {
    const auto *values = static_cast<const unsigned char *>(mask.dense.values);
    const std::uint64_t flip = mask.is_complemented ? ~std::uint64_t{0} : 0;
    const bool by_value = mask.kind == MaskKind::value;
    const bool is_false = by_value && mask.dense.is_iso && !is_true(values, mask.dense.type);
    const bool tests_each = by_value && !mask.dense.is_iso;
    const Type &type = *mask.dense.type;
    const CastBatch to_bool = tests_each && type.code != TypeCode::boolean
                                  ? find_cast(TypeCode::boolean, type.code)
                                  : nullptr;
    for (std::uint64_t w = begin; w < end; w++) {
        std::uint64_t word = mask.dense.bits != nullptr ? mask.dense.bits[w] : ~std::uint64_t{0};
        if (is_false) word = 0;
        if (tests_each && word != 0) {
            const std::uint64_t count = std::min<std::uint64_t>(64, positions - w * 64);
            const unsigned char *of_word = values + w * 64 * type.size;
            unsigned char truth[64];
            if (to_bool != nullptr) {
                to_bool(truth, of_word, count);
                of_word = truth;
            }
            word &= truths_of(of_word, count);
        }
        words[w] = word ^ flip;
    }
}

} // namespace

HostVector<std::uint64_t> mask_bits(const MaskView &mask, std::uint64_t nrows,
                                    std::uint64_t ncols) {
    HostVector<std::uint64_t> bits;
    if (mask.is_none()) return bits;
    const std::uint64_t positions = nrows * ncols;
    bits.assign(positions / 64 + 1, 0);
    if (mask.is_dense) {
        parallel_ranges((positions + 63) / 64, mask.kind == MaskKind::value ? 16 : 1,
                        [&](std::uint64_t begin, std::uint64_t end) {
                            dense_mask_words(mask, positions, begin, end, bits.data());
                        });
        if (positions % 64 != 0) bits[positions / 64] &= (std::uint64_t{1} << (positions % 64)) - 1;
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

std::optional<HostVector<unsigned char>> iso_result(const SparseView &A, const SparseView &B,
                                                    const MergeValues &values,
                                                    const MergeRule &rule) {
    bool takes[4] = {};
    for (const MergeRule::Row &row : rule.rows) {
        if (A.nvals != 0) takes[static_cast<int>(row.only_a)] = true;
        if (B.nvals != 0) takes[static_cast<int>(row.only_b)] = true;
        if (A.nvals != 0 && B.nvals != 0) takes[static_cast<int>(row.both)] = true;
    }
    const std::size_t size = values.z->size;
    const bool a_matters = takes[static_cast<int>(Take::a)];
    const bool b_matters = takes[static_cast<int>(Take::b)];
    const bool both_matter = takes[static_cast<int>(Take::both)];
    if ((a_matters && !A.is_iso) || (b_matters && !B.is_iso)) return std::nullopt;
    const BoundBinary op =
        both_matter ? BoundBinary(values.op, values.z, values.a, values.b) : BoundBinary();
    if (both_matter && ((!A.is_iso && !op.ignores_x()) || (!B.is_iso && !op.ignores_y())))
        return std::nullopt;
    if (values.op != nullptr && values.op->code == BinaryCode::user && both_matter)
        return std::nullopt;
    HostVector<unsigned char> value(size), candidate(size);
    bool has_value = false;
    const auto agree = [&] {
        const bool is_same = !has_value || std::memcmp(value.data(), candidate.data(), size) == 0;
        value.swap(candidate);
        has_value = true;
        return is_same;
    };
    if (a_matters) {
        cast_values(candidate.data(), values.z, A.values, values.a, 1);
        if (!agree()) return std::nullopt;
    }
    if (b_matters) {
        cast_values(candidate.data(), values.z, B.values, values.b, 1);
        if (!agree()) return std::nullopt;
    }
    if (both_matter) {
        op(candidate.data(), A.values, B.values, 1);
        if (!agree()) return std::nullopt;
    }
    return value;
}

} // namespace grb
