// Defines the predefined operators of the specification (objects.tex, tables of operators).
#include "reference/operators.h"

#include "graphblast/gxb_objects.h"

#include <cstdio>
#include <cstdlib>

namespace grb::model {
namespace {

// F(prefix, suffix, TypeCode) for every type of a family, e.g. F(GrB_PLUS_, INT8, Int8).
#define SIGNED_TYPES(F, p) F(p, INT8, Int8) F(p, INT16, Int16) F(p, INT32, Int32) F(p, INT64, Int64)
#define UNSIGNED_TYPES(F, p) \
    F(p, UINT8, Uint8) F(p, UINT16, Uint16) F(p, UINT32, Uint32) F(p, UINT64, Uint64)
#define INTEGER_TYPES(F, p) SIGNED_TYPES(F, p) UNSIGNED_TYPES(F, p)
#define NUMBER_TYPES(F, p) INTEGER_TYPES(F, p) F(p, FP32, Fp32) F(p, FP64, Fp64)
#define ALL_TYPES(F, p) F(p, BOOL, Bool) NUMBER_TYPES(F, p)
#define FLOAT_TYPES(F, p) F(p, FP32, Fp32) F(p, FP64, Fp64)

template <class List>
auto &find(const List &list, const char *kind, const std::string &name, TypeCode type) {
    for (const auto &entry : list) {
        if (entry.name == name + "_" + type_of(type).name) return entry;
    }
    std::fprintf(stderr, "the catalogue of the model has no %s %s_%s\n", kind, name.c_str(),
                 type_of(type).name);
    std::abort();
}

template <class Op, class Handle>
Op with_handle(Op op, const Type &type, Handle handle) {
    op.name += std::string("_") + type.name;
    op.handle = handle;
    return op;
}

std::vector<UnaryOp> make_unary_ops() {
    std::vector<UnaryOp> ops;
    auto add = [&](const char *name, TypeCode code, GrB_UnaryOp handle) {
        ops.push_back(with_handle(unary_meaning(name, type_of(code)), type_of(code), handle));
    };
#define ADD(p, T, Code) add(#p, TypeCode::Code, GrB_##p##_##T);
    ALL_TYPES(ADD, IDENTITY)
    ALL_TYPES(ADD, ABS)
    ALL_TYPES(ADD, AINV)
    ALL_TYPES(ADD, MINV)
    INTEGER_TYPES(ADD, BNOT)
#undef ADD
    add("LNOT", TypeCode::Bool, GrB_LNOT);
    // These are SuiteSparse's, with a result exact to the bit.
#define ADD(p, T, Code) add(#p, TypeCode::Code, GxB_##p##_##T);
    ALL_TYPES(ADD, ONE)
    NUMBER_TYPES(ADD, LNOT)
    FLOAT_TYPES(ADD, CEIL)
    FLOAT_TYPES(ADD, FLOOR)
    FLOAT_TYPES(ADD, ROUND)
    FLOAT_TYPES(ADD, TRUNC)
    FLOAT_TYPES(ADD, SIGNUM)
    FLOAT_TYPES(ADD, FREXPX)
    FLOAT_TYPES(ADD, FREXPE)
    FLOAT_TYPES(ADD, ISINF)
    FLOAT_TYPES(ADD, ISNAN)
    FLOAT_TYPES(ADD, ISFINITE)
#undef ADD
    return ops;
}

std::vector<BinaryOp> make_binary_ops() {
    std::vector<BinaryOp> ops;
    auto add = [&](const char *name, TypeCode code, GrB_BinaryOp handle) {
        ops.push_back(with_handle(binary_meaning(name, type_of(code)), type_of(code), handle));
    };
#define ADD(p, T, Code) add(#p, TypeCode::Code, GrB_##p##_##T);
    ALL_TYPES(ADD, FIRST)
    ALL_TYPES(ADD, SECOND)
    ALL_TYPES(ADD, ONEB)
    ALL_TYPES(ADD, MIN)
    ALL_TYPES(ADD, MAX)
    ALL_TYPES(ADD, PLUS)
    ALL_TYPES(ADD, MINUS)
    ALL_TYPES(ADD, TIMES)
    ALL_TYPES(ADD, DIV)
    ALL_TYPES(ADD, EQ)
    ALL_TYPES(ADD, NE)
    ALL_TYPES(ADD, GT)
    ALL_TYPES(ADD, LT)
    ALL_TYPES(ADD, GE)
    ALL_TYPES(ADD, LE)
    INTEGER_TYPES(ADD, BOR)
    INTEGER_TYPES(ADD, BAND)
    INTEGER_TYPES(ADD, BXOR)
    INTEGER_TYPES(ADD, BXNOR)
#undef ADD
    add("LOR", TypeCode::Bool, GrB_LOR);
    add("LAND", TypeCode::Bool, GrB_LAND);
    add("LXOR", TypeCode::Bool, GrB_LXOR);
    add("LXNOR", TypeCode::Bool, GrB_LXNOR);
    // These are SuiteSparse's, with a result exact to the bit.
#define ADD(p, T, Code) add(#p, TypeCode::Code, GxB_##p##_##T);
    ALL_TYPES(ADD, ISEQ)
    ALL_TYPES(ADD, ISNE)
    ALL_TYPES(ADD, ISGT)
    ALL_TYPES(ADD, ISLT)
    ALL_TYPES(ADD, ISGE)
    ALL_TYPES(ADD, ISLE)
    ALL_TYPES(ADD, RMINUS)
    ALL_TYPES(ADD, RDIV)
    NUMBER_TYPES(ADD, LOR)
    NUMBER_TYPES(ADD, LAND)
    NUMBER_TYPES(ADD, LXOR)
    ADD(POW, BOOL, Bool)
    INTEGER_TYPES(ADD, POW)
    INTEGER_TYPES(ADD, BGET)
    INTEGER_TYPES(ADD, BSET)
    INTEGER_TYPES(ADD, BCLR)
    INTEGER_TYPES(ADD, BSHIFT)
    FLOAT_TYPES(ADD, FMOD)
    FLOAT_TYPES(ADD, REMAINDER)
    FLOAT_TYPES(ADD, LDEXP)
    // COPYSIGN is missing: it reads the sign of a NaN, which is undefined.
#undef ADD
    return ops;
}

std::vector<IndexUnaryOp> make_index_ops() {
    std::vector<IndexUnaryOp> ops;
    auto add = [&](const char *name, TypeCode code, GrB_IndexUnaryOp handle) {
        ops.push_back(with_handle(index_meaning(name, type_of(code)), type_of(code), handle));
    };
#define ADD(p, T, Code) add(#p, TypeCode::Code, GrB_##p##_##T);
    ALL_TYPES(ADD, VALUEEQ)
    ALL_TYPES(ADD, VALUENE)
    ALL_TYPES(ADD, VALUELT)
    ALL_TYPES(ADD, VALUELE)
    ALL_TYPES(ADD, VALUEGT)
    ALL_TYPES(ADD, VALUEGE)
    ADD(ROWINDEX, INT32, Int32)
    ADD(ROWINDEX, INT64, Int64)
    ADD(COLINDEX, INT32, Int32)
    ADD(COLINDEX, INT64, Int64)
    ADD(DIAGINDEX, INT32, Int32)
    ADD(DIAGINDEX, INT64, Int64)
#undef ADD
#define ADD(p) add(#p, TypeCode::Int64, GrB_##p)
    ADD(TRIL);
    ADD(TRIU);
    ADD(DIAG);
    ADD(OFFDIAG);
    ADD(COLLE);
    ADD(COLGT);
    ADD(ROWLE);
    ADD(ROWGT);
#undef ADD
    return ops;
}

Monoid make_monoid(const char *name, TypeCode code, GrB_Monoid handle) {
    const Type type = type_of(code);
    return {std::string(name) + "_" + type.name, binary_op(name, code),
            identity_meaning(name, type), handle};
}

std::vector<Monoid> make_monoids() {
    std::vector<Monoid> list;
#define ADD(p, T, Code) list.push_back(make_monoid(#p, TypeCode::Code, GrB_##p##_MONOID_##T));
    NUMBER_TYPES(ADD, PLUS)
    NUMBER_TYPES(ADD, TIMES)
    NUMBER_TYPES(ADD, MIN)
    NUMBER_TYPES(ADD, MAX)
    ADD(LOR, BOOL, Bool)
    ADD(LAND, BOOL, Bool)
    ADD(LXOR, BOOL, Bool)
    ADD(LXNOR, BOOL, Bool)
#undef ADD
    return list;
}

/// GrB_<add>_<multiply>_SEMIRING_<T>; `name` is "<add>_<multiply>".
Semiring make_semiring(const std::string &name, TypeCode code, GrB_Semiring handle) {
    const std::size_t split = name.find('_');
    return {name + "_" + type_of(code).name, monoid(name.substr(0, split), code),
            binary_op(name.substr(split + 1), code), handle};
}

std::vector<Semiring> make_semirings() {
    std::vector<Semiring> list;
#define ADD(p, T, Code) list.push_back(make_semiring(#p, TypeCode::Code, GrB_##p##_SEMIRING_##T));
    NUMBER_TYPES(ADD, PLUS_TIMES)
    NUMBER_TYPES(ADD, PLUS_MIN)
    NUMBER_TYPES(ADD, MIN_PLUS)
    NUMBER_TYPES(ADD, MIN_TIMES)
    NUMBER_TYPES(ADD, MIN_FIRST)
    NUMBER_TYPES(ADD, MIN_SECOND)
    NUMBER_TYPES(ADD, MIN_MAX)
    NUMBER_TYPES(ADD, MAX_PLUS)
    NUMBER_TYPES(ADD, MAX_TIMES)
    NUMBER_TYPES(ADD, MAX_FIRST)
    NUMBER_TYPES(ADD, MAX_SECOND)
    NUMBER_TYPES(ADD, MAX_MIN)
    ADD(LOR_LAND, BOOL, Bool)
    ADD(LAND_LOR, BOOL, Bool)
    ADD(LXOR_LAND, BOOL, Bool)
    ADD(LXNOR_LOR, BOOL, Bool)
#undef ADD
    return list;
}

} // namespace

const std::vector<UnaryOp> &unary_ops() {
    static const std::vector<UnaryOp> list = make_unary_ops();
    return list;
}

const std::vector<BinaryOp> &binary_ops() {
    static const std::vector<BinaryOp> list = make_binary_ops();
    return list;
}

const std::vector<IndexUnaryOp> &index_ops() {
    static const std::vector<IndexUnaryOp> list = make_index_ops();
    return list;
}

const std::vector<Monoid> &monoids() {
    static const std::vector<Monoid> list = make_monoids();
    return list;
}

const std::vector<Semiring> &semirings() {
    static const std::vector<Semiring> list = make_semirings();
    return list;
}

const UnaryOp &unary_op(const std::string &name, TypeCode type) {
    return find(unary_ops(), "UnaryOp", name, type);
}

const BinaryOp &binary_op(const std::string &name, TypeCode type) {
    return find(binary_ops(), "BinaryOp", name, type);
}

const IndexUnaryOp &index_op(const std::string &name, TypeCode type) {
    return find(index_ops(), "IndexUnaryOp", name, type);
}

const Monoid &monoid(const std::string &name, TypeCode type) {
    return find(monoids(), "Monoid", name, type);
}

const Semiring &semiring(const std::string &name, TypeCode type) {
    return find(semirings(), "Semiring", name, type);
}

} // namespace grb::model
