// Loops that sum short rows, one per monoid and type.
#include "cpu/elementwise/row_sums.hpp"

#include "algebra/catalogue.hpp"

namespace grb {

namespace {

/// Sums n > 0 values, in order.
template <template <class> class Op, class T>
T sum_of(const T *x, std::uint64_t n) {
    constexpr bool is_extreme = Op<T>::is_idempotent;
    if constexpr (is_extreme && is_floating<T>) {
        // One comparison without a branch; a NaN never wins it. quick_extreme() explains the cases
        // that it leaves open.
        constexpr bool is_larger = Op<T>::apply(T{1}, T{2}) == T{2};
        T best = Op<T>::identity();
        for (std::uint64_t k = 0; k < n; k++)
            best = (is_larger ? x[k] > best : x[k] < best) ? x[k] : best;
        if (best != T{0} && best != Op<T>::identity()) return best;
    }
    T value = x[0];
    for (std::uint64_t k = 1; k < n; k++) value = Op<T>::apply(value, x[k]);
    return value;
}

template <template <class> class Op, class T>
void sum_rows(const SparseView &view, std::uint64_t first, std::uint64_t last, bool leaves_gaps,
              void *z) {
    auto *out = static_cast<T *>(z);
    const auto *const x = static_cast<const T *>(view.values);
    const auto sum = [&](const auto *offsets) {
        std::uint64_t p = offsets[first];
        for (std::uint64_t k = first; k < last; k++) {
            const std::uint64_t end = offsets[k + 1];
            if (p == end) {
                if (leaves_gaps) *out++ = T{};
                continue;
            }
            *out++ = sum_of<Op, T>(x + p, end - p);
            p = end;
        }
    };
    if (view.offset_width == 8) {
        sum(static_cast<const std::uint64_t *>(view.row_offsets));
    } else {
        sum(static_cast<const std::uint32_t *>(view.row_offsets));
    }
}

template <template <class> class Op>
RowSums of_type(TypeCode type) noexcept {
    switch (type) {
    case TypeCode::int32:
        return sum_rows<Op, std::int32_t>;
    case TypeCode::int64:
        return sum_rows<Op, std::int64_t>;
    case TypeCode::uint32:
        return sum_rows<Op, std::uint32_t>;
    case TypeCode::uint64:
        return sum_rows<Op, std::uint64_t>;
    case TypeCode::fp32:
        return sum_rows<Op, float>;
    case TypeCode::fp64:
        return sum_rows<Op, double>;
    default:
        return nullptr;
    }
}

} // namespace

RowSums find_row_sums(const Monoid &monoid) noexcept {
    const TypeCode type = monoid.type()->code;
    switch (monoid.op->code) {
    case BinaryCode::plus:
        return of_type<Plus>(type);
    case BinaryCode::min:
        return of_type<Min>(type);
    case BinaryCode::max:
        return of_type<Max>(type);
    default:
        return nullptr;
    }
}

} // namespace grb
