// The fields of GrB_get and GrB_set: the objects that have them, and the types of their values.
#pragma once

#include "capi/guard.hpp"

namespace grb {

/// real: a Scalar, and the result of GxB_*_Option_get_FP64. value: a Scalar of the monoid's own
/// type. bytes: VOID, as many bytes as SIZE says.
enum class FieldType : std::uint8_t { int32, size, text, real, value, bytes };

/// Kinds of objects, as bits.
namespace owner {
inline constexpr unsigned library = 1, type = 2, unary_op = 4, binary_op = 8, index_unary_op = 16,
                          monoid = 32, semiring = 64, descriptor = 128, scalar = 256, vector = 512,
                          matrix = 1024, index_binary_op = 2048;
inline constexpr unsigned containers = vector | matrix, collections = scalar | containers;
inline constexpr unsigned operators = unary_op | binary_op | index_unary_op | index_binary_op;
inline constexpr unsigned indexed = binary_op | index_binary_op;
inline constexpr unsigned algebra = operators | monoid | semiring;
} // namespace owner

struct Field {
    int number;
    const char *name;
    FieldType type;
    unsigned owners;
    unsigned writers; // the kinds that can change it
};

/// The bit and the name of a kind.
template <class T>
struct Kind;
template <>
struct Kind<GrB_Global_opaque> {
    static constexpr unsigned bit = owner::library;
    static constexpr const char *name = "the library";
};
template <>
struct Kind<Type> {
    static constexpr unsigned bit = owner::type;
    static constexpr const char *name = "a type";
};
template <>
struct Kind<UnaryOp> {
    static constexpr unsigned bit = owner::unary_op;
    static constexpr const char *name = "a unary operator";
};
template <>
struct Kind<BinaryOp> {
    static constexpr unsigned bit = owner::binary_op;
    static constexpr const char *name = "a binary operator";
};
template <>
struct Kind<IndexUnaryOp> {
    static constexpr unsigned bit = owner::index_unary_op;
    static constexpr const char *name = "an index unary operator";
};
template <>
struct Kind<IndexBinaryOp> {
    static constexpr unsigned bit = owner::index_binary_op;
    static constexpr const char *name = "an index binary operator";
};
template <>
struct Kind<Monoid> {
    static constexpr unsigned bit = owner::monoid;
    static constexpr const char *name = "a monoid";
};
template <>
struct Kind<Semiring> {
    static constexpr unsigned bit = owner::semiring;
    static constexpr const char *name = "a semiring";
};
template <>
struct Kind<Descriptor> {
    static constexpr unsigned bit = owner::descriptor;
    static constexpr const char *name = "a descriptor";
};
template <>
struct Kind<Scalar> {
    static constexpr unsigned bit = owner::scalar;
    static constexpr const char *name = "a scalar";
};
template <>
struct Kind<Vector> {
    static constexpr unsigned bit = owner::vector;
    static constexpr const char *name = "a vector";
};
template <>
struct Kind<Matrix> {
    static constexpr unsigned bit = owner::matrix;
    static constexpr const char *name = "a matrix";
};

/// Returns the field of a kind; throws GrB_INVALID_VALUE when the kind has no field of this number.
/// Fields of two kinds may have one number and different types.
const Field &find_field(unsigned owner_bit, const char *owner_name, int number);
/// Throws GrB_INVALID_VALUE: the field is of another type than `asked`, its name in the text.
[[noreturn]] void throw_field_type(const Field &field, const char *asked);
/// Throws GrB_INVALID_VALUE unless objects of the kind can be changed in this field.
void require_writable(const Field &field, unsigned owner_bit, const char *owner_name);

template <class T>
const Field &field_of(const T &, int number) {
    return find_field(Kind<T>::bit, Kind<T>::name, number);
}

/// Returns the GrX_ORIENTATIONS that a GrB_Orientation asks for; throws GrB_INVALID_VALUE when it
/// is none.
int orientations_of_hint(int hint);
/// Returns the hint for GrX_ORIENTATIONS; for 0, the library's own choice, returns `chosen`.
GrB_Orientation hint_of_orientations(int orientations, GrB_Orientation chosen) noexcept;

} // namespace grb
