// Operators of the model. Their meaning is written by hand, by name and type; the library's handle
// is only stored to be passed to the library.
#pragma once

#include "reference/value.h"

#include <functional>

namespace grb::model {

struct UnaryOp {
    std::string name;
    Type z, x;
    GrB_UnaryOp handle = nullptr;
    std::function<Value(const Value &)> meaning;

    Value operator()(const Value &a) const { return meaning(cast(a, x)); }
};

struct BinaryOp {
    std::string name;
    Type z, x, y;
    GrB_BinaryOp handle = nullptr;
    std::function<Value(const Value &, const Value &)> meaning;

    Value operator()(const Value &a, const Value &b) const {
        return meaning(cast(a, x), cast(b, y));
    }
};

struct IndexUnaryOp {
    std::string name;
    Type z, x, y;
    bool uses_value = true; // false: any domain of A is compatible
    GrB_IndexUnaryOp handle = nullptr;
    std::function<Value(const Value &, Index, Index, const Value &)> meaning;

    Value operator()(const Value &a, Index i, Index j, const Value &s) const {
        return meaning(uses_value ? cast(a, x) : a, i, j, cast(s, y));
    }
};

struct Monoid {
    std::string name;
    BinaryOp op;
    Value identity;
    GrB_Monoid handle = nullptr;
};

struct Semiring {
    std::string name;
    Monoid add;
    BinaryOp multiply;
    GrB_Semiring handle = nullptr;
};

/// Returns the meaning of the predefined operator GrB_<name>_<type>, without handle.
UnaryOp unary_meaning(const std::string &name, const Type &type);
BinaryOp binary_meaning(const std::string &name, const Type &type);
IndexUnaryOp index_meaning(const std::string &name, const Type &type);
/// Returns the identity of the predefined monoid GrB_<name>_MONOID_<type>.
Value identity_meaning(const std::string &name, const Type &type);

/// List every predefined operator of the specification, with its handle.
const std::vector<UnaryOp> &unary_ops();
const std::vector<BinaryOp> &binary_ops();
const std::vector<IndexUnaryOp> &index_ops();
const std::vector<Monoid> &monoids();
const std::vector<Semiring> &semirings();

/// Returns a predefined operator by name ("PLUS", "INT32"); aborts if there is none.
const UnaryOp &unary_op(const std::string &name, TypeCode type);
const BinaryOp &binary_op(const std::string &name, TypeCode type);
const IndexUnaryOp &index_op(const std::string &name, TypeCode type);
const Monoid &monoid(const std::string &name, TypeCode type);
const Semiring &semiring(const std::string &name, TypeCode type);

} // namespace grb::model
