// What the fields hold, by kind of object. The field is one that the kind has, and of the type that the
// function's name says. Without a value ("the first operand's type" of a semiring): GrB_NO_VALUE.
#pragma once

#include "capi/fields.hpp"

#include <optional>

namespace grb {

using Number = std::optional<std::int32_t>;
using Text = std::optional<HostString>;

Number number_of_field(const GrB_Global_opaque &library, int field);
Number number_of_field(const Type &type, int field);
Number number_of_field(const UnaryOp &op, int field);
Number number_of_field(const BinaryOp &op, int field);
Number number_of_field(const IndexUnaryOp &op, int field);
Number number_of_field(const Monoid &monoid, int field);
Number number_of_field(const Semiring &semiring, int field);
Number number_of_field(const Descriptor &descriptor, int field);
Number number_of_field(const Scalar &scalar, int field);
Number number_of_field(const Vector &vector, int field);
Number number_of_field(const Matrix &matrix, int field);

Text text_of_field(const GrB_Global_opaque &library, int field);
Text text_of_field(const Type &type, int field);
Text text_of_field(const UnaryOp &op, int field);
Text text_of_field(const BinaryOp &op, int field);
Text text_of_field(const IndexUnaryOp &op, int field);
Text text_of_field(const Monoid &monoid, int field);
Text text_of_field(const Semiring &semiring, int field);
Text text_of_field(const Descriptor &descriptor, int field);
Text text_of_field(const Scalar &scalar, int field);
Text text_of_field(const Vector &vector, int field);
Text text_of_field(const Matrix &matrix, int field);

inline std::size_t size_of_field(const Type &type, int) {
    return type.size;
} // GrB_SIZE
inline std::size_t size_of_field(const Container &object, int) {
    return object.bytes();
} // GrX_BYTES

/// GxB_SPARSITY_STATUS of a format.
std::int32_t sparsity_of(Format format) noexcept;

double real_of_field(const GrB_Global_opaque &library, int field);
double real_of_field(const Container &object, int field);

} // namespace grb
