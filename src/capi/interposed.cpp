// The table of the functions whose names the compatibility libraries define, too.
#include "capi/interposed.hpp"

// The linker binds these to the library's own functions, even when other libraries define their
// names.
#define GRB_MEMBER(name) ::name,
#define GRB_TYPED_MEMBERS(P, T, type) ::P##_Matrix_import_##T, ::P##_Matrix_export_##T,
extern "C" const grb::InterposedFunctions GrX_overridden = {
    GRB_PREFIXED_TYPES(GRB_TYPED_MEMBERS) GRB_INTERPOSED_BY_ALL(GRB_MEMBER)
        GRB_INTERPOSED_BY_7(GRB_MEMBER) grb::lay_out_iterator};
