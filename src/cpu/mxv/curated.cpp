// The search for a curated semiring by the meaning of its operators.
#include "cpu/mxv/curated.hpp"

namespace grb {

namespace {
constexpr detail::CuratedTable table_ = detail::make_curated_table();
} // namespace

int find_curated(const Semiring &semiring, const Type *a, const Type *b, bool is_flipped) noexcept {
    const BinaryOp &multiply = *semiring.multiply;
    const BinaryOp &add = *semiring.add->op;
    const Type *type = add.ztype;
    if (add.code == BinaryCode::user || multiply.code == BinaryCode::user) return -1;
    // ANY runs as MIN, or LOR on Boolean: the smallest value is one of the values.
    BinaryCode sum = add.code;
    if (sum == BinaryCode::any)
        sum = type->code == TypeCode::boolean ? BinaryCode::lor : BinaryCode::min;
    if (sum > last_common_binary || multiply.code > last_common_binary || !is_real_code(type->code))
        return -1;
    if (multiply.ztype != type || multiply.xtype != type || multiply.ytype != type) return -1;
    const BinaryCode code = is_flipped ? exchanged(multiply.code) : multiply.code;
    const bool ignores_a = code == BinaryCode::second || code == BinaryCode::oneb;
    const bool ignores_b = code == BinaryCode::first || code == BinaryCode::oneb;
    if (!ignores_a && a != nullptr && a != type) return -1;
    if (!ignores_b && b != nullptr && b != type) return -1;
    return table_
        .index[static_cast<int>(sum)][static_cast<int>(code)][static_cast<int>(type->code)];
}

} // namespace grb
