// Finds predefined objects by their codes, and their names in logs.
#include "algebra/predefined.hpp"

namespace grb {

namespace {

/// Users' types have no predefined operators. Narrow types use those of the types that they are
/// cast to.
constexpr bool has_operators(TypeCode type) noexcept {
    return type != TypeCode::user && !is_narrow_code(type);
}

std::size_t distance(TypeCode type, TypeCode first) noexcept {
    return static_cast<std::size_t>(type) - static_cast<std::size_t>(first);
}

template <class Op>
bool store_terminal([[maybe_unused]] void *terminal) noexcept {
    if constexpr (Op::has_terminal) {
        const typename Op::Z value = Op::terminal();
        std::memcpy(terminal, &value, sizeof value);
    }
    return Op::has_terminal;
}

} // namespace

const BinaryOp *find_binary_op(BinaryCode code, TypeCode type) noexcept {
    if (!has_operators(type)) return nullptr;
    switch (code) {
#define GRB_CASE(code, Functor, NAME) \
    case BinaryCode::code:            \
        return &predefined::code##_ops[distance(type, TypeCode::boolean)];
        GRB_BINARY_OVER_ALL(GRB_CASE)
        GRB_EXTENDED_OVER_ALL(GRB_CASE)
#undef GRB_CASE
#define GRB_CASE(code, Functor, NAME)                                                          \
    case BinaryCode::code:                                                                     \
        return is_real_code(type) ? &predefined::code##_ops[distance(type, TypeCode::boolean)] \
                                  : nullptr;
        GRB_BINARY_OVER_REAL(GRB_CASE)
        GRB_EXTENDED_OVER_REAL(GRB_CASE)
        GRB_BINARY_LOGICAL(GRB_CASE)
#undef GRB_CASE
#define GRB_CASE(code, Functor, NAME)                                                          \
    case BinaryCode::code:                                                                     \
        return is_integer_code(type) ? &predefined::code##_ops[distance(type, TypeCode::int8)] \
                                     : nullptr;
        GRB_BINARY_OVER_INTEGERS(GRB_CASE)
        GRB_EXTENDED_OVER_INTEGERS(GRB_CASE)
#undef GRB_CASE
#define GRB_CASE(code, Functor, NAME)                                                        \
    case BinaryCode::code:                                                                   \
        return is_float_code(type) ? &predefined::code##_ops[distance(type, TypeCode::fp32)] \
                                   : nullptr;
        GRB_EXTENDED_OVER_FLOATS(GRB_CASE)
#undef GRB_CASE
    case BinaryCode::lxnor:
        return type == TypeCode::boolean ? &predefined::lxnor_ops[0] : nullptr;
    default:
        return nullptr;
    }
}

const UnaryOp *find_unary_op(UnaryCode code, TypeCode type) noexcept {
    if (!has_operators(type)) return nullptr;
    const std::size_t k = distance(type, TypeCode::boolean);
    const bool is_float = is_float_code(type) || is_complex_code(type);
    switch (code) {
    case UnaryCode::identity:
        return &predefined::identity_ops[k];
    case UnaryCode::abs:
        return &predefined::abs_ops[k];
    case UnaryCode::ainv:
        return &predefined::ainv_ops[k];
    case UnaryCode::minv:
        return &predefined::minv_ops[k];
    case UnaryCode::lnot:
        return is_real_code(type) ? &predefined::lnot_ops[k] : nullptr;
    case UnaryCode::bnot:
        return is_integer_code(type) ? &predefined::bnot_ops[distance(type, TypeCode::int8)]
                                     : nullptr;
    case UnaryCode::exp:
        return is_float ? &predefined::exp_ops[distance(type, TypeCode::fp32)] : nullptr;
    case UnaryCode::log:
        return is_float ? &predefined::log_ops[distance(type, TypeCode::fp32)] : nullptr;
    case UnaryCode::sqrt:
        return is_float ? &predefined::sqrt_ops[distance(type, TypeCode::fp32)] : nullptr;
    default:
        return nullptr;
    }
}

const Monoid *find_monoid(BinaryCode code, TypeCode type) noexcept {
    if (!has_operators(type)) return nullptr;
    if (code == BinaryCode::any) return &predefined::any_monoids[distance(type, TypeCode::boolean)];
    if (type == TypeCode::boolean) {
        switch (code) {
        case BinaryCode::lor:
            return predefined::lor_monoids;
        case BinaryCode::land:
            return predefined::land_monoids;
        case BinaryCode::lxor:
            return predefined::lxor_monoids;
        case BinaryCode::lxnor:
            return predefined::lxnor_monoids;
        default:
            return nullptr;
        }
    }
    const std::size_t k = distance(type, TypeCode::int8);
    switch (code) {
    case BinaryCode::plus:
        return &predefined::plus_monoids[k];
    case BinaryCode::times:
        return &predefined::times_monoids[k];
    case BinaryCode::min:
        return is_real_code(type) ? &predefined::min_monoids[k] : nullptr;
    case BinaryCode::max:
        return is_real_code(type) ? &predefined::max_monoids[k] : nullptr;
    default:
        return nullptr;
    }
}

bool terminal_of(BinaryCode code, TypeCode type, void *terminal) noexcept {
    if (!is_real_code(type) || find_binary_op(code, type) == nullptr) return false;
    return dispatch_type(type, [&](auto tag) -> bool {
        using T = typename decltype(tag)::type;
        switch (code) {
#define GRB_CASE(code, Functor, NAME) \
    case BinaryCode::code:            \
        return store_terminal<Functor<T>>(terminal);
            GRB_BINARY_OVER_ALL(GRB_CASE)
            GRB_BINARY_OVER_REAL(GRB_CASE)
            GRB_BINARY_LOGICAL(GRB_CASE)
#undef GRB_CASE
        default:
            break;
        }
        if constexpr (is_integer<T>) {
            if (code == BinaryCode::bor) return store_terminal<Bor<T>>(terminal);
            if (code == BinaryCode::band) return store_terminal<Band<T>>(terminal);
        }
        return false;
    });
}

const char *short_name(BinaryCode code) noexcept {
    switch (code) {
#define GRB_CASE(code, Functor, NAME) \
    case BinaryCode::code:            \
        return #NAME;
        GRB_BINARY_OVER_ALL(GRB_CASE)
        GRB_EXTENDED_OVER_ALL(GRB_CASE)
        GRB_BINARY_OVER_REAL(GRB_CASE)
        GRB_EXTENDED_OVER_REAL(GRB_CASE)
        GRB_BINARY_LOGICAL(GRB_CASE)
        GRB_BINARY_OVER_INTEGERS(GRB_CASE)
        GRB_EXTENDED_OVER_INTEGERS(GRB_CASE)
        GRB_EXTENDED_OVER_FLOATS(GRB_CASE)
        GRB_POSITIONAL(GRB_CASE)
#undef GRB_CASE
    case BinaryCode::lxnor:
        return "LXNOR";
    case BinaryCode::ignore_dup:
        return "IGNORE_DUP";
    default:
        return "user";
    }
}

#define GRB_CASE(code, Functor, NAME) \
    case Code::code:                  \
        return #Functor;
const char *functor_name(BinaryCode code) noexcept {
    using Code = BinaryCode;
    switch (code) {
        GRB_BINARY_OVER_ALL(GRB_CASE)
        GRB_EXTENDED_OVER_ALL(GRB_CASE)
        GRB_BINARY_OVER_REAL(GRB_CASE)
        GRB_EXTENDED_OVER_REAL(GRB_CASE)
        GRB_BINARY_LOGICAL(GRB_CASE)
        GRB_CASE(lxnor, Lxnor, LXNOR)
        GRB_BINARY_OVER_INTEGERS(GRB_CASE)
        GRB_EXTENDED_OVER_INTEGERS(GRB_CASE)
        GRB_EXTENDED_OVER_FLOATS(GRB_CASE)
    default:
        return nullptr;
    }
}

const char *functor_name(UnaryCode code) noexcept {
    using Code = UnaryCode;
    switch (code) {
        GRB_UNARY_OVER_ALL(GRB_CASE)
        GRB_EXTENDED_UNARY_OVER_ALL(GRB_CASE)
        GRB_CASE(lnot, Lnot, LNOT)
        GRB_CASE(bnot, Bnot, BNOT)
        GRB_UNARY_OVER_FLOATS(GRB_CASE)
        GRB_EXTENDED_UNARY_OVER_FLOATS(GRB_CASE)
        GRB_EXTENDED_UNARY_OVER_REAL_FLOATS(GRB_CASE)
        GRB_CASE(conj, Conj, CONJ)
        GRB_CASE(creal, Creal, CREAL)
        GRB_CASE(cimag, Cimag, CIMAG)
        GRB_CASE(carg, Carg, CARG)
    default:
        return nullptr;
    }
}
#undef GRB_CASE

const char *short_name(TypeCode code) noexcept {
#define GRB_NAME(code, P, SUFFIX, ...) , #SUFFIX
    static constexpr const char *names[] = {"UDT" GRB_BUILTIN_TYPES(GRB_NAME)};
#undef GRB_NAME
    return names[static_cast<std::size_t>(code)];
}

} // namespace grb
