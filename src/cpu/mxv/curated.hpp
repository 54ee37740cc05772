// Curated semirings: kernels instantiated per (add, multiply, type) of common graph algorithms.
//
// A kernel template over a CuratedSemiring becomes a table in the order of hot_semirings.def:
//     constexpr Function table[] = {
//     #define GRB_SEMIRING(add, multiply, type) &kernel<CuratedSemiring<add, multiply, type>>,
//     #include "cpu/mxv/hot_semirings.def"
//     #undef GRB_SEMIRING
//     };
// find_curated() returns the index for the call's semiring, or -1.
#pragma once

#include "algebra/catalogue.hpp"
#include "algebra/operators.hpp"

namespace grb {

template <template <class> class Op>
inline constexpr BinaryCode code_of = BinaryCode::user;
template <>
inline constexpr BinaryCode code_of<First> = BinaryCode::first;
template <>
inline constexpr BinaryCode code_of<Second> = BinaryCode::second;
template <>
inline constexpr BinaryCode code_of<Oneb> = BinaryCode::oneb;
template <>
inline constexpr BinaryCode code_of<Plus> = BinaryCode::plus;
template <>
inline constexpr BinaryCode code_of<Times> = BinaryCode::times;
template <>
inline constexpr BinaryCode code_of<Min> = BinaryCode::min;
template <>
inline constexpr BinaryCode code_of<Max> = BinaryCode::max;
template <>
inline constexpr BinaryCode code_of<Lor> = BinaryCode::lor;
template <>
inline constexpr BinaryCode code_of<Land> = BinaryCode::land;

/// condition ? x : y without a branch.
template <class T>
inline T select(bool condition, T x, T y) noexcept {
    const auto mask = static_cast<Bits<T>>(-static_cast<Bits<T>>(condition));
    return from_bits<T>(static_cast<Bits<T>>((bits_of(x) & mask) | (bits_of(y) & ~mask)));
}

/// A semiring whose operators, operands and result all have type Value.
template <template <class> class Add, template <class> class Multiply, class Value>
struct CuratedSemiring {
    using T = Value;
    using AddOp = Add<T>;
    using MultiplyOp = Multiply<T>;
    /// Operands whose values no kernel reads: null pointers, or of any type.
    static constexpr bool ignores_a = MultiplyOp::ignores_x;
    static constexpr bool ignores_b = MultiplyOp::ignores_y;
    static constexpr bool has_terminal = AddOp::has_terminal;
    static constexpr bool is_ordered =
        code_of<Add> == BinaryCode::min || code_of<Add> == BinaryCode::max;
    /// Any order of addition gives the same value.
    static constexpr bool is_reorderable = AddOp::is_reorderable;
    /// All products and their sum have one value: pattern kernels run, and tables are null here.
    static constexpr bool is_pattern_only = ignores_a && ignores_b && AddOp::is_idempotent;

    static T add(T x, T y) { return AddOp::apply(x, y); }
    static T multiply(T a, T b) { return MultiplyOp::apply(a, b); }
    /// neutral() ⊕ x is x to the last bit, which the identity does not promise on floats: 0 + -0 is
    /// 0, and the minimum of infinity and NaN is infinity.
    static T neutral() {
        if constexpr (is_floating<T> && is_ordered) {
            return static_cast<T>(__builtin_nan(""));
        } else if constexpr (is_floating<T>) {
            return -T{0};
        } else {
            return AddOp::identity();
        }
    }
    /// sum ⊕= x. Minima and maxima rarely change: a predicted branch, almost never taken, is
    /// cheaper than the operation.
    static void accumulate(T &sum, T x) {
        if constexpr (is_ordered) {
            if (__builtin_expect(!loses(x, sum), 0)) sum = AddOp::apply(sum, x);
        } else {
            sum = AddOp::apply(sum, x);
        }
    }
    /// Returns true only when sum ⊕ x == sum, and false for sum == neutral().
    static bool loses(T x, T sum) {
        if constexpr (code_of<Add> == BinaryCode::min) {
            return x > sum;
        } else if constexpr (code_of<Add> == BinaryCode::max) {
            return x < sum;
        } else {
            return false;
        }
    }
    static bool is_terminal(T x) {
        if constexpr (has_terminal) {
            return x == AddOp::terminal();
        } else {
            return false;
        }
    }
};

/// The semirings of hot_semirings.def, in its order.
struct CuratedKey {
    BinaryCode add, multiply;
    TypeCode type;
    constexpr bool operator==(const CuratedKey &) const = default;
};

inline constexpr CuratedKey curated_keys[] = {
#define GRB_SEMIRING(add, multiply, type) {code_of<add>, code_of<multiply>, TypeOf<type>::code},
#include "cpu/mxv/hot_semirings.def"
#undef GRB_SEMIRING
};
inline constexpr int curated_count = sizeof curated_keys / sizeof curated_keys[0];

/// Returns the key as listed: on Boolean the arithmetic operators are the logical ones; see
/// hot_semirings.def.
constexpr CuratedKey listed_key(CuratedKey key) noexcept {
    const auto logical = [](BinaryCode code) {
        switch (code) {
        case BinaryCode::plus:
        case BinaryCode::max:
            return BinaryCode::lor;
        case BinaryCode::times:
        case BinaryCode::min:
            return BinaryCode::land;
        default:
            return code;
        }
    };
    if (key.type == TypeCode::boolean) {
        return {logical(key.add), logical(key.multiply), key.type};
    }
    if (key.add == BinaryCode::plus && key.type == TypeCode::uint32) key.type = TypeCode::int32;
    if (key.add == BinaryCode::plus && key.type == TypeCode::uint64) key.type = TypeCode::int64;
    if (key.add == BinaryCode::max && key.multiply == BinaryCode::oneb) key.add = BinaryCode::min;
    return key;
}

/// Exchanges the multiplier's operands: op(y, x).
constexpr BinaryCode exchanged(BinaryCode code) noexcept {
    return code == BinaryCode::first    ? BinaryCode::second
           : code == BinaryCode::second ? BinaryCode::first
                                        : code;
}

namespace detail {

inline constexpr int code_count = static_cast<int>(last_common_binary) + 1;
inline constexpr int type_count = static_cast<int>(TypeCode::fp64) + 1;

struct CuratedTable {
    signed char index[code_count][code_count][type_count];
};

constexpr CuratedTable make_curated_table() noexcept {
    static_assert(curated_count <= 127);
    CuratedTable table{};
    const auto slot = [&table](CuratedKey key) -> signed char & {
        return table.index[static_cast<int>(key.add)][static_cast<int>(key.multiply)]
                          [static_cast<int>(key.type)];
    };
    for (int add = 0; add < code_count; add++) {
        for (int multiply = 0; multiply < code_count; multiply++) {
            for (signed char &index : table.index[add][multiply]) index = -1;
        }
    }
    for (int k = 0; k < curated_count; k++) slot(curated_keys[k]) = static_cast<signed char>(k);
    for (int add = 0; add < code_count; add++) {
        for (int multiply = 0; multiply < code_count; multiply++) {
            for (int type = 0; type < type_count; type++) {
                const CuratedKey key{static_cast<BinaryCode>(add),
                                     static_cast<BinaryCode>(multiply),
                                     static_cast<TypeCode>(type)};
                slot(key) = slot(listed_key(key));
            }
        }
    }
    return table;
}

} // namespace detail

/// Index into tables in the order of hot_semirings.def, or -1. The kernel computes multiply(a, b);
/// is_flipped: the semiring's product is ⊗(b, a). Types are those of the operands' arrays and must
/// be the operator's, unless the operand is ignored; null means an iso operand of a built-in type,
/// whose value the caller casts. Operators match by meaning, so a user's own GrB_Semiring_new over
/// predefined operators is found too.
int find_curated(const Semiring &semiring, const Type *a, const Type *b, bool is_flipped) noexcept;

/// An operand's values as a curated kernel reads them: values[p & step_mask].
struct CuratedOperand {
    const void *values = nullptr;
    std::uint64_t step_mask = 0; // all ones, or 0 for an iso operand
    alignas(16) unsigned char cast_value[16] = {};

    CuratedOperand() = default;
    CuratedOperand(const CuratedOperand &) = delete;
    CuratedOperand &operator=(const CuratedOperand &) = delete;
    /// `wanted` is the semiring's type; never a user type.
    void bind(const void *data, const Type *type, bool is_iso, const Type *wanted) noexcept {
        values = data;
        step_mask = is_iso ? 0 : ~std::uint64_t{0};
        if (is_iso && type != wanted && type->code != TypeCode::user) {
            cast_values(cast_value, wanted, data, type, 1);
            values = cast_value;
        }
    }
};

/// The type to hand to find_curated() for an operand.
inline const Type *curated_operand_type(const Type *type, bool is_iso) noexcept {
    return is_iso && type->code != TypeCode::user ? nullptr : type;
}

} // namespace grb
