// The library's typed functions (GrB_Matrix_setElement_INT8, ..., _UDT) behind one name each: the
// type of the value, or the given type, selects the function.
#pragma once

#include "reference/value.h"

namespace grb::calls {

using model::Index;
using model::Type;
using model::Value;

/// Contiguous values, as build and extractTuples require them.
using Bytes = std::vector<unsigned char>;

GrB_Info build(GrB_Matrix c, const Index *i, const Index *j, const Bytes &x, Index count,
               GrB_BinaryOp dup, const Type &type);
GrB_Info build(GrB_Vector w, const Index *i, const Bytes &x, Index count, GrB_BinaryOp dup,
               const Type &type);
GrB_Info set_element(GrB_Matrix c, const Value &x, Index i, Index j);
GrB_Info set_element(GrB_Vector w, const Value &x, Index i);
GrB_Info set_element(GrB_Scalar s, const Value &x);
/// Calls the function of x's type and replaces x's bytes if there is an entry.
GrB_Info extract_element(Value &x, GrB_Matrix a, Index i, Index j);
GrB_Info extract_element(Value &x, GrB_Vector u, Index i);
GrB_Info extract_element(Value &x, GrB_Scalar s);
/// x has room for count values of `type`; count is in and out.
GrB_Info extract_tuples(Index *i, Index *j, Bytes &x, Index &count, GrB_Matrix a, const Type &type);
GrB_Info extract_tuples(Index *i, Bytes &x, Index &count, GrB_Vector u, const Type &type);

GrB_Info apply_first(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                     const Value &x, GrB_Matrix a, GrB_Descriptor descriptor);
GrB_Info apply_first(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                     const Value &x, GrB_Vector u, GrB_Descriptor descriptor);
GrB_Info apply_second(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                      GrB_Matrix a, const Value &y, GrB_Descriptor descriptor);
GrB_Info apply_second(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_BinaryOp op,
                      GrB_Vector u, const Value &y, GrB_Descriptor descriptor);
GrB_Info apply_index(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                     GrB_Matrix a, const Value &s, GrB_Descriptor descriptor);
GrB_Info apply_index(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                     GrB_Vector u, const Value &s, GrB_Descriptor descriptor);
GrB_Info select(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                GrB_Matrix a, const Value &s, GrB_Descriptor descriptor);
GrB_Info select(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, GrB_IndexUnaryOp op,
                GrB_Vector u, const Value &s, GrB_Descriptor descriptor);
GrB_Info assign(GrB_Matrix c, GrB_Matrix mask, GrB_BinaryOp accumulator, const Value &x,
                const Index *rows, Index row_count, const Index *columns, Index column_count,
                GrB_Descriptor descriptor);
GrB_Info assign(GrB_Vector w, GrB_Vector mask, GrB_BinaryOp accumulator, const Value &x,
                const Index *rows, Index row_count, GrB_Descriptor descriptor);
/// c is in and out.
GrB_Info reduce(Value &c, GrB_BinaryOp accumulator, GrB_Monoid monoid, GrB_Matrix a);
GrB_Info reduce(Value &c, GrB_BinaryOp accumulator, GrB_Monoid monoid, GrB_Vector u);
GrB_Info monoid_new(GrB_Monoid *monoid, GrB_BinaryOp op, const Value &identity);

} // namespace grb::calls
