// Shifts the thunks of positional operators by the first position of a partition.
#include "distributed/positional.hpp"

#include <cstdint>

namespace grb {

namespace {

/// The multiple of `first` to add to the thunk, given i = first + i'.
int direction_of(IndexUnaryCode code) noexcept {
    switch (code) {
    case IndexUnaryCode::rowindex: // i + s
    case IndexUnaryCode::tril:     // j - i <= s
    case IndexUnaryCode::triu:
    case IndexUnaryCode::diag:
    case IndexUnaryCode::offdiag:
        return 1;
    case IndexUnaryCode::diagindex: // j - i + s
    case IndexUnaryCode::rowle:     // i <= s
    case IndexUnaryCode::rowgt:
        return -1;
    default: // depend on columns or values
        return 0;
    }
}

/// Returns a + b, clamped to the range of int64_t, which is enough for operators that compare.
std::int64_t clamped_sum(std::int64_t a, std::int64_t b) noexcept {
    std::int64_t sum;
    if (__builtin_add_overflow(a, b, &sum)) return b < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

} // namespace

const char *refuses_positional(const IndexUnaryOp &op) noexcept {
    return op.code == IndexUnaryCode::user ? "a user's function of positions" : nullptr;
}

OwnValue shifted_thunk(const IndexUnaryOp &op, const OwnValue &thunk, std::uint64_t first) {
    const int direction = direction_of(op.code);
    if (direction == 0 || first == 0) return thunk;
    const void *const bytes = thunk;
    const auto step = direction * static_cast<std::int64_t>(first);
    if (op.ttype->size == sizeof(std::int32_t)) { // ROWINDEX and DIAGINDEX wrap
        std::uint32_t value;
        std::memcpy(&value, bytes, sizeof value);
        return OwnValue::of(value + static_cast<std::uint32_t>(step));
    }
    std::int64_t value;
    std::memcpy(&value, bytes, sizeof value);
    if (op.code == IndexUnaryCode::rowindex || op.code == IndexUnaryCode::diagindex) {
        return OwnValue::of(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(step));
    }
    return OwnValue::of(clamped_sum(value, step));
}

} // namespace grb
