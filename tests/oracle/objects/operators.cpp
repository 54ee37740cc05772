// Unary and binary operators on values at the edges of their domains, casts, and reductions.
#include "oracle/objects/objects.hpp"

#include <graphblast/gxb_objects.h>

namespace grb::oracle {
namespace {

template <class Z, class X>
void print_unary(const char *name, GrB_UnaryOp op) {
    const Values<X> values = edge_values<X>();
    const auto x = VectorOf::of<X>(values);
    const VectorOf z(Api<Z>::type(), values.size());
    const GrB_Info info = GrB_Vector_apply(z.get(), nullptr, nullptr, op, x->get(), nullptr);
    if (info != GrB_SUCCESS) {
        std::printf("unary %s code %d\n", name, static_cast<int>(info));
        return;
    }
    const Values<Z> results = z.read<Z>(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::printf("unary %s(%s) = %s\n", name, text_of(values[k].value).c_str(),
                    text_of(results[k].value).c_str());
    }
}

template <class T>
bool is_same_value(T x, T y) {
    return text_of(x) == text_of(y);
}

/// All pairs of values. ANY may give either operand.
template <class Z, class X, class Y>
void print_binary(const std::string &name, GrB_BinaryOp op) {
    const Values<X> xs = edge_values<X>();
    const Values<Y> ys = edge_values<Y>();
    Values<X> left;
    Values<Y> right;
    for (const Element<X> &x : xs) {
        for (const Element<Y> &y : ys) {
            left.push_back(x);
            right.push_back(y);
        }
    }
    const auto x = VectorOf::of<X>(left);
    const auto y = VectorOf::of<Y>(right);
    const VectorOf z(Api<Z>::type(), left.size());
    require(
        GrB_Vector_eWiseMult_BinaryOp(z.get(), nullptr, nullptr, op, x->get(), y->get(), nullptr),
        name.c_str());
    const Values<Z> results = z.read<Z>(left.size());
    for (std::size_t k = 0; k < left.size(); ++k) {
        std::string result = text_of(results[k].value);
        if constexpr (std::is_same_v<X, Z> && std::is_same_v<Y, Z>) {
            if (name.rfind("ANY_", 0) == 0 && (is_same_value(results[k].value, left[k].value) ||
                                               is_same_value(results[k].value, right[k].value)))
                result = "one of both";
        }
        std::printf("binary %s(%s, %s) = %s\n", name.c_str(), text_of(left[k].value).c_str(),
                    text_of(right[k].value).c_str(), result.c_str());
    }
}

template <class Z, class X>
void print_cast() {
    const Values<X> values = edge_values<X>();
    const auto x = VectorOf::of<X>(values);
    const VectorOf z(Api<Z>::type(), values.size());
    require(GrB_Vector_assign(z.get(), nullptr, nullptr, x->get(), GrB_ALL, values.size(), nullptr),
            "assign");
    const Values<Z> results = z.read<Z>(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) {
        std::printf("cast %s(%s %s) = %s\n", Api<Z>::name, Api<X>::name,
                    text_of(values[k].value).c_str(), text_of(results[k].value).c_str());
    }
}

template <class X>
void print_casts() {
#define ORACLE_CAST(P, SUFFIX, type) print_cast<SUFFIX, X>();
    ORACLE_REAL_DOMAINS(ORACLE_CAST)
    ORACLE_COMPLEX_DOMAINS(ORACLE_CAST)
#undef ORACLE_CAST
}

/// Two values at a time: the order of addition decides nothing.
template <class T>
void print_monoid(const char *name, GrB_Monoid monoid) {
    const bool is_any = std::string(name).rfind("ANY_", 0) == 0;
    Values<T> values = edge_values<T>();
    T nothing{};
    const VectorOf empty(Api<T>::type(), 1);
    require(Api<T>::reduce_vector(&nothing, nullptr, monoid, empty.get(), nullptr), name);
    std::printf("monoid %s() = %s\n", name, text_of(nothing).c_str());
    for (std::size_t k = 0; k + 1 < values.size(); ++k) {
        const T x = values[k].value, y = values[values.size() - 1 - k].value;
        const auto both = VectorOf::of<T>({{x}, {y}});
        T sum{};
        require(Api<T>::reduce_vector(&sum, nullptr, monoid, both->get(), nullptr), name);
        const bool is_one = is_any && (is_same_value(sum, x) || is_same_value(sum, y));
        std::printf("monoid %s(%s, %s) = %s\n", name, text_of(x).c_str(), text_of(y).c_str(),
                    is_one ? "one of both" : text_of(sum).c_str());
    }
}

} // namespace

#define ORACLE_INTEGERS(M, ...) \
    M(INT8, __VA_ARGS__)        \
    M(INT16, __VA_ARGS__)       \
    M(INT32, __VA_ARGS__) M(INT64, __VA_ARGS__) ORACLE_UNSIGNED(M, __VA_ARGS__)
#define ORACLE_UNSIGNED(M, ...) \
    M(UINT8, __VA_ARGS__) M(UINT16, __VA_ARGS__) M(UINT32, __VA_ARGS__) M(UINT64, __VA_ARGS__)
#define ORACLE_REAL_FLOATS(M, ...) M(FP32, __VA_ARGS__) M(FP64, __VA_ARGS__)
#define ORACLE_COMPLEX(M, ...) M(FC32, __VA_ARGS__) M(FC64, __VA_ARGS__)
#define ORACLE_FLOATS(M, ...) ORACLE_REAL_FLOATS(M, __VA_ARGS__) ORACLE_COMPLEX(M, __VA_ARGS__)
#define ORACLE_NUMBERS(M, ...) ORACLE_INTEGERS(M, __VA_ARGS__) ORACLE_REAL_FLOATS(M, __VA_ARGS__)
#define ORACLE_REAL(M, ...) M(BOOL, __VA_ARGS__) ORACLE_NUMBERS(M, __VA_ARGS__)
#define ORACLE_ALL(M, ...) ORACLE_REAL(M, __VA_ARGS__) ORACLE_COMPLEX(M, __VA_ARGS__)

#define ORACLE_UNARY(T, NAME) print_unary<T, T>(#NAME "_" #T, GxB_##NAME##_##T);
#define ORACLE_UNARY_AS(T, NAME, Z) print_unary<Z, T>(#NAME "_" #T, GxB_##NAME##_##T);

void print_unary_operators() {
    ORACLE_ALL(ORACLE_UNARY, ONE)
    ORACLE_REAL(ORACLE_UNARY, ABS)
    ORACLE_REAL(ORACLE_UNARY, LNOT)
    ORACLE_COMPLEX(ORACLE_UNARY, IDENTITY)
    ORACLE_COMPLEX(ORACLE_UNARY, AINV)
    ORACLE_COMPLEX(ORACLE_UNARY, MINV)
    ORACLE_FLOATS(ORACLE_UNARY, EXP)
    ORACLE_FLOATS(ORACLE_UNARY, LOG)
    ORACLE_FLOATS(ORACLE_UNARY, SQRT)
    ORACLE_FLOATS(ORACLE_UNARY, EXP2)
    ORACLE_FLOATS(ORACLE_UNARY, EXPM1)
    ORACLE_FLOATS(ORACLE_UNARY, LOG2)
    ORACLE_FLOATS(ORACLE_UNARY, LOG10)
    ORACLE_FLOATS(ORACLE_UNARY, LOG1P)
    ORACLE_FLOATS(ORACLE_UNARY, SIN)
    ORACLE_FLOATS(ORACLE_UNARY, COS)
    ORACLE_FLOATS(ORACLE_UNARY, TAN)
    ORACLE_FLOATS(ORACLE_UNARY, ASIN)
    ORACLE_FLOATS(ORACLE_UNARY, ACOS)
    ORACLE_FLOATS(ORACLE_UNARY, ATAN)
    ORACLE_FLOATS(ORACLE_UNARY, SINH)
    ORACLE_FLOATS(ORACLE_UNARY, COSH)
    ORACLE_FLOATS(ORACLE_UNARY, TANH)
    ORACLE_FLOATS(ORACLE_UNARY, ASINH)
    ORACLE_FLOATS(ORACLE_UNARY, ACOSH)
    ORACLE_FLOATS(ORACLE_UNARY, ATANH)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, CBRT)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, LGAMMA)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, TGAMMA)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, ERF)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, ERFC)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, FREXPX)
    ORACLE_REAL_FLOATS(ORACLE_UNARY, FREXPE)
    ORACLE_FLOATS(ORACLE_UNARY, CEIL)
    ORACLE_FLOATS(ORACLE_UNARY, FLOOR)
    ORACLE_FLOATS(ORACLE_UNARY, ROUND)
    ORACLE_FLOATS(ORACLE_UNARY, TRUNC)
    ORACLE_FLOATS(ORACLE_UNARY, SIGNUM)
    ORACLE_FLOATS(ORACLE_UNARY_AS, ISINF, BOOL)
    ORACLE_FLOATS(ORACLE_UNARY_AS, ISNAN, BOOL)
    ORACLE_FLOATS(ORACLE_UNARY_AS, ISFINITE, BOOL)
    ORACLE_COMPLEX(ORACLE_UNARY, CONJ)
    ORACLE_UNARY_AS(FC32, ABS, FP32)
    ORACLE_UNARY_AS(FC64, ABS, FP64)
    ORACLE_UNARY_AS(FC32, CREAL, FP32)
    ORACLE_UNARY_AS(FC64, CREAL, FP64)
    ORACLE_UNARY_AS(FC32, CIMAG, FP32)
    ORACLE_UNARY_AS(FC64, CIMAG, FP64)
    ORACLE_UNARY_AS(FC32, CARG, FP32)
    ORACLE_UNARY_AS(FC64, CARG, FP64)
}

#define ORACLE_BINARY(T, NAME) print_binary<T, T, T>(#NAME "_" #T, GxB_##NAME##_##T);
#define ORACLE_COMPARISON(T, NAME) print_binary<BOOL, T, T>(#NAME "_" #T, GxB_##NAME##_##T);
#define ORACLE_SHIFT(T, NAME) print_binary<T, T, INT8>(#NAME "_" #T, GxB_##NAME##_##T);

void print_binary_operators() {
    ORACLE_ALL(ORACLE_BINARY, PAIR)
    ORACLE_ALL(ORACLE_BINARY, ANY)
    ORACLE_ALL(ORACLE_BINARY, POW)
    ORACLE_ALL(ORACLE_BINARY, RMINUS)
    ORACLE_ALL(ORACLE_BINARY, RDIV)
    ORACLE_ALL(ORACLE_BINARY, ISEQ)
    ORACLE_ALL(ORACLE_BINARY, ISNE)
    ORACLE_REAL(ORACLE_BINARY, ISGT)
    ORACLE_REAL(ORACLE_BINARY, ISLT)
    ORACLE_REAL(ORACLE_BINARY, ISGE)
    ORACLE_REAL(ORACLE_BINARY, ISLE)
    ORACLE_REAL(ORACLE_BINARY, LOR)
    ORACLE_REAL(ORACLE_BINARY, LAND)
    ORACLE_REAL(ORACLE_BINARY, LXOR)
    ORACLE_COMPLEX(ORACLE_BINARY, FIRST)
    ORACLE_COMPLEX(ORACLE_BINARY, SECOND)
    ORACLE_COMPLEX(ORACLE_BINARY, ONEB)
    ORACLE_COMPLEX(ORACLE_BINARY, PLUS)
    ORACLE_COMPLEX(ORACLE_BINARY, MINUS)
    ORACLE_COMPLEX(ORACLE_BINARY, TIMES)
    ORACLE_COMPLEX(ORACLE_BINARY, DIV)
    ORACLE_COMPLEX(ORACLE_COMPARISON, EQ)
    ORACLE_COMPLEX(ORACLE_COMPARISON, NE)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, ATAN2)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, HYPOT)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, FMOD)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, REMAINDER)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, LDEXP)
    ORACLE_REAL_FLOATS(ORACLE_BINARY, COPYSIGN)
    print_binary<FC32, FP32, FP32>("CMPLX_FP32", GxB_CMPLX_FP32);
    print_binary<FC64, FP64, FP64>("CMPLX_FP64", GxB_CMPLX_FP64);
    ORACLE_INTEGERS(ORACLE_BINARY, BGET)
    ORACLE_INTEGERS(ORACLE_BINARY, BSET)
    ORACLE_INTEGERS(ORACLE_BINARY, BCLR)
    ORACLE_INTEGERS(ORACLE_SHIFT, BSHIFT)
}

void print_all_casts() {
#define ORACLE_CASTS(P, SUFFIX, type) print_casts<SUFFIX>();
    ORACLE_REAL_DOMAINS(ORACLE_CASTS)
    ORACLE_COMPLEX_DOMAINS(ORACLE_CASTS)
#undef ORACLE_CASTS
}

#define ORACLE_MONOID(T, NAME) print_monoid<T>(#NAME "_" #T, GxB_##NAME##_##T##_MONOID);

void print_monoids() {
    ORACLE_NUMBERS(ORACLE_MONOID, MIN)
    ORACLE_NUMBERS(ORACLE_MONOID, MAX)
    ORACLE_NUMBERS(ORACLE_MONOID, PLUS)
    ORACLE_COMPLEX(ORACLE_MONOID, PLUS)
    ORACLE_NUMBERS(ORACLE_MONOID, TIMES)
    ORACLE_COMPLEX(ORACLE_MONOID, TIMES)
    ORACLE_ALL(ORACLE_MONOID, ANY)
    ORACLE_MONOID(BOOL, LOR)
    ORACLE_MONOID(BOOL, LAND)
    ORACLE_MONOID(BOOL, LXOR)
    ORACLE_MONOID(BOOL, LXNOR)
    ORACLE_MONOID(BOOL, EQ)
    ORACLE_UNSIGNED(ORACLE_MONOID, BOR)
    ORACLE_UNSIGNED(ORACLE_MONOID, BAND)
    ORACLE_UNSIGNED(ORACLE_MONOID, BXOR)
    ORACLE_UNSIGNED(ORACLE_MONOID, BXNOR)
}

} // namespace grb::oracle
