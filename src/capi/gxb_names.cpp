// Facts about objects: domains and their names, the parts of monoids and semirings, memory in
// bytes.
#include "capi/guard.hpp"
#include "capi/shapes.hpp"
#include "graphblast/grx_narrow.h"
#include "suitesparse/GraphBLAS.h"

#include <algorithm>
#include <array>

using namespace grb;

namespace {

const Type *domain_of(const Scalar &object) noexcept {
    return object.type;
}
const Type *domain_of(const Container &object) noexcept {
    return object.type();
}

/// Returns GrB_NO_VALUE when there is no domain: an operator that reads only positions.
GrB_Info copy_name(char *name, const Type *type) {
    std::memset(name, 0, GxB_MAX_NAME_LEN);
    if (type == nullptr) return GrB_NO_VALUE;
    const char *text = type->header.given_name != nullptr ? type->header.given_name : type->name;
    std::memcpy(name, text, std::min<std::size_t>(std::strlen(text), GxB_MAX_NAME_LEN - 1));
    return GrB_SUCCESS;
}

GrB_Info copy_type(GrB_Type *target, const Type *type) {
    *target = const_cast<Type *>(type);
    return type != nullptr ? GrB_SUCCESS : GrB_NO_VALUE;
}

template <class Object, class Part>
GrB_Info get_name(const char *function, char *name, Object *object, const char *argument,
                  Part &&part) {
    return guard(function, object, [&] {
        required_pointer(name, "type_name");
        return copy_name(name, part(required(object, argument)));
    });
}

template <class Object, class Part>
GrB_Info get_type(const char *function, GrB_Type *type, Object *object, const char *argument,
                  Part &&part) {
    return guard(function, object, [&] {
        required_pointer(type, "type");
        return copy_type(type, part(required(object, argument)));
    });
}

/// Two names of a built-in type: in C and in this library, or in C only.
struct NamedType {
    const GrB_Type &type;
    std::array<const char *, 2> names;
};
#define GRB_NAMES(code, P, SUFFIX, c_type, ...) {P##_##SUFFIX, {#c_type, #P "_" #SUFFIX}},
const NamedType named_types[] = {{GxB_FC32, {"float complex", "float _Complex"}},
                                 {GxB_FC64, {"double complex", "double _Complex"}},
                                 GRB_BUILTIN_TYPES(GRB_NAMES)};
#undef GRB_NAMES

} // namespace

GrB_Info GxB_Type_size(size_t *size, const GrB_Type type) {
    return guard(__func__, type, [&] {
        required_pointer(size, "size");
        *size = required(type, "type").size;
    });
}

GrB_Info GxB_Type_name(char *type_name, const GrB_Type type) {
    return get_name(__func__, type_name, type, "type", [](const Type &own) { return &own; });
}

GrB_Info GxB_Type_from_name(GrB_Type *type, const char *type_name) {
    return guard(__func__, nullptr, [&] {
        required_pointer(type, "type");
        required_pointer(type_name, "type_name");
        *type = nullptr;
        for (const auto &[known, names] : named_types) {
            for (const char *name : names) {
                if (std::strncmp(name, type_name, GxB_MAX_NAME_LEN) == 0) *type = known;
            }
        }
    });
}

#define GRB_DEFINE(Kind, argument)                                              \
    GrB_Info GxB_##Kind##_type(GrB_Type *type, const GrB_##Kind object) {       \
        return get_type(__func__, type, object, argument,                       \
                        [](const auto &own) { return domain_of(own); });        \
    }                                                                           \
    GrB_Info GxB_##Kind##_type_name(char *type_name, const GrB_##Kind object) { \
        return get_name(__func__, type_name, object, argument,                  \
                        [](const auto &own) { return domain_of(own); });        \
    }
GRB_DEFINE(Scalar, "s")
GRB_DEFINE(Vector, "v")
GRB_DEFINE(Matrix, "A")
#undef GRB_DEFINE

#define GRB_DEFINE_NAME(Kind, part, member)                                     \
    GrB_Info GxB_##Kind##_##part##_name(char *type_name, const GrB_##Kind op) { \
        return get_name(__func__, type_name, op, "op",                          \
                        [](const Kind &own) { return own.member; });            \
    }
#define GRB_DEFINE(Kind, part)                                                               \
    GrB_Info GxB_##Kind##_##part(GrB_Type *type, GrB_##Kind op) {                            \
        return get_type(__func__, type, op, "op", [](const Kind &own) { return own.part; }); \
    }                                                                                        \
    GRB_DEFINE_NAME(Kind, part, part)
GRB_DEFINE(UnaryOp, ztype)
GRB_DEFINE(UnaryOp, xtype)
GRB_DEFINE(BinaryOp, ztype)
GRB_DEFINE(BinaryOp, xtype)
GRB_DEFINE(BinaryOp, ytype)
GRB_DEFINE_NAME(IndexUnaryOp, ztype, ztype)
GRB_DEFINE_NAME(IndexUnaryOp, xtype, xtype)
GRB_DEFINE_NAME(IndexUnaryOp, ytype, ttype)
#undef GRB_DEFINE
#undef GRB_DEFINE_NAME

GrB_Info GxB_Monoid_operator(GrB_BinaryOp *op, GrB_Monoid monoid) {
    return guard(__func__, monoid, [&] {
        required_pointer(op, "op");
        *op = const_cast<BinaryOp *>(required(monoid, "monoid").op);
    });
}

GrB_Info GxB_Monoid_identity(void *identity, GrB_Monoid monoid) {
    return guard(__func__, monoid, [&] {
        required_pointer(identity, "identity");
        const Monoid &own = required(monoid, "monoid");
        std::memcpy(identity, own.identity(), own.type()->size);
    });
}

GrB_Info GxB_Monoid_terminal(bool *has_terminal, void *terminal, GrB_Monoid monoid) {
    return guard(__func__, monoid, [&] {
        required_pointer(has_terminal, "has_terminal");
        required_pointer(terminal, "terminal");
        const Monoid &own = required(monoid, "monoid");
        *has_terminal = own.has_terminal;
        if (own.has_terminal) std::memcpy(terminal, own.terminal(), own.type()->size);
    });
}

GrB_Info GxB_Semiring_add(GrB_Monoid *add, GrB_Semiring semiring) {
    return guard(__func__, semiring, [&] {
        required_pointer(add, "add");
        *add = const_cast<Monoid *>(required(semiring, "semiring").add);
    });
}

GrB_Info GxB_Semiring_multiply(GrB_BinaryOp *multiply, GrB_Semiring semiring) {
    return guard(__func__, semiring, [&] {
        required_pointer(multiply, "multiply");
        *multiply = const_cast<BinaryOp *>(required(semiring, "semiring").multiply);
    });
}

GrB_Info GxB_Scalar_memoryUsage(size_t *size, GrB_Scalar s) {
    return guard(__func__, s, [&] {
        required_pointer(size, "size");
        *size = sizeof(Scalar) + required(s, "s").value.bytes();
    });
}

#define GRB_DEFINE(Kind, argument)                                             \
    GrB_Info GxB_##Kind##_memoryUsage(size_t *size, const GrB_##Kind object) { \
        return guard(__func__, object, [&] {                                   \
            required_pointer(size, "size");                                    \
            *size = required(object, argument).bytes();                        \
        });                                                                    \
    }                                                                          \
    GrB_Info GxB_##Kind##_iso(bool *iso, const GrB_##Kind object) {            \
        return guard(__func__, object, [&] {                                   \
            required_pointer(iso, "iso");                                      \
            *iso = required(object, argument).snapshot()->is_iso();            \
        });                                                                    \
    }
GRB_DEFINE(Vector, "v")
GRB_DEFINE(Matrix, "A")
#undef GRB_DEFINE

namespace {

GrB_Info is_stored(const Container &object, std::uint64_t row, std::uint64_t column) {
    HostVector<unsigned char> value(object.type()->size);
    return object.get_element(row, column, value.data()) ? GrB_SUCCESS : GrB_NO_VALUE;
}

} // namespace

GrB_Info GxB_Vector_isStoredElement(GrB_Vector v, GrB_Index i) {
    return guard(__func__, v, [&] {
        const Vector &vector = required(v, "v");
        check_position("v", vector, i);
        return is_stored(vector, 0, i);
    });
}

GrB_Info GxB_Matrix_isStoredElement(GrB_Matrix A, GrB_Index i, GrB_Index j) {
    return guard(__func__, A, [&] {
        const Matrix &matrix = required(A, "A");
        check_position("A", matrix, i, j);
        return is_stored(matrix, i, j);
    });
}
