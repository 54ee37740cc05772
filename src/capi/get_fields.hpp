// Values of fields, by kind of object. The caller has checked that the kind has the field, with the
// type in the function's name. A field without a value ("the first operand's type" of a semiring)
// throws GrB_NO_VALUE.
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
Number number_of_field(const IndexBinaryOp &op, int field);
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
Text text_of_field(const IndexBinaryOp &op, int field);
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

/// A field of type VOID: 8 reals, 3 numbers, a function or a handle.
struct FieldBytes {
    alignas(8) unsigned char bytes[64];
    std::size_t size;
};
FieldBytes bytes_of_field(const GrB_Global_opaque &library, int field);
FieldBytes bytes_of_field(const Type &type, int field);
FieldBytes bytes_of_field(const Monoid &monoid, int field);
FieldBytes bytes_of_field(const Semiring &semiring, int field);

/// Returns a field of a monoid's own type; null when it has none (no terminal value).
const void *value_of_field(const Monoid &monoid, int field) noexcept;

/// Returns GxB_*_FUNCTION, GxB_PRINTF or GxB_FLUSH: a function that the library has received, or
/// calls.
void *function_of_field(int field);

/// Both take GxB_ARENA_MALLOC, _CALLOC, _REALLOC or _FREE plus a number. GrB_INVALID_VALUE: there
/// is no such arena.
bool is_arena_function(int field) noexcept;
void *arena_function_of_field(int field);

/// Returns GrB_NAME of a type.
HostString type_name_of(const Type &type);

/// Returns GxB_SPARSITY_STATUS of a format.
std::int32_t sparsity_of(Format format) noexcept;

double real_of_field(const GrB_Global_opaque &library, int field);
double real_of_field(const Container &object, int field);

} // namespace grb
