// The batch functions of built-in operators, as templates over the catalogue's functors. Loops
// are plain so that the compiler vectorises them.
#pragma once

#include "algebra/batch.hpp"
#include "algebra/catalogue.hpp"

#include <cstring>

// z may equal x or y. Element k of the result depends on element k alone, so loops may be
// vectorised: g++ needs this pragma, clang checks for overlap at run time instead.
#if defined(__GNUC__) && !defined(__clang__)
#define GRB_ELEMENTWISE _Pragma("GCC ivdep")
#else
#define GRB_ELEMENTWISE
#endif

namespace grb {

/// Copies z[k] = x[k], or x[0] for all k; z may equal x.
inline void copy_values(void *z, const void *x, std::size_t n, std::size_t size,
                        bool x_is_scalar) noexcept {
    if (x_is_scalar) {
        fill_values(z, x, n, size);
    } else if (z != x && n != 0) {
        std::memcpy(z, x, n * size);
    }
}

template <class Op>
void unary_batch(const void *, void *z, const void *x, std::size_t n) {
    auto *result = static_cast<typename Op::Z *>(z);
    const auto *operand = static_cast<const typename Op::X *>(x);
    GRB_ELEMENTWISE
    for (std::size_t k = 0; k < n; k++) result[k] = Op::apply(operand[k]);
}

template <class Op>
inline constexpr bool is_float_extreme = false;
template <class T>
inline constexpr bool is_float_extreme<Min<T>> = is_floating<T>;
template <class T>
inline constexpr bool is_float_extreme<Max<T>> = is_floating<T>;

/// Computes minima or maxima of floats by masks: g++ makes three times as many instructions of the
/// operator's conditions. Returns the number of values done.
template <class Op>
std::size_t extremes(typename Op::Z *z, const typename Op::Z *x, const typename Op::Z *y,
                     std::size_t n) {
    using T = typename Op::Z;
    typedef T Values __attribute__((vector_size(16), may_alias, aligned(alignof(T))));
    using Masks = decltype(Values{} < Values{});
    constexpr bool is_least = Op::identity() > T{0};
    constexpr std::size_t lanes = sizeof(Values) / sizeof(T);
    std::size_t k = 0;
    for (; k + lanes <= n; k += lanes) {
        const Values a = *reinterpret_cast<const Values *>(x + k),
                     b = *reinterpret_cast<const Values *>(y + k);
        // Each mask comes from one comparison: g++ takes others apart.
        const Values winner = (is_least ? a < b : a > b) ? a : b,
                     chosen_value = b != b ? a : winner;
        const Masks a_bits = reinterpret_cast<Masks>(a),
                    chosen = reinterpret_cast<Masks>(chosen_value), is_tie = a == b;
        // The least of two zeros is the negative one, the largest the positive one.
        const Masks result = is_least ? chosen | (a_bits & is_tie) : chosen & (a_bits | ~is_tie);
        *reinterpret_cast<Values *>(z + k) = reinterpret_cast<Values>(result);
    }
    return k;
}

template <class Op>
void binary_batch(const void *, void *z, const void *x, const void *y, std::size_t n,
                  Broadcast broadcast) {
    using X = typename Op::X;
    using Y = typename Op::Y;
    using Z = typename Op::Z;
    if (n == 0) return;
    // An unused operand may be null.
    if constexpr (Op::ignores_x && Op::ignores_y) {
        const Z value = Op::apply(X{}, Y{});
        fill_values(z, &value, n, sizeof value);
    } else if constexpr (Op::ignores_x) {
        copy_values(z, y, n, sizeof(Y), broadcast == Broadcast::y);
    } else if constexpr (Op::ignores_y) {
        copy_values(z, x, n, sizeof(X), broadcast == Broadcast::x);
    } else {
        auto *result = static_cast<Z *>(z);
        const auto *left = static_cast<const X *>(x);
        const auto *right = static_cast<const Y *>(y);
        if (broadcast == Broadcast::none) {
            std::size_t k = 0;
            if constexpr (is_float_extreme<Op>) k = extremes<Op>(result, left, right, n);
            GRB_ELEMENTWISE
            for (; k < n; k++) result[k] = Op::apply(left[k], right[k]);
        } else if (broadcast == Broadcast::x) {
            const X value = left[0];
            GRB_ELEMENTWISE
            for (std::size_t k = 0; k < n; k++) result[k] = Op::apply(value, right[k]);
        } else {
            const Y value = right[0];
            GRB_ELEMENTWISE
            for (std::size_t k = 0; k < n; k++) result[k] = Op::apply(left[k], value);
        }
    }
}

/// Reduces n > 0 values in any order: several independent sums, so that the loop vectorises.
template <class Op>
typename Op::Z reduce_in_lanes(const typename Op::X *x, std::size_t n) {
    using T = typename Op::Z;
    constexpr std::size_t lanes = 32 / sizeof(T);
    T value = x[0];
    std::size_t k = 1;
    if (n >= 2 * lanes) {
        T partial[lanes];
        for (std::size_t lane = 0; lane < lanes; lane++) partial[lane] = x[lane];
        for (k = lanes; k + lanes <= n; k += lanes) {
            for (std::size_t lane = 0; lane < lanes; lane++) {
                partial[lane] = Op::apply(partial[lane], x[k + lane]);
            }
        }
        value = partial[0];
        for (std::size_t lane = 1; lane < lanes; lane++) value = Op::apply(value, partial[lane]);
    }
    for (; k < n; k++) value = Op::apply(value, x[k]);
    return value;
}

/// Computes MIN or MAX of floats by one comparison each, in many lanes: a NaN never wins one.
/// Returns false when the result is zero, which tells neither its sign nor whether the other zero
/// occurred, or the identity, which does not tell whether all were NaN: the caller then computes
/// the value otherwise.
template <class Op>
bool quick_extreme(typename Op::Z &value, const typename Op::X *x, std::size_t n) {
    using T = typename Op::Z;
    constexpr bool is_larger = Op::apply(T{1}, T{2}) == T{2};
    constexpr std::size_t lanes = 128 / sizeof(T);
    T best[lanes];
    for (std::size_t lane = 0; lane < lanes; lane++) best[lane] = Op::identity();
    std::size_t k = 0;
    for (; k + lanes <= n; k += lanes) {
        for (std::size_t lane = 0; lane < lanes; lane++) {
            const T candidate = x[k + lane];
            best[lane] = (is_larger ? candidate > best[lane] : candidate < best[lane]) ? candidate
                                                                                       : best[lane];
        }
    }
    for (; k < n; k++) best[0] = (is_larger ? x[k] > best[0] : x[k] < best[0]) ? x[k] : best[0];
    for (std::size_t lane = 1; lane < lanes; lane++)
        best[0] = (is_larger ? best[lane] > best[0] : best[lane] < best[0]) ? best[lane] : best[0];
    value = best[0];
    return value != T{0} && value != Op::identity();
}

/// Reduces in order, for floating-point sums and products: the result must not depend on the
/// machine. Checks for a terminal value once per block, not per element.
template <class Op>
void reduce_batch(const void *, void *z, const void *x, std::size_t n) {
    using T = typename Op::Z;
    constexpr std::size_t block = 512 / sizeof(T);
    if (n == 0) return;
    auto *result = static_cast<T *>(z);
    const auto *values = static_cast<const T *>(x);
    if constexpr (Op::ignores_x && Op::ignores_y) {
        *result = Op::apply(T{}, T{});
    } else if constexpr (Op::ignores_x) {
        *result = values[n - 1];
    } else if constexpr (Op::ignores_y) {
        return;
    } else if constexpr (Op::is_reorderable && Op::has_terminal) {
        T value = *result;
        if constexpr (is_floating<T>) {
            T extreme;
            if (value != Op::terminal() && n >= block && quick_extreme<Op>(extreme, values, n)) {
                *result = Op::apply(value, extreme);
                return;
            }
        }
        for (std::size_t k = 0; k < n && value != Op::terminal(); k += block) {
            value =
                Op::apply(value, reduce_in_lanes<Op>(values + k, n - k < block ? n - k : block));
        }
        *result = value;
    } else if constexpr (Op::is_reorderable) {
        *result = Op::apply(*result, reduce_in_lanes<Op>(values, n));
    } else {
        T value = *result;
        for (std::size_t k = 0; k < n; k++) value = Op::apply(value, values[k]);
        *result = value;
    }
}

template <class Op, class Index>
void scatter_with_index(typename Op::Z *z, const Index *index, const typename Op::Y *x,
                        std::size_t n) {
    using T = typename Op::Z;
    for (std::size_t k = 0; k < n; k++) {
        if constexpr (Op::ignores_x && Op::ignores_y) {
            z[index[k]] = Op::apply(T{}, T{});
        } else if constexpr (Op::ignores_x) {
            z[index[k]] = x[k];
        } else {
            z[index[k]] = Op::apply(z[index[k]], x[k]);
        }
    }
}

template <class Op>
void scatter_batch(const void *, void *z, const void *index, int index_width, const void *x,
                   std::size_t n) {
    if constexpr (Op::ignores_x || !Op::ignores_y) {
        auto *result = static_cast<typename Op::Z *>(z);
        const auto *values = static_cast<const typename Op::Y *>(x);
        if (index_width == 4) {
            scatter_with_index<Op>(result, static_cast<const std::uint32_t *>(index), values, n);
        } else {
            scatter_with_index<Op>(result, static_cast<const std::uint64_t *>(index), values, n);
        }
    }
}

/// Applies a VALUE operator: a comparison with the thunk.
template <class Op>
void value_batch(const void *self, void *z, const void *x, bool x_is_scalar, const Positions &,
                 const void *thunk, std::size_t n) {
    if (x_is_scalar) {
        const bool value = Op::apply(*static_cast<const typename Op::X *>(x),
                                     *static_cast<const typename Op::Y *>(thunk));
        fill_values(z, &value, n, sizeof value);
    } else {
        binary_batch<Op>(self, z, x, thunk, n, Broadcast::y);
    }
}

template <class Op, bool row_varies, class Column>
void position_loop(typename Op::Z *z, typename Op::Thunk thunk, std::int64_t fixed, std::size_t n,
                   Column column) {
    for (std::size_t k = 0; k < n; k++) {
        const auto varying = static_cast<std::int64_t>(column(k));
        z[k] = row_varies ? Op::apply(varying, fixed, thunk) : Op::apply(fixed, varying, thunk);
    }
}

/// Applies operators that read positions only. Along a row i is fixed; along a column or a vector j
/// is.
template <class Op>
void position_batch(const void *, void *z, const void *, bool, const Positions &positions,
                    const void *thunk_value, std::size_t n) {
    auto *result = static_cast<typename Op::Z *>(z);
    const auto thunk = *static_cast<const typename Op::Thunk *>(thunk_value);
    const auto fixed = positions.is_vector ? 0 : static_cast<std::int64_t>(positions.row);
    const auto run = [&](auto column) {
        if (positions.is_vector || positions.is_swapped) {
            position_loop<Op, true>(result, thunk, fixed, n, column);
        } else {
            position_loop<Op, false>(result, thunk, fixed, n, column);
        }
    };
    if (positions.columns == nullptr) {
        run([first = positions.first_column](std::size_t k) { return first + k; });
    } else if (positions.column_width == 4) {
        const auto *columns = static_cast<const std::uint32_t *>(positions.columns);
        run([columns](std::size_t k) { return columns[k]; });
    } else {
        const auto *columns = static_cast<const std::uint64_t *>(positions.columns);
        run([columns](std::size_t k) { return columns[k]; });
    }
}

} // namespace grb
