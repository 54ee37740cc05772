// Life cycle and value of scalars in the C API.
#include "capi/arenas.hpp"
#include "capi/values.hpp"
#include "graphblast/gxb_arenas.h"
#include "operations/arguments.hpp"

using namespace grb;

namespace {

/// `arenas()` returns the arenas of the new object; called after the checks of all other arguments.
template <class Choose>
GrB_Info new_scalar(const char *function, GrB_Scalar *s, GrB_Type type, Choose &&arenas) {
    return guard(function, nullptr, [&] {
        required_pointer(s, "s");
        required(type, "type");
        *s = make_object<Scalar>(arenas(), type).release();
    });
}

template <class Choose>
GrB_Info dup_scalar(const char *function, GrB_Scalar *s, GrB_Scalar t, Choose &&arenas) {
    return guard(function, t, [&] {
        required_pointer(s, "s");
        const Scalar &source = required(t, "t");
        auto copy = make_object<Scalar>(arenas(), source.type);
        std::memcpy(copy->value.data(), source.value.data(), source.type->size);
        copy->has_value = source.has_value;
        *s = copy.release();
    });
}

} // namespace

GrB_Info GrB_Scalar_new(GrB_Scalar *s, GrB_Type type) {
    return new_scalar(__func__, s, type, default_arenas);
}
GrB_Info GxB_Scalar_new_arena(GrB_Scalar *s, GrB_Type type, const int header_arena,
                              const int data_arena) {
    return new_scalar(__func__, s, type, [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Scalar_dup(GrB_Scalar *s, GrB_Scalar t) {
    return dup_scalar(__func__, s, t, default_arenas);
}
GrB_Info GxB_Scalar_dup_arena(GrB_Scalar *s, GrB_Scalar t, const int header_arena,
                              const int data_arena) {
    return dup_scalar(__func__, s, t, [=] { return checked_arenas(header_arena, data_arena); });
}

GrB_Info GrB_Scalar_clear(GrB_Scalar s) {
    return guard(__func__, s, [&] { required(s, "s").has_value = false; });
}

GrB_Info GrB_Scalar_nvals(GrB_Index *nvals, GrB_Scalar s) {
    return guard(__func__, s, [&] {
        required_pointer(nvals, "nvals");
        *nvals = required(s, "s").has_value ? 1 : 0;
    });
}

namespace {

GrB_Info set(const char *function, GrB_Scalar s, const Given &given) {
    return guard(function, s, [&] {
        Scalar &scalar = required(s, "s");
        given.check("value");
        const Value value = given.value("value", scalar.type);
        check_domain("value", value.type, scalar.type);
        cast_values(scalar.value.data(), scalar.type, value.data, value.type, 1);
        scalar.has_value = true;
    });
}

GrB_Info extract(const char *function, void *value, const Type *given, GrB_Scalar s) {
    return guard(function, s, [&] {
        required_pointer(value, "value");
        const Scalar &scalar = required(s, "s");
        const Type *type = target_type("value", given, scalar.type);
        check_domain("s", scalar.type, type);
        if (!scalar.has_value) return GrB_NO_VALUE;
        cast_values(value, type, scalar.value.data(), scalar.type, 1);
        return GrB_SUCCESS;
    });
}

} // namespace

#define GRB_DEFINE(P, T, type)                                                \
    GrB_Info P##_Scalar_setElement_##T(GrB_Scalar s, type value) {            \
        return set(__func__, s, Given::typed(value));                         \
    }                                                                         \
    GrB_Info P##_Scalar_extractElement_##T(type *value, GrB_Scalar s) {       \
        return extract(__func__, value, builtin_type(TypeOf<type>::code), s); \
    }
GRB_PREFIXED_TYPES(GRB_DEFINE)
#undef GRB_DEFINE

GrB_Info GrB_Scalar_setElement_UDT(GrB_Scalar s, const void *value) {
    return set(__func__, s, Given::untyped(value));
}

GrB_Info GrB_Scalar_extractElement_UDT(void *value, GrB_Scalar s) {
    return extract(__func__, value, nullptr, s);
}
