// Makes the operators, monoids and semirings that random calls draw from.
#include "oracle/algebra.h"

#include <cstdio>
#include <cstdlib>

namespace grb::oracle {
namespace {

#define ORACLE_SIGNED(declare, stem) \
    declare(stem, INT8) declare(stem, INT16) declare(stem, INT32) declare(stem, INT64)
#define ORACLE_UNSIGNED(declare, stem) \
    declare(stem, UINT8) declare(stem, UINT16) declare(stem, UINT32) declare(stem, UINT64)
#define ORACLE_INTEGERS(declare, stem) ORACLE_SIGNED(declare, stem) ORACLE_UNSIGNED(declare, stem)
#define ORACLE_NUMBERS(declare, stem) \
    ORACLE_INTEGERS(declare, stem) declare(stem, FP32) declare(stem, FP64)
#define ORACLE_DOMAINS(declare, stem) declare(stem, BOOL) ORACLE_NUMBERS(declare, stem)

void require(GrB_Info info) {
    if (info == GrB_SUCCESS) return;
    std::fprintf(stderr, "making the operators failed with code %d\n", static_cast<int>(info));
    std::exit(2);
}

std::int64_t wrap(std::uint64_t x) {
    return static_cast<std::int64_t>(x);
}
std::uint64_t bits(std::int64_t x) {
    return static_cast<std::uint64_t>(x);
}
const Pair &pair_at(const void *p) {
    return *static_cast<const Pair *>(p);
}
std::int64_t int64_at(const void *p) {
    return *static_cast<const std::int64_t *>(p);
}

// z may be x or y: the result is complete before it is written.
void store(void *z, std::int64_t a, std::int64_t b) {
    *static_cast<Pair *>(z) = Pair{a, b};
}

void pair_swap(void *z, const void *x) {
    store(z, pair_at(x).b, pair_at(x).a);
}
void pair_left(void *z, const void *x) {
    *static_cast<double *>(z) = static_cast<double>(pair_at(x).a);
}
void pair_plus(void *z, const void *x, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    store(z, wrap(bits(p.a) + bits(q.a)), wrap(bits(p.b) + bits(q.b)));
}
/// The product of a + b i and its like.
void pair_times(void *z, const void *x, const void *y) {
    const Pair p = pair_at(x), q = pair_at(y);
    store(z, wrap(bits(p.a) * bits(q.a) - bits(p.b) * bits(q.b)),
          wrap(bits(p.a) * bits(q.b) + bits(p.b) * bits(q.a)));
}
void pair_first(void *z, const void *x, const void *) {
    store(z, pair_at(x).a, pair_at(x).b);
}
void pair_less(void *z, const void *x, const void *y) {
    *static_cast<bool *>(z) = pair_at(x).a < pair_at(y).a;
}
void pair_of(void *z, const void *x, const void *y) {
    store(z, int64_at(x), int64_at(y));
}
void minus_twice(void *z, const void *x, const void *y) {
    *static_cast<std::int64_t *>(z) = wrap(bits(int64_at(x)) - 2 * bits(int64_at(y)));
}
void pair_at_position(void *z, const void *x, Index i, Index j, const void *y) {
    const Pair p = pair_at(x);
    store(z, wrap(bits(p.a) + i), wrap(bits(p.b) + j + bits(pair_at(y).a)));
}
void on_even_positions(void *z, const void *x, Index i, Index j, const void *y) {
    const std::uint64_t sum = i + j + bits(int64_at(x)) + bits(int64_at(y));
    *static_cast<bool *>(z) = sum % 2 == 0;
}

bool is_comparison(const std::string &base) {
    return base == "EQ" || base == "NE" || base == "GT" || base == "LT" || base == "GE" ||
           base == "LE";
}

} // namespace

void Algebra::add_unary_operators() {
#define ORACLE_UNARY(stem, T) unary.push_back({#stem "_" #T, GrB_##stem##_##T, type_##T, type_##T});
    ORACLE_DOMAINS(ORACLE_UNARY, IDENTITY)
    ORACLE_DOMAINS(ORACLE_UNARY, ABS)
    ORACLE_DOMAINS(ORACLE_UNARY, AINV)
    ORACLE_DOMAINS(ORACLE_UNARY, MINV)
    ORACLE_INTEGERS(ORACLE_UNARY, BNOT)
    unary.push_back({"LNOT", GrB_LNOT, type_BOOL, type_BOOL});
}

void Algebra::add_binary_operators() {
#define ORACLE_BINARY(stem, T)                               \
    binary.push_back({#stem "_" #T, #stem, GrB_##stem##_##T, \
                      is_comparison(#stem) ? type_BOOL : type_##T, type_##T, type_##T});
    ORACLE_DOMAINS(ORACLE_BINARY, FIRST)
    ORACLE_DOMAINS(ORACLE_BINARY, SECOND)
    ORACLE_DOMAINS(ORACLE_BINARY, ONEB)
    ORACLE_DOMAINS(ORACLE_BINARY, MIN)
    ORACLE_DOMAINS(ORACLE_BINARY, MAX)
    ORACLE_DOMAINS(ORACLE_BINARY, PLUS)
    ORACLE_DOMAINS(ORACLE_BINARY, MINUS)
    ORACLE_DOMAINS(ORACLE_BINARY, TIMES)
    ORACLE_DOMAINS(ORACLE_BINARY, DIV)
    ORACLE_DOMAINS(ORACLE_BINARY, EQ)
    ORACLE_DOMAINS(ORACLE_BINARY, NE)
    ORACLE_DOMAINS(ORACLE_BINARY, GT)
    ORACLE_DOMAINS(ORACLE_BINARY, LT)
    ORACLE_DOMAINS(ORACLE_BINARY, GE)
    ORACLE_DOMAINS(ORACLE_BINARY, LE)
    ORACLE_INTEGERS(ORACLE_BINARY, BOR)
    ORACLE_INTEGERS(ORACLE_BINARY, BAND)
    ORACLE_INTEGERS(ORACLE_BINARY, BXOR)
    ORACLE_INTEGERS(ORACLE_BINARY, BXNOR)
#define ORACLE_LOGICAL(stem) \
    binary.push_back({#stem, #stem, GrB_##stem, type_BOOL, type_BOOL, type_BOOL});
    ORACLE_LOGICAL(LOR)
    ORACLE_LOGICAL(LAND)
    ORACLE_LOGICAL(LXOR)
    ORACLE_LOGICAL(LXNOR)
}

void Algebra::add_index_operators() {
#define ORACLE_POSITION(stem, T) \
    index.push_back({#stem "_" #T, GrB_##stem##_##T, type_##T, -1, type_##T});
#define ORACLE_POSITIONS(stem) ORACLE_POSITION(stem, INT32) ORACLE_POSITION(stem, INT64)
    ORACLE_POSITIONS(ROWINDEX)
    ORACLE_POSITIONS(COLINDEX)
    ORACLE_POSITIONS(DIAGINDEX)
#define ORACLE_PLACE(stem) index.push_back({#stem, GrB_##stem, type_BOOL, -1, type_INT64});
    ORACLE_PLACE(TRIL)
    ORACLE_PLACE(TRIU)
    ORACLE_PLACE(DIAG)
    ORACLE_PLACE(OFFDIAG)
    ORACLE_PLACE(COLLE)
    ORACLE_PLACE(COLGT)
    ORACLE_PLACE(ROWLE)
    ORACLE_PLACE(ROWGT)
#define ORACLE_VALUE_TEST(stem, T) \
    index.push_back({#stem "_" #T, GrB_##stem##_##T, type_BOOL, type_##T, type_##T});
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUEEQ)
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUENE)
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUELT)
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUELE)
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUEGT)
    ORACLE_DOMAINS(ORACLE_VALUE_TEST, VALUEGE)
}

void Algebra::add_predefined_monoids() {
#define ORACLE_MONOID(stem, T) \
    monoids.push_back({#stem "_MONOID_" #T, GrB_##stem##_MONOID_##T, binary_named(#stem "_" #T)});
    ORACLE_NUMBERS(ORACLE_MONOID, PLUS)
    ORACLE_NUMBERS(ORACLE_MONOID, TIMES)
    ORACLE_NUMBERS(ORACLE_MONOID, MIN)
    ORACLE_NUMBERS(ORACLE_MONOID, MAX)
#define ORACLE_BOOL_MONOID(stem) \
    monoids.push_back({#stem "_MONOID_BOOL", GrB_##stem##_MONOID_BOOL, binary_named(#stem)});
    ORACLE_BOOL_MONOID(LOR)
    ORACLE_BOOL_MONOID(LAND)
    ORACLE_BOOL_MONOID(LXOR)
    ORACLE_BOOL_MONOID(LXNOR)
}

Algebra::Algebra() {
    add_unary_operators();
    add_binary_operators();
    add_index_operators();
    add_user_operators();
    add_predefined_monoids();
    add_user_monoids();
    add_predefined_semirings();
    predefined_semirings = semirings.size();
    add_user_semirings();
}

Algebra::~Algebra() {
    for (GrB_Semiring &semiring : user_semirings_) GrB_Semiring_free(&semiring);
    for (GrB_Monoid &monoid : user_monoids_) GrB_Monoid_free(&monoid);
    for (GrB_UnaryOp &op : user_unary_) GrB_UnaryOp_free(&op);
    for (GrB_BinaryOp &op : user_binary_) GrB_BinaryOp_free(&op);
    for (GrB_IndexUnaryOp &op : user_index_) GrB_IndexUnaryOp_free(&op);
}

const Binary &Algebra::binary_named(const std::string &name) const {
    for (const Binary &op : binary) {
        if (op.name == name) return op;
    }
    std::fprintf(stderr, "no operator %s\n", name.c_str());
    std::exit(2);
}

void Algebra::add_user_operators() {
    const auto add_unary = [&](const char *name, GxB_unary_function f, int z, int x) {
        GrB_UnaryOp op = nullptr;
        require(GrB_UnaryOp_new(&op, f, type_handle(z), type_handle(x)));
        user_unary_.push_back(op);
        unary.push_back({name, op, z, x});
    };
    const auto add_binary = [&](const char *name, GxB_binary_function f, int z, int x, int y) {
        GrB_BinaryOp op = nullptr;
        require(GrB_BinaryOp_new(&op, f, type_handle(z), type_handle(x), type_handle(y)));
        user_binary_.push_back(op);
        binary.push_back({name, name, op, z, x, y});
    };
    const auto add_index = [&](const char *name, GxB_index_unary_function f, int z, int x, int y) {
        GrB_IndexUnaryOp op = nullptr;
        require(GrB_IndexUnaryOp_new(&op, f, type_handle(z), type_handle(x), type_handle(y)));
        user_index_.push_back(op);
        index.push_back({name, op, z, x, y});
    };
    add_unary("pair_swap", pair_swap, type_pair, type_pair);
    add_unary("pair_left", pair_left, type_FP64, type_pair);
    add_binary("pair_plus", pair_plus, type_pair, type_pair, type_pair);
    add_binary("pair_times", pair_times, type_pair, type_pair, type_pair);
    add_binary("pair_first", pair_first, type_pair, type_pair, type_pair);
    add_binary("pair_less", pair_less, type_BOOL, type_pair, type_pair);
    add_binary("pair_of", pair_of, type_pair, type_INT64, type_INT64);
    add_binary("minus_twice", minus_twice, type_INT64, type_INT64, type_INT64);
    add_index("pair_at_position", pair_at_position, type_pair, type_pair, type_pair);
    add_index("on_even_positions", on_even_positions, type_BOOL, type_INT64, type_INT64);
}

void Algebra::add_user_monoids() {
    const auto add = [&](const std::string &op_name, auto make, auto identity) {
        GrB_Monoid monoid = nullptr;
        const Binary &op = binary_named(op_name);
        require(make(&monoid, op.handle, identity));
        user_monoids_.push_back(monoid);
        monoids.push_back({"monoid(" + op_name + ")", monoid, op});
    };
    const Pair zero{0, 0};
    add("pair_plus", GrB_Monoid_new_UDT, static_cast<const void *>(&zero));
    add("BOR_UINT8", GrB_Monoid_new_UINT8, std::uint8_t{0});
    add("BAND_UINT16", GrB_Monoid_new_UINT16, std::uint16_t(-1));
    add("BXOR_UINT32", GrB_Monoid_new_UINT32, std::uint32_t{0});
    add("BXNOR_UINT64", GrB_Monoid_new_UINT64, std::uint64_t(-1));
    add("BOR_INT32", GrB_Monoid_new_INT32, std::int32_t{0});
    add("EQ_BOOL", GrB_Monoid_new_BOOL, true);
    add("PLUS_BOOL", GrB_Monoid_new_BOOL, false);
}

void Algebra::add_predefined_semirings() {
    const auto add = [&](const std::string &name, GrB_Semiring handle, const std::string &monoid,
                         const std::string &multiply) {
        for (const Monoid &candidate : monoids) {
            if (candidate.name != monoid) continue;
            semirings.push_back({name, handle, &candidate, binary_named(multiply)});
            return;
        }
        std::fprintf(stderr, "no monoid %s\n", monoid.c_str());
        std::exit(2);
    };
#define ORACLE_SEMIRING(plus, times, T)                                        \
    add(#plus "_" #times "_SEMIRING_" #T, GrB_##plus##_##times##_SEMIRING_##T, \
        #plus "_MONOID_" #T, #times "_" #T);
#define ORACLE_SEMIRINGS(T)         \
    ORACLE_SEMIRING(PLUS, TIMES, T) \
    ORACLE_SEMIRING(PLUS, MIN, T)   \
    ORACLE_SEMIRING(MIN, PLUS, T)   \
    ORACLE_SEMIRING(MIN, TIMES, T)  \
    ORACLE_SEMIRING(MIN, FIRST, T)  \
    ORACLE_SEMIRING(MIN, SECOND, T) \
    ORACLE_SEMIRING(MIN, MAX, T)    \
    ORACLE_SEMIRING(MAX, PLUS, T)   \
    ORACLE_SEMIRING(MAX, TIMES, T)  \
    ORACLE_SEMIRING(MAX, FIRST, T)  \
    ORACLE_SEMIRING(MAX, SECOND, T) \
    ORACLE_SEMIRING(MAX, MIN, T)
#define ORACLE_SEMIRINGS_OF(stem, T) ORACLE_SEMIRINGS(T)
    ORACLE_NUMBERS(ORACLE_SEMIRINGS_OF, )
    add("LOR_LAND_SEMIRING_BOOL", GrB_LOR_LAND_SEMIRING_BOOL, "LOR_MONOID_BOOL", "LAND");
    add("LAND_LOR_SEMIRING_BOOL", GrB_LAND_LOR_SEMIRING_BOOL, "LAND_MONOID_BOOL", "LOR");
    add("LXOR_LAND_SEMIRING_BOOL", GrB_LXOR_LAND_SEMIRING_BOOL, "LXOR_MONOID_BOOL", "LAND");
    add("LXNOR_LOR_SEMIRING_BOOL", GrB_LXNOR_LOR_SEMIRING_BOOL, "LXNOR_MONOID_BOOL", "LOR");
}

/// Every monoid with every multiplication that fits it.
void Algebra::add_user_semirings() {
    for (const Monoid &monoid : monoids) {
        for (const Binary &multiply : binary) {
            if (multiply.z != monoid.op.z) continue;
            GrB_Semiring semiring = nullptr;
            require(GrB_Semiring_new(&semiring, monoid.handle, multiply.handle));
            user_semirings_.push_back(semiring);
            semirings.push_back({"semiring(" + monoid.name + ", " + multiply.name + ")", semiring,
                                 &monoid, multiply});
        }
    }
}

} // namespace grb::oracle
