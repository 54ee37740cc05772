// Defines the built-in type objects and their handles.
#include "base/builtin_types.hpp"
#include "graphblast/grx_narrow.h"
#include "graphblast/gxb_complex.h"

namespace grb {

constinit Type builtin_types[] = {
#define GRB_DEFINE(code, P, SUFFIX, c_type, ...) {TypeCode::code, sizeof(c_type), #c_type, true},
    GRB_BUILTIN_TYPES(GRB_DEFINE)
#undef GRB_DEFINE
};

const Type *builtin_type(TypeCode code) noexcept {
    return &builtin_types[static_cast<std::size_t>(code) - 1];
}

} // namespace grb

#define GRB_DEFINE(code, P, SUFFIX, ...) \
    constinit GrB_Type P##_##SUFFIX =    \
        &grb::builtin_types[static_cast<std::size_t>(grb::TypeCode::code) - 1];
GRB_BUILTIN_TYPES(GRB_DEFINE)
#undef GRB_DEFINE
