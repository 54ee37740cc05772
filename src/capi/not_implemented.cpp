// The functions of not_implemented.def.
#include "capi/not_implemented.hpp"

#include "capi/guard.hpp"

using namespace grb;

namespace {

struct AbsentField {
    const char *function;
    int field;
    const char *name;
};

constexpr AbsentField absent_fields[] = {
#define GRB_ABSENT(function, parameters, object)
#define GRB_ABSENT_FIELD(function, field) {#function, field, #field},
#include "capi/not_implemented.def"
};

template <class Handle>
GrB_Info refuse(const char *function, Handle object) noexcept {
    return guard(function, object,
                 [] { throw Error(GrB_NOT_IMPLEMENTED, "this function is not implemented"); });
}

} // namespace

void grb::throw_absent_field(const char *object, const char *kind, int field) {
    for (const AbsentField &absent : absent_fields) {
        if (absent.field == field && std::strcmp(absent.function, current_function()) == 0) {
            throw Error(GrB_NOT_IMPLEMENTED, "field %s is not implemented", absent.name);
        }
    }
    throw Error(GrB_INVALID_VALUE, "%s has no field %d of type %s", object, field, kind);
}

#define GRB_ABSENT(function, parameters, object) \
    GrB_Info function parameters {               \
        return refuse(#function, object);        \
    }
#define GRB_ABSENT_FIELD(function, field)
#include "capi/not_implemented.def"
